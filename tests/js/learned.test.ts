// Learned tables: the generator's numbers, rows looked up and added, tables resized as PyTorch resizes them.
import { describe, expect, test } from 'vitest';
import { bitsOf, distance, errorOf, firstDifference, golden, posenc } from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: some of these tests pass what the types forbid
const loose = posenc as any;

/** The normal distribution up to x, by the series of the error function's integral (Marsaglia, 2004). */
function normalUpTo(x: number): number {
  if (Math.abs(x) > 8) return x < 0 ? 0 : 1;
  let term = x;
  let sum = x;
  for (let k = 3; sum !== sum + term; k += 2) sum += term *= (x * x) / k;
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/** Kolmogorov and Smirnov's distance of a sample from a distribution, times the root of its size. */
function kolmogorov(sample: Float64Array, upTo: (x: number) => number): number {
  const sorted = Float64Array.from(sample).sort();
  let most = 0;
  sorted.forEach((x, k) => {
    const wanted = upTo(x);
    most = Math.max(most, wanted - k / sorted.length, (k + 1) / sorted.length - wanted);
  });
  return most * Math.sqrt(sorted.length);
}

describe('the generator', () => {
  const table = (distribution: string, more = {}) =>
    loose.encode({ kind: 'learned', dim: 100, length: 1000, distribution, deviation: 1, ...more }, 1000, {
      dtype: 'float64',
    }).data as Float64Array;
  const two = normalUpTo(2) - normalUpTo(-2);
  test.each([
    ['normal', normalUpTo, 1, 3],
    [
      'truncated-normal',
      (x: number) => Math.min(1, Math.max(0, (normalUpTo(x) - normalUpTo(-2)) / two)),
      0.7737413,
      2.4,
    ],
    ['uniform', (x: number) => (x + 1) / 2, 1 / 3, 1.8],
  ] as const)('%s: moments and shape', (distribution, upTo, variance, kurtosis) => {
    for (const seed of [0, 1, 2 ** 32 - 1]) {
      const data = table(distribution, { seed });
      const moment = (power: number) => data.reduce((sum, x) => sum + x ** power, 0) / data.length;
      expect(Math.abs(moment(1))).toBeLessThan(4 * Math.sqrt(variance / data.length));
      expect(Math.abs(moment(2) / variance - 1)).toBeLessThan(4 * Math.sqrt(2 / data.length));
      expect(Math.abs(moment(3))).toBeLessThan(0.05);
      if (distribution !== 'truncated-normal') expect(moment(4) / variance ** 2).toBeCloseTo(kurtosis, 1);
      // 1.95 is passed once in a thousand times.
      expect(kolmogorov(data, upTo)).toBeLessThan(1.95);
      expect(new Set(data).size).toBe(data.length);
      const most = Math.max(...data.map(Math.abs));
      expect(most).toBeLessThan(distribution === 'normal' ? 6 : distribution === 'uniform' ? 1 : 2);
      // Neighbours in rows and columns have nothing in common.
      for (const step of [1, 100]) {
        let product = 0;
        for (let k = step; k < data.length; ++k) product += (data[k] as number) * (data[k - step] as number);
        expect(Math.abs(product / data.length / variance)).toBeLessThan(0.014);
      }
    }
  });

  test('value k depends on seed and k alone', () => {
    const encoding = { kind: 'learned', dim: 48, length: 5000, seed: 7 } as const;
    const { data } = posenc.encode(encoding, 5000);
    const list = [4999, 0, 17, 17, 2500];
    const rows = posenc.encode(encoding, list);
    list.forEach((row, k) => {
      expect(firstDifference(rows.data.subarray(48 * k, 48 * k + 48), data.subarray(48 * row, 48 * row + 48))).toBe(-1);
    });
    const wide = posenc.encode(encoding, 5000, { dtype: 'float64' }).data;
    expect(firstDifference(data, Float32Array.from(wide))).toBe(-1);
    const shifted = posenc.encode({ ...encoding, mean: 3, deviation: 0.5 }, [9], { dtype: 'float64' }).data;
    const plain = posenc.encode({ ...encoding, deviation: 1 }, [9], { dtype: 'float64' }).data;
    expect(shifted).toEqual(plain.map((z) => 3 + 0.5 * z));
    expect(posenc.encode({ ...encoding, seed: 8 }, [9]).data).not.toEqual(posenc.encode(encoding, [9]).data);
  });

  test('the bits of the native build', () => {
    // The same hash stands in tests/native/learned_test.cpp.
    let hash = 0n;
    for (const distribution of ['normal', 'truncated-normal', 'uniform'] as const) {
      const encoding = { kind: 'learned', dim: 32, length: 500, seed: 7, distribution } as const;
      const { data } = posenc.encode(encoding, 500, { dtype: 'float64' });
      for (const bits of new BigUint64Array(data.buffer as ArrayBuffer)) {
        hash = BigInt.asUintN(64, (hash ^ bits) * 0x100000001b3n);
      }
    }
    expect(hash.toString(16)).toBe('cae50dcb8971b6cf');
  });

  test('uniform numbers by the documented steps', () => {
    const M = 2n ** 64n - 1n;
    const G = 0x9e3779b97f4a7c15n;
    const mix = (z: bigint): bigint => {
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & M;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & M;
      return z ^ (z >> 31n);
    };
    const seed = 12345n;
    const wanted = Float64Array.from({ length: 12 }, (_, k) => {
      const state = mix((mix((seed + G) & M) + BigInt(k) * G) & M);
      return (Number(BigInt.asIntN(64, mix((state + G) & M)) >> 11n) + 0.5) * 2 ** -52;
    });
    const encoding = {
      kind: 'learned',
      dim: 4,
      length: 3,
      seed: 12345,
      distribution: 'uniform',
      deviation: 1,
    } as const;
    expect(posenc.encode(encoding, 3, { dtype: 'float64' }).data).toEqual(wanted);
  });
});

describe('rows', () => {
  const dim = 6;
  const table = Float64Array.from({ length: 10 * dim }, (_, k) => Math.cos(k) * 3);
  const encoding = { kind: 'learned', dim, length: 10, table } as const;
  test('of every format', () => {
    const places = [3, 9, 0];
    const wanted = places.flatMap((row) => Array.from(table.subarray(row * dim, row * dim + dim)));
    expect(Array.from(posenc.encode(encoding, places, { dtype: 'float64' }).data)).toEqual(wanted);
    const { data, shape } = posenc.encode(encoding, { data: places, shape: [1, 3] });
    expect(data).toEqual(Float32Array.from(wanted));
    expect(shape).toEqual([1, 3, dim]);
    for (const dtype of ['float16', 'bfloat16'] as const) {
      expect(Array.from(posenc.encode(encoding, places, { dtype }).data)).toEqual(wanted.map((v) => bitsOf(v, dtype)));
    }
    expect(posenc.encode({ ...encoding, table: Float32Array.from(table) }, 10).data).toEqual(Float32Array.from(table));
    expect(posenc.encode({ ...encoding, origin: 2 }, { start: -2, count: 10 }).data).toEqual(Float32Array.from(table));
    expect(posenc.encode(encoding, 0).shape).toEqual([0, dim]);
  });
  test('added in a batch', () => {
    const sums = Float32Array.from({ length: 2 * 3 * dim }, (_, k) => k / 7);
    const before = Float32Array.from(sums);
    posenc.add({ ...encoding, origin: 1 }, 3, sums, { batch: 2 });
    const rows = Float32Array.from(table.subarray(dim, 4 * dim));
    expect(sums).toEqual(before.map((x, k) => Math.fround(x + (rows[k % (3 * dim)] as number))));
  });
  test('a table larger than the module', () => {
    const wide = new Float32Array(65536 * 100).map((_, k) => k % 1009);
    const got = posenc.encode({ kind: 'learned', dim: 65536, length: 100, table: wide }, [99, 1]).data;
    expect(firstDifference(got.subarray(0, 65536), wide.subarray(99 * 65536))).toBe(-1);
    expect(firstDifference(got.subarray(65536), wide.subarray(65536, 2 * 65536))).toBe(-1);
  });
  test.each([
    [
      { length: 512 },
      [1, 2, 3, 512],
      "RangeError: invalid positions[3]: 512 (a whole number from 0 to 511, the table's rows)",
    ],
    [{ length: 512 }, 600, "RangeError: invalid positions[599]: 599 (a whole number from 0 to 511, the table's rows)"],
    [{ length: 512 }, [0.5], "RangeError: invalid positions[0]: 0.5 (a whole number from 0 to 511, the table's rows)"],
    [
      { length: 514, origin: 2 },
      [512],
      "RangeError: invalid positions[0]: 512 (a whole number from -origin to 511, the table's rows)",
    ],
    [{ length: 514 }, { start: 0, step: 0.5, count: 3 }, 'RangeError: invalid step: 0.5 (a whole number, not 0)'],
    [{ length: 0 }, 1, 'RangeError: invalid length: 0 (a whole number from 1 to 4294967296)'],
    [{ dim: 65537 }, 1, 'RangeError: invalid dim: 65537 (a whole number from 1 to 65536)'],
    [{ seed: -1 }, 1, 'RangeError: invalid seed: -1 (a whole number from 0 to 4294967295)'],
    [{ deviation: Number.NaN }, 1, 'RangeError: invalid deviation: NaN (a finite number from 0 to 1e30)'],
    [
      { mean: Number.POSITIVE_INFINITY },
      1,
      'RangeError: invalid mean: Infinity (a finite number, at most 1e30 in size)',
    ],
    [{ origin: 0.5 }, 1, 'RangeError: invalid origin: 0.5 (a whole number, at most 9007199254740992 in size)'],
    [{ table: [1, 2] }, 1, 'RangeError: invalid table: 2 (exactly 40 values, [length, dim])'],
    [{ table: 'x' }, 1, "TypeError: invalid table: 'x' (an array of numbers)"],
    [
      { distribution: 'cauchy' },
      1,
      "RangeError: invalid distribution: 'cauchy' ('normal', 'truncated-normal' or 'uniform')",
    ],
    [
      { base: 5 },
      1,
      "TypeError: invalid encoding: unknown key 'base' (known are dim, length, origin, seed, mean, deviation, distribution, table, kind)",
    ],
  ])('%o at %o', (more, positions, message) => {
    expect(errorOf(() => loose.encode({ kind: 'learned', dim: 4, length: 10, ...more }, positions))).toBe(message);
  });
});

describe('resample', () => {
  const square = (count: number) => Math.sqrt(count);
  test.each(golden('resample_pos_embed').map((run) => [`${run.name} ${JSON.stringify(run.params)}`, run] as const))(
    '%s',
    (_, run) => {
      const { params, inputs, name } = run;
      const given = (inputs.posemb ?? inputs.table) as { shape: number[]; data: number[] };
      const of = (key: string) => params[key] as number;
      const method = params.interpolation as 'bicubic' | 'bilinear';
      const antialias = Boolean(params.antialias);
      let { shape } = given;
      let options: Parameters<typeof posenc.resample>[1];
      if (name === 'resample_abs_pos_embed_nhwc') {
        const [one, rows, columns, dim] = shape as [number, number, number, number];
        shape = [one, rows * columns, dim];
        options = { from: [rows, columns], to: params.new_size as unknown as [number, number] };
      } else if (name === 'resample_abs_pos_embed') {
        options = {
          from: params.old_size as unknown as [number, number],
          to: params.new_size as unknown as [number, number],
          prefix: of('num_prefix_tokens'),
        };
      } else if (name === 'mae interpolate_pos_embed') {
        options = { to: [of('new_grid'), of('new_grid')], prefix: of('extra_tokens') };
      } else {
        const side = 2 * of('new_window') - 1;
        expect(square(shape[0] as number)).toBe(2 * of('old_window') - 1);
        options = { to: [side, side] };
      }
      const got = posenc.resample({ data: given.data, shape }, { ...options, method, antialias });
      expect(got.dtype).toBe('float32');
      expect(got.data.length).toBe(run.data.length);
      expect(distance(got.data, run.data)).toBeLessThan(3e-6);
    },
  );

  test('a plane stays a plane, corner to corner', () => {
    const plane = (rows: number, columns: number) =>
      Float64Array.from(
        { length: rows * columns },
        (_, k) => Math.floor(k / columns) / (rows - 1) + 2 * ((k % columns) / (columns - 1)),
      );
    const got = posenc.resample(
      { data: plane(5, 7), shape: [35, 1] },
      { from: [5, 7], to: [9, 4], method: 'bilinear', alignCorners: true },
    );
    expect(distance(got.data, plane(9, 4))).toBeLessThan(1e-6);
  });

  test('equal grids are a copy, equal counts are not', () => {
    const data = Float64Array.from({ length: 13 * 2 }, (_, k) => (k === 5 ? Number.NaN : k));
    const table = { data, shape: [1, 1, 13, 2] };
    const copy = posenc.resample(table, { from: [3, 4], to: [3, 4], prefix: 1, antialias: true });
    expect(copy.data).toEqual(Float32Array.from(data));
    expect(copy.shape).toEqual([1, 1, 13, 2]);
    const turned = posenc.resample(
      { data: data.map((_, k) => k), shape: [13, 2] },
      { from: [3, 4], to: [4, 3], prefix: 1 },
    );
    expect(Array.from(turned.data.subarray(0, 2))).toEqual([0, 1]);
    expect(turned.data).not.toEqual(Float32Array.from(data.map((_, k) => k)));
  });

  test('channels in pieces have the bits of channels alone', () => {
    const dim = 9;
    const data = Float32Array.from({ length: 128 * 128 * dim }, (_, k) => Math.sin(k * k));
    const got = posenc.resample({ data, shape: [128 * 128, dim] }, { to: [100, 150], antialias: true }).data;
    for (const c of [0, 4, 8]) {
      const one = posenc.resample(
        { data: data.filter((_, k) => k % dim === c), shape: [128 * 128, 1] },
        { to: [100, 150], antialias: true },
      );
      expect(
        firstDifference(
          one.data,
          got.filter((_, k) => k % dim === c),
        ),
      ).toBe(-1);
    }
  });

  test.each(
    [
      [[50, 2], {}, 'RangeError: invalid from: 49 (% cells)'],
      [[17, 2], { to: [0, 3] }, 'RangeError: invalid to[0]: 0 (a whole number from 1 to 65536)'],
      [[17, 2], { from: [4, 5] }, "RangeError: invalid from: 20 (17 cells, the table's rows without the prefix)"],
      [[17, 2], {}, "RangeError: invalid from: 16 (17 cells, the table's rows without the prefix)"],
      [[16, 2], { prefix: 17 }, "RangeError: invalid prefix: 17 (a whole number from 0 to 16, the table's rows)"],
      [
        [16, 2],
        { to: [65536, 2] },
        'RangeError: invalid to: 131072 (at most 65536 cells, as rows times columns of from and to)',
      ],
      [[16, 2], { alignCorners: true, antialias: true }, 'RangeError: invalid alignCorners: true (without antialias)'],
      [[2, 16, 1], {}, 'RangeError: invalid shape: Array ([..., rows, dim] with leading axes of 1 only)'],
      [[16, 2], { to: [3] }, 'TypeError: invalid to: Array (an array of two numbers: rows and columns)'],
      [[16, 2], { method: 'lanczos' }, "RangeError: invalid method: 'lanczos' ('bicubic' or 'bilinear')"],
    ].slice(1) as [number[], object, string][],
  )('%o %o', (shape, more, message) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
    expect(errorOf(() => loose.resample({ data, shape }, { to: [3, 3], ...more }))).toBe(message);
  });
});

test('bits of 16-bit floats are no table', () => {
  const message =
    "TypeError: invalid table: Uint16Array (an array of numbers, of 16-bit floats by widen of 'posenc/files')";
  const table = new Uint16Array(8);
  expect(errorOf(() => loose.encode({ kind: 'learned', dim: 4, length: 2, table }, 2))).toBe(message);
  const t5 = { kind: 't5', buckets: 4, heads: 2, table };
  expect(errorOf(() => loose.bias(t5, { queries: 2, keys: 2 }))).toBe(message);
});
