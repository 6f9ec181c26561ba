// `encode` and `add`: rows of an encoding.
import { copy, plainView } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType } from './errors.js';
import { fields, flag, number } from './fields.js';
import { Operation } from './module.js';
import { readRows } from './rows.js';
import { checkApart, DTYPES, readTarget, resultOf } from './target.js';

export const encodeOver =
  (calls: Calls) =>
  (encoding: unknown, positions: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['dtype', 'into', 'shape', 'channelsFirst']);
    const channelsFirst = flag('channelsFirst', given.channelsFirst, false);
    const asked = readRows(encoding, positions, given.shape);
    const target = readTarget(given.dtype, given.into, DTYPES);
    checkApart('into', target.array, asked.given);
    const rows = asked.check(calls);
    const { columns, count, shape, called } = rows;
    const data = calls.arrayOf(target, count, columns, called);
    // With channels first, each table of a batch stands turned over.
    const batch = channelsFirst && rows.batched ? shape.slice(0, 1) : [];
    const each = count / (batch[0] ?? 1);
    calls.eachPiece(rows, columns * target.bytes, (first, here) => {
      calls.call(Operation.encodeRows, target.format, first, here);
      if (channelsFirst) calls.scratch.turn(target.format, data, first, here, columns, each);
      else calls.scratch.take(target.format, data, first * columns, here * columns);
    });
    const sizes = channelsFirst ? [...batch, columns, ...shape.slice(batch.length)] : [...shape, columns];
    return resultOf(target, data, sizes);
  };

export const addOver =
  (calls: Calls) =>
  (encoding: unknown, positions: unknown, embeddings: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['batch']);
    const batch = number('batch', given.batch, 1);
    const asked = readRows(encoding, positions);
    if (arrayClass(embeddings) !== 'Float32Array') throw wrongType('embeddings', embeddings, 'a Float32Array');
    const data = embeddings as Float32Array;
    const view = plainView<Float32Array>('embeddings', data, 'Float32Array');
    checkApart('embeddings', view, asked.given);
    const { call, scratch, check } = calls;
    const rows = asked.check(calls);
    const { columns } = rows;
    check(call(Operation.checkBatch, batch));
    check(call(Operation.checkEmbeddings, view.length, rows.count * batch, columns));
    const addRows = (first: number, here: number): void => {
      const count = here * columns;
      call(Operation.encodeRows, 0, first, here);
      const sums = scratch.floats.subarray(0, count);
      for (let b = 0; b < batch; ++b) {
        const at = (b * rows.count + first) * columns;
        copy(sums, view.subarray(at, at + count));
        call(Operation.add, count);
        copy(view, sums, at);
      }
    };
    // Without a batch, any number of positions fits: they need no table.
    if (batch) calls.eachPiece(rows, columns * 4, addRows);
    const shape = [...rows.shape, columns];
    return { data, shape: given.batch === undefined ? shape : [batch, ...shape], dtype: 'float32' };
  };
