/**
 * A Hugging Face model's config.json, as the encodings that its modelling code computes. Nothing is computed here: it
 * describes.
 */
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { frozen } from './frozen.js';
import { find, flag, list, type Part, part, real, whole } from './huggingface/read.js';
import { lengthOf, rotaryOf, rotates } from './huggingface/rope.js';

import * as presets from './presets.js';
import type { HuggingFaceEncodings, LearnedEncoding } from './types.js';

type Described = HuggingFaceEncodings | null;

const widthOf = (config: Part) => whole(config, 'embedding_size hidden_size n_embd d_model dim');
const headsOf = (config: Part) => whole(config, 'num_attention_heads n_head n_heads num_heads');

const learned = (dim: number, length: number, origin?: number): LearnedEncoding => ({
  kind: 'learned',
  dim,
  length,
  origin,
});

/** BERT, GPT-2 and the like; an `origin` shifts the rows. */
const absolute = (config: Part, origin?: number, more = 0): Described => {
  const [path, type = 'absolute'] = find(config, 'position_embedding_type');
  if (type === 'rotary') return rotaryOf(config, '');
  if (type !== 'absolute') throw wrongValue(path, type, "'absolute' or 'rotary'");
  return { default: learned(widthOf(config), lengthOf(config) + more, origin) };
};

/** fairseq's rule of positions, and HF's relatives: the first token stands at pad_token_id + 1. */
const padding = (config: Part) => whole(config, 'pad_token_id', 1, 0);

const t5 = (config: Part, bidirectional: boolean) =>
  presets.t5({
    numBuckets: whole(config, 'relative_attention_num_buckets', 32),
    maxDistance: whole(config, 'relative_attention_max_distance', 128),
    decoder: !bidirectional,
  });

const alibi = (config: Part): Described => ({ default: presets.bloom(headsOf(config)) });

/** Patches along the height and the width. */
function patches(config: Part, image = 224, patch = 16): [number, number] {
  const [, size] = find(config, 'image_size');
  const square = arrayClass(size) ? undefined : real(config, 'image_size', image);
  const [height, width] = square ? [square, square] : (list(config, 'image_size', 2) as [number, number]);
  const side = whole(config, 'patch_size', patch);
  return [Math.floor(height / side), Math.floor(width / side)];
}

const vision = (config: Part, prefix: number, image?: number, patch?: number): LearnedEncoding => {
  const [rows, columns] = patches(config, image, patch);
  return learned(whole(config, 'hidden_size', 768), rows * columns + prefix);
};

/** Text and image towers side by side. Their published configs leave out what the code has as default. */
const towers = (config: Part, width: number, length: number, prefix: number, patch: number): Described => {
  const [textPath, text = {}] = find(config, 'text_config');
  const [imagePath, image = {}] = find(config, 'vision_config');
  const words = part(textPath, text);
  return {
    text: learned(whole(words, 'hidden_size', width), lengthOf(words, length)),
    vision: vision(part(imagePath, image), prefix, 224, patch),
  };
};

function beit(config: Part): Described {
  if (flag(config, 'use_absolute_position_embeddings')) return { default: vision(config, 1) };
  const relative = flag(config, 'use_relative_position_bias') || flag(config, 'use_shared_relative_position_bias');
  return relative ? { default: presets.beit(patches(config)) } : null;
}

function mpt(config: Part): Described {
  const [path, value = {}] = find(config, 'attn_config');
  const attention = part(path, value);
  if (!flag(attention, 'alibi', true)) return { default: learned(widthOf(config), lengthOf(config)) };
  return { default: presets.mpt(headsOf(config), { alibiBiasMax: real(attention, 'alibi_bias_max', 8) }) };
}

function deberta(config: Part): Described {
  const buckets = find(config, 'position_buckets')[1];
  if (buckets === undefined || buckets === -1) return { default: presets.deberta({ bucketSize: null }) };
  const most = find(config, 'max_relative_positions')[1];
  const maxPosition = most === undefined || most === -1 ? lengthOf(config) : whole(config, 'max_relative_positions');
  return { default: presets.deberta({ bucketSize: whole(config, 'position_buckets'), maxPosition }) };
}

/** A width that is shared out to two axes, each with sines and cosines. */
function fourfold(path: string, width: number): number {
  if (width % 4 === 0) return width;
  throw wrongValue(path, width, 'a multiple of 4');
}

function dinov3(config: Part): Described {
  const head = fourfold(`${config.path}.hidden_size`, whole(config, 'hidden_size') / headsOf(config));
  return { default: presets.dinov3(head, { temperature: real(config, 'rope_theta', 100) }) };
}

function mae(config: Part): Described {
  const table = (name: string, absent?: number) =>
    presets.mae(fourfold(`${config.path}.${name}`, whole(config, name, absent)), { classRows: 1 });
  return { encoder: table('hidden_size'), decoder: table('decoder_hidden_size', 512) };
}

const MODELS: ReadonlyMap<string, (config: Part, model: string) => Described> = new Map(
  (
    [
      [
        'bert electra albert distilbert gpt2 gpt_neo gpt_bigcode openai-gpt big_bird clip_text_model',
        (c) => absolute(c),
      ],
      [
        'roberta xlm-roberta camembert longformer ibert data2vec-text esm roberta-prelayernorm',
        (c) => absolute(c, padding(c) + 1),
      ],
      ['mpnet', (c) => ({ ...absolute(c, padding(c) + 1), bias: t5(c, true) })],
      ['opt bart mbart plbart biogpt', (c) => absolute(c, 2, 2)],
      [
        'whisper',
        (c) => ({
          encoder: presets.whisper(widthOf(c)),
          decoder: learned(widthOf(c), whole(c, 'max_target_positions', 448)),
        }),
      ],
      ['marian pegasus xlnet', (c) => ({ default: presets.marian(widthOf(c)) })],
      [
        'm2m_100 nllb-moe xglm speech_to_text fsmt',
        (c) => ({ default: presets.fairseq(widthOf(c), { padding: padding(c) }) }),
      ],
      ['t5 mt5 umt5 longt5 switch_transformers', (c) => ({ encoder: t5(c, true), decoder: t5(c, false) })],
      ['deberta deberta-v2', deberta],
      ['bloom', alibi],
      ['mpt', mpt],
      ['falcon RefinedWeb RefinedWebModel', (c, model) => (flag(c, 'alibi') ? alibi(c) : rotaryOf(c, model))],
      // The 13B models have ALiBi, and no length.
      ['baichuan', (c, model) => ('max_position_embeddings' in c.all ? rotaryOf(c, model) : alibi(c))],
      ['swin swinv2', (c) => ({ default: presets.swin(whole(c, 'window_size', 7)) })],
      ['beit data2vec-vision', beit],
      ['vit vit_msn dinov2 clip_vision_model', (c) => ({ default: vision(c, 1) })],
      ['deit', (c) => ({ default: vision(c, 2) })],
      ['siglip_vision_model', (c) => ({ default: vision(c, 0) })],
      ['clip', (c) => towers(c, 512, 77, 1, 32)],
      ['siglip', (c) => towers(c, 768, 64, 0, 16)],
      ['vit_mae', mae],
      ['dinov3_vit', dinov3],
      ['mamba mamba2 falcon_mamba rwkv jamba nemotron_h xlstm', () => null],
    ] satisfies [string, (config: Part, model: string) => Described][]
  ).flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)),
);

/** What modelling code takes for fields that published configs leave out. */
const DEFAULTS: ReadonlyMap<string, object> = new Map<string, object>([
  ['gemma', { head_dim: 256 }],
  ['gemma2', { head_dim: 256 }],
  ['gemma3_text', { head_dim: 256, rope_theta: 1e6, rope_local_base_freq: 1e4 }],
  ['gemma4_text', { head_dim: 256, global_head_dim: 512 }],
  ['llama', { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 2048 }],
  ['mistral', { hidden_size: 4096, num_attention_heads: 32 }],
  ['modernbert', { global_rope_theta: 160000, local_rope_theta: 10000 }],
  ['gpt_neox', { rotary_pct: 0.25 }],
  ['stablelm', { partial_rotary_factor: 0.25 }],
  ...['phi', 'persimmon', 'nemotron', 'glm', 'glm4'].map((name) => [name, { partial_rotary_factor: 0.5 }] as const),
]);

/**
 * What positions a model uses, from its config.json as published: rotary encodings (old `rope_scaling`, new
 * `rope_parameters`, those of layer types), learned tables without their values, sinusoids, ALiBi, buckets; null for a
 * model without positions. Rotary ones go to `rotary` and `rotate`, tables to `encode`, biases to `bias`.
 *
 * Only the fields that positions depend on are read, each once, and the config is never changed. The rules are those of
 * transformers 5: an explicit `factor` or `attention_factor` wins; `original_max_position_embeddings` of the config wins
 * over that of the rope object, and both over `max_position_embeddings`. Of a model of several parts the language model
 * counts (`text_config`, `llm_config`, `language_config`, `thinker_config`); CLIP and SigLIP have 'text' and 'vision'.
 *
 * Not read: layers that do without (`no_rope_layers`), a scaling of queries (`llama_4_scaling_beta`).
 *
 * @throws TypeError for a field of a wrong type or an unknown key of a rope object, RangeError for a wrong value, an
 *   unknown `rope_type` or `model_type`; each names the field, such as config.rope_scaling.factor
 */
export function fromHuggingFace(config: object): HuggingFaceEncodings | null {
  const described = describe(part('config', config), 0);
  return described && frozen(described);
}

function describe(given: Part, depth: number): Described {
  const [path, model = ''] = find(given, 'model_type');
  if (typeof model !== 'string') throw wrongType(path, model, 'a string');
  const read = MODELS.get(model);
  if (read) return read(given, model);
  const [innerPath, inner] = find(given, 'text_config llm_config language_config thinker_config');
  if (inner !== undefined && depth < 3) return describe(part(innerPath, inner), depth + 1);
  const kind = given.all.position_embedding_type;
  if (kind === 'nope' || kind === 'none') return null;
  if (kind === 'alibi') return alibi(given);
  const config = { ...given, all: { ...DEFAULTS.get(model), ...given.all } };
  if (rotates(config, model)) return rotaryOf(config, model);
  const known = [...MODELS.keys()].join(', ');
  throw wrongValue(path, model, `any model with rope_theta, rope_scaling or rope_parameters, or one of ${known}`);
}
