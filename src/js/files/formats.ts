// What files of tables have in common: formats of numbers, shapes that are believed only if the bytes are there, pieces.
import { constructorOf } from '../arrays.js';
import { arrayClass, classOf, wrongType, wrongValue } from '../errors.js';
import type { Bytes, FileArray, FileDType } from '../types.js';

export interface Format {
  readonly dtype: FileDType;
  /** The letter and size of NumPy; '' where it has none. */
  readonly npy: string;
  readonly safetensors: string;
  readonly array: string;
  /** Bytes of a value. */
  readonly bytes: number;
}

const FORMATS: readonly Format[] = (
  [
    ['float32', 'f4', 'F32', 'Float32Array'],
    ['float64', 'f8', 'F64', 'Float64Array'],
    ['float16', 'f2', 'F16', 'Uint16Array'],
    ['bfloat16', '', 'BF16', 'Uint16Array'],
    ['int64', 'i8', 'I64', 'BigInt64Array'],
    ['int32', 'i4', 'I32', 'Int32Array'],
    ['int16', 'i2', 'I16', 'Int16Array'],
    ['int8', 'i1', 'I8', 'Int8Array'],
    ['uint64', 'u8', 'U64', 'BigUint64Array'],
    ['uint32', 'u4', 'U32', 'Uint32Array'],
    ['uint16', 'u2', 'U16', 'Uint16Array'],
    ['uint8', 'u1', 'U8', 'Uint8Array'],
    ['bool', 'b1', 'BOOL', 'Uint8Array'],
  ] as const
).map(([dtype, npy, safetensors, array]) => ({ dtype, npy, safetensors, array, bytes: Number(npy[1] ?? 2) }));

/** The format that has a name in one of the columns; `names` are those allowed, for the message. */
export function formatOf(parameter: string, key: 'dtype' | 'npy' | 'safetensors', name: unknown): Format {
  const found = FORMATS.find((format) => format[key] === name && name !== '');
  if (found) return found;
  const names = FORMATS.map((format) => format[key]).filter(Boolean);
  throw (typeof name === 'string' ? wrongValue : wrongType)(parameter, name, names.join(', '));
}

/** The bytes of a file, whatever view of them is given. */
export function bytesOf(value: Bytes): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (classOf(value).endsWith('ArrayBuffer')) return new Uint8Array(value);
  throw wrongType('bytes', value, 'the bytes of a file');
}

/** The number of values of a shape. */
export function countOf(parameter: string, shape: readonly unknown[]): number {
  shape.forEach((size, axis) => {
    if (!(Number.isSafeInteger(size) && (size as number) >= 0))
      throw wrongValue(`${parameter}[${axis}]`, size, 'a whole number from 0');
  });
  return (shape as readonly number[]).reduce((product, size) => product * size, 1);
}

/** Refuses a shape whose values are not exactly the bytes that there are: nothing is allocated for a file that lies. */
export function checkBytes(parameter: string, shape: readonly number[], format: Format, there: number): void {
  const count = countOf(parameter, shape);
  if (count * format.bytes !== there) {
    throw new RangeError(
      `invalid ${parameter}: [${shape.join(', ')}] (${count} values of ${format.dtype} take ${count * format.bytes} bytes, but there are ${there})`,
    );
  }
}

/** A fresh array of a part of a file: data in files need not stand at a multiple of their size. */
export const arrayOf = (format: Format, bytes: Uint8Array): FileArray =>
  new (constructorOf<FileArray>(format.array))(bytes.slice().buffer);

/** The bytes of an array of a format. */
function dataOf(parameter: string, data: unknown, format: Format): Uint8Array {
  const name = arrayClass(data);
  if (name !== format.array && !(name === 'Float16Array' && format.dtype === 'float16'))
    throw wrongType(parameter, data, `a ${format.array}, since dtype is '${format.dtype}'`);
  return bytesOf(data as FileArray);
}

/** What a table that is written consists of: its format, and its bytes if they are there as a whole. */
export interface Part {
  readonly format: Format;
  readonly shape: readonly number[];
  readonly count: number;
}

export function partOf(
  parameter: string,
  table: { shape: readonly number[]; dtype?: string | undefined },
  data?: unknown,
): Part {
  const name = data && arrayClass(data);
  // The first format of an array's class is its own; but a Uint16Array says not what its bits mean.
  const own =
    name === 'Float16Array' ? 'float16' : FORMATS.find(({ array }) => array === name && array !== 'Uint16Array')?.dtype;
  const format = formatOf(`${parameter}dtype`, 'dtype', table.dtype ?? own);
  const shape = Array.from(table.shape);
  return { format, shape, count: countOf(`${parameter}shape`, shape) };
}

/** A header and the whole data behind it, in one array. */
export function joined(
  header: Uint8Array,
  parts: readonly (Part & { data: unknown })[],
  parameter: string,
): Uint8Array {
  const pieces = parts.map(({ data, format, shape }) => {
    const bytes = dataOf(parameter, data, format);
    checkBytes('shape', shape, format, bytes.length);
    return bytes;
  });
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, header.length));
  let at = 0;
  for (const piece of [header, ...pieces]) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The bytes of pieces as they come, whose values must be those of the shape, no more and no fewer. */
export async function* streamed(
  { format, shape, count }: Part,
  pieces: Iterable<ArrayBufferView> | AsyncIterable<ArrayBufferView>,
): AsyncGenerator<Uint8Array> {
  let written = 0;
  const wrong = () =>
    new RangeError(`invalid pieces: ${written} values (${count}, those of the shape [${shape.join(', ')}])`);
  for await (const piece of pieces) {
    const bytes = dataOf('pieces', piece, format);
    written += bytes.length / format.bytes;
    if (written > count) throw wrong();
    yield bytes;
  }
  if (written !== count) throw wrong();
}
