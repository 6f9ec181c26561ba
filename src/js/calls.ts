// What all functions of the library do with the module: choose an encoding, check positions, make pieces of results.
//
// A function first reads all that the caller gave, which may run the caller's code; then it has the module check it;
// then it writes. Nothing of the caller's runs after the reading, and nothing is written before all is checked.
import { copy, type Numbers } from './arrays.js';
import type { EncodingArguments } from './encoding.js';
import { type Instance, Operation, problemOf } from './module.js';
import { largestOf, type Places, type Reach } from './positions.js';
import type { Rows } from './rows.js';
import { eachPart, rowsAtFirst, rowsAtOnce, type Scratch, scratchOf } from './scratch.js';
import { arrayFor, type Target } from './target.js';

export interface Calls {
  /** Runs an operation of the module. */
  readonly call: Instance['call'];
  readonly scratch: Scratch;
  /** Throws the module's problem if a check of the module was not passed. */
  check(well: boolean | number): void;
  /** Makes an encoding the one in use, for some positions where these decide on its frequencies. */
  use(encoding: EncodingArguments, places?: Reach): void;
  /** Checks positions of the encoding in use. */
  place(places: Places): void;
  /** Puts pieces of a list into the input buffer. */
  eachList(list: Numbers, work: (first: number, count: number) => void): void;
  /** Calls work for pieces of rows, as many as fit into the output buffer, with what the module needs in the input one. */
  eachPiece(rows: Rows, rowBytes: number, work: (first: number, count: number) => void): void;
  /** The array for rows x columns values, of the right length for sure. `parameter` is what the rows are called. */
  arrayOf(target: Target, rows: number, columns: number, parameter?: string): Numbers;
}

/** Whether two lists hold the same numbers. */
function same(a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): boolean {
  if (a === b) return true;
  if (a?.length !== b?.length) return false;
  for (let k = 0; k < (a as ArrayLike<number>).length; ++k) if (a?.[k] !== b?.[k]) return false;
  return true;
}

function sameLists(a: EncodingArguments['lists'], b: EncodingArguments['lists']): boolean {
  return a === b || (a.length === b.length && a.every((list, which) => same(list, b[which])));
}

export function callsOf(instance: Instance): Calls {
  const { call } = instance;
  const scratch = scratchOf(instance);
  const { doubles } = scratch;

  const check: Calls['check'] = (well) => {
    if (!well) throw problemOf(instance);
  };

  const none: Pick<EncodingArguments, 'numbers' | 'lists'> = { numbers: [], lists: [] };
  let current = none;
  const use: Calls['use'] = (encoding, places) => {
    const { numbers, lists, open } = encoding;
    if (!same(numbers, current.numbers) || !sameLists(lists, current.lists)) {
      current = none;
      lists.forEach((list, which) => {
        if (!list) return;
        copy(doubles, list);
        call(Operation.setList, which, list.length);
      });
      check(call(Operation.setEncoding, ...numbers));
      current = encoding;
    }
    if (open) call(Operation.reach, places ? largestOf(places) : -1);
  };

  const place: Calls['place'] = ({ list, start, step, count }) => {
    if (list) eachList(list, (first, rows) => check(call(Operation.checkList, rows, first)));
    else check(call(Operation.setProgression, start, step, count));
  };

  const eachList: Calls['eachList'] = (list, work) =>
    eachPart(list.length, doubles.length, doubles.length, (first, count) => {
      copy(doubles, count < list.length ? list.subarray(first, first + count) : list);
      work(first, count);
    });

  const eachPiece: Calls['eachPiece'] = ({ count, place, numbers, fill, rowBytes: least = 0 }, rowBytes, work) => {
    const atOnce = Math.min(rowsAtOnce(Math.max(rowBytes, least), scratch.bytes), Math.floor(doubles.length / numbers));
    eachPart(count, atOnce, place === undefined ? atOnce : rowsAtFirst(atOnce, place), (first, rows) => {
      fill?.(first, rows);
      work(first, rows);
    });
  };

  const arrayOf: Calls['arrayOf'] = (target, rows, columns, parameter = 'count') => {
    const length = rows * columns;
    // A call less where all is well. A fresh array is asked for too, since it may be larger than can be counted.
    if (target.length !== length) check(call(Operation.checkInto, target.length ?? length, rows, columns));
    return arrayFor(target, length, parameter, rows);
  };

  return { call, scratch, check, use, place, eachList, eachPiece, arrayOf };
}
