// One position, one row: the tables of "Attention Is All You Need" and its relatives.
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { SinusoidEncoding } from '../types.js';
import { read } from './options.js';

/**
 * The PyTorch tutorials' `PositionalEncoding` ("Attention Is All You Need", section 3.5; pytorch/examples
 * word_language_model): columns 2i and 2i + 1 are sin and cos of p * 10000^(-2i/C).
 *
 * Not `marian`, the same values with all sines first; not `tensor2tensor`, another law of frequencies.
 */
export function pytorch(dim: number): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim });
}

/** Arguments of tensor2tensor's get_timing_signal_1d. */
export interface TimescaleOptions {
  /** Default 1. As in the original, whose name misleads, it multiplies the frequencies. */
  readonly minTimescale?: number | undefined;
  /** Default 10000. */
  readonly maxTimescale?: number | undefined;
  /** Added to every position. Default 0. */
  readonly startIndex?: number | undefined;
}

/**
 * tensor2tensor's get_timing_signal_1d: with n = floor(C/2), columns i and n + i are sin and cos of
 * (p + startIndex) * minTimescale * (maxTimescale/minTimescale)^(-i/(n-1)); a last column of 0 if C is odd.
 *
 * Not the paper's law, which tensor2tensor's authors published: that divides i by n, not by n - 1.
 */
export function tensor2tensor(channels: number, options: TimescaleOptions = {}): SinusoidEncoding {
  const given = read(options, { minTimescale: 1, maxTimescale: 10000, startIndex: 0 });
  const scale = given.minTimescale;
  return frozen({
    kind: 'sinusoid',
    dim: channels,
    base: given.maxTimescale / scale,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'zero',
    origin: given.startIndex,
    scale,
  });
}

/**
 * fairseq's SinusoidalPositionalEmbedding: with n = floor(C/2), columns i and n + i are sin and cos of
 * p * 10000^(-i/(n-1)); a last column of 0 if C is odd; the row of position `padding` is 0.
 *
 * Its first token stands at position padding + 1, not at 0: take positions from `positions({ tokens, padding })`. Not
 * Hugging Face's BART or Marian, which use the paper's law: `marian`.
 */
export function fairseq(dim: number, options: { readonly padding?: number | undefined } = {}): SinusoidEncoding {
  const { padding } = read(options, { padding: undefined });
  return frozen({
    kind: 'sinusoid',
    dim,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'zero',
    padding,
  });
}

/**
 * Hugging Face's MarianSinusoidalPositionalEmbedding (Marian, Pegasus, and BART's sinusoidal relatives): the paper's
 * frequencies 10000^(-2i/C), all ceil(C/2) sines first, then the floor(C/2) cosines.
 *
 * Not the Marian toolkit itself, which divides by n - 1 as `tensor2tensor` does; not `pytorch`, whose columns alternate.
 */
export function marian(dim: number): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim, layout: 'halves' });
}

/**
 * Whisper's `sinusoids(length, channels, max_timescale)`, its encoder's positions: with n = C/2, columns i and n + i are
 * sin and cos of p * maxTimescale^(-i/(n-1)). An odd number of channels is an error.
 *
 * Not Whisper's decoder, whose positions are learned.
 */
export function whisper(
  channels: number,
  options: { readonly maxTimescale?: number | undefined } = {},
): SinusoidEncoding {
  const { maxTimescale: base } = read(options, { maxTimescale: 10000 });
  return frozen({
    kind: 'sinusoid',
    dim: channels,
    base,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'error',
  });
}

/**
 * keras-hub's SinePositionEncoding: columns 2i and 2i + 1 are sin and cos of p * maxWavelength^(-2i/C), for any width: of
 * an odd one the last cosine is dropped.
 *
 * Not `tatp22`, which for an odd width takes the law of the next even one.
 */
export function keras(
  hidden: number,
  options: { readonly maxWavelength?: number | undefined; readonly startIndex?: number | undefined } = {},
): SinusoidEncoding {
  const { maxWavelength: base, startIndex: origin } = read(options, { maxWavelength: 10000, startIndex: 0 });
  return frozen({
    kind: 'sinusoid',
    dim: hidden,
    base,
    origin,
  });
}

/**
 * tatp22/multidim-positional-encoding's PositionalEncoding1D: with D = 2 ceil(C/2), columns 2i and 2i + 1 are sin and cos
 * of p * 10000^(-2i/D), cut to C columns. Its Permute1D has channels first (`channelsFirst`), its Summer adds (`add`).
 *
 * The same as `pytorch` for an even width. Versions before 2022 had all sines first. Not `tatp22Grid`, of several axes.
 */
export function tatp22(channels: number): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim: channels, odd: 'truncate-next' });
}

/**
 * OpenNMT-tf's SinusoidalPositionEncoder and CTranslate2's generate_sinusoidal_position_encoding: with n = C/2, columns i
 * and n + i are sin and cos of (p + 1) * 10000^(-i/(n-1)): the first position is 1. An odd depth is an error.
 *
 * Not `tensor2tensor`, the same from position 0; not OpenNMT-py, which is `pytorch`.
 */
export function openNmt(depth: number): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim: depth, spacing: 'endpoint', layout: 'halves', odd: 'error', origin: 1 });
}

/** Arguments of MLX's SinusoidalPositionalEncoding. */
export interface MlxOptions {
  /** Frequency of the last pair. Default 1e-4. */
  readonly minFreq?: number | undefined;
  /** Frequency of the first pair. Default 1. */
  readonly maxFreq?: number | undefined;
  /** Multiplies the values. Default sqrt(2/dims), so that a row has the length 1. */
  readonly scale?: number | undefined;
  /** Cosines before sines. Default false. */
  readonly cosFirst?: boolean | undefined;
  /** Frequencies in turns, times 2 pi. Default false. */
  readonly fullTurns?: boolean | undefined;
}

/**
 * MLX's nn.SinusoidalPositionalEncoding: with n = dims/2, columns i and n + i are scale times sin and cos of
 * p * maxFreq * (maxFreq/minFreq)^(-i/(n-1)). An odd number of dims is an error.
 *
 * Not `tensor2tensor`: the values are scaled by sqrt(2/dims) unless told otherwise.
 */
export function mlx(dims: number, options: MlxOptions = {}): SinusoidEncoding {
  const { minFreq, maxFreq, scale, cosFirst, fullTurns } = read(options, {
    minFreq: 1e-4,
    maxFreq: 1,
    scale: Math.sqrt(2 / number('dims', dims)),
    cosFirst: false,
    fullTurns: false,
  });
  return frozen({
    kind: 'sinusoid',
    dim: dims,
    base: maxFreq / minFreq,
    spacing: 'endpoint',
    unit: fullTurns ? 'turn' : 'radian',
    layout: 'halves',
    order: cosFirst ? 'cos-sin' : 'sin-cos',
    odd: 'error',
    scale: maxFreq,
    valueScale: scale,
  });
}

/**
 * The Marian toolkit's addPositionalEmbeddings (marian-nmt, src/models/transformer.h): with n = C/2, columns i and n + i
 * are sin and cos of p * 10000^(-i/(n-1)).
 *
 * Not `marian`, which is Hugging Face's and divides by n. For an odd width the original divides by C/2 - 1 as here, but
 * writes its cosines one column early, over a sine; here the columns are ceil(C/2) sines, then floor(C/2) cosines.
 */
export function marianNmt(dim: number): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim, spacing: 'endpoint', layout: 'halves' });
}

/**
 * burn's PositionalEncoding (generate_sinusoids): columns 2i and 2i + 1 are sin and cos of p * maxTimescale^(-2i/C). An odd
 * width is an error. The original also refuses a table longer than maxTimescale; positions here go on.
 *
 * Not `tensor2tensor`, which has a maxTimescale too, but divides by n - 1 and puts all sines first.
 */
export function burn(dModel: number, options: { readonly maxTimescale?: number | undefined } = {}): SinusoidEncoding {
  const { maxTimescale: base } = read(options, { maxTimescale: 10000 });
  return frozen({ kind: 'sinusoid', dim: dModel, base, odd: 'error' });
}

/**
 * Hugging Face's create_sinusoidal_positions of GPT-J and CodeGen: the table [sin | cos] of width rotary_dim that the
 * rotation takes its rows from: columns i and n + i are sin and cos of p * 10000^(-2i/rotaryDim).
 *
 * Not the rotation itself: `gptJ`.
 */
export function gptJTable(rotaryDim: number): SinusoidEncoding {
  return frozen({ kind: 'sinusoid', dim: rotaryDim, layout: 'halves', odd: 'error' });
}

/**
 * x-transformers' ScaledSinusoidalEmbedding as it is before training: columns i and n + i are scale times sin and cos of
 * p * theta^(-2i/C), with scale = 1/sqrt(C), which is learned. An odd width is an error.
 *
 * Not `marian`, the same without the scale.
 */
export function scaledSinusoid(
  dim: number,
  options: { readonly theta?: number | undefined; readonly scale?: number | undefined } = {},
): SinusoidEncoding {
  const { theta, scale } = read(options, { theta: 10000, scale: Math.sqrt(1 / number('dim', dim)) });
  return frozen({
    kind: 'sinusoid',
    dim,
    base: theta,
    layout: 'halves',
    odd: 'error',
    valueScale: scale,
  });
}
