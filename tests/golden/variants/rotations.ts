// Rotations by their published formulas: diffusers, lucidrains, GPT-J, Meta, DeepSeek, ggml, Qwen-VL.

import { yarnFrequencies } from './scalings.js';
import {
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
const anglesAt = (positions: number[], frequencies: number[]) => positions.map((p) => frequencies.map((w) => p * w));
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

type GgmlParams = { mode: number; n_dims: number; ne0: number; positions: number[] } & Record<string, unknown>;

function ggmlCase(
  name: string,
  given: GgmlParams,
  angles: number[][],
  { pairing, amplitude = 1 }: { pairing: Pairing; amplitude?: number },
) {
  const shape = [angles.length, 2, given.ne0];
  const x = numbers(product(shape), given.n_dims);
  const params = {
    heads: 2,
    n_ctx_orig: 4096,
    freq_base: 10000,
    freq_scale: 1,
    ext_factor: 0,
    attn_factor: 1,
    beta_fast: 32,
    beta_slow: 1,
    freq_factors: null,
    sections: null,
    back: 0,
    ...given,
  };
  const data = turned(x, given.ne0, 2, angles, pairing, { amplitude: () => amplitude });
  return variant(name, params, float32(shape, data), { inputs: { x: float32(shape, x) } });
}

export function ggml(): Case[] {
  const factors = [1, 2, 3.5];
  const divided = powers(6, 700).map((w, i) => (w * 0.5) / (factors[i] ?? 1));
  const mixed = yarnFrequencies({ dim: 24, base: 3000, factor: 8, original: 512, fast: 16, slow: 2, share: 0.75 });
  const streams = [
    [4, 5, 6],
    [7, 1, 2],
    [0, 8, 3],
    [9, 2, 5],
  ];
  /** Angles of pairs that have streams of their own. */
  const several = (choice: number[], frequencies: number[]) =>
    range(3).map((row) => choice.map((stream, pair) => (streams[stream]?.[row] ?? 0) * (frequencies[pair] ?? 0)));
  const flat = streams.flat();
  const eight = powers(16, 800);
  const seen = powers(8, 90);
  return [
    ggmlCase(
      'norm, factors, backward',
      {
        mode: 0,
        n_dims: 6,
        ne0: 8,
        positions: [0, 3, 50],
        freq_base: 700,
        freq_scale: 0.5,
        freq_factors: factors,
        back: 1,
        attn_factor: 1.25,
      },
      anglesAt([0, -3, -50], divided),
      { pairing: 'adjacent', amplitude: 1.25 },
    ),
    ggmlCase(
      'neox, part of yarn',
      {
        mode: 2,
        n_dims: 24,
        ne0: 24,
        positions: [1, 30],
        freq_base: 3000,
        freq_scale: 1 / 8,
        n_ctx_orig: 512,
        ext_factor: 0.75,
        attn_factor: 0.5,
        beta_fast: 16,
        beta_slow: 2,
      },
      anglesAt([1, 30], mixed),
      { pairing: 'half', amplitude: 0.5 * (1 + 0.1 * Math.log(8)) },
    ),
    ggmlCase(
      'mrope',
      { mode: 8, n_dims: 16, ne0: 16, positions: flat, freq_base: 800, sections: [3, 1, 2, 2] },
      several([0, 0, 0, 1, 2, 2, 3, 3], eight),
      { pairing: 'half' },
    ),
    ggmlCase(
      'mrope whose sections begin again',
      { mode: 8, n_dims: 16, ne0: 18, positions: flat, freq_base: 800, sections: [2, 1, 2, 0] },
      several([0, 0, 1, 2, 2, 0, 0, 1], eight),
      { pairing: 'half' },
    ),
    ggmlCase(
      'imrope',
      { mode: 40, n_dims: 16, ne0: 16, positions: flat, freq_base: 800, sections: [3, 1, 1, 3] },
      several([0, 1, 2, 0, 3, 3, 0, 3], eight),
      { pairing: 'half' },
    ),
    ggmlCase(
      'vision',
      { mode: 24, n_dims: 8, ne0: 16, positions: flat, freq_base: 90, sections: [4, 4, 0, 0] },
      several([0, 0, 0, 0, 1, 1, 1, 1], [...seen, ...seen]),
      { pairing: 'half' },
    ),
  ];
}

export function qwenVl(): Case[] {
  const position_ids = [
    [3, 4, 4, 9],
    [3, 5, 6, 9],
    [3, 7, 5, 9],
  ];
  const sections = (name: string, interleaved: boolean, mrope_section: number[], choice: number[], theta: number) => {
    const dim = 2 * choice.length;
    const frequencies = powers(dim, theta);
    const angles = range(4).map((row) => choice.map((s, i) => (position_ids[s]?.[row] ?? 0) * (frequencies[i] ?? 0)));
    const [q, k] = [numbers(2 * 4 * dim, 3), numbers(4 * dim, 5)];
    return variant(
      name,
      { head_dim: dim, mrope_section, rope_theta: theta, position_ids, interleaved },
      float32([1, 2, 4, dim], turned(q, dim, 1, angles, 'half')),
      {
        inputs: { q: float32([1, 2, 4, dim], q), k: float32([1, 1, 4, dim], k) },
        outputs: { k: float32([1, 1, 4, dim], turned(k, dim, 1, angles, 'half')) },
        primary: 'rotated_q',
      },
    );
  };
  const [start, image, video] = [901, 902, 903];
  const tokens = [
    ...[5, start, image, image, 6, start],
    ...Array<number>(8).fill(video),
    ...[start, ...Array<number>(3).fill(image), 7],
  ];
  // Text counts on; what follows an image or a video stands after its largest position.
  const places: number[][] = [
    ...[0, 1].map((p) => [p, p, p]),
    ...[0, 1].map((w) => [2, 2, 2 + w]),
    ...[4, 5].map((p) => [p, p, p]),
    ...cells([2, 2, 2]).map((cell) => cell.map((k) => 6 + k)),
    [8, 8, 8],
    ...cells([1, 3, 1]).map((cell) => cell.map((k) => 9 + k)),
    [12, 12, 12],
  ];
  const stream = (axis: number) => places.map((place) => place[axis] ?? 0);
  return [
    sections('qwen2_vl sections', false, [1, 3, 2], [0, 1, 1, 1, 2, 2], 400),
    sections('qwen3_vl interleaved', true, [5, 1, 1], [0, 1, 2, 0, 0, 0, 0], 400),
    variant(
      'VisionRotaryEmbedding (angles)',
      { dim: 6, seqlen: 4 },
      float32([4, 3], anglesAt(range(4), powers(6, 10000)).flat()),
    ),
    variant(
      'get_rope_index: two images and a video',
      {
        input_ids: tokens,
        image_grid_thw: [
          [1, 2, 4],
          [1, 6, 2],
        ],
        video_grid_thw: [[2, 4, 4]],
        spatial_merge_size: 2,
        image_token_id: image,
        video_token_id: video,
        vision_start_token_id: start,
      },
      int64([3, 1, tokens.length], [0, 1, 2].flatMap(stream)),
      { outputs: { mrope_position_deltas: int64([1, 1], [13 - tokens.length]) } },
    ),
    variant(
      'get_rope_index: text with padding',
      {
        input_ids: [
          [1, 2, 3],
          [8, 8, 9],
        ],
        attention_mask: [
          [1, 1, 1],
          [0, 0, 1],
        ],
        image_grid_thw: null,
        spatial_merge_size: 2,
        image_token_id: image,
        video_token_id: video,
        vision_start_token_id: start,
      },
      int64(
        [3, 2, 3],
        range(3).flatMap(() => [0, 1, 2, 1, 1, 0]),
      ),
      { outputs: { mrope_position_deltas: int64([2, 1], [0, -2]) } },
    ),
  ];
}
