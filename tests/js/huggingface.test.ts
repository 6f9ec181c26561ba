// Published configs, and what the modelling code of each makes of them.
import { readdirSync, readFileSync } from 'node:fs';
import { fromHuggingFace, type GridEncoding, type LearnedEncoding, type SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { cases, type GoldenCase } from './golden.js';
import { frequenciesOf } from './reference.js';
import { errorOf, posenc } from './support.js';

const folder = new URL('configs/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

const turns =
  (pairing: 'half' | 'adjacent') =>
  (dim: number, base: number, more: object = {}) => ({
    kind: 'sinusoid',
    dim,
    base,
    pairing,
    ...more,
  });
/** rotate_half of Llama and nearly all others. */
const half = turns('half');
/** Neighbours: rotate_every_two, view_as_complex, x[..., ::2]. */
const adjacent = turns('adjacent');
const only = (encoding: object) => ({ default: encoding });
const learned = (dim: number, length: number, more: object = {}) => ({ kind: 'learned', dim, length, ...more });
const llama3 = (factor: number, highFreqFactor = 4) => ({
  scaling: { type: 'llama3', factor, lowFreqFactor: 1, highFreqFactor, originalLength: 8192 },
});
const yarn = (factor: number, originalLength: number, more: object = {}) => ({
  scaling: { type: 'yarn', factor, originalLength, ...more },
});
/** DeepSeek-V2's mscale, 0.707. */
const M = 707 / 1000;
const betas = { betaFast: 32, betaSlow: 1 };
/** Ernie4_5_VLRotaryEmbedding: of 64 pairs the last 20 are time, those before height and width in turn. */
const ernieVl = (dim: number, base: number, [time, height, width]: number[]) =>
  adjacent(dim, base, { sections: [time, height, width], sectionOrder: 'alternating' });
const t5 = (bidirectional: boolean) => ({ kind: 't5', buckets: 32, maxDistance: 128, bidirectional });
const phi3 = read('phi-3-mini-128k').rope_scaling;
/** make_weights of fairseq: the first token stands at padding + 1. */
const fairseq = (dim: number, padding: number) => ({
  kind: 'sinusoid',
  dim,
  spacing: 'endpoint',
  layout: 'halves',
  odd: 'zero',
  padding,
});
/** Sines, then cosines. */
const halves = (dim: number) => ({ kind: 'sinusoid', dim, layout: 'halves' });

const EXPECTED: Record<string, object | null> = {
  // LlamaRotaryEmbedding; heads of hidden_size/num_attention_heads, theta 10000 where the config has none.
  'llama-2-7b': only(half(128, 10000)),
  'llama-3.1-8b': only(half(128, 500000, llama3(8))),
  'llama-3.2-1b': only(half(64, 500000, llama3(32))),
  // Llama4TextRotaryEmbedding: complex, so neighbours. low_freq_factor equals high_freq_factor.
  'llama-4-scout': only(adjacent(128, 500000, llama3(16, 1))),
  'yarn-llama-2-7b-64k': only(half(128, 10000, yarn(16, 4096))),
  'deepseek-coder-6.7b': only(half(128, 100000, { scaling: { type: 'linear', factor: 4 } })),
  // Its text_config leaves out what LlamaConfig has as default: 4096 and 32 heads.
  'llava-1.5-7b': only(half(128, 10000)),
  'mistral-7b-v0.1': only(half(128, 10000)),
  // _compute_yarn_parameters with mscale = mscale_all_dim; llama_4_scaling_beta scales queries.
  'devstral-small-2': only(half(128, 1e8, yarn(48, 8192, { ...betas, mscale: 1, mscaleAllDim: 1 }))),
  'internlm2-7b': only(half(128, 1000000, { scaling: { type: 'dynamic', factor: 2, originalLength: 32768 } })),
  'smollm3-3b': only(half(128, 5000000)),
  // Olmo3Model: YaRN in the full-attention layers alone.
  'olmo-3-7b': {
    full_attention: half(128, 500000, yarn(8, 8192, { ...betas, attentionFactor: 1.2079441541679836 })),
    sliding_attention: half(128, 500000),
  },
  'qwen2.5-7b': only(half(128, 1000000)),
  // apply_multimodal_rotary_pos_emb: sections in a row; 'mrope' is the default type.
  'qwen2-vl-7b': only(half(128, 1000000, { sections: [16, 24, 24], sectionOrder: 'chunked' })),
  'qwen3-8b': only(half(128, 1000000)),
  // apply_interleaved_mrope.
  'qwen3-vl-8b': only(half(128, 5000000, { sections: [24, 20, 20], sectionOrder: 'interleaved' })),
  'qwen3-next-80b': only(half(64, 10000000)),
  'qwen3.5-27b': only(half(64, 10000000, { sections: [11, 11, 10], sectionOrder: 'interleaved' })),
  'gemma-2-9b': only(half(256, 10000)),
  // Gemma3TextConfig's defaults: head_dim 256, theta 1000000, rope_local_base_freq 10000 without scaling.
  'gemma-3-12b': {
    full_attention: half(256, 1000000, { scaling: { type: 'linear', factor: 8 } }),
    sliding_attention: half(256, 10000),
  },
  'gemma-3-1b': { full_attention: half(256, 1000000), sliding_attention: half(256, 10000) },
  // _compute_proportional_rope_parameters over global_head_dim.
  'gemma-4-31b': {
    full_attention: half(512, 1000000, { scaling: { type: 'proportional', fraction: 0.25 } }),
    sliding_attention: half(256, 10000),
  },
  'phi-2': only(half(32, 10000)),
  // Phi3: original_max_position_embeddings stands outside; factor is the ratio.
  'phi-3-mini-128k': only(
    half(96, 10000, {
      scaling: {
        type: 'longrope',
        shortFactor: phi3.short_factor,
        longFactor: phi3.long_factor,
        originalLength: 4096,
        factor: 32,
      },
    }),
  ),
  'gpt-neox-20b': only(half(24, 10000)),
  'gpt-j-6b': only(adjacent(64, 10000)),
  'stablelm-2-1_6b': only(half(16, 10000)),
  // Glm4: rotate_half takes x[..., 0::2].
  'glm-4-9b-0414': only(adjacent(64, 10000)),
  // ChatGLM's RotaryEmbedding: kv_channels/2 and 10000 * rope_ratio.
  'glm-4-9b-chat': only(adjacent(64, 5000000)),
  'command-r-v01': only(adjacent(128, 8000000)),
  // Cohere2Attention rotates in sliding layers alone.
  'command-r7b': { sliding_attention: adjacent(128, 50000) },
  'deepseek-v2-lite': only(adjacent(64, 10000, yarn(40, 4096, { ...betas, mscale: M, mscaleAllDim: M }))),
  // rope_interleave is true by default.
  'deepseek-v3': only(adjacent(64, 10000, yarn(40, 4096, { ...betas, mscale: 1, mscaleAllDim: 1 }))),
  'gpt-oss-20b': only(half(64, 150000, yarn(32, 4096, { ...betas, truncate: false }))),
  // HunYuanDenseV1RotaryEmbedding: base * alpha^(d/(d-2)).
  'hunyuan-7b': only(half(128, 10000, { scaling: { type: 'ntk', factor: 1000 } })),
  'minimax-m2': only(half(64, 5000000)),
  'modernbert-base': { full_attention: half(64, 160000), sliding_attention: half(64, 10000) },

  'bert-base-uncased': only(learned(768, 512)),
  // create_position_ids_from_input_ids: the first token has the row padding_idx + 1.
  'roberta-base': only(learned(768, 514, { origin: 2 })),
  'distilbert-base-uncased': only(learned(768, 512)),
  // Its embeddings are narrower than its layers.
  'albert-base-v2': only(learned(128, 512)),
  gpt2: only(learned(768, 1024)),
  // OPTLearnedPositionalEmbedding, BartLearnedPositionalEmbedding: two rows more.
  'opt-125m': only(learned(768, 2050, { origin: 2 })),
  'bart-large': only(learned(1024, 1026, { origin: 2 })),
  'opus-mt-en-de': only({ kind: 'sinusoid', dim: 512, layout: 'halves' }),
  // M2M100SinusoidalPositionalEmbedding: fairseq's.
  'm2m100-418m': only({
    kind: 'sinusoid',
    dim: 1024,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'zero',
    padding: 1,
  }),
  'whisper-tiny': {
    encoder: { kind: 'sinusoid', dim: 384, base: 10000, spacing: 'endpoint', layout: 'halves', odd: 'error' },
    decoder: learned(384, 448),
  },
  't5-small': { encoder: t5(true), decoder: t5(false) },
  'flan-t5-base': { encoder: t5(true), decoder: t5(false) },
  'mpnet-base': { default: learned(768, 514, { origin: 2 }), bias: t5(true) },
  // max_relative_positions -1 is max_position_embeddings.
  'deberta-v3-base': only({ kind: 'deberta', buckets: 256, maxPosition: 512 }),
  'deberta-base': only({ kind: 'deberta' }),
  'bloom-560m': only({ kind: 'alibi', heads: 16, anchor: 'key' }),
  'mpt-7b': only({ kind: 'alibi', heads: 32, maxBias: 8, anchor: 'last-key' }),
  'falcon-7b': only(half(64, 10000)),
  'falcon-rw-1b': only({ kind: 'alibi', heads: 32, anchor: 'key' }),
  'vit-base-patch16-224': only(learned(768, 197)),
  'deit-base-distilled-patch16-224': only(learned(768, 198)),
  'beit-base-patch16-224': only({ kind: 'swin', window: [14, 14], classToken: true }),
  'swin-tiny-patch4-window7-224': only({ kind: 'swin', window: [7, 7] }),
  'clip-vit-base-patch32': { text: learned(512, 77), vision: learned(768, 50) },
  // Both towers are the classes' defaults; no class token.
  'siglip-base-patch16-224': { text: learned(768, 64), vision: learned(768, 196) },
  'vit-mae-base': {
    encoder: {
      kind: 'grid',
      axes: [
        { dim: 384, layout: 'halves' },
        { dim: 384, layout: 'halves' },
      ],
      axisOrder: [1, 0],
      classRows: 1,
    },
    decoder: {
      kind: 'grid',
      axes: [
        { dim: 256, layout: 'halves' },
        { dim: 256, layout: 'halves' },
      ],
      axisOrder: [1, 0],
      classRows: 1,
    },
  },
  'dinov3-vits16': only({
    kind: 'grid',
    axes: [
      { dim: 32, base: 100, unit: 'turn', coordinates: 'centres' },
      { dim: 32, base: 100, unit: 'turn', coordinates: 'centres' },
    ],
    pairing: 'half',
  }),
  // BertSelfAttention's distance_embedding: the row of query - key + max_position_embeddings - 1.
  'bert-base-uncased-embedding-relative-key-query': { distance: learned(64, 1023, { origin: 511 }) },
  // Both ways, -slope * |i - j|. MosaicBERT's 'absolute' is BERT's default.
  'jina-embeddings-v2-base-en': only({ kind: 'alibi', heads: 12 }),
  'mosaic-bert-base': only({ kind: 'alibi', heads: 12 }),
  // Wav2Vec2PositionalConvEmbedding: a convolution of the features.
  'wav2vec2-base': null,
  // WavLMAttention._relative_positions_bucket, of key - query.
  'wavlm-large': only({ kind: 't5', buckets: 320, maxDistance: 800, bidirectional: true }),
  // Wav2Vec2BertSelfAttention: key - query from -64 to 8, plus 64.
  'w2v-bert-2.0': { distance: learned(64, 73, { origin: 64 }) },
  'wav2vec2-conformer-rope-large-960h-ft': only(half(64, 10000)),
  'ernie-4.5-vl-28b-a3b-pt': only(ernieVl(128, 500000, [20, 22, 22])),
  'dbrx-instruct': only(half(128, 500000)),
  'phi-3-small-8k-instruct': only(half(128, 1000000)),
  'stablelm-3b-4e1t': only(half(20, 10000)),
  // BambaConfig.partial_rotary_factor is 0.5.
  'bamba-9b': only(half(64, 10000)),
  'deepseek-v3.2-exp': only(adjacent(64, 10000, yarn(40, 4096, { ...betas, mscale: 1, mscaleAllDim: 1 }))),
  // positional_encoding: [sines of even columns, cosines of odd ones].
  ctrl: only({ kind: 'sinusoid', dim: 1280, layout: 'halves' }),
  // LEDLearnedPositionalEmbedding, BlenderbotLearnedPositionalEmbedding: no rows more, unlike BART's.
  'led-base-16384': { encoder: learned(768, 16384), decoder: learned(768, 1024) },
  'blenderbot-400m-distill': only(learned(1280, 128)),
  // NystromformerEmbeddings: position_ids are arange(max_position_embeddings) + 2.
  'nystromformer-512': only(learned(768, 512, { origin: 2 })),
  // DetrSinePositionEmbedding(d_model / 2, normalize=True).
  'detr-resnet-50': only({
    kind: 'grid',
    axes: [
      { dim: 128, base: 10000, coordinates: 'fractions', scale: 2 * Math.PI },
      { dim: 128, base: 10000, coordinates: 'fractions', scale: 2 * Math.PI },
    ],
  }),
  // get_sinusoid_encoding_table.
  'videomae-base': only({ kind: 'sinusoid', dim: 768 }),
  // MusicgenSinusoidalPositionalEmbedding: cat([cos, sin]), divided by half - 1.
  'musicgen-small': only({
    kind: 'sinusoid',
    dim: 1024,
    base: 10000,
    spacing: 'endpoint',
    layout: 'halves',
    order: 'cos-sin',
    odd: 'zero',
    scale: 1,
  }),
  'siglip2-base-patch16-naflex': { text: learned(768, 64), vision: learned(768, 256) },
  // mla_use_nope.
  'kimi-linear-48b-a3b': null,
  'segformer-b0-finetuned-ade-512-512': null,
  'mamba-130m': null,
  'jamba-v0.1': null,
  'granite-4.0-h-tiny': null,
};

describe('published configs', () => {
  test.each(Object.entries(EXPECTED))('%s', (name, expected) => {
    expect(fromHuggingFace(read(name))).toEqual(expected);
  });
  test('every file is expected', () => {
    const names = readdirSync(folder).map((name) => name.replace('.json', ''));
    expect(names.sort()).toEqual(Object.keys(EXPECTED).sort());
  });
});

const heads = (hidden_size: number, num_attention_heads: number) => ({ hidden_size, num_attention_heads });
const table = (hidden_size: number, max_position_embeddings: number) => ({ hidden_size, max_position_embeddings });

const v4 = {
  main: adjacent(64, 10000),
  compress: adjacent(64, 160000, yarn(16, 65536, { ...betas, attentionFactor: 1 })),
};

/** The fields of published configs that positions depend on. */
const PARTS: [string, object, object | null][] = [
  // Kimi-K2: beta_fast is beta_slow.
  [
    'kimi_k2',
    {
      qk_rope_head_dim: 64,
      rope_theta: 50000,
      ...heads(7168, 64),
      rope_scaling: {
        beta_fast: 1,
        beta_slow: 1,
        factor: 32,
        mscale: 1,
        mscale_all_dim: 1,
        original_max_position_embeddings: 4096,
        type: 'yarn',
      },
    },
    only(adjacent(64, 50000, yarn(32, 4096, { betaFast: 1, betaSlow: 1, mscale: 1, mscaleAllDim: 1 }))),
  ],
  // Qwen3-Omni says 'interleaved' twice.
  [
    'qwen3_omni_moe_text',
    {
      head_dim: 128,
      rope_theta: 1e6,
      rope_scaling: { interleaved: true, mrope_interleaved: true, mrope_section: [24, 20, 20], type: 'default' },
    },
    only(half(128, 1e6, { sections: [24, 20, 20], sectionOrder: 'interleaved' })),
  ],
  // DeepSeek-VL2-tiny: Llama's attention.
  [
    'deepseek_v2',
    { ...heads(1280, 10), qk_rope_head_dim: 0, rope_theta: 10000, use_mla: false },
    only(half(128, 10000)),
  ],
  // Zamba2RotaryEmbedding is made with use_mem_rope alone; heads are twice as wide.
  [
    'zamba2',
    { ...heads(2048, 32), attention_head_dim: 128, use_mem_rope: true, rope_theta: 10000 },
    only(half(128, 10000)),
  ],
  ['zamba2', { ...heads(2560, 32), attention_head_dim: 160, use_mem_rope: false, rope_theta: 10000 }, null],
  ['recurrent_gemma', { ...heads(2560, 10), rope_theta: 10000 }, only(half(128, 10000))],
  // AfmoeAttention rotates if is_local_attention.
  ['afmoe', { head_dim: 64, rope_theta: 10000 }, { sliding_attention: half(64, 10000) }],
  ['openelm', { head_dim: 64, rope_freq_constant: 20000 }, only(half(64, 20000))],
  ['layoutlmv2', table(768, 512), only(learned(768, 512))],
  ['layoutlmv3', { ...table(768, 514), pad_token_id: 1 }, only(learned(768, 514, { origin: 2 }))],
  ['prophetnet', { ...table(1024, 512), pad_token_id: 0 }, only(learned(1024, 512, { origin: 1 }))],
  ['rembert', { ...table(1152, 512), input_embedding_size: 256 }, only(learned(256, 512))],
  ['xlm', { emb_dim: 2048, max_position_embeddings: 512 }, only(learned(2048, 512))],
  ['ijepa', { hidden_size: 1280, image_size: 224, patch_size: 14 }, only(learned(1280, 256))],
  [
    'sew-d',
    { position_buckets: 256, max_position_embeddings: 512 },
    only({ kind: 'deberta', buckets: 256, maxPosition: 512 }),
  ],
  ['trocr', { d_model: 1024, max_position_embeddings: 512 }, only(learned(1024, 514, { origin: 2 }))],
  [
    'trocr',
    { d_model: 256, use_learned_position_embeddings: false },
    only({ kind: 'sinusoid', dim: 256, spacing: 'endpoint', layout: 'halves', odd: 'zero', padding: 1 }),
  ],
  [
    'pegasus_x',
    { d_model: 1024, max_position_embeddings: 16384 },
    only({ kind: 'sinusoid', dim: 1024, spacing: 'endpoint', layout: 'halves', odd: 'zero' }),
  ],
  // DeepseekV4Config: layers that compress have their own base and YaRN, whose cos and sin are not scaled; interleaved.
  [
    'deepseek_v4',
    {
      ...heads(4096, 64),
      head_dim: 512,
      qk_rope_head_dim: 64,
      max_position_embeddings: 1048576,
      rope_theta: 10000,
      compress_rope_theta: 160000,
      rope_scaling: {
        beta_fast: 32,
        beta_slow: 1,
        factor: 16,
        original_max_position_embeddings: 65536,
        type: 'yarn',
      },
    },
    v4,
  ],
  [
    'deepseek_v4',
    {
      head_dim: 512,
      rope_parameters: {
        main: { rope_type: 'default', rope_theta: 10000, partial_rotary_factor: 0.125 },
        compress: {
          attention_factor: 1,
          beta_fast: 32,
          beta_slow: 1,
          factor: 16,
          original_max_position_embeddings: 65536,
          partial_rotary_factor: 0.125,
          rope_theta: 160000,
          rope_type: 'yarn',
        },
      },
    },
    v4,
  ],
  // MiMo-V2-Flash: int(192 * 0.334) channels, sliding layers with a base of their own.
  [
    'mimo_v2_flash',
    {
      ...heads(4096, 64),
      head_dim: 192,
      partial_rotary_factor: 0.334,
      rope_theta: 5000000,
      swa_head_dim: 192,
      swa_rope_theta: 10000,
    },
    { full_attention: half(64, 5000000), sliding_attention: half(64, 10000) },
  ],
  // Its rotate_half is [x2, -x1], not [-x2, x1].
  [
    'nanochat',
    { ...heads(1280, 10), rope_parameters: { rope_theta: 10000, rope_type: 'default' } },
    only(half(128, 10000, { scale: -1 })),
  ],
  // K-EXAONE is EXAONE 4's attention: `if self.sliding_window is None or self.is_sliding`.
  [
    'exaone_moe',
    { ...heads(6144, 64), head_dim: 128, rope_theta: 1000000, sliding_window: 128 },
    { sliding_attention: half(128, 1000000) },
  ],
  ['exaone4', { ...heads(2048, 32), rope_theta: 1000000, sliding_window: null }, only(half(64, 1000000))],
  // "Released ckpt don't use any ROPE": rotary_emb is None without a rope_theta.
  ['olmo_hybrid', { ...heads(3840, 30), rope_parameters: null }, null],
  ['olmo_hybrid', { ...heads(3840, 30), rope_parameters: { rope_theta: null, rope_type: 'default' } }, null],
  ['olmo_hybrid', { ...heads(3840, 30), rope_parameters: { rope_theta: 500000 } }, only(half(128, 500000))],
  // Olmo3RotaryEmbedding(rope_type='default') takes the same base.
  [
    'olmo3',
    {
      ...heads(4096, 32),
      rope_parameters: {
        attention_factor: 1.2079441541679836,
        beta_fast: 32,
        beta_slow: 1,
        factor: 8,
        original_max_position_embeddings: 8192,
        rope_theta: 500000,
        rope_type: 'yarn',
      },
    },
    {
      full_attention: half(128, 500000, yarn(8, 8192, { ...betas, attentionFactor: 1.2079441541679836 })),
      sliding_attention: half(128, 500000),
    },
  ],
  // GPT-OSS with x[..., ::2] and x[..., 1::2].
  [
    'openai_privacy_filter',
    {
      ...heads(640, 14),
      head_dim: 64,
      rope_parameters: {
        beta_fast: 32,
        beta_slow: 1,
        factor: 32,
        original_max_position_embeddings: 4096,
        rope_theta: 150000,
        rope_type: 'yarn',
        truncate: false,
      },
    },
    only(adjacent(64, 150000, yarn(32, 4096, { ...betas, truncate: false }))),
  ],
  // Mistral Small 4: DeepSeek's attention; a length inside the rope object is the model's own.
  [
    'mistral4',
    {
      ...heads(4096, 32),
      qk_rope_head_dim: 64,
      max_position_embeddings: 1048576,
      rope_parameters: {
        beta_fast: 32,
        beta_slow: 1,
        factor: 128,
        llama_4_scaling_beta: 0.1,
        max_position_embeddings: 1048576,
        mscale: 1,
        mscale_all_dim: 1,
        original_max_position_embeddings: 8192,
        partial_rotary_factor: 0.5,
        rope_theta: 10000,
        rope_type: 'yarn',
        type: 'yarn',
      },
    },
    only(adjacent(64, 10000, yarn(128, 8192, { ...betas, mscale: 1, mscaleAllDim: 1 }))),
  ],
  ['axk1', { ...heads(7168, 64), qk_rope_head_dim: 64, rope_theta: 10000 }, only(adjacent(64, 10000))],
  ['axk2', { ...heads(2048, 32), qk_rope_head_dim: 32, rope_theta: 10000 }, only(adjacent(32, 10000))],
  // Cohere2Attention.
  [
    'cohere2_moe',
    { ...heads(4096, 32), head_dim: 128, rope_theta: 50000, sliding_window: 4096 },
    { sliding_attention: adjacent(128, 50000) },
  ],
  ['youtu', { ...heads(2048, 16), qk_rope_head_dim: 64, rope_theta: 1600000 }, only(adjacent(64, 1600000))],
  // Glm4vTextAttention.
  [
    'glm_ocr_text',
    {
      ...heads(1536, 16),
      head_dim: 128,
      rope_parameters: {
        mrope_section: [16, 24, 24],
        partial_rotary_factor: 1,
        rope_theta: 10000,
        rope_type: 'default',
      },
    },
    only(adjacent(128, 10000, { sections: [16, 24, 24], sectionOrder: 'chunked' })),
  ],
  // MoonshineDecoder.
  [
    'moonshine_streaming',
    { ...heads(320, 8), rope_parameters: { partial_rotary_factor: 0.8, rope_theta: 10000, rope_type: 'default' } },
    only(adjacent(32, 10000)),
  ],
  // DINOv3ViTRopePositionEmbedding.
  [
    'eomt_dinov3',
    { ...heads(1024, 16), rope_parameters: { rope_theta: 100, rope_type: 'default' } },
    fromHuggingFace({ model_type: 'dinov3_vit', ...heads(1024, 16), rope_theta: 100 }),
  ],
  // Qwen2-Audio's text_config leaves out Qwen2Config's 4096 and 32 heads.
  [
    'qwen2_audio',
    { text_config: { model_type: 'qwen2', intermediate_size: 11008, max_position_embeddings: 8192 } },
    only(half(128, 10000)),
  ],
  [
    'colpali',
    {
      vlm_config: {
        model_type: 'paligemma',
        text_config: { model_type: 'gemma', hidden_size: 2048, num_attention_heads: 8 },
      },
    },
    only(half(256, 10000)),
  ],
  ['idefics', heads(4096, 32), only(half(128, 10000))],
  // Cosmos3EdgeTextRotaryEmbedding: interleaved, whatever the config says.
  [
    'cosmos3_edge_text',
    {
      head_dim: 128,
      rope_parameters: { mrope_section: [24, 20, 20], rope_theta: 100000000, rope_type: 'default' },
    },
    only(half(128, 1e8, { sections: [24, 20, 20], sectionOrder: 'interleaved' })),
  ],
  // Granite.
  ['granite4_vision_text', { ...heads(2560, 40), rope_theta: 10000 }, only(half(64, 10000))],
  // ChatGLM2 has no theta.
  ['chatglm', { ...heads(4096, 32), kv_channels: 128, original_rope: true }, only(adjacent(64, 10000))],
  // SeamlessM4TSinusoidalPositionalEmbedding of text; speech by distance. rotary_embedding_base is not used.
  [
    'seamless_m4t',
    {
      ...heads(1024, 16),
      pad_token_id: 0,
      position_embeddings_type: 'relative',
      rotary_embedding_base: 10000,
    },
    { default: fairseq(1024, 0), distance: { kind: 'sinusoid', dim: 1024 } },
  ],
  [
    'seamless_m4t_v2',
    {
      ...heads(1024, 16),
      pad_token_id: 0,
      position_embeddings_type: 'relative_key',
      left_max_position_embeddings: 64,
      right_max_position_embeddings: 8,
    },
    { default: fairseq(1024, 0), distance: learned(64, 73, { origin: 64 }) },
  ],
  // Sinusoids of distances: [sin, cos].
  ['xlnet', { d_model: 768, n_head: 12 }, { distance: halves(768) }],
  ['transfo-xl', { d_model: 1024, n_head: 16 }, { distance: halves(1024) }],
  ['funnel', { d_model: 768, n_head: 12 }, { distance: halves(768) }],
  // create_sinusoidal_embeddings: out[:, 0::2] are sines.
  [
    'distilbert',
    { dim: 768, max_position_embeddings: 512, sinusoidal_pos_embds: true },
    only({ kind: 'sinusoid', dim: 768 }),
  ],
  [
    'xlm',
    { emb_dim: 1024, max_position_embeddings: 512, sinusoidal_embeddings: true },
    only({ kind: 'sinusoid', dim: 1024 }),
  ],
  // MobileBertEmbeddings: words of 128 become 512 before positions are added.
  ['mobilebert', { ...table(512, 512), embedding_size: 128 }, only(learned(512, 512))],
  ['canine', table(768, 16384), only(learned(768, 16384))],
  ['tapas', table(768, 1024), only(learned(768, 1024))],
  ['git', table(768, 1024), only(learned(768, 1024))],
  // create_position_ids_from_input_ids.
  [
    'altclip',
    { text_config: { model_type: 'altclip_text_model', ...table(1024, 514), pad_token_id: 1 } },
    only(learned(1024, 514, { origin: 2 })),
  ],
  [
    'bridgetower',
    { text_config: { model_type: 'bridgetower_text_model', ...table(768, 514), pad_token_id: 1 } },
    only(learned(768, 514, { origin: 2 })),
  ],
  // Kosmos2TextSinusoidalPositionalEmbedding.
  [
    'kosmos-2',
    { text_config: { model_type: 'kosmos_2_text_model', embed_dim: 2048, pad_token_id: 1 } },
    only(fairseq(2048, 1)),
  ],
  [
    'musicgen_melody',
    { decoder: { model_type: 'musicgen_melody_decoder', hidden_size: 1536 } },
    only({ ...fairseq(1536, 0), base: 10000, order: 'cos-sin', scale: 1, padding: undefined }),
  ],
  ['pix2struct', { text_config: { model_type: 'pix2struct_text_model' } }, only(t5(false))],
  ['pop2piano', { relative_attention_num_buckets: 32 }, { encoder: t5(true), decoder: t5(false) }],
  ['swin2sr', { window_size: 8 }, only({ kind: 'swin', window: [8, 8] })],
  // Two towers; vision towers have a class token. What their configs leave out is the classes' default.
  [
    'owlvit',
    { text_config: {}, vision_config: { image_size: 768, patch_size: 32 } },
    { text: learned(512, 16), vision: learned(768, 577) },
  ],
  [
    'owlv2',
    { text_config: {}, vision_config: { image_size: 960 } },
    { text: learned(512, 16), vision: learned(768, 3601) },
  ],
  ['blip', { text_config: {}, vision_config: {} }, { text: learned(768, 512), vision: learned(768, 577) }],
  ['clipseg', { text_config: {}, vision_config: {} }, { text: learned(512, 77), vision: learned(768, 50) }],
  ['chinese_clip', { text_config: {}, vision_config: {} }, { text: learned(768, 512), vision: learned(768, 50) }],
  // No row for the class token and registers.
  ['eomt', { hidden_size: 1024, image_size: 640, patch_size: 16 }, only(learned(1024, 1600))],
  // Rows of the class token, patches and detection tokens.
  [
    'yolos',
    { hidden_size: 192, image_size: [800, 1333], num_detection_tokens: 100, patch_size: 16 },
    only(learned(192, 50 * 83 + 101)),
  ],
  ['align', { text_config: { model_type: 'align_text_model', ...table(768, 512) } }, only(learned(768, 512))],
  // CodeT5+'s decoder is CodeGen's, Florence-2's language model BART's.
  [
    'codet5p',
    { decoder: { model_type: 'codet5p_module', n_embd: 2560, n_head: 32, rotary_dim: 64 } },
    only(adjacent(64, 10000)),
  ],
  [
    'florence2',
    { text_config: { model_type: 'florence2_language', d_model: 768, max_position_embeddings: 1024 } },
    only(learned(768, 1026, { origin: 2 })),
  ],
  ['efficientnet', { image_size: 600 }, null],
  ['mobilevit', { image_size: 256, patch_size: 2 }, null],
];

describe('parts of published configs', () => {
  test.each(PARTS)('%s %#', (model_type, config, expected) => {
    expect(fromHuggingFace({ model_type, ...config })).toEqual(expected);
  });
  test("Pixtral's images: freqs[::2] by the row, freqs[1::2] by the column, in halves", () => {
    const image = { model_type: 'pixtral', head_dim: 16, image_size: 1024, patch_size: 16 };
    const old = fromHuggingFace({ ...image, rope_theta: 500 }) as { default: GridEncoding };
    expect(fromHuggingFace({ ...image, rope_parameters: { rope_theta: 500 } })).toEqual(old);
    const { cos } = posenc.rotary(old.default, { grid: [3, 5] }, { dtype: 'float64' });
    for (let row = 0; row < 3; ++row) {
      for (let column = 0; column < 5; ++column) {
        for (let i = 0; i < 8; ++i) {
          const angle = i < 4 ? row * 500 ** (-(2 * i) / 8) : column * 500 ** (-(2 * (i - 4) + 1) / 8);
          const found = cos.data[(row * 5 + column) * 8 + i] as number;
          expect(Math.abs(found - Math.cos(angle))).toBeLessThan(1e-14);
        }
      }
    }
  });
  test('what rotates in ways that are not described', () => {
    const towers = ['llama4_vision_model', 'gemma4_vision', 'sam3_vit_model', 'cohere_compass_text'];
    for (const model_type of towers) {
      expect(errorOf(() => fromHuggingFace({ model_type, ...heads(1408, 16), rope_theta: 10000 }))).toBe(
        `RangeError: invalid config.model_type: '${model_type}' (a model of text)`,
      );
    }
    // EfficientLoFTR's two axes, over all heads at once; ChatGLM's first model with two positions a token.
    const loftr = { model_type: 'efficientloftr', ...heads(256, 8), partial_rotary_factor: 4, rope_theta: 10000 };
    expect(errorOf(() => fromHuggingFace(loftr))).toContain('RangeError: invalid config.head_dim: 128 (');
    // Granite SWA has a base for each layer, or 0 for none.
    const granite = { model_type: 'granite_swa', ...heads(2560, 20), rope_theta: 10000, layer_rope_theta: [0, 10000] };
    expect(errorOf(() => fromHuggingFace(granite))).toContain('TypeError: invalid config.layer_rope_theta: Array (');
    expect(fromHuggingFace({ ...granite, layer_rope_theta: null })).toEqual(only(half(128, 10000)));
    const chatglm = { model_type: 'chatglm', ...heads(4096, 32), position_encoding_2d: true };
    expect(errorOf(() => fromHuggingFace(chatglm))).toContain("RangeError: invalid config.model_type: 'chatglm' (");
  });
  test("NanoChat's turn: q1 cos + q2 sin, q2 cos - q1 sin", () => {
    const nanochat = { model_type: 'nanochat', head_dim: 4, rope_parameters: { rope_theta: 10000 } };
    const { default: encoding } = fromHuggingFace(nanochat) as { default: SinusoidEncoding };
    const { cos, sin } = posenc.rotary(encoding, [7], { dtype: 'float64' });
    [7, 0.07].forEach((angle, i) => {
      expect(cos.data[i]).toBeCloseTo(Math.cos(angle), 14);
      expect(sin.data[i]).toBeCloseTo(-Math.sin(angle), 14);
    });
  });
});

describe('the numbers of modeling_rope_utils', () => {
  const model = { model_type: 'llama' };
  const config = ({ params }: GoldenCase): object =>
    params.config
      ? { ...model, ...(params.config as object) }
      : {
          ...model,
          head_dim: params.head_dim,
          rope_parameters: {
            rope_type: params.rope_type,
            rope_theta: params.rope_theta,
            partial_rotary_factor: params.partial_rotary_factor,
            factor: params.factor,
          },
        };
  const plain = (run: GoldenCase) => fromHuggingFace(config(run))?.default as SinusoidEncoding;
  test.each(cases('hf_rope_params'))('$name', (run) => {
    const encoding = plain(run);
    const { w, attention } = frequenciesOf(encoding, (run.params.seq_len as number | null) ?? undefined);
    expect(w.length).toBe(run.data.length);
    const exact = run.outputs?.inv_freq_f64?.data;
    run.data.forEach((value, i) => {
      const found = w[i] as number;
      expect(Math.abs(found - value)).toBeLessThanOrEqual(1e-6 * Math.abs(value));
      if (exact)
        expect(Math.abs(found - (exact[i] as number))).toBeLessThanOrEqual(1e-14 * Math.abs(exact[i] as number));
    });
    expect(Math.abs(attention - ((run.params.attention_factor as number) ?? 1))).toBeLessThan(1e-15);
  });
  test.each(cases('hf_llama_rotary').filter(({ dtype }) => dtype === 'float32'))(
    '$name $params.position_ids',
    (run) => {
      const positions = run.params.position_ids as number[];
      const { w, attention } = frequenciesOf(plain(run), Math.max(...positions) + 1);
      expect(Math.abs(attention - (run.params.attention_factor as number))).toBeLessThan(1e-15);
      const row = (p: number, f: (angle: number) => number) => [...w, ...w].map((one) => attention * f(p * one));
      const cos = run.outputs.cos?.data as number[];
      positions
        .flatMap((p) => row(p, Math.cos))
        .forEach((value, k) => {
          expect(Math.abs(value - (cos[k] as number))).toBeLessThan(2 * run.measured_max_abs_err + 3e-7);
        });
    },
  );
});

describe('the old form and the new one', () => {
  const llama = { model_type: 'llama', hidden_size: 64, num_attention_heads: 4, max_position_embeddings: 4096 };
  const of = (more: object) => (fromHuggingFace({ ...llama, ...more }) as { default: SinusoidEncoding }).default;
  test('say the same', () => {
    const scaling = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 1024 };
    const old = of({ rope_theta: 5000, partial_rotary_factor: 0.5, rope_scaling: scaling });
    const fresh = of({ rope_parameters: { ...scaling, rope_theta: 5000, partial_rotary_factor: 0.5 } });
    expect(old).toEqual({ kind: 'sinusoid', dim: 8, base: 5000, pairing: 'half', ...yarn(4, 1024) });
    expect(fresh).toEqual(old);
  });
  test('a part of a head is cut to whole channels: Moonshine, 0.9 of 36', () => {
    const moonshine = {
      model_type: 'moonshine',
      hidden_size: 288,
      encoder_num_attention_heads: 8,
      partial_rotary_factor: 0.9,
    };
    expect(fromHuggingFace({ ...moonshine, rope_scaling: null })).toEqual(only(adjacent(32, 10000)));
  });
  test('by layer type; null is a layer without positions', () => {
    const rope_parameters = {
      full_attention: null,
      sliding_attention: { rope_type: 'linear', factor: 2, rope_theta: 7 },
    };
    expect(fromHuggingFace({ ...llama, rope_parameters })).toEqual({
      sliding_attention: half(16, 7, { scaling: { type: 'linear', factor: 2 } }),
    });
  });
  test('YaRN: who wins', () => {
    const yarnOf = (more: object, top: object = {}) => of({ ...top, rope_scaling: { type: 'yarn', ...more } }).scaling;
    const attention = (more: object) => frequenciesOf(of({ rope_scaling: { type: 'yarn', ...more } })).attention;
    expect(yarnOf({ factor: null, original_max_position_embeddings: 1024 })).toMatchObject({ factor: 4 });
    expect(yarnOf({ factor: 8 })).toMatchObject({ factor: 8, originalLength: 4096 });
    expect(yarnOf({ factor: 8 }, { original_max_position_embeddings: 512 })).toMatchObject({ originalLength: 512 });
    expect(attention({ factor: 64, attention_factor: 1 })).toBe(1);
    expect(attention({ factor: 64 })).toBeCloseTo(1.415888308, 9);
    expect(attention({ factor: 40 })).toBeCloseTo(1.368887945, 9);
    expect(attention({ factor: 40, mscale: 2, mscale_all_dim: 0 })).toBeCloseTo(1.368887945, 9);
    expect(attention({ factor: 40, mscale: 2 })).toBeCloseTo(1.368887945, 9);
    expect(attention({ factor: 40, mscale: M, mscale_all_dim: M })).toBe(1);
    expect(yarnOf({ factor: 2, beta_fast: 0, truncate: false })).toEqual({
      type: 'yarn',
      factor: 2,
      originalLength: 4096,
      truncate: false,
    });
  });
  test("'su' is longrope; an attention factor that is stated twice", () => {
    const eight = [1, 1, 1, 1, 1, 1, 1, 1];
    const scaling = { type: 'su', short_factor: eight, long_factor: eight, short_mscale: 1.25, long_mscale: 1.25 };
    expect(of({ original_max_position_embeddings: 1024, rope_scaling: scaling }).scaling).toEqual({
      type: 'longrope',
      shortFactor: eight,
      longFactor: eight,
      originalLength: 1024,
      factor: 4,
      attentionFactor: 1.25,
    });
  });
  test('parts: the language model counts', () => {
    expect(fromHuggingFace({ model_type: 'x', thinker_config: { text_config: llama } })).toEqual(only(half(16, 10000)));
    expect(fromHuggingFace({ model_type: 'x', language_config: { ...llama, rope_interleave: true } })).toEqual(
      only(adjacent(16, 10000)),
    );
  });
  test('ERNIE-4.5-VL as transformers publishes it; what it cannot have', () => {
    const rope = { rope_type: 'default', rope_theta: 500000, mrope_section: [22, 22, 20] };
    const text_config = { model_type: 'ernie4_5_vl_moe_text', hidden_size: 2560, num_attention_heads: 20 };
    const of = (rope_parameters: object) =>
      fromHuggingFace({ model_type: 'ernie4_5_vl_moe', text_config: { ...text_config, rope_parameters } });
    expect(of(rope)).toEqual(only(ernieVl(128, 500000, [20, 22, 22])));
    expect(errorOf(() => of({ ...rope, rope_type: 'ernie_3d' }))).toContain("rope_type: 'ernie_3d' (default");
    expect(errorOf(() => of({ ...rope, rope_type: 'linear', factor: 2 }))).toContain("rope_type: 'linear' (default)");
  });
  test('what is described is computed: a point of ERNIE-4.5-VL, distances of BERT', () => {
    const { default: ernie } = fromHuggingFace(read('ernie-4.5-vl-28b-a3b-pt')) as { default: SinusoidEncoding };
    const [time, row, column] = [1700, 30, 41];
    const { cos, sin } = posenc.rotary(ernie, [time, row, column], { shape: [3, 1], dtype: 'float64' });
    for (let i = 0; i < 64; ++i) {
      const angle = (i >= 44 ? time : i % 2 ? column : row) * 500000 ** (-i / 64);
      expect(Math.abs((cos.data[i] as number) - Math.cos(angle))).toBeLessThan(1e-12);
      expect(Math.abs((sin.data[i] as number) - Math.sin(angle))).toBeLessThan(1e-12);
    }
    const bert = fromHuggingFace(read('bert-base-uncased-embedding-relative-key-query')) as {
      distance: LearnedEncoding;
    };
    expect(posenc.encode(bert.distance, [-511, 0, 511]).shape).toEqual([3, 64]);
    expect(errorOf(() => posenc.encode(bert.distance, [512]))).toContain('RangeError');
  });
  test("a conformer's positions: relative sinusoids, none", () => {
    const config = { model_type: 'wav2vec2-conformer', hidden_size: 1024, num_attention_heads: 16 };
    const sinusoid = { distance: { kind: 'sinusoid', dim: 1024 } };
    expect(fromHuggingFace(config)).toEqual(sinusoid);
    expect(fromHuggingFace({ ...config, position_embeddings_type: 'relative' })).toEqual(sinusoid);
    expect(fromHuggingFace({ ...config, position_embeddings_type: null })).toBeNull();
    expect(errorOf(() => fromHuggingFace({ ...config, position_embeddings_type: 'x' }))).toBe(
      "RangeError: invalid config.position_embeddings_type: 'x' (absolute, alibi, rotary, relative, relative_key, relative_key_query)",
    );
  });
  test('a config is not changed, and the result is frozen', () => {
    const config = read('phi-3-mini-128k');
    const before = JSON.stringify(config);
    const result = fromHuggingFace(config) as unknown as { default: { scaling: { longFactor: number[] } } };
    expect(JSON.stringify(config)).toBe(before);
    expect(Object.isFrozen(result) && Object.isFrozen(result.default.scaling.longFactor)).toBe(true);
    expect(result.default.scaling.longFactor).not.toBe(config.rope_scaling.long_factor);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });
});

describe('what a hostile config gets', () => {
  const llama = { model_type: 'llama', hidden_size: 64, num_attention_heads: 4, max_position_embeddings: 4096 };
  const error = (more: object) => errorOf(() => fromHuggingFace({ ...llama, ...more }));
  const scaled = (rope_scaling: unknown) => error({ rope_scaling });
  test('names of what is not known', () => {
    expect(scaled({ rope_type: 'spiral', factor: 2 })).toBe(
      "RangeError: invalid config.rope_scaling.rope_type: 'spiral' (default, linear, dynamic, yarn, longrope, llama3, proportional, mrope, su)",
    );
    expect(scaled({ type: 'linear', factr: 2 })).toMatch(
      /^TypeError: invalid config\.rope_scaling: unknown key 'factr' \(known are rope_type, type, rope_theta, .*factor/,
    );
    expect(error({ rope_parameters: { full_attention: { type: 'linear', x: 1 } } })).toMatch(
      /^TypeError: invalid config\.rope_parameters\.full_attention: unknown key 'x'/,
    );
    expect(error({ model_type: 'wav2vec9' })).toMatch(
      /^RangeError: invalid config\.model_type: 'wav2vec9' \(any model with rope_theta, .* bert, /,
    );
    expect(error({ model_type: 'bert', position_embedding_type: 'spiral' })).toBe(
      "RangeError: invalid config.position_embedding_type: 'spiral' (absolute, alibi, rotary, relative, relative_key, relative_key_query)",
    );
  });
  test.each([
    [{ factor: 'four' }, "TypeError: invalid config.rope_scaling.factor: 'four' (a number)"],
    [{}, 'TypeError: invalid config.rope_scaling.factor: undefined (a number)'],
    [{ factor: -1 }, 'RangeError: invalid config.rope_scaling.factor: -1 (a number above 0, at most 1e100)'],
    [{ factor: Number.NaN }, 'RangeError: invalid config.rope_scaling.factor: NaN (a number above 0, at most 1e100)'],
    [{ factor: 1e300 }, 'RangeError: invalid config.rope_scaling.factor: 1e+300 (a number above 0, at most 1e100)'],
    [{ factor: 2, rope_theta: [1] }, 'TypeError: invalid config.rope_scaling.rope_theta: Array (a number)'],
    [
      { factor: 2, mrope_section: [1, 2, 3] },
      "RangeError: invalid config.rope_scaling.mrope_section: '1,2,3' (numbers that add up to 8)",
    ],
  ])('%o', (scaling, message) => {
    expect(scaled({ type: 'linear', ...scaling })).toBe(message);
  });
  test('lists of the wrong length, before they are copied', () => {
    const short_factor = Array(8).fill(1);
    expect(scaled({ type: 'longrope', short_factor, long_factor: Array(7).fill(1) })).toBe(
      'RangeError: invalid config.rope_scaling.long_factor.length: 7 (8)',
    );
    expect(scaled({ type: 'longrope', short_factor, long_factor: new Array(2 ** 32 - 1) })).toBe(
      'RangeError: invalid config.rope_scaling.long_factor.length: 4294967295 (8)',
    );
    expect(scaled({ type: 'longrope', short_factor, long_factor: [1, 2, 'x', 4, 5, 6, 7, 8] })).toBe(
      "TypeError: invalid config.rope_scaling.long_factor.2: 'x' (a number)",
    );
  });
  test.each([
    [{ hidden_size: 1e15, num_attention_heads: 1 }, 'config.head_dim: 1000000000000000 ('],
    [{ hidden_size: 64.5 }, 'config.hidden_size: 64.5 (a whole number from 1 to 2^53)'],
    [{ num_attention_heads: 0 }, 'config.num_attention_heads: 0 ('],
    [{ num_attention_heads: 1000 }, 'config.head_dim: 0 ('],
    [{ rope_scaling: 'linear' }, "config.rope_scaling: 'linear' (an object)"],
    [{ rope_scaling: { rope_type: 7 } }, 'config.rope_scaling.rope_type: 7 ('],
    [{ rope_interleave: 1 }, 'config.rope_interleave: 1 (true or false)'],
    [{ model_type: 5 }, 'config.model_type: 5 (a string)'],
    [{ text_config: 5 }, 'config.text_config: 5 (an object)'],
    [{ partial_rotary_factor: 1e9 }, 'config.head_dim: 16000000000 ('],
  ])('%o', (more, message) => {
    expect(error(more)).toContain(`invalid ${message}`);
  });
  test('__proto__ is a key like any other', () => {
    const rope = JSON.parse('{"__proto__": {"factor": 2}, "type": "linear"}');
    expect(scaled(rope)).toContain("unknown key '__proto__'");
    expect(scaled(JSON.parse('{"__proto__": {"type": "default"}}'))).toContain("unknown key '__proto__'");
    expect(fromHuggingFace(JSON.parse(`{"__proto__": {"rope_theta": 5}, ${JSON.stringify(llama).slice(1)}`))).toEqual(
      only(half(16, 10000)),
    );
    for (const model_type of ['__proto__', 'constructor', 'toString']) {
      expect(error({ model_type })).toContain(`invalid config.model_type: '${model_type}'`);
    }
  });
  test('read once', () => {
    let times = 0;
    const config = Object.defineProperty({ ...llama }, 'rope_theta', { enumerable: true, get: () => ++times });
    expect((fromHuggingFace(config) as { default: SinusoidEncoding }).default.base).toBe(1);
    expect(times).toBe(1);
  });
  test('what is no config', () => {
    for (const value of [null, undefined, 5, '{}', [], new Float32Array(2)]) {
      expect(errorOf(() => fromHuggingFace(value as never))).toMatch(/^TypeError: invalid config: .* \(an object\)$/);
    }
  });
});
