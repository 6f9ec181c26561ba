/**
 * A reshaping of the frequencies w_i (as `dim`, `base` and the rest make them) for longer contexts, and the attention
 * factor that multiplies sines and cosines. Names are those of Hugging Face's `rope_parameters` in camel case. r is
 * `dim`, n the number of pairs. Numbers are from 1e-30 to 1e30 where nothing else is said. Those that go by the base
 * (ntk, dynamic, yarn) are not for given `frequencies`, nor for linear spacing.
 */
export type Scaling =
  | LinearScaling
  | NtkScaling
  | DynamicScaling
  | YarnScaling
  | LongRopeScaling
  | Llama3Scaling
  | ProportionalScaling;

/** Position interpolation (Chen et al., 2023): w_i / factor. */
export interface LinearScaling {
  readonly type: 'linear';
  /** Above 0. */
  readonly factor: number;
}

/** Static NTK: the base becomes base * factor^(r/(r-2)) (rotary-embedding-torch's theta_rescale_factor). Not for r = 2. */
export interface NtkScaling {
  readonly type: 'ntk';
  readonly factor: number;
}

/**
 * Dynamic NTK: with L the length reached and M `originalLength`, for L > M the base becomes
 * base * (factor * L/M - (factor - 1))^(r/(r-2)). Not for r = 2.
 */
export interface DynamicScaling {
  readonly type: 'dynamic';
  readonly factor: number;
  /** max_position_embeddings. */
  readonly originalLength: number;
  /**
   * Length reached. Absent: the largest position of the call + 1, as Hugging Face does, so that calls for pieces of one
   * table may differ; given, the bits of a value depend on encoding and position alone. Frequencies, wavelengths,
   * shifts and similarities, which have no positions, are those of `originalLength` then.
   */
  readonly length?: number | undefined;
}

/**
 * YaRN (Peng et al., 2023), as Hugging Face computes it: w_i/factor * (1 - m_i) + w_i * m_i with
 * m_i = extrapolation * (1 - clip((i - low)/(high - low), 0, 1)); low and high are the pairs that turn betaFast and betaSlow times
 * within originalLength, rounded down and up with `truncate`.
 */
export interface YarnScaling {
  readonly type: 'yarn';
  readonly factor: number;
  readonly originalLength: number;
  /** Turns, at least `betaSlow`. Default 32. */
  readonly betaFast?: number | undefined;
  /** Default 1. */
  readonly betaSlow?: number | undefined;
  /** Default true. */
  readonly truncate?: boolean | undefined;
  /** ggml's ext_factor, from 0 to 1. Default 1. */
  readonly extrapolation?: number | undefined;
  /** Wins over mscale and mscaleAllDim. Absent, and without them: 0.1 ln(factor) + 1. */
  readonly attentionFactor?: number | undefined;
  /** Both together, above 0: (0.1 mscale ln(factor) + 1) / (0.1 mscaleAllDim ln(factor) + 1). */
  readonly mscale?: number | undefined;
  readonly mscaleAllDim?: number | undefined;
}

/**
 * LongRoPE (Ding et al., 2024): w_i / longFactor[i] if the length reached is above originalLength, else
 * w_i / shortFactor[i]. The attention factor is sqrt(1 + ln(factor)/ln(originalLength)) for factor > 1, else 1.
 */
export interface LongRopeScaling {
  readonly type: 'longrope';
  /** One a pair. */
  readonly shortFactor: readonly number[] | Float64Array | Float32Array;
  readonly longFactor: readonly number[] | Float64Array | Float32Array;
  /** Above 1. */
  readonly originalLength: number;
  /** max_position_embeddings / originalLength. */
  readonly factor: number;
  readonly attentionFactor?: number | undefined;
  /** Length reached. Absent: as in dynamic scaling. */
  readonly length?: number | undefined;
}

/**
 * Llama 3.1: wavelengths below originalLength/highFreqFactor are kept, those above originalLength/lowFreqFactor divided
 * by factor, and blended between.
 */
export interface Llama3Scaling {
  readonly type: 'llama3';
  readonly factor: number;
  /** Turns, from 0. */
  readonly lowFreqFactor: number;
  /** At least `lowFreqFactor`. */
  readonly highFreqFactor: number;
  readonly originalLength: number;
}

/** Gemma 4: of the n pairs the first floor(fraction * r / 2) keep their frequency (divided by factor), the others get 0. */
export interface ProportionalScaling {
  readonly type: 'proportional';
  /** partial_rotary_factor: from 0 to 1. */
  readonly fraction: number;
  /** Default 1. */
  readonly factor?: number | undefined;
}
