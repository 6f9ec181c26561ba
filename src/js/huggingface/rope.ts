// The rotary part of a config.json: modeling_rope_utils.py of transformers 5, whose rules give the same numbers as those of
// 4.5x for published configs.
import { arrayClass, show, wrongType, wrongValue } from '../errors.js';
import type { Scaling, SinusoidEncoding } from '../types.js';
import { among, find, flag, list, listed, maybe, type Part, part, real, whole } from './read.js';

const TYPES = 'default linear dynamic yarn longrope llama3 proportional mrope su';

/** Keys of rope_scaling and rope_parameters. Some say what this library does not need: how a query is scaled, what was trained. */
const KEYS =
  'rope_type type rope_theta partial_rotary_factor factor original_max_position_embeddings attention_factor beta_fast beta_slow mscale mscale_all_dim truncate short_factor long_factor short_mscale long_mscale low_freq_factor high_freq_factor mrope_section mrope_interleaved interleaved alpha finetuned llama_4_scaling_beta max_position_embeddings';

/** A base by layer is a list, and so an error. */
const THETA =
  'layer_rope_theta rope_theta rotary_emb_base global_rope_theta rope_embedding_base rotary_embedding_base rope_freq_constant';
const SHARE = 'partial_rotary_factor rotary_pct rotary_emb_fraction rope_pct';

/** A model that has a field of these, be it null, rotates. */
const FIELDS = `${THETA} ${SHARE} rope_scaling rope_parameters rotary_dim qk_rope_head_dim rope_ratio original_rope`;

/** Models whose code turns neighbouring channels. All others turn channels i and i + r/2. */
const ADJACENT =
  'gptj codegen codet5p_module roformer chatglm cohere cohere2 cohere2_moe glm glm4 glm4v glm4v_text ernie4_5 ernie4_5_moe glm_ocr_text helium moonshine moonshine_streaming llama4 llama4_text deepseek_v2 deepseek_v3 deepseek_v32 deepseek_v4 kimi_k2 axk1 axk2 mistral4 youtu glm4_moe_lite glm_moe_dsa longcat_flash openai_privacy_filter';

export const rotates = ({ all }: Part): boolean => Object.keys(all).some((name) => among(FIELDS, name));

/** Names of layer types, and of the two that DeepSeek-V4's layers share. */
const LAYER = /^([a-z]+_attention|main|compress)$/;

/** Rotary encodings by layer type. */
export function rotaryOf(config: Part, model: string): Record<string, SinusoidEncoding> {
  const [path, given] = find(config, 'rope_scaling rope_parameters');
  const rope = part(path, given ?? {});
  const theta = real(config, THETA, 10000) * real(config, 'rope_ratio', 1);
  const one = (own: Part, base = theta, layer?: string) => encodingOf(config, model, own, base, layer);
  const plain = part(path, {});

  const entries = Object.entries(rope.all);
  if (entries.length > 0 && entries.every(([key, value]) => LAYER.test(key) && typeof value === 'object')) {
    // A layer type with null has no positions.
    return Object.fromEntries(
      entries.flatMap(([key, value]) => (value ? [[key, one(part(`${path}.${key}`, value), theta, key)]] : [])),
    );
  }
  const local =
    model === 'olmo3'
      ? real(rope, 'rope_theta', theta)
      : maybe(config, 'rope_local_base_freq local_rope_theta swa_rope_theta');
  if (local) return { full_attention: one(rope), sliding_attention: one(plain, local) };
  const compressed = maybe(config, 'compress_rope_theta');
  if (compressed) {
    // DeepSeek-V4's cos and sin are not scaled.
    return { main: one(plain), compress: one(part(path, rope.all, { attention_factor: 1 }), compressed) };
  }
  // Their global layers have no positions.
  const sliding = among('cohere2 cohere2_moe afmoe exaone4 exaone_moe', model) && config.all.sliding_window !== null;
  return { [sliding ? 'sliding_attention' : 'default']: one(rope) };
}

function encodingOf(config: Part, model: string, rope: Part, theta: number, layer?: string): SinusoidEncoding {
  const unknown = Object.keys(rope.all).find((key) => !among(KEYS, key));
  if (unknown !== undefined) {
    throw new TypeError(`invalid ${rope.path}: unknown key ${show(unknown)} (known are ${listed(KEYS)})`);
  }
  const [typePath, type = 'default'] = find(rope, 'rope_type type');
  if (!among(TYPES, type)) {
    throw (typeof type === 'string' ? wrongValue : wrongType)(typePath, type, listed(TYPES));
  }
  const base = real(rope, 'rope_theta', theta);
  const share = real(config, SHARE, 1);
  const fraction = real(rope, 'partial_rotary_factor', share);
  const head = headOf(config, layer);
  // GLM's first models rotate half of a head.
  const partial = Math.trunc(model === 'chatglm' ? head / 2 : head * fraction);
  const given = whole(config, 'qk_rope_head_dim', 0, 0) || whole(config, 'rotary_dim', 0, 0);
  const dim = type === 'proportional' ? head : given || partial;
  // More than a head: EfficientLoFTR, which turns by row and column.
  if (!(dim >= 1 && dim <= 65536 && fraction <= 1))
    throw wrongValue(`${config.path}.head_dim`, dim, 'part of a head, from 1 to 65536');
  const sections = sectionsOf(rope, dim / 2);
  return {
    kind: 'sinusoid',
    dim,
    base,
    // Its rotate_half has the other sign.
    scale: model === 'nanochat' ? -1 : undefined,
    scaling: scalingOf(type as string, config, rope, dim, fraction),
    // Without latent attention (use_mla) DeepSeek's code is Llama's.
    pairing: flag(config, 'rope_interleave', among(ADJACENT, model) && flag(config, 'use_mla', true))
      ? 'adjacent'
      : 'half',
    sections,
    sectionOrder:
      sections && (flag(rope, 'mrope_interleaved', model === 'cosmos3_edge_text') ? 'interleaved' : 'chunked'),
  };
}

/** Width of a head. */
export function headOf(config: Part, layer?: string): number {
  const own = `${layer === 'full_attention' ? 'global_head_dim ' : ''}head_dim kv_channels attention_head_dim`;
  return whole(config, own, 0) || Math.floor(whole(config, 'hidden_size n_embd d_model') / headsOf(config));
}

export const headsOf = (config: Part): number =>
  whole(config, 'num_attention_heads n_head n_heads num_heads encoder_num_attention_heads');

function sectionsOf(rope: Part, pairs: number): number[] | undefined {
  const [path, given] = find(rope, 'mrope_section');
  if (given === undefined) return undefined;
  const sections = list(rope, 'mrope_section', arrayClass(given) && (given as unknown[]).length === 4 ? 4 : 3, 0);
  if (sections.reduce((sum, size) => sum + size) !== pairs) {
    throw wrongValue(path, sections.join(), `numbers that add up to ${pairs}`);
  }
  return sections;
}

export const lengthOf = (config: Part, absent?: number): number =>
  whole(config, 'max_position_embeddings n_positions max_seq_len seq_length n_ctx', absent);

function scalingOf(type: string, config: Part, rope: Part, dim: number, fraction: number): Scaling | undefined {
  const original = 'original_max_position_embeddings';
  // Phi-3 has it outside; where neither has it, the model's own length counts.
  const originalLength = () => maybe(config, original) ?? maybe(rope, original) ?? lengthOf(config);
  const stretched = (from: number) => maybe(rope, 'factor') ?? lengthOf(config) / from;
  const attentionFactor = maybe(rope, 'attention_factor', 0);
  switch (type) {
    case 'linear':
      return { type, factor: real(rope, 'factor') };
    case 'dynamic': {
      // HunYuan's alpha is a static rescaling of the base, whatever the length.
      const alpha = maybe(rope, 'alpha');
      return alpha
        ? { type: 'ntk', factor: alpha }
        : { type, factor: real(rope, 'factor'), originalLength: lengthOf(config) };
    }
    case 'yarn': {
      const from = originalLength();
      // Both or none, and 0 is none.
      const [mscale, mscaleAllDim] = [maybe(rope, 'mscale', 0), maybe(rope, 'mscale_all_dim', 0)];
      return {
        type,
        factor: stretched(from),
        originalLength: from,
        betaFast: maybe(rope, 'beta_fast', 0) || undefined,
        betaSlow: maybe(rope, 'beta_slow', 0) || undefined,
        truncate: flag(rope, 'truncate', true) ? undefined : false,
        attentionFactor,
        ...(mscale && mscaleAllDim ? { mscale, mscaleAllDim } : {}),
      };
    }
    case 'longrope':
    case 'su': {
      const from = originalLength();
      const pairs = Math.ceil(dim / 2);
      return {
        type: 'longrope',
        shortFactor: list(rope, 'short_factor', pairs),
        longFactor: list(rope, 'long_factor', pairs),
        originalLength: from,
        factor: stretched(from),
        attentionFactor: attentionFactor ?? sharedScale(rope),
      };
    }
    case 'llama3':
      return {
        type,
        factor: real(rope, 'factor'),
        lowFreqFactor: real(rope, 'low_freq_factor'),
        highFreqFactor: real(rope, 'high_freq_factor'),
        originalLength: originalLength(),
      };
    case 'proportional':
      return { type, fraction, factor: maybe(rope, 'factor') };
    default:
      return undefined;
  }
}

/** Phi-3.5-MoE and Phi-3-small state the attention factor twice; one encoding has one. */
function sharedScale(rope: Part): number | undefined {
  const short = maybe(rope, 'short_mscale');
  const long = maybe(rope, 'long_mscale');
  if (short !== long) throw wrongValue(`${rope.path}.long_mscale`, long, `${short}, as short_mscale`);
  return long;
}
