import type { FourierEncoding, GridEncoding } from './grid.js';
import type { SinusoidEncoding } from './sinusoid.js';
import type { ArrayOf, DType, Table } from './table.js';

/** What can rotate: n = dim/2 pairs. */
export type RotaryEncoding = SinusoidEncoding | GridEncoding | FourierEncoding;

export interface RotaryOptions<D extends DType = DType> {
  /**
   * 'half-width' (default): [..., n], as ONNX's RotaryEmbedding takes its caches. 'full': [..., 2n], each value for both
   * channels of its pair: repeated (c0, c0, c1, c1) for 'adjacent', concatenated (c0, c1, c0, c1) for 'half'.
   */
  readonly form?: 'half-width' | 'full' | undefined;
  readonly dtype?: D | undefined;
  /** Arrays to fill. */
  readonly into?: { readonly cos: ArrayOf<D>; readonly sin: ArrayOf<D> } | undefined;
  /** The shape of the positions, as in `encode`. */
  readonly shape?: readonly number[] | undefined;
}

export interface RotaryTables<A, D extends string> {
  readonly cos: Table<A, D>;
  readonly sin: Table<A, D>;
}

/** The data that `rotate` turns. */
export interface RotateOptions {
  /** The shape of the data, such as [batch, heads, length, head dim]. The last axis is rotated. */
  readonly shape: readonly number[];
  /** Which axis the positions run along; negative from the end. Default -2. */
  readonly sequenceAxis?: number | undefined;
  /** 'float16' or 'bfloat16' for a Uint16Array; a Float32Array is 'float32'. */
  readonly dtype?: 'float32' | 'float16' | 'bfloat16' | undefined;
  /** Turn back. Default false. */
  readonly inverse?: boolean | undefined;
  /** The first channel of the last axis that is rotated; channels outside [firstChannel, firstChannel + 2n) stay. Default 0. */
  readonly firstChannel?: number | undefined;
}

/** Weights in any number format: elements are moved, not changed. */
export type Weights =
  | Float32Array
  | Float64Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Int32Array
  | Uint32Array;

/** Which rows `permutePairing` moves. */
export interface PermuteOptions {
  /** [heads * head dim, in] of a matrix, or [heads * head dim] of a bias. */
  readonly shape: readonly number[];
  /** Heads whose rows stand one behind the other: those of the keys for a key projection. */
  readonly heads: number;
  /** Rows of a head that are rotated, from its first on. Default: all. */
  readonly rotaryDim?: number | undefined;
  /** The pairing of the weights. Default 'adjacent'. */
  readonly from?: 'adjacent' | 'half' | undefined;
  /** The pairing of the code that will run them. Default 'half'. */
  readonly to?: 'adjacent' | 'half' | undefined;
}
