// Published configs, and what the modelling code of each makes of them.
import { readdirSync } from 'node:fs';
import { fromHuggingFace, type LearnedEncoding, type SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { cases, type GoldenCase } from './golden.js';
import {
  adjacent,
  betas,
  ernieVl,
  folder,
  half,
  learned,
  llama3,
  M,
  only,
  phi3,
  read,
  t5,
  yarn,
} from './huggingface.js';
import { frequenciesOf } from './reference.js';
import { errorOf, posenc } from './support.js';

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
