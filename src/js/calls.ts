// What all functions of the library do with the module: choose an encoding, check positions, make results in pieces.
//
// A function first reads all that the caller gave, which may run the caller's code; then it has the module check it;
// then it writes. Nothing of the caller's runs after the reading, and nothing is written before all is checked.
import { copy, type Numbers } from './arrays.js';
import type { EncodingArguments } from './encoding.js';
import { type Instance, Operation } from './module.js';
import { largestOf, type Places, type Progression, positionAt } from './positions.js';
import { eachPart, rowsAtFirst, rowsAtOnce, type Scratch, scratchOf, type Work } from './scratch.js';
import { arrayFor, resultOf, type Target } from './target.js';
import type { Table } from './types.js';

/** Rows that the module makes next: the arguments of its row functions, checked. */
export interface Pieces {
  readonly columns: number;
  readonly count: number;
  /** What the number of rows is called; 'count' if absent. */
  readonly called?: string;
  /** p + origin of the first row, where rows that go up by one begin: pieces follow the kernel's tiles. */
  readonly place?: number | undefined;
  /** Numbers that a row takes of the input buffer, 1 if absent, and how they get there. */
  readonly numbers?: number;
  readonly fill?: ((first: number, rows: number) => void) | undefined;
  /** What makes rows in the output buffer of a format, a first row and a number of rows; `encodeRows` if absent. */
  readonly make?: Operation;
  /** Bytes that a row takes on its way, where these are more than those of the result. */
  readonly rowBytes?: number;
}

export interface Rows extends Pieces {
  /** Sizes whose product is the count. */
  readonly shape: readonly number[];
  /** Whether the first of these sizes is a batch. */
  readonly batched: boolean;
}

/** What a caller asked for, read. */
export interface Asked {
  /** The caller's arrays of positions and of a table, which are read while results are written. */
  readonly given: readonly unknown[];
  /** Has the module check it all, and makes it what the module's row functions work on. */
  check(calls: Calls): Rows;
}

/** Rows at places, one behind the other. */
export const rowsAt = ({ count, shape }: Places, columns: number, others: Partial<Rows>): Rows => ({
  columns,
  count,
  shape,
  batched: shape.length > 1,
  ...others,
});

export interface Calls extends Instance, Scratch {
  /** Makes an encoding the one in use, for some positions where these decide on its frequencies. */
  use(encoding: EncodingArguments, places?: Progression): void;
  /** Checks positions: those of the encoding in use, unless other checks of lists and progressions are named. */
  place(places: Progression, list?: Operation, progression?: Operation): void;
  /** How some positions get into the input buffer, from number `at` of it on. */
  fill(places: Progression): (first: number, count: number, at?: number) => void;
  /** Calls work for pieces of rows, as many as fit into the output buffer, with what the module needs in the input one. */
  eachPiece(rows: Pieces, rowBytes: number, work: Work): void;
  /** The array for rows x columns values, of the right length for sure. `parameter` is what the rows are called. */
  arrayOf(target: Target, rows: number, columns: number, parameter?: string): Numbers;
  /** A result, made in pieces; `store` puts a piece of the output buffer where it belongs. */
  table(
    target: Target,
    rows: Pieces,
    shape: number[],
    store?: (data: Numbers, first: number, rows: number) => void,
  ): Table<unknown>;
}

type Nested = number | undefined | ArrayLike<Nested>;

/** Whether two lists hold the same numbers, or lists of the same numbers. */
function same(a: Nested, b: Nested): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a.length !== b.length) return false;
  for (let k = 0; k < a.length; ++k) {
    // Numbers without a call of their own.
    if (a[k] !== b[k] && !same(a[k], b[k])) return false;
  }
  return true;
}

export function callsOf(instance: Instance): Calls {
  const { call } = instance;
  const scratch = scratchOf(instance);
  const { doubles, take } = scratch;

  /** Of the encoding in use: none after one that the module refused. */
  let current: Nested;
  const use: Calls['use'] = (encoding, places) => {
    const { numbers, lists, open } = encoding;
    const all = [numbers, lists];
    if (!same(all, current)) {
      current = undefined;
      lists.forEach((list, which) => {
        if (!list) return;
        copy(doubles, list);
        call(Operation.setList, which, list.length);
      });
      call(Operation.setEncoding, ...numbers);
      current = all;
    }
    if (open) call(Operation.reach, places ? largestOf(places) : -1);
  };

  const fill: Calls['fill'] =
    (places) =>
    (first, count, at = 0) => {
      const { list } = places;
      if (list) copy(doubles, count < list.length ? list.subarray(first, first + count) : list, at);
      else for (let k = 0; k < count; ++k) doubles[at + k] = positionAt(places, first + k);
    };

  const place: Calls['place'] = (places, ofList = Operation.checkList, ofProgression = Operation.setProgression) => {
    const { list, start, step, count } = places;
    if (!list) call(ofProgression, start, step, count);
    else {
      // An empty list too says what the module works on.
      if (!count) call(ofList, 0, 0);
      eachPart(count, doubles.length, (first, here) => {
        fill(places)(first, here);
        call(ofList, here, first);
      });
    }
  };

  const eachPiece: Calls['eachPiece'] = (rows, rowBytes, work) => {
    const { columns, count, place, numbers = 1, fill, rowBytes: least = 1 } = rows;
    const atOnce = Math.min(rowsAtOnce(Math.max(rowBytes, least), scratch.bytes), Math.floor(doubles.length / numbers));
    const part: Work = (first, here) => {
      fill?.(first, here);
      work(first, here);
    };
    eachPart(columns && count, atOnce, part, place === undefined ? atOnce : rowsAtFirst(atOnce, place));
  };

  const arrayOf: Calls['arrayOf'] = (target, rows, columns, parameter = 'count') => {
    const length = rows * columns;
    // A call less where all is well. A fresh array is asked for too, since it may be larger than can be counted.
    const given = target.array?.length;
    if (given !== length) call(Operation.checkInto, given ?? length, rows, columns);
    return arrayFor(target, length, parameter, rows);
  };

  const table: Calls['table'] = (target, rows, shape, store) => {
    const { columns, count, called, make = Operation.encodeRows } = rows;
    const { format, bytes } = target;
    const data = arrayOf(target, count, columns, called);
    eachPiece(rows, columns * bytes, (first, here) => {
      call(make, format, first, here);
      if (store) store(data, first, here);
      else take(format, data, first * columns, here * columns);
    });
    return resultOf(target, data, shape);
  };

  return { ...instance, ...scratch, use, place, fill, eachPiece, arrayOf, table };
}
