// What the variants share: entries of golden files, numbers to turn, and frequencies in plain doubles.
import { type Case, type Entry, range } from './tables.js';

export { type Case, type Entry, golden, range } from './tables.js';

export const product = (sizes: number[]) => sizes.reduce((a, b) => a * b, 1);

export const float32 = (shape: number[], data: number[]): Entry => ({
  shape,
  dtype: 'float32',
  data: data.map(Math.fround),
});
export const float64 = (shape: number[], data: number[]): Entry => ({ shape, dtype: 'float64', data });
export const int64 = (shape: number[], data: number[]): Entry => ({ shape, dtype: 'int64', data });

/** The nearest bfloat16 to a float32, even in ties. */
export function bfloat16(value: number): number {
  const bits = new Uint32Array(new Float32Array([value]).buffer);
  const half = 0x7fff + (((bits[0] ?? 0) >>> 16) & 1);
  bits[0] = ((bits[0] ?? 0) + half) & 0xffff0000;
  return new Float32Array(bits.buffer)[0] ?? 0;
}

/** A case whose numbers are those of plain doubles, rounded once. */
export function variant(name: string, params: Record<string, unknown>, entry: Entry, more: Partial<Case> = {}): Case {
  return { name, params, ...entry, measured_max_abs_err: 1e-7, ...more };
}

/** Multiples of 2^-10 in [-2, 2), always the same ones. */
export function numbers(count: number, seed = 1): number[] {
  let state = seed;
  return range(count).map(() => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return (Math.floor(state / 2 ** 19) % 4096) / 1024 - 2;
  });
}

/** base^(-2i/width) for every whole pair. */
export const powers = (width: number, base: number) => range(width >> 1).map((i) => base ** ((-2 * i) / width));

/** [position][pair] */
export const anglesAt = (positions: number[], frequencies: number[]) =>
  positions.map((p) => frequencies.map((w) => p * w));

/** Sines of all angles, then cosines. */
export const halves = (p: number, frequencies: number[]) => [
  ...frequencies.map((w) => Math.sin(p * w)),
  ...frequencies.map((w) => Math.cos(p * w)),
];

export type Pairing = 'adjacent' | 'half';

/**
 * x [outer, rows, inner, width] turned by the angles [rows][pair], cosines and sines times an amplitude.
 * @param inner how many rows of channels stand at one position
 */
export function turned(
  x: number[],
  width: number,
  inner: number,
  angles: number[][],
  pairing: Pairing,
  { first = 0, amplitude = () => 1 }: { first?: number; amplitude?: (row: number, pair: number) => number } = {},
): number[] {
  const result = [...x];
  const rows = angles.length;
  for (let start = 0; start < x.length; start += width) {
    const row = Math.floor(start / (width * inner)) % rows;
    const pairs = angles[row]?.length ?? 0;
    for (let i = 0; i < pairs; ++i) {
      const a = start + first + (pairing === 'half' ? i : 2 * i);
      const b = pairing === 'half' ? a + pairs : a + 1;
      const angle = angles[row]?.[i] ?? 0;
      const [cos, sin] = [Math.cos(angle) * amplitude(row, i), Math.sin(angle) * amplitude(row, i)];
      result[a] = cos * (x[a] ?? 0) - sin * (x[b] ?? 0);
      result[b] = sin * (x[a] ?? 0) + cos * (x[b] ?? 0);
    }
  }
  return result;
}

/** The same for every channel of a pair. */
export const spread = (values: number[], pairing: Pairing) =>
  pairing === 'half' ? [...values, ...values] : values.flatMap((value) => [value, value]);

/** Cells of a grid in row-major order. */
export function cells(sizes: number[]): number[][] {
  return sizes.reduce<number[][]>((list, size) => list.flatMap((cell) => range(size).map((k) => [...cell, k])), [[]]);
}
