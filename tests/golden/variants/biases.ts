// Biases, buckets and resized tables by their published formulas.
import { type Case, float32, float64, int64, numbers, range, variant } from './support.js';

/** 2^(-most k/c) up to the power of two below, then every other one of the power above. */
function slopes(heads: number, most = 8): number[] {
  const below = 2 ** Math.floor(Math.log2(heads));
  const list = (c: number) => range(c, 1).map((k) => 2 ** ((-most * k) / c));
  return [...list(below), ...list(2 * below).filter((_, k) => k % 2 === 0)].slice(0, heads);
}

function bloom(heads: number, attention_mask: number[][]): Case {
  const data = attention_mask.flatMap((row) => {
    let seen = 0;
    const positions = row.map((kept) => {
      seen += kept;
      return (seen - 1) * kept;
    });
    return slopes(heads).flatMap((slope) => positions.map((p) => slope * p));
  });
  const length = attention_mask[0]?.length ?? 0;
  return variant(
    'bloom build_alibi_tensor',
    { heads, attention_mask, dtype: 'torch.float32' },
    float32([attention_mask.length * heads, 1, length], data),
  );
}

export const alibi = (): Case[] => [
  ...[3, 11, 24, 100].map((heads) => ({
    ...variant('slopes', { heads }, float64([heads], slopes(heads)), {
      outputs: { bloom_f32: float32([heads], slopes(heads)) },
    }),
    measured_max_abs_err: 1e-16,
    bloom_f32_max_abs_err: 1e-8,
  })),
  bloom(3, [
    [0, 0, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1],
  ]),
  variant(
    'mpt build_mpt_alibi_tensor',
    { heads: 5, sequence_length: 4, alibi_bias_max: 4 },
    float32(
      [5, 1, 4],
      // llm-foundry's way: the power of two above, odd ones first.
      [1, 3, 5, 7, 0].map((k) => 2 ** (-4 * ((k + 1) / 8))).flatMap((slope) => range(4).map((j) => slope * (j - 3))),
    ),
  ),
];

function t5Bucket(relative: number, bidirectional: boolean, buckets: number, most: number): number {
  const half = bidirectional ? buckets >> 1 : buckets;
  const distance = bidirectional ? Math.abs(relative) : Math.max(-relative, 0);
  const exact = half >> 1;
  const later = bidirectional && relative > 0 ? half : 0;
  if (distance < exact) return later + distance;
  const growing = Math.floor((Math.log(distance / exact) / Math.log(most / exact)) * (half - exact));
  return later + Math.min(exact + growing, half - 1);
}

const buckets = (bidirectional: boolean, num_buckets: number, max_distance: number, start: number, last: number) =>
  variant(
    'relative_position_bucket',
    { bidirectional, num_buckets, max_distance, start, end_inclusive: last },
    int64(
      [last - start + 1],
      range(last - start + 1, start).map((r) => t5Bucket(r, bidirectional, num_buckets, max_distance)),
    ),
    { exact_mismatches_pos_got_exact: [] },
  );

export const t5 = (): Case[] => [
  buckets(true, 20, 300, -400, 333),
  buckets(false, 24, 100, -150, 7),
  buckets(true, 31, 100, -120, 120),
  variant('relative_position_bucket', { start: 90, end_inclusive: 92 }, int64([3], [30, 31, 31])),
];

function logBucket(relative: number, size: number, most: number): number {
  const middle = size >> 1;
  const distance = Math.abs(relative);
  if (distance < middle) return relative;
  const log = Math.ceil((Math.log(distance / middle) / Math.log((most - 1) / middle)) * (middle - 1)) + middle;
  return distance <= middle ? relative : Math.sign(relative) * log;
}

export const deberta = (): Case[] => [
  variant(
    'make_log_bucket_position',
    { bucket_size: 48, max_position: 200, start: -90, end_inclusive: 260 },
    int64(
      [351],
      range(351, -90).map((r) => logBucket(r, 48, 200)),
    ),
    { exact_mismatches: [] },
  ),
  variant('build_relative_position', { query_size: 2, key_size: 3 }, int64([1, 2, 3], [0, -1, -2, 1, 0, -1])),
  variant(
    'build_relative_position',
    { query_size: 9, key_size: 4, bucket_size: 4, max_position: 7 },
    int64(
      [1, 9, 4],
      range(9).flatMap((q) => range(4).map((k) => logBucket(q - k, 4, 7))),
    ),
  ),
];

function windowIndex(height: number, width: number, class_token: boolean): Case {
  const tokens = range(height * width);
  const rows = tokens.map((a) =>
    tokens.map((b) => {
      const [down, right] = [Math.floor(a / width) - Math.floor(b / width), (a % width) - (b % width)];
      return (down + height - 1) * (2 * width - 1) + right + width - 1;
    }),
  );
  const last = (2 * height - 1) * (2 * width - 1);
  const all = class_token ? [[last + 2, ...tokens.map(() => last)], ...rows.map((row) => [last + 1, ...row])] : rows;
  return variant(
    'gen_relative_position_index',
    { q_size: [height, width], class_token },
    int64([all.length, all.length], all.flat()),
  );
}

export const swin = (): Case[] => [windowIndex(5, 3, false), windowIndex(1, 4, true)];

const cubic = (a: number) => (x: number) => {
  const t = Math.abs(x);
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
  return t < 2 ? a * (((t - 5) * t + 8) * t - 4) : 0;
};
const triangle = (x: number) => Math.max(1 - Math.abs(x), 0);

/** What each place of a line of `to` takes from a line of `from`: [place, weight]. */
function taps(from: number, to: number, kernel: (x: number) => number, reach: number, antialias: boolean) {
  const ratio = from / to;
  const wide = antialias ? Math.max(ratio, 1) : 1;
  return range(to).map((k) => {
    const centre = ratio * (k + 0.5) - 0.5;
    const list: [number, number][] = [];
    for (let place = Math.ceil(centre - reach * wide); place <= centre + reach * wide; ++place) {
      const weight = kernel((place - centre) / wide);
      // With antialias what lies outside is left out, without it the border stands for it.
      if (antialias && (place < 0 || place >= from)) continue;
      list.push([Math.min(Math.max(place, 0), from - 1), weight]);
    }
    const sum = list.reduce((total, [, weight]) => total + weight, 0);
    return list.map(([place, weight]): [number, number] => [place, antialias ? weight / sum : weight]);
  });
}

function resized(
  x: number[],
  from: [number, number],
  to: [number, number],
  dim: number,
  bicubic: boolean,
  antialias: boolean,
) {
  const kernel = bicubic ? cubic(antialias ? -0.5 : -0.75) : triangle;
  const [down, right] = [0, 1].map((axis) => taps(from[axis] ?? 0, to[axis] ?? 0, kernel, bicubic ? 2 : 1, antialias));
  return (down ?? []).flatMap((rows) =>
    (right ?? []).flatMap((columns) =>
      range(dim).map((d) => {
        let sum = 0;
        for (const [row, a] of rows)
          for (const [column, b] of columns) sum += a * b * (x[(row * from[1] + column) * dim + d] ?? 0);
        return sum;
      }),
    ),
  );
}

function resampled(
  from: [number, number],
  to: [number, number],
  prefix: number,
  interpolation: string,
  antialias: boolean,
) {
  const dim = 2;
  const x = numbers((prefix + from[0] * from[1]) * dim);
  const grid = resized(x.slice(prefix * dim), from, to, dim, interpolation === 'bicubic', antialias);
  return variant(
    'resample_abs_pos_embed',
    { old_size: from, new_size: to, num_prefix_tokens: prefix, interpolation, antialias, dim },
    float32([1, prefix + to[0] * to[1], dim], [...x.slice(0, prefix * dim), ...grid]),
    { inputs: { posemb: float32([1, prefix + from[0] * from[1], dim], x) } },
  );
}

export function resample(): Case[] {
  const nhwc = numbers(3 * 5 * 2, 7);
  const table = numbers(9 * 3, 9);
  return [
    resampled([3, 4], [5, 2], 2, 'bicubic', false),
    resampled([6, 5], [4, 9], 0, 'bicubic', true),
    resampled([7, 3], [3, 4], 1, 'bilinear', true),
    resampled([2, 4], [5, 7], 1, 'bilinear', false),
    variant(
      'resample_abs_pos_embed_nhwc',
      { new_size: [4, 2], interpolation: 'bilinear', antialias: false },
      float32([1, 4, 2, 2], resized(nhwc, [3, 5], [4, 2], 2, false, false)),
      { inputs: { posemb: float32([1, 3, 5, 2], nhwc) } },
    ),
    variant(
      'mae interpolate_pos_embed',
      { old_grid: 3, new_grid: 5, extra_tokens: 0, dim: 3, interpolation: 'bicubic', antialias: false },
      float32([1, 25, 3], resized(table, [3, 3], [5, 5], 3, true, false)),
      { inputs: { posemb: float32([1, 9, 3], table) } },
    ),
    variant(
      'resize_rel_pos_bias_table_simple',
      { old_window: 2, new_window: 4, heads: 3, interpolation: 'bicubic', antialias: false },
      float32([49, 3], resized(table, [3, 3], [7, 7], 3, true, false)),
      { inputs: { table: float32([9, 3], table) } },
    ),
  ];
}
