/** Tables in the reader's files: .npy, .safetensors and text. What cannot be read is said in a sentence. */

import type { FileTable } from 'posenc';
import { readNpy, readSafetensors } from 'posenc/files';
import { numbersOf, readText } from '../../csv.ts';

export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly read: () => Promise<FileTable>;
}

/** Values of a table that is looked at: a quarter of a gigabyte as float64. */
export const mostValues = 2 ** 25;
const mostBytes = 512 * 2 ** 20;
const mostText = 64 * 2 ** 20;
const mostHeader = 100_000_000;

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
const refuse = (sentence: string): never => {
  throw new RangeError(sentence);
};

/** The package's sentence about a file, in words for somebody who did not write the file. */
function explained(format: string, error: unknown): RangeError {
  const said = error instanceof Error ? error.message : String(error);
  const bytes = /^invalid ([^:]*): (.*) \(\d+ values of (\w+) take (\d+) bytes, but there are (\d+)\)$/.exec(said);
  if (bytes) {
    const [, , shape, dtype, promised, there] = bytes;
    return new RangeError(
      `The header promises ${dtype} values of the shape ${shape}, which take ${promised} bytes, but there are ${there}: ` +
        'the file is cut off, or its header is wrong.',
    );
  }
  return new RangeError(`This is no ${format} file that can be read: ${said}.`);
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

async function openNpy(file: Blob, name: string): Promise<Tensor[]> {
  try {
    const table = readNpy(await bytesOf(file));
    return [{ name, shape: table.shape, dtype: table.dtype, read: async () => table }];
  } catch (error) {
    throw explained('.npy', error);
  }
}

interface Entry {
  readonly dtype: string;
  readonly shape: number[];
  readonly data_offsets: [number, number];
}

const isWholeList = (list: unknown): list is number[] =>
  Array.isArray(list) && list.every((size) => Number.isSafeInteger(size) && size >= 0);

/** Only the header is read at first: checkpoints have gigabytes, a table of positions has a few megabytes of them. */
async function openSafetensors(file: Blob): Promise<Tensor[]> {
  const head = await bytesOf(file.slice(0, 8));
  const rest = file.size - 8;
  const said = head.length === 8 ? new DataView(head.buffer).getBigUint64(0, true) : 0n;
  const length = Number(said);
  if (head.length < 8 || length > Math.min(rest, mostHeader)) {
    refuse(
      `The file says that its header has ${said} bytes, but ${Math.max(0, rest)} follow: it is cut off, or it is no .safetensors file.`,
    );
  }
  let header: Record<string, Entry>;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(file.slice(8, 8 + length))));
  } catch (error) {
    throw explained('.safetensors', error);
  }
  const there = rest - length;
  const tensors = Object.entries(header).flatMap(([name, entry]): Tensor[] => {
    if (name === '__metadata__') return [];
    const { dtype, shape, data_offsets: offsets } = entry ?? {};
    if (typeof dtype !== 'string' || !isWholeList(shape) || !isWholeList(offsets) || offsets.length !== 2) {
      refuse(`The header says of “${name}” neither a format nor a shape nor a place: this is no .safetensors file.`);
    }
    const [begin, end] = offsets;
    if (begin > end) refuse(`The header says that “${name}” begins at byte ${begin}, behind its end at byte ${end}.`);
    if (end > there) {
      refuse(
        `The header says that “${name}” ends at byte ${end} of the data, but there are ${there}: the file is cut off, or its header is wrong.`,
      );
    }
    const read = async (): Promise<FileTable> => {
      // A file of this one table, for the package to read and to check.
      const json = new TextEncoder().encode(JSON.stringify({ [name]: { ...entry, data_offsets: [0, end - begin] } }));
      const small = new Uint8Array(8 + json.length + end - begin);
      new DataView(small.buffer).setBigUint64(0, BigInt(json.length), true);
      small.set(json, 8);
      small.set(await bytesOf(file.slice(8 + length + begin, 8 + length + end)), 8 + json.length);
      try {
        return readSafetensors(small).tensors[name] as FileTable;
      } catch (error) {
        throw explained('.safetensors', error);
      }
    };
    return [{ name, shape, dtype: dtype.toLowerCase(), read }];
  });
  if (tensors.length === 0) refuse('The file holds no tables.');
  return tensors;
}

/** A table as JSON writes it, lists in lists: what numpy's tolist() gives. */
function listsOf(text: string): { data: Float64Array; shape: number[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse(`This begins like a list of JSON, but it is none: ${(error as Error).message}.`);
  }
  const shape: number[] = [];
  for (let node = value; Array.isArray(node); node = node[0]) shape.push(node.length);
  if (shape.length > 8) refuse(`This JSON has lists in lists, ${shape.length} deep: this is not a table.`);
  const data: number[] = [];
  const walk = (node: unknown, depth: number): void => {
    if (depth === shape.length && typeof node === 'number') data.push(node);
    else if (Array.isArray(node) && node.length === shape[depth]) for (const child of node) walk(child, depth + 1);
    else refuse('The lists of this JSON are not all of one length with numbers in them: this is not a table.');
  };
  walk(value, 0);
  return { data: Float64Array.from(data), shape };
}

async function openText(file: Blob, name: string): Promise<Tensor[]> {
  if (file.size > mostText) {
    refuse(
      `The text has ${mebibytes(file.size)}; this page reads at most ${mebibytes(mostText)}. A .npy file is smaller.`,
    );
  }
  const text = await file.text();
  const { data, shape } = text.trimStart().startsWith('[') ? listsOf(text) : numbersOf(readText(text));
  return [{ name, shape, dtype: 'float64', read: async () => ({ data, shape, dtype: 'float64' }) }];
}

const starts: readonly (readonly [bytes: string, sentence: string])[] = [
  ['PK', 'This is a zip archive (.npz, .pt or .pth): save the table alone with numpy.save or as .safetensors.'],
  [
    '\x80',
    'This is a Python pickle: a page must not run what is in it. Save the table with numpy.save or as .safetensors.',
  ],
  ['GGUF', 'This is a GGUF file, which this page does not read: save the table with numpy.save.'],
  ['\x89HDF', 'This is an HDF5 file, which this page does not read: save the table with numpy.save.'],
];

/** The tables of a file, by what it is, whatever its name. */
export async function openTables(file: Blob, name: string): Promise<Tensor[]> {
  if (file.size === 0) refuse('The file is empty.');
  const bytes = await bytesOf(file.slice(0, 4096));
  const start = String.fromCharCode(...bytes.subarray(0, 6));
  const isNpy = start === '\x93NUMPY' || (/\.npy$/i.test(name) && '\x93NUMPY'.startsWith(start));
  if (isNpy && file.size > mostBytes) {
    refuse(`The file has ${mebibytes(file.size)}; this page reads .npy files of at most ${mebibytes(mostBytes)}.`);
  }
  if (isNpy) return openNpy(file, name);
  if (bytes[8] === 0x7b || /\.safetensors$/i.test(name)) {
    const isText = bytes.subarray(0, 8).every((byte) => byte >= 9);
    if (!isText || /\.safetensors$/i.test(name)) return openSafetensors(file);
  }
  const known = starts.find(([begin]) => start.startsWith(begin));
  if (known) refuse(known[1]);
  if (bytes.includes(0)) refuse('This is neither .npy nor .safetensors nor text: the page cannot read it as a table.');
  return openText(file, name);
}

/** Bits of a 16-bit format as numbers; other tables as they are, whole numbers as float64. */
export function numbers({ data, dtype }: FileTable): Float32Array | Float64Array {
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  if (dtype === 'bfloat16') {
    return new Float32Array(Uint32Array.from(data as Uint16Array, (bits) => bits << 16).buffer);
  }
  if (dtype === 'float16') return Float32Array.from(data as Uint16Array, half);
  return Float64Array.from(data as ArrayLike<number | bigint>, Number);
}

/** A float16 from its bits. */
function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction) * 2 ** (exponent - 15) : fraction * 2 ** -14);
}
