// What every encoding means, in plain doubles with Math.*: the formulas as src/js/types states them, good to about 1e-15
// times the angle. It shares nothing with the library: it shows that presets describe what the code they name computes.
import type {
  AlibiEncoding,
  DebertaEncoding,
  FourierEncoding,
  GridAxis,
  GridEncoding,
  Scaling,
  SinusoidEncoding,
  SwinEncoding,
  T5Encoding,
} from 'posenc';

type Sinusoid = Omit<SinusoidEncoding, 'kind'>;
export type Evaluated = SinusoidEncoding | GridEncoding | FourierEncoding;

export const range = (count: number) => Array.from({ length: count }, (_, k) => k);
const UNIT = { radian: 1, 'half-turn': Math.PI, turn: 2 * Math.PI };

/** Width of the law and number of pairs, by the rule for odd widths. */
function widthOf({ dim, odd = 'truncate' }: Sinusoid): { width: number; pairs: number } {
  if (odd === 'error' && dim % 2) throw new RangeError(`dim ${dim} is odd`);
  const width = dim % 2 === 0 ? dim : odd === 'zero' ? dim - 1 : odd === 'truncate-next' ? dim + 1 : dim;
  return { width, pairs: Math.ceil(width / 2) };
}

/** Frequencies before `scaling`, in radians per position. */
function lawOf(encoding: Sinusoid, base = encoding.base ?? 10000): number[] {
  const { spacing = 'paper', shift = 0, unit = 'radian', frequencies, frequencyFactors } = encoding;
  const { width, pairs } = widthOf(encoding);
  const n = width / 2;
  return range(pairs).map((i) => {
    let w = 1;
    if (frequencies) w = frequencies[i] as number;
    else if (spacing === 'paper') w = base ** ((-2 * i) / width);
    else if (pairs === 1) w = 1;
    else if (spacing === 'endpoint') w = base ** (-i / (n - 1));
    else if (spacing === 'shifted') w = base ** (-i / (n - shift));
    else w = 1 + (i * (base - 1)) / (n - 1);
    return (w * UNIT[unit]) / ((frequencyFactors?.[i] as number) ?? 1);
  });
}

const clip = (x: number) => Math.min(1, Math.max(0, x));

/**
 * Frequencies in radians per position, without `scale`, and the attention factor.
 * @param reach length reached: the largest position + 1
 */
export function frequenciesOf(encoding: Sinusoid, reach = 1): { w: number[]; attention: number } {
  const { dim: r, base = 10000, scaling } = encoding;
  const w = lawOf(encoding);
  if (!scaling) return { w, attention: 1 };
  const rebased = (factor: number) => lawOf(encoding, base * factor ** (r / (r - 2)));
  switch (scaling.type) {
    case 'linear':
      return { w: w.map((one) => one / scaling.factor), attention: 1 };
    case 'ntk':
      return { w: rebased(scaling.factor), attention: 1 };
    case 'dynamic': {
      const stretch = (scaling.length ?? reach) / scaling.originalLength;
      return { w: stretch > 1 ? rebased(scaling.factor * stretch - (scaling.factor - 1)) : w, attention: 1 };
    }
    case 'yarn':
      return { w: yarn(w, r, base, scaling), attention: yarnAttention(scaling) };
    case 'longrope': {
      const long = (scaling.length ?? reach) > scaling.originalLength;
      const factors = long ? scaling.longFactor : scaling.shortFactor;
      const byRule =
        scaling.factor > 1 ? Math.sqrt(1 + Math.log(scaling.factor) / Math.log(scaling.originalLength)) : 1;
      return { w: w.map((one, i) => one / (factors[i] as number)), attention: scaling.attentionFactor ?? byRule };
    }
    case 'llama3': {
      const { factor, lowFreqFactor: low, highFreqFactor: high, originalLength } = scaling;
      const blend = (one: number) => {
        const turns = (originalLength * one) / (2 * Math.PI);
        if (turns > high) return one;
        if (turns < low) return one / factor;
        const kept = (turns - low) / (high - low);
        return ((1 - kept) * one) / factor + kept * one;
      };
      return { w: w.map(blend), attention: 1 };
    }
    case 'proportional': {
      const kept = Math.floor((scaling.fraction * r) / 2);
      return { w: w.map((one, i) => (i < kept ? one / (scaling.factor ?? 1) : 0)), attention: 1 };
    }
  }
}

type Yarn = Extract<Scaling, { type: 'yarn' }>;

function yarn(w: number[], r: number, base: number, scaling: Yarn): number[] {
  const { factor, originalLength, betaFast = 32, betaSlow = 1, truncate = true, extrapolation = 1 } = scaling;
  const pairOf = (turns: number) => (r * Math.log(originalLength / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const low = Math.max(truncate ? Math.floor(pairOf(betaFast)) : pairOf(betaFast), 0);
  let high = Math.min(truncate ? Math.ceil(pairOf(betaSlow)) : pairOf(betaSlow), r - 1);
  if (high === low) high += 0.001;
  return w.map((one, i) => {
    const mix = extrapolation * (1 - clip((i - low) / (high - low)));
    return (one / factor) * (1 - mix) + one * mix;
  });
}

function yarnAttention({ factor, attentionFactor, mscale, mscaleAllDim }: Yarn): number {
  const grown = (m: number) => (factor <= 1 ? 1 : 0.1 * m * Math.log(factor) + 1);
  if (attentionFactor !== undefined) return attentionFactor;
  if (mscale !== undefined && mscaleAllDim !== undefined) return grown(mscale) / grown(mscaleAllDim);
  return grown(1);
}

interface Pair {
  readonly angle: number;
  readonly amplitude: number;
}

/** Angle and amplitude of each pair at a position, or at one of each stream. */
function pairsOf(encoding: Sinusoid, position: number | readonly number[], reach?: number): Pair[] {
  const { scale = 1, valueScale = 1, origin = 0, xpos, dim } = encoding;
  const places = typeof position === 'number' ? [position] : position;
  const { w, attention } = frequenciesOf(encoding, reach ?? Math.max(...places) + 1);
  const streams = streamsOf(encoding, w.length);
  return w.map((one, i) => {
    const p = places[streams[i] as number] as number;
    const { scaleBase = 1, center = 0, gamma = 0.4 } = xpos ?? {};
    const decay = xpos ? ((2 * i) / dim + gamma) / (1 + gamma) : 1;
    return {
      angle: one * scale * (p + origin),
      amplitude: valueScale * attention * decay ** ((p - center) / scaleBase),
    };
  });
}

/** The stream of each pair. */
export function streamsOf({ sections, sectionOrder = 'chunked' }: Sinusoid, pairs: number): number[] {
  if (!sections) return range(pairs).map(() => 0);
  if (sectionOrder === 'chunked') return sections.flatMap((size, stream) => range(size).map(() => stream));
  if (sectionOrder === 'alternating') {
    const [time = 0] = sections;
    return range(pairs).map((i) => (i < pairs - time ? 1 + (i % 2) : 0));
  }
  const rest = sectionOrder === 'interleaved' ? 0 : 3;
  return range(pairs).map((i) => (i < 3 * (sections[i % 3] as number) ? i % 3 : rest));
}

const values = ({ angle, amplitude }: Pair) => ({ sin: amplitude * Math.sin(angle), cos: amplitude * Math.cos(angle) });

/** First and second functions of all pairs. */
function functionsOf(encoding: Pick<Sinusoid, 'order'>, pairs: Pair[]): [number[], number[]] {
  const sines = pairs.map((pair) => values(pair).sin);
  const cosines = pairs.map((pair) => values(pair).cos);
  return encoding.order === 'cos-sin' ? [cosines, sines] : [sines, cosines];
}

const laidOut = (layout: string | undefined, [first, second]: [number[], number[]]) =>
  layout === 'halves' ? [...first, ...second] : first.flatMap((value, i) => [value, second[i] as number]);

/** A row of a sinusoidal encoding. */
export function sinusoidRow(encoding: Sinusoid & { kind?: unknown }, position: number, reach?: number): number[] {
  const { dim, layout, odd = 'truncate', padding } = encoding;
  if (position === padding) return range(dim).map(() => 0);
  const row = laidOut(layout, functionsOf(encoding, pairsOf(encoding, position, reach)));
  if (dim % 2 && odd === 'zero') row.push(0);
  return row.slice(0, dim);
}

/** The coordinate of cell k of s. */
function coordinateOf(
  { coordinates = 'index', offset = 0, reference }: Pick<GridAxis, 'coordinates' | 'offset' | 'reference'>,
  k: number,
  s: number,
): number {
  const stretch = reference === undefined ? 1 : reference / s;
  if (coordinates === 'ends') return (s === 1 ? -1 : (2 * k - (s - 1)) / (s - 1)) * stretch;
  if (coordinates === 'centres') return (2 * k + 1 - s) / s;
  if (coordinates === 'fractions') return (k + 1) / (s + 1e-6);
  return (k + offset) * stretch;
}

/** All cells of a grid, row-major, as points. */
export function pointsOf(encoding: GridEncoding | FourierEncoding, sizes: readonly number[]): number[][] {
  let cells: number[][] = [[]];
  sizes.forEach((s, axis) => {
    const own = encoding.kind === 'grid' ? (encoding.axes[axis] as GridAxis) : encoding;
    cells = cells.flatMap((cell) => range(s).map((k) => [...cell, coordinateOf(own, k, s)]));
  });
  return cells;
}

/** A row of a grid encoding at a point. */
export function gridRow(encoding: GridEncoding, point: readonly number[]): number[] {
  const { axes, axisOrder = range(axes.length), blocks = 'axis-major', identity = false } = encoding;
  const each = axisOrder.map((axis) => {
    const own = axes[axis] as GridAxis;
    const at = point[axis] as number;
    return { own, at, functions: functionsOf(own, pairsOf(own, at)) };
  });
  let columns: number[];
  if (blocks === 'axis-major') {
    columns = each.flatMap(({ own, at }) => sinusoidRow(own, at));
  } else if (blocks === 'function-major') {
    columns = [0, 1].flatMap((f) => each.flatMap(({ functions }) => functions[f] as number[]));
  } else {
    const pairs = each[0]?.functions[0].length ?? 0;
    columns = range(pairs).flatMap((i) =>
      [0, 1].flatMap((f) => each.map(({ functions }) => functions[f]?.[i] as number)),
    );
  }
  const row = identity ? [...point, ...columns] : columns;
  const { dim = row.length } = encoding;
  return range(dim).map((j) => row[j] ?? 0);
}

function fourierPairs(encoding: FourierEncoding, point: readonly number[]): Pair[] {
  const { axes, frequencies, unit = 'radian', axisOrder = range(axes), valueScale = 1, dim } = encoding;
  const n = dim / 2;
  return range(n).map((i) => ({
    angle:
      UNIT[unit] *
      axisOrder.reduce((sum, axis, k) => sum + (frequencies[k * n + i] as number) * (point[axis] as number), 0),
    amplitude: valueScale,
  }));
}

/** A row of a Fourier encoding at a point. */
export function fourierRow(encoding: FourierEncoding, point: readonly number[]): number[] {
  const row = laidOut(encoding.layout, functionsOf(encoding, fourierPairs(encoding, point)));
  return encoding.identity ? [...point, ...row] : row;
}

/** The table of all cells of a grid, class rows first. */
export function gridTable(encoding: GridEncoding | FourierEncoding, sizes: readonly number[]): number[] {
  const rows = pointsOf(encoding, sizes).map((point) =>
    encoding.kind === 'grid' ? gridRow(encoding, point) : fourierRow(encoding, point),
  );
  const zeros = encoding.kind === 'grid' ? (encoding.classRows ?? 0) : 0;
  return [...range(zeros * (rows[0]?.length ?? 0)).map(() => 0), ...rows.flat()];
}

/** Cosines and sines of the pairs of a rotation at a position, a point, or a position of each stream. */
export function rotation(
  encoding: Evaluated,
  position: number | readonly number[],
  reach?: number,
): { cos: number[]; sin: number[] } {
  const point = typeof position === 'number' ? [position] : position;
  let pairs: Pair[];
  if (encoding.kind === 'grid') {
    const { axes, axisOrder = range(axes.length) } = encoding;
    pairs = axisOrder.flatMap((axis) => pairsOf(axes[axis] as GridAxis, point[axis] as number));
  } else if (encoding.kind === 'fourier') pairs = fourierPairs(encoding, point);
  else pairs = pairsOf(encoding, position, reach);
  return { cos: pairs.map((pair) => values(pair).cos), sin: pairs.map((pair) => values(pair).sin) };
}

/** Rotates the channels from `first` on of one head at one position: (x, y) of a pair becomes (c x - s y, s x + c y). */
export function rotated(
  encoding: Evaluated,
  position: number | readonly number[],
  x: readonly number[],
  { reach, inverse = false, first = 0 }: { reach?: number; inverse?: boolean; first?: number } = {},
): number[] {
  const { cos, sin } = rotation(encoding, position, reach);
  const y = [...x];
  cos.forEach((c, i) => {
    const s = inverse ? -(sin[i] as number) : (sin[i] as number);
    const half = encoding.pairing === 'half';
    const a = first + (half ? i : 2 * i);
    const b = first + (half ? i + cos.length : 2 * i + 1);
    y[a] = c * (x[a] as number) - s * (x[b] as number);
    y[b] = s * (x[a] as number) + c * (x[b] as number);
  });
  return y;
}

/** ALiBi's slopes. */
export function slopesOf({ heads, maxBias = 8, order = 'published' }: AlibiEncoding): number[] {
  const below = 2 ** Math.floor(Math.log2(heads));
  const slopes = range(below).map((k) => 2 ** ((-maxBias * (k + 1)) / below));
  const more = range(heads - below).map((k) => 2 ** ((-maxBias * (2 * k + 1)) / (2 * below)));
  const all = [...slopes, ...more];
  return order === 'sorted' ? all.sort((a, b) => b - a) : all;
}

/** ALiBi's bias of query i and key j among `keys`, for a slope. */
export function alibiBias(
  { anchor = 'distance' }: AlibiEncoding,
  slope: number,
  i: number,
  j: number,
  keys: number,
): number {
  if (anchor === 'distance') return -slope * Math.abs(i - j);
  return slope * (anchor === 'key' ? j : j - (keys - 1));
}

/** T5's bucket of key - query. */
export function t5Bucket(
  { buckets = 32, maxDistance = 128, bidirectional = true }: T5Encoding,
  relative: number,
): number {
  const count = bidirectional ? buckets / 2 : buckets;
  const later = bidirectional && relative > 0 ? count : 0;
  const distance = bidirectional ? Math.abs(relative) : Math.max(-relative, 0);
  const exact = Math.floor(count / 2);
  if (distance < exact) return later + distance;
  const grown = Math.trunc((Math.log(distance / exact) / Math.log(maxDistance / exact)) * (count - exact));
  return later + Math.min(exact + grown, count - 1);
}

/** DeBERTa's bucket of query - key. */
export function debertaBucket({ buckets, maxPosition = 512 }: DebertaEncoding, relative: number): number {
  const distance = Math.abs(relative);
  if (buckets === undefined) return relative;
  const exact = Math.floor(buckets / 2);
  if (distance <= exact) return relative;
  const grown = Math.ceil((Math.log(distance / exact) / Math.log((maxPosition - 1) / exact)) * (exact - 1));
  return Math.sign(relative) * (exact + grown);
}

/** Swin's and BEiT's index, [N, N]. */
export function swinIndex({ window: [height, width], classToken = false }: SwinEncoding): number[] {
  const cells = range(height * width);
  const pairs = (2 * height - 1) * (2 * width - 1);
  const y = (cell: number) => Math.floor(cell / width);
  const index = (a: number, b: number) =>
    (y(a) - y(b) + height - 1) * (2 * width - 1) + (a % width) - (b % width) + width - 1;
  const rows = cells.map((a) => cells.map((b) => index(a, b)));
  if (!classToken) return rows.flat();
  return [pairs + 2, ...cells.map(() => pairs), ...rows.flatMap((row) => [pairs + 1, ...row])];
}
