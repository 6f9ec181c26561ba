// Positions in all their forms.
import { detached, type Numbers, readFactors, readList, readShape } from './arrays.js';
import { arrayClass, wrongType } from './errors.js';
import { type Fields, fields, number } from './fields.js';

/** A progression, or a list if there is one. */
export interface Places {
  readonly shape: number[];
  readonly count: number;
  readonly start: number;
  readonly step: number;
  readonly list?: Numbers | undefined;
  /** Sizes of a grid, all of whose cells are meant. */
  readonly cells?: Float64Array | undefined;
  /** The caller's own array, of which the list may be a copy. */
  readonly given?: unknown;
}

/** What tells how far positions go. */
export type Reach = Pick<Places, 'count' | 'start' | 'step' | 'list'>;

export function largestOf({ list, start, step, count }: Reach): number {
  if (!list) return Math.max(start, start + (count - 1) * step);
  let largest = 0;
  for (let k = 0; k < list.length; ++k) largest = Math.max(largest, list[k] as number);
  return largest;
}

const FORMS = 'a count, { start, step, count }, an array of numbers, or { data, shape }';

/**
 * @param shape overrides the positions' own
 * @param grids whether the cells of a grid may be meant
 */
export function readPositions(parameter: string, value: unknown, shape?: unknown, grids = false): Places {
  const found = read(parameter, value, grids);
  const places = shape === undefined ? found : { ...found, shape: readShape(shape, found.count, parameter) };
  // Reading a shape may run the caller's code, which may take the list's memory away.
  if (places.list && places.list.length !== places.count) throw detached(parameter, arrayClass(places.given) as string);
  return places;
}

function read(parameter: string, value: unknown, grids: boolean): Places {
  if (typeof value === 'number') return progression(number(parameter, value));
  const list = readList(parameter, value);
  if (list) return listed(list, value);
  if (typeof value !== 'object' || value === null) throw wrongType(parameter, value, FORMS);
  if (grids && 'grid' in value) {
    const given = fields(parameter, value, ['grid']);
    const cells = readFactors('grid', given.grid, false, true) as Float64Array;
    const count = cells.reduce((product, size) => product * size, 1);
    return { ...progression(count), shape: Array.from(cells), cells };
  }
  // A result has a dtype beside its data and shape.
  const given: Fields<'data' | 'shape' | 'dtype' | 'start' | 'step' | 'count'> =
    'data' in value
      ? fields(parameter, value, ['data', 'shape', 'dtype'])
      : fields(parameter, value, ['start', 'step', 'count']);
  if ('data' in given) {
    const data = readList(parameter, given.data);
    if (!data) throw wrongType('data', given.data, 'an array of numbers');
    return listed(data, given.data, given.shape);
  }
  if (!('count' in given)) throw wrongType(parameter, value, FORMS);
  return progression(number('count', given.count), number('start', given.start, 0), number('step', given.step, 1));
}

const progression = (count: number, start = 0, step = 1): Places => ({ shape: [count], count, start, step });

function listed(list: Numbers, given: unknown, shape?: unknown): Places {
  const count = list.length;
  return {
    shape: shape === undefined ? [count] : readShape(shape, count, 'positions'),
    count,
    start: 0,
    step: 1,
    list,
    given,
  };
}
