// `rotary` and `rotate`: cosines and sines, and data turned by them.
import { copy, detached, type Numbers, plainView, readShape } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType } from './errors.js';
import { choice, fields, flag, number } from './fields.js';
import { Operation } from './module.js';
import { ROTARY_KINDS, readRows } from './rows.js';
import { eachPart, PIECE_BYTES } from './scratch.js';
import { checkApart, DTYPES, readTarget, resultOf } from './target.js';

const FORMS = ['half-width', 'full'];
const ROTATED = ['float32', 'float16', 'bfloat16'] as const;
const FLOAT32 = 0;
const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);

export function rotaryOver(calls: Calls) {
  const { call, scratch, check, eachPiece, arrayOf } = calls;

  return {
    rotary(encoding: unknown, positions: unknown, options: unknown = {}): unknown {
      const given = fields('options', options, ['form', 'dtype', 'into', 'shape']);
      const full = choice('form', given.form, FORMS) === 1;
      const into = given.into === undefined ? {} : fields('into', given.into, ['cos', 'sin']);
      const asked = readRows(encoding, positions, given.shape, ROTARY_KINDS);
      const cos = readTarget(given.dtype, into.cos, DTYPES, 'into.cos');
      const sin = readTarget(cos.dtype, into.sin, DTYPES, 'into.sin');
      if (given.into !== undefined && !(cos.array && sin.array)) {
        throw wrongType('into', given.into, 'an object with cos and sin');
      }
      checkApart('into.cos', cos.array, asked.given);
      checkApart('into.sin', sin.array, asked.given);
      checkApart('into.sin', sin.array, cos.array, 'into.cos');
      const rows = asked.check(calls);
      const pairs = call(Operation.checkRotary, Number(full));
      check(pairs);
      const { format, bytes } = cos;
      const width = full ? 2 * pairs : pairs;
      const cosines = arrayOf(cos, rows.count, width, rows.called);
      const sines = arrayOf(sin, rows.count, width, rows.called);
      const fromSines = scratch.viewAt(format, scratch.sines);
      eachPiece(rows, width * bytes, (first, here) => {
        call(Operation.rotaryRows, format, first, here);
        scratch.take(format, cosines, first * width, here * width);
        copy(sines, fromSines.subarray(0, here * width), first * width);
      });
      const shape = [...rows.shape, width];
      return { cos: resultOf(cos, cosines, shape), sin: resultOf(sin, sines, [...shape]) };
    },

    rotate(encoding: unknown, positions: unknown, x: unknown, options: unknown): unknown {
      const given = fields('options', options, ['shape', 'sequenceAxis', 'dtype', 'inverse', 'firstChannel']);
      const sequenceAxis = number('sequenceAxis', given.sequenceAxis, -2);
      const firstChannel = number('firstChannel', given.firstChannel, 0);
      const inverse = flag('inverse', given.inverse, false);
      const asked = readRows(encoding, positions, undefined, ROTARY_KINDS);
      const dtype = rotatedType(x, given.dtype);
      const name = dtype === 'float32' ? 'Float32Array' : 'Uint16Array';
      const { length } = plainView<Numbers>('x', x as Numbers, name);
      const shape = readShape(given.shape, length, 'values of x');
      // Reading the shape may have run the caller's code.
      const data = plainView<Numbers>('x', x as Numbers, name);
      if (data.length !== length) throw detached('x', name);
      checkApart('x', data, asked.given);
      const rows = asked.check(calls);
      const pairs = call(Operation.checkRotary, 0);
      check(pairs);
      const axes = shape.length;
      const axis = sequenceAxis < 0 ? axes + sequenceAxis : sequenceAxis;
      const steps = shape[axis] ?? 0;
      const width = shape.at(-1) ?? 0;
      const batches = rows.batched ? product(rows.shape.slice(0, -1)) : 1;
      const numbers = [axes, sequenceAxis, firstChannel, shape[0] ?? 0, steps, width, rows.count, batches];
      check(call(Operation.checkRotation, ...numbers, Number(inverse)));
      const result = { data: x, shape, dtype };
      if (length === 0) return result;

      const inner = product(shape.slice(axis + 1, -1));
      const outer = product(shape.slice(0, axis)) / batches;
      const format = DTYPES.indexOf(dtype);
      const buffer = scratch.viewAt(format, scratch.input);
      // Of vectors that are too long for a piece, the channels that are rotated alone.
      const fitting = Math.floor(PIECE_BYTES / (width * data.BYTES_PER_ELEMENT));
      const [vectors, span, skipped, ahead] = fitting
        ? [fitting, width, firstChannel, 0]
        : [1, 2 * pairs, 0, firstChannel];

      /** Rotates values from `at` on, [cycles, some, repeat, width], by rows of the tables from `row` on. */
      const turn = (at: number, row: number, some: number, repeat: number, cycles: number): void => {
        const count = cycles * some * repeat * span;
        const piece = buffer.subarray(0, count);
        copy(piece, data.subarray(at + ahead, at + ahead + count));
        call(Operation.rotate, format, row, some, repeat, cycles, span, skipped);
        copy(data, piece, at + ahead);
      };

      /** Rotates all that belongs to some rows. */
      const turnRows = (b: number, first: number, here: number): void => {
        const begin = (b * outer * steps + first) * inner;
        if (here === steps && here * inner <= vectors) {
          // Whole sequences lie one behind the other.
          const atOnce = Math.floor(vectors / (here * inner));
          eachPart(outer, atOnce, atOnce, (k, cycles) =>
            turn((begin + k * steps * inner) * width, 0, here, inner, cycles),
          );
          return;
        }
        const rowsAtOnce = Math.max(1, Math.floor(vectors / inner));
        const vectorsAtOnce = Math.min(inner, vectors);
        for (let k = 0; k < outer; ++k) {
          eachPart(here, rowsAtOnce, rowsAtOnce, (row, some) =>
            eachPart(inner, vectorsAtOnce, vectorsAtOnce, (vector, repeat) =>
              turn((begin + (k * steps + row) * inner + vector) * width, row, some, repeat, 1),
            ),
          );
        }
      };

      for (let b = 0; b < batches; ++b) {
        const begin = b * steps;
        const { fill } = rows;
        const own = {
          ...rows,
          count: steps,
          fill: fill && ((first: number, here: number) => fill(begin + first, here)),
        };
        // Cosines and sines together are a piece.
        eachPiece(own, pairs * 8, (first, here) => {
          call(Operation.rotaryRows, FLOAT32, begin + first, here);
          turnRows(b, first, here);
        });
      }
      return result;
    },
  };
}

/** The format of data to rotate. */
function rotatedType(x: unknown, dtype: unknown): (typeof ROTATED)[number] {
  const name = arrayClass(x) as string;
  const own = ['Float32Array', 'Float16Array'].indexOf(name);
  if (own < 0 && name !== 'Uint16Array') throw wrongType('x', x, 'a Float32Array or Uint16Array');
  if (own < 0 && dtype === undefined) {
    throw wrongType('dtype', dtype, "'float16' or 'bfloat16', since x is a Uint16Array");
  }
  const asked = dtype === undefined ? own : choice('dtype', dtype, ROTATED);
  if (own < 0 ? asked === 0 : asked !== own) {
    throw wrongType('x', x, `a ${asked ? 'Uint16Array' : 'Float32Array'}, since dtype is '${dtype}'`);
  }
  return ROTATED[asked] as (typeof ROTATED)[number];
}
