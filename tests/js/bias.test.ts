// Biases against the code they come from (golden files) and against exact arithmetic of whole numbers.
import { describe, expect, test } from 'vitest';
import { bitsOf, errorOf, golden, posenc } from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: some of these tests pass what the types forbid
const loose = posenc as any;
const numbers = (data: ArrayLike<number | bigint>) => Array.from(data as ArrayLike<number>, Number);

describe('ALiBi', () => {
  const cases = golden('alibi');
  const slopesOf = cases.filter(({ name }) => name === 'slopes');

  test.each(slopesOf.map((run) => [run.params.heads as number, run] as const))('slopes of %d heads', (heads, run) => {
    const { data, shape } = posenc.slopes({ kind: 'alibi', heads });
    expect(shape).toEqual([heads]);
    run.data.forEach((wanted, k) => {
      expect(Math.abs((data[k] as number) - wanted)).toBeLessThan(1e-15);
    });
  });

  test('every slope is the nearest double: powers, roots of two to 50 digits', () => {
    // 2^(-1/2), 2^(-1/4), 2^(-3/4), 2^(-1/8) from tables, as decimals that a correctly rounding parser reads.
    const roots = new Map([
      [2, '0.70710678118654752440084436210484903928483593768847'],
      [1, '0.84089641525371454303112547623321489504003426235678'],
      [3, '0.59460355750136053335874998528023795764646048626199'],
    ]);
    const { data } = posenc.slopes({ kind: 'alibi', heads: 32 });
    for (const [k, wanted] of roots) expect(data[k - 1]).toBe(Number(wanted));
    expect(Array.from({ length: 8 }, (_, k) => data[4 * k + 3])).toEqual([
      0.5,
      0.25,
      0.125,
      2 ** -4,
      2 ** -5,
      2 ** -6,
      2 ** -7,
      2 ** -8,
    ]);
    const wide = posenc.slopes({ kind: 'alibi', heads: 65536 }).data;
    expect(wide[65535]).toBe(2 ** -8);
    expect(wide[32767]).toBe(2 ** -4);
    expect(wide[16383]).toBe(2 ** -2);
    expect(wide[8191 * 2 + 1 - 8192]).toBe(0.5);
  });

  test.each([1, 2, 3, 6, 12, 20, 71, 100])('both published constructions give the list: %d heads', (heads) => {
    const power = (n: number): number[] => Array.from({ length: n }, (_, k) => 2 ** ((-8 * (k + 1)) / n));
    const ofirpress = (n: number): number[] => {
      const below = 2 ** Math.floor(Math.log2(n));
      if (below === n) return power(n);
      return [
        ...power(below),
        ...ofirpress(2 * below)
          .filter((_, k) => k % 2 === 0)
          .slice(0, n - below),
      ];
    };
    const above = 2 ** Math.ceil(Math.log2(heads));
    const all = power(above);
    const mpt =
      above === heads ? all : [...all.filter((_, k) => k % 2), ...all.filter((_, k) => k % 2 === 0)].slice(0, heads);
    const { data } = posenc.slopes({ kind: 'alibi', heads });
    for (const list of [ofirpress(heads), mpt]) {
      list.forEach((wanted, k) => {
        expect(Math.abs((data[k] as number) / wanted - 1)).toBeLessThan(1e-15);
      });
    }
    const sorted = posenc.slopes({ kind: 'alibi', heads, order: 'sorted' }).data;
    expect(sorted).toEqual(Float64Array.from(data).sort().reverse());
  });

  test.each(
    cases.filter(({ name }) => name.startsWith('bloom')).map((run) => [JSON.stringify(run.params), run] as const),
  )('BLOOM %s', (_, { params, data, shape, dtype }) => {
    const mask = (params.attention_mask as unknown as number[][])[0] as number[];
    const keys = posenc.positions({ mask, fill: 0 });
    const half = dtype === 'bfloat16';
    const heads = params.heads as number;
    const got = posenc.bias(
      { kind: 'alibi', heads, anchor: 'key' },
      { queries: 1, keys, dtype: half ? 'bfloat16' : 'float32' },
    );
    expect(got.shape).toEqual(shape);
    const wide = new Float32Array(Uint32Array.from(numbers(got.data as Uint16Array), (bits) => bits << 16).buffer);
    const values = half ? wide : (got.data as Float32Array);
    data.forEach((wanted, k) => {
      expect(Math.abs((values[k] as number) - wanted)).toBeLessThanOrEqual(
        Math.abs(wanted) * (half ? 2 ** -8 : 2.4e-7),
      );
    });
  });

  test.each(
    cases.filter(({ name }) => name.startsWith('mpt')).map((run) => [JSON.stringify(run.params), run] as const),
  )('MPT %s', (_, { params, data, shape }) => {
    const keys = params.sequence_length as number;
    const got = posenc.bias(
      { kind: 'alibi', heads: params.heads as number, maxBias: params.alibi_bias_max as number, anchor: 'last-key' },
      { queries: 1, keys },
    );
    expect(got.shape).toEqual(shape);
    data.forEach((wanted, k) => {
      expect(Math.abs((got.data[k] as number) - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 2.4e-7);
    });
  });

  test('distances, formats, offsets, lists longer than the scratch buffer', () => {
    const encoding = { kind: 'alibi', heads: 3 } as const;
    const slopes = posenc.slopes(encoding).data;
    const queries = [0.5, -3, 1700000000.25];
    const keys = Array.from({ length: 40_000 }, (_, k) => k * 0.25 - 7);
    const wide = posenc.bias(encoding, { queries, keys, dtype: 'float64' });
    expect(wide.shape).toEqual([3, 3, 40_000]);
    let at = 0;
    let wrong = 0;
    for (const slope of slopes) {
      for (const query of queries) {
        for (const key of keys) wrong += +!Object.is(wide.data[at++], 0 - slope * Math.abs(query - key));
      }
    }
    expect(wrong).toBe(0);
    const float32 = posenc.bias(encoding, { queries, keys });
    expect(float32.data).toEqual(Float32Array.from(numbers(wide.data as Float64Array)));
    const into = new Uint16Array(9);
    const half = posenc.bias(encoding, { queries: 1, offset: 4, keys: 3, dtype: 'float16', into });
    expect(half.data).toBe(into);
    const exact = [4, 3, 2].flatMap((d) => [d]);
    expect(Array.from(into)).toEqual([...slopes].flatMap((slope) => exact.map((d) => bitsOf(-slope * d, 'float16'))));
  });
});

type Law = { exact: bigint; most: bigint; count: bigint };
/** Whether (a / exact)^count >= (most / exact)^j, in whole numbers. */
const reaches = ({ exact, most, count }: Law, a: bigint, j: bigint, strictly = false): boolean => {
  const left = a ** count * exact ** j;
  const right = most ** j * exact ** count;
  return strictly ? left > right : left >= right;
};

describe('T5', () => {
  test.each(golden('t5_buckets').map((run) => [JSON.stringify(run.params), run] as const))(
    '%s',
    (_, { params, data }) => {
      const { num_buckets, max_distance, bidirectional, start, end_inclusive } = params as unknown as Record<
        string,
        number
      >;
      const keys = { start, count: (end_inclusive as number) - (start as number) + 1 };
      const got = posenc.bias(
        { kind: 't5', buckets: num_buckets, maxDistance: max_distance, bidirectional: Boolean(bidirectional) },
        { queries: 1, keys },
      );
      expect([got.dtype, got.shape]).toEqual(['int32', [1, keys.count]]);
      expect(Array.from(got.data as Int32Array)).toEqual(data);
    },
  );

  test.each([
    [32, 128, true],
    [32, 256, false],
    [64, 128, true],
    [10, 50, true],
    [7, 9, false],
    [2, 2, false],
    [4, 1000, true],
    [33, 17, false],
    [128, 65536, false],
    [64, 65536, true],
    [31, 100, true],
    [5, 7, true],
  ])('%d buckets to %d, bidirectional %s: as exact powers say', (buckets, maxDistance, bidirectional) => {
    const set = bidirectional ? Math.floor(buckets / 2) : buckets;
    const exact = Math.floor(set / 2);
    const law = { exact: BigInt(exact), most: BigInt(maxDistance), count: BigInt(set - exact) };
    const near = Math.min(2 * maxDistance, 5000);
    const keys = [...Array.from({ length: near }, (_, k) => -k), -(2 ** 40), 2 ** 53, 5, -(2 ** 53)];
    const got = posenc.bias(
      { kind: 't5', buckets, maxDistance, bidirectional },
      { queries: [0], keys, dtype: 'int64' },
    );
    const wanted = keys.map((key) => {
      const distance = bidirectional ? Math.abs(key) : Math.max(-key, 0);
      let bucket = Math.min(distance, exact);
      while (distance >= exact && bucket < set - 1 && reaches(law, BigInt(distance), BigInt(bucket + 1 - exact)))
        ++bucket;
      return bucket + (bidirectional && key > 0 ? set : 0);
    });
    expect(numbers(got.data as unknown as bigint[])).toEqual(wanted);
  });

  test('a learned table [buckets, heads]', () => {
    const table = Float64Array.from({ length: 32 * 3 }, (_, k) => Math.sin(k));
    const request = { queries: 5, keys: 300, offset: 40 };
    const plain = posenc.bias({ kind: 't5' }, request);
    const got = posenc.bias({ kind: 't5', table, heads: 3 }, request);
    expect([got.dtype, got.shape]).toEqual(['float32', [3, 5, 300]]);
    const wanted = [0, 1, 2].flatMap((head) =>
      Array.from(plain.data as Int32Array, (b) => table[b * 3 + head] as number),
    );
    expect(got.data).toEqual(Float32Array.from(wanted));
    const half = posenc.bias({ kind: 't5', table, heads: 3 }, { ...request, dtype: 'bfloat16' });
    expect(numbers(half.data as Uint16Array)).toEqual(wanted.map((value) => bitsOf(value, 'bfloat16')));
  });
});

describe('DeBERTa', () => {
  test.each(golden('deberta_log_bucket').map((run) => [JSON.stringify(run.params), run] as const))('%s', (_, run) => {
    const { params, data, name } = run;
    const of = (key: string) => params[key] as number;
    if (name === 'build_relative_position') {
      const got = posenc.bias({ kind: 'deberta' }, { queries: of('query_size'), keys: of('key_size') });
      expect(got.shape).toEqual(run.shape.slice(1));
      expect(Array.from(got.data as Int32Array)).toEqual(data);
      return;
    }
    const queries = { start: of('start'), count: of('end_inclusive') - of('start') + 1 };
    const got = posenc.bias(
      { kind: 'deberta', buckets: of('bucket_size'), maxPosition: of('max_position') },
      { queries, keys: 1 },
    );
    expect(Array.from(got.data as Int32Array)).toEqual(data);
  });

  test.each([
    [256, 512],
    [33, 65],
    [3, 9],
    [2, 10],
    [16, 10],
    [8, 17],
  ])('%d buckets to %d: as exact powers say', (buckets, maxPosition) => {
    const exact = Math.floor(buckets / 2);
    const law = { exact: BigInt(exact), most: BigInt(maxPosition - 1), count: BigInt(exact - 1) };
    const queries = [...Array.from({ length: 2 * maxPosition + 500 }, (_, k) => k - 200), 2 ** 20, -(2 ** 20)];
    const got = posenc.bias({ kind: 'deberta', buckets, maxPosition }, { queries, keys: [0] });
    const wanted = queries.map((query) => {
      const distance = Math.abs(query);
      if (distance <= exact) return query;
      let j = 0;
      while (law.count > 0n && reaches(law, BigInt(distance), BigInt(j), true)) ++j;
      return Math.sign(query) * (exact + j);
    });
    expect(Array.from(got.data as Int32Array)).toEqual(wanted);
  });

  test('far relative positions', () => {
    const got = posenc.bias({ kind: 'deberta' }, { queries: [2 ** 52], keys: [-(2 ** 52), 1], dtype: 'int64' });
    expect(got.data).toEqual(BigInt64Array.of(2n ** 53n, 2n ** 52n - 1n));
  });
});

test.each(golden('swin_relative_position_index').map((run) => [JSON.stringify(run.params), run] as const))(
  'Swin %s',
  (_, run) => {
    const window = run.params.q_size as unknown as [number, number];
    const got = posenc.bias({ kind: 'swin', window, classToken: Boolean(run.params.class_token) });
    expect(got.shape).toEqual(run.shape);
    expect(Array.from(got.data as Int32Array)).toEqual(run.data);
  },
);

test('Swin of one token, and of windows that are no square, by the definition', () => {
  expect(posenc.bias({ kind: 'swin', window: [1, 1] }).data).toEqual(Int32Array.of(0));
  expect(Array.from(posenc.bias({ kind: 'swin', window: [1, 1], classToken: true }).data as Int32Array)).toEqual([
    3, 1, 2, 0,
  ]);
  const got = posenc.bias({ kind: 'swin', window: [3, 5] }).data;
  for (let q = 0; q < 15; ++q) {
    for (let k = 0; k < 15; ++k) {
      const dy = Math.floor(q / 5) - Math.floor(k / 5);
      expect(got[q * 15 + k]).toBe((dy + 2) * 9 + ((q % 5) - (k % 5)) + 4);
    }
  }
});

test('nothing to write', () => {
  expect(posenc.bias({ kind: 'alibi', heads: 2 }, { queries: 0, keys: 5 }).shape).toEqual([2, 0, 5]);
  expect(posenc.bias({ kind: 't5' }, { queries: [], keys: 0 }).shape).toEqual([0, 0]);
});

describe('errors', () => {
  const rows: [object, object, string][] = [
    [{ kind: 'alibi', heads: 0 }, {}, 'RangeError: invalid heads: 0 (a whole number from 1 to 65536)'],
    [{ kind: 'alibi', heads: 2.5 }, {}, 'RangeError: invalid heads: 2.5 (a whole number from 1 to 65536)'],
    [{ kind: 'alibi', heads: Number.NaN }, {}, 'RangeError: invalid heads: NaN (a whole number from 1 to 65536)'],
    [{ kind: 'alibi', heads: 2, maxBias: 0 }, {}, 'RangeError: invalid maxBias: 0 (a whole number from 1 to 300)'],
    [{ kind: 'alibi' }, {}, 'TypeError: invalid heads: undefined (a number)'],
    [{}, {}, "TypeError: invalid kind: undefined ('alibi', 't5', 'deberta' or 'swin')"],
    [{ kind: 't6' }, {}, "RangeError: invalid kind: 't6' ('alibi', 't5', 'deberta' or 'swin')"],
    [
      { kind: 'alibi', heads: 2, bukets: 2 },
      {},
      "TypeError: invalid encoding: unknown key 'bukets' (known are heads, maxBias, order, anchor, kind)",
    ],
    [
      { kind: 'alibi', heads: 2, buckets: 2 },
      {},
      "TypeError: invalid encoding: unknown key 'buckets' (known are heads, maxBias, order, anchor, kind)",
    ],
    [{ kind: 't5', buckets: 3 }, {}, 'RangeError: invalid buckets: 3 (a whole number from 4 to 65536)'],
    [
      { kind: 't5', buckets: 1, bidirectional: false },
      {},
      'RangeError: invalid buckets: 1 (a whole number from 2 to 65536)',
    ],
    [{ kind: 't5', maxDistance: 8 }, {}, 'RangeError: invalid maxDistance: 8 (a whole number from 9 to 2^53)'],
    [{ kind: 't5', maxDistance: 20.5 }, {}, 'RangeError: invalid maxDistance: 20.5 (a whole number from 9 to 2^53)'],
    [{ kind: 't5', bidirectional: 1 }, {}, 'TypeError: invalid bidirectional: 1 (true or false)'],
    [{ kind: 't5', table: [1], heads: 2 }, {}, 'RangeError: invalid table: 1 (exactly 64 values, [buckets, heads])'],
    [
      { kind: 't5', buckets: 4, table: new Float32Array(2), heads: 0.5 },
      {},
      'RangeError: invalid heads: 0.5 (a whole number from 1 to 65536)',
    ],
    [
      { kind: 'deberta', buckets: 1, maxPosition: 9 },
      {},
      'RangeError: invalid buckets: 1 (a whole number from 2 to 65536)',
    ],
    [
      { kind: 'deberta', buckets: 8, maxPosition: 5 },
      {},
      'RangeError: invalid maxPosition: 5 (a whole number from 6 to 2^53)',
    ],
    [{ kind: 'deberta', buckets: 8 }, {}, 'TypeError: invalid maxPosition: undefined (a number)'],
    [
      { kind: 'deberta', buckets: 65536, maxPosition: 40000 },
      {},
      'RangeError: invalid maxPosition: 40000 (so large that distances up to 2^53 have at most 65536 buckets)',
    ],
    [{ kind: 'alibi', heads: 2 }, { queries: -1 }, 'RangeError: invalid queries: -1 (a whole number from 0 to 2^53)'],
    [
      { kind: 'alibi', heads: 2 },
      { keys: [0, Number.NaN] },
      'RangeError: invalid keys[1]: NaN (a finite number, at most 9007199254740992 in size)',
    ],
    [
      { kind: 't5' },
      { keys: [0, 1, 2.5] },
      'RangeError: invalid keys[2]: 2.5 (a whole number, at most 9007199254740992 in size)',
    ],
    [{ kind: 't5' }, { queries: { step: 0.5, count: 3 } }, 'RangeError: invalid step: 0.5 (a whole number, not 0)'],
    [
      { kind: 'deberta' },
      { keys: [2 ** 31] },
      'RangeError: invalid keys[0]: 2147483648 (a whole number, at most 1073741824 in size)',
    ],
    [
      { kind: 't5' },
      { queries: [1], offset: 3 },
      'RangeError: invalid offset: 3 (0, since queries say where they stand)',
    ],
    [{ kind: 't5' }, { dtype: 'float32' }, "RangeError: invalid dtype: 'float32' ('int32' or 'int64')"],
    [
      { kind: 't5' },
      { into: new Float32Array(1) },
      'TypeError: invalid into: Float32Array (a Int32Array or BigInt64Array)',
    ],
    [{ kind: 't5' }, { into: new Int32Array(2) }, 'RangeError: invalid into: 2 (exactly 1 values)'],
    [
      { kind: 'alibi', heads: 64 },
      { queries: 1e6, keys: 1e6 },
      'RangeError: invalid queries: 1000000 (the result would take 256000000000000 bytes, more than there is)',
    ],
  ];
  test.each(rows)('%o %o', (encoding, request, message) => {
    expect(errorOf(() => loose.bias(encoding, { queries: 1, keys: 1, ...request }))).toBe(message);
  });
  test('windows', () => {
    const of = (window: unknown, more = {}) => errorOf(() => loose.bias({ kind: 'swin', window, ...more }));
    expect(of([0, 3])).toBe('RangeError: invalid window[0]: 0 (a whole number from 1 to 16384)');
    expect(of([3, 2.5])).toBe('RangeError: invalid window[1]: 2.5 (a whole number from 1 to 16384)');
    expect(of([3])).toBe('TypeError: invalid window: Array (an array of two numbers: rows and columns)');
    expect(of([3, 3], { classToken: 'no' })).toBe("TypeError: invalid classToken: 'no' (true or false)");
    expect(of([16384, 16384])).toMatch(
      /^RangeError: invalid window: 268435456 \(the result would take \d+ bytes, more than there is\)$/,
    );
    expect(errorOf(() => loose.bias({ kind: 'swin', window: [2, 2] }, { queries: 4 }))).toMatch(
      /^TypeError: invalid request: unknown key/,
    );
  });
  test('slopes', () => {
    expect(errorOf(() => loose.slopes({ kind: 't5' }))).toBe("RangeError: invalid kind: 't5' ('alibi')");
    expect(errorOf(() => loose.slopes({ kind: 'alibi', heads: 3 }, { into: new Float64Array(2) }))).toBe(
      'RangeError: invalid into: 2 (exactly 3 values)',
    );
  });
});
