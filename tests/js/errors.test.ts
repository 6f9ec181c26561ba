// Every message: the parameter, the value given, what is allowed.
import { afterEach, describe, expect, test } from 'vitest';
import { errorOf, firstDifference, posenc } from './support.js';

const expected = posenc.encode({ dim: 16 }, 40).data;

afterEach(() => {
  // The module goes on working after any error.
  expect(firstDifference(posenc.encode({ dim: 16 }, 40).data, expected)).toBe(-1);
});

// biome-ignore lint/suspicious/noExplicitAny: these tests pass what the types forbid
const encode = posenc.encode as (encoding?: any, positions?: any, options?: any) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: as above
const loose = posenc as any;
const far = 2 ** 53 + 2;
const POSITION = 'a finite number, at most 2^53 in size';

describe('numbers of an encoding', () => {
  const rows: [string, Record<string, string | [unknown, string][]>][] = [
    [
      'dim',
      {
        allowed: 'a whole number from 1 to 65536',
        values: [0, -1, 2.7, Number.NaN, Number.POSITIVE_INFINITY, 65537, 1e300].map((v) => [v, String(v)]),
      },
    ],
    [
      'base',
      {
        allowed: 'a number from 1e-100 to 1e100',
        values: [9e-101, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e101].map((v) => [v, String(v)]),
      },
    ],
    [
      'origin',
      {
        allowed: POSITION,
        values: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, far, -far].map((v) => [v, String(v)]),
      },
    ],
    [
      'scale',
      {
        allowed: 'a number from 1e-100 to 2^54 in size',
        values: [0, 1e-101, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 55].map((v) => [v, String(v)]),
      },
    ],
    [
      'valueScale',
      {
        allowed: 'a finite number, at most 1e30 in size',
        values: [Number.NaN, Number.POSITIVE_INFINITY, 1.1e30, -1e31].map((v) => [v, String(v)]),
      },
    ],
    ['padding', { allowed: POSITION, values: [Number.NaN, Number.POSITIVE_INFINITY, far].map((v) => [v, String(v)]) }],
  ];
  describe.each(rows)('%s', (key, { allowed, values }) => {
    test.each(values as [unknown, string][])('%s is a RangeError', (value, shown) => {
      const message = `RangeError: invalid ${key}: ${shown} (${allowed})`;
      const encoding = { dim: 8, [key]: value };
      expect(errorOf(() => encode(encoding, 1))).toBe(message);
      expect(errorOf(() => loose.add(encoding, 1, new Float32Array(8)))).toBe(message);
      expect(errorOf(() => loose.frequencies(encoding))).toBe(message);
      expect(errorOf(() => loose.wavelengths(encoding))).toBe(message);
      expect(errorOf(() => loose.shift(encoding, 1))).toBe(message);
      expect(errorOf(() => loose.similarity(encoding, 1))).toBe(message);
      expect(errorOf(() => loose.window(encoding, { height: 1 }))).toBe(message);
    });
    test.each([
      ['4', "'4'"],
      [null, 'null'],
      [true, 'true'],
      [4n, '4n'],
      [{}, 'an object'],
      [[4], 'Array'],
      [new Float32Array(1), 'Float32Array'],
      [Symbol('four'), 'Symbol(four)'],
      [() => 4, 'a function'],
      [new Date(0), 'an object'],
    ])('%s is a TypeError', (value, shown) => {
      expect(errorOf(() => encode({ dim: 8, [key]: value }, 1))).toBe(`TypeError: invalid ${key}: ${shown} (a number)`);
    });
    test('undefined is absent', () => {
      if (key === 'dim') {
        expect(errorOf(() => encode({ dim: undefined }, 1))).toBe('TypeError: invalid dim: undefined (a number)');
        expect(errorOf(() => encode({}, 1))).toBe('TypeError: invalid dim: undefined (a number)');
      } else {
        expect(encode({ dim: 8, [key]: undefined }, 1)).toEqual(encode({ dim: 8 }, 1));
      }
    });
  });
});

describe('choices of an encoding', () => {
  const choices: [string, string][] = [
    ['kind', "'sinusoid', 'grid', 'fourier' or 'learned'"],
    ['spacing', "'paper', 'endpoint', 'shifted' or 'linear'"],
    ['unit', "'radian', 'half-turn' or 'turn'"],
    ['pairing', "'adjacent' or 'half'"],
    ['sectionOrder', "'chunked', 'interleaved', 'interleaved-fourth' or 'alternating'"],
    ['layout', "'interleaved' or 'halves'"],
    ['order', "'sin-cos' or 'cos-sin'"],
    ['odd', "'truncate', 'truncate-next', 'zero' or 'error'"],
  ];
  test.each(choices)('%s', (key, allowed) => {
    const message = (value: unknown) => errorOf(() => encode({ dim: 8, [key]: value }, 1));
    expect(message('foo')).toBe(`RangeError: invalid ${key}: 'foo' (${allowed})`);
    expect(message('')).toBe(`RangeError: invalid ${key}: '' (${allowed})`);
    expect(message('toString')).toBe(`RangeError: invalid ${key}: 'toString' (${allowed})`);
    expect(message('x'.repeat(1000))).toBe(`RangeError: invalid ${key}: '${'x'.repeat(60)}...' (${allowed})`);
    expect(message(0)).toBe(`TypeError: invalid ${key}: 0 (${allowed})`);
    expect(message(null)).toBe(`TypeError: invalid ${key}: null (${allowed})`);
    expect(encode({ dim: 8, [key]: undefined }, 1)).toEqual(encode({ dim: 8 }, 1));
  });
  test('odd: error', () => {
    expect(errorOf(() => encode({ dim: 7, odd: 'error' }, 1))).toBe(
      "RangeError: invalid dim: 7 (an even number, since odd is 'error')",
    );
  });
});

test('objects that are none', () => {
  const not = (parameter: string, shown: string) => `TypeError: invalid ${parameter}: ${shown} (an object)`;
  expect(errorOf(() => encode(undefined, 1))).toBe(not('encoding', 'undefined'));
  expect(errorOf(() => encode(null, 1))).toBe(not('encoding', 'null'));
  expect(errorOf(() => encode(512, 1))).toBe(not('encoding', '512'));
  expect(errorOf(() => encode('paper', 1))).toBe(not('encoding', "'paper'"));
  expect(errorOf(() => encode([512], 1))).toBe(not('encoding', 'Array'));
  expect(errorOf(() => encode({ dim: 8 }, 1, null))).toBe(not('options', 'null'));
  expect(errorOf(() => encode({ dim: 8 }, 1, new Float32Array(8)))).toBe(not('options', 'Float32Array'));
  expect(errorOf(() => loose.window({ dim: 8 }))).toBe(not('picture', 'undefined'));
  expect(errorOf(() => loose.positions([1, 2]))).toBe(not('source', 'Array'));
  expect(errorOf(() => loose.frequencies({ dim: 8 }, 3))).toBe(not('options', '3'));
});

test.each([
  ['encoding', 'dimm', 'dim', () => encode({ dimm: 8 }, 1)],
  ['encoding', 'valuescale', 'valueScale', () => encode({ dim: 8, valuescale: 2 }, 1)],
  ['encoding', 'lay out', 'layout', () => encode({ dim: 8, 'lay out': undefined }, 1)],
  ['encoding', 'BASE', 'base', () => encode({ dim: 8, BASE: 2 }, 1)],
  ['positions', 'cuont', 'count', () => encode({ dim: 8 }, { cuont: 3 })],
  ['positions', 'steps', 'step', () => encode({ dim: 8 }, { steps: 1, count: 3 })],
  ['positions', 'shapes', 'shape', () => encode({ dim: 8 }, { data: [1], shapes: [1] })],
  ['options', 'dtypes', 'dtype', () => encode({ dim: 8 }, 1, { dtypes: 'float32' })],
  ['options', 'batches', 'batch', () => loose.add({ dim: 8 }, 1, new Float32Array(8), { batches: 1 })],
  ['options', 'sampling', 'sample', () => loose.window({ dim: 8 }, { height: 1 }, { sampling: 'mean' })],
  [
    'picture',
    'positionPerPixel',
    'positionsPerPixel',
    () => loose.window({ dim: 8 }, { height: 1, positionPerPixel: 1 }),
  ],
  ['source', 'token', 'tokens', () => loose.positions({ token: [1], padding: 1 })],
])('an unknown key of %s: %s, near %s', (parameter, key, nearest, call) => {
  expect(errorOf(call)).toBe(`TypeError: invalid ${parameter}: unknown key '${key}' (did you mean '${nearest}'?)`);
});

test.each([
  ['encoding', 'd_model', 'kind, dim, base, shift', () => encode({ dim: 8, d_model: 8 }, 1)],
  ['options', 'out', 'dtype, into, shape', () => encode({ dim: 8 }, 1, { out: null })],
  ['options', 'dtype', 'into)', () => loose.frequencies({ dim: 8 }, { dtype: 'float64' })],
])('an unknown key of %s that is near none: %s', (parameter, key, known, call) => {
  expect(errorOf(call)).toContain(`TypeError: invalid ${parameter}: unknown key '${key}' (known are ${known}`);
});

describe('positions', () => {
  const FORMS = 'a count, { start, step, count }, an array of numbers, or { data, shape }';
  const COUNT = 'a whole number from 0 to 2^53';
  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['5', "'5'"],
    [5n, '5n'],
    [true, 'true'],
    [Symbol.iterator, 'Symbol(Symbol.iterator)'],
    [{}, 'an object'],
    [{ start: 3 }, 'an object'],
    [new Set([1]), 'an object'],
    [new ArrayBuffer(8), 'an object'],
    [new DataView(new ArrayBuffer(8)), 'an object'],
    [() => 5, 'a function'],
  ])('%s is no positions', (value, shown) => {
    expect(errorOf(() => encode({ dim: 8 }, value))).toBe(`TypeError: invalid positions: ${shown} (${FORMS})`);
    expect(errorOf(() => loose.similarity({ dim: 8 }, value))).toBe(`TypeError: invalid offsets: ${shown} (${FORMS})`);
  });
  test.each([-1, 2.7, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 54])('a count of %d', (count) => {
    expect(errorOf(() => encode({ dim: 8 }, count))).toBe(`RangeError: invalid count: ${count} (${COUNT})`);
    expect(errorOf(() => encode({ dim: 8 }, { count }))).toBe(`RangeError: invalid count: ${count} (${COUNT})`);
    expect(errorOf(() => loose.similarity({ dim: 8 }, count))).toBe(`RangeError: invalid count: ${count} (${COUNT})`);
  });
  test('start and step', () => {
    const message = (positions: object) => errorOf(() => encode({ dim: 8 }, positions));
    expect(message({ count: 1, start: far })).toBe(`RangeError: invalid start: ${far} (${POSITION})`);
    expect(message({ count: 1, start: Number.NaN })).toBe(`RangeError: invalid start: NaN (${POSITION})`);
    expect(message({ count: 1, start: '0' })).toBe("TypeError: invalid start: '0' (a number)");
    expect(message({ count: 1, step: 0 })).toBe('RangeError: invalid step: 0 (a finite number, not 0)');
    expect(message({ count: 1, step: Number.NaN })).toBe('RangeError: invalid step: NaN (a finite number, not 0)');
    expect(message({ count: 1, step: Number.POSITIVE_INFINITY })).toBe(
      'RangeError: invalid step: Infinity (a finite number, not 0)',
    );
    expect(message({ count: 1, step: 1n })).toBe('TypeError: invalid step: 1n (a number)');
    expect(message({ count: '3' })).toBe("TypeError: invalid count: '3' (a number)");
    expect(message({ start: 2 ** 53, count: 3 })).toBe(
      'RangeError: invalid count: 3 (the last position, 9007199254740994, would be beyond 2^53)',
    );
    expect(message({ step: 1e300, count: 1e10 })).toBe(
      'RangeError: invalid count: 10000000000 (the last position, Infinity, would be beyond 2^53)',
    );
  });
  test('the angle', () => {
    const wide = { dim: 8, scale: 2 ** 20 };
    const ANGLE = '|frequency * scale * (position + origin)| at most 2^54';
    expect(errorOf(() => encode(wide, [0, 2 ** 35]))).toBe(`RangeError: invalid positions[1]: ${2 ** 35} (${ANGLE})`);
    expect(errorOf(() => encode(wide, { start: 2 ** 35, count: 1 }))).toBe(
      `RangeError: invalid start: ${2 ** 35} (${ANGLE})`,
    );
    expect(errorOf(() => encode(wide, { step: 2 ** 34, count: 3 }))).toBe(
      `RangeError: invalid count: 3 (for the last position, ${2 ** 35}, |frequency * scale * (position + origin)| is above 2^54)`,
    );
  });
  test.each([
    [[0, 1, '2'], 2, "'2'"],
    [[0, null], 1, 'null'],
    [[undefined], 0, 'undefined'],
    // biome-ignore lint/suspicious/noSparseArray: a hole
    [[0, , 1], 1, 'undefined'],
    [[1n], 0, '1n'],
    [[[0, 1]], 0, 'Array'],
    [[{}], 0, 'an object'],
    [[Symbol('p')], 0, 'Symbol(p)'],
  ])('a list with something else: %o', (list, index, shown) => {
    expect(errorOf(() => encode({ dim: 8 }, list))).toBe(`TypeError: invalid positions[${index}]: ${shown} (a number)`);
    expect(errorOf(() => encode({ dim: 8 }, { data: list }))).toBe(
      `TypeError: invalid positions[${index}]: ${shown} (a number)`,
    );
    expect(errorOf(() => loose.similarity({ dim: 8 }, list))).toBe(
      `TypeError: invalid offsets[${index}]: ${shown} (a number)`,
    );
  });
  test.each([Number.NaN, Number.POSITIVE_INFINITY, far, -far])('%d in a list', (value) => {
    const list = new Array(70_000).fill(1);
    for (const index of [0, 3, 69_999]) {
      const bad = list.with(index, value);
      expect(errorOf(() => encode({ dim: 1 }, bad))).toBe(
        `RangeError: invalid positions[${index}]: ${value} (${POSITION})`,
      );
      expect(errorOf(() => encode({ dim: 1 }, Float64Array.from(bad)))).toBe(
        `RangeError: invalid positions[${index}]: ${value} (${POSITION})`,
      );
      expect(errorOf(() => loose.similarity({ dim: 1 }, bad))).toBe(
        `RangeError: invalid offsets[${index}]: ${value} (${POSITION})`,
      );
    }
  });
  test('bigints beyond 2^53, even where rounding would hide it', () => {
    const ok = BigInt64Array.of(2n ** 53n, -(2n ** 53n));
    expect(posenc.encode({ dim: 2 }, ok).shape).toEqual([2, 2]);
    for (const value of [2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n]) {
      expect(errorOf(() => encode({ dim: 8 }, BigInt64Array.of(0n, value)))).toBe(
        `RangeError: invalid positions[1]: ${value}n (${POSITION})`,
      );
    }
    expect(errorOf(() => encode({ dim: 8 }, BigUint64Array.of(2n ** 64n - 1n)))).toBe(
      `RangeError: invalid positions[0]: 18446744073709551615n (${POSITION})`,
    );
  });
  test('shapes', () => {
    const message = (shape: unknown) => errorOf(() => encode({ dim: 8 }, { data: [1, 2, 3, 4, 5, 6], shape }));
    const product = 'sizes whose product is 6, the number of positions';
    expect(message([2, 2])).toBe(`RangeError: invalid shape: [2, 2] (${product})`);
    expect(message([])).toBe(`RangeError: invalid shape: [] (${product})`);
    expect(message([2, 2.5])).toBe('RangeError: invalid shape[1]: 2.5 (a whole number from 0)');
    expect(message([-2, -3])).toBe('RangeError: invalid shape[0]: -2 (a whole number from 0)');
    expect(message([Number.NaN])).toBe('RangeError: invalid shape[0]: NaN (a whole number from 0)');
    expect(message([2, '3'])).toBe("TypeError: invalid shape[1]: '3' (a number)");
    expect(message(6)).toBe('TypeError: invalid shape: 6 (an array of numbers)');
    expect(message(null)).toBe('TypeError: invalid shape: null (an array of numbers)');
    expect(errorOf(() => encode({ dim: 8 }, 5, { shape: [2, 3] }))).toBe(
      'RangeError: invalid shape: [2, 3] (sizes whose product is 5, the number of positions)',
    );
    expect(errorOf(() => encode({ dim: 8 }, { data: 5 }))).toBe('TypeError: invalid data: 5 (an array of numbers)');
  });
});

describe('results that are too large', () => {
  test('to allocate: how many bytes', () => {
    expect(errorOf(() => encode({ dim: 65536 }, 2 ** 30))).toBe(
      `RangeError: invalid count: ${2 ** 30} (the result would take ${2 ** 48} bytes, more than there is)`,
    );
    expect(errorOf(() => encode({ dim: 512 }, 2 ** 40, { dtype: 'float16' }))).toBe(
      `RangeError: invalid count: ${2 ** 40} (the result would take ${2 ** 50} bytes, more than there is)`,
    );
    expect(errorOf(() => loose.window({ dim: 65536 }, { height: 2 ** 31 }))).toBe(
      `RangeError: invalid height: ${2 ** 31} (the result would take ${2 ** 49} bytes, more than there is)`,
    );
    expect(errorOf(() => loose.similarity({ dim: 2 }, 2 ** 45))).toBe(
      `RangeError: invalid count: ${2 ** 45} (the result would take ${2 ** 48} bytes, more than there is)`,
    );
  });
  test('to count', () => {
    const message = 'the result would take more than 2^53 bytes';
    expect(errorOf(() => encode({ dim: 65536 }, 2 ** 40))).toBe(`RangeError: invalid count: ${2 ** 40} (${message})`);
    expect(errorOf(() => encode({ dim: 65536 }, 2 ** 40, { into: new Float32Array(1) }))).toBe(
      `RangeError: invalid count: ${2 ** 40} (${message})`,
    );
    expect(errorOf(() => loose.add({ dim: 65536 }, 2 ** 40, new Float32Array(1)))).toBe(
      `RangeError: invalid count: ${2 ** 40} (${message})`,
    );
  });
});

describe('dtype and into', () => {
  const classes = {
    Float32Array,
    Float64Array,
    Uint16Array,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Int32Array,
    Uint32Array,
    BigInt64Array,
    BigUint64Array,
  };
  const dtypes = ['float32', 'float64', 'float16', 'bfloat16'] as const;
  const own = { float32: 'Float32Array', float64: 'Float64Array', float16: 'Uint16Array', bfloat16: 'Uint16Array' };

  test.each(Object.entries(classes))('%s', (name, Class) => {
    for (const dtype of dtypes) {
      const into = new Class(16);
      const call = () => encode({ dim: 8 }, 2, { dtype, into });
      if (own[dtype] === name) {
        expect(call()).toMatchObject({ shape: [2, 8], dtype });
        expect((call() as { data: unknown }).data).toBe(into);
        expect(firstDifference(into, posenc.encode({ dim: 8 }, 2, { dtype }).data)).toBe(-1);
      } else {
        expect(errorOf(call)).toBe(`TypeError: invalid into: ${name} (a ${own[dtype]}, since dtype is '${dtype}')`);
        expect(into.every((value) => !value)).toBe(true);
      }
    }
    const call = () => encode({ dim: 8 }, 2, { into: new Class(16) });
    if (name === 'Float32Array') expect(call()).toMatchObject({ dtype: 'float32' });
    else if (name === 'Float64Array') expect(call()).toMatchObject({ dtype: 'float64' });
    else if (name === 'Uint16Array') {
      expect(errorOf(call)).toBe(
        "TypeError: invalid dtype: undefined ('float16' or 'bfloat16', since into is a Uint16Array)",
      );
    } else
      expect(errorOf(call)).toBe(`TypeError: invalid into: ${name} (a Float32Array or Float64Array or Uint16Array)`);
  });

  test.each([
    ['float', "RangeError: invalid dtype: 'float' ('float32', 'float64', 'float16' or 'bfloat16')"],
    ['int64', "RangeError: invalid dtype: 'int64' ('float32', 'float64', 'float16' or 'bfloat16')"],
    [32, "TypeError: invalid dtype: 32 ('float32', 'float64', 'float16' or 'bfloat16')"],
    [null, "TypeError: invalid dtype: null ('float32', 'float64', 'float16' or 'bfloat16')"],
  ])('dtype %s', (dtype, message) => {
    expect(errorOf(() => encode({ dim: 8 }, 1, { dtype }))).toBe(message);
  });

  test.each([
    [null, 'null'],
    [[0, 0], 'Array'],
    [new ArrayBuffer(32), 'an object'],
    [new DataView(new ArrayBuffer(32)), 'an object'],
    ['into', "'into'"],
    [8, '8'],
  ])('into %s', (into, shown) => {
    expect(errorOf(() => encode({ dim: 8 }, 1, { into }))).toBe(
      `TypeError: invalid into: ${shown} (a Float32Array or Float64Array or Uint16Array)`,
    );
    expect(errorOf(() => loose.shift({ dim: 8 }, 1, { into }))).toBe(
      `TypeError: invalid into: ${shown} (a Float64Array)`,
    );
    expect(errorOf(() => loose.window({ dim: 8 }, { height: 1 }, { into }))).toBe(
      `TypeError: invalid into: ${shown} (a Float32Array or Float64Array)`,
    );
  });

  test('lengths', () => {
    for (const length of [0, 7, 9, 16]) {
      expect(errorOf(() => encode({ dim: 8 }, 1, { into: new Float32Array(length) }))).toBe(
        `RangeError: invalid into: ${length} (exactly 8 values)`,
      );
    }
    const into = new Float64Array(3);
    expect(errorOf(() => loose.frequencies({ dim: 8 }, { into }))).toBe(
      'RangeError: invalid into: 3 (exactly 4 values)',
    );
    expect(errorOf(() => loose.wavelengths({ dim: 8 }, { into }))).toBe(
      'RangeError: invalid into: 3 (exactly 4 values)',
    );
    expect(errorOf(() => loose.shift({ dim: 8 }, 1, { into }))).toBe('RangeError: invalid into: 3 (exactly 16 values)');
    expect(errorOf(() => loose.similarity({ dim: 8 }, 2, { into }))).toBe(
      'RangeError: invalid into: 3 (exactly 2 values)',
    );
    expect(errorOf(() => loose.window({ dim: 8 }, { height: 2 }, { into }))).toBe(
      'RangeError: invalid into: 3 (exactly 16 values)',
    );
    expect(into).toEqual(new Float64Array(3));
    expect(encode({ dim: 8 }, 0, { into: new Float32Array(0) })).toMatchObject({ shape: [0, 8] });
  });

  test('window and the float64 results know fewer formats', () => {
    expect(errorOf(() => loose.window({ dim: 8 }, { height: 1 }, { dtype: 'float16' }))).toBe(
      "RangeError: invalid dtype: 'float16' ('float32' or 'float64')",
    );
    expect(
      errorOf(() => loose.window({ dim: 8 }, { height: 1 }, { dtype: 'float64', into: new Float32Array(8) })),
    ).toBe("TypeError: invalid into: Float32Array (a Float64Array, since dtype is 'float64')");
    expect(errorOf(() => loose.window({ dim: 8 }, { height: 1 }, { into: new Uint16Array(8) }))).toBe(
      'TypeError: invalid into: Uint16Array (a Float32Array or Float64Array)',
    );
    expect(errorOf(() => loose.frequencies({ dim: 8 }, { into: new Float32Array(4) }))).toBe(
      'TypeError: invalid into: Float32Array (a Float64Array)',
    );
  });
});

describe('add', () => {
  const add = (embeddings: unknown, options?: unknown) => errorOf(() => loose.add({ dim: 8 }, 2, embeddings, options));
  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [new Array(16).fill(0), 'Array'],
    [new Float64Array(16), 'Float64Array'],
    [new Uint16Array(16), 'Uint16Array'],
    [new ArrayBuffer(64), 'an object'],
  ])('embeddings %s', (embeddings, shown) => {
    expect(add(embeddings)).toBe(`TypeError: invalid embeddings: ${shown} (a Float32Array)`);
  });
  test('lengths and batches', () => {
    expect(add(new Float32Array(15))).toBe('RangeError: invalid embeddings: 15 (exactly 16 values)');
    expect(add(new Float32Array(32))).toBe('RangeError: invalid embeddings: 32 (exactly 16 values)');
    expect(add(new Float32Array(32), { batch: 3 })).toBe('RangeError: invalid embeddings: 32 (exactly 48 values)');
    for (const batch of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(add(new Float32Array(16), { batch })).toBe(
        `RangeError: invalid batch: ${batch} (a whole number from 0 to 2^53)`,
      );
    }
    expect(add(new Float32Array(16), { batch: '1' })).toBe("TypeError: invalid batch: '1' (a number)");
    expect(add(new Float32Array(16), { batch: 1n })).toBe('TypeError: invalid batch: 1n (a number)');
  });
  test('a bad position leaves the embeddings as they were', () => {
    const embeddings = new Float32Array(8 * 100_000);
    const list = new Array(100_000).fill(1).with(99_999, Number.NaN);
    expect(errorOf(() => loose.add({ dim: 8 }, list, embeddings))).toBe(
      `RangeError: invalid positions[99999]: NaN (${POSITION})`,
    );
    expect(embeddings.every((value) => value === 0)).toBe(true);
    const into = new Float32Array(8 * 100_000);
    expect(errorOf(() => encode({ dim: 8 }, list, { into }))).toContain('positions[99999]');
    expect(into.every((value) => value === 0)).toBe(true);
  });
});

describe('shift', () => {
  test.each([
    [undefined, 'TypeError: invalid k: undefined (a number)'],
    ['1', "TypeError: invalid k: '1' (a number)"],
    [1n, 'TypeError: invalid k: 1n (a number)'],
    [Number.NaN, `RangeError: invalid k: NaN (${POSITION})`],
    [Number.NEGATIVE_INFINITY, `RangeError: invalid k: -Infinity (${POSITION})`],
    [far, `RangeError: invalid k: ${far} (${POSITION})`],
  ])('k %s', (k, message) => {
    expect(errorOf(() => loose.shift({ dim: 8 }, k))).toBe(message);
  });
  test('the angle', () => {
    expect(errorOf(() => loose.shift({ dim: 8, scale: 4 }, 2 ** 53))).toBe(
      'RangeError: invalid k: 9007199254740992 (|frequency * scale * offset| at most 2^54)',
    );
    expect(errorOf(() => loose.similarity({ dim: 8, scale: 4 }, [2 ** 53]))).toBe(
      'RangeError: invalid offsets[0]: 9007199254740992 (|frequency * scale * offset| at most 2^54)',
    );
  });
});

describe('window', () => {
  const whole = (from: string, to = '2^53') => `a whole number from ${from} to ${to}`;
  const rows: [string, string, unknown[]][] = [
    ['start', 'a whole number, at most 2^53 in size', [0.5, Number.NaN, Number.POSITIVE_INFINITY, far]],
    ['positionsPerPixel', whole('1'), [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ['height', whole('0', '2^31'), [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31 + 1]],
    ['columnsPerPixel', whole('1', '65536'), [0, -1, 1.5, Number.NaN, 65537]],
    ['left', whole('0', '8'), [-1, 1.5, Number.NaN, 9]],
    ['width', `${whole('0', '8')}, what remains from left`, [-1, 1.5, Number.NaN, 9]],
  ];
  test.each(rows)('%s', (key, allowed, values) => {
    for (const value of values) {
      expect(errorOf(() => loose.window({ dim: 8 }, { height: 2, [key]: value }))).toBe(
        `RangeError: invalid ${key}: ${value} (${allowed})`,
      );
    }
    for (const [value, shown] of [
      ['4', "'4'"],
      [null, 'null'],
      [4n, '4n'],
    ]) {
      expect(errorOf(() => loose.window({ dim: 8 }, { height: 2, [key as string]: value }))).toBe(
        `TypeError: invalid ${key}: ${shown} (a number)`,
      );
    }
  });
  test('what the numbers mean together', () => {
    const message = (picture: object, encoding: object = { dim: 8 }) =>
      errorOf(() => loose.window(encoding, { height: 2, ...picture }));
    expect(message({ height: undefined })).toBe('TypeError: invalid height: undefined (a number)');
    expect(message({ left: 5, width: 4 })).toBe(
      'RangeError: invalid width: 4 (a whole number from 0 to 3, what remains from left)',
    );
    expect(message({ columnsPerPixel: 3, left: 5 })).toBe('RangeError: invalid left: 5 (a whole number from 0 to 4)');
    expect(message({ start: 2 ** 53, positionsPerPixel: 2 })).toBe(
      `RangeError: invalid height: 2 (the last position, ${2 ** 53 + 4}, would be beyond 2^53)`,
    );
    expect(message({ start: 2 ** 35 }, { dim: 8, scale: 2 ** 20 })).toBe(
      `RangeError: invalid start: ${2 ** 35} (|frequency * scale * (position + origin)| at most 2^54)`,
    );
  });
  test('sample', () => {
    expect(errorOf(() => loose.window({ dim: 8 }, { height: 1 }, { sample: 'max' }))).toBe(
      "RangeError: invalid sample: 'max' ('mean' or 'point')",
    );
    expect(errorOf(() => loose.window({ dim: 8 }, { height: 1 }, { sample: 1 }))).toBe(
      "TypeError: invalid sample: 1 ('mean' or 'point')",
    );
  });
});

describe('positions of tokens', () => {
  const message = (source: object) => errorOf(() => loose.positions({ tokens: [5, 1], padding: 1, ...source }));
  test.each([
    [{ tokens: undefined }, 'TypeError: invalid tokens: undefined (an array of numbers)'],
    [{ tokens: 5 }, 'TypeError: invalid tokens: 5 (an array of numbers)'],
    [{ tokens: [1, '2'] }, "TypeError: invalid tokens[1]: '2' (a number)"],
    [{ tokens: [1, 2.5] }, 'RangeError: invalid tokens[1]: 2.5 (a whole number)'],
    [{ tokens: Float32Array.of(Number.NaN) }, 'RangeError: invalid tokens[0]: NaN (a whole number)'],
    [{ tokens: BigInt64Array.of(2n ** 60n) }, `RangeError: invalid tokens[0]: ${2n ** 60n}n (${POSITION})`],
    [{ padding: undefined }, 'TypeError: invalid padding: undefined (a number)'],
    [{ padding: 1n }, 'TypeError: invalid padding: 1n (a number)'],
    [{ padding: 0.5 }, 'RangeError: invalid padding: 0.5 (a whole number, at most 2^53 in size)'],
    [{ padding: Number.NaN }, 'RangeError: invalid padding: NaN (a whole number, at most 2^53 in size)'],
    [{ padding: 2 ** 53 }, `RangeError: invalid padding: ${2 ** 53} (padding + length at most 2^53 in size)`],
    [{ shape: [3] }, 'RangeError: invalid shape: [3] (sizes whose product is 2, the number of tokens)'],
    [{ shape: 2 }, 'TypeError: invalid shape: 2 (an array of numbers)'],
    [{ dtype: 'float32' }, "RangeError: invalid dtype: 'float32' ('float64' or 'int64')"],
  ])('%o', (source, expected) => {
    expect(message(source)).toBe(expected);
  });
});
