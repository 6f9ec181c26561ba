// Arrays that callers pass: told by their class in whatever realm, never through methods of their own, and read once.
import { arrayClass, classOf, getterOf, typedArray, wrongType, wrongValue } from './errors.js';

/** Typed arrays of numbers (not of bigints). */
export type Numbers =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

interface Constructor<A> {
  new (buffer: ArrayBufferLike | number, byteOffset?: number, length?: number): A;
  readonly BYTES_PER_ELEMENT: number;
}

export const constructorOf = <A>(name: string): Constructor<A> =>
  (globalThis as unknown as Record<string, Constructor<A>>)[name] as Constructor<A>;

const set = typedArray.set as (this: unknown, source: unknown, at: number) => void;

/** Copies a typed array into another. */
export const copy = (into: unknown, source: unknown, at = 0): void => set.call(into, source, at);

const bufferOf = getterOf<ArrayBuffer>('buffer');
const byteOffsetOf = getterOf<number>('byteOffset');
const lengthOf = getterOf<number>('length');

/** A view of the same bytes without anything that a caller may have added; refuses an array whose memory is gone. */
export function plainView<A>(parameter: string, view: ArrayBufferView, name: string): A {
  try {
    return new (constructorOf<A>(name))(bufferOf.call(view), byteOffsetOf.call(view), lengthOf.call(view));
  } catch {
    throw new TypeError(`invalid ${parameter}: a detached ${name} (its memory was transferred or has shrunk)`);
  }
}

/** A fresh array, or an error that says how many bytes it would have been. */
export function allocate<A>(name: string, length: number, parameter: string, value: number): A {
  const Class = constructorOf<A>(name);
  try {
    return new Class(length);
  } catch {
    const bytes = length * Class.BYTES_PER_ELEMENT;
    throw wrongValue(parameter, value, `the result would take ${bytes} bytes, more than there is`);
  }
}

const FAR = 2n ** 53n;
const ALLOWED = 'a finite number, at most 2^53 in size';

/**
 * A list of numbers as a typed array that nobody changes while it is used: plain arrays, bigints and shared memory are
 * copied. Undefined if the value is no array of numbers at all.
 * @param booleans whether false and true count as 0 and 1
 */
export function readList(parameter: string, value: unknown, booleans = false): Numbers | undefined {
  const name = arrayClass(value);
  if (!name) return undefined;
  if (name === 'Array') return snapshot(parameter, value as readonly unknown[], booleans, false);
  const view = plainView<Numbers>(parameter, value as Numbers, name);
  if (name.startsWith('Big')) return snapshot(parameter, view, false, true);
  return classOf(view.buffer) === 'SharedArrayBuffer' ? new Float64Array(view) : view;
}

export const LIST = 'an array of numbers';

/** A list that must be there, of `length` numbers where that is given. */
export function readNumbers(
  parameter: string,
  value: unknown,
  length?: number,
  allowed = LIST,
  booleans = false,
): Numbers {
  const list = readList(parameter, value, booleans);
  if (!list || list.length !== (length ?? list.length)) throw wrongType(parameter, value, allowed);
  return list;
}

/** A table's values. Bits of 16-bit floats would be taken for whole numbers. */
export function readValues(parameter: string, value: unknown): Numbers {
  if (arrayClass(value) === 'Uint16Array') {
    throw wrongType(parameter, value, `${LIST}, of 16-bit floats by widen of 'posenc/files'`);
  }
  return readNumbers(parameter, value);
}

/** A table's length. */
export function checkTable({ length }: Numbers, values: number, axes: string): void {
  if (length !== values) throw wrongValue('table', length, `exactly ${values} values, ${axes}`);
}

/** A plain array, whatever is in it. */
export function readArray(parameter: string, value: unknown, of: string): readonly unknown[] {
  if (arrayClass(value) === 'Array') return value as readonly unknown[];
  throw wrongType(parameter, value, `an array of ${of}`);
}

/** Rows and columns. */
export const readPair = (parameter: string, value: unknown): readonly [number, number] =>
  Array.from(readNumbers(parameter, value, 2, 'an array of two numbers: rows and columns')) as [number, number];

/** Bigints are compared as such, since rounding to a double would hide that 2^53 + 1 is too far. */
function snapshot(parameter: string, list: ArrayLike<unknown>, booleans: boolean, bigints: boolean): Float64Array {
  const { length } = list;
  const numbers = allocate<Float64Array>('Float64Array', length, `${parameter}.length`, length);
  for (let k = 0; k < length; ++k) {
    const item = list[k];
    if (bigints ? (item as bigint) > FAR || (item as bigint) < -FAR : typeof item !== 'number') {
      if (bigints) throw wrongValue(`${parameter}[${k}]`, item, ALLOWED);
      if (!booleans || typeof item !== 'boolean') throw wrongType(`${parameter}[${k}]`, item, 'a number');
    }
    numbers[k] = Number(item);
  }
  return numbers;
}

/** More pairs than any encoding has. */
const MOST_FACTORS = 32768;

/** A list of an encoding's numbers, copied. */
export function readFactors(parameter: string, value: unknown, whole: boolean): Float64Array {
  const list = readNumbers(parameter, value);
  const { length } = list;
  if (length > MOST_FACTORS) throw wrongValue(`${parameter}.length`, length, `at most ${MOST_FACTORS}`);
  // The sum makes 0 of -0, as JSON does.
  const copied = Float64Array.from(list, (item) => item + 0);
  if (whole) checkWhole(parameter, copied, Number.NEGATIVE_INFINITY, 'a whole number');
  return copied;
}

function checkWhole(parameter: string, list: ArrayLike<number>, least: number, allowed: string): void {
  for (let k = 0; k < list.length; ++k) {
    const item = list[k] as number;
    if (!(item >= least && Number.isSafeInteger(item))) throw wrongValue(`${parameter}[${k}]`, item, allowed);
  }
}

export const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);

/** Sizes of axes. Reading them may run the caller's code, so that they come before the values that they are of. */
export function readSizes(value: unknown): number[] {
  const sizes = Array.from(readNumbers('shape', value));
  checkWhole('shape', sizes, 0, 'a whole number from 0');
  return sizes;
}

/** Sizes whose product is the number of values. */
export function shaped(sizes: number[], count: number, what: string): number[] {
  if (product(sizes) === count) return sizes;
  throw new RangeError(`invalid shape: [${sizes.join(', ')}] (sizes whose product is ${count}, the number of ${what})`);
}
