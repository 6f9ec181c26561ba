import type { SinusoidEncoding } from './sinusoid.js';

/** How the coordinate of cell k of an axis with s cells comes about. Of `{ grid }` only: points are coordinates already. */
export interface Coordinates {
  /**
   * - 'index' (default): k + offset;
   * - 'ends': from -1 to 1 with both ends, (2k - (s-1))/(s-1) (torch.linspace(-1, 1, s)); -1 where s is 1;
   * - 'centres': cell centres from -1 to 1, (2k + 1 - s)/s (DINOv3, SAM);
   * - 'fractions': (k + 1)/(s + 1e-6) (DETR, normalised).
   */
  readonly coordinates?: 'index' | 'ends' | 'centres' | 'fractions' | undefined;
  /** With 'index': the number of the first cell, at most 2^53 in size (timm's grid_offset; 1 for DETR). Default 0. */
  readonly offset?: number | undefined;
  /**
   * Cells of a reference grid, from 1e-100 to 2^53: the coordinate is multiplied by reference / s (timm's ref_feat_shape; diffusers'
   * base_size). With 'index' or 'ends'.
   */
  readonly reference?: number | undefined;
}

/** One axis of a grid: a sinusoidal encoding of its coordinate. */
export interface GridAxis
  extends Omit<SinusoidEncoding, 'padding' | 'pairing' | 'xpos' | 'sections' | 'sectionOrder'>,
    Coordinates {}

/**
 * Several coordinates side by side: each axis has columns of its own.
 *
 * Positions are `{ grid: [sizes] }`, all cells of a grid in row-major order, or points with the shape [..., axes]. The
 * columns are those of the blocks, cut to `dim`; where they are fewer, the rest is 0.
 */
export interface GridEncoding {
  readonly kind: 'grid';
  /** Columns of a row. Default: those of all axes (with `identity`, the coordinates too). */
  readonly dim?: number | undefined;
  /** In the order of the coordinates (row, column; time, height, width): 1 to 8, with 65536 columns at most together. */
  readonly axes: readonly GridAxis[];
  /** Which axis each block belongs to: [1, 0] puts the columns of the last axis first (MAE). Default [0, 1, ...]. */
  readonly axisOrder?: readonly number[] | undefined;
  /**
   * - 'axis-major' (default): all columns of one axis, in its layout, then those of the next (tatp22, MAE, DETR);
   * - 'function-major': first functions of all axes, then second functions (timm: sin y, sin x, cos y, cos x);
   * - 'frequency-major': for each pair, first functions of all axes, then second functions (NeRF).
   */
  readonly blocks?: 'axis-major' | 'function-major' | 'frequency-major' | undefined;
  /** The coordinates themselves stand before the columns (NeRF's include_input). Default false. */
  readonly identity?: boolean | undefined;
  /** Rows of 0 before those of the grid (a class token). Default 0. The result has the shape [rows, dim] then. */
  readonly classRows?: number | undefined;
  /** As in a sinusoidal encoding, over the pairs of all axes: those of the first block, then of the next. */
  readonly pairing?: 'adjacent' | 'half' | undefined;
}

/**
 * Sinusoids of sums: the angle of pair i is the sum over axes of frequencies[axis * n + i] * coordinate[axis]: random
 * Fourier features (SAM), mixed rotary encodings. Positions as for a grid.
 */
export interface FourierEncoding extends Coordinates {
  readonly kind: 'fourier';
  /** Columns of a row, 2n, identity not counted: even; axes * dim is at most 65536. */
  readonly dim: number;
  /** How many coordinates a point has: 1 to 8. */
  readonly axes: number;
  /** [axes, n], row-major. */
  readonly frequencies: readonly number[] | Float64Array | Float32Array;
  readonly unit?: 'radian' | 'half-turn' | 'turn' | undefined;
  /** Which coordinate of a grid the rows of `frequencies` belong to: SAM multiplies (x, y), so [1, 0]. Default [0, 1, ...]. */
  readonly axisOrder?: readonly number[] | undefined;
  readonly layout?: 'interleaved' | 'halves' | undefined;
  readonly order?: 'sin-cos' | 'cos-sin' | undefined;
  readonly valueScale?: number | undefined;
  readonly identity?: boolean | undefined;
  readonly pairing?: 'adjacent' | 'half' | undefined;
}
