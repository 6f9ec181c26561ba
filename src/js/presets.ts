/**
 * Encodings as well-known code makes them: each a frozen object for `encode` and the others. p is a position, i the
 * index of a pair, C the width.
 */
import { fields, number } from './fields.js';
import type { SinusoidEncoding } from './types.js';

/**
 * The PyTorch tutorials' `PositionalEncoding` ("Attention Is All You Need", section 3.5; pytorch/examples
 * word_language_model): columns 2i and 2i + 1 are sin and cos of p * 10000^(-2i/C).
 *
 * Not `marian`, the same values with all sines first; not `tensor2tensor`, another law of frequencies.
 */
export function pytorch(dim: number): SinusoidEncoding {
  return Object.freeze({ kind: 'sinusoid', dim });
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
  const given = fields('options', options, ['minTimescale', 'maxTimescale', 'startIndex']);
  const scale = number('minTimescale', given.minTimescale, 1);
  return Object.freeze({
    kind: 'sinusoid',
    dim: channels,
    base: number('maxTimescale', given.maxTimescale, 10000) / scale,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'zero',
    origin: number('startIndex', given.startIndex, 0),
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
  const { padding } = fields('options', options, ['padding']);
  return Object.freeze({
    kind: 'sinusoid',
    dim,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'zero',
    ...(padding === undefined ? {} : { padding: number('padding', padding) }),
  });
}

/**
 * Hugging Face's MarianSinusoidalPositionalEmbedding (Marian, Pegasus, and BART's sinusoidal relatives): the paper's
 * frequencies 10000^(-2i/C), all ceil(C/2) sines first, then the floor(C/2) cosines.
 *
 * Not the Marian toolkit itself, which divides by n - 1 as `tensor2tensor` does; not `pytorch`, whose columns alternate.
 */
export function marian(dim: number): SinusoidEncoding {
  return Object.freeze({ kind: 'sinusoid', dim, layout: 'halves' });
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
  const { maxTimescale } = fields('options', options, ['maxTimescale']);
  return Object.freeze({
    kind: 'sinusoid',
    dim: channels,
    base: number('maxTimescale', maxTimescale, 10000),
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'error',
  });
}
