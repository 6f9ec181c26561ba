// Rotations by their published formulas: diffusers, lucidrains, GPT-J, Meta, DeepSeek, ggml, Qwen-VL.

import { yarnFrequencies } from './scalings.js';
import {
  anglesAt,
  bfloat16,
  type Case,
  cells,
  float32,
  int64,
  numbers,
  type Pairing,
  powers,
  product,
  range,
  spread,
  turned,
  variant,
} from './support.js';

const { sin, cos } = Math;
/** cos and sin side by side, as complex numbers. */
const complex = (angles: number[][], amplitude = 1) =>
  angles.flat().flatMap((angle) => [amplitude * cos(angle), amplitude * sin(angle)]);

export function diffusersRotary(): Case[] {
  const pos = [0, 3, 41];
  const frequencies = powers(12, 500 * 3).map((w) => w / 2);
  const angles = anglesAt(pos, frequencies);
  const x = numbers(2 * 3 * 12);
  const params = { dim: 12, pos, theta: 500, linear_factor: 2, ntk_factor: 3 };
  const table = (f: (angle: number) => number, pairing: Pairing) =>
    float32([3, 12], angles.flatMap((row) => spread(row, pairing)).map(f));
  return [true, false].flatMap((adjacent) => {
    const pairing = adjacent ? 'adjacent' : 'half';
    return [
      variant('get_1d_rotary_pos_embed', { ...params, repeat_interleave_real: adjacent }, table(cos, pairing), {
        outputs: { sin: table(sin, pairing) },
        primary: 'cos',
      }),
      variant(
        'apply_rotary_emb',
        { ...params, pairing: adjacent ? 'interleaved' : 'half', freqs_dtype: 'torch.float64' },
        float32([1, 2, 3, 12], turned(x, 12, 1, angles, pairing)),
        { inputs: { x: float32([1, 2, 3, 12], x) } },
      ),
    ];
  });
}

export function lucidrains(): Case[] {
  const rotated = (params: Record<string, unknown>, frequencies: number[], positions: number[], width: number) => {
    const x = numbers(2 * positions.length * width, width);
    const shape = [1, 2, positions.length, width];
    return variant(
      'rotate_queries_or_keys',
      params,
      float32(shape, turned(x, width, 1, anglesAt(positions, frequencies), 'adjacent')),
      { inputs: { t: float32(shape, x) } },
    );
  };
  const freqs = (params: Record<string, unknown>, frequencies: number[]) =>
    variant('freqs', params, float32([frequencies.length], frequencies));
  const linear = range(6).map((k) => Math.PI * (1 + (k / 5) * 8));

  const length = 5;
  const [q, k] = [numbers(length * 12, 2), numbers(length * 12, 4)];
  const angles = anglesAt(range(length), powers(12, 300));
  const decay = (row: number, pair: number) => ((2 * pair + 0.4 * 12) / (1.4 * 12)) ** ((row - 2) / 16);
  const xpos = (x: number[], amplitude: (row: number, pair: number) => number) =>
    float32([1, 1, length, 12], turned(x, 12, 1, angles, 'adjacent', { amplitude }));

  const dims = [2, 3];
  const axial = cells(dims).map((cell) => cell.flatMap((p) => powers(6, 70).map((w) => p * w)));
  const image = numbers(product(dims) * 14, 6);

  const given = anglesAt([4, 0.5, 2], [1, 0.3]);
  const some = numbers(3 * 7, 8);
  const freqsInput = float32(
    [3, 4],
    given.flatMap((row) => spread(row, 'adjacent')),
  );
  // Angles are the float32 numbers that the file holds.
  const rounded = given.map((row) => row.map(Math.fround));

  return [
    freqs({ dim: 12, freqs_for: 'pixel', max_freq: 18 }, linear),
    freqs({ dim: 12, freqs_for: 'constant', num_freqs: 3 }, [1, 1, 1]),
    freqs({ dim: 6, theta: 50, theta_rescale_factor: 3 }, powers(6, 50 * 3 ** (6 / 4))),
    freqs({ dim: 7, theta: 50 }, powers(7, 50)),
    freqs({ dim: 4, custom_freqs: [2, 0.5] }, [2, 0.5]),
    rotated(
      { dim: 6, theta: 50, offset: 7, interpolate_factor: 3 },
      powers(6, 50),
      range(4, 7).map((n) => n / 3),
      9,
    ),
    rotated(
      { dim: 4, freqs_for: 'pixel', max_freq: 6 },
      [1, 3].map((w) => w * Math.PI),
      range(3),
      4,
    ),
    rotated({ dim: 6, theta: 50, cache_if_possible: false, seq_dim: -2 }, powers(6, 50), range(3), 6),
    rotated({ dim: 8, freqs_for: 'constant', num_freqs: 2 }, [1, 1], range(3), 8),
    variant(
      'rotate_queries_and_keys (xpos)',
      { dim: 12, theta: 300, use_xpos: true, xpos_scale_base: 16 },
      xpos(q, decay),
      {
        inputs: { q: float32([1, 1, length, 12], q), k: float32([1, 1, length, 12], k) },
        outputs: {
          rotated_k: xpos(k, (row, pair) => 1 / decay(row, pair)),
          scale: float32(
            [length, 12],
            range(length).flatMap((row) =>
              spread(
                range(6).map((i) => decay(row, i)),
                'adjacent',
              ),
            ),
          ),
        },
        primary: 'rotated_q',
      },
    ),
    variant(
      'get_axial_freqs + apply_rotary_emb',
      { dim: 6, theta: 70, dims },
      float32(
        [2, 3, 12],
        axial.flatMap((row) => spread(row, 'adjacent')),
      ),
      {
        inputs: { x: float32([1, 2, 3, 14], image) },
        outputs: { rotated: float32([1, 2, 3, 14], turned(image, 14, 1, axial, 'adjacent')) },
      },
    ),
    bfloat16Input(),
    variant(
      'apply_rotary_emb start_index',
      { dim: 4, start_index: 1 },
      float32([1, 1, 3, 7], turned(some, 7, 1, rounded, 'adjacent', { first: 1 })),
      { inputs: { x: float32([1, 1, 3, 7], some), freqs: freqsInput } },
    ),
  ];
}

/** Positions are counted in bfloat16, cosines and products are float32, the result is rounded. */
function bfloat16Input(): Case {
  const rows = [0, 5, 256, 299, 300, 511];
  const positions = rows.map((row) => bfloat16(bfloat16(row) + 2));
  const x = numbers(rows.length * 6, 15).map(bfloat16);
  const shape = [rows.length, 6];
  const data = turned(x, 6, 1, anglesAt(positions, powers(6, 40)), 'adjacent').map(bfloat16);
  return variant(
    'rotate_queries_or_keys bfloat16 input',
    { dim: 6, theta: 40, offset: 2 },
    { shape, dtype: 'bfloat16', data },
    {
      inputs: { rows: int64([rows.length], rows), x_rows: { shape, dtype: 'bfloat16', data: x } },
      measured_max_abs_err: 2.5,
    },
  );
}

export function gptJ(): Case[] {
  const positions = [5, 0, 19];
  const x = numbers(3 * 2 * 6);
  const angles = anglesAt(positions, powers(6, 10000));
  return [
    variant(
      'gptj',
      { num_pos: 20, rot_dim: 6, positions },
      float32([1, 3, 2, 6], turned(x, 6, 2, angles, 'adjacent')),
      {
        inputs: { x: float32([1, 3, 2, 6], x) },
        outputs: {
          sincos_rows: float32(
            [3, 6],
            angles.flatMap((row) => [...row.map(sin), ...row.map(cos)]),
          ),
          rotate_every_two: float32(
            [1, 3, 2, 6],
            x.map((_, k) => (k % 2 ? (x[k - 1] ?? 0) : -(x[k + 1] ?? 0))),
          ),
        },
      },
    ),
  ];
}

/** A table of complex numbers and x [1, rows, heads, dim] turned by it. */
function complexCase(
  name: string,
  params: Record<string, unknown>,
  angles: number[][],
  more: Record<string, number[]> = {},
) {
  const pairs = angles[0]?.length ?? 0;
  const shape = [1, angles.length, 2, 2 * pairs];
  const x = numbers(product(shape), pairs);
  return variant(name, params, float32([angles.length, pairs, 2], complex(angles)), {
    inputs: { x: float32(shape, x) },
    outputs: {
      rotated: float32(shape, turned(x, 2 * pairs, 2, angles, 'adjacent')),
      ...Object.fromEntries(Object.entries(more).map(([key, data]) => [key, float32([data.length], data)])),
    },
    primary: 'freqs_cis (cos,sin)',
  });
}

export function metaLlama(): Case[] {
  const plain = powers(10, 300);
  const scaled = powers(32, 4e6).map((w) => {
    const turns = (8192 * w) / (2 * Math.PI);
    if (turns > 4) return w;
    const mix = (turns - 1) / 3;
    return turns < 1 ? w / 8 : (1 - mix) * (w / 8) + mix * w;
  });
  return [
    complexCase('precompute_freqs_cis+apply', { dim: 10, end: 4, theta: 300 }, anglesAt(range(4), plain), {
      freqs: plain,
    }),
    complexCase(
      'precompute_freqs_cis+apply',
      { dim: 32, end: 3, theta: 4e6, use_scaled: true },
      anglesAt(range(3), scaled),
      { freqs: scaled },
    ),
  ];
}

export function deepseek(): Case[] {
  const rows = [0, 9, 250];
  const common = { qk_rope_head_dim: 16, rope_theta: 2000, rope_factor: 6, beta_fast: 8, beta_slow: 2, rows };
  const mixed = yarnFrequencies({ dim: 16, base: 2000, factor: 6, original: 100, fast: 8, slow: 2 });
  return [
    complexCase('precompute_freqs_cis', { ...common, original_seq_len: 100, max_seq_len: 300 }, anglesAt(rows, mixed)),
    // No longer than the original length: no scaling.
    complexCase(
      'precompute_freqs_cis',
      { ...common, original_seq_len: 300, max_seq_len: 300 },
      anglesAt(rows, powers(16, 2000)),
    ),
  ];
}
