import type { SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { columnsOf, distance, errorOf, frequenciesOf, posenc } from './support.js';

const encodings: SinusoidEncoding[] = [
  { dim: 2 },
  { dim: 64 },
  { dim: 64, layout: 'halves', order: 'cos-sin', spacing: 'endpoint' },
  { dim: 33 },
  { dim: 33, odd: 'truncate-next', layout: 'halves' },
  { dim: 33, odd: 'zero' },
  { dim: 40, base: 100, scale: 0.3, valueScale: 2, origin: 5 },
];

/** (sin, cos) of each complete pair in a row. */
function pairsOf(encoding: SinusoidEncoding, row: Float64Array): [number, number][] {
  const pairs: [number | undefined, number | undefined][] = [];
  columnsOf(encoding).forEach((place, column) => {
    if (place.column === 'zero') return;
    const which = (place.column === 'first') === ((encoding.order ?? 'sin-cos') === 'sin-cos') ? 0 : 1;
    pairs[place.pair] ??= [undefined, undefined];
    (pairs[place.pair] as [unknown, unknown])[which] = row[column];
  });
  return pairs.filter((pair): pair is [number, number] => !pair.includes(undefined));
}

const rowAt = (encoding: SinusoidEncoding, p: number) => posenc.encode(encoding, [p], { dtype: 'float64' }).data;

describe.each(encodings)('%o', (encoding) => {
  test('shift: PE(p + k) = M_k PE(p)', () => {
    for (const k of [0, 1, -1, 5, 1000, 0.25, 123456.75]) {
      const { data: m, shape, dtype } = posenc.shift(encoding, k);
      expect(shape).toEqual([frequenciesOf(encoding).length, 2, 2]);
      expect(dtype).toBe('float64');
      for (const p of [0, 1, 17, 4096, -3.5]) {
        const moved = pairsOf(encoding, rowAt(encoding, p + k)).flat();
        const rotated = pairsOf(encoding, rowAt(encoding, p)).flatMap(([sin, cos], i) => {
          const [a = 0, b = 0, c = 0, d = 0] = m.subarray(4 * i, 4 * i + 4);
          return [a * sin + b * cos, c * sin + d * cos];
        });
        expect(distance(rotated, moved)).toBeLessThan(1e-13);
      }
    }
  });

  test('similarity: the dot product of complete pairs', () => {
    const offsets = [0, 1, 2, 10, -10, 0.5, 1000];
    const { data, shape, dtype } = posenc.similarity(encoding, offsets);
    expect([shape, dtype]).toEqual([[7], 'float64']);
    offsets.forEach((k, at) => {
      for (const p of [0, 31]) {
        const a = pairsOf(encoding, rowAt(encoding, p));
        const b = pairsOf(encoding, rowAt(encoding, p + k));
        const dot = a.reduce((sum, [sin, cos], i) => sum + sin * (b[i]?.[0] ?? 0) + cos * (b[i]?.[1] ?? 0), 0);
        expect(Math.abs(dot - (data[at] as number))).toBeLessThan(1e-12);
      }
    });
  });

  test('sin^2 + cos^2 of complete pairs', () => {
    const size = (encoding.valueScale ?? 1) ** 2;
    for (const p of [0, 1, 99, 1e6 + 1, 2 ** 52]) {
      for (const [sin, cos] of pairsOf(encoding, Float64Array.from(posenc.encode(encoding, [p]).data))) {
        expect(Math.abs(sin * sin + cos * cos - size)).toBeLessThan(2.4e-7 * size);
      }
    }
  });
});

test('shift of one position, stated by hand', () => {
  const [sin, cos] = [Math.sin(1), Math.cos(1)];
  expect(distance(posenc.shift({ dim: 2 }, 1).data, [cos, sin, -sin, cos])).toBeLessThan(1e-15);
});

test('shift of the widest encoding', () => {
  const { data } = posenc.shift({ dim: 65536 }, 3);
  const frequencies = posenc.frequencies({ dim: 65536 }).data;
  const stated = Array.from(frequencies, (w) => [Math.cos(3 * w), Math.sin(3 * w), -Math.sin(3 * w), Math.cos(3 * w)]);
  expect(distance(data, stated.flat())).toBeLessThan(1e-14);
});

test('similarity of every form of offsets, more than fit in the scratch buffer', () => {
  const list = Array.from({ length: 70_000 }, (_, k) => k - 35_000);
  const whole = posenc.similarity({ dim: 6 }, { start: -35_000, count: 70_000 });
  expect(distance(posenc.similarity({ dim: 6 }, list).data, whole.data)).toBe(0);
  expect(whole.data[35_000]).toBe(3);
  expect(whole.data[69_999]).toBeCloseTo(
    [1, 10 ** (-4 / 3), 10 ** (-8 / 3)].reduce((s, w) => s + Math.cos(w * 34_999), 0),
    10,
  );
  expect(posenc.similarity({ dim: 6 }, { data: [1, 2, 3, 4], shape: [2, 2] }).shape).toEqual([2, 2]);
  expect(distance(posenc.similarity({ dim: 6 }, 3).data, posenc.similarity({ dim: 6 }, [0, 1, 2]).data)).toBe(0);
});

test('similarity knows no origin', () => {
  // At this origin no position above 0 is in reach; distances are.
  const near = posenc.similarity({ dim: 8, scale: 2 }, [5]).data;
  const far: SinusoidEncoding = { dim: 8, scale: 2, origin: 2 ** 53 };
  expect(posenc.similarity(far, { start: 5, count: 1 }).data).toEqual(near);
  expect(posenc.similarity(far, [5]).data).toEqual(near);
  expect(() => posenc.encode(far, [5])).toThrow(RangeError);
  // The encoding in use afterwards has its origin again.
  const moved: SinusoidEncoding = { dim: 8, origin: 3 };
  posenc.similarity(moved, [5]);
  expect(posenc.encode(moved, 1).data).toEqual(posenc.encode({ dim: 8 }, [3]).data);
});

test('results into arrays of the caller', () => {
  for (const [length, call] of [
    [8, (into: Float64Array) => posenc.frequencies({ dim: 16 }, { into })],
    [8, (into: Float64Array) => posenc.wavelengths({ dim: 16 }, { into })],
    [32, (into: Float64Array) => posenc.shift({ dim: 16 }, 2, { into })],
    [5, (into: Float64Array) => posenc.similarity({ dim: 16 }, 5, { into })],
  ] as const) {
    const into = new Float64Array(length);
    const result = call(into);
    expect(result.data).toBe(into);
    expect(into.every((value) => value !== 0)).toBe(true);
  }
});

test('rows of the paper law are distinct', () => {
  const { data } = posenc.encode({ dim: 8 }, 100_000);
  const rows = new Set<string>();
  for (let row = 0; row < 100_000; ++row) rows.add(data.subarray(row * 8, row * 8 + 8).join());
  expect(rows.size).toBe(100_000);
});

test('encodings that are no sinusoids are told by their kind', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what the types forbid
  const loose = posenc as any;
  const grid = { kind: 'grid', axes: [{ dim: 4 }] };
  const message = "RangeError: invalid kind: 'grid' ('sinusoid')";
  expect(errorOf(() => loose.frequencies(grid))).toBe(message);
  expect(errorOf(() => loose.shift(grid, 1))).toBe(message);
  expect(errorOf(() => loose.window(grid, { height: 1 }))).toBe(message);
});
