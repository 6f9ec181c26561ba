import type { SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { firstDifference, posenc } from './support.js';

/** Numbers of a fixed, irregular sequence in [-4, 4). */
function embeddings(length: number): Float32Array {
  let state = 12345;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 29 - 4;
  });
}

describe.each([
  [{ dim: 1 }, 5, 1],
  [{ dim: 7, odd: 'zero', layout: 'halves' }, 33, 3],
  [{ dim: 512 }, 128, 4],
  [{ dim: 512 }, 700, 2],
  [{ dim: 40_001 }, 9, 2],
  [{ dim: 3, scale: 2, valueScale: 0.5, padding: 4 }, 1000, 3],
] satisfies [SinusoidEncoding, number, number][])('%o, %d positions, batch %d', (encoding, count, batch) => {
  const { dim } = encoding;
  const x = embeddings(batch * count * dim);

  test.each([
    ['count', count],
    ['progression', { start: 1000, count }],
    ['list', Float64Array.from({ length: count }, (_, k) => (k % 5) * 1.5)],
  ])('%s: Math.fround(x + table)', (_, positions) => {
    const table = posenc.encode(encoding, positions).data;
    const sums = x.map((value, at) => Math.fround(value + (table[at % table.length] as number)));
    const data = x.slice();
    const result = posenc.add(encoding, positions, data, { batch });
    expect(result.data).toBe(data);
    expect(result.shape).toEqual([batch, count, dim]);
    expect(result.dtype).toBe('float32');
    expect(firstDifference(data, sums)).toBe(-1);
  });
});

test('shapes', () => {
  const x = new Float32Array(24);
  expect(posenc.add({ dim: 4 }, 6, x).shape).toEqual([6, 4]);
  expect(posenc.add({ dim: 4 }, 6, x, { batch: 1 }).shape).toEqual([1, 6, 4]);
  expect(posenc.add({ dim: 4 }, { data: [0, 1, 2, 3, 4, 5], shape: [2, 3] }, x).shape).toEqual([2, 3, 4]);
  expect(posenc.add({ dim: 4 }, 0, new Float32Array(0), { batch: 3 }).shape).toEqual([3, 0, 4]);
  expect(posenc.add({ dim: 4 }, 6, new Float32Array(0), { batch: 0 }).shape).toEqual([0, 6, 4]);
});

test('NaN, infinities and signed zeros add as floats do', () => {
  const x = Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, -0, Number.NEGATIVE_INFINITY, 3.4e38, 1e-45);
  const table = posenc.encode({ dim: 6 }, 1).data;
  const sums = x.map((value, k) => Math.fround(value + (table[k] as number)));
  posenc.add({ dim: 6 }, 1, x);
  expect(firstDifference(x, sums)).toBe(-1);
});

test('part of a larger array: nothing beside it changes', () => {
  const all = embeddings(100);
  const before = all.slice();
  posenc.add({ dim: 5 }, 4, all.subarray(10, 30));
  expect(Array.from(all.subarray(0, 10))).toEqual(Array.from(before.subarray(0, 10)));
  expect(Array.from(all.subarray(30))).toEqual(Array.from(before.subarray(30)));
  expect(all[11]).not.toBe(before[11]);
});
