// `encode` and `rotary`: tables of any size into files or the standard output, in constant memory.
import process from 'node:process';
import { streamNpy, streamSafetensors } from '../files.js';
import { createPosenc } from '../index.js';
import type { ArrayOf, DType, Encoding, PiecewiseTable, Posenc, RotaryEncoding, SinusoidEncoding } from '../types.js';
import { type Arguments, UsageError } from './arguments.js';
import { Closed, fileSink, type Progress, progressOver, type Sink, size, standardOutput } from './output.js';
import { readEncoding } from './request.js';
import { isOpen, type Rows, readRows } from './rows.js';

const FORMATS = ['npy', 'safetensors', 'raw'];
const BYTES = { float32: 4, float64: 8, float16: 2, bfloat16: 2 };
const PIECE_BYTES = 4 << 20;

/** A part of a scaling that depends on the length reached must not depend on how the work is divided. */
function withLength(encoding: Encoding, { largest }: Rows): Encoding {
  const { scaling } = encoding as SinusoidEncoding;
  return isOpen(scaling) ? ({ ...encoding, scaling: { ...scaling, length: largest + 1 } } as Encoding) : encoding;
}

interface Request {
  readonly posenc: Posenc;
  readonly encoding: Encoding;
  readonly rows: Rows;
  readonly dtype: DType;
}

type Make = (request: Request, first: number, count: number) => { data: ArrayBufferView; shape: readonly number[] };

/** What the library refuses was asked for wrongly. */
function asked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Everything is checked, and the number of columns known, before a file is opened. */
async function requestOf(
  given: Arguments,
  make: Make,
): Promise<Request & { columns: number; sizes: readonly number[] }> {
  const posenc = await createPosenc();
  const dtype = given.text('dtype') ?? 'float32';
  if (!Object.hasOwn(BYTES, dtype))
    throw new UsageError(`invalid --dtype: '${dtype}' (${Object.keys(BYTES).join(', ')})`);
  const described = asked(() => readEncoding(given));
  const rows = readRows(given, described);
  const request: Request = { posenc, encoding: withLength(described, rows), rows, dtype: dtype as DType };
  const { whole } = rows;
  // The ends of a progression are its extremes.
  const ends = whole || rows.count === 0 ? [0] : [0, rows.count - 1];
  const [table] = asked(() => ends.map((first) => make(request, first, Math.min(rows.count, 1))));
  const made = table?.shape ?? [];
  const columns = made.at(-1) as number;
  return { ...request, columns, sizes: whole ? made.slice(0, -1) : rows.shape };
}

/** One array is filled again and again where that is possible: each piece is written before the next is made. */
function* piecesOf(request: Request & { columns: number }, make: Make): Generator<ArrayBufferView> {
  const { rows, columns, dtype } = request;
  if (rows.whole) {
    yield make(request, 0, rows.count).data;
    return;
  }
  const atOnce = Math.max(8, Math.floor(PIECE_BYTES / (columns * BYTES[dtype]) / 8) * 8);
  for (let first = 0; first < rows.count; first += atOnce) {
    yield make(request, first, Math.min(atOnce, rows.count - first)).data;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);

async function* rawOf(tables: readonly PiecewiseTable[]): AsyncGenerator<Uint8Array> {
  for (const { pieces } of tables) for await (const piece of pieces) yield bytesOf(piece);
}

interface Job {
  readonly path: string;
  readonly stream: () => AsyncGenerator<Uint8Array>;
}

/** By name: where each table goes, and how. */
function jobsOf(out: string, format: string, tables: { readonly [name: string]: PiecewiseTable }): Job[] {
  if (format === 'safetensors') return [{ path: out, stream: () => streamSafetensors(tables) }];
  const entries = Object.entries(tables);
  if (entries.length > 1 && out === '-')
    throw new UsageError('two tables go to the standard output with --format safetensors alone');
  return entries.map(([name, table]) => ({
    path: entries.length > 1 ? out.replace(/(\.\w+)?$/, `.${name}$1`) : out,
    stream: () => (format === 'raw' ? rawOf([table]) : streamNpy(table)),
  }));
}

function formatOf(given: Arguments, out: string): string {
  const format = given.text('format') ?? /\.(\w+)$/.exec(out)?.[1] ?? '';
  const known = { bin: 'raw', raw: 'raw', npy: 'npy', safetensors: 'safetensors' }[format];
  if (given.text('format') !== undefined && !FORMATS.includes(format))
    throw new UsageError(`invalid --format: '${format}' (${FORMATS.join(', ')})`);
  if (!known)
    throw new UsageError(
      `--format is missing: ${FORMATS.join(', ')} (else by the extension: .npy, .safetensors, .bin)`,
    );
  return known;
}

/** Pieces that are counted when they have been written. */
async function* counting({ pieces }: PiecewiseTable, progress: Progress): AsyncGenerator<ArrayBufferView> {
  for await (const piece of pieces) {
    yield piece;
    progress.add(piece.byteLength);
  }
}

async function write(
  given: Arguments,
  tables: { readonly [name: string]: PiecewiseTable },
  bytes: number,
): Promise<void> {
  const out = given.text('out') as string;
  const shown = given.flag('progress') || (process.stderr.isTTY === true && !given.flag('quiet'));
  const progress = progressOver(bytes, shown);
  const counted = Object.entries(tables).map(([name, table]) => [
    name,
    { ...table, pieces: counting(table, progress) },
  ]);
  const jobs = jobsOf(out, formatOf(given, out), Object.fromEntries(counted));
  // Headers are made here, so that what a format does not have is told before a file is opened.
  let streams: AsyncGenerator<Uint8Array>[];
  try {
    streams = jobs.map(({ stream }) => stream());
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
  const sinks: Sink[] = [];
  try {
    for (const { path } of jobs)
      sinks.push(path === '-' ? standardOutput() : await fileSink(path, given.flag('force')));
    for (const [k, stream] of streams.entries()) {
      for await (const piece of stream) await sinks[k]?.write(piece);
    }
    for (const sink of sinks) await sink.finish();
    progress.end();
  } catch (error) {
    for (const sink of sinks) await sink.discard();
    if (!(error instanceof Closed)) throw error;
  }
}

async function run(given: Arguments, makes: { readonly [name: string]: Make }): Promise<void> {
  if (given.text('out') === undefined) throw new UsageError('--out is missing: a file, or - for the standard output');
  formatOf(given, given.text('out') as string);
  const request = await requestOf(given, Object.values(makes)[0] as Make);
  const { sizes, columns, dtype } = request;
  const shape = [...sizes, columns];
  const tables = Object.entries(makes).map(([name, make]): [string, PiecewiseTable] => [
    name,
    { shape, dtype, pieces: piecesOf(request, make) },
  ]);
  const bytes = shape.reduce((product, size) => product * size, tables.length) * BYTES[dtype];
  if (bytes > Number.MAX_SAFE_INTEGER)
    throw new UsageError(`the tables would take ${size(bytes)}: more than 2^53 bytes`);
  await write(given, Object.fromEntries(tables), bytes);
}

export function encode(given: Arguments): Promise<void> {
  let kept: Float32Array | undefined;
  const make: Make = ({ posenc, encoding, rows, dtype }, first, count) => {
    const positions = rows.part(first, count);
    // The arrays of pieces of one size are one array; other formats are a little slower.
    if (dtype === 'float32' && !rows.whole && kept && kept.length === count * (encoding.dim ?? 0))
      return posenc.encode(encoding, positions, { into: kept });
    const table = posenc.encode(encoding, positions, { dtype });
    if (dtype === 'float32') kept = table.data as ArrayOf<DType> as Float32Array;
    return table;
  };
  return run(given, { table: make });
}

export function rotary(given: Arguments): Promise<void> {
  const form = given.text('form') ?? 'half-width';
  if (form !== 'half-width' && form !== 'full') throw new UsageError(`invalid --form: '${form}' (half-width or full)`);
  const make =
    (which: 'cos' | 'sin'): Make =>
    ({ posenc, encoding, rows, dtype }, first, count) =>
      posenc.rotary(encoding as RotaryEncoding, rows.part(first, count), { form, dtype })[which];
  return run(given, { cos: make('cos'), sin: make('sin') });
}
