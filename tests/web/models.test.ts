/** Numbers of the known models against the models' own config.json (tests/js/configs), where one is published. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Values } from '../../web/src/field.ts';
import { knownModels } from '../../web/src/models.ts';

type Config = Readonly<Record<string, number | undefined>> & {
  readonly rope_scaling: Readonly<Record<string, number | readonly number[]>>;
  readonly text_config: Config;
};

const configOf = (name: string): Config =>
  JSON.parse(readFileSync(new URL(`../js/configs/${name}.json`, import.meta.url), 'utf8'));

const size = (value: number | undefined): number => value ?? Number.NaN;
const headOf = (config: Config): number => size(config.hidden_size) / size(config.num_attention_heads);
const patchesOf = (config: Config): number => size(config.image_size) / size(config.patch_size);
/** Rotary models: the width, the length and the base; 10000 where the config says none. */
const rotary = (config: Config, dim = headOf(config)): Values => ({
  dim,
  length: size(config.max_position_embeddings),
  base: config.rope_theta ?? 10000,
});

const defaults: Values = { length: 512, base: 10000 };

/** A model, its config, and the values that the config gives. */
const models: readonly (readonly [name: string, config: string, (config: Config) => Values])[] = [
  [
    'Marian (Hugging Face)',
    'opus-mt-en-de',
    (c) => ({ dim: size(c.d_model), length: size(c.max_position_embeddings) }),
  ],
  // The large model is as wide as openai/whisper's n_audio_state of it says, 1280; its encoder is as long as any.
  ['Whisper large, encoder', 'whisper-tiny', (c) => ({ dim: 1280, length: size(c.max_source_positions) })],
  ['GPT-J 6B', 'gpt-j-6b', (c) => ({ dim: size(c.rotary_dim), length: size(c.n_positions) })],
  ['Llama 2 7B', 'llama-2-7b', (c) => rotary(c)],
  [
    'Llama 3.1 8B',
    'llama-3.1-8b',
    (c) => ({
      ...rotary(c),
      'scaling.factor': c.rope_scaling.factor as number,
      'scaling.originalLength': c.rope_scaling.original_max_position_embeddings as number,
    }),
  ],
  ['Qwen2-VL 7B', 'qwen2-vl-7b', (c) => ({ ...rotary(c), sections: c.rope_scaling.mrope_section as number[] })],
  [
    'DeepSeek-V3',
    'deepseek-v3',
    (c) => ({
      ...rotary(c, size(c.qk_rope_head_dim)),
      'scaling.factor': c.rope_scaling.factor as number,
      'scaling.originalLength': c.rope_scaling.original_max_position_embeddings as number,
      'scaling.mscale': c.rope_scaling.mscale as number,
      'scaling.mscaleAllDim': c.rope_scaling.mscale_all_dim as number,
    }),
  ],
  // All sizes of Gemma 3 above 1B have this scaling and this window; their head_dim and bases are those of the 1B.
  [
    'Gemma 3 4B, global layers',
    'gemma-3-12b',
    (c) => ({ 'scaling.factor': c.text_config.rope_scaling.factor as number }),
  ],
  ['Gemma 3 4B, local layers', 'gemma-3-12b', (c) => ({ length: size(c.text_config.sliding_window) })],
  ['Gemma 3 4B, global layers', 'gemma-3-1b', (c) => ({ dim: size(c.head_dim), base: size(c.rope_theta) })],
  ['Gemma 3 4B, local layers', 'gemma-3-1b', (c) => ({ dim: size(c.head_dim), base: size(c.rope_local_base_freq) })],
  [
    'MAE ViT-B/16',
    'vit-mae-base',
    (c) => ({
      cells: [patchesOf(c), patchesOf(c)],
      'axes.0.dim': size(c.hidden_size) / 2,
      'axes.1.dim': size(c.hidden_size) / 2,
    }),
  ],
  ['ViT-B/16', 'vit-base-patch16-224', (c) => ({ dim: size(c.hidden_size), rows: patchesOf(c) ** 2 + 1 })],
  ['Swin-T', 'swin-tiny-patch4-window7-224', (c) => ({ window: [size(c.window_size), size(c.window_size)] })],
  ['BERT base', 'bert-base-uncased', (c) => ({ dim: size(c.hidden_size), rows: size(c.max_position_embeddings) })],
  ['GPT-2', 'gpt2', (c) => ({ dim: size(c.n_embd), rows: size(c.n_positions) })],
  ['OPT 125M', 'opt-125m', (c) => ({ dim: size(c.hidden_size), rows: size(c.max_position_embeddings) + 2 })],
  [
    'CLIP ViT-B/32, text',
    'clip-vit-base-patch32',
    ({ text_config: c }) => ({ dim: size(c.hidden_size), rows: size(c.max_position_embeddings) }),
  ],
  ['MPT-7B', 'mpt-7b', (c) => ({ heads: size(c.n_heads), length: size(c.max_seq_len) })],
  ['T5, encoder', 't5-small', (c) => ({ buckets: size(c.relative_attention_num_buckets) })],
  [
    'DeBERTa-v3 base',
    'deberta-v3-base',
    (c) => ({ buckets: size(c.position_buckets), maxPosition: size(c.max_position_embeddings) }),
  ],
];

describe('as their configs say', () => {
  test.each(models)('%s: %s', (name, file, expected) => {
    const model = knownModels.find((one) => one.name === name);
    const values: Values = { ...defaults, ...(name === 'T5, encoder' ? { buckets: 32 } : {}), ...model?.values };
    const wanted = expected(configOf(file));
    expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, values[key]]))).toEqual(wanted);
  });
});
