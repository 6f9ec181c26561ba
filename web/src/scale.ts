/**
 * Scales of charts: from values to pixels and back, with round numbers for ticks.
 *
 * Written here because the page's first load counts: d3-scale with what it needs is 15 KB gzip, this is half of one.
 */

export interface Scale {
  /** The pixel of a value. */
  (value: number): number;
  /** The value at a pixel. */
  invert(pixel: number): number;
  readonly kind: 'linear' | 'log';
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  /** Round values inside the domain, about `count` of them. */
  ticks(count: number): number[];
}

type Pair = readonly [number, number];

/** A scale that is linear in `to(value)`. */
function scaleOver(
  kind: Scale['kind'],
  domain: Pair,
  range: Pair,
  to: (value: number) => number,
  from: (value: number) => number,
  ticks: (count: number) => number[],
): Scale {
  const [low, high] = [to(domain[0]), to(domain[1])];
  const slope = high === low ? 0 : (range[1] - range[0]) / (high - low);
  const place = (value: number): number => range[0] + (to(value) - low) * slope;
  const invert = (pixel: number): number => from(slope === 0 ? low : low + (pixel - range[0]) / slope);
  return Object.assign(place, { invert, kind, domain, range, ticks });
}

const same = (value: number): number => value;

export function linearScale(domain: Pair, range: Pair): Scale {
  return scaleOver('linear', domain, range, same, same, (count) => linearTicks(...sorted(domain), count));
}

/** Both ends of the domain are above 0; values of 0 and less have no place (NaN or infinite). */
export function logScale(domain: Pair, range: Pair): Scale {
  return scaleOver(
    'log',
    domain,
    range,
    Math.log10,
    (value) => 10 ** value,
    (count) => logTicks(...sorted(domain), count),
  );
}

const sorted = ([a, b]: Pair): [number, number] => (a <= b ? [a, b] : [b, a]);

/** Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, about `count` of them. */
export function linearTicks(low: number, high: number, count: number): number[] {
  if (!(high > low) || count < 1) return high === low ? [low] : [];
  const rough = (high - low) / count;
  const power = Math.floor(Math.log10(rough));
  const excess = rough / 10 ** power;
  // The geometric means of neighbouring steps decide which is nearer.
  const factor = excess >= Math.sqrt(50) ? 10 : excess >= Math.sqrt(10) ? 5 : excess >= Math.sqrt(2) ? 2 : 1;
  // Steps below 1 are kept as whole divisors: multiples of 0.1 are not exact, divisions by 10 are rounded once.
  const divisor = power < 0 ? 10 ** -power / factor : 1;
  const step = power < 0 ? 1 : factor * 10 ** power;
  const [first, last] = [Math.ceil((low * divisor) / step), Math.floor((high * divisor) / step)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => ((first + k) * step) / divisor);
}

/** Ticks of a logarithmic axis: powers of ten, thinned to at most `count`; with 2 and 5 between if there are too few. */
export function logTicks(low: number, high: number, count: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const within = (tick: number): boolean => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9);
  const powers = Array.from({ length: last - first + 1 }, (_, k) => Number(`1e${first + k}`));
  const seen = powers.filter(within);
  if (seen.length < 2) return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter(within);
  const step = Math.max(1, Math.ceil(seen.length / Math.max(1, count)));
  return seen.filter((_, k) => k % step === 0);
}
