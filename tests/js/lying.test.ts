// Arrays that say something else of themselves than they are, and memory that goes while arguments are read.
import { describe, expect, test } from 'vitest';
import { errorOf, posenc } from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: these tests pass what the types forbid
const loose = posenc as any;

const lying = <A extends ArrayBufferView>(array: A, properties: Record<string, unknown>): A => {
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(array, name, { value });
  return array;
};

describe('properties of the caller on an array', () => {
  test('a length that is too large: the real one counts, and nothing is written', () => {
    const into = lying(new Float32Array(1000).fill(7), { length: 2000 });
    expect(errorOf(() => loose.encode({ dim: 100 }, 20, { into }))).toBe(
      'RangeError: invalid into: 1000 (exactly 2000 values)',
    );
    expect(into[0]).toBe(7);
  });

  test('a length of positions that is too large', () => {
    const { shape } = posenc.encode({ dim: 2 }, lying(Float64Array.of(3, 4), { length: 4000 }));
    expect(shape).toEqual([2, 2]);
  });

  test('an offset that would hide that two arrays share bytes', () => {
    const buffer = new ArrayBuffer(64);
    const positions = lying(new Float64Array(buffer, 0, 4), { byteOffset: 1e6, byteLength: 0 });
    const into = new Float32Array(buffer, 0, 16);
    expect(errorOf(() => loose.encode({ dim: 4 }, positions, { into }))).toMatch(/invalid into: .*shares no bytes/);
  });
});

test('positions whose memory a shape takes away while it is read', () => {
  const positions = Float64Array.of(3, 4);
  const shape = new Proxy([2], {
    get(target, key) {
      if (positions.length) structuredClone(positions.buffer, { transfer: [positions.buffer] });
      return Reflect.get(target, key);
    },
  });
  expect(errorOf(() => loose.encode({ dim: 4 }, { data: positions, shape }))).toBe(
    'TypeError: invalid positions: a detached Float64Array (its memory was transferred or has shrunk)',
  );
});

test('adding to no batch at all takes no time, at any number of positions', () => {
  expect(posenc.add({ dim: 2 }, 2 ** 50, new Float32Array(0), { batch: 0 }).shape).toEqual([0, 2 ** 50, 2]);
});

test('the longest wavelength there is', () => {
  const { data } = posenc.wavelengths({ dim: 3, base: 1e100, spacing: 'endpoint', scale: 1e-100 });
  // 2 pi 10^200 10^100, from 2 pi to 17 digits
  expect(Math.abs((data[1] as number) / 6.283185307179586e300 - 1)).toBeLessThan(1e-15);
});

test('a count that is no exact double plus one, of an encoding that goes by the length reached', () => {
  const scaling = { type: 'dynamic', factor: 2, originalLength: 4 };
  for (const count of [2 ** 53 + 2, 2 ** 53 + 6, Number.POSITIVE_INFINITY]) {
    expect(errorOf(() => loose.encode({ dim: 8, scaling }, count))).toBe(
      `RangeError: invalid count: ${count} (a whole number from 0 to 2^53)`,
    );
  }
});

test('a law that the length reached drives beyond doubles is refused where it does, and works again before', () => {
  const scaling = { type: 'dynamic', factor: 8, originalLength: 4 };
  const encoding = { dim: 4, spacing: 'shifted', shift: 1.9999, base: 1, scaling };
  const message = 'RangeError: invalid shift: 1.9999 (one whose last frequency is from 1e-100 to 1e100)';
  expect(loose.encode(encoding, 4).data).toHaveLength(16);
  expect(errorOf(() => loose.encode(encoding, 100))).toBe(message);
  expect(errorOf(() => loose.rotary(encoding, [0, 99]))).toBe(message);
  expect(loose.encode(encoding, 4).data).toEqual(loose.encode({ ...encoding, scaling: undefined }, 4).data);
});
