import { describe, expect, test } from 'vitest';
import { colourIndex, colourTable, darkStops, isLight, lightStops, paintValues } from '../../web/src/colours.ts';

const hex = (pixel: number): string =>
  `#${[pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255].map((c) => c.toString(16).padStart(2, '0')).join('')}`;

describe('colour tables', () => {
  test('light: ColorBrewer RdBu, reversed, at its eleven places', () => {
    const table = colourTable(lightStops);
    const rdbu = '67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061'.split(' ');
    const found = [...Array(11).keys()].map((k) => hex(table[51 * k] as number));
    expect(found).toEqual(rdbu.reverse().map((c) => `#${c}`));
  });

  test('dark: seven places', () => {
    const table = colourTable(darkStops);
    const found = [...Array(7).keys()].map((k) => hex(table[85 * k] as number));
    expect(found).toEqual(['#8fd0ff', '#3b8ede', '#1d4e86', '#14171d', '#7d4412', '#d98324', '#ffd28a']);
  });

  test('between two stops a colour is mixed in proportion', () => {
    // 17 of 51 steps from #053061 to #2166ac: 5 + 28/3, 48 + 54/3, 97 + 75/3.
    expect(hex(colourTable(lightStops)[17] as number)).toBe('#0e427a');
  });

  test('every entry is opaque', () => {
    for (const stops of [lightStops, darkStops]) {
      expect([...colourTable(stops)].every((pixel) => pixel >>> 24 === 255)).toBe(true);
    }
  });

  test('lightness falls or rises without a turn on each side of 0', () => {
    const lightness = (pixel: number): number =>
      0.2126 * (pixel & 255) + 0.7152 * ((pixel >> 8) & 255) + 0.0722 * ((pixel >> 16) & 255);
    // Steps of five entries: neighbours may differ by the rounding of their channels alone.
    const steps = (stops: readonly string[]): number[] => {
      const values = [...colourTable(stops)].filter((_, k) => k % 5 === 0).map(lightness);
      return values.slice(1).map((value, k) => Math.sign(value - (values[k] as number)));
    };
    const rising = Array(51).fill(1);
    const falling = Array(51).fill(-1);
    expect(steps(lightStops)).toEqual([...rising, ...falling]);
    expect(steps(darkStops)).toEqual([...falling, ...rising]);
  });
});

test('values find their entry', () => {
  expect([-1, -0.5, 0, 0.5, 1].map(colourIndex)).toEqual([0, 128, 255, 383, 510]);
});

test('painting writes the table entry of each value', () => {
  const table = colourTable(darkStops);
  const pixels = new Uint32Array(3);
  paintValues(new Float32Array([-1, 0, 1]), table, pixels);
  expect([...pixels].map(hex)).toEqual(['#8fd0ff', '#14171d', '#ffd28a']);
});

test('text is black on light colours and white on dark ones', () => {
  const light = colourTable(lightStops);
  expect([0, 255, 510].map((k) => isLight(light[k] as number))).toEqual([false, true, false]);
});
