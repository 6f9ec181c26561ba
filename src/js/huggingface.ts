/**
 * A Hugging Face model's config.json, as the encodings that its modelling code computes. Nothing is computed here: it
 * describes.
 */
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { frozen } from './frozen.js';
import {
  type Entry,
  entryOf,
  find,
  flag,
  list,
  maybe,
  namesOf,
  type Part,
  part,
  real,
  whole,
} from './huggingface/read.js';
import { headOf, headsOf, lengthOf, rotaryOf, rotates } from './huggingface/rope.js';
import * as presets from './presets.js';
import type { Encoding, HuggingFaceEncodings, LearnedEncoding, SinusoidEncoding } from './types.js';

/** One encoding is that of all layers, 'default'. */
type Described = HuggingFaceEncodings | HuggingFaceEncodings[string] | null;

const widthOf = (config: Part) =>
  whole(config, 'embedding_size input_embedding_size hidden_size n_embd d_model emb_dim embed_dim dim');

const learned = (dim: number, length: number, origin?: number): LearnedEncoding => ({
  kind: 'learned',
  dim,
  length,
  origin,
});

/** What a position_embedding_type says; an `origin` shifts the rows of a table that has some `more`. */
const TYPES: readonly Entry<(config: Part, origin?: number, more?: number) => Described>[] = [
  ['absolute', (config, origin, more = 0) => learned(widthOf(config), lengthOf(config) + more, origin)],
  ['alibi', (config) => presets.alibi(headsOf(config))],
  ['rotary', (config) => rotaryOf(config, '')],
  // Transformer-XL's sinusoids of distances.
  ['relative', (config) => ({ distance: presets.pytorch(widthOf(config)) })],
  ['relative_key relative_key_query', distances],
];

/** Rows of a head's width by the distance of query and key, so many to either side. */
function distances(config: Part): Described {
  const side = (name: string) => maybe(config, name, 0) ?? lengthOf(config) - 1;
  const before = side('left_max_position_embeddings');
  return { distance: learned(headOf(config), before + side('right_max_position_embeddings') + 1, before) };
}

/** BERT, GPT-2, conformers and the like. */
function typed(config: Part, origin?: number, more?: number, usual = 'absolute'): Described {
  if (flag(config, 'sinusoidal_pos_embds sinusoidal_embeddings')) return presets.pytorch(widthOf(config));
  const [path, type] = find(config, 'position_embedding_type position_embeddings_type');
  // MosaicBERT says 'absolute', BERT's default. A conformer's null is none, not the default.
  const own = maybe(config, 'alibi_starting_size') ? 'alibi' : (type ?? usual);
  if (type === undefined && 'position_embeddings_type' in config.all) return null;
  const read = entryOf(TYPES, own);
  if (read) return read(config, origin, more);
  throw wrongValue(path, type, namesOf(TYPES));
}

/** ERNIE-4.5-VL: neighbours turn, the last pairs by time, those before by row and column in turn. */
function ernie(config: Part, model: string): Described {
  const own = rotaryOf(config, model).default as SinusoidEncoding;
  if (own.scaling) throw wrongValue(`${config.path}.rope_scaling.rope_type`, own.scaling.type, 'default');
  // As published, rows and columns come first.
  const time = own.sections?.[2] ?? whole(config, 'freq_allocation', 20, 0);
  const side = (own.dim / 2 - time) / 2;
  return { ...own, pairing: 'adjacent', sections: [time, side, side], sectionOrder: 'alternating' };
}

/** fairseq's rule of positions, and HF's relatives: the first token stands at pad_token_id + 1. */
const padding = (config: Part) => whole(config, 'pad_token_id', 1, 0);

const fairseq = (config: Part) => presets.fairseq(widthOf(config), { padding: padding(config) });

const t5 = (config: Part, decoder: boolean, buckets = 32, distance = 128) =>
  presets.t5({
    numBuckets: whole(config, 'relative_attention_num_buckets num_buckets', buckets),
    maxDistance: whole(config, 'relative_attention_max_distance max_bucket_distance', distance),
    decoder,
  });

const alibi = (config: Part): Described => presets.bloom(headsOf(config));

/** Patches along the height and the width. */
function patches(config: Part, image = 224, patch = 16): [number, number] {
  const [, size] = find(config, 'image_size');
  const square = arrayClass(size) ? undefined : real(config, 'image_size', image);
  const [height, width] = square ? [square, square] : (list(config, 'image_size', 2) as [number, number]);
  const side = whole(config, 'patch_size', patch);
  return [Math.floor(height / side), Math.floor(width / side)];
}

/** SigLIP 2 counts the rows of a square that is resampled to each image's own. */
const vision = (config: Part, prefix: number, image?: number, patch?: number): LearnedEncoding => {
  const [rows, columns] = patches(config, image, patch);
  return learned(whole(config, 'hidden_size', 768), whole(config, 'num_patches', rows * columns + prefix));
};

/** Text and image towers side by side. Their published configs leave out what the code has as default. */
function towers(
  config: Part,
  width: number,
  length: number,
  prefix: number,
  image?: number,
  patch?: number,
): Described {
  const words = inner(config, 'text_config');
  return {
    text: learned(whole(words, 'hidden_size', width), lengthOf(words, length)),
    vision: vision(inner(config, 'vision_config'), prefix, image, patch),
  };
}

function beit(config: Part): Described {
  if (flag(config, 'use_absolute_position_embeddings')) return vision(config, 1);
  const relative = flag(config, 'use_relative_position_bias') || flag(config, 'use_shared_relative_position_bias');
  return relative ? presets.beit(patches(config)) : null;
}

/** An object of a config that may be left out. */
function inner(config: Part, name: string, defaults?: object): Part {
  const [path, value = {}] = find(config, name);
  return part(path, value, defaults);
}

function mpt(config: Part): Described {
  const attention = inner(config, 'attn_config');
  if (!flag(attention, 'alibi', true)) return { default: learned(widthOf(config), lengthOf(config)) };
  return presets.mpt(headsOf(config), { alibiBiasMax: real(attention, 'alibi_bias_max', 8) });
}

function deberta(config: Part): Described {
  const given = (name: string) => (find(config, name)[1] ?? -1) !== -1;
  if (!given('position_buckets')) return presets.deberta({ bucketSize: null });
  const most = 'max_relative_positions';
  const maxPosition = given(most) ? whole(config, most) : lengthOf(config);
  return presets.deberta({ bucketSize: whole(config, 'position_buckets'), maxPosition });
}

/** A width that is shared out to two axes, each with sines and cosines. */
function fourfold(config: Part, name: string, width: number): number {
  if (width % 4 === 0) return width;
  throw wrongValue(`${config.path}.${name}`, width, 'a multiple of 4');
}

function detr(config: Part): Described {
  const [path, type = 'sine'] = find(config, 'position_embedding_type');
  if (type !== 'sine') throw wrongValue(path, type, "'sine'");
  return presets.detr(widthOf(config) / 2, { normalise: true });
}

/** Of the config, or of its newer `rope_parameters`. */
const thetaOf = (config: Part, absent: number) =>
  real(config, 'rope_theta', real(inner(config, 'rope_parameters'), 'rope_theta', absent));

function dinov3(config: Part): Described {
  const head = fourfold(config, 'hidden_size', whole(config, 'hidden_size') / headsOf(config));
  return presets.dinov3(head, { temperature: thetaOf(config, 100) });
}

/** A head's frequencies in turn: the first, third ... by the row, the second, fourth ... by the column. */
function pixtral(config: Part): Described {
  const head = fourfold(config, 'head_dim', headOf(config));
  const base = thetaOf(config, 10000);
  const axis = { dim: head / 2, base };
  return { kind: 'grid', axes: [axis, { ...axis, scale: base ** (-2 / head) }], pairing: 'half' };
}

function mae(config: Part): Described {
  const table = (name: string, absent?: number) =>
    presets.mae(fourfold(config, name, whole(config, name, absent)), { classRows: 1 });
  return { encoder: table('hidden_size'), decoder: table('decoder_hidden_size', 512) };
}

const MODELS: readonly Entry<(config: Part, model: string) => Described>[] = [
  [
    'bert electra albert distilbert gpt2 gpt_neo gpt_bigcode openai-gpt big_bird clip_text_model ernie layoutlm megatron-bert roc_bert convbert blenderbot blenderbot-small bigbird_pegasus bert-generation dpr fnet imagegpt layoutlmv2 lxmert rembert splinter squeezebert visual_bert xlm flaubert canine tapas git align_text_model',
    (c) => typed(c),
  ],
  [
    'roberta xlm-roberta camembert longformer ibert data2vec-text esm roberta-prelayernorm xlm-roberta-xl xmod layoutlmv3 lilt luke markuplm prophetnet clap_text_model altclip_text_model bridgetower_text_model',
    (c) => typed(c, padding(c) + 1),
  ],
  ['mobilebert', (c) => learned(whole(c, 'hidden_size'), lengthOf(c))],
  ['mpnet', (c) => ({ default: learned(widthOf(c), lengthOf(c), padding(c) + 1), bias: t5(c, false) })],
  ['opt bart florence2_language mbart plbart biogpt mvp nystromformer yoso mra', (c) => typed(c, 2, 2)],
  ['trocr', (c) => (flag(c, 'use_learned_position_embeddings', true) ? typed(c, 2, 2) : fairseq(c))],
  [
    'whisper',
    (c) => ({
      encoder: presets.whisper(widthOf(c)),
      decoder: learned(widthOf(c), whole(c, 'max_target_positions', 448)),
    }),
  ],
  ['marian pegasus ctrl time_series_transformer informer autoformer', (c) => presets.marian(widthOf(c))],
  ['xlnet transfo-xl funnel', (c) => ({ distance: presets.marian(widthOf(c)) })],
  ['m2m_100 nllb-moe xglm speech_to_text fsmt kosmos_2_text_model', fairseq],
  ['pegasus_x', (c) => presets.fairseq(widthOf(c))],
  [
    'led',
    (c) => ({
      encoder: learned(widthOf(c), whole(c, 'max_encoder_position_embeddings', 16384)),
      decoder: learned(widthOf(c), whole(c, 'max_decoder_position_embeddings', 1024)),
    }),
  ],
  ['musicgen_decoder musicgen_melody_decoder', (c) => presets.diffusersTimesteps(widthOf(c), { flipSinToCos: true })],
  ['wavlm', (c) => t5(c, false, 320, 800)],
  ['wav2vec2-bert', (c) => typed(c, 0, 0, 'relative_key')],
  ['wav2vec2-conformer', (c) => typed(c, 0, 0, 'relative')],
  // Its text, and its speech by distance.
  ['seamless_m4t seamless_m4t_v2', (c) => ({ default: fairseq(c), ...typed(c, 0, 0, 'relative') })],
  ['pix2struct_text_model', (c) => t5(c, true)],
  ['t5 mt5 umt5 longt5 switch_transformers pop2piano', (c) => ({ encoder: t5(c, false), decoder: t5(c, true) })],
  ['deberta deberta-v2 sew-d', deberta],
  ['bloom', alibi],
  ['mpt', mpt],
  ['dbrx', (c, model) => rotaryOf(inner(c, 'attn_config', c.all), model)],
  ['ernie4_5_moe_vl ernie4_5_vl_moe_text', ernie],
  ['falcon RefinedWeb RefinedWebModel', (c, model) => (flag(c, 'alibi') ? alibi(c) : rotaryOf(c, model))],
  // The 13B models have ALiBi, and no length.
  ['baichuan', (c, model) => ('max_position_embeddings' in c.all ? rotaryOf(c, model) : alibi(c))],
  ['swin swinv2 swin2sr', (c) => presets.swin(whole(c, 'window_size', 7))],
  ['beit data2vec-vision', beit],
  ['detr conditional_detr table-transformer', detr],
  ['videomae', (c) => presets.pytorch(whole(c, 'hidden_size', 768))],
  ['vit vit_msn dinov2 dinov2_with_registers clip_vision_model', (c) => vision(c, 1)],
  ['deit', (c) => vision(c, 2)],
  ['yolos', (c) => vision(c, whole(c, 'num_detection_tokens') + 1)],
  ['siglip_vision_model ijepa eomt', (c) => vision(c, 0)],
  ['clip clipseg xclip metaclip_2', (c) => towers(c, 512, 77, 1, 224, 32)],
  ['chinese_clip', (c) => towers(c, 768, 512, 1, 224, 32)],
  ['owlvit', (c) => towers(c, 512, 16, 1, 768, 32)],
  ['owlv2', (c) => towers(c, 512, 16, 1, 768)],
  ['blip', (c) => towers(c, 768, 512, 1, 384)],
  ['siglip', (c) => towers(c, 768, 64, 0)],
  ['siglip2', (c) => towers(c, 768, 64, 0, 256)],
  ['vit_mae', mae],
  ['dinov3_vit eomt_dinov3', dinov3],
  ['pixtral', pixtral],
  // As published, its attention does not rotate.
  ['olmo_hybrid', (c, model) => (thetaOf(c, 0) ? rotaryOf(c, model) : null)],
  ['zamba2', (c, model) => (flag(c, 'use_mem_rope') ? rotaryOf(c, model) : null)],
  // Convolutions tell wav2vec2's relatives, SegFormer and ConvNeXt where they are.
  [
    'mamba mamba2 falcon_mamba rwkv jamba nemotron_h xlstm zamba kimi_linear wav2vec2 hubert unispeech unispeech-sat sew data2vec-audio segformer convnext convnextv2 dinov3_convnext resnet mobilevit mobilevitv2 mobilenet_v1 mobilenet_v2 efficientnet regnet poolformer cvt',
    () => null,
  ],
];

/** What modelling code takes for fields that published configs leave out. */
const DEFAULTS: readonly Entry<object>[] = [
  ['gemma gemma2', { head_dim: 256, rope_theta: 1e4 }],
  ['gemma3_text', { head_dim: 256, rope_theta: 1e6, rope_local_base_freq: 1e4 }],
  ['gemma4_text', { head_dim: 256, global_head_dim: 512 }],
  ['llama', { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 2048, rope_theta: 1e4 }],
  ['mistral qwen2', { hidden_size: 4096, num_attention_heads: 32, rope_theta: 1e4 }],
  ['internlm roformer idefics', { rope_theta: 1e4 }],
  ['modernbert', { global_rope_theta: 160000, local_rope_theta: 10000 }],
  ['gpt_neox', { rotary_pct: 0.25 }],
  ['stablelm', { partial_rotary_factor: 0.25 }],
  ['phi persimmon nemotron glm glm4 bamba recurrent_gemma', { partial_rotary_factor: 0.5 }],
];

/**
 * What positions a model uses, from its config.json as published: rotary encodings (old `rope_scaling`, new
 * `rope_parameters`, those of layer types), learned tables without their values, sinusoids, ALiBi, buckets; null for a
 * model without positions, or with none but what convolutions tell (wav2vec2). Rotary ones go to `rotary` and `rotate`, tables to `encode`, biases to `bias`.
 *
 * Only the fields that positions depend on are read, each once, and the config is never changed. The rules are those of
 * transformers 5: an explicit `factor` or `attention_factor` wins; `original_max_position_embeddings` of the config wins
 * over that of the rope object, and both over `max_position_embeddings`. Of a model of several parts the language model
 * counts (`text_config`, `llm_config`, `language_config`, `thinker_config`, `vlm_config`, `decoder`); CLIP, SigLIP, OWL-ViT and
 * BLIP have 'text' and 'vision'.
 *
 * Not read: layers that do without (`no_rope_layers`), a scaling of queries (`llama_4_scaling_beta`). Falcon adds ALiBi before
 * it divides scores by the square root of a head's width, BLOOM and MPT after.
 *
 * @throws TypeError for a field of a wrong type or an unknown key of a rope object, RangeError for a wrong value, an
 *   unknown `rope_type` or `model_type`; each names the field, such as config.rope_scaling.factor
 */
export function fromHuggingFace(config: object): HuggingFaceEncodings | null {
  const described = describe(part('config', config), 0);
  return (
    described && frozen('kind' in described ? { default: described as Encoding } : (described as HuggingFaceEncodings))
  );
}

function describe(given: Part, depth: number): Described {
  const [path, model = ''] = find(given, 'model_type');
  if (typeof model !== 'string') throw wrongType(path, model, 'a string');
  const read = entryOf(MODELS, model);
  if (read) return read(given, model);
  const [innerPath, own] = find(given, 'text_config llm_config language_config thinker_config vlm_config decoder');
  if (own !== undefined && depth < 3) return describe(part(innerPath, own), depth + 1);
  const kind = given.all.position_embedding_type;
  if (kind === 'nope' || kind === 'none') return null;
  if (kind === 'alibi') return presets.alibi(headsOf(given));
  const config = part(given.path, given.all, entryOf(DEFAULTS, model));
  if (rotates(config)) {
    // Images turn by row and column; Cohere Compass has sections by row, column and time, in that order.
    if (/_(vision|vit)(_(?!text)|$)|compass/.test(model)) throw wrongValue(path, model, 'a model of text');
    return rotaryOf(config, model);
  }
  throw wrongValue(path, model, `any model with rope_theta, rope_scaling or rope_parameters, or ${namesOf(MODELS)}`);
}
