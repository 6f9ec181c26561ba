import type { Picture, SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { columnsOf, distance, firstDifference, posenc, rowOf } from './support.js';

/** The groups of matrix columns that the pixels of a row cover. */
function groupsOf(encoding: SinusoidEncoding, columnsPerPixel: number): number[][] {
  const columns = columnsOf(encoding);
  if (columnsPerPixel === 1) return columns.map((_, column) => [column]);
  const groups: number[][] = [];
  for (const half of ['first', 'second', 'zero']) {
    const members = columns.flatMap((place, column) => (place.column === half ? [{ place, column }] : []));
    members.sort((a, b) => ('pair' in a.place && 'pair' in b.place ? a.place.pair - b.place.pair : 0));
    for (let k = 0; k < members.length; k += columnsPerPixel) {
      groups.push(members.slice(k, k + columnsPerPixel).map(({ column }) => column));
    }
  }
  return groups;
}

const mean = (numbers: number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

/** Every cell computed, then averaged. */
function bruteForce(encoding: SinusoidEncoding, picture: Picture, sample: 'mean' | 'point'): number[] {
  const { start = 0, positionsPerPixel = 1, height, left = 0, columnsPerPixel = 1, width } = picture;
  const groups = groupsOf(encoding, columnsPerPixel).slice(left, width === undefined ? undefined : left + width);
  return Array.from({ length: height }, (_, y) => {
    const top = start + y * positionsPerPixel;
    const rows = Array.from({ length: sample === 'mean' ? positionsPerPixel : 1 }, (_, k) => rowOf(encoding, top + k));
    return groups.map((group) => mean(group.map((column) => mean(rows.map((row) => row[column] as number)))));
  }).flat();
}

const encodings: SinusoidEncoding[] = [
  { dim: 16 },
  { dim: 16, layout: 'halves' },
  { dim: 17 },
  { dim: 17, layout: 'halves' },
  { dim: 17, odd: 'truncate-next' },
  { dim: 17, odd: 'truncate-next', layout: 'halves' },
  { dim: 17, odd: 'zero' },
  { dim: 17, odd: 'zero', layout: 'halves' },
  { dim: 16, order: 'cos-sin' },
  { dim: 16, order: 'cos-sin', layout: 'halves', spacing: 'endpoint' },
  { dim: 16, origin: 2.5, scale: 0.7, valueScale: 3 },
  { dim: 16, scale: -2 },
  { dim: 16, padding: 12 },
  { dim: 1 },
  { dim: 1, odd: 'zero' },
];

describe.each(encodings)('%o', (encoding) => {
  describe.each([1, 2, 3, 100])('%d columns a pixel', (columnsPerPixel) => {
    test.each([1, 2, 5, 64])('%d positions a pixel', (positionsPerPixel) => {
      for (const start of [0, 3, -40]) {
        const picture: Picture = { start, positionsPerPixel, height: 7, columnsPerPixel };
        for (const sample of ['mean', 'point'] as const) {
          const truth = bruteForce(encoding, picture, sample);
          const { data, shape } = posenc.window(encoding, picture, { sample, dtype: 'float64' });
          expect(shape).toEqual([7, groupsOf(encoding, columnsPerPixel).length]);
          expect(distance(data, truth)).toBeLessThan(1e-13 * Math.max(1, encoding.valueScale ?? 1));
          const narrow = posenc.window(encoding, picture, { sample });
          expect(narrow.dtype).toBe('float32');
          // The row of padding is taken out of a mean after the mean is rounded.
          if ('padding' in encoding) expect(distance(narrow.data, data)).toBeLessThan(1.2e-7);
          else expect(firstDifference(narrow.data, data.map(Math.fround))).toBe(-1);
        }
      }
    });
  });
});

test('a window is a part of the picture', () => {
  const encoding: SinusoidEncoding = { dim: 50, layout: 'halves' };
  const all = posenc.window(encoding, { height: 30, positionsPerPixel: 10, columnsPerPixel: 3 });
  const across = all.shape[1] as number;
  expect(across).toBe(18);
  const part = posenc.window(encoding, {
    start: 50,
    height: 20,
    positionsPerPixel: 10,
    columnsPerPixel: 3,
    left: 4,
    width: 11,
  });
  expect(part.shape).toEqual([20, 11]);
  // Means are counted from the window's first row: within 1e-14, not to the bit.
  const cut = Array.from({ length: 20 }, (_, y) =>
    Array.from(all.data.subarray((y + 5) * across + 4, (y + 5) * across + 15)),
  );
  expect(distance(part.data, cut.flat())).toBeLessThan(6.1e-8);
  expect(posenc.window(encoding, { height: 2, left: 45 }).shape).toEqual([2, 5]);
});

test('one cell a pixel: the float32 table itself', () => {
  for (const encoding of [{ dim: 40 }, { dim: 41, odd: 'zero' }] satisfies SinusoidEncoding[]) {
    const table = posenc.encode(encoding, { start: 1000, count: 30 }, { dtype: 'float64' });
    const pixels = posenc.window(encoding, { start: 1000, height: 30 }, { dtype: 'float64' });
    expect(distance(pixels.data, table.data)).toBeLessThan(1e-14);
  }
});

test('a million positions a pixel: nothing but the slow columns is left', () => {
  const encoding: SinusoidEncoding = { dim: 4096, layout: 'halves' };
  const { data } = posenc.window(encoding, { positionsPerPixel: 1e6, height: 3 });
  expect(Math.abs(data[0] as number)).toBeLessThan(2.1e-6);
  expect(data.every((value) => Math.abs(value) <= 1)).toBe(true);
  // The slowest wavelength is 2 pi * 10^4: 16 turns a pixel and a bit.
  expect(Math.abs(data[2047] as number)).toBeLessThan(0.02);
});

test('pictures larger than the scratch buffer, wide and high', () => {
  for (const picture of [{ height: 3000 }, { height: 3, positionsPerPixel: 7 }]) {
    const encoding = { dim: picture.height === 3 ? 65536 : 300 };
    const whole = posenc.window(encoding, picture, { dtype: 'float64' });
    const [height = 0, width = 0] = whole.shape;
    const step = picture.positionsPerPixel ?? 1;
    for (const y of [0, Math.floor(height / 2), height - 1]) {
      const row = posenc.window(encoding, { ...picture, start: y * step, height: 1 }, { dtype: 'float64' });
      expect(distance(row.data, whole.data.subarray(y * width, (y + 1) * width))).toBeLessThan(1e-14);
    }
  }
});

test('empty windows and arrays of the caller', () => {
  expect(posenc.window({ dim: 8 }, { height: 0 }).shape).toEqual([0, 8]);
  expect(posenc.window({ dim: 8 }, { height: 3, width: 0 }).shape).toEqual([3, 0]);
  expect(posenc.window({ dim: 8 }, { height: 3, left: 8 }).shape).toEqual([3, 0]);
  const wide = new Float64Array(16);
  const result = posenc.window({ dim: 8 }, { height: 2 }, { into: wide });
  expect(result.data).toBe(wide);
  expect(result.dtype).toBe('float64');
  expect(wide[8]).toBeCloseTo(Math.sin(1), 15);
  const narrow = new Float32Array(16);
  expect(posenc.window({ dim: 8 }, { height: 2 }, { into: narrow }).dtype).toBe('float32');
  expect(narrow[8]).toBe(Math.fround(Math.sin(1)));
});
