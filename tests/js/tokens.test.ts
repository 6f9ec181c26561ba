import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { distance, golden, posenc } from './support.js';

/** fairseq: cumsum(token != padding) * (token != padding) + padding. */
function makePositions(tokens: number[], length: number, padding: number): number[] {
  return tokens.map((token, at) => {
    const seen = tokens.slice(at - (at % length), at + 1).filter((one) => one !== padding).length;
    return token === padding ? padding : seen + padding;
  });
}

test("fairseq's own run: positions, then the table", () => {
  const run = golden('fairseq_sinusoid').find(({ name }) => name === 'forward with padding');
  const tokens = run?.inputs.tokens;
  const padding = run?.params.padding_idx as number;
  if (!run || !tokens) throw new Error('the golden file lacks its case');
  const places = posenc.positions({ tokens: tokens.data, shape: tokens.shape, padding });
  expect(Array.from(places.data)).toEqual(run.outputs.positions?.data);
  expect(places.shape).toEqual([3, 5]);
  // The result goes straight into encode.
  const table = posenc.encode(presets.fairseq(8, { padding }), places);
  expect(table.shape).toEqual([3, 5, 8]);
  expect(distance(table.data, run.data)).toBeLessThan(2.4e-7);

  const wide = posenc.positions({ tokens: tokens.data, shape: tokens.shape, padding, dtype: 'int64' });
  expect(wide.data).toBeInstanceOf(BigInt64Array);
  expect(wide.dtype).toBe('int64');
  expect(Array.from(wide.data, Number)).toEqual(run.outputs.positions?.data);
  expect(posenc.encode(presets.fairseq(8, { padding }), wide).data).toEqual(table.data);
});

describe.each([1, 0, -5, 2 ** 40])('padding %d', (padding) => {
  test.each([1, 2, 7, 100])('rows of %d', (length) => {
    const tokens = Array.from({ length: length * 9 }, (_, k) => ((k * k) % 7 < 3 ? padding : k % 11));
    const { data, shape, dtype } = posenc.positions({ tokens, padding, shape: [3, 3, length] });
    expect([shape, dtype]).toEqual([[3, 3, length], 'float64']);
    expect(Array.from(data)).toEqual(makePositions(tokens, length, padding));
  });
});

test('one row longer than the scratch buffer counts on', () => {
  const tokens = Int32Array.from({ length: 140_000 }, (_, k) => (k % 3 === 0 ? 1 : 5));
  const { data, shape } = posenc.positions({ tokens, padding: 1 });
  expect(shape).toEqual([140_000]);
  let count = 1;
  expect(data.every((position, k) => position === (tokens[k] === 1 ? 1 : ++count))).toBe(true);
});

test('no tokens', () => {
  expect(posenc.positions({ tokens: [], padding: 1 }).shape).toEqual([0]);
  expect(posenc.positions({ tokens: [], padding: 1, shape: [4, 0] }).shape).toEqual([4, 0]);
  expect(posenc.positions({ tokens: [], padding: 1, shape: [0, 4] }).shape).toEqual([0, 4]);
  expect(posenc.positions({ tokens: [9], padding: 1, shape: [] }).data).toEqual(Float64Array.of(2));
});

test('tokens of 64 bits', () => {
  const tokens = BigInt64Array.of(5n, 1n, 2n ** 53n, 1n, 7n);
  expect(Array.from(posenc.positions({ tokens, padding: 1 }).data)).toEqual([2, 1, 3, 1, 4]);
});
