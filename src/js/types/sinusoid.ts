import type { Scaling } from './scaling.js';

/**
 * A sinusoidal encoding: of one position, or (with `sections`) of several position streams.
 *
 * The angle of pair i at position p is `w_i * scale * (p + origin)`, with w_i the pair's frequency in radians; its two
 * values are `valueScale * a * sin(angle)` and `valueScale * a * cos(angle)`, with a the attention factor of `scaling`
 * (1 without). n is the number of pairs.
 */
export interface SinusoidEncoding {
  /** The kind of encoding; 'sinusoid' when absent. */
  readonly kind?: 'sinusoid' | undefined;
  /** Columns of a row, d_model; for a rotation the rotary dimension r: a whole number from 1 to 65536. */
  readonly dim: number;
  /** Base of the geometric progression of wavelengths (theta, max_timescale): from 1e-100 to 1e100. Default 10000. */
  readonly base?: number | undefined;
  /**
   * The law of frequencies, in `unit`. With D the width after the `odd` rule and n = D/2:
   * - 'paper' (default): w_i = base^(-2i/D), "Attention Is All You Need" (2017), section 3.5.
   * - 'endpoint': w_i = base^(-i/(n-1)), whose last frequency is 1/base: tensor2tensor's get_timing_signal_1d, fairseq,
   *   Whisper. With one pair the frequency is 1.
   * - 'shifted': w_i = base^(-i/(n - shift)): diffusers' downscale_freq_shift. 0 is 'paper', 1 is 'endpoint'. With one
   *   pair the frequency is 1.
   * - 'linear': w_i = 1 + i * (base - 1)/(n - 1): linear bands from 1 to `base`. With one pair the frequency is 1.
   */
  readonly spacing?: 'paper' | 'endpoint' | 'shifted' | 'linear' | undefined;
  /** With spacing 'shifted' (and only there): below n, below 1e6 in size, and the last frequency from 1e-100 to 1e100. */
  readonly shift?: number | undefined;
  /** The frequencies themselves, one a pair, in place of `base`, `spacing` and `shift`; finite, at most 1e100 in size. */
  readonly frequencies?: readonly number[] | Float64Array | Float32Array | undefined;
  /** What frequencies are measured in: radians (default), half turns (times pi) or turns (times 2 pi) per position. */
  readonly unit?: 'radian' | 'half-turn' | 'turn' | undefined;
  /** Divide the frequencies, one a pair, before `scaling` (ggml's freq_factors): from 1e-100 to 1e100. */
  readonly frequencyFactors?: readonly number[] | Float64Array | Float32Array | undefined;
  /** How the frequencies are reshaped for longer contexts. */
  readonly scaling?: Scaling | undefined;
  /** 'interleaved' (default): pair i in columns 2i and 2i+1. 'halves': first functions of all pairs, then second functions. */
  readonly layout?: 'interleaved' | 'halves' | undefined;
  /** Which function of a pair comes first. Default 'sin-cos'. */
  readonly order?: 'sin-cos' | 'cos-sin' | undefined;
  /**
   * What an odd `dim` means:
   * - 'truncate' (default): the law of d, the last column dropped (paper, Keras; with halves Marian, BART);
   * - 'truncate-next': the law of d + 1, the last column dropped (tatp22);
   * - 'zero': the law of d - 1 and a last column of 0 (tensor2tensor, fairseq, diffusers);
   * - 'error': an odd dim is an error (Whisper).
   */
  readonly odd?: 'truncate' | 'truncate-next' | 'zero' | 'error' | undefined;
  /** Added to every position: a finite number, at most 2^53 in size. Default 0. */
  readonly origin?: number | undefined;
  /** Multiplies every angle: from 1e-100 to 2^54 in size. |w_i * scale * (p + origin)| may reach 2^54. Default 1. */
  readonly scale?: number | undefined;
  /** Multiplies every value: at most 1e30 in size. Default 1. */
  readonly valueScale?: number | undefined;
  /** A position whose whole row is 0 (fairseq's padding_idx). Absent: no such row. */
  readonly padding?: number | undefined;
  /**
   * Which channels a rotation takes as pair i: 2i and 2i+1 ('adjacent', the default: GPT-J, Meta's Llama, ggml NORMAL),
   * or i and i + n ('half': GPT-NeoX, Hugging Face, ggml NEOX).
   */
  readonly pairing?: 'adjacent' | 'half' | undefined;
  /** A decay by position, as in xPos. */
  readonly xpos?: XPos | undefined;
  /**
   * Several position streams (M-RoPE): how many pairs belong to each stream; they add up to n. Positions then have the
   * shape [streams, ...]; a count, a progression or a flat list stands in all streams.
   */
  readonly sections?: readonly number[] | undefined;
  /**
   * With `sections`, which pairs belong to which stream:
   * - 'chunked' (default): the first section's pairs first (Qwen2-VL, ggml MROPE);
   * - 'interleaved': pair i belongs to stream i mod 3 while i < 3 * sections[i mod 3], else to stream 0 (Qwen3-VL);
   * - 'interleaved-fourth': the same, but else to stream 3 (ggml IMROPE);
   * - 'alternating': streams 1 and 2 in turn, with as many pairs each, then stream 0 (ERNIE-4.5-VL).
   */
  readonly sectionOrder?: 'chunked' | 'interleaved' | 'interleaved-fourth' | 'alternating' | undefined;
}

/**
 * xPos: the values of pair i at position p are multiplied by s_i^((p - center) / scaleBase), with
 * s_i = (2i/dim + gamma) / (1 + gamma) (Sun et al., 2022). Keys take the same with a negative `scaleBase`. Positions
 * must keep that factor, times `valueScale` where that is above 1, between 1e-30 and 1e30.
 */
export interface XPos {
  /** Positions a power: from 1e-30 to 1e30 in size; 512 in the original. Negative for keys. */
  readonly scaleBase: number;
  /** At most 2^53 in size. Default 0; rotary-embedding-torch takes half of the length, rounded down. */
  readonly center?: number | undefined;
  /** From 1e-6 to 1e6. Default 0.4. */
  readonly gamma?: number | undefined;
}
