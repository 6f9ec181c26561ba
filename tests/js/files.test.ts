// .npy and .safetensors by their specifications, byte for byte, and files that lie.
import {
  type FileTable,
  readNpy,
  readSafetensors,
  streamNpy,
  streamSafetensors,
  type WritableTable,
  widen,
  writeNpy,
  writeSafetensors,
} from 'posenc/files';
import { describe, expect, test } from 'vitest';
import { errorOf, posenc } from './support.js';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const join = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const raw = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** NEP 1: magic, version, length of the header, the header padded with spaces to a multiple of 64 and ended by \n. */
function npy(header: string, data: Uint8Array | number[] = [], version = 1): Uint8Array {
  const start = version === 1 ? 10 : 12;
  const padded = `${header}${' '.repeat(63 - ((start + header.length) % 64))}\n`;
  const length =
    version === 1 ? [padded.length & 255, padded.length >> 8] : [padded.length & 255, padded.length >> 8, 0, 0];
  return join([0x93], ascii('NUMPY'), [version, 0], length, ascii(padded), data);
}
const dictionary = (descr: string, shape: string, order = 'False') =>
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`;

/** A u64 in little-endian order, the header, the data. */
function safetensors(header: string, data: Uint8Array | number[] = []): Uint8Array {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(header.length), true);
  return join(length, ascii(header), data);
}

const FORMATS: [string, string, string, FileTable['data']][] = [
  ['float32', '<f4', 'F32', Float32Array.of(1.5, -2, 3e-20, 0, -0, 7)],
  ['float64', '<f8', 'F64', Float64Array.of(1.5, -2, 3e-200, 0, -0, 7)],
  ['float16', '<f2', 'F16', Uint16Array.of(0x3c00, 0xc000, 1, 0, 0x8000, 0x7bff)],
  ['int64', '<i8', 'I64', BigInt64Array.of(1n, -2n, 2n ** 62n, 0n, 5n, 7n)],
  ['int32', '<i4', 'I32', Int32Array.of(1, -2, 2 ** 31 - 1, 0, 5, 7)],
  ['int16', '<i2', 'I16', Int16Array.of(1, -2, 32767, 0, 5, 7)],
  ['int8', '|i1', 'I8', Int8Array.of(1, -2, 127, 0, 5, 7)],
  ['uint64', '<u8', 'U64', BigUint64Array.of(1n, 2n, 2n ** 63n, 0n, 5n, 7n)],
  ['uint32', '<u4', 'U32', Uint32Array.of(1, 2, 2 ** 32 - 1, 0, 5, 7)],
  ['uint16', '<u2', 'U16', Uint16Array.of(1, 2, 65535, 0, 5, 7)],
  ['uint8', '|u1', 'U8', Uint8Array.of(1, 2, 255, 0, 5, 7)],
  ['bool', '|b1', 'BOOL', Uint8Array.of(1, 0, 1, 0, 0, 1)],
];

describe('.npy', () => {
  test.each(FORMATS)('%s, written and read', (dtype, descr, _, data) => {
    const file = npy(dictionary(descr, '(2, 3)'), raw(data));
    expect(file.length % 8).toBe(raw(data).length % 8);
    expect(writeNpy({ data, shape: [2, 3], dtype })).toEqual(file);
    expect(readNpy(file)).toEqual({ data, shape: [2, 3], dtype });
    // At whatever place in a larger buffer.
    const shifted = join([0], file).subarray(1);
    expect(readNpy(shifted).data).toEqual(data);
    expect(readNpy(file.buffer as ArrayBuffer).data).toEqual(data);
  });
  test('what NumPy writes for one axis, none, and none of a size', () => {
    expect(writeNpy({ data: new Float32Array(3), shape: [3] })).toEqual(
      npy(dictionary('<f4', '(3,)'), raw(new Float32Array(3))),
    );
    expect(writeNpy({ data: new Float32Array(1), shape: [] })).toEqual(
      npy(dictionary('<f4', '()'), raw(new Float32Array(1))),
    );
    expect(writeNpy({ data: new Float32Array(0), shape: [0, 4] })).toEqual(npy(dictionary('<f4', '(0, 4)')));
    expect(readNpy(npy(dictionary('<f4', '(0, 4)'))).shape).toEqual([0, 4]);
    expect(readNpy(npy(dictionary('<f4', '()'), raw(Float32Array.of(5))))).toEqual({
      data: Float32Array.of(5),
      shape: [],
      dtype: 'float32',
    });
  });
  test("this very file: numpy.save of numpy.arange(3, dtype='<i4')", () => {
    const hex =
      '934e554d5059010076007b276465736372273a20273c6934272c2027666f727472616e5f6f72646572273a2046616c73652c20277368617065273a2028332c292c207d' +
      '20'.repeat(60) +
      '0a' +
      '000000000100000002000000';
    expect(readNpy(Uint8Array.from(Buffer.from(hex, 'hex')))).toEqual({
      data: Int32Array.of(0, 1, 2),
      shape: [3],
      dtype: 'int32',
    });
    expect(Buffer.from(writeNpy({ data: Int32Array.of(0, 1, 2), shape: [3] })).toString('hex')).toBe(hex);
  });
  test('other orders of bytes, axes and keys', () => {
    const big = new Uint8Array(24);
    for (let k = 0; k < 6; ++k) new DataView(big.buffer).setFloat32(4 * k, k + 1);
    expect(readNpy(npy(dictionary('>f4', '(2, 3)'), big)).data).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6));
    const columns = raw(Float32Array.of(1, 4, 2, 5, 3, 6));
    expect(readNpy(npy(dictionary('<f4', '(2, 3)', 'True'), columns))).toEqual({
      data: Float32Array.of(1, 2, 3, 4, 5, 6),
      shape: [2, 3],
      dtype: 'float32',
    });
    const deep = Float64Array.from({ length: 24 }, (_, k) => k);
    const turned = readNpy(npy(dictionary('<f8', '(2, 3, 4)', 'True'), raw(deep))).data;
    expect(turned[1 * 12 + 2 * 4 + 3]).toBe(1 + 2 * 2 + 3 * 6);
    expect(turned[0 * 12 + 1 * 4 + 2]).toBe(0 + 1 * 2 + 2 * 6);
    const unusual = npy('{"shape": (2L,), "fortran_order": False, "descr": "=f8"}', raw(Float64Array.of(1, 2)), 2);
    expect(readNpy(unusual)).toEqual({ data: Float64Array.of(1, 2), shape: [2], dtype: 'float64' });
    expect(readNpy(npy(dictionary('<f8', '(1,)'), raw(Float64Array.of(1)), 3)).data).toEqual(Float64Array.of(1));
  });
  test.each([
    [ascii('PK'), "RangeError: invalid file: 'PK' (a .npy file begins with \\x93NUMPY)"],
    [new Uint8Array(0), "RangeError: invalid file: '' (a .npy"],
    [npy('').subarray(0, 7), 'RangeError: invalid header length: NaN (at most 0'],
    [npy('', [], 4), 'RangeError: invalid version: 4 (1, 2 or 3)'],
    [
      npy(dictionary('<f4', '(1,)')).subarray(0, 60),
      'RangeError: invalid header length: 118 (at most 50 in this file)',
    ],
    // A header that is there, but would take many times its bytes to read.
    [
      join([0x93], ascii('NUMPY'), [2, 0, 0, 0, 32, 0], new Uint8Array(2 ** 21)),
      'RangeError: invalid header length: 2097152 (at most 1000000',
    ],
    [
      npy(dictionary('<f4', '(1000000000000,)'), [0, 0, 0, 0]),
      'RangeError: invalid shape: [1000000000000] (1000000000000 values of float32 take 4000000000000 bytes, but there are 4)',
    ],
    [
      npy(dictionary('<f4', '(1000000, 1000000, 1000000, 1000000)')),
      'RangeError: invalid shape: [1000000, 1000000, 1000000, 1000000] (',
    ],
    [
      npy(dictionary('<f4', '(99999999999999999999,)')),
      'RangeError: invalid shape[0]: 100000000000000000000 (a whole number from 0)',
    ],
    [
      npy(dictionary('<f4', '(2,)'), [0, 0, 0, 0]),
      'RangeError: invalid shape: [2] (2 values of float32 take 8 bytes, but there are 4)',
    ],
    [
      npy(dictionary('<f4', '(1,)'), [0, 0, 0, 0, 0]),
      'RangeError: invalid shape: [1] (1 values of float32 take 4 bytes, but there are 5)',
    ],
    [npy(dictionary('<f4', '(-1,)')), "RangeError: invalid shape: '(-1,)' (a tuple of whole numbers)"],
    [npy(dictionary('<f4', '(4)')), "RangeError: invalid shape: '(4)' (a tuple of whole numbers)"],
    [npy(dictionary('<c8', '(1,)')), "RangeError: invalid descr: 'c8' (f4, f8, f2"],
    [npy(dictionary('<V2', '(1,)')), "RangeError: invalid descr: 'V2' ("],
    [npy(dictionary('|O', '(1,)')), "RangeError: invalid descr: 'O' ("],
    [npy(dictionary('|f4', '(1,)'), [0, 0, 0, 0]), "RangeError: invalid descr: '|f4' (a byte order)"],
    [npy(dictionary('<f4', '(1,)', '0')), "RangeError: invalid fortran_order: '0' (True or False)"],
    [npy(dictionary('<f4', '(1,)', 'valueOf')), "RangeError: invalid fortran_order: 'valueOf' (True or False)"],
    [npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }"), 'RangeError: invalid descr: '],
    [npy("{'descr': '<f4', 'shape': (1,), }"), 'there is no fortran_order'],
    [npy("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,), }"), 'each once'],
    [npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}"), 'RangeError: invalid header: '],
    [npy('import os'), "RangeError: invalid header: 'import os' (a Python dictionary)"],
    ['text', "TypeError: invalid bytes: 'text' (the bytes of a file)"],
  ])('refused: %#', (file, message) => {
    expect(errorOf(() => readNpy(file as Uint8Array))).toContain(message);
  });
  test('a columns-first table of as many axes as a header has room for', () => {
    const few = Uint16Array.of(1, 2, 3, 4, 5, 6);
    const axes = `(${'1,'.repeat(10_000)}2,${'1,'.repeat(10_000)}3,)`;
    const { data, shape } = readNpy(npy(dictionary('<u2', axes, 'True'), raw(few)));
    expect([...data]).toEqual([1, 3, 5, 2, 4, 6]);
    expect(shape.length).toBe(20_002);
    expect(readNpy(npy(dictionary('<u2', `(0,${'2,'.repeat(20_000)})`, 'True'))).data.length).toBe(0);
  }, 5000);
  test.each([
    [{ data: new Uint16Array(2), shape: [2] }, 'TypeError: invalid dtype: undefined (float32, float64, float16'],
    [{ data: new Float32Array(1), shape: 1 }, 'TypeError: invalid shape: 1 (an array of numbers)'],
    [{ data: new Float32Array(1), shape: ['1'] }, "TypeError: invalid shape[0]: '1' (a number)"],
    [
      { data: new Uint16Array(2), shape: [2], dtype: 'bfloat16' },
      "RangeError: invalid dtype: 'bfloat16' (a format that .npy has; .safetensors has bfloat16)",
    ],
    [
      { data: new Float32Array(2), shape: [3] },
      'RangeError: invalid shape: [3] (3 values of float32 take 12 bytes, but there are 8)',
    ],
    [
      { data: new Float32Array(2), shape: [2], dtype: 'float64' },
      "TypeError: invalid data: Float32Array (a Float64Array, since dtype is 'float64')",
    ],
    [{ data: new Float32Array(2), shape: [2.5] }, 'RangeError: invalid shape[0]: 2.5'],
    [{ data: [1, 2], shape: [2], dtype: 'float32' }, 'TypeError: invalid data: Array (a Float32Array'],
    [{ data: [1, 2], shape: [2] }, 'TypeError: invalid dtype: undefined (float32, float64'],
    [{ shape: [2] }, 'TypeError: invalid data: undefined (typed arrays)'],
    [{ data: new Float32Array(2) }, 'TypeError: invalid shape: undefined (an array of numbers)'],
    [{ data: new Float32Array(2), shape: 2 }, 'TypeError: invalid shape: 2 (an array of numbers)'],
    [new Float32Array(2), 'TypeError: invalid table: Float32Array (an object)'],
    [undefined, 'TypeError: invalid table: undefined (an object)'],
  ])('not written: %#', (table, message) => {
    expect(errorOf(() => writeNpy(table as WritableTable))).toContain(message);
  });
});

describe('.safetensors', () => {
  test.each([...FORMATS, ['bfloat16', '', 'BF16', Uint16Array.of(0x3f80, 0xc000, 1, 0, 0x8000, 0x7f7f)] as const])(
    '%s, written and read',
    (dtype, _, code, data) => {
      const bytes = raw(data as Uint8Array);
      const header = `{"a":{"dtype":"${code}","shape":[2,3],"data_offsets":[0,${bytes.length}]}}`;
      const file = safetensors(header.padEnd(Math.ceil(header.length / 8) * 8), bytes);
      expect(writeSafetensors({ a: { data: data as Uint8Array, shape: [2, 3], dtype } })).toEqual(file);
      expect(readSafetensors(file)).toEqual({ tensors: { a: { data, shape: [2, 3], dtype } }, metadata: {} });
      expect(readSafetensors(join([0], file).subarray(1)).tensors.a?.data).toEqual(data);
    },
  );
  test('several tables: each at a multiple of its bytes; texts beside them', () => {
    const tables = {
      bits: { data: Uint8Array.of(1, 2, 3), shape: [3] },
      cos: { data: Float64Array.of(0.5), shape: [1, 1] },
      __proto__: null,
    };
    const more = { ...tables, ['__proto__']: { data: Float32Array.of(1), shape: [1] } };
    const file = writeSafetensors(more as never, { metadata: { format: 'pt', é: 'ü' } });
    const { tensors, metadata } = readSafetensors(file);
    expect(metadata).toEqual({ format: 'pt', é: 'ü' });
    expect(Object.keys(tensors).sort()).toEqual(['__proto__', 'bits', 'cos']);
    expect(tensors.cos).toEqual({ data: Float64Array.of(0.5), shape: [1, 1], dtype: 'float64' });
    const header = JSON.parse(
      new TextDecoder().decode(file.subarray(8, 8 + Number(new DataView(file.buffer).getBigUint64(0, true)))),
    );
    expect(header.cos.data_offsets).toEqual([0, 8]);
    expect(header.bits.data_offsets).toEqual([12, 15]);
    expect(Number(new DataView(file.buffer).getBigUint64(0, true)) % 8).toBe(0);
    expect(readSafetensors(writeSafetensors({}))).toEqual({ tensors: {}, metadata: {} });
  });
  const one = (shape: string, offsets: string, dtype = 'F32') =>
    `{"a":{"dtype":"${dtype}","shape":${shape},"data_offsets":${offsets}}}`;
  const two = (a: string, b: string) =>
    `{"a":{"dtype":"F32","shape":[1],"data_offsets":${a}},"b":{"dtype":"F32","shape":[1],"data_offsets":${b}}}`;
  const eight = new Uint8Array(8);
  test.each([
    [new Uint8Array(7), 'RangeError: invalid file: 7 ('],
    [
      join([255, 255, 255, 255, 255, 255, 255, 127]),
      'RangeError: invalid header length: 9223372036854776000 (at most 0',
    ],
    [join([9, 0, 0, 0, 0, 0, 0, 0], ascii('{}')), 'RangeError: invalid header length: 9 (at most 2'],
    [safetensors('{'), 'RangeError: invalid header: SyntaxError'],
    [safetensors('[]'), 'TypeError: invalid header: Array (an object)'],
    [safetensors('{"a":"\u00ff"}'), 'RangeError: invalid header: TypeError'],
    [safetensors('{"a":1}'), 'TypeError: invalid a: 1 (an object)'],
    [
      safetensors(one('[1000000000000]', '[0,8]'), eight),
      'RangeError: invalid a.shape: [1000000000000] (1000000000000 values',
    ],
    [
      safetensors(one('[2]', '[0,4000000000000]'), eight),
      'RangeError: invalid a.data_offsets[1]: 4000000000000 (at most 8',
    ],
    [
      safetensors(one('[2]', '[8,0]'), eight),
      'RangeError: invalid a.data_offsets[0]: 8 (at most 0, where the table ends)',
    ],
    [safetensors(one('[1]', '[0,4]'), eight), 'RangeError: invalid file: '],
    [
      safetensors(one('[1]', '[4,8]'), eight),
      'RangeError: invalid a.data_offsets[0]: 4 (0, where the table before it ends)',
    ],
    [
      safetensors(one('[2]', '[8,4]'), eight),
      'RangeError: invalid a.data_offsets[0]: 8 (at most 4, where the table ends)',
    ],
    [safetensors(one('[2]', '[0.5,8.5]'), eight), 'RangeError: invalid a.data_offsets[0]: 0.5'],
    [safetensors(one('[-2]', '[0,8]'), eight), 'RangeError: invalid a.shape[0]: -2'],
    [safetensors(one('["2"]', '[0,8]'), eight), "RangeError: invalid a.shape[0]: '2'"],
    [safetensors(one('{}', '[0,8]'), eight), 'TypeError: invalid a.shape: an object'],
    [safetensors(one('[2]', '[0]'), eight), 'TypeError: invalid a.data_offsets: Array (two numbers)'],
    [safetensors(one('[2]', '[0,8]', 'F8_E4M3'), eight), "RangeError: invalid a.dtype: 'F8_E4M3' (F32, F64"],
    [
      safetensors(two('[0,4]', '[0,4]'), eight),
      'RangeError: invalid b.data_offsets[0]: 0 (4, where the table before it ends)',
    ],
    [safetensors(two('[0,4]', '[2,6]'), eight), 'RangeError: invalid b.data_offsets[0]: 2 (4, where'],
    [safetensors('{"__metadata__":{"a":1}}'), 'TypeError: invalid __metadata__: an object (an object of texts)'],
  ])('refused: %#', (file, message) => {
    expect(errorOf(() => readSafetensors(file))).toContain(message);
  });
  test('not written', () => {
    expect(errorOf(() => writeSafetensors({ __metadata__: { data: eight, shape: [8] } }))).toContain(
      'RangeError: invalid tensors',
    );
    expect(errorOf(() => writeSafetensors({ a: { data: new Uint16Array(1), shape: [1] } }))).toContain(
      'TypeError: invalid a.dtype: undefined',
    );
    const table = { data: eight, shape: [8] };
    for (const [tensors, options, message] of [
      [table, undefined, 'TypeError: invalid data.table: '],
      [[table], undefined, 'TypeError: invalid tensors: Array (an object)'],
      [undefined, undefined, 'TypeError: invalid tensors: undefined (an object)'],
      [{ a: undefined }, undefined, 'TypeError: invalid a.table: undefined (an object)'],
      // The reader refuses such a file.
      [{ a: table }, { metadata: { x: 1 } }, 'TypeError: invalid metadata: an object (an object of texts)'],
      [{ a: table }, { meta: {} }, "TypeError: invalid options: unknown key 'meta' (did you mean 'metadata'?)"],
    ] as const)
      expect(errorOf(() => writeSafetensors(tensors as never, options as never))).toContain(message);
    expect(errorOf(() => writeSafetensors({ a: { data: eight, shape: {} as [] } }))).toBe(
      'TypeError: invalid a.shape: an object (an array of numbers)',
    );
  });
});

describe('in pieces', () => {
  const whole = posenc.encode({ dim: 6 }, 100);
  const pieces = function* () {
    for (let start = 0; start < 100; start += 30) {
      yield posenc.encode({ dim: 6 }, { start, count: Math.min(30, 100 - start) }).data;
    }
  };
  const collect = async (stream: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of stream) parts.push(part.slice());
    return join(...parts);
  };
  test('the same bytes as the whole', async () => {
    const table = { shape: [100, 6], dtype: 'float32' };
    expect(await collect(streamNpy({ ...table, pieces: pieces() }))).toEqual(writeNpy(whole));
    expect(
      await collect(
        streamSafetensors({
          x: { ...table, pieces: pieces() },
          y: { shape: [2], dtype: 'float64', pieces: [Float64Array.of(1, 2)] },
        }),
      ),
    ).toEqual(writeSafetensors({ x: whole, y: { data: Float64Array.of(1, 2), shape: [2] } }));
  });
  test('too few or too many values, the wrong array; what is wrong with the header at once', async () => {
    const fails = (table: object) =>
      collect(streamNpy({ dtype: 'float32', ...table } as never)).then(() => 'none', String);
    expect(await fails({ shape: [3], pieces: [new Float32Array(2)] })).toBe(
      'RangeError: invalid pieces: 2 values (3, those of the shape [3])',
    );
    expect(await fails({ shape: [3], pieces: [new Float32Array(2), new Float32Array(2)] })).toBe(
      'RangeError: invalid pieces: 4 values (3, those of the shape [3])',
    );
    expect(await fails({ shape: [3], pieces: [new Float64Array(3)] })).toContain(
      'TypeError: invalid pieces: Float64Array',
    );
    expect(errorOf(() => streamNpy({ shape: [3], dtype: 'bfloat16', pieces: [] }))).toContain(
      'RangeError: invalid dtype',
    );
    expect(errorOf(() => streamNpy({ shape: [3], dtype: 'float32' } as never))).toContain(
      'TypeError: invalid pieces: undefined',
    );
    expect(errorOf(() => streamSafetensors({ a: { shape: [-3], dtype: 'float32', pieces: [] } }))).toContain(
      'RangeError: invalid a.shape[0]: -3',
    );
  });
});

describe('widen', () => {
  // IEEE 754: one, the least subnormal and normal numbers, the largest, infinity, -0, a negative one.
  test.each([
    ['float16', [0x3c00, 1, 0x400, 0x7bff, 0x7c00, 0x8000, 0xc100], [1, 2 ** -24, 2 ** -14, 65504, Infinity, -0, -2.5]],
    [
      'bfloat16',
      [0x3f80, 1, 0x80, 0x7f7f, 0x7f80, 0x8000, 0xc020],
      [1, 2 ** -133, 2 ** -126, 255 * 2 ** 120, Infinity, -0, -2.5],
    ],
  ])('%s', (dtype, bits, numbers) => {
    const wide = widen({ data: Uint16Array.from(bits), shape: [7, 1], dtype });
    expect(wide).toEqual({ data: Float32Array.from(numbers), shape: [7, 1], dtype: 'float32' });
    expect(widen({ data: Uint16Array.of(0x7fff), shape: [1], dtype }).data[0]).toBeNaN();
  });
  test('a checkpoint of 16 bits is resized once it is wide; as it stands it is refused', () => {
    const table = posenc.encode({ dim: 4 }, 9);
    const half = posenc.encode({ dim: 4 }, 9, { dtype: 'bfloat16' });
    const [file] = Object.values(readSafetensors(writeSafetensors({ half })).tensors) as [FileTable];
    const options = { to: [6, 6] as [number, number] };
    const [exact, near] = [table, widen(file)].map((one) => posenc.resample(one, options).data) as Float32Array[];
    const apart = Array.from(near as Float32Array, (x, k) => Math.abs(x - (exact?.[k] as number)));
    expect(Math.max(...apart)).toBeLessThan(2 ** -7);
    expect(errorOf(() => posenc.resample(half as never, options))).toBe(
      "TypeError: invalid data: Uint16Array (an array of numbers, of 16-bit floats by widen of 'posenc/files')",
    );
  });
  test.each([
    [{ data: Float32Array.of(1), shape: [1] }, "RangeError: invalid dtype: 'float32' ('float16' or 'bfloat16')"],
    [{ data: Uint16Array.of(1), shape: [1] }, 'TypeError: invalid dtype: undefined (float32, float64'],
    [
      { data: Float32Array.of(1), shape: [1], dtype: 'float16' },
      'TypeError: invalid data: Float32Array (a Uint16Array',
    ],
    [{ data: Uint16Array.of(1), shape: [2], dtype: 'float16' }, 'RangeError: invalid shape: [2] (2 values of float16'],
  ])('refused: %#', (table, message) => {
    expect(errorOf(() => widen(table))).toContain(message);
  });
});
