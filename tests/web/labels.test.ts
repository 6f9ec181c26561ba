import type { SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { decimated, pathOf, thinned } from '../../web/src/chart.ts';
import { columnsOf } from '../../web/src/columns.ts';
import { cellFormulas, type Law, lawOf, wavelengthFormulas } from '../../web/src/formula.ts';
import { ticksOf } from '../../web/src/heatmap-axes.ts';
import { lawFormulas, lawWords } from '../../web/src/law.ts';
import { mathText } from '../../web/src/math.ts';
import { linearScale, logScale } from '../../web/src/scale.ts';
import { logLabel, numberLabel, positionLabels, positionTicks, wholeLabel, wholeTicks } from '../../web/src/ticks.ts';
import { runsOf, turnsSentence } from '../../web/src/turns.ts';

describe('ticks', () => {
  test('whole numbers at round places', () => {
    expect(wholeTicks(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(wholeTicks(3, 6, 10)).toEqual([3, 4, 5, 6]);
    expect(wholeTicks(7, 7, 5)).toEqual([7]);
  });

  test('positions', () => {
    expect(positionTicks(0, 300, 3)).toEqual({
      origin: 0,
      ticks: [
        { value: 0, label: '0' },
        { value: 100, label: '100' },
        { value: 200, label: '200' },
        { value: 300, label: '300' },
      ],
    });
  });

  test('positions too long to write at every tick count from a round number', () => {
    expect(positionTicks(9007199254740481, 9007199254740992, 2)).toEqual({
      origin: 9007199254740000,
      ticks: [
        { value: 9007199254740600, label: '+600' },
        { value: 9007199254740800, label: '+800' },
      ],
    });
  });

  test('labels of positions: short everywhere, with a sign where something is added', () => {
    const far = positionLabels(12_500_000_000, 12_500_000_095);
    expect([far.origin, far.label(12_500_000_010)]).toEqual([12_500_000_000, '+10']);
    const wide = positionLabels(0, 999_999_999_999);
    expect([wide.origin, wide.label(0), wide.label(12_500_000_000)]).toEqual([0, '0', '12.5G']);
    expect(positionLabels(0, 999_999_999_999, { digits: 4 }).label(104_166_666_667)).toBe('104.2G');
    expect(positionLabels(1e12, 1e12 + 5e6, { digits: 4 }).label(1e12 + 4_947_917)).toBe('+4.948M');
    const narrow = positionLabels(1e12, 1e12 + 5e6, { longest: 7, digits: 4 });
    expect([52_084, 99_999, 260_420, 4_947_917].map((k) => narrow.label(1e12 + k))).toEqual([
      ...['+52,084', '+99,999', '+260.4k', '+4.948M'],
    ]);
    const near = positionLabels(0, 999_999);
    expect([near.origin, near.label(999_999)]).toEqual([0, '999,999']);
    const below = positionLabels(-9_007_199_254_740_400, -9_007_199_254_740_300);
    expect([below.origin, below.label(-9_007_199_254_740_310)]).toEqual([-9_007_199_254_740_400, '+90']);
  });

  test('heat maps have them at round positions, between the rows that stand nearest', () => {
    const [from32, everyFourth] = [(k: number) => 32 + k, (k: number) => 4 * k];
    expect(ticksOf({ name: '', position: from32 }, 64, 4)).toEqual({
      origin: 0,
      ticks: [
        { at: 8, label: '40' },
        { at: 28, label: '60' },
        { at: 48, label: '80' },
      ],
    });
    expect(ticksOf({ name: '', position: everyFourth }, 128, 10).ticks.slice(0, 3)).toEqual([
      { at: 0, label: '0' },
      { at: 12.5, label: '50' },
      { at: 25, label: '100' },
    ]);
    // Rows that are too long to write in full, as those of a large file.
    expect(ticksOf({ name: '', position: (k) => 1_000_000 + 64 * k }, 512, 4)).toEqual({
      origin: 1_000_000,
      ticks: [0, 10_000, 20_000, 30_000].map((from) => ({
        at: from / 64,
        label: from === 0 ? '+0' : `+${from / 1000},000`,
      })),
    });
    expect(ticksOf({ name: '', position: () => 7 }, 1, 4).ticks).toEqual([{ at: 0, label: '7' }]);
  });

  test('negative positions', () => {
    expect(positionTicks(-20, 0, 2).ticks.map(({ label }) => label)).toEqual(['−20', '−10', '0']);
  });

  test('logarithmic axes', () => {
    const ticks = (low: number, high: number, count: number): number[] => logScale([low, high], [0, 1]).ticks(count);
    expect(ticks(3.3, 9.4, 5)).toEqual([5]);
    expect(ticks(8, 60, 5)).toEqual([10, 20, 50]);
    expect(ticks(4, 60_000, 10)).toEqual([10, 100, 1000, 10_000]);
    expect(ticks(1, 1e12, 5)).toEqual([1, 100, 1e4, 1e6, 1e8, 1e10, 1e12]);
    expect([10, 1000, 1e5, 1e9, 0.5].map(logLabel)).toEqual(['10', '1,000', '100,000', '10⁹', '0.5']);
  });

  test('numbers', () => {
    expect([19.869176531592206, 6.283185307179586, 54410.1, 0.5, 0].map((x) => numberLabel(x))).toEqual([
      '19.87',
      '6.283',
      '54,410',
      '0.5',
      '0',
    ]);
    expect(numberLabel(1.43354e15, 6)).toBe('1.43354 × 10¹⁵');
    expect([wholeLabel(1234567), wholeLabel(-9007199254740992), wholeLabel(999)]).toEqual([
      '1,234,567',
      '−9,007,199,254,740,992',
      '999',
    ]);
  });
});

describe('turns', () => {
  test('a pair whose wavelength is the length gets round', () => {
    expect(runsOf([10, 100, 1000], 100)).toEqual([
      { first: 0, last: 1, isComplete: true },
      { first: 2, last: 2, isComplete: false },
    ]);
    expect(runsOf([10, 100, 1000], 9)).toEqual([{ first: 0, last: 2, isComplete: false }]);
    expect(runsOf([], 5)).toEqual([]);
  });

  test('in any order, and pairs that stand still', () => {
    expect(runsOf([10, Number.POSITIVE_INFINITY, 20], 100).map(({ isComplete }) => isComplete)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('in words', () => {
    const sentence = (complete: number, pairs: number, length: number): string =>
      turnsSentence(
        runsOf(
          Array.from({ length: pairs }, (_, k) => (k < complete ? length : length + 1)),
          length,
        ),
        length,
      );
    expect(sentence(31, 64, 512)).toBe('33 of 64 pairs never complete a turn within 512 positions: pairs 31 to 63.');
    expect(sentence(63, 64, 1_000_000)).toBe(
      '1 of 64 pairs never completes a turn within 1,000,000 positions: pair 63.',
    );
    expect(sentence(4, 4, 1)).toBe('Each of the 4 pairs completes a turn within 1 position.');
    expect(sentence(0, 4, 3)).toBe('None of the 4 pairs completes a turn within 3 positions.');
    expect(sentence(0, 1, 3)).toBe('The only pair never completes a turn within 3 positions.');
    expect(sentence(0, 0, 3)).toBe('There is no pair: the only column holds zeros.');
    expect(turnsSentence(runsOf([9, 1, 9, 1], 2), 2)).toBe('2 of 4 pairs never complete a turn within 2 positions.');
  });
});

describe('formulas', () => {
  const make = (dim: number, rest: Omit<SinusoidEncoding, 'dim' | 'kind'> = {}): Law =>
    lawOf({ dim, ...rest }, columnsOf({ dim, ...rest }, dim));
  const cell = (law: Law, position: number, column: number, frequency = 0) =>
    cellFormulas(law, position, column, frequency).map(mathText).join('');

  test('with the numbers of a cell', () => {
    expect(cell(make(128), 64, 16)).toBe('PE(64,16) = sin(64 / 10000^(2 · 8/128))');
    expect(cell(make(128), 64, 17)).toBe('PE(64,17) = cos(64 / 10000^(2 · 8/128))');
    expect(cell(make(128, { spacing: 'endpoint' }), 64, 17)).toBe('PE(64,17) = cos(64 / 10000^(8/63))');
    expect(cell(make(128, { layout: 'halves', order: 'cos-sin' }), -3, 70)).toBe(
      'PE(−3,70) = sin(−3 / 10000^(2 · 6/128))',
    );
  });

  test('odd widths', () => {
    expect(cell(make(7), 2, 6)).toBe('PE(2,6) = sin(2 / 10000^(2 · 3/7))');
    expect(cell(make(7, { odd: 'truncate-next' }), 2, 6)).toBe('PE(2,6) = sin(2 / 10000^(2 · 3/8))');
    expect(cell(make(7, { odd: 'zero' }), 2, 6)).toBe('PE(2,6)');
    expect(cell(make(7, { odd: 'zero' }), 2, 5)).toBe('PE(2,5) = cos(2 / 10000^(2 · 2/6))');
  });

  test('one pair with endpoint spacing has the frequency 1', () => {
    expect(cell(make(2, { spacing: 'endpoint' }), 5, 1)).toBe('PE(5,1) = cos(5)');
  });

  test('wavelengths', () => {
    const text = wavelengthFormulas(make(128), 8, 19.869176531592206).map(mathText).join('');
    expect(text).toBe('λ = 2π · 10000^(2 · 8/128)≈19.8692');
  });

  test('with the other laws, scales and origins', () => {
    expect(cell(make(128, { spacing: 'shifted', shift: 2 }), 64, 17)).toBe('PE(64,17) = cos(64 / 10000^(8/62))');
    expect(cell(make(8, { base: 500, origin: -2, scale: 3, valueScale: 5 }), 64, 2)).toBe(
      'PE(64,2) = 5 · sin(3 · (64 − 2) / 500^(2 · 1/8))',
    );
    // No formula in base and pair: the frequency is a number.
    expect(cell(make(8, { spacing: 'linear' }), 7, 3, 0.25)).toBe('PE(7,3) = cos(0.25 · 7)');
    const yarn = make(8, { scaling: { type: 'yarn', factor: 4, originalLength: 64 } });
    expect(cell(yarn, 7, 2, 0.5)).toBe('PE(7,2) = a · sin(0.5 · 7)');
    expect(lawFormulas(yarn).map(mathText)[0]).toBe('PE(p,2i) = a · sin(w_i · p)');
    expect(wavelengthFormulas(yarn, 1, 12.5).map(mathText).join('')).toBe('λ = 12.5');
  });

  test('the law in symbols', () => {
    expect(lawFormulas(make(128)).map(mathText)).toEqual([
      'PE(p,2i) = sin(p / b^(2i/d))',
      'PE(p,2i + 1) = cos(p / b^(2i/d))',
    ]);
    expect(lawFormulas(make(128, { layout: 'halves', spacing: 'endpoint' })).map(mathText)).toEqual([
      'PE(p,i) = sin(p / b^(i/(d/2 − 1)))',
      'PE(p,64 + i) = cos(p / b^(i/(d/2 − 1)))',
    ]);
    expect(lawFormulas(make(7, { odd: 'zero', order: 'cos-sin' })).map(mathText)).toEqual([
      'PE(p,2i) = cos(p / b^(2i/(d − 1)))',
      'PE(p,2i + 1) = sin(p / b^(2i/(d − 1)))',
      'PE(p,d − 1) = 0',
    ]);
  });
});

describe('the law in words', () => {
  const words = (
    dim: number,
    spacing: NonNullable<SinusoidEncoding['spacing']>,
    odd: NonNullable<SinusoidEncoding['odd']> = 'truncate',
  ) => lawWords(lawOf({ dim, spacing, odd }, columnsOf({ dim, spacing, odd }, dim)));

  test('says where the wavelengths end', () => {
    expect(words(8, 'paper')[0]).toMatch(/towards 2πb, which they do not reach\.$/);
    expect(words(8, 'endpoint')[0]).toMatch(/to exactly 2πb\.$/);
    // Width 7: the last exponent is 3 / (7/2 - 1) = 1.2.
    expect(words(7, 'endpoint')[0]).toMatch(/past 2πb\.$/);
    expect(words(7, 'endpoint', 'zero')[0]).toMatch(/to exactly 2πb\.$/);
  });

  test('says what an odd width means', () => {
    expect(words(7, 'paper')[2]).toBe('The width is odd: the last pair has no cosine.');
    expect(words(7, 'paper', 'zero')[2]).toBe(
      'The width is odd: the law is that of 6 columns, and the last column is 0.',
    );
    expect(words(1, 'paper')[0]).toBe('There is one pair, with the wavelength 2π.');
    expect(words(1, 'paper', 'zero')).toEqual(['There is no pair: the only column is 0.']);
  });
});

test('thinning keeps both ends', () => {
  expect(thinned(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(thinned(3, 5, 100)).toEqual([3, 4, 5]);
  expect(thinned(7, 7, 10)).toEqual([7]);
});

describe('curves', () => {
  test('what sticks out is kept, once a pixel column', () => {
    // Ten values a pixel; one of them is far below, another far above.
    const y = Array.from({ length: 100 }, (_, k) => (k === 34 ? -9 : k === 37 ? 9 : 0));
    const kept = decimated(
      100,
      (k) => k / 10,
      (k) => y[k] as number,
    );
    expect(kept.slice(0, 2)).toEqual([0, 9]);
    expect(kept.filter((k) => k >= 30 && k < 40)).toEqual([30, 34, 37, 39]);
    expect(kept.length).toBeLessThanOrEqual(40);
  });

  test('a place that is no number breaks the line', () => {
    const y = [0, 1, Number.NaN, 3];
    expect(
      pathOf(
        [0, 1, 2, 3],
        (k) => k / 3,
        (k) => y[k] as number,
      ),
    ).toBe('M0,0L0.33,1M1,3');
  });
});

describe('scales', () => {
  test('linear, both ways', () => {
    const scale = linearScale([10, 20], [0, 500]);
    expect([scale(10), scale(15), scale.invert(250)]).toEqual([0, 250, 15]);
    expect(linearScale([3, 3], [0, 9])(3)).toBe(4.5);
  });

  test('logarithmic, both ways', () => {
    const scale = logScale([1, 10_000], [400, 0]);
    expect([scale(1), scale(100)]).toEqual([400, 200]);
    expect(scale.invert(100)).toBeCloseTo(1000, 9);
  });

  test('ticks are 1, 2 or 5 times a power of ten', () => {
    const ticks = (low: number, high: number, count: number): number[] => linearScale([low, high], [0, 1]).ticks(count);
    expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks(-1, 1, 4)).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(ticks(0, 0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticks(12, 88, 4)).toEqual([20, 40, 60, 80]);
  });
});
