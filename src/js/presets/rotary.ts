// Rotations of queries and keys, for `rotary` and `rotate`.
import { wrongType } from '../errors.js';
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { GridEncoding, Scaling, SinusoidEncoding } from '../types.js';
import { multiple, numbers, read, type ThetaOptions } from './options.js';

/**
 * RoPE (Su et al., 2021): pair i turns by p * theta^(-2i/r), i < r/2. 'adjacent' (default), the paper's: channels 2i and
 * 2i + 1 are a pair. 'half': channels i and i + r/2.
 *
 * The two pairings are not interchangeable unless the rows of the q and k weights are permuted. Hugging Face's Llama
 * checkpoints are 'half', Meta's own `llama` is 'adjacent'.
 */
export function rope(
  dim: number,
  options: ThetaOptions & {
    readonly pairing?: 'adjacent' | 'half' | undefined;
    readonly scaling?: Scaling | undefined;
  } = {},
): SinusoidEncoding {
  const {
    theta: base,
    pairing,
    scaling,
  } = read(options, { theta: 10000, pairing: ['adjacent', 'half'], scaling: copyOf });
  return frozen({
    kind: 'sinusoid',
    dim,
    base,
    scaling,
    pairing,
  });
}

/** Its lists are copied as well. What it says is checked where the encoding is used. */
function copyOf(parameter: string, scaling: unknown): Scaling {
  if (typeof scaling !== 'object' || scaling === null) throw wrongType(parameter, scaling, 'an object');
  const copy: Record<string, unknown> = { ...scaling };
  for (const key of ['shortFactor', 'longFactor']) if (copy[key] !== undefined) copy[key] = numbers(key, copy[key]);
  return copy as unknown as Scaling;
}

/**
 * Meta's Llama (llama3/reference_impl/model.py: precompute_freqs_cis, apply_scaling): neighbouring channels turn by
 * p * theta^(-2i/r); `useScaled` is Llama 3.1's, factor 8 between 8192 and 8192/4 positions. Theta is 10000 for Llama 1
 * and 2, 500000 for Llama 3. Llama 3.2's small models have the factor 32.
 *
 * Not Hugging Face's checkpoints of the same models, whose channels are permuted: `rope` with pairing 'half'.
 */
export function llama(
  headDim: number,
  options: ThetaOptions & { readonly useScaled?: boolean | undefined; readonly factor?: number | undefined } = {},
): SinusoidEncoding {
  const { theta: base, useScaled, factor } = read(options, { theta: 10000, useScaled: false, factor: 8 });
  const scaling: Scaling = { type: 'llama3', factor, lowFreqFactor: 1, highFreqFactor: 4, originalLength: 8192 };
  return frozen({
    kind: 'sinusoid',
    dim: headDim,
    base,
    scaling: useScaled ? scaling : undefined,
    pairing: 'adjacent',
  });
}

/**
 * GPT-NeoX's RotaryEmbedding, and what Hugging Face's Llama, Mistral, Qwen and most others take over: the first
 * r = floor(headDim * rotaryPct) channels are rotated, i with i + r/2, by p * theta^(-2i/r). Default rotaryPct 1, theta
 * 10000 (GPT-NeoX-20B: 0.25).
 *
 * Not `gptJ`, whose neighbours are pairs.
 */
export function gptNeoX(
  headDim: number,
  options: ThetaOptions & { readonly rotaryPct?: number | undefined } = {},
): SinusoidEncoding {
  const { theta: base, rotaryPct } = read(options, { theta: 10000, rotaryPct: 1 });
  return frozen({
    kind: 'sinusoid',
    dim: Math.floor(number('headDim', headDim) * rotaryPct),
    base,
    pairing: 'half',
  });
}

/**
 * GPT-J's and CodeGen's rotation (rotate_every_two): of the first rotaryDim channels (64 of 256 in GPT-J-6B) neighbours
 * turn by p * 10000^(-2i/rotaryDim).
 *
 * Not `gptNeoX`. The table it reads from is `gptJTable`.
 */
export function gptJ(rotaryDim = 64): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim: rotaryDim, pairing: 'adjacent' });
}

/** Arguments of diffusers' get_1d_rotary_pos_embed. */
export interface DiffusersRotaryOptions extends ThetaOptions {
  /** Divides the frequencies. Default 1. */
  readonly linearFactor?: number | undefined;
  /** Multiplies theta, without the power r/(r-2) of NTK scaling. Default 1. */
  readonly ntkFactor?: number | undefined;
  /** Neighbours are pairs (use_real_unbind_dim -1); else i and i + r/2 (Stable Audio). Default true. */
  readonly repeatInterleaveReal?: boolean | undefined;
}

/**
 * diffusers' get_1d_rotary_pos_embed: pair i turns by p * (theta * ntkFactor)^(-2i/D) / linearFactor.
 *
 * Its ntk_factor is not the `ntk` scaling of others. `flux` has several axes.
 */
export function diffusersRotary(dim: number, options: DiffusersRotaryOptions = {}): SinusoidEncoding {
  const given = read(options, { theta: 10000, linearFactor: 1, ntkFactor: 1, repeatInterleaveReal: true });
  const factor = given.linearFactor;
  return frozen({
    kind: 'sinusoid',
    dim,
    base: given.theta * given.ntkFactor,
    scaling: factor === 1 ? undefined : { type: 'linear', factor },
    pairing: given.repeatInterleaveReal ? 'adjacent' : 'half',
  });
}

/**
 * FLUX's rotation (diffusers' FluxPosEmbed): each axis turns channels of its own, axesDim of them, neighbours by
 * p * theta^(-2i/axesDim). Positions are points [..., axes], such as (0, row, column); text stands at (0, 0, 0).
 *
 * Not `qwen2Vl`, whose axes share the pairs of one law; not `diffusersRotary`, of one axis.
 */
export function flux(axesDim: readonly number[] = [16, 56, 56], options: ThetaOptions = {}): GridEncoding {
  const { theta: base } = read(options, { theta: 10000 });
  return frozen({
    kind: 'grid',
    axes: numbers('axesDim', axesDim).map((dim) => ({ dim, base })),
    pairing: 'adjacent',
  });
}

/** How M-RoPE shares out its pairs. */
export interface MropeOptions extends ThetaOptions {
  /** mrope_section: pairs of time, height and width. */
  readonly sections?: readonly number[] | undefined;
}

/**
 * Qwen2-VL's and Qwen2.5-VL's M-RoPE (apply_multimodal_rotary_pos_emb): channels i and i + r/2 turn by
 * p_s * theta^(-2i/r), the first sections[0] pairs at the time, the next at the row, the last at the column. Positions
 * [3, ...] from `positions({ grids })`. Default theta 1000000, sections [16, 24, 24] for heads of 128.
 *
 * Not `qwen3Vl`, which interleaves the streams; not `qwenVision`, the image tower.
 */
export function qwen2Vl(headDim = 128, options: MropeOptions = {}): SinusoidEncoding {
  return mrope(headDim, options, [16, 24, 24], 1e6, 'chunked');
}

/**
 * Qwen3-VL's M-RoPE (apply_interleaved_mrope): as Qwen2-VL's, but the pairs alternate between time, row and column, and
 * what goes past a section is time. Default theta 5000000, sections [24, 20, 20] for heads of 128.
 *
 * Not ggml's IMROPE, which gives what goes past a section to a fourth stream.
 */
export function qwen3Vl(headDim = 128, options: MropeOptions = {}): SinusoidEncoding {
  return mrope(headDim, options, [24, 20, 20], 5e6, 'interleaved');
}

function mrope(
  dim: number,
  options: MropeOptions,
  sections: readonly number[],
  theta: number,
  sectionOrder: 'chunked' | 'interleaved',
): SinusoidEncoding {
  const given = read(options, { theta, sections: numbers });
  return frozen({
    kind: 'sinusoid',
    dim,
    base: given.theta,
    pairing: 'half',
    sections: given.sections ?? [...sections],
    sectionOrder,
  });
}

/**
 * The image tower of Qwen2-VL and its relatives (VisionRotaryEmbedding of headDim/2, apply_rotary_pos_emb_vision): of the
 * headDim/2 pairs the first half turn by row * theta^(-4i/headDim), the second by column; channels i and i + headDim/2
 * make a pair. headDim is a multiple of 4. Rows here run in reading order; the tower's patches stand in merge order: give
 * their (row, column) as points.
 *
 * Not `qwen2Vl`, the language model's.
 */
export function qwenVision(headDim: number, options: ThetaOptions = {}): GridEncoding {
  const { theta: base } = read(options, { theta: 10000 });
  const dim = multiple('headDim', headDim, 4) / 2;
  return frozen({
    kind: 'grid',
    axes: [
      { dim, base },
      { dim, base },
    ],
    pairing: 'half',
  });
}

/** Arguments of DeepSeek's precompute_freqs_cis. */
export interface DeepseekOptions extends ThetaOptions {
  /** Default 40. */
  readonly factor?: number | undefined;
  /** Default 4096. */
  readonly originalLength?: number | undefined;
  /** Default 16384; not above originalLength: no scaling. */
  readonly maxLength?: number | undefined;
  /** Default 32. */
  readonly betaFast?: number | undefined;
  /** Default 1. */
  readonly betaSlow?: number | undefined;
}

/**
 * DeepSeek V2 and V3 (inference/model.py: precompute_freqs_cis) for the qkRopeHeadDim channels that are rotated:
 * neighbours turn, YaRN's frequencies if maxLength is above originalLength, and no attention factor: the softmax has it.
 *
 * Not `yarn`, which multiplies cosines and sines.
 */
export function deepseek(qkRopeHeadDim = 64, options: DeepseekOptions = {}): SinusoidEncoding {
  const { theta, maxLength, ...given } = read(options, {
    theta: 10000,
    factor: 40,
    originalLength: 4096,
    maxLength: 16384,
    betaFast: undefined,
    betaSlow: undefined,
  });
  const scaling: Scaling = { type: 'yarn', ...given, attentionFactor: 1 };
  return frozen({
    kind: 'sinusoid',
    dim: qkRopeHeadDim,
    base: theta,
    scaling: maxLength > given.originalLength ? scaling : undefined,
    pairing: 'adjacent',
  });
}

/** Arguments of the YaRN authors' LlamaYaRNScaledRotaryEmbedding. */
export interface YarnOptions extends ThetaOptions {
  /** The `scale` of the original. */
  readonly factor: number;
  /** Default 2048. */
  readonly originalLength?: number | undefined;
  /** From 0 to 1. Default 1. */
  readonly extrapolationFactor?: number | undefined;
  /** Multiplies 0.1 ln(factor) + 1. Default 1. */
  readonly attnFactor?: number | undefined;
  /** Default 32. */
  readonly betaFast?: number | undefined;
  /** Default 1. */
  readonly betaSlow?: number | undefined;
}

/**
 * YaRN as its authors wrote it (jquesnelle/yarn, LlamaYaRNScaledRotaryEmbedding): channels i and i + r/2 turn by the mixed
 * frequencies; cosines and sines are multiplied by (0.1 ln(factor) + 1) * attnFactor.
 *
 * Not `deepseek`, which has no such factor; not Keras' version, whose bounds differ.
 */
export function yarn(dim: number, options: YarnOptions): SinusoidEncoding {
  const { theta, extrapolationFactor, attnFactor, ...given } = read(options, {
    theta: 10000,
    factor: undefined,
    originalLength: 2048,
    extrapolationFactor: undefined,
    attnFactor: undefined,
    betaFast: undefined,
    betaSlow: undefined,
  });
  const factor = number('factor', given.factor);
  return frozen({
    kind: 'sinusoid',
    dim,
    base: theta,
    scaling: { type: 'yarn', ...given, factor, extrapolation: extrapolationFactor },
    valueScale: attnFactor,
    pairing: 'half',
  });
}

/**
 * Gemma 4's global layers (Hugging Face's 'proportional' RoPE): of the headDim/2 pairs the first floor(fraction *
 * headDim/2) turn by p * theta^(-2i/headDim) / factor, the others stay; channels i and i + headDim/2 make a pair. Default
 * fraction 0.25, theta 1000000.
 *
 * Not partial rotation (`gptNeoX` with rotaryPct): that divides by the rotated width and pairs channels within it.
 */
export function proportional(
  headDim: number,
  options: ThetaOptions & { readonly fraction?: number | undefined; readonly factor?: number | undefined } = {},
): SinusoidEncoding {
  const { theta, fraction, factor } = read(options, { theta: 1e6, fraction: 0.25, factor: undefined });
  return frozen({
    kind: 'sinusoid',
    dim: headDim,
    base: theta,
    scaling: { type: 'proportional', fraction, factor },
    pairing: 'half',
  });
}
