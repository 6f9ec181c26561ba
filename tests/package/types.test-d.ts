// Compiled by tsc as a user's own file: what must be allowed, and what must not.
import {
  createPosenc,
  type EncodeOptions,
  type Encoding,
  type Identification,
  identify,
  type Picture,
  type Posenc,
  presets,
  type Table,
} from 'posenc';
import {
  type FileTable,
  readNpy,
  readSafetensors,
  streamNpy,
  streamSafetensors,
  writeNpy,
  writeSafetensors,
} from 'posenc/files';
import { createPosenc as createInline } from 'posenc/inline';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const posenc: Posenc = await createPosenc();
await createPosenc(new URL('https://example.com/posenc.wasm'));
await createPosenc('https://example.com/posenc.wasm');
await createPosenc(fetch('posenc.wasm'));
await createPosenc(new Uint8Array(8));
await createPosenc(new ArrayBuffer(8));
await createPosenc({} as WebAssembly.Module);
const inline: Posenc = await createInline();
// @ts-expect-error: no source
await createPosenc(5);

const encoding: Encoding = { dim: 512 };
same<ReturnType<typeof presets.whisper>['dim'], number>(true);

const plain = posenc.encode(encoding, 2048);
same<typeof plain, Table<Float32Array, 'float32'>>(true);
same<typeof plain.data, Float32Array>(true);
same<typeof plain.shape, number[]>(true);
const wide = posenc.encode(encoding, [0, 0.5], { dtype: 'float64' });
same<typeof wide.data, Float64Array>(true);
const half = posenc.encode(encoding, { start: 5, count: 3 }, { dtype: 'bfloat16', into: new Uint16Array(1536) });
same<typeof half, Table<Uint16Array, 'bfloat16'>>(true);
const into = posenc.encode(encoding, { data: new BigInt64Array(2), shape: [1, 2] }, { into: new Float64Array(1024) });
same<typeof into.dtype, 'float64'>(true);
posenc.encode(encoding, new Int32Array(6), { shape: [2, 3] });
posenc.encode(encoding, [1, 2] as const);
posenc.encode(presets.pytorch(8), 1);
posenc.encode({ dim: 8, base: undefined }, 1);
posenc.encode(Object.freeze({ dim: 8, layout: 'halves' as const }), 1);

// @ts-expect-error: dim is missing
posenc.encode({}, 1);
// @ts-expect-error: an unknown key
posenc.encode({ dim: 8, dmodel: 8 }, 1);
// @ts-expect-error: an unknown layout
posenc.encode({ dim: 8, layout: 'half' }, 1);
// @ts-expect-error: a number as text
posenc.encode({ dim: '8' }, 1);
// @ts-expect-error: no positions
posenc.encode({ dim: 8 });
// @ts-expect-error: a bigint is no count
posenc.encode({ dim: 8 }, 5n);
// @ts-expect-error: an unknown format
posenc.encode({ dim: 8 }, 1, { dtype: 'int8' });
// @ts-expect-error: a Uint16Array says not which 16-bit format is meant
posenc.encode({ dim: 8 }, 1, { into: new Uint16Array(8) });
// @ts-expect-error: the wrong class
posenc.encode({ dim: 8 }, 1, { dtype: 'float32', into: new Float64Array(8) });
// @ts-expect-error: the encoding is read-only data
presets.marian(8).dim = 9;

const sums = posenc.add(encoding, 128, new Float32Array(128 * 512 * 2), { batch: 2 });
same<typeof sums.data, Float32Array>(true);
// @ts-expect-error: embeddings are float32
posenc.add(encoding, 128, new Float64Array(128 * 512));

const waves: Table<Float64Array, 'float64'> = posenc.wavelengths(encoding);
const turns: Float64Array = posenc.frequencies(encoding, { into: waves.data }).data;
posenc.shift(encoding, 3, { into: turns });
posenc.similarity(encoding, { start: -5, count: 11 });

const picture = posenc.window(encoding, { height: 10, positionsPerPixel: 100 }, { sample: 'point' });
same<typeof picture.data, Float32Array>(true);
const means = posenc.window(encoding, { height: 1 }, { into: new Float64Array(512) });
same<typeof means.dtype, 'float64'>(true);
// @ts-expect-error: height is missing
posenc.window(encoding, {});

const places = posenc.positions({ tokens: [5, 6, 1], padding: 1, dtype: 'int64' });
same<typeof places.data, BigInt64Array>(true);
posenc.encode(encoding, places);
same<ReturnType<typeof posenc.info>['memoryBytes'], number>(true);
inline.info().version.toUpperCase();

const found: Identification = posenc.identify(plain);
same<ReturnType<typeof identify>, Identification>(true);
identify(posenc, new Float32Array(8), { shape: [2, 4] });
posenc.identify([1, 2], { shape: new Int32Array(2) });
found.matches[0]?.preset?.toUpperCase();
// @ts-expect-error: an unknown format
posenc.identify(plain, { dtype: 'int8' });

const table: FileTable = readNpy(writeNpy(plain));
new Blob([writeNpy(plain), writeSafetensors({ plain })]);
const file: Uint8Array = writeSafetensors({ a: table, b: half }, { metadata: { format: 'pt' } });
table satisfies FileTable | undefined;
readSafetensors(file).tensors.a?.shape.length;
streamNpy({ shape: [2, 2], dtype: 'float32', pieces: [new Float32Array(4)] }) satisfies AsyncIterable<Uint8Array>;
streamSafetensors({ a: { shape: [2], dtype: 'float32', pieces: [new Float32Array(2)] } });
// @ts-expect-error: no shape
writeNpy({ data: new Float32Array(2) });

// Options made elsewhere, of types that are unions.
declare const anyOptions: EncodeOptions;
posenc.encode(encoding, 8, anyOptions).data.length;
declare const eitherDtype: 'float32' | 'float64';
posenc.encode(encoding, 8, { dtype: eitherDtype }).data satisfies Float32Array | Float64Array;
const view: Picture = { height: 2 };
posenc.window(encoding, view, { dtype: eitherDtype }).data satisfies Float32Array | Float64Array;
declare const integers: 'float64' | 'int64';
posenc.positions({ tokens: [1, 2], padding: 1, dtype: integers }).data satisfies Float64Array | BigInt64Array;
posenc.encode(encoding, { data: [1, 2], shape: new Int32Array([1, 2]) }, { shape: Int32Array.of(2, 1) });

// Biases are floats, buckets and indices whole numbers, unless the request says otherwise.
same<ReturnType<typeof posenc.slopes>, Table<Float64Array, 'float64'>>(true);
const alibi: Table<Float32Array, 'float32'> = posenc.bias(presets.alibi(8), { queries: 4, keys: 4 });
const buckets: Table<Int32Array, 'int32'> = posenc.bias({ kind: 't5' }, { queries: 4, keys: 4 });
const learnedBias: Table<Float32Array, 'float32'> = posenc.bias({ kind: 't5', heads: 1, table: [1] }, {});
const indices: Table<BigInt64Array, 'int64'> = posenc.bias({ kind: 'swin', window: [2, 2] }, { dtype: 'int64' });
const filled: Float64Array = posenc.bias(presets.alibi(8), { queries: 1, keys: 1, into: new Float64Array(8) }).data;
console.log(alibi, buckets, learnedBias, indices, filled);
// Lists of every kind.
const list = Float64Array.of(1);
const longRope: Encoding = {
  dim: 2,
  frequencies: list,
  scaling: { type: 'longrope', factor: 2, originalLength: 4, shortFactor: list, longFactor: list },
};
console.log(longRope);
