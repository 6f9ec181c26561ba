import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../web/src/columns.ts';
import type { AxisView } from '../../web/src/state.ts';
import {
  type Axis,
  anchorAt,
  columnAxis,
  fitZoom,
  maxZoom,
  nextZoom,
  panBy,
  placeAt,
  resolve,
  reveal,
  rowAxis,
  stepBy,
  zoomBy,
  zoomOf,
} from '../../web/src/viewport.ts';

const columns = (dim: number): Axis => columnAxis(columnsOf({ dim }, dim));

describe('what a pixel covers', () => {
  test('zoomed in, eight pixels a cell', () => {
    const axis = rowAxis(100);
    expect(axis.extent(8)).toBe(800);
    expect([0, 7, 8, 799].map((pixel) => axis.cellAt(pixel, 8))).toEqual([0, 0, 1, 99]);
    expect(axis.pixelOf(99, 8)).toBe(792);
  });

  test('zoomed out, 1000 positions a pixel; the last pixel covers what is left', () => {
    const axis = rowAxis(999_001);
    expect(axis.extent(-1000)).toBe(1000);
    expect([0, 1, 999].map((pixel) => axis.cellAt(pixel, -1000))).toEqual([0, 1000, 999_000]);
    expect([0, 999, 1000, 999_000].map((cell) => axis.pixelOf(cell, -1000))).toEqual([0, 0, 1, 999]);
  });

  test('zoomed out columns: first functions, then second ones', () => {
    // 4096 columns, four a pixel: 512 pixels for 2048 sines, 512 for 2048 cosines.
    const axis = columns(4096);
    expect(axis.extent(-4)).toBe(1024);
    expect([0, 1, 511, 512, 513].map((pixel) => axis.cellAt(pixel, -4))).toEqual([0, 8, 4088, 1, 9]);
    expect([8, 9, 4095].map((column) => axis.pixelOf(column, -4))).toEqual([1, 513, 1023]);
  });
});

describe('all of it', () => {
  test.each([
    [512, 512, 1],
    [128, 1024, 8],
    [1, 1024, maxZoom],
    [513, 512, -2],
    [1_000_000, 768, -1303],
    [1e12, 500, -2e9],
  ])('%i rows in %i pixels: zoom %i', (length, size, zoom) => {
    expect(fitZoom(rowAxis(length), size)).toBe(zoom);
  });

  test('columns whose halves round up apart from each other', () => {
    // 10 columns in 3 pixels: 4 a pixel would take 2 + 2.
    expect(fitZoom(columns(10), 3)).toBe(-5);
    expect(fitZoom(columns(4096), 1024)).toBe(-4);
  });
});

describe('bringing a view into range', () => {
  const axis = rowAxis(1000);
  test.each<[AxisView | null, AxisView]>([
    [null, { zoom: -2, offset: 0 }],
    [
      { zoom: -7, offset: 30 },
      { zoom: -2, offset: 0 },
    ],
    [
      { zoom: 1, offset: 9000 },
      { zoom: 1, offset: 500 },
    ],
    [
      { zoom: 1, offset: -3 },
      { zoom: 1, offset: 0 },
    ],
    [
      { zoom: 5000, offset: 0 },
      { zoom: maxZoom, offset: 0 },
    ],
  ])('%o', (view, expected) => {
    expect(resolve(axis, view, 500)).toEqual(expected);
  });
});

describe('zooming about a point', () => {
  test('beyond the largest zoom, 160 pixels a cell, the same cell stays under the pointer', () => {
    expect(placeAt(rowAxis(1000), { cell: 500, fraction: 0 }, 320, 100, 600)).toEqual({ zoom: 160, offset: 79_900 });
    expect(resolve(rowAxis(1000), { zoom: 320, offset: 32_000 }, 600)).toEqual({ zoom: 160, offset: 16_000 });
  });

  test('the cell under the pointer stays there: by hand', () => {
    // Pixel 100 of a view that begins at pixel 400, one cell a pixel, is cell 500; at 8 pixels a cell it begins at 4000.
    expect(placeAt(rowAxis(1000), { cell: 500, fraction: 0 }, 8, 100, 600)).toEqual({ zoom: 8, offset: 3900 });
    // Half a cell stays half a cell: pixel 4 of 8 becomes pixel 8 of 16.
    expect(anchorAt(rowAxis(1000), { zoom: 8, offset: 3900 }, 104)).toEqual({ cell: 500, fraction: 0.5 });
    expect(placeAt(rowAxis(1000), { cell: 500, fraction: 0.5 }, 16, 104, 600)).toEqual({ zoom: 16, offset: 7904 });
  });

  test('the cell under the pointer stays there: everywhere away from the ends', () => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const zooms = [-900, -31, -2, 1, 2, 7, 64];
    for (const axis of [rowAxis(1_000_000), columns(60_000)]) {
      for (let trial = 0; trial < 2000; trial++) {
        const size = 600;
        const [from, to] = [zooms[random(7)] as number, zooms[random(7)] as number];
        const offset = random(Math.max(1, axis.extent(from) - size));
        const view = resolve(axis, { zoom: from, offset }, size);
        const point = random(Math.min(size, axis.extent(view.zoom)));
        const cell = axis.cellAt(view.offset + point, view.zoom);
        const placed = placeAt(axis, anchorAt(axis, view, point), to, point, size);
        if (!placed || placed.offset === 0 || placed.offset === axis.extent(placed.zoom) - size) continue;
        const pixel = placed.offset + point;
        const bin = axis.pixelOf(cell, placed.zoom);
        expect(pixel - bin).toBeGreaterThanOrEqual(0);
        expect(pixel - bin).toBeLessThan(Math.max(1, placed.zoom));
      }
    }
  });

  test('always by a step at least, and no further out than all', () => {
    const axis = rowAxis(1000);
    expect(zoomBy(axis, { zoom: 1, offset: 10 }, 1.01, 0, 500)?.zoom).toBe(2);
    expect(zoomBy(axis, { zoom: 2, offset: 10 }, 0.99, 0, 500)?.zoom).toBe(1);
    expect(zoomBy(axis, { zoom: 1, offset: 10 }, 0.5, 0, 500)).toBeNull();
  });

  test('the steps', () => {
    expect([nextZoom(-3, 1), nextZoom(-2, 1), nextZoom(1, 1)]).toEqual([-2, 1, 2]);
    expect([nextZoom(2, -1), nextZoom(1, -1), nextZoom(-2, -1)]).toEqual([1, -2, -3]);
    expect([8.4, 1, 0.8, 0.5, 0.1].map(zoomOf)).toEqual([8, 1, 1, -2, -10]);
  });
});

describe('moving', () => {
  const axis = rowAxis(1000);
  test('stops at the ends', () => {
    expect(panBy(axis, { zoom: 1, offset: 490 }, 30, 500)).toEqual({ zoom: 1, offset: 500 });
    expect(panBy(axis, { zoom: 1, offset: 10 }, -30, 500)).toEqual({ zoom: 1, offset: 0 });
    expect(panBy(axis, { zoom: -2, offset: 0 }, 30, 500)).toBeNull();
  });

  test('by key reaches the last cell, also where a pixel covers several', () => {
    const view = { zoom: -2, offset: 0 };
    const odd = rowAxis(999);
    expect(stepBy(axis, view, 0, Infinity)).toBe(999);
    expect(stepBy(axis, view, 998, 1)).toBe(999);
    expect(stepBy(axis, view, 999, 1)).toBe(999);
    expect(stepBy(axis, view, 999, -1)).toBe(996);
    expect(stepBy(axis, view, 10, 3)).toBe(16);
    expect([stepBy(axis, view, 5, -Infinity), stepBy(odd, view, 5, Infinity)]).toEqual([0, 998]);
    expect(stepBy(axis, { zoom: 3, offset: 0 }, 7, -10)).toBe(0);
    expect(stepBy(axis, { zoom: 3, offset: 0 }, 7, 2)).toBe(9);
  });

  test('shows a cell with the least movement', () => {
    expect(reveal(axis, { zoom: 10, offset: 1000 }, 99, 500)).toEqual({ zoom: 10, offset: 990 });
    expect(reveal(axis, { zoom: 10, offset: 1000 }, 150, 500)).toEqual({ zoom: 10, offset: 1010 });
    expect(reveal(axis, { zoom: 10, offset: 1000 }, 120, 500)).toEqual({ zoom: 10, offset: 1000 });
  });
});
