// What all functions of the library do with the module: choose an encoding, check positions, make pieces of results.
//
// A function first reads all that the caller gave, which may run the caller's code; then it has the module check it;
// then it writes. Nothing of the caller's runs after the reading, and nothing is written before all is checked.
import { copy, type Numbers } from './arrays.js';
import type { EncodingArguments } from './encoding.js';
import { type EmbindModule, type Instance, problemOf } from './module.js';
import type { Places } from './positions.js';
import { eachPart, rowsAtFirst, rowsAtOnce, type Scratch, scratchOf } from './scratch.js';
import { arrayFor, type Target } from './target.js';

export interface Calls {
  readonly module: EmbindModule;
  readonly scratch: Scratch;
  /** Throws the module's problem if a check of the module was not passed. */
  check(well: boolean | number): void;
  /** Makes an encoding the one in use. */
  use(encoding: EncodingArguments): void;
  /** Checks positions of the encoding in use. */
  place(places: Places): void;
  /** Puts pieces of a list into the input buffer. */
  eachList(list: Numbers, work: (first: number, count: number) => void, atOnce?: number): void;
  /** Makes rows of a table in the output buffer, piece by piece. */
  eachPiece(
    encoding: EncodingArguments,
    places: Places,
    target: Pick<Target, 'format' | 'bytes'>,
    work: (first: number, rows: number) => void,
  ): void;
  /** Has rows made piece by piece, as many at a time as fit where one takes `rowBytes`. */
  eachRows(
    origin: number,
    places: Places,
    rowBytes: number,
    make: Make,
    work: (first: number, rows: number) => void,
  ): void;
  /** The array for rows x columns values, of the right length for sure. `parameter` is what the rows are called. */
  arrayOf(target: Target, rows: number, columns: number, parameter?: string): Numbers;
}

/** How the module makes rows of the progression in use, or of a list in the input buffer. */
export interface Make {
  progression(first: number, rows: number): void;
  list(rows: number): void;
}

export function callsOf(instance: Instance): Calls {
  const { module } = instance;
  const scratch = scratchOf(instance);
  const { doubles } = scratch;

  const check: Calls['check'] = (well) => {
    if (!well) throw problemOf(instance);
  };

  let current: readonly (number | boolean)[] = [];
  const use: Calls['use'] = ({ numbers }) => {
    if (numbers.every((value, k) => value === current[k])) return;
    check(module.setEncoding(...numbers));
    current = numbers;
  };

  const place: Calls['place'] = ({ list, start, step, count }) => {
    if (list) eachList(list, (first, rows) => check(module.checkList(rows, first)));
    else check(module.setProgression(start, step, count));
  };

  const eachList: Calls['eachList'] = (list, work, atOnce = doubles.length) =>
    eachPart(list.length, atOnce, atOnce, (first, count) => {
      copy(doubles, count < list.length ? list.subarray(first, first + count) : list);
      work(first, count);
    });

  const eachRows: Calls['eachRows'] = (origin, { list, start, step, count }, rowBytes, make, work) => {
    const atOnce = rowsAtOnce(rowBytes, scratch.bytes);
    if (list) {
      const makeListed = (first: number, rows: number): void => {
        make.list(rows);
        work(first, rows);
      };
      eachList(list, makeListed, Math.min(atOnce, doubles.length));
    } else {
      eachPart(count, atOnce, step === 1 ? rowsAtFirst(atOnce, start + origin) : atOnce, (first, rows) => {
        make.progression(first, rows);
        work(first, rows);
      });
    }
  };

  const eachPiece: Calls['eachPiece'] = ({ dim, origin }, places, { format, bytes }, work) => {
    const make = {
      progression: (first: number, rows: number): void => module.encodeProgression(format, first, rows),
      list: (rows: number): void => module.encodeList(format, rows),
    };
    eachRows(origin, places, dim * bytes, make, work);
  };

  const arrayOf: Calls['arrayOf'] = (target, rows, columns, parameter = 'count') => {
    const length = rows * columns;
    // A call less where all is well. A fresh array is asked for too, since it may be larger than can be counted.
    if (target.length !== length) check(module.checkInto(target.length ?? length, rows, columns));
    return arrayFor(target, length, parameter, rows);
  };

  return { module, scratch, check, use, place, eachList, eachPiece, eachRows, arrayOf };
}
