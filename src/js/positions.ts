// Positions in all their forms.
import { LIST, type Numbers, product, readList, readSizes, shaped } from './arrays.js';
import { wrongType } from './errors.js';
import { variants } from './fields.js';

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
  if (!list) return Math.max(start, positionAt(places, count - 1));
  return (list as Float64Array).reduce((largest, position) => Math.max(largest, position), 0);
}

const FORMS = 'a count, { start, step, count }, an array of numbers, or { data, shape }';
enum Form {
  count,
  data,
  grid,
}
// A result has a dtype beside its data and shape, and one of `positions` may say what follows.
const readForm = variants({ count: 'start=0 step=1 count!', data: 'data* shape* dtype* next*', grid: 'grid[!]' });

/**
 * @param shape overrides the positions' own
 * @param grids whether the cells of a grid may be meant
 */
export function readPositions(parameter: string, value: unknown, shape?: unknown, grids = false): Places {
  const sizes = sizesIf(shape);
  const found = read(parameter, value, grids);
  return sizes ? { ...found, shape: shaped(sizes, found.count, parameter) } : found;
}

function read(parameter: string, value: unknown, grids: boolean): Places {
  // The sum makes 0 of -0.
  if (typeof value === 'number') return progression(0, 1, value + 0);
  const list = readList(parameter, value);
  if (list) return listed(list, value, parameter);
  if (typeof value === 'object' && value) {
    const [form, values] = readForm(parameter, value);
    if (form === Form.count) return progression(...(values as Parameters<typeof progression>));
    if (form === Form.data) {
      const [given, shape] = values;
      const sizes = sizesIf(shape);
      const data = readList(parameter, given);
      if (!data) throw wrongType('data', given, LIST);
      return listed(data, given, parameter, sizes);
    }
    if (form === Form.grid && grids) {
      const [cells] = values as [Float64Array];
      const shape = Array.from(cells);
      return { ...progression(0, 1, product(shape)), shape, cells };
    }
  }
  throw wrongType(parameter, value, FORMS);
}

const progression = (start: number, step: number, count: number): Places => ({ shape: [count], count, start, step });

/** A shape that may be absent. */
export const sizesIf = (shape: unknown): number[] | undefined => (shape === undefined ? undefined : readSizes(shape));

export const listed = (list: Numbers, given: unknown, what: string, sizes?: number[]): Places => ({
  ...progression(0, 1, list.length),
  ...(sizes && { shape: shaped(sizes, list.length, what) }),
  list,
  given,
});
