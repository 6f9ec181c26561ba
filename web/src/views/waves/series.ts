/** The waves of chosen columns over the positions that are seen: what the charts and the saved numbers show. */

import type { Posenc, SinusoidEncoding } from 'posenc';
import { type Columns, columnOf, functionOf } from '../../columns.ts';
import type { AnyEncoding } from '../../encoding.ts';
import { type Source, streamOf } from '../../source.ts';
import type { Span } from '../../span.ts';
import { sineRange } from './extremes.ts';

/** A column, by its pair and half. */
export interface Wave {
  readonly pair: number;
  readonly half: 0 | 1;
}

export interface Line {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Columns of the chosen pairs; one that the width has no place for (the last cosine of an odd width) is left out. */
export function wavesOf(columns: Columns, pairs: readonly number[], functions: string): Wave[] {
  const halves = ([0, 1] as const).filter((half) => {
    const name = functionOf(columns, half);
    return name === 'value' ? half === 0 : functions === 'both' || name === functions;
  });
  return pairs.flatMap((pair) =>
    halves.filter((half) => columnOf(columns, pair, half) >= 0).map((half) => ({ pair, half })),
  );
}

/**
 * Some pairs to begin with: those that turn 1, 4, 16 and 64 times within the length, or within the longest wavelength
 * where that is shorter; of tables four columns at even distances.
 */
export function usualPairs(columns: Columns, wavelengths: ArrayLike<number>, length: number): number[] {
  const count = columns.firsts;
  if (wavelengths.length === 0) return [...new Set([0, 1, 2, 3].map((k) => Math.floor((k * (count - 1)) / 3)))];
  const finite = Array.from(wavelengths).filter(Number.isFinite);
  const whole = Math.min(length, Math.max(...finite.slice(-1), ...finite.slice(0, 1), 1));
  const nearest = (turns: number): number => {
    let best = 0;
    const distance = (k: number): number => Math.abs(Math.log((wavelengths[k] as number) / (whole / turns)));
    for (let k = 1; k < wavelengths.length; k++) if (distance(k) < distance(best)) best = k;
    return best;
  };
  return [...new Set([64, 16, 4, 1].map(nearest))].sort((a, b) => a - b);
}

const isOneStream = (encoding: AnyEncoding): encoding is SinusoidEncoding =>
  (encoding.kind === undefined || encoding.kind === 'sinusoid') && streamOf(encoding) === 0;

export interface WaveSource {
  readonly posenc: Posenc;
  readonly encoding: AnyEncoding;
  readonly columns: Columns;
  readonly source: Source;
  readonly start: number;
  readonly length: number;
}

/** A column of a sinusoid at the first position of each step. */
function pointsOf({ posenc }: WaveSource, encoding: SinusoidEncoding, column: number, span: Span): Float64Array {
  const picture = { start: span.first, positionsPerPixel: span.step, height: span.count, left: column, width: 1 };
  return posenc.window(encoding, picture, { sample: 'point', dtype: 'float64' }).data;
}

/**
 * One point a position; where a pixel covers several, the exact lowest and highest of them. A decay (xPos) counts as
 * that of the pixel's first position.
 */
export function lineOf(from: WaveSource, { pair, half }: Wave, span: Span): Line {
  const { encoding, columns, source, start, length } = from;
  const column = columnOf(columns, pair, half);
  const { first, count, step } = span;
  if (step === 1) {
    const y = isOneStream(encoding)
      ? pointsOf(from, encoding, column, span)
      : Float64Array.from({ length: count }, (_, k) => source.valueAt(first - start + k, column));
    return { x: Float64Array.from({ length: count }, (_, k) => first + k), y };
  }
  const ranges = isOneStream(encoding)
    ? sinusoidRanges(from, encoding, { pair, half }, span)
    : tableRanges(from, column, span);
  const x = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    const covered = Math.min(step, start + length - (first + k * step));
    x[2 * k] = x[2 * k + 1] = first + k * step + (covered - 1) / 2;
  }
  return { x, y: ranges };
}

function tableRanges(
  { source, start, length }: WaveSource,
  column: number,
  { first, count, step }: Span,
): Float64Array {
  const ranges = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    let [low, high] = [Infinity, -Infinity];
    const begin = first - start + k * step;
    for (let row = begin; row < Math.min(length, begin + step); row++) {
      const value = source.valueAt(row, column);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    ranges[2 * k] = low;
    ranges[2 * k + 1] = high;
  }
  return ranges;
}

/** Phases of the pixels' first positions from the package, and from there on the range of a sine. */
function sinusoidRanges(from: WaveSource, whole: SinusoidEncoding, { pair, half }: Wave, span: Span): Float64Array {
  const { posenc, columns, start, length } = from;
  const { padding: _, ...encoding } = whole;
  // The first function of a pair always has a column; in the other order it is the other function.
  const column = columnOf(columns, pair, 0);
  const sines = pointsOf(from, { ...encoding, order: 'sin-cos' }, column, span);
  const cosines = pointsOf(from, { ...encoding, order: 'cos-sin' }, column, span);
  const frequency = posenc.frequencies(encoding).data[pair] as number;
  const isSine = functionOf(columns, half) === 'sin';
  const sign = (encoding.valueScale ?? 1) < 0 ? -1 : 1;
  const ranges = new Float64Array(2 * span.count);
  for (let k = 0; k < span.count; k++) {
    const [sine, cosine] = [sign * (sines[k] as number), sign * (cosines[k] as number)];
    const size = Math.hypot(sine, cosine);
    const phase = Math.atan2(sine, cosine) + (isSine ? 0 : Math.PI / 2);
    const covered = Math.min(span.step, start + length - (span.first + k * span.step));
    const [low, high] = sineRange(phase, frequency, covered);
    ranges[2 * k] = size * (sign > 0 ? low : -high);
    ranges[2 * k + 1] = size * (sign > 0 ? high : -low);
  }
  return ranges;
}

/** The curves that positions are taken from, at `count` places between; null for tables, which have nothing between. */
export function curvesOf(from: WaveSource, waves: readonly Wave[], span: Span, count: number): Line[] | null {
  const { posenc, encoding, columns } = from;
  if (!isOneStream(encoding)) return null;
  const { padding: _, ...shown } = encoding;
  const last = span.first + span.count - 1;
  const x = Float64Array.from({ length: count }, (_, k) => span.first + ((last - span.first) * k) / (count - 1));
  const drawn = waves.map(({ pair, half }) => ({ column: columnOf(columns, pair, half), y: new Float64Array(count) }));
  // Some rows at a time: rows have thousands of columns, of which a few are drawn.
  const { dim } = columns;
  const most = Math.max(1, Math.floor(2 ** 16 / dim));
  const block = new Float64Array(most * dim);
  for (let begin = 0; begin < count; begin += most) {
    const part = x.subarray(begin, begin + most);
    posenc.encode(shown, part, { dtype: 'float64', into: block.subarray(0, part.length * dim) });
    for (const { column, y } of drawn) {
      for (let k = 0; k < part.length; k++) y[begin + k] = block[k * dim + column] as number;
    }
  }
  return drawn.map(({ y }) => ({ x, y }));
}
