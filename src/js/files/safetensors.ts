// .safetensors: the header's length as a 64-bit number, the header in JSON, the data of all tables one after another.
import { wrongType, wrongValue } from '../errors.js';
import type { Bytes, FileTable, PiecewiseTable, Safetensors, SafetensorsOptions, WritableTable } from '../types.js';
import { arrayOf, bytesOf, checkBytes, countOf, formatOf, joined, type Part, partOf, streamed } from './formats.js';

/** As the format's own library has it. */
const LONGEST_HEADER = 100_000_000;
const METADATA = '__metadata__';

type Entry = { dtype?: unknown; shape?: unknown; data_offsets?: unknown };
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a .safetensors file.
 * @throws RangeError or TypeError that names the table and what is wrong: a header longer than the file, tables that overlap or
 *   leave bytes between them, offsets that are not those of the shape, a format that is not one of FileDType
 */
export function readSafetensors(bytes: Bytes): Safetensors {
  const file = bytesOf(bytes);
  if (file.length < 8) throw wrongValue('file', file.length, 'a .safetensors file has at least 8 bytes');
  const long = new DataView(file.buffer, file.byteOffset, 8).getBigUint64(0, true);
  const most = Math.min(file.length - 8, LONGEST_HEADER);
  if (long > most)
    throw wrongValue('header length', long, `at most ${most}: this is no .safetensors file, or a part of one`);
  const start = 8 + Number(long);
  const header = parse(file.subarray(8, start));
  const metadata = (header as { [METADATA]?: unknown })[METADATA] ?? {};
  if (!isObject(metadata) || Object.values(metadata).some((text) => typeof text !== 'string'))
    throw wrongType(METADATA, metadata, 'an object of texts');
  const entries = Object.entries(header).filter(([name]) => name !== METADATA);
  const found = entries.map(([name, entry]) => read(name, entry, file.subarray(start)));
  // In the order of the data, each table begins where the last one ended.
  let at = 0;
  for (const { name, begin, end } of [...found].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== at) throw wrongValue(`${name}.data_offsets[0]`, begin, `${at}, where the table before it ends`);
    at = end;
  }
  if (start + at !== file.length)
    throw wrongValue('file', file.length, `${start + at} bytes, where the last table ends`);
  return {
    tensors: Object.fromEntries(
      found.map(({ name, part, begin, end }) => {
        const table: FileTable = {
          data: arrayOf(part.format, file.subarray(start + begin, start + end)),
          shape: [...part.shape],
          dtype: part.format.dtype,
        };
        return [name, table];
      }),
    ),
    metadata: { ...metadata },
  };
}

function parse(bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RangeError(`invalid header: ${cause} (JSON)`, { cause });
  }
  if (!isObject(value)) throw wrongType('header', value, 'an object in JSON');
  return value;
}

function read(name: string, entry: Entry, data: Uint8Array) {
  if (!isObject(entry)) throw wrongType(name, entry, 'an object');
  const format = formatOf(`${name}.dtype`, 'safetensors', entry.dtype);
  const { shape, data_offsets: offsets } = entry;
  if (!Array.isArray(shape)) throw wrongType(`${name}.shape`, shape, 'an array of numbers');
  if (!Array.isArray(offsets) || offsets.length !== 2) throw wrongType(`${name}.data_offsets`, offsets, 'two numbers');
  countOf(`${name}.data_offsets`, offsets);
  const [begin, end] = offsets as [number, number];
  if (begin > end) throw wrongValue(`${name}.data_offsets[0]`, begin, `at most ${end}, where the table ends`);
  if (end > data.length) throw wrongValue(`${name}.data_offsets[1]`, end, `at most ${data.length}, the bytes of data`);
  const count = countOf(`${name}.shape`, shape);
  checkBytes(`${name}.shape`, shape, format, end - begin);
  const part: Part = { format, shape, count };
  return { name, part, begin, end };
}

/** Wider formats first, so that each table begins at a multiple of its format's bytes. */
function layout<T extends { shape: readonly number[]; dtype?: string | undefined; data?: unknown }>(
  tensors: Record<string, T>,
  { metadata }: SafetensorsOptions,
) {
  if (METADATA in tensors) throw wrongValue('tensors', METADATA, 'names of tables');
  const parts = Object.entries(tensors)
    .map(([name, table]) => ({ ...partOf(`${name}.`, table, table.data), name, table }))
    .sort((a, b) => b.format.bytes - a.format.bytes);
  let at = 0;
  const header = parts.map(({ name, format, shape, count }) => {
    const begin = at;
    at += count * format.bytes;
    return [name, { dtype: format.safetensors, shape, data_offsets: [begin, at] }];
  });
  const text = new TextEncoder().encode(
    JSON.stringify(Object.fromEntries(metadata ? [[METADATA, metadata], ...header] : header)),
  );
  // Spaces to a multiple of 8.
  const bytes = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(32);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(bytes.length - 8), true);
  bytes.set(text, 8);
  return { bytes, parts };
}

/** A .safetensors file of tables by name. */
export function writeSafetensors(
  tensors: { readonly [name: string]: WritableTable },
  options: SafetensorsOptions = {},
): Uint8Array {
  const { bytes, parts } = layout(tensors, options);
  return joined(
    bytes,
    parts.map((part) => ({ ...part, data: part.table.data })),
    'data',
  );
}

/**
 * The same in pieces, of which only one is held at a time: wider formats first, else in the order given. What is wrong
 * with shapes or dtypes is thrown at once.
 */
export function streamSafetensors(
  tensors: { readonly [name: string]: PiecewiseTable },
  options: SafetensorsOptions = {},
): AsyncGenerator<Uint8Array> {
  const { bytes, parts } = layout(tensors, options);
  return (async function* () {
    yield bytes;
    for (const part of parts) yield* streamed(part, part.table.pieces);
  })();
}
