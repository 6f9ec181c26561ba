// NumPy's .npy (NEP 1): "\x93NUMPY", a version, the length of a header, the header as a Python dictionary, the data.
import { constructorOf } from '../arrays.js';
import { wrongValue } from '../errors.js';
import type { Bytes, FileArray, FileBytes, FileTable, PiecewiseTable, WritableTable } from '../types.js';
import { arrayOf, bytesOf, checkBytes, type Format, formatOf, joined, type Part, partOf, streamed } from './formats.js';

const MAGIC = '\x93NUMPY';
const KEYS = ['descr', 'fortran_order', 'shape'];
/** Bytes: a header beyond is no table's, and would take many times as much to read. */
const LONGEST_HEADER = 1_000_000;

const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/**
 * Reads a .npy file. Big-endian data are turned round, columns-first ("Fortran order") data transposed: the result is
 * row-major.
 * @throws RangeError that names what is wrong: no such file, a header that says other things than the bytes, a format
 *   that is not one of FileDType
 */
export function readNpy(bytes: Bytes): FileTable {
  const file = bytesOf(bytes);
  const magic = latin(file.subarray(0, 6));
  if (magic !== MAGIC) throw wrongValue('file', magic, 'a .npy file begins with \\x93NUMPY');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const version = file[6] as number;
  if (!(version >= 1 && version <= 3)) throw wrongValue('version', version, '1, 2 or 3');
  const start = version === 1 ? 10 : 12;
  const length = file.length < start ? Number.NaN : version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const most = Math.min(Math.max(file.length - start, 0), LONGEST_HEADER);
  if (!(length <= most)) throw wrongValue('header length', length, `at most ${most} in this file`);
  const { descr, fortran_order, shape } = readHeader(latin(file.subarray(start, start + length)));
  const format = formatOf('descr', 'npy', descr.slice(1));
  const order = descr[0] as string;
  if (!'<>|='.includes(order) || (order === '|' && format.bytes > 1)) throw wrongValue('descr', descr, 'a byte order');
  const data = file.subarray(start + length);
  checkBytes('shape', shape, format, data.length);
  let array = arrayOf(format, data);
  if (order === '>') swap(array, format);
  if (fortran_order) array = transposed(array, shape, format);
  return { data: array, shape, dtype: format.dtype };
}

interface Header {
  descr: string;
  fortran_order: boolean;
  shape: number[];
}

/** The dictionary's three entries in whatever order, and nothing else. */
function readHeader(text: string): Header {
  const found: Record<string, unknown> = {};
  const refuse = (parameter: string, value: string, allowed: string) => wrongValue(parameter, value.trim(), allowed);
  if (!/^\s*\{.*\}\s*$/s.test(text)) throw refuse('header', text, 'a Python dictionary');
  let rest = text.trim().slice(1, -1);
  while (rest.trim()) {
    const entry = /^\s*(['"])(\w*)\1\s*:\s*(\([^()]*\)|'[^']*'|"[^"]*"|\w+|\[.*\])\s*(?:,|$)/s.exec(rest);
    const [all, , key, value] = (entry ?? []) as string[];
    if (!(all && key && value && KEYS.includes(key) && !(key in found))) {
      throw refuse('header', rest, `${KEYS.join(', ')}, each once`);
    }
    found[key] = VALUES[key as keyof typeof VALUES](value);
    if (found[key] === undefined) throw refuse(key, value, ALLOWED[key as keyof typeof ALLOWED]);
    rest = rest.slice(all.length);
  }
  for (const key of KEYS) if (!(key in found)) throw refuse('header', text, `${KEYS.join(', ')}: there is no ${key}`);
  return found as unknown as Header;
}

const VALUES = {
  descr: (value: string) => (/^['"]/.test(value) ? value.slice(1, -1) : undefined),
  fortran_order: (value: string) => value === 'True' || (value === 'False' ? false : undefined),
  // (), (3,) and (3, 4); Python 2 wrote (3L,).
  shape: (value: string) =>
    /^\(\s*(?:\d+L?\s*,\s*)*(?:\d+L?\s*)?\)$/.test(value) && !/^\(\s*\d+L?\s*\)$/.test(value)
      ? Array.from(value.matchAll(/\d+/g), Number)
      : undefined,
};
const ALLOWED = {
  descr: "a text such as '<f4': tables of one format",
  fortran_order: 'True or False',
  shape: 'a tuple of whole numbers',
};

function swap(array: FileArray, { bytes }: Format): void {
  const all = bytesOf(array);
  for (let at = 0; at < all.length; at += bytes) all.subarray(at, at + bytes).reverse();
}

/** First index fastest to last index fastest. */
function transposed(array: FileArray, shape: readonly number[], format: Format): FileArray {
  const result = new (constructorOf<FileArray>(format.array))(array.length);
  // A header has room for half a million axes: of those that change anything, tables that are not empty have few.
  const sizes = shape.filter((size) => size > 1).reverse();
  for (let to = 0; to < result.length; ++to) {
    let [from, rest] = [0, to];
    for (const size of sizes) {
      from = from * size + (rest % size);
      rest = Math.floor(rest / size);
    }
    result[to] = array[from] as never;
  }
  return result;
}

function headerOf({ format, shape }: Part): Uint8Array {
  if (!format.npy) throw wrongValue('dtype', format.dtype, 'a format that .npy has; .safetensors has bfloat16');
  const order = format.bytes === 1 ? '|' : '<';
  const sizes = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  const text = `{'descr': '${order}${format.npy}', 'fortran_order': False, 'shape': ${sizes}, }`;
  // The data begin at a multiple of 64 bytes, after a line's end. Version 2 has four bytes for longer headers.
  const long = text.length > 65_000;
  const start = long ? 12 : 10;
  const length = Math.ceil((start + text.length + 1) / 64) * 64 - start;
  const lengthBytes = Array.from({ length: long ? 4 : 2 }, (_, k) => (length >>> (8 * k)) & 255);
  const head = MAGIC + String.fromCharCode(long ? 2 : 1, 0, ...lengthBytes);
  return Uint8Array.from(`${head}${text.padEnd(length - 1)}\n`, (character) => character.charCodeAt(0));
}

/**
 * A .npy file, as NumPy's `save` writes it.
 * @throws RangeError if the shape is not that of the data, or for bfloat16, which .npy does not have
 */
export function writeNpy(table: WritableTable): FileBytes {
  const part = partOf('', table, 'data');
  return joined(headerOf(part), [{ ...part, data: table.data }], 'data');
}

/** The same in pieces, of which only one is held at a time. What is wrong with shape or dtype is thrown at once. */
export function streamNpy(table: PiecewiseTable): AsyncGenerator<Uint8Array> {
  const part = partOf('', table, 'pieces');
  const header = headerOf(part);
  return (async function* () {
    yield header;
    yield* streamed(part, table.pieces);
  })();
}
