// Rows: what an encoding makes at some positions, whatever the kind of the encoding. All functions that make rows read
// what they are asked for here, have the module check it, and then make rows piece by piece (`eachPiece` in calls.ts).
import { copy } from './arrays.js';
import type { Calls } from './calls.js';
import { readEncoding } from './encoding.js';
import { choice, plain } from './fields.js';
import { readLearned } from './learned.js';
import { readFourier, readGrid, streamRows } from './points.js';
import { readPositions } from './positions.js';

/** Rows that the module makes next: the arguments of its row functions, checked. */
export interface Rows {
  readonly columns: number;
  readonly count: number;
  /** Sizes whose product is the count. */
  readonly shape: readonly number[];
  /** Whether the first of these sizes is a batch. */
  readonly batched: boolean;
  /** What the number of rows is called. */
  readonly called: 'count' | 'grid';
  /** p + origin of the first row, where rows that go up by one begin: pieces follow the kernel's tiles. */
  readonly place?: number | undefined;
  /** Numbers that a row takes of the input buffer, and how they get there. */
  readonly numbers: number;
  readonly fill?: ((first: number, rows: number) => void) | undefined;
  /** Bytes that a row takes on its way, where these are more than those of the result. */
  readonly rowBytes?: number;
}

/** What a caller asked for, read. */
export interface Asked {
  /** The caller's array of positions. */
  readonly given: unknown;
  /** Has the module check it all, and makes it what the module's row functions work on. */
  check(calls: Calls): Rows;
}

const READERS = { sinusoid: readSinusoid, grid: readGrid, fourier: readFourier, learned: readLearned };
type Kind = keyof typeof READERS;
const KINDS = Object.keys(READERS) as Kind[];
/** Those that can rotate. */
export const ROTARY_KINDS = KINDS.slice(0, 3);

export function readRows(encoding: unknown, positions: unknown, shape?: unknown, kinds = KINDS): Asked {
  const given = plain('encoding', encoding);
  return READERS[kinds[choice('kind', given.kind, kinds)] as Kind](given, positions, shape);
}

function readSinusoid(encoding: object, positions: unknown, shape: unknown): Asked {
  const described = readEncoding(encoding);
  const places = readPositions('positions', positions, shape);
  return {
    given: places.given,
    check(calls) {
      const { use, place, scratch } = calls;
      use(described, places);
      place(places);
      if (described.streams) return streamRows(calls, described.streams, places);
      const { list, start, step, count } = places;
      return {
        columns: described.dim,
        count,
        shape: places.shape,
        batched: places.shape.length > 1,
        called: 'count',
        place: step === 1 && !list ? start + described.origin : undefined,
        numbers: 1,
        fill:
          list && ((first, rows) => copy(scratch.doubles, rows < count ? list.subarray(first, first + rows) : list)),
      };
    },
  };
}
