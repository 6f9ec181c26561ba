/**
 * Files of tables in pieces, of which only one is held at a time: the two functions of `posenc/files` that exports need.
 */

export interface PiecewiseTable {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly pieces: Iterable<ArrayBufferView> | AsyncIterable<ArrayBufferView>;
}

const letters: Record<string, readonly [npy: string, safetensors: string, bytes: number]> = {
  float32: ['<f4', 'F32', 4],
  float64: ['<f8', 'F64', 8],
  int32: ['<i4', 'I32', 4],
};

function formatOf(dtype: string): readonly [string, string, number] {
  const format = letters[dtype];
  if (!format) throw new RangeError(`invalid dtype: ${dtype} (${Object.keys(letters).join(', ')})`);
  return format;
}

const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

async function* after(header: Uint8Array, { pieces }: PiecewiseTable): AsyncGenerator<Uint8Array> {
  yield header;
  for await (const piece of pieces) yield bytesOf(piece);
}

/** A .npy file as NumPy's `save` writes it. */
export function streamNpy(table: PiecewiseTable): AsyncGenerator<Uint8Array> {
  const [descr] = formatOf(table.dtype);
  const sizes = `${table.shape.join(', ')}${table.shape.length === 1 ? ',' : ''}`;
  const words = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`;
  // Magic, version and length are 10 bytes; the data begin at a multiple of 64.
  const length = Math.ceil((10 + words.length + 1) / 64) * 64 - 10;
  const header = new Uint8Array(10 + length).fill(0x20);
  header.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, length & 255, length >> 8]);
  header.set(new TextEncoder().encode(words), 10);
  header[9 + length] = 0x0a;
  return after(header, table);
}

/** A .safetensors file of one table, with texts about it. */
export function streamSafetensors(
  tables: Readonly<Record<string, PiecewiseTable>>,
  { metadata = {} }: { readonly metadata?: Readonly<Record<string, string>> } = {},
): AsyncGenerator<Uint8Array> {
  const [entry] = Object.entries(tables);
  if (!entry) throw new RangeError('invalid tables: none (at least one)');
  const [name, table] = entry;
  const [, dtype, bytes] = formatOf(table.dtype);
  const size = table.shape.reduce((product, length) => product * length, bytes);
  const json = JSON.stringify({
    __metadata__: metadata,
    [name]: { dtype, shape: table.shape, data_offsets: [0, size] },
  });
  const text = new TextEncoder().encode(json);
  const length = Math.ceil(text.length / 8) * 8;
  const header = new Uint8Array(8 + length).fill(0x20, 8);
  new DataView(header.buffer).setBigUint64(0, BigInt(length), true);
  header.set(text, 8);
  return after(header, table);
}
