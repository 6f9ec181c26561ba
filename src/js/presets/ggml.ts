// ggml's rope, of which llama.cpp's models are made.
import { wrongValue } from '../errors.js';
import { choice, number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { GridEncoding, Scaling, SinusoidEncoding } from '../types.js';
import { numbers, read } from './options.js';

/** Arguments of ggml_rope_ext and ggml_rope_multi. */
export interface GgmlOptions {
  /** Default 10000. */
  readonly freqBase?: number | undefined;
  /** Multiplies angles: 1/factor. Default 1. */
  readonly freqScale?: number | undefined;
  /** Share of YaRN's mix, 0 (default) for none. */
  readonly extFactor?: number | undefined;
  /** Multiplies cosines and sines. Default 1. */
  readonly attnFactor?: number | undefined;
  /** Default 32. */
  readonly betaFast?: number | undefined;
  /** Default 1. */
  readonly betaSlow?: number | undefined;
  /** Default 4096; used with extFactor. */
  readonly nCtxOrig?: number | undefined;
  /** Divide the angles, one a pair. */
  readonly freqFactors?: ArrayLike<number> | undefined;
  /** Pairs of each of the four streams. */
  readonly sections?: readonly number[] | undefined;
}

const MODES = ['normal', 'neox', 'mrope', 'imrope', 'vision'] as const;

/**
 * ggml's rope (llama.cpp) of the first nDims channels. Modes: 'normal' turns neighbours, 'neox' channels i and
 * i + nDims/2, 'mrope' and 'imrope' as 'neox' with four position streams ([4, ...]), 'vision' channels i and i + nDims by
 * the row, then the column (positions are points [..., 2], and 2 nDims channels turn). Angles are
 * p * freqBase^(-2i/nDims) / freqFactors[i] * freqScale; with extFactor YaRN mixes in the unscaled ones, and cosines and
 * sines are multiplied by 1 + 0.1 ln(1/freqScale) on top of attnFactor.
 *
 * Not Hugging Face's YaRN where attnFactor is given there: that replaces the 0.1 ln term. 'imrope' gives pairs past a
 * section to the fourth stream, Qwen3-VL itself to time: give both the same positions.
 */
export function ggml(
  mode: 'normal' | 'neox' | 'mrope' | 'imrope',
  nDims: number,
  options?: GgmlOptions,
): SinusoidEncoding;
export function ggml(mode: 'vision', nDims: number, options?: GgmlOptions): GridEncoding;
export function ggml(
  mode: (typeof MODES)[number],
  nDims: number,
  options: GgmlOptions = {},
): SinusoidEncoding | GridEncoding {
  const given = read(options, {
    freqBase: 10000,
    freqScale: 1,
    extFactor: 0,
    attnFactor: 1,
    betaFast: undefined,
    betaSlow: undefined,
    nCtxOrig: 4096,
    freqFactors: numbers,
    sections: numbers,
  });
  const { betaFast, betaSlow, nCtxOrig: originalLength, extFactor: extrapolation, sections } = given;
  const name = MODES[choice('mode', mode ?? null, MODES)];
  const factor = 1 / given.freqScale;
  const scaling: Scaling | undefined = extrapolation
    ? { type: 'yarn', factor, originalLength, betaFast, betaSlow, extrapolation }
    : factor === 1
      ? undefined
      : { type: 'linear', factor };
  const shared = {
    dim: number('nDims', nDims),
    base: given.freqBase,
    scaling,
    valueScale: given.attnFactor === 1 ? undefined : given.attnFactor,
  };
  if (name === 'vision') {
    // YaRN's bounds would run over both axes there, which no model uses.
    if (extrapolation) throw wrongValue('extFactor', extrapolation, "0, since mode is 'vision'");
    const half = shared.dim / 2;
    if (sections && !(sections[0] === half && sections[1] === half)) {
      throw wrongValue('sections', sections, `${half} for the first two, since mode is 'vision'`);
    }
    const axes = [0, half].map((from) => ({
      ...shared,
      frequencyFactors: given.freqFactors?.slice(from, from + half),
    }));
    return frozen({ kind: 'grid', axes, pairing: 'half' });
  }
  const streams = name === 'mrope' || name === 'imrope';
  if (streams !== (sections !== undefined)) {
    throw wrongValue(
      'sections',
      sections,
      streams ? 'pairs of each of the four streams' : `none, since mode is '${name}'`,
    );
  }
  return frozen({
    kind: 'sinusoid',
    ...shared,
    frequencyFactors: given.freqFactors,
    pairing: name === 'normal' ? 'adjacent' : 'half',
    sections,
    sectionOrder: name === 'imrope' ? 'interleaved-fourth' : undefined,
  });
}
