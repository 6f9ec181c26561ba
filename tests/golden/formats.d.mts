/** Numbers of a golden file, rounded to their format. */
export interface Entry {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly values: readonly number[];
  /** Of large tables, the flat indices of the values. */
  readonly indices?: readonly number[] | undefined;
}

/** The numbers of an entry of a golden file. Throws an Error if it is none. */
export function readEntry(entry: unknown): Entry;

/** The library's results as numbers. */
export function numbersOf(dtype: string, data: ArrayLike<number | bigint>): Float64Array;
