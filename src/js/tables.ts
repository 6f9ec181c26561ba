// `encode` and `add`: rows of an encoding.
import { copy, type Numbers } from './arrays.js';
import type { Calls } from './calls.js';
import { optional } from './fields.js';
import { Operation } from './module.js';
import { readRows } from './rows.js';
import { DTYPES, Format, readTarget, resultOf } from './target.js';

const readEncode = optional('dtype* into* shape* channelsFirst=false');
const readAdd = optional('batch?');

export const encodeOver =
  (calls: Calls) =>
  (encoding: unknown, positions: unknown, options?: unknown): unknown => {
    const [dtype, into, sizes, channelsFirst] = readEncode(options);
    const asked = readRows(encoding, positions, sizes);
    const target = readTarget(dtype, into, DTYPES, asked.given);
    const rows = asked.check(calls);
    const { columns, count, shape, batched } = rows;
    if (!channelsFirst) return calls.table(target, rows, [...shape, columns]);
    // Each table of a batch stands turned over.
    const batch = batched ? shape.slice(0, 1) : [];
    const each = count / (batch[0] ?? 1);
    const made = calls.outputs[target.format] as Numbers;
    return calls.table(target, rows, [...batch, columns, ...shape.slice(batch.length)], (data, first, here) => {
      for (let c = 0; c < columns; ++c) {
        for (let r = 0; r < here; ++r) {
          const within = (first + r) % each;
          data[(first + r - within) * columns + c * each + within] = made[r * columns + c] as number;
        }
      }
    });
  };

export function addOver(calls: Calls) {
  const { call } = calls;
  const floats = calls.viewAt(Format.float32, calls.input);
  return (encoding: unknown, positions: unknown, embeddings: unknown, options?: unknown): unknown => {
    const [batch] = readAdd(options);
    const asked = readRows(encoding, positions);
    const target = readTarget(undefined, embeddings, ['float32'], asked.given, 'embeddings', true);
    const view = target.array as Numbers;
    const rows = asked.check(calls);
    const { columns, count } = rows;
    const times = batch ?? 1;
    call(Operation.checkBatch, times);
    call(Operation.checkEmbeddings, view.length, count * times, columns);
    const addRows = (first: number, here: number): void => {
      call(Operation.encodeRows, Format.float32, first, here);
      const sums = floats.subarray(0, here * columns);
      for (let b = 0; b < times; ++b) {
        const at = (b * count + first) * columns;
        copy(sums, view.subarray(at, at + sums.length));
        call(Operation.add, sums.length);
        copy(view, sums, at);
      }
    };
    // Without a batch, any number of positions fits: they need no table.
    if (times) calls.eachPiece(rows, columns * 4, addRows);
    const shape = [...rows.shape, columns];
    return resultOf(target, view, batch === undefined ? shape : [batch, ...shape]);
  };
}
