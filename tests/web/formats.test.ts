import { describe, expect, test } from 'vitest';
import {
  distinctCount,
  type FormatId,
  firstCollision,
  numberFormats,
  roundingTo,
  storedAs,
} from '../../web/src/formats.ts';

/** Every finite value of a 16-bit format that is not negative, from its bits as the standards define them. */
function valuesOf(exponentBits: number, fractionBits: number): number[] {
  const bias = 2 ** (exponentBits - 1) - 1;
  const values: number[] = [];
  for (let exponent = 0; exponent < 2 ** exponentBits - 1; exponent++) {
    for (let fraction = 0; fraction < 2 ** fractionBits; fraction++) {
      const part = fraction / 2 ** fractionBits;
      values.push(exponent === 0 ? part * 2 ** (1 - bias) : (1 + part) * 2 ** (exponent - bias));
    }
  }
  return values;
}

const sixteenBits: [FormatId, number, number][] = [
  ['bfloat16', 8, 7],
  ['float16', 5, 10],
  ['tf32', 8, 10],
];

describe.each(sixteenBits)('%s', (id, exponentBits, fractionBits) => {
  const values = valuesOf(exponentBits, fractionBits);
  const round = roundingTo(id);

  test('every value of the format stays as it is', () => {
    expect(values.every((value) => round(value) === value && round(-value) === -value)).toBe(true);
    expect(Object.is(round(-0), -0)).toBe(true);
  });

  test('between two neighbours the nearer one is taken, half way the even one', () => {
    let wrong = 0;
    for (let k = 0; k + 1 < values.length; k++) {
      const [low, high] = [values[k] as number, values[k + 1] as number];
      // Their bits count up, so the even one is that with the even number.
      const even = k % 2 === 0 ? low : high;
      const gap = high - low;
      const isRight =
        round(low + gap / 2) === even &&
        round(low + gap * (0.5 - 2 ** -20)) === low &&
        round(low + gap * (0.5 + 2 ** -20)) === high &&
        round(-(low + gap * 0.75)) === -high;
      if (!isRight) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test('what is half a step above the largest is infinite', () => {
    const largest = values[values.length - 1] as number;
    const step = largest - (values[values.length - 2] as number);
    expect(round(largest + step * 0.499)).toBe(largest);
    expect(round(largest + step / 2)).toBe(Infinity);
    expect(round(-largest - step)).toBe(-Infinity);
    expect([round(Infinity), round(-Infinity), round(Number.NaN)]).toEqual([Infinity, -Infinity, Number.NaN]);
  });
});

test('the largest values are those of the standards', () => {
  const largest = (id: FormatId): number => {
    const { precision, maxExponent } = numberFormats[id];
    return 2 ** maxExponent * (2 - 2 ** (1 - precision));
  };
  expect(largest('float16')).toBe(65504);
  expect(largest('bfloat16')).toBe(3.3895313892515355e38);
  expect(largest('float32')).toBe(3.4028234663852886e38);
});

test('positions: where two become one, and how many are left', () => {
  expect(roundingTo('bfloat16')(257)).toBe(256);
  expect(roundingTo('float16')(2049)).toBe(2048);
  expect(roundingTo('tf32')(2049)).toBe(2048);
  expect(roundingTo('float32')(16777217)).toBe(16777216);
  for (const id of ['bfloat16', 'float16', 'tf32'] as const) {
    const round = roundingTo(id);
    const seen = new Set<number>();
    let position = 0;
    while (!seen.has(round(position))) seen.add(round(position++));
    expect(position).toBe(firstCollision(id));
  }
  expect(firstCollision('float32')).toBe(16777217);
  // transformers#29285: 0 to 2047 in bfloat16 are 641 different numbers.
  expect(distinctCount('bfloat16', 0, 2047)).toBe(641);
  expect(distinctCount('float16', 0, 2047)).toBe(2048);
  expect(distinctCount('tf32', 0, 2047)).toBe(2048);
});

test('a result of float32 that is stored is rounded twice', () => {
  const value = 1 + 2 ** -8 + 2 ** -30;
  expect(roundingTo('bfloat16')(value)).toBe(1 + 2 ** -7);
  expect(storedAs('bfloat16')(value)).toBe(1);
});
