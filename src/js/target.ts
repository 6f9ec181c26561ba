// Where results go: their format, and the caller's array or a fresh one.
import { allocate, constructorOf, type Numbers, plainView } from './arrays.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice } from './fields.js';
import type { Table } from './types.js';

/** In the order of the C++ enumeration, as the names of CLASSES are. */
export enum Format {
  float32,
  float64,
  float16,
  bfloat16,
  int32,
  int64,
}

/** By the name of a format, that of its arrays. */
const CLASSES = {
  float32: 'Float32Array',
  float64: 'Float64Array',
  float16: 'Uint16Array',
  bfloat16: 'Uint16Array',
  int32: 'Int32Array',
  int64: 'BigInt64Array',
} as const;
type Name = keyof typeof CLASSES;
export const FORMATS = Object.keys(CLASSES) as Name[];
/** The class of the arrays of a format, by its number. */
export const classFor = (format: number): string => CLASSES[FORMATS[format] as Name];

export const DTYPES = FORMATS.slice(0, 4);
export const INTEGER_DTYPES = FORMATS.slice(4);
export const WIDE_DTYPES = FORMATS.slice(0, 2);

export interface Target {
  readonly format: number;
  readonly dtype: Name;
  /** Bytes of a value. */
  readonly bytes: number;
  /** The caller's array. */
  readonly into?: Numbers | undefined;
  /** A plain view of it, where bit patterns may be written. */
  readonly array?: Numbers | undefined;
}

/**
 * @param names the formats that are possible; the first is the default
 * @param apart what the caller's array must share no bytes with: positions and tables, which are read while results are written
 * @param parameter what the caller's array is called
 * @param required whether there has to be one
 */
export function readTarget(
  dtype: unknown,
  into: unknown,
  names: readonly Name[],
  apart: readonly unknown[] = [],
  parameter = 'into',
  required = false,
): Target {
  let name = names[choice('dtype', dtype, names)] as Name;
  let array: Numbers | undefined;
  if (into !== undefined || required) {
    const given = arrayClass(into);
    const asked = dtype === undefined ? names : [name];
    // A Float16Array says which of the two 16-bit formats is meant, a Uint16Array does not.
    const [own, other] = asked.filter((of) => given === CLASSES[of] || (given === 'Float16Array' && of === 'float16'));
    if (!own) {
      const classes = [...new Set(asked.map((of) => CLASSES[of]))].join(' or ');
      throw wrongType(parameter, into, `a ${classes}${dtype === undefined ? '' : `, since dtype is '${dtype}'`}`);
    }
    if (other) throw wrongType('dtype', dtype, `'float16' or 'bfloat16', since ${parameter} is a Uint16Array`);
    name = own;
    array = plainView<Numbers>(parameter, into as Numbers, CLASSES[name]);
    for (const read of apart) checkApart(parameter, array, read);
  }
  const bytes = constructorOf(CLASSES[name]).BYTES_PER_ELEMENT;
  return { format: FORMATS.indexOf(name), dtype: name, bytes, into: into as Numbers | undefined, array };
}

/** For results that are always float64. */
export const readFloat64Target = (into: unknown, apart?: readonly unknown[]): Target =>
  readTarget(undefined, into, ['float64'], apart);

/** The array to fill. `parameter` and `value` say what made it as large as it is. */
export const arrayFor = ({ dtype, array }: Target, length: number, parameter: string, value: number): Numbers =>
  array ?? allocate(CLASSES[dtype], length, parameter, value);

export const resultOf = ({ into, dtype }: Target, data: Numbers, shape: number[]): Table<unknown> => ({
  data: into ?? data,
  shape,
  dtype,
});

/** Refuses an array that shares bytes with what is `given`. */
export function checkApart(parameter: string, array: Numbers | undefined, given: unknown, what = 'what is read'): void {
  if (!array || !ArrayBuffer.isView(given)) return;
  const { buffer, byteOffset, byteLength } = plainView<Numbers>('positions', given, arrayClass(given) as string);
  if (
    array.buffer === buffer &&
    array.byteOffset < byteOffset + byteLength &&
    byteOffset < array.byteOffset + array.byteLength
  ) {
    throw wrongValue(parameter, array, `an array that shares no bytes with ${what}`);
  }
}
