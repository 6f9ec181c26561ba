import { describe, expect, test } from 'vitest';
import { bitsOf, type GoldenCase, golden, posenc } from './support.js';

/** sin and cos of position * base^(-2i/d), computed with 80 digits. */
const cases = golden('truth_sinusoid');

/** Calls check(our value, truth's name, index in truth) for all values that the case has. */
function eachValue(
  { params, shape }: GoldenCase,
  data: ArrayLike<number>,
  check: (ours: number, which: 'sin' | 'cos', at: number) => void,
) {
  const dim = params.d as number;
  const columns = params.columns as number[];
  for (let row = 0; row < (shape[0] as number); ++row) {
    columns.forEach((pair, column) => {
      const at = row * columns.length + column;
      check(data[row * dim + 2 * pair] as number, 'sin', at);
      // The last cosine of an odd width has no column.
      if (2 * pair + 1 < dim) check(data[row * dim + 2 * pair + 1] as number, 'cos', at);
    });
  }
}

const encodingOf = ({ params }: GoldenCase) => ({ dim: params.d as number, base: Number(params.base) });
const positionsOf = ({ params }: GoldenCase) => (params.positions as string[]).map(Number);

describe.each(cases)('$name', (golden) => {
  const sin = golden.data;
  const cos = golden.outputs.cos_f64?.data as number[];
  const encoding = encodingOf(golden);
  const positions = positionsOf(golden);

  test('float32: every bit, from a list and row by row', () => {
    const truth = { sin: golden.outputs.sin_f32?.data, cos: golden.outputs.cos_f32?.data };
    const single = positions.map((start) => posenc.encode(encoding, { start, count: 1 }).data);
    const joined = single.flatMap((row) => Array.from(row));
    let wrong = 0;
    let seen = 0;
    for (const data of [posenc.encode(encoding, positions).data, joined]) {
      eachValue(golden, data, (ours, which, at) => {
        ++seen;
        if (ours !== Math.fround(truth[which]?.[at] as number)) ++wrong;
      });
    }
    expect(seen).toBeGreaterThanOrEqual(positions.length * 2);
    expect(wrong).toBe(0);
  });

  test('float64: within 1e-15', () => {
    let worst = 0;
    eachValue(golden, posenc.encode(encoding, positions, { dtype: 'float64' }).data, (ours, which, at) => {
      worst = Math.max(worst, Math.abs(ours - ((which === 'sin' ? sin : cos)[at] as number)));
    });
    expect(worst).toBeLessThanOrEqual(1e-15);
  });

  test.each(['float16', 'bfloat16'] as const)('%s: the double rounded once', (dtype) => {
    let wrong = 0;
    eachValue(golden, posenc.encode(encoding, positions, { dtype }).data, (ours, which, at) => {
      if (ours !== bitsOf((which === 'sin' ? sin : cos)[at] as number, dtype)) ++wrong;
    });
    expect(wrong).toBe(0);
  });

  test('frequencies: within an ulp and a half', () => {
    const ours = posenc.frequencies(encoding).data;
    (golden.params.columns as number[]).forEach((pair, at) => {
      const truth = golden.outputs.freq_f64?.data[at] as number;
      expect(Math.abs((ours[pair] as number) / truth - 1)).toBeLessThanOrEqual(3.4e-16);
    });
  });
});

test('the tests round as IEEE 754 says', () => {
  // [value, float16, bfloat16]: exact values, ties, carries, subnormal numbers.
  const known: [number, number, number][] = [
    [0, 0x0000, 0x0000],
    [-0, 0x8000, 0x8000],
    [1, 0x3c00, 0x3f80],
    [-1, 0xbc00, 0xbf80],
    [0.5, 0x3800, 0x3f00],
    [1 + 2 ** -11, 0x3c00, 0x3f80],
    [1 + 3 * 2 ** -11, 0x3c02, 0x3f80],
    [1 + 2 ** -8, 0x3c04, 0x3f80],
    [1 + 3 * 2 ** -8, 0x3c0c, 0x3f82],
    [2 - 2 ** -20, 0x4000, 0x4000],
    [2 ** -14, 0x0400, 0x3880],
    [2 ** -24, 0x0001, 0x3380],
    [2 ** -25, 0x0000, 0x3300],
    [3 * 2 ** -25, 0x0002, 0x33c0],
    [Math.PI, 0x4248, 0x4049],
  ];
  for (const [value, half, brain] of known) {
    expect([value, bitsOf(value, 'float16'), bitsOf(value, 'bfloat16')]).toEqual([value, half, brain]);
  }
});
