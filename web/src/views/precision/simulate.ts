/**
 * The common ways to make a sinusoidal table in a number format, step by step as the code that people run rounds it:
 *
 *   cast         the exact table, each value rounded once;
 *   arithmetic   everything in float32, the result stored in the format (a buffer that is cast; Hugging Face's rotary
 *                embedding, which computes in float32 and casts cosines and sines);
 *   frequencies  the frequencies stored in the format, the rest in float32 (a module that is cast, with positions
 *                made in float32);
 *   module       frequencies, positions, their product and the result all in the format (tatp22's encoding in a module
 *                that is cast).
 *
 * Sines are those of doubles, rounded: the last bit of a float32 sine differs between libraries anyway.
 */

import type { SinusoidEncoding } from 'posenc';
import { type FormatId, type Rounding, roundingTo, storedAs } from '../../formats.ts';

export type Way = 'cast' | 'arithmetic' | 'frequencies' | 'module';
export const ways: readonly Way[] = ['cast', 'arithmetic', 'frequencies', 'module'];

export const wayNames: Readonly<Record<Way, string>> = {
  cast: 'exact, cast',
  arithmetic: 'float32 arithmetic',
  frequencies: 'frequencies cast',
  module: 'all cast',
};

const f = Math.fround;

/**
 * The frequencies as float32 code makes them. For the paper's law that is the PyTorch tutorial's
 * exp(2i * (-ln(base)/d)) with every step rounded; for others the exact frequency rounded once.
 * @param exact angular frequencies, with `scale`
 */
export function float32Frequencies(
  encoding: SinusoidEncoding,
  exact: ArrayLike<number>,
  lawWidth: number,
): Float32Array {
  const { base = 10000, spacing = 'paper', scale = 1, unit = 'radian' } = encoding;
  const isPaper =
    spacing === 'paper' &&
    scale === 1 &&
    unit === 'radian' &&
    !encoding.frequencies &&
    !encoding.frequencyFactors &&
    !encoding.scaling;
  if (!isPaper) return Float32Array.from(exact);
  const rate = f(-Math.log(base) / lawWidth);
  return Float32Array.from(exact, (_, i) => Math.exp(f(2 * i * rate)));
}

/** What a simulation needs to know of an encoding. */
export interface Law {
  /** Exact angular frequencies in doubles, and as float32 code makes them. */
  readonly exact: ArrayLike<number>;
  readonly single: Float32Array;
  readonly origin: number;
  /** What values are multiplied by: the scale of values and an attention factor. */
  readonly amplitude: number;
}

/** Angles of a position, one a pair, as a way rounds them. Not for 'cast', which has no arithmetic of its own. */
export interface Rounded {
  readonly sine: (pair: number, position: number) => number;
  readonly cosine: (pair: number, position: number) => number;
}

/** Values as a way computes them in a format; null for 'cast', which rounds the exact ones. */
export function simulated(way: Way, format: FormatId, { single, origin, amplitude }: Law): Rounded | null {
  if (way === 'cast') return null;
  const store = storedAs(format);
  const same: Rounding = f;
  const kept = way === 'arithmetic' ? same : store;
  const whole = way === 'module' ? store : same;
  const frequencies = Float64Array.from(single, kept);
  const angle = (pair: number, position: number): number =>
    whole(whole(position + origin) * (frequencies[pair] as number));
  const scaled = (value: number): number => store(amplitude === 1 ? whole(value) : whole(value) * amplitude);
  return {
    sine: (pair, position) => scaled(Math.sin(angle(pair, position))),
    cosine: (pair, position) => scaled(Math.cos(angle(pair, position))),
  };
}

/** Where a row's columns come from: pair of each column, and whether it holds the sine; -1 for a column of zeros. */
export interface ColumnMap {
  readonly pairs: Int32Array;
  readonly isSine: Uint8Array;
}

/** A row as a way computes it. */
export function simulatedRow(
  way: Way,
  format: FormatId,
  law: Law,
  map: ColumnMap,
  position: number,
  exactRow: ArrayLike<number>,
): Float64Array {
  return rowMaker(way, format, law, map)(position, exactRow);
}

/** The same with everything prepared that does not depend on the position. */
export function rowMaker(
  way: Way,
  format: FormatId,
  law: Law,
  { pairs, isSine }: ColumnMap,
): (position: number, exactRow: ArrayLike<number>) => Float64Array {
  const values = simulated(way, format, law);
  const round = roundingTo(format);
  return (position, exactRow) =>
    Float64Array.from(pairs, (pair, column) => {
      if (!values) return round(exactRow[column] as number);
      if (pair < 0) return 0;
      return isSine[column] ? values.sine(pair, position) : values.cosine(pair, position);
    });
}

/** The largest distance of a row from the exact one. */
export function worstOf(row: ArrayLike<number>, exact: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 0; k < row.length; k++) worst = Math.max(worst, Math.abs((row[k] as number) - (exact[k] as number)));
  return worst;
}

/** Two rows of the same numbers. */
export interface Collision {
  readonly first: number;
  readonly second: number;
}

/** Finds the first row that equals an earlier one: yields how many rows were compared, and the pair at last. */
export function* findCollision(
  rowOf: (position: number) => Float64Array,
  start: number,
  count: number,
): Generator<number, Collision | null> {
  const seen = new Map<number, number[]>();
  for (let k = 0; k < count; k++) {
    const position = start + k;
    const row = rowOf(position);
    // NaN equals nothing, and rows of it would all be compared with each other.
    if (row.some(Number.isNaN)) {
      yield k + 1;
      continue;
    }
    const key = hashOf(row);
    const before = (seen.get(key) ?? []).find((other) => rowOf(other).every((value, c) => value === row[c]));
    if (before !== undefined) return { first: before, second: position };
    seen.set(key, [...(seen.get(key) ?? []), position]);
    yield k + 1;
  }
  return null;
}

/** FNV-1a over the bits of doubles; +0 and -0 are the same number. */
function hashOf(row: Float64Array): number {
  const words = new Uint32Array(row.map((value) => value + 0).buffer);
  let hash = 2166136261;
  for (const word of words) hash = Math.imul(hash ^ word, 16777619);
  return hash;
}

/** Positions at even distances on a logarithmic axis, without repetitions: 1 ... last. */
export function logPositions(last: number, count: number): number[] {
  const steps = Array.from({ length: count }, (_, k) => Math.round(last ** (k / (count - 1))));
  return [...new Set(steps)];
}
