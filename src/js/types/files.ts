/** Formats of numbers in files. 'float16' and 'bfloat16' are bit patterns in a Uint16Array, 'bool' is 0 or 1. */
export type FileDType =
  | 'float32'
  | 'float64'
  | 'float16'
  | 'bfloat16'
  | 'int64'
  | 'int32'
  | 'int16'
  | 'int8'
  | 'uint64'
  | 'uint32'
  | 'uint16'
  | 'uint8'
  | 'bool';

/** Arrays that files hold. */
export type FileArray =
  | Float32Array
  | Float64Array
  | BigInt64Array
  | Int32Array
  | Int16Array
  | Int8Array
  | BigUint64Array
  | Uint32Array
  | Uint16Array
  | Uint8Array;

/** A file in memory of its own, as `Blob`, `Response` and `fetch` take it (what TypeScript from 5.7 on asks for there). */
export type FileBytes = ReturnType<typeof Uint8Array.of>;

/** What a file holds: row-major data in a fresh array, a scalar with the shape []. */
export interface FileTable {
  readonly data: FileArray;
  readonly shape: number[];
  readonly dtype: FileDType;
}

/** A table to write, such as a result of `encode`. `dtype` may be absent where the array says it; a Uint16Array does not. */
export interface WritableTable {
  readonly data: FileArray;
  readonly shape: readonly number[];
  readonly dtype?: string | undefined;
}

/** A table to write piece by piece: arrays whose lengths add up to the shape's values, row-major, at most once. */
export interface PiecewiseTable {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly pieces: Iterable<ArrayBufferView> | AsyncIterable<ArrayBufferView>;
}

/** A .safetensors file: tables by name, in the file's order, and its `__metadata__`. */
export interface Safetensors {
  readonly tensors: { readonly [name: string]: FileTable };
  readonly metadata: { readonly [key: string]: string };
}

export interface SafetensorsOptions {
  /** Texts for the file's `__metadata__`. Absent: none. */
  readonly metadata?: { readonly [key: string]: string } | undefined;
}
