import type { Family } from '../recipe.ts';

export const scalings: Family = {
  id: 'scalings',
  title: 'Longer contexts',
  about:
    'Scalings of RoPE’s frequencies, by a model’s own config: fromHuggingFace reads what config.json says and gives an ' +
    'encoding for each type of layer.',
  recipes: [
    {
      id: 'hf-linear',
      title: 'Position interpolation',
      library: 'transformers',
      original: `config = LlamaConfig(hidden_size=4096, num_attention_heads=32,
    rope_theta=100000, max_position_embeddings=16384,
    rope_scaling={"rope_type": "linear", "factor": 4})
inv_freq, _ = ROPE_INIT_FUNCTIONS["linear"](config, "cpu")`,
      posenc: `const scaling = { type: 'linear', factor: 4 };
const encoding = presets.rope(128, { theta: 100000, pairing: 'half', scaling });
const { data } = posenc.frequencies(encoding);`,
      cpp: {
        text: `std::vector<double> frequencies(posenc::pairs(encoding));
posenc::frequencies(encoding, frequencies);`,
        compared: [{ ours: 'frequencies' }],
      },
      compared: [{ ours: 'data' }, { ours: 'data', output: 'inv_freq_f64' }],
      proof: { file: 'hf_rope_params', number: 5, unsaid: ['attention_factor'] },
    },
    {
      id: 'hf-dynamic',
      title: 'Dynamic NTK past the trained length',
      library: 'transformers',
      original: `config = LlamaConfig(hidden_size=32, num_attention_heads=4,
    rope_theta=10000, max_position_embeddings=16,
    rope_scaling={"rope_type": "dynamic", "factor": 2})
position_ids = torch.arange(0, 40, 3)[None]
cos, sin = LlamaRotaryEmbedding(config)(q, position_ids)
q, k = apply_rotary_pos_emb(q, k, cos, sin)  # q: [1, 2, 14, 8]`,
      posenc: `const scaling = { type: 'dynamic', factor: 2, originalLength: 16 };
const encoding = presets.rope(8, { pairing: 'half', scaling });
posenc.rotate(encoding, { step: 3, count: 14 }, q, { shape: [1, 2, 14, 8] });`,
      compared: [{ ours: 'q' }],
      proof: {
        file: 'hf_llama_rotary',
        number: 2,
        inputs: { q: 'q' },
        unsaid: ['position_ids', 'attention_factor'],
      },
      note: 'The base depends on the largest position of a call; give the scaling a length to keep it the same for all calls.',
    },
    {
      id: 'hf-yarn',
      title: 'YaRN, from a config',
      library: 'transformers',
      original: `config = Qwen2Config(hidden_size=3584, num_attention_heads=28,
    rope_theta=1000000, max_position_embeddings=32768,
    rope_scaling={"rope_type": "yarn", "factor": 4,
                  "original_max_position_embeddings": 32768})
inv_freq, attention = ROPE_INIT_FUNCTIONS["yarn"](config, "cpu")
# attention is 1.138629436111989`,
      posenc: `const { default: encoding } = fromHuggingFace({
  hidden_size: 3584, num_attention_heads: 28,
  rope_theta: 1000000, max_position_embeddings: 32768,
  rope_scaling: {
    rope_type: 'yarn', factor: 4, original_max_position_embeddings: 32768,
  },
});
const { data } = posenc.frequencies(encoding);`,
      cpp: {
        text: `std::vector<double> frequencies(posenc::pairs(encoding));
posenc::frequencies(encoding, frequencies);`,
        compared: [{ ours: 'frequencies' }],
      },
      compared: [{ ours: 'data' }, { ours: 'data', output: 'inv_freq_f64' }],
      proof: { file: 'hf_rope_params', number: 9 },
      note: 'The attention factor is in the cosines and sines that rotary and rotate compute.',
    },
    {
      id: 'yarn-authors',
      title: 'YaRN, as its authors wrote it',
      library: 'yarn',
      original: `rotary = LlamaYaRNScaledRotaryEmbedding(
    64, max_position_embeddings=4096, base=10000, scale=4,
    original_max_position_embeddings=1024)
cos, sin = rotary(x, seq_len=4096)  # rows [3, 4095]
# rotary.mscale is 1.138629436111989`,
      posenc: `const encoding = presets.yarn(64, { factor: 4, originalLength: 1024 });
const { cos, sin } = posenc.rotary(encoding, [3, 4095], { form: 'full' });`,
      compared: [
        { ours: 'cos.data', output: 'cos' },
        { ours: 'sin.data', output: 'sin' },
      ],
      proof: {
        file: 'yarn_original',
        number: 1,
        unsaid: ['extrapolation_factor', 'beta_fast', 'beta_slow', 'attn_factor'],
      },
    },
    {
      id: 'gpt-oss',
      title: 'YaRN without rounded bounds (gpt-oss)',
      library: 'transformers',
      original: `config = GptOssConfig(hidden_size=2880, num_attention_heads=64,
    head_dim=64, rope_theta=150000,
    max_position_embeddings=131072,
    rope_scaling={"rope_type": "yarn", "factor": 32,
                  "beta_fast": 32, "beta_slow": 1, "truncate": False,
                  "original_max_position_embeddings": 4096})
inv_freq, attention = ROPE_INIT_FUNCTIONS["yarn"](config, "cpu")`,
      posenc: `const scaling = {
  type: 'yarn', factor: 32, originalLength: 4096, truncate: false,
};
const encoding = presets.rope(64, { theta: 150000, pairing: 'half', scaling });
const { data } = posenc.frequencies(encoding);`,
      compared: [{ ours: 'data' }, { ours: 'data', output: 'inv_freq_f64' }],
      proof: { file: 'hf_rope_params', number: 12, unsaid: ['attention_factor'] },
    },
    {
      id: 'hf-longrope',
      title: 'LongRoPE, past its switch',
      library: 'transformers',
      original: `config = Phi3Config(hidden_size=32, num_attention_heads=4,
    rope_theta=10000, max_position_embeddings=256,
    original_max_position_embeddings=64,
    rope_scaling={"rope_type": "longrope",
                  "long_factor": [1, 2, 4, 8],
                  "short_factor": [1, 1.1, 1.2, 1.3]})
position_ids = torch.tensor([[0, 5, 64]])
cos, sin = Phi3RotaryEmbedding(config)(q, position_ids)`,
      posenc: `const { default: encoding } = fromHuggingFace({
  hidden_size: 32, num_attention_heads: 4,
  rope_theta: 10000, max_position_embeddings: 256,
  original_max_position_embeddings: 64,
  rope_scaling: {
    rope_type: 'longrope',
    long_factor: [1, 2, 4, 8], short_factor: [1, 1.1, 1.2, 1.3],
  },
});
const { cos, sin } = posenc.rotary(encoding, [0, 5, 64], { form: 'full' });`,
      compared: [
        { ours: 'cos.data', output: 'cos' },
        { ours: 'sin.data', output: 'sin' },
      ],
      proof: { file: 'hf_llama_rotary', number: 5, unsaid: ['attention_factor'] },
      note: 'Position 64 is the 65th: the long factors are in use for the whole call. At [0, 5, 63] they are not.',
    },
    {
      id: 'hf-llama3',
      title: 'Llama 3.1, from a config',
      library: 'transformers',
      original: `config = LlamaConfig(hidden_size=4096, num_attention_heads=32,
    rope_theta=500000, max_position_embeddings=131072,
    rope_scaling={"rope_type": "llama3", "factor": 8,
                  "low_freq_factor": 1, "high_freq_factor": 4,
                  "original_max_position_embeddings": 8192})
inv_freq, _ = ROPE_INIT_FUNCTIONS["llama3"](config, "cpu")`,
      posenc: `const { default: encoding } = fromHuggingFace({
  hidden_size: 4096, num_attention_heads: 32,
  rope_theta: 500000, max_position_embeddings: 131072,
  rope_scaling: {
    rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  },
});
const { data } = posenc.frequencies(encoding);`,
      cpp: {
        text: `std::vector<double> frequencies(posenc::pairs(encoding));
posenc::frequencies(encoding, frequencies);`,
        compared: [{ ours: 'frequencies' }],
      },
      compared: [{ ours: 'data' }, { ours: 'data', output: 'inv_freq_f64' }],
      proof: { file: 'hf_rope_params', number: 17, unsaid: ['attention_factor'] },
    },
    {
      id: 'hf-partial',
      title: 'A part of each head (Phi-2)',
      library: 'transformers',
      original: `config = PhiConfig(hidden_size=2560, num_attention_heads=32,
    rope_theta=10000, max_position_embeddings=2048,
    partial_rotary_factor=0.4)
PhiRotaryEmbedding(config).inv_freq`,
      posenc: `const encoding = presets.gptNeoX(80, { rotaryPct: 0.4 });
const { data } = posenc.frequencies(encoding);`,
      compared: [{ ours: 'data' }, { ours: 'data', output: 'inv_freq_f64' }],
      proof: { file: 'hf_rope_params', number: 2, unsaid: ['attention_factor'] },
      note: 'The exponent is divided by the 32 channels that turn, not by the head’s 80.',
    },
    {
      id: 'proportional',
      title: 'Gemma 4’s proportional rotation',
      library: 'transformers',
      original: `# head_dim 16, "rope_theta": 1000000,
# "partial_rotary_factor": 0.25, "factor": 1
inv_freq, _ = ROPE_INIT_FUNCTIONS["proportional"](config, "cpu")`,
      posenc: `const encoding = presets.proportional(16, { theta: 1000000, fraction: 0.25 });
const { data } = posenc.frequencies(encoding);`,
      compared: [{ ours: 'data' }],
      proof: { file: 'hf_rope_params', number: 19 },
      note: 'The exponent is divided by the whole head, and the pairs that stay have the frequency 0.',
    },
  ],
};
