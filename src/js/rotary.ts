// `rotary` and `rotate`: cosines and sines, and data turned by them.
import { copy, detached, type Numbers, plainView, readShape } from './arrays.js';
import type { Calls, Make } from './calls.js';
import { readEncoding } from './encoding.js';
import { arrayClass, wrongType } from './errors.js';
import { choice, fields, number } from './fields.js';
import { readPositions } from './positions.js';
import { eachPart, PIECE_BYTES } from './scratch.js';
import { checkApart, DTYPES, readTarget, resultOf } from './target.js';

const FORMS = ['half-width', 'full'];
const ROTATED = ['float32', 'float16', 'bfloat16'] as const;
const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);

export function rotaryOver({ module, scratch, check, use, place, eachRows, arrayOf }: Calls) {
  const input = module.inputAddress();
  const sinesAddress = module.sinesAddress();

  const tables = (format: number, full: boolean): Make => ({
    progression: (first, rows) => module.rotaryProgression(format, first, rows, full),
    list: (rows) => module.rotaryList(format, rows, full),
  });

  return {
    rotary(encoding: unknown, positions: unknown, options: unknown = {}): unknown {
      const given = fields('options', options, ['form', 'dtype', 'into', 'shape']);
      const full = choice('form', given.form, FORMS) === 1;
      const into = given.into === undefined ? {} : fields('into', given.into, ['cos', 'sin']);
      const described = readEncoding(encoding);
      const places = readPositions('positions', positions, given.shape);
      const cos = readTarget(given.dtype, into.cos, DTYPES, 'into.cos');
      const sin = readTarget(cos.dtype, into.sin, DTYPES, 'into.sin');
      if (given.into !== undefined && !(cos.array && sin.array)) {
        throw wrongType('into', given.into, 'an object with cos and sin');
      }
      checkApart('into.cos', cos.array, places.given);
      checkApart('into.sin', sin.array, places.given);
      checkApart('into.sin', sin.array, cos.array, 'into.cos');
      use(described);
      check(module.checkRotary());
      place(places);
      const { format, bytes } = cos;
      const width = full ? described.dim : described.dim / 2;
      const cosines = arrayOf(cos, places.count, width);
      const sines = arrayOf(sin, places.count, width);
      const fromSines = scratch.viewAt(format, sinesAddress);
      eachRows(described.origin, places, width * bytes, tables(format, full), (first, rows) => {
        scratch.take(format, cosines, first * width, rows * width);
        copy(sines, fromSines.subarray(0, rows * width), first * width);
      });
      const shape = [...places.shape, width];
      return { cos: resultOf(cos, cosines, shape), sin: resultOf(sin, sines, [...shape]) };
    },

    rotate(encoding: unknown, positions: unknown, x: unknown, options: unknown): unknown {
      const given = fields('options', options, ['shape', 'sequenceAxis', 'dtype', 'inverse', 'firstChannel']);
      const sequenceAxis = number('sequenceAxis', given.sequenceAxis, -2);
      const firstChannel = number('firstChannel', given.firstChannel, 0);
      const { inverse = false } = given;
      if (typeof inverse !== 'boolean') throw wrongType('inverse', inverse, 'true or false');
      const described = readEncoding(encoding);
      const places = readPositions('positions', positions);
      const dtype = rotatedType(x, given.dtype);
      const name = dtype === 'float32' ? 'Float32Array' : 'Uint16Array';
      const { length } = plainView<Numbers>('x', x as Numbers, name);
      const shape = readShape(given.shape, length, 'values of x');
      // Reading the shape may have run the caller's code.
      const data = plainView<Numbers>('x', x as Numbers, name);
      if (data.length !== length) throw detached('x', name);
      checkApart('x', data, places.given);
      use(described);
      check(module.checkRotary());
      place(places);
      const axes = shape.length;
      const axis = sequenceAxis < 0 ? axes + sequenceAxis : sequenceAxis;
      const steps = shape[axis] ?? 0;
      const width = shape.at(-1) ?? 0;
      const batches = product(places.shape.slice(0, -1));
      check(module.checkRotation(axes, sequenceAxis, firstChannel, shape[0] ?? 0, steps, width, places.count, batches));
      const result = { data: x, shape, dtype };
      if (length === 0) return result;

      const inner = product(shape.slice(axis + 1, -1));
      const outer = product(shape.slice(0, axis)) / batches;
      const format = DTYPES.indexOf(dtype);
      const { dim, origin } = described;
      const buffer = scratch.viewAt(format, input);
      // Of vectors that are too long for a piece, the channels that are rotated alone.
      const fitting = Math.floor(PIECE_BYTES / (width * data.BYTES_PER_ELEMENT));
      const [vectors, span, skipped, ahead] = fitting ? [fitting, width, firstChannel, 0] : [1, dim, 0, firstChannel];

      /** Rotates values from `at` on, [cycles, rows, repeat, width], by rows of the tables from `row` on. */
      const turn = (at: number, row: number, rows: number, repeat: number, cycles: number): void => {
        const count = cycles * rows * repeat * span;
        const piece = buffer.subarray(0, count);
        copy(piece, data.subarray(at + ahead, at + ahead + count));
        module.rotate(format, row, rows, repeat, cycles, span, skipped, inverse);
        copy(data, piece, at + ahead);
      };

      const batch =
        (b: number) =>
        (first: number, rows: number): void => {
          const begin = (b * outer * steps + first) * inner;
          if (rows === steps && rows * inner <= vectors) {
            // Whole sequences lie one behind the other.
            const atOnce = Math.floor(vectors / (rows * inner));
            eachPart(outer, atOnce, atOnce, (k, cycles) =>
              turn((begin + k * steps * inner) * width, 0, rows, inner, cycles),
            );
            return;
          }
          const rowsAtOnce = Math.max(1, Math.floor(vectors / inner));
          const vectorsAtOnce = Math.min(inner, vectors);
          for (let k = 0; k < outer; ++k) {
            eachPart(rows, rowsAtOnce, rowsAtOnce, (row, some) =>
              eachPart(inner, vectorsAtOnce, vectorsAtOnce, (vector, repeat) =>
                turn((begin + (k * steps + row) * inner + vector) * width, row, some, repeat, 1),
              ),
            );
          }
        };

      for (let b = 0; b < batches; ++b) {
        const { list } = places;
        const mine = list ? { ...places, count: steps, list: list.subarray(b * steps, (b + 1) * steps) } : places;
        // Cosines and sines together are a piece.
        eachRows(origin, mine, dim * 4, tables(0, false), batch(b));
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
