// Tables of rotations: Meta's Llama 3, DeepSeek-V3, and the YaRN authors' class.
import {
  boolean,
  evenWhole,
  finite,
  listOf,
  oneOf,
  optional,
  tensor,
  Unsupported,
  WIDEST,
  whole,
} from '../parameters.mjs';
import { checkAttention, inverseFrequencies } from './hf_config.mjs';
import { complexOutput, largestPair, rotaryOutputs, rotateOutput } from './rotate.mjs';
import { range } from './table.mjs';

const theta = finite(1e-50, 1e50);
const rows = listOf(whole(0, 2 ** 24));

/** freqs_cis at some rows, and x turned by them; an error of a cosine is multiplied by what x holds. */
function complexRotation(posenc, encoding, positions, x, perPosition) {
  const list = Float64Array.from(positions);
  const line = (row) => perPosition * Math.max(1, positions[row]);
  return {
    '': complexOutput(rotaryOutputs(posenc, encoding, list, { form: 'half-width', line })),
    rotated: {
      ...rotateOutput(posenc, encoding, list, x, {
        sequenceAxis: 1,
        pairs: encoding.dim / 2,
        line: (row) => 3e-7 + line(row),
      }),
      gain: largestPair(x),
    },
  };
}

export const metaLlama = {
  repo: 'meta-llama/llama-models',
  path: 'models/llama3/model.py',
  function: 'apply_scaling, precompute_freqs_cis, apply_rotary_emb',
  cases: [
    {
      names: ['precompute_freqs_cis+apply'],
      params: {
        dim: evenWhole(2, WIDEST),
        end: whole(1, 2 ** 24),
        theta: optional(theta, 10000),
        use_scaled: optional(boolean, false),
      },
      inputs: { x: tensor('float32') },
      primary: 'freqs_cis (cos,sin)',
      run: ({ posenc, presets }, { dim, end, theta, use_scaled }, { x }) => {
        const encoding = presets.llama(dim, { theta, useScaled: use_scaled });
        const { data, shape } = posenc.frequencies(encoding);
        return {
          ...complexRotation(posenc, encoding, range(end), x, 2e-7),
          freqs: { values: data.map(Math.fround), shape, dtype: 'float32', line: 2e-7 },
        };
      },
    },
  ],
};

export const deepseek = {
  repo: 'deepseek-ai/DeepSeek-V3',
  path: 'inference/model.py',
  function: 'precompute_freqs_cis, apply_rotary_emb',
  cases: [
    {
      names: ['precompute_freqs_cis'],
      params: {
        qk_rope_head_dim: evenWhole(2, WIDEST),
        max_seq_len: whole(1, 2 ** 40),
        original_seq_len: whole(1, 2 ** 40),
        rope_theta: theta,
        rope_factor: finite(1e-50, 1e50),
        beta_fast: finite(1e-50, 1e50),
        beta_slow: finite(1e-50, 1e50),
        rows,
      },
      inputs: { x: tensor('float32') },
      primary: 'freqs_cis (cos,sin)',
      run: ({ posenc, presets }, params, { x }) => {
        if (params.rows.some((row) => row >= params.max_seq_len)) throw new Unsupported('rows past the table');
        const encoding = presets.deepseek(params.qk_rope_head_dim, {
          theta: params.rope_theta,
          factor: params.rope_factor,
          originalLength: params.original_seq_len,
          maxLength: params.max_seq_len,
          betaFast: params.beta_fast,
          betaSlow: params.beta_slow,
        });
        return complexRotation(posenc, encoding, params.rows, x, 1e-7);
      },
    },
  ],
};

export const yarn = {
  repo: 'jquesnelle/yarn',
  path: 'scaled_rope/LlamaYaRNScaledRotaryEmbedding.py',
  function: 'LlamaYaRNScaledRotaryEmbedding (inv_freq, mscale, cos/sin cache)',
  cases: [
    {
      names: ['yarn'],
      params: {
        dim: evenWhole(2, WIDEST),
        max_position_embeddings: optional(whole(1, 2 ** 40), 2048),
        base: optional(theta, 10000),
        scale: optional(finite(1e-50, 1e50), 1),
        original_max_position_embeddings: optional(whole(1, 2 ** 40), 2048),
        extrapolation_factor: optional(finite(0, 1), 1),
        attn_factor: optional(finite(1e-20, 1e20), 1),
        beta_fast: optional(finite(1e-50, 1e50), 32),
        beta_slow: optional(finite(1e-50, 1e50), 1),
        finetuned: optional(oneOf(true, false), false),
        mscale: optional(finite(1e-20, 1e20), undefined), // a result
        rows,
      },
      primary: 'inv_freq',
      run: ({ posenc, presets }, params) => {
        void params.finetuned; // has no effect in the original
        if (params.rows.some((row) => row >= params.max_position_embeddings))
          throw new Unsupported('rows past the table');
        const encoding = presets.yarn(params.dim, {
          theta: params.base,
          factor: params.scale,
          originalLength: params.original_max_position_embeddings,
          extrapolationFactor: params.extrapolation_factor,
          attnFactor: params.attn_factor,
          betaFast: params.beta_fast,
          betaSlow: params.beta_slow,
        });
        if (params.mscale !== undefined) checkAttention(posenc, encoding, params.mscale);
        const { float32, float64 } = inverseFrequencies(posenc, encoding);
        const { cos, sin } = rotaryOutputs(posenc, encoding, Float64Array.from(params.rows), {
          form: 'full',
          line: (row) => 1.5e-7 * Math.max(1, params.rows[row]),
        });
        return { '': float32, inv_freq_f64: float64, cos, sin };
      },
    },
  ],
};
