// Parameters of a sinusoidal table read off the table itself: size, frequencies, origin, for a layout.
import type { TableView } from './table.js';

export interface Estimate {
  readonly layout: 'interleaved' | 'halves';
  readonly order: 'sin-cos' | 'cos-sin';
  readonly zero: boolean;
  readonly pairs: number;
  /** The size of the values. */
  readonly size: number;
  /** Frequency of pair 0, and the factor from one pair to the next. */
  readonly first: number;
  readonly ratio: number;
  readonly origin: number;
}

const wrap = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/**
 * Each pair of columns must lie on one circle. Its angle in successive rows gives the frequency, doubled steps make it
 * precise (as far as row 128: positions of few bits are still whole there); the angles of the first row give the
 * origin, from the slowest pair, which has not turned yet, to the fastest.
 */
export function estimate(table: TableView, layout: Estimate['layout'], from: number): Estimate | undefined {
  const { rows, columns, at } = table;
  const odd = columns % 2 === 1;
  const last = columns - 1;
  const zero = odd && [0, 1, 2, 3].every((k) => at(Math.min(from + k, rows - 1), last) === 0);
  const pairs = (columns - (odd ? 1 : 0)) / 2;
  if (pairs < 1 || from + 1 >= rows) return undefined;
  const offset = odd && !zero ? pairs + 1 : pairs;
  const place = (pair: number) => (layout === 'interleaved' ? [2 * pair, 2 * pair + 1] : [pair, offset + pair]);
  const read = (row: number, pair: number) => place(pair).map((column) => at(row, column)) as [number, number];

  let size = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  const steps = [0, 1];
  while ((steps.at(-1) as number) < 128 && from + 2 * (steps.at(-1) as number) < rows)
    steps.push(2 * (steps.at(-1) as number));
  for (let pair = 0; pair < pairs; ++pair) {
    for (const step of steps) {
      const radius = Math.hypot(...read(from + step, pair));
      size += radius / (pairs * steps.length);
      least = Math.min(least, radius);
      most = Math.max(most, radius);
    }
  }
  if (!(size > 0) || most - least > 0.02 * size) return undefined;

  const frequencies: number[] = [];
  const phases: number[] = [];
  for (let pair = 0; pair < pairs; ++pair) {
    const angles = steps.map((step) => Math.atan2(...read(from + step, pair)));
    const phase = angles[0] as number;
    let w = wrap((angles[1] as number) - phase);
    steps.forEach((step, k) => {
      if (k > 1) w += wrap((angles[k] as number) - phase - step * w) / step;
    });
    frequencies.push(w);
    phases.push(phase);
  }
  const swapped = frequencies.reduce((sum, w) => sum + w, 0) < 0;
  const w = swapped ? frequencies.map((value) => -value) : frequencies;
  const phi = swapped ? phases.map((value) => Math.PI / 2 - value) : phases;

  // log w against the pair, weighted by w squared: the error of w is the same for all.
  let [s, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  w.forEach((value, i) => {
    if (!(value > 1e-9)) return;
    const weight = value * value;
    const y = Math.log(value);
    s += weight;
    sx += weight * i;
    sy += weight * y;
    sxx += weight * i * i;
    sxy += weight * i * y;
  });
  if (!s) return undefined;
  const spread = s * sxx - sx * sx;
  const slope = pairs > 1 && spread > 0 ? (s * sxy - sx * sy) / spread : 0;
  const first = Math.exp((sy - slope * sx) / s);

  let origin = 0;
  for (let i = pairs - 1; i >= 0; --i) {
    const rate = first * Math.exp(slope * i);
    origin += wrap((phi[i] as number) - rate * origin) / rate;
  }
  return {
    layout,
    order: swapped ? 'cos-sin' : 'sin-cos',
    zero,
    pairs,
    size,
    first,
    ratio: Math.exp(slope),
    origin: origin - from,
  };
}
