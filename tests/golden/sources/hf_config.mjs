// Rotary settings of Hugging Face configs, as cases write them, and our encodings of them.
import {
  boolean,
  finite,
  listOf,
  nullable,
  oneOf,
  optional,
  record,
  Unsupported,
  WIDEST,
  whole,
} from '../parameters.mjs';

export const ROPE_TYPES = ['default', 'linear', 'dynamic', 'yarn', 'longrope', 'llama3', 'proportional'];

const positive = finite(1e-50, 1e50);
const count = whole(1, 2 ** 40);
const maybe = (item) => optional(nullable(item), null);

const scaling = {
  rope_type: optional(oneOf(...ROPE_TYPES), undefined),
  type: optional(oneOf(...ROPE_TYPES), undefined),
  factor: maybe(positive),
  original_max_position_embeddings: maybe(count),
  attention_factor: maybe(positive),
  // 0 is none: the original says `or 32`, `or 1`.
  beta_fast: maybe(finite(0, 1e50)),
  beta_slow: maybe(finite(0, 1e50)),
  mscale: maybe(finite(0, 1e10)),
  mscale_all_dim: maybe(finite(0, 1e10)),
  truncate: optional(boolean, true),
  long_factor: maybe(listOf(positive)),
  short_factor: maybe(listOf(positive)),
  low_freq_factor: maybe(positive),
  high_freq_factor: maybe(positive),
};

/** A config object, as the functions of modeling_rope_utils read it. */
export const config = record({
  hidden_size: count,
  num_attention_heads: count,
  head_dim: maybe(whole(1, WIDEST)),
  rope_theta: positive,
  max_position_embeddings: count,
  original_max_position_embeddings: maybe(count),
  partial_rotary_factor: maybe(finite(1e-6, 1)),
  rope_scaling: maybe(record(scaling)),
});

/**
 * The library's encoding of a config, by `fromHuggingFace`, which reads the config itself; the type of scaling that the
 * case says is compared with the config's.
 * @param {number | undefined} length the length that the original is told (dynamic, longrope); undefined: it is left to the
 *   positions of a call
 */
export function encodingOf({ fromHuggingFace }, rope_type, given, length) {
  const own = given.rope_scaling?.rope_type ?? given.rope_scaling?.type ?? 'default';
  if (own !== rope_type) throw new Unsupported(`rope_type ${rope_type} of a config with ${own}`);
  // Absent and null are the same to the original.
  const present = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value != null));
  const written = present(given);
  if (written.rope_scaling) written.rope_scaling = present(written.rope_scaling);
  const encodings = Object.values(fromHuggingFace(written));
  if (encodings.length !== 1) throw new Error(`fromHuggingFace gives ${encodings.length} encodings`);
  const [encoding] = encodings;
  if (length === undefined || !['dynamic', 'longrope'].includes(encoding.scaling?.type)) return encoding;
  return { ...encoding, scaling: { ...encoding.scaling, length } };
}

/** The attention factor: what the cosine of angle 0 is multiplied by. */
export const attentionFactor = (posenc, encoding) => posenc.rotary(encoding, [0], { dtype: 'float64' }).cos.data[0];

/** @throws Error if a case says another attention factor than ours */
export function checkAttention(posenc, encoding, given) {
  const ours = attentionFactor(posenc, encoding);
  if (!(Math.abs(ours - given) <= 1e-15 * given)) throw new Error(`attention factor ${ours}, not ${given}`);
}

/** Inverse frequencies in float32, and in double. */
export function inverseFrequencies(posenc, encoding) {
  const { data, shape } = posenc.frequencies(encoding);
  return {
    // The worst that was measured is 4.1e-7: float32 code takes several steps to reshape them.
    float32: { values: data.map(Math.fround), shape, dtype: 'float32', line: (k) => 1e-6 * data[k] },
    float64: { values: data, shape, dtype: 'float64', line: (k) => 1e-14 * data[k], lineOnly: true },
  };
}
