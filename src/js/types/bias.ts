import type { NumberArray, Positions } from './positions.js';
import type { ArrayOf, DType } from './table.js';

/** Attention biases: what is added to attention scores, or the bucket whose learned bias is. */
export type BiasEncoding = AlibiEncoding | T5Encoding | DebertaEncoding | SwinEncoding;

/**
 * ALiBi (Press et al., 2022). Slopes are 2^(-maxBias * k/c) for k = 1 ... c with c the power of two below the heads, then
 * every other slope of 2c; ofirpress, BLOOM and MPT's construction from the power of two above give the same list.
 */
export interface AlibiEncoding {
  readonly kind: 'alibi';
  /** From 1 to 65536. */
  readonly heads: number;
  /** A whole number from 1 to 300. Default 8. */
  readonly maxBias?: number | undefined;
  /**
   * 'published' (default): the list above, which does not fall for heads that are no power of two. 'sorted': the same
   * slopes, largest first.
   */
  readonly order?: 'published' | 'sorted' | undefined;
  /**
   * - 'distance' (default): -slope * |i - j|, the paper's (symmetric);
   * - 'key': slope * j (BLOOM);
   * - 'last-key': slope * (j - (keys - 1)) (MPT, Keras).
   * Under softmax of causal attention all three are equal.
   */
  readonly anchor?: 'distance' | 'key' | 'last-key' | undefined;
}

/** T5's relative position buckets. The relative position is key - query; both are whole numbers. */
export interface T5Encoding {
  readonly kind: 't5';
  /** From 2 (bidirectional: 4) to 65536. Default 32. Bidirectional, half of an odd number is rounded down. */
  readonly buckets?: number | undefined;
  /**
   * Larger than the distances that have buckets of their own (half of a direction's buckets), at most 2^53. Default 128.
   */
  readonly maxDistance?: number | undefined;
  /** Default true: the encoder's. */
  readonly bidirectional?: boolean | undefined;
  /** The learned biases [buckets, heads]; with them the result is the bias itself. */
  readonly table?: readonly number[] | Float32Array | Float64Array | undefined;
  /** With `table`. */
  readonly heads?: number | undefined;
}

/** DeBERTa v2's log buckets of query - key, which are whole numbers; without `buckets` the relative position itself. */
export interface DebertaEncoding {
  readonly kind: 'deberta';
  /** bucket_size (position_buckets), from 2 to 65536; absent: no buckets. */
  readonly buckets?: number | undefined;
  /**
   * max_position, with `buckets`: from buckets/2 + 2 to 2^53, and such that distances up to 2^53 have at most 65536 buckets.
   */
  readonly maxPosition?: number | undefined;
}

/** The relative position index of Swin and BEiT: [N, N] for a window of N = H * W tokens and the class token. */
export interface SwinEncoding {
  readonly kind: 'swin';
  /** Height and width, each from 1 to 16384. */
  readonly window: readonly [number, number];
  /** Default false. */
  readonly classToken?: boolean | undefined;
}

/** Formats of biases, and of buckets and indices. */
export type BiasDType = DType | 'int32' | 'int64';

/** The array that holds them. */
export type BiasArrayOf<D extends BiasDType> = D extends DType
  ? ArrayOf<D>
  : D extends 'int32'
    ? Int32Array
    : BigInt64Array;

/** What `bias` is asked for. Not for Swin, whose window says it. */
export interface BiasRequest {
  /** How many queries, or where they stand: absolute positions. */
  readonly queries?: Positions | undefined;
  /** How many keys, or where they stand. */
  readonly keys?: Positions | undefined;
  /** Where the first query stands, given counts: the length of the cache. Default 0. Keys stand at 0, 1, ... */
  readonly offset?: number | undefined;
  /** Biases: 'float32' (default), 'float64', 'float16' or 'bfloat16'. Buckets: 'int32' (default) or 'int64'. */
  readonly dtype?: BiasDType | undefined;
  /** The array to fill, of exactly the result's length: the typed array of `dtype`. */
  readonly into?: NumberArray | undefined;
}
