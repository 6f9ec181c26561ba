// Where results go: their format, and the caller's array or a fresh one.
import { allocate, type Numbers, plainView } from './arrays.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice } from './fields.js';
import type { DType, Table } from './types.js';

/** In the order of the C++ enumeration: a format's number is its index. */
export const DTYPES = ['float32', 'float64', 'float16', 'bfloat16'] as const;
/** Those of whole numbers. */
export const INTEGER_DTYPES = ['int32', 'int64'] as const;
const ALL: readonly string[] = [...DTYPES, ...INTEGER_DTYPES];
/** Those of pictures. */
export const WIDE_DTYPES = ['float32', 'float64'] as const;
const CLASSES = ['Float32Array', 'Float64Array', 'Uint16Array', 'Uint16Array', 'Int32Array', 'BigInt64Array'];
const BYTES = [4, 8, 2, 2, 4, 8];

export interface Target {
  readonly format: number;
  readonly dtype: DType | 'int32' | 'int64';
  /** Bytes of a value. */
  readonly bytes: number;
  /** The caller's array. */
  readonly into?: Numbers | undefined;
  /** A plain view of it, where bit patterns may be written, and its length. */
  readonly array?: Numbers | undefined;
  readonly length?: number | undefined;
}

/** @param names the formats that are possible, one after another in the list of all; the first is the default */
export function readTarget(dtype: unknown, into: unknown, names: readonly string[]): Target {
  const first = ALL.indexOf(names[0] as string);
  let format = first + choice('dtype', dtype, names);
  if (into !== undefined) {
    const name = arrayClass(into) as string;
    // A Float16Array says which of the two 16-bit formats is meant, a Uint16Array does not.
    const own = name === 'Float16Array' ? 2 : CLASSES.indexOf(name);
    if (dtype === undefined) {
      if (own < first || own >= first + names.length) {
        throw wrongType('into', into, `a ${CLASSES.slice(first, first + Math.min(names.length, 3)).join(' or ')}`);
      }
      if (name === 'Uint16Array')
        throw wrongType('dtype', dtype, "'float16' or 'bfloat16', since into is a Uint16Array");
      format = own;
    } else if (name !== CLASSES[format] && own !== format) {
      throw wrongType('into', into, `a ${CLASSES[format]}, since dtype is '${dtype}'`);
    }
  }
  return targetOf(format, into as Numbers | undefined);
}

/** For results that are always float64. */
export function readFloat64Target(into: unknown): Target {
  if (into !== undefined && arrayClass(into) !== 'Float64Array') throw wrongType('into', into, 'a Float64Array');
  return targetOf(1, into as Numbers | undefined);
}

function targetOf(format: number, into: Numbers | undefined): Target {
  const dtype = ALL[format] as Target['dtype'];
  const bytes = BYTES[format] as number;
  if (!into) return { format, dtype, bytes };
  const array = plainView<Numbers>('into', into, CLASSES[format] as string);
  return { format, dtype, bytes, into, array, length: array.length };
}

/** The array to fill. `parameter` and `value` say what made it as large as it is. */
export const arrayFor = ({ format, bytes, array }: Target, length: number, parameter: string, value: number): Numbers =>
  array ?? allocate(CLASSES[format] as string, bytes, length, parameter, value);

export const resultOf = ({ into, dtype }: Target, data: Numbers, shape: number[]): Table<unknown> => ({
  data: into ?? data,
  shape,
  dtype,
});

/** Positions are read while results are written. */
export function checkApart(parameter: string, array: Numbers | undefined, given: unknown): void {
  if (!array || !ArrayBuffer.isView(given)) return;
  const { buffer, byteOffset, byteLength } = plainView<Numbers>('positions', given, arrayClass(given) as string);
  if (
    array.buffer === buffer &&
    array.byteOffset < byteOffset + byteLength &&
    byteOffset < array.byteOffset + array.byteLength
  ) {
    throw wrongValue(parameter, array, 'an array that shares no bytes with the positions');
  }
}
