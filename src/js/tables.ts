// `encode` and `add`: rows of an encoding.
import { copy, plainView } from './arrays.js';
import type { Calls } from './calls.js';
import { readEncoding } from './encoding.js';
import { arrayClass, wrongType } from './errors.js';
import { fields, number } from './fields.js';
import { readPositions } from './positions.js';
import { checkApart, DTYPES, readTarget, resultOf } from './target.js';

export const encodeOver =
  ({ scratch, use, place, eachPiece, arrayOf }: Calls) =>
  (encoding: unknown, positions: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['dtype', 'into', 'shape']);
    const described = readEncoding(encoding);
    const places = readPositions('positions', positions, given.shape);
    const target = readTarget(given.dtype, given.into, DTYPES);
    checkApart('into', target.array, places.given);
    use(described, places);
    place(places);
    const { dim } = described;
    const data = arrayOf(target, places.count, dim);
    eachPiece(described, places, target, (first, rows) => scratch.take(target.format, data, first * dim, rows * dim));
    return resultOf(target, data, [...places.shape, dim]);
  };

export const addOver =
  ({ module, scratch, check, use, place, eachPiece }: Calls) =>
  (encoding: unknown, positions: unknown, embeddings: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['batch']);
    const batch = number('batch', given.batch, 1);
    const described = readEncoding(encoding);
    const places = readPositions('positions', positions);
    if (arrayClass(embeddings) !== 'Float32Array') throw wrongType('embeddings', embeddings, 'a Float32Array');
    const data = embeddings as Float32Array;
    const view = plainView<Float32Array>('embeddings', data, 'Float32Array');
    checkApart('embeddings', view, places.given);
    use(described, places);
    place(places);
    check(module.checkBatch(batch));
    check(module.checkEmbeddings(view.length, places.count * batch));
    const { dim } = described;
    const addRows = (first: number, rows: number): void => {
      const count = rows * dim;
      const sums = scratch.floats.subarray(0, count);
      for (let b = 0; b < batch; ++b) {
        const at = (b * places.count + first) * dim;
        copy(sums, view.subarray(at, at + count));
        module.add(0, count);
        copy(view, sums, at);
      }
    };
    // Without a batch, any number of positions fits: they need no table.
    if (batch) eachPiece(described, places, { format: 0, bytes: 4 }, addRows);
    const shape = [...places.shape, dim];
    return { data, shape: given.batch === undefined ? shape : [batch, ...shape], dtype: 'float32' };
  };
