import type { Encoding } from './encoding.js';
import type { NumberArray } from './positions.js';

/** A table to identify: its values alone, or a result with its shape and dtype. */
export type IdentifyTable =
  | NumberArray
  | { readonly data: NumberArray; readonly shape: NumberArray; readonly dtype?: string | undefined };

export interface IdentifyOptions {
  /**
   * [rows, dim], with leading axes of 1 allowed; [height, width, dim] for a table over a grid. Absent: the table's own.
   */
  readonly shape?: NumberArray | undefined;
  /** What a Uint16Array's bits are; else the precision that the values have. Absent: the table's own, or its array's. */
  readonly dtype?: 'float32' | 'float64' | 'float16' | 'bfloat16' | undefined;
}

/** A convention that a table was compared with. */
export interface IdentifyMatch {
  /** Such as 'pytorch', 'whisper', 'mae', 'rotary cos'. */
  readonly name: string;
  /** What the convention is as an encoding; what `words` say in addition is not in it. */
  readonly encoding: Encoding;
  /** The preset that makes it, as a call: 'presets.pytorch(512)'. */
  readonly preset?: string;
  /** Largest difference of the table from the convention, with what `words` say of it taken into account. */
  readonly largestDifference: number;
  /** Where that is: [row, column]. */
  readonly at: readonly [row: number, column: number];
  /** What explains the table: 'halves layout', 'starts at 1', 'uses i where 2i is meant', ... */
  readonly words: readonly string[];
}

/** Which convention a table is of. */
export interface Identification {
  /** Nearest first; empty if nothing is near. */
  readonly matches: readonly IdentifyMatch[];
  /**
   * - 'exact': an encoding makes it, up to one rounding to the table's format;
   * - 'near': an encoding and the words explain it: a mistake, or the errors of other arithmetic;
   * - 'learned': no sinusoid; small values whose rows have nothing in common;
   * - 'none': none of the known conventions.
   */
  readonly verdict: 'exact' | 'near' | 'learned' | 'none';
  /** The same in a sentence. */
  readonly text: string;
}
