import type { NumberArray } from './positions.js';
import type { Table } from './table.js';

/**
 * A learned table: rows that training found, or that training starts from. `encode` looks rows up, at whole positions
 * only; a position past the table's end is a RangeError.
 *
 * With `table` its values are those; without, they come from a documented generator: the same bits everywhere.
 */
export interface LearnedEncoding {
  readonly kind: 'learned';
  /** Columns of a row: from 1 to 65536. */
  readonly dim: number;
  /** Rows of the table: from 1 to 2^32. */
  readonly length: number;
  /** [length, dim], row-major; bit patterns of float16 or bfloat16 are to be widened first. */
  readonly table?: readonly number[] | Float32Array | Float64Array | undefined;
  /** Position p has the row p + origin (2 for OPT and BART). Default 0. */
  readonly origin?: number | undefined;
  /** Without `table`: a whole number from 0 to 2^32 - 1. Default 0. */
  readonly seed?: number | undefined;
  /** 'normal' (default), 'truncated-normal' (within two deviations) or 'uniform' (from mean - deviation to mean + deviation). */
  readonly distribution?: 'normal' | 'truncated-normal' | 'uniform' | undefined;
  /** At most 1e30 in size. Default 0. */
  readonly mean?: number | undefined;
  /** From 0 to 1e30. Default 0.02, that of BERT and GPT-2. */
  readonly deviation?: number | undefined;
}

/** How `resample` resizes a learned table. Each grid, and rows of the new one x columns of the old one, has at most 65536 cells. */
export interface ResampleOptions {
  /** Rows and columns of the table's grid. Absent: square. */
  readonly from?: readonly [number, number] | undefined;
  /** Rows and columns of the new grid. */
  readonly to: readonly [number, number];
  /** Rows before the grid's, kept as they are (class and distillation tokens). Default 0. */
  readonly prefix?: number | undefined;
  /** 'bicubic' (default) or 'bilinear', as torch.nn.functional.interpolate computes them with align_corners=False. */
  readonly method?: 'bicubic' | 'bilinear' | undefined;
  /** Widens the filter where the grid shrinks, and takes PyTorch's antialiasing kernel (a = -0.5). Default false. */
  readonly antialias?: boolean | undefined;
  /** Sample the corners onto the corners (big_vision's scipy zoom); only without antialias. Default false. */
  readonly alignCorners?: boolean | undefined;
}

/** A table of rows: [..., rows, dim] with leading axes of 1 only. Bit patterns of float16 or bfloat16 are to be widened first. */
export interface RowTable {
  readonly data: NumberArray;
  readonly shape: readonly number[];
}

export type ResampledTable = Table<Float32Array, 'float32'>;
