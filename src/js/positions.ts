// Positions in all their forms.
import { LIST, type Numbers, product, readList, readShape } from './arrays.js';
import { wrongType } from './errors.js';
import { reader } from './fields.js';

/** A progression, or a list if there is one. */
export interface Progression {
  readonly count: number;
  readonly start: number;
  readonly step: number;
  readonly list?: Numbers | undefined;
}

/** What a caller meant by positions. */
export interface Places extends Progression {
  readonly shape: number[];
  /** Sizes of a grid, all of whose cells are meant. */
  readonly cells?: Float64Array | undefined;
  /** The caller's own array, of which the list may be a copy. */
  readonly given?: unknown;
}

export const positionAt = ({ list, start, step }: Progression, k: number): number =>
  list ? (list[k] as number) : start + k * step;

export function largestOf(places: Progression): number {
  const { list, count, start } = places;
  let largest = list ? 0 : start;
  for (let k = list ? 0 : count - 1; k < count; ++k) largest = Math.max(largest, positionAt(places, k));
  return largest;
}

const FORMS = 'a count, { start, step, count }, an array of numbers, or { data, shape }';
const readCells = reader('grid[must]');
// A result has a dtype beside its data and shape.
const readData = reader('data* shape* dtype*');
const readProgression = reader('start=0 step=1 count?');

/**
 * @param shape overrides the positions' own
 * @param grids whether the cells of a grid may be meant
 */
export function readPositions(parameter: string, value: unknown, shape?: unknown, grids = false): Places {
  const found = read(parameter, value, grids);
  return shape === undefined ? found : { ...found, shape: readShape(shape, found.list ?? found.count, parameter) };
}

function read(parameter: string, value: unknown, grids: boolean): Places {
  // The sum makes 0 of -0.
  if (typeof value === 'number') return progression(value + 0);
  const list = readList(parameter, value);
  if (list) return listed(list, value);
  if (typeof value === 'object' && value) {
    if (grids && 'grid' in value) {
      const [cells] = readCells(parameter, value);
      const shape = Array.from(cells);
      return { ...progression(product(shape)), shape, cells };
    }
    if ('data' in value) {
      const [given, shape] = readData(parameter, value);
      const data = readList(parameter, given);
      if (!data) throw wrongType('data', given, LIST);
      return listed(data, given, shape);
    }
    const [start, step, count] = readProgression(parameter, value);
    if (count !== undefined) return progression(count, start, step);
  }
  throw wrongType(parameter, value, FORMS);
}

const progression = (count: number, start = 0, step = 1): Places => ({ shape: [count], count, start, step });

/** A list and its shape, if there is one. */
export const listed = (list: Numbers, given: unknown, shape?: unknown, parameter = 'positions'): Places => ({
  ...progression(list.length),
  ...(shape !== undefined && { shape: readShape(shape, list, parameter) }),
  list,
  given,
});
