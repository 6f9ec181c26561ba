/** Positions start, start + step, ...: position k is the double `start + k * step`. */
export interface Progression {
  /** First position. Default 0. */
  readonly start?: number | undefined;
  /** Distance of two neighbours: any finite number but 0, negative too. Default 1. */
  readonly step?: number | undefined;
  /** How many: a whole number from 0. */
  readonly count: number;
}

/** Numbers in an array: whole or not, at most 2^53 in size. */
export type NumberArray =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** Positions in an array with a shape, such as [batch, length]. A result of `positions` is one. */
export interface ShapedPositions {
  readonly data: NumberArray;
  readonly shape: NumberArray;
}

/** A count (positions 0, 1, ...), a progression, a list, or a list with a shape. */
export type Positions = number | Progression | NumberArray | ShapedPositions;

/** All cells of a grid, row-major: positions of a grid or Fourier encoding. */
export interface GridPositions {
  readonly grid: readonly number[];
}

/** Tokens to take positions from, by fairseq's rule. */
export interface TokenPositions {
  /** Token ids, row-major. */
  readonly tokens: NumberArray;
  /** The id of the padding token; its position is `padding` itself, the others count from `padding + 1` in each row. */
  readonly padding: number;
  /** [..., length]; one row when absent. */
  readonly shape?: NumberArray | undefined;
  /** 'float64' (default), or 'int64' for a BigInt64Array. */
  readonly dtype?: 'float64' | 'int64' | undefined;
}

/** Positions from an attention mask (1 = token, 0 = padding): cumsum(mask) - 1 along the last axis, as Hugging Face's `generate` does. */
export interface MaskPositions {
  readonly mask: NumberArray | readonly boolean[];
  readonly shape?: readonly number[] | undefined;
  /** The position of what is masked. Default 1. */
  readonly fill?: number | undefined;
  readonly dtype?: 'float64' | 'int64' | undefined;
}

/**
 * Coordinates of the cells of padded images (DETR): along each of the two axes the number of cells up to and with this
 * one that are not padding, so from 1 on. Result [..., height, width, 2] in the order row, column.
 */
export interface ImagePositions {
  /** 1 = image, 0 = padding. DETR's own mask means the opposite. */
  readonly mask: NumberArray | readonly boolean[];
  /** [..., height, width] */
  readonly shape: readonly number[];
  readonly axes: 2;
  /** Divide by the last count of the row or column + 1e-6. Default false. */
  readonly normalise?: boolean | undefined;
  readonly dtype?: 'float64' | undefined;
}

/** Positions in packed sequences: they start again at 0 where the segment changes. */
export interface SegmentPositions {
  /** Ids of the segments, equal for neighbours in one segment. */
  readonly segments: NumberArray;
  readonly shape?: readonly number[] | undefined;
  readonly dtype?: 'float64' | 'int64' | undefined;
}

/** A part of a sequence with images or videos. */
export type GridPart =
  | { readonly text: number }
  | { readonly image: readonly [time: number, height: number, width: number] }
  | {
      readonly video: readonly [time: number, height: number, width: number];
      readonly secondsPerGrid?: number | undefined;
    };

/**
 * Positions of the three streams (time, height, width) of M-RoPE: get_rope_index of Qwen2-VL. Text counts on in all
 * three; an image's cells add their place to where it begins, and what follows goes on after the largest position.
 */
export interface MropePositions {
  /** The parts of one sequence, or of each sequence of a batch (of equal length). Sizes are in patches. */
  readonly grids: readonly GridPart[] | readonly (readonly GridPart[])[];
  /** Patches a side of a token (spatial_merge_size). Default 2. */
  readonly spatialMerge?: number | undefined;
  /** Qwen2.5-VL: a video's time is floor(t * secondsPerGrid * tokensPerSecond). Absent: t. */
  readonly tokensPerSecond?: number | undefined;
  readonly dtype?: 'float64' | 'int64' | undefined;
}

export type PositionSource = TokenPositions | MaskPositions | ImagePositions | SegmentPositions | MropePositions;

/** Positions of M-RoPE with `next`: for each sequence the position of the token that follows. */
export interface MropeTable<A, D extends string> {
  /** [3, length] or [3, batch, length] */
  readonly data: A;
  readonly shape: number[];
  readonly dtype: D;
  readonly next: number[];
}
