// Parameters of a sinusoidal table read off the table itself: size, frequencies, origin, for a layout.
import type { TableView } from './table.js';

export interface Estimate {
  readonly order: 'sin-cos' | 'cos-sin';
  /** The last column of an odd width is 0. */
  readonly zero: boolean;
  /** The size of the values. */
  readonly size: number;
  /** Frequency of pair 0, and the logarithm of the factor from one pair to the next. */
  readonly first: number;
  readonly slope: number;
  readonly origin: number;
}

const wrap = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/**
 * Each pair of columns must lie on one circle. Its angle in successive rows gives the frequency, doubled steps make it
 * precise (as far as row 128: positions of few bits are still whole there); the angles of the first row give the
 * origin, from the slowest pair, which has not turned yet, to the fastest.
 */
export function estimate(table: TableView, halves: boolean, from: number): Estimate | undefined {
  const { rows, columns, at } = table;
  const odd = columns % 2;
  const zero = odd > 0 && [0, 1, 2, 3].every((k) => at(Math.min(from + k, rows - 1), columns - 1) === 0);
  const pairs = (columns - odd) / 2;
  const steps = [0, 1, 2, 4, 8, 16, 32, 64, 128].filter((step) => from + step < rows);
  if (pairs < 1 || steps.length < 2) return undefined;
  const second = pairs + (odd && !zero ? 1 : 0);
  const radii: number[] = [];
  const circles = Array.from({ length: pairs }, (_, pair) => {
    const [a, b] = halves ? [pair, second + pair] : [2 * pair, 2 * pair + 1];
    const [phase, ...angles] = steps.map((step) => {
      const [x, y] = [at(from + step, a), at(from + step, b)];
      radii.push(Math.hypot(x, y));
      return Math.atan2(x, y);
    }) as [number, ...number[]];
    let w = 0;
    angles.forEach((angle, k) => {
      const step = 2 ** k;
      w += wrap(angle - phase - step * w) / step;
    });
    return { w, phase };
  });
  const size = sum(radii) / radii.length;
  if (!(size > 0) || radii.some((radius) => Math.abs(radius - size) > 0.02 * size)) return undefined;
  const swapped = sum(circles.map(({ w }) => w)) < 0;
  const turned = swapped ? circles.map(({ w, phase }) => ({ w: -w, phase: Math.PI / 2 - phase })) : circles;

  // The error of w is the same for all pairs, so one far from the first that still turns fast says most of the factor.
  const telling = turned.reduce((best, { w }, i) => (w * i > (turned[best]?.w ?? 0) * best ? i : best), 0);
  const first = turned[0]?.w ?? 0;
  if (!(first > 0)) return undefined;
  const slope = telling && Math.log((turned[telling]?.w ?? 0) / first) / telling;

  const origin = turned.reduceRight((found, { phase }, i) => {
    const rate = first * Math.exp(slope * i);
    return found + wrap(phase - rate * found) / rate;
  }, 0);
  return {
    order: swapped ? 'cos-sin' : 'sin-cos',
    zero,
    size,
    first,
    slope,
    origin: origin - from,
  };
}
