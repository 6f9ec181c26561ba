// `rotary` and `rotate`: cosines and sines, and data turned by them.
import { copy, type Numbers, product, readSizes, shaped } from './arrays.js';
import type { Calls } from './calls.js';
import { wrongType } from './errors.js';
import { optional, reader } from './fields.js';
import { Operation } from './module.js';
import { ROTARY_KINDS, readRows } from './rows.js';
import { eachPart, PIECE_BYTES, type Work } from './scratch.js';
import { checkApart, DTYPES, Format, readTarget, resultOf } from './target.js';

const readRotary = optional('form:half-width|full dtype* into* shape*');
const readInto = optional('cos* sin*', 'into');
const readRotate = reader('shape* sequenceAxis=-2 dtype* inverse=false firstChannel=0');
const ROTATED = DTYPES.filter((name) => name !== 'float64');

export function rotaryOver(calls: Calls) {
  const { call, viewAt, take, eachPiece } = calls;

  return {
    rotary(encoding: unknown, positions: unknown, options?: unknown): unknown {
      const [full, dtype, into, sizes] = readRotary(options);
      const [intoCos, intoSin] = readInto(into);
      const asked = readRows(encoding, positions, sizes, ROTARY_KINDS);
      const cos = readTarget(dtype, intoCos, DTYPES, asked.given, 'into.cos');
      const sin = readTarget(cos.dtype, intoSin, DTYPES, asked.given, 'into.sin');
      if (into !== undefined && !(cos.array && sin.array)) {
        throw wrongType('into', into, 'an object with cos and sin');
      }
      checkApart('into.sin', sin.array, cos.array, 'into.cos');
      const rows = asked.check(calls);
      const pairs = call(Operation.checkRotary, full);
      const columns = full ? 2 * pairs : pairs;
      const sines = calls.arrayOf(sin, rows.count, columns, rows.called);
      const fromSines = viewAt(cos.format, calls.sines);
      const store = (cosines: Numbers, first: number, here: number): void => {
        take(cos.format, cosines, first * columns, here * columns);
        copy(sines, fromSines.subarray(0, here * columns), first * columns);
      };
      const shape = [...rows.shape, columns];
      const made = { ...rows, columns, make: Operation.rotaryRows };
      return { cos: calls.table(cos, made, shape, store), sin: resultOf(sin, sines, [...shape]) };
    },

    rotate(encoding: unknown, positions: unknown, x: unknown, options: unknown): unknown {
      const [sizes, sequenceAxis, dtypeName, inverse, firstChannel] = readRotate('options', options);
      const given = readSizes(sizes);
      const asked = readRows(encoding, positions, undefined, ROTARY_KINDS);
      const { array, format, dtype, bytes } = readTarget(dtypeName, x, ROTATED, asked.given, 'x', true);
      const data = array as Numbers;
      const shape = shaped(given, data.length, 'values of x');
      const rows = asked.check(calls);
      const pairs = call(Operation.checkRotary, 0);
      const axes = shape.length;
      const axis = sequenceAxis < 0 ? axes + sequenceAxis : sequenceAxis;
      const steps = shape[axis] ?? 0;
      const width = shape.at(-1) ?? 0;
      const batches = rows.batched ? product(rows.shape.slice(0, -1)) : 1;
      const numbers = [axes, sequenceAxis, firstChannel, shape[0] ?? 0, steps, width, rows.count, batches, inverse];
      call(Operation.checkRotation, ...numbers);
      const result = { data: x, shape, dtype };
      if (data.length === 0) return result;

      const inner = product(shape.slice(axis + 1, -1));
      const outer = product(shape.slice(0, axis)) / batches;
      const buffer = viewAt(format, calls.input);
      // Of vectors that are too long for a piece, the channels that are rotated alone.
      const fitting = Math.floor(PIECE_BYTES / (width * bytes));
      const [vectors, span, skipped, ahead] = fitting
        ? [fitting, width, firstChannel, 0]
        : [1, 2 * pairs, 0, firstChannel];

      const atMost = (count: number): number => Math.max(1, Math.floor(vectors / count));
      // Cosines and sines together are a piece.
      eachPiece(rows, pairs * 8, (first, here) => {
        call(Operation.rotaryRows, Format.float32, first, here);
        /** Rows of one sequence of a batch: from `step` on of data [batches, outer, steps, inner, width]. */
        const turn: Work = (begin, within) => {
          const step = (first + begin) % steps;
          const batch = (first + begin - step) * outer;
          // Whole sequences lie one behind the other.
          eachPart(outer, within === steps ? atMost(steps * inner) : 1, (k, cycles) =>
            eachPart(within, atMost(inner), (row, some) =>
              eachPart(inner, Math.min(inner, vectors), (vector, repeat) => {
                const at = ((batch + k * steps + step + row) * inner + vector) * width + ahead;
                const piece = buffer.subarray(0, cycles * some * repeat * span);
                copy(piece, data.subarray(at, at + piece.length));
                call(Operation.rotate, format, begin + row, some, repeat, cycles, span, skipped);
                copy(data, piece, at);
              }),
            ),
          );
        };
        eachPart(here, steps, turn, steps - (first % steps));
      });
      return result;
    },
  };
}
