/**
 * Known models as ready states: an encoding with its length, a sentence, and where the numbers are from. Values are the
 * fields of fields.ts that differ from their defaults.
 *
 * What a model's config.json says is checked against it in tests/web/models.test.ts. What no config says is from the
 * code named as the source: laws and layouts, deviations (openai/gpt-2: random_normal 0.01 for wpe; CLIP: normal_ 0.01;
 * BERT: truncated normal 0.02; ViT: normal 0.02), 112 heads of BLOOM 176B (bigscience/bloom, n_head), 1,280 channels of
 * Whisper large (n_audio_state), 320 and 128 channels of the diffusion models' timesteps.
 */

import type { Value, Values } from './field.ts';

export interface KnownModel {
  readonly name: string;
  readonly group: string;
  readonly sentence: string;
  readonly source: string;
  readonly values: Values;
  /** Options of views that are the model's own; absent: their defaults. */
  readonly options?: Values;
}

type Row = readonly [name: string, sentence: string, source: string, values: Values, options?: Values];

/** Rotary, which nothing in the values says where neighbours turn together. */
const rotary: Values = { 'order.use': 'rotated' };

const group = (name: string, rows: readonly Row[]): KnownModel[] =>
  rows.map(([model, sentence, source, values, options]) => ({
    name: model,
    group: name,
    sentence,
    source,
    values,
    ...(options && { options }),
  }));

/** An axis of a grid, by its number. */
const axis = (k: number, fields: Readonly<Record<string, Value>>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`axes.${k}.${name}`, value]));

const bothAxes = (fields: Readonly<Record<string, Value>>): Values => ({ ...axis(0, fields), ...axis(1, fields) });

export const knownModels: readonly KnownModel[] = [
  ...group('Added to embeddings, sinusoidal', [
    [
      'Original Transformer',
      'The formula of the paper, base model: sines in even columns, cosines in odd ones.',
      'Vaswani et al. 2017, section 3.5',
      { dim: 512 },
    ],
    [
      'tensor2tensor',
      'The code of the paper’s authors: halves, and a last frequency of exactly 1/10000.',
      'tensor2tensor, get_timing_signal_1d',
      { dim: 512, spacing: 'endpoint', layout: 'halves', odd: 'zero' },
    ],
    [
      'fairseq Transformer',
      'The law of tensor2tensor; padding has a row of zeros, and the first word stands at 2.',
      'fairseq, SinusoidalPositionalEmbedding',
      { dim: 512, length: 1024, spacing: 'endpoint', layout: 'halves', odd: 'zero', padding: 1, start: 2 },
    ],
    [
      'Marian (Hugging Face)',
      'The law of the paper with all sines before all cosines.',
      'transformers, MarianSinusoidalPositionalEmbedding',
      { dim: 512, layout: 'halves' },
    ],
    [
      'Whisper large, encoder',
      '1,500 frames of sound, each 20 ms long.',
      'openai/whisper, sinusoids()',
      { dim: 1280, length: 1500, spacing: 'endpoint', layout: 'halves', odd: 'error' },
    ],
  ]),
  ...group('Time of diffusion', [
    [
      'Stable Diffusion timesteps',
      'Steps of noise in place of words: cosines first.',
      'diffusers, Timesteps(320, flip_sin_to_cos=True, downscale_freq_shift=0)',
      { dim: 320, length: 1000, layout: 'halves', order: 'cos-sin', odd: 'zero' },
    ],
    [
      'DDPM timesteps',
      'The first diffusion models: sines first, frequencies down to exactly 1/10000.',
      'hojonathanho/diffusion, get_timestep_embedding',
      { dim: 128, length: 1000, spacing: 'endpoint', layout: 'halves', odd: 'zero' },
    ],
  ]),
  ...group('Rotary', [
    [
      'GPT-J 6B',
      '64 of the 256 channels of each head turn, neighbours together.',
      'mesh-transformer-jax; transformers, GPTJConfig',
      { dim: 64, length: 2048 },
      rotary,
    ],
    [
      'Llama 2 7B',
      'The base of the paper, on all 128 channels of a head.',
      'meta-llama/llama, precompute_freqs_cis',
      { dim: 128, length: 4096 },
      rotary,
    ],
    [
      'Llama 3.1 8B',
      'Slow pairs turn 8 times slower, fast ones as before, and those between are blended.',
      'config.json of Llama-3.1-8B (rope_type llama3)',
      {
        dim: 128,
        length: 131072,
        base: 500000,
        pairing: 'half',
        'scaling.type': 'llama3',
        'scaling.factor': 8,
        'scaling.originalLength': 8192,
      },
    ],
    [
      'Qwen2-VL 7B',
      'Time, height and width share the pairs: 16, 24 and 24 of them.',
      'config.json of Qwen2-VL-7B (mrope_section)',
      { dim: 128, length: 32768, base: 1e6, pairing: 'half', sections: [16, 24, 24] },
    ],
    [
      'Gemma 3 4B, global layers',
      'A base of a million, and positions divided by 8.',
      'config.json of gemma-3-4b (rope_theta, rope_scaling)',
      { dim: 256, length: 131072, base: 1e6, pairing: 'half', 'scaling.type': 'linear', 'scaling.factor': 8 },
    ],
    [
      'Gemma 3 4B, local layers',
      'Layers that see 1,024 positions keep the old base.',
      'config.json of gemma-3-4b (rope_local_base_freq)',
      { dim: 256, length: 1024, pairing: 'half' },
    ],
    [
      'DeepSeek-V3',
      'YaRN on the 64 rotary channels: 4,096 positions stretched 40 times.',
      'config.json of DeepSeek-V3 (rope_scaling)',
      {
        dim: 64,
        length: 163840,
        'scaling.type': 'yarn',
        'scaling.factor': 40,
        'scaling.originalLength': 4096,
        'scaling.mscale': 1,
        'scaling.mscaleAllDim': 1,
      },
    ],
  ]),
  ...group('Images', [
    [
      'MAE ViT-B/16',
      'A grid of 14 × 14 patches and a class token; the columns of x stand before those of y.',
      'facebookresearch/mae, get_2d_sincos_pos_embed',
      {
        kind: 'grid',
        cells: [14, 14],
        axes: 2,
        axisOrder: [1, 0],
        classRows: 1,
        ...bothAxes({ dim: 384, layout: 'halves' }),
      },
    ],
    [
      'DETR',
      'Padded images of any size: coordinates are fractions of it, times 2π.',
      'facebookresearch/detr, PositionEmbeddingSine',
      {
        kind: 'grid',
        cells: [25, 34],
        axes: 2,
        ...bothAxes({ dim: 128, scale: 2 * Math.PI, coordinates: 'fractions' }),
      },
    ],
    [
      'ViT-B/16',
      'Learned: 197 rows that begin as noise, for 14 × 14 patches and a class token.',
      'google-research/vision_transformer, AddPositionEmbs',
      { kind: 'learned', dim: 768, rows: 197, length: 197 },
    ],
    [
      'Swin-T',
      'Each pair of cells of a 7 × 7 window has the index of a learned bias.',
      'microsoft/Swin-Transformer, WindowAttention',
      { kind: 'swin', window: [7, 7] },
    ],
  ]),
  ...group('Learned', [
    [
      'BERT base',
      '512 learned rows; a 513th position does not exist.',
      'google-research/bert, modeling.py (initializer_range 0.02)',
      { kind: 'learned', dim: 768, rows: 512, distribution: 'truncated-normal' },
    ],
    [
      'GPT-2',
      '1,024 learned rows that begin as noise with a deviation of 0.01.',
      'openai/gpt-2, model.py (wpe)',
      { kind: 'learned', dim: 768, rows: 1024, length: 1024, deviation: 0.01 },
    ],
    [
      'OPT 125M',
      '2,050 learned rows, of which position 0 has the third.',
      'transformers, OPTLearnedPositionalEmbedding',
      { kind: 'learned', dim: 768, rows: 2050, length: 2048, origin: 2 },
    ],
    [
      'CLIP ViT-B/32, text',
      '77 learned rows for the words of a caption.',
      'openai/CLIP, model.py (positional_embedding)',
      { kind: 'learned', dim: 512, rows: 77, length: 77, deviation: 0.01 },
    ],
  ]),
  ...group('Added to attention', [
    [
      'BLOOM 176B',
      'ALiBi for 112 heads, written as slope times key.',
      'config.json of BLOOM (n_head); transformers, build_alibi_tensor',
      { kind: 'alibi', heads: 112, length: 2048, anchor: 'key' },
    ],
    [
      'MPT-7B',
      'ALiBi for 32 heads, counted back from the last key.',
      'config.json of MPT-7B (n_heads, alibi)',
      { kind: 'alibi', heads: 32, length: 2048, anchor: 'last-key' },
    ],
    [
      'T5, encoder',
      '32 buckets of distance, half of them for each direction.',
      'config.json of T5 (relative_attention_num_buckets)',
      { kind: 't5' },
    ],
    [
      'DeBERTa-v3 base',
      'Distances up to 128 apart, larger ones in logarithmic buckets.',
      'config.json of DeBERTa-v3 (position_buckets, max_position_embeddings)',
      { kind: 'deberta', buckets: 256, maxPosition: 512 },
    ],
  ]),
];
