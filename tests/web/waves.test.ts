import { describe, expect, test } from 'vitest';
import { spanOf } from '../../web/src/span.ts';
import { leastFraction, sineRange } from '../../web/src/views/waves/extremes.ts';

function bruteRange(phase: number, frequency: number, count: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    const value = Math.sin(phase + k * frequency);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

describe('the range of a sine over whole positions', () => {
  test('is that of all its values, found one by one', () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    let worst = 0;
    for (let round = 0; round < 4000; round++) {
      const phase = (random() - 0.5) * 20;
      const frequency = (round % 2 ? 1 : -1) * 10 ** (random() * 6 - 5);
      const count = 1 + Math.floor(10 ** (random() * 3.3));
      const [low, high] = sineRange(phase, frequency, count);
      const [least, most] = bruteRange(phase, frequency, count);
      worst = Math.max(worst, Math.abs(low - least), Math.abs(high - most));
    }
    expect(worst).toBeLessThan(1e-9);
  });

  test('of frequencies that visit few angles only', () => {
    for (const frequency of [Math.PI / 2, Math.PI, 2 * Math.PI, (2 * Math.PI) / 3, 0]) {
      const [low, high] = sineRange(0.3, frequency, 3000);
      const [least, most] = bruteRange(0.3, frequency, 3000);
      expect(low).toBeCloseTo(least, 8);
      expect(high).toBeCloseTo(most, 8);
    }
  });

  test('over a billion positions it takes no time', () => {
    const begin = performance.now();
    for (let k = 0; k < 1000; k++) expect(sineRange(k, 1, 1e9)[1]).toBeGreaterThan(1 - 1e-12);
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  test('fractions: 3 k / 7 reaches 0 at k = 0 and 1/7 from 1/7 on', () => {
    expect(leastFraction(1 / 14, 3 / 7, 7)).toBeCloseTo(1 / 14, 12);
    expect(leastFraction(0.5, 3 / 7, 2)).toBeCloseTo(0.5, 12);
    expect(leastFraction(0.5, 3 / 7, 3)).toBeCloseTo(0.5 + 6 / 7 - 1, 12);
  });
});

describe('the positions that are seen', () => {
  const rows = { start: 10, length: 1000 };

  test('all of them fill what is there', () => {
    expect(spanOf(rows, null, 600)).toEqual({ low: 10, high: 1010, first: 10, count: 500, step: 2 });
    expect(spanOf(rows, null, 2500)).toEqual({ low: 10, high: 1010, first: 10, count: 1000, step: 1 });
  });

  test('zoomed as the matrix is: the same first position and the same size of one', () => {
    expect(spanOf(rows, { zoom: 4, offset: 402 }, 600)).toEqual({
      low: 110.5,
      high: 260.5,
      first: 110,
      count: 151,
      step: 1,
    });
    expect(spanOf({ start: 0, length: 1e6 }, { zoom: -100, offset: 50 }, 600)).toEqual({
      low: 5000,
      high: 65000,
      first: 5000,
      count: 600,
      step: 100,
    });
  });
});
