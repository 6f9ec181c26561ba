// ggml's modes and Qwen-VL, whose pairs may have position streams of their own, by their published formulas.
import { yarnFrequencies } from './scalings.js';
import {
  anglesAt,
  type Case,
  cells,
  float32,
  int64,
  numbers,
  type Pairing,
  powers,
  product,
  range,
  turned,
  variant,
} from './support.js';

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
