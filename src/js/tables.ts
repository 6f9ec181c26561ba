// `encode` and `add`: rows of an encoding.
import { copy, plainView } from './arrays.js';
import type { Calls } from './calls.js';
import { readEncoding } from './encoding.js';
import { arrayClass, wrongType } from './errors.js';
import { fields, number } from './fields.js';
import { isLearned, learnedRows } from './learned.js';
import { type Places, readPositions } from './positions.js';
import { checkApart, DTYPES, readTarget, resultOf, type Target } from './target.js';

/** The rows of an encoding of any kind, read from the caller's object. */
function rowsOf(calls: Calls, encoding: unknown) {
  if (isLearned(encoding)) return learnedRows(calls, encoding);
  const described = readEncoding(encoding);
  const { use, place, eachPiece } = calls;
  return {
    dim: described.dim,
    use: () => use(described),
    place,
    eachPiece: (
      places: Places,
      target: Pick<Target, 'format' | 'bytes'>,
      work: (first: number, rows: number) => void,
    ) => eachPiece(described, places, target, work),
  };
}

export const encodeOver =
  (calls: Calls) =>
  (encoding: unknown, positions: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['dtype', 'into', 'shape']);
    const rows = rowsOf(calls, encoding);
    const places = readPositions('positions', positions, given.shape);
    const target = readTarget(given.dtype, given.into, DTYPES);
    checkApart('into', target.array, places.given);
    rows.use();
    rows.place(places);
    const { dim } = rows;
    const data = calls.arrayOf(target, places.count, dim);
    rows.eachPiece(places, target, (first, count) => calls.scratch.take(target.format, data, first * dim, count * dim));
    return resultOf(target, data, [...places.shape, dim]);
  };

export const addOver =
  (calls: Calls) =>
  (encoding: unknown, positions: unknown, embeddings: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['batch']);
    const batch = number('batch', given.batch, 1);
    const { module, scratch, check } = calls;
    const rows = rowsOf(calls, encoding);
    const places = readPositions('positions', positions);
    if (arrayClass(embeddings) !== 'Float32Array') throw wrongType('embeddings', embeddings, 'a Float32Array');
    const data = embeddings as Float32Array;
    const view = plainView<Float32Array>('embeddings', data, 'Float32Array');
    checkApart('embeddings', view, places.given);
    rows.use();
    rows.place(places);
    check(module.checkBatch(batch));
    const { dim } = rows;
    check(module.checkEmbeddings(view.length, places.count * batch, dim));
    const addRows = (first: number, here: number): void => {
      const count = here * dim;
      const sums = scratch.floats.subarray(0, count);
      for (let b = 0; b < batch; ++b) {
        const at = (b * places.count + first) * dim;
        copy(sums, view.subarray(at, at + count));
        module.add(0, count);
        copy(view, sums, at);
      }
    };
    // Without a batch, any number of positions fits: they need no table.
    if (batch) rows.eachPiece(places, { format: 0, bytes: 4 }, addRows);
    const shape = [...places.shape, dim];
    return { data, shape: given.batch === undefined ? shape : [batch, ...shape], dtype: 'float32' };
  };
