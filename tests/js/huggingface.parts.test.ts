// Fields of published configs that positions depend on, one model type after the other.
import { fromHuggingFace, type GridEncoding, type SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { adjacent, betas, fairseq, half, halves, heads, learned, only, t5, table, yarn } from './huggingface.js';
import { errorOf, posenc } from './support.js';

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
