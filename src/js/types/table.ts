import type { NumberArray } from './positions.js';

/** Number formats of results. 'float16' and 'bfloat16' are bit patterns in a Uint16Array. */
export type DType = 'float32' | 'float64' | 'float16' | 'bfloat16';

/** The array that holds numbers of a format. */
export type ArrayOf<D extends DType> = D extends 'float32'
  ? Float32Array
  : D extends 'float64'
    ? Float64Array
    : Uint16Array;

/** A result: row-major data with its shape, as `new ort.Tensor(dtype, data, shape)` and `tf.tensor(data, shape)` take it. */
export interface Table<A = Float32Array, D extends string = string> {
  readonly data: A;
  readonly shape: number[];
  readonly dtype: D;
}

/** Where `encode` writes and in which format. */
export interface EncodeOptions<D extends DType = DType> {
  /** The format of the result: 'float32' unless `into` says otherwise. A Uint16Array needs 'float16' or 'bfloat16'. */
  readonly dtype?: D | undefined;
  /** The array to fill, of exactly the result's length; shared memory is welcome. */
  readonly into?: ArrayOf<D> | undefined;
  /** The shape of the positions, such as [batch, length]; the product of its sizes is their number. */
  readonly shape?: NumberArray | undefined;
  /** Columns before positions: shape [dim, ...positions] (or [batch, dim, ...] where the positions have a batch axis). Default false. */
  readonly channelsFirst?: boolean | undefined;
}

/** How `add` reads the embeddings. */
export interface AddOptions {
  /**
   * How many times the table is added one after another, for embeddings of shape [batch, ...positions, dim]. Absent: once,
   * for embeddings of shape [...positions, dim].
   */
  readonly batch?: number | undefined;
}

/** Where `window`, `frequencies` and the others that give float64 write. */
export interface Float64Options {
  /** The array to fill, of exactly the result's length. */
  readonly into?: Float64Array | undefined;
}

/**
 * A window of the picture of a matrix.
 *
 * One pixel down is `positionsPerPixel` consecutive positions, one pixel across `columnsPerPixel` columns. With one
 * column a pixel the picture's columns are the matrix's. With more, first and second functions stand in separate
 * halves whatever the layout: first all first-function columns in steps of `columnsPerPixel`, then all
 * second-function columns (a column of zeros, if there is one, is a pixel of its own at the end); the last pixel of a
 * half covers what is left.
 */
export interface Picture {
  /** First position of the window's first pixel row: a whole number. Default 0. */
  readonly start?: number | undefined;
  /** Whole number from 1. Default 1. */
  readonly positionsPerPixel?: number | undefined;
  /** Pixel rows. */
  readonly height: number;
  /** First pixel column of the window. Default 0. */
  readonly left?: number | undefined;
  /** Whole number from 1. Default 1. */
  readonly columnsPerPixel?: number | undefined;
  /** Pixel columns. Default: all that remain from `left`. */
  readonly width?: number | undefined;
}

/** How `window` samples and where it writes. */
export interface WindowOptions {
  /** 'mean' (default): the exact mean over the positions of a pixel. 'point': the first position alone, aliased. */
  readonly sample?: 'mean' | 'point' | undefined;
  /** 'float32' unless `into` is a Float64Array. */
  readonly dtype?: 'float32' | 'float64' | undefined;
  readonly into?: Float32Array | Float64Array | undefined;
}
