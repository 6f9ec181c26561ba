// The bits of a value depend on the encoding and the position alone, however it is asked for.
import type { DType, SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { firstDifference, posenc } from './support.js';

const encodings: SinusoidEncoding[] = [
  { dim: 512 },
  { dim: 6 },
  { dim: 77, layout: 'halves', odd: 'zero', spacing: 'endpoint' },
  { dim: 130, origin: 3, scale: 0.7, valueScale: 3 },
  { dim: 64, origin: 0.5, padding: 1003 },
  { dim: 4096, layout: 'halves', order: 'cos-sin' },
];
const formats: DType[] = ['float32', 'float64', 'float16', 'bfloat16'];

describe.each(encodings)('%o', (encoding) => {
  const { dim } = encoding;
  // Enough rows for several pieces of 256 KiB.
  const count = Math.ceil(700_000 / dim / 4) + 21;

  describe.each(formats)('%s', (dtype) => {
    test.each([
      ['from 0', 0, 1],
      ['from an odd place', 1003, 1],
      ['across 0', -300, 1],
      ['downwards', 5, -1],
      ['in steps of 3', 0, 3],
      ['in fractions', 0.1, 0.1],
      ['far away', 2 ** 53 - 1 - 2 * count, 1],
    ])('%s: whole, list, chunks and rows', (_, start, step) => {
      const whole = posenc.encode(encoding, { start, step, count }, { dtype }).data;
      const positions = Array.from({ length: count }, (_, k) => start + k * step);
      expect(firstDifference(posenc.encode(encoding, positions, { dtype }).data, whole)).toBe(-1);
      expect(firstDifference(posenc.encode(encoding, Float64Array.from(positions), { dtype }).data, whole)).toBe(-1);

      const parts = whole.slice().fill(0);
      for (let first = 0, rows = 1; first < count; first += rows, rows = Math.min(rows + 3, count - first)) {
        const into = parts.subarray(first * dim, (first + rows) * dim);
        // A start of a progression is the double that position `first` is, so that the positions are the same.
        if (step === 1) posenc.encode(encoding, { start: start + first, count: rows }, { dtype, into });
        else posenc.encode(encoding, positions.slice(first, first + rows), { dtype, into });
      }
      expect(firstDifference(parts, whole)).toBe(-1);

      for (const k of [0, 1, 7, 8, 20, count - 1]) {
        const row = posenc.encode(encoding, { start: start + k * step, count: 1 }, { dtype }).data;
        expect(firstDifference(row, whole.subarray(k * dim, (k + 1) * dim))).toBe(-1);
      }
    });
  });
});

test('a batched shape changes nothing but the shape', () => {
  const positions = [4, 5, 6, 1, 2, 3];
  const flat = posenc.encode({ dim: 10 }, positions);
  expect(flat.shape).toEqual([6, 10]);
  for (const batched of [
    posenc.encode({ dim: 10 }, { data: positions, shape: [2, 3] }),
    posenc.encode({ dim: 10 }, positions, { shape: [2, 3] }),
    posenc.encode({ dim: 10 }, { data: positions, shape: [6] }, { shape: [2, 3] }),
  ]) {
    expect(batched.shape).toEqual([2, 3, 10]);
    expect(firstDifference(batched.data, flat.data)).toBe(-1);
  }
  expect(posenc.encode({ dim: 10 }, 6, { shape: [3, 1, 2] }).shape).toEqual([3, 1, 2, 10]);
  expect(posenc.encode({ dim: 10 }, [7], { shape: [] }).shape).toEqual([10]);
});

test('every class of list', () => {
  const numbers = [0, 1, 2, 100, 7];
  const table = posenc.encode({ dim: 20 }, numbers).data;
  for (const list of [
    Float64Array.from(numbers),
    Float32Array.from(numbers),
    Int8Array.from(numbers),
    Uint8Array.from(numbers),
    Uint8ClampedArray.from(numbers),
    Int16Array.from(numbers),
    Uint16Array.from(numbers),
    Int32Array.from(numbers),
    Uint32Array.from(numbers),
    BigInt64Array.from(numbers, BigInt),
    BigUint64Array.from(numbers, BigInt),
    Buffer.from(numbers),
    Object.freeze([...numbers]),
  ]) {
    expect(firstDifference(posenc.encode({ dim: 20 }, list).data, table)).toBe(-1);
    expect(firstDifference(posenc.encode({ dim: 20 }, { data: list, shape: [5] }).data, table)).toBe(-1);
  }
  expect(Array.from(posenc.encode({ dim: 2 }, BigInt64Array.of(-1n)).data)).toEqual(
    Array.from(posenc.encode({ dim: 2 }, [-1]).data),
  );
});

test('lists longer than the scratch buffer', () => {
  const count = 150_001;
  const table = posenc.encode({ dim: 1 }, count);
  const list = Array.from({ length: count }, (_, k) => k);
  expect(firstDifference(posenc.encode({ dim: 1 }, list).data, table.data)).toBe(-1);
  expect(firstDifference(posenc.encode({ dim: 1 }, Int32Array.from(list)).data, table.data)).toBe(-1);
  const halves = posenc.encode({ dim: 1 }, list, { dtype: 'float16' }).data;
  expect(firstDifference(halves, posenc.encode({ dim: 1 }, count, { dtype: 'float16' }).data)).toBe(-1);
});

test('the widest rows', () => {
  for (const dim of [65536, 65535, 20000]) {
    for (const dtype of formats) {
      const table = posenc.encode({ dim }, { start: 1, count: 19 }, { dtype }).data;
      for (const k of [0, 9, 18]) {
        const row = posenc.encode({ dim }, [k + 1], { dtype }).data;
        expect(firstDifference(row, table.subarray(k * dim, (k + 1) * dim))).toBe(-1);
      }
    }
  }
});

test('-0 counts as 0', () => {
  const zero = posenc.encode({ dim: 8 }, [0]).data;
  expect(firstDifference(posenc.encode({ dim: 8 }, [-0]).data, zero)).toBe(-1);
  expect(firstDifference(posenc.encode({ dim: 8 }, { start: -0, count: 1 }).data, zero)).toBe(-1);
  for (const key of ['origin', 'padding', 'valueScale']) {
    const [plus, minus] = [0, -0].map((value) => posenc.encode({ dim: 8, [key]: value }, [0, 1]).data);
    expect(firstDifference(minus as Float32Array, plus as Float32Array)).toBe(-1);
  }
  expect(posenc.encode({ dim: 8 }, -0).shape).toEqual([0, 8]);
  expect(posenc.encode({ dim: 8 }, { count: -0 }).shape).toEqual([0, 8]);
});

test('instances agree and do not disturb each other', async () => {
  const { createPosenc } = await import('posenc');
  const other = await createPosenc();
  const table = posenc.encode({ dim: 48 }, 100).data;
  other.encode({ dim: 50, base: 7 }, 10);
  expect(firstDifference(other.encode({ dim: 48 }, 100).data, table)).toBe(-1);
  expect(firstDifference(posenc.encode({ dim: 48 }, 100).data, table)).toBe(-1);
});

test('many encodings in turn: what is kept of the last ones is right', () => {
  const of = (k: number): SinusoidEncoding => ({ dim: 2 + (k % 90), base: 10 + k, scale: k % 2 ? 1 : -1 });
  const tables = Array.from({ length: 200 }, (_, k) => posenc.encode(of(k), 9).data);
  for (let k = 199; k >= 0; --k) {
    expect(firstDifference(posenc.encode(of(k), 9).data, tables[k] as Float32Array)).toBe(-1);
  }
});
