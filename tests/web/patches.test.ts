/** The logic of "Images". */

import { createPosenc, type Posenc, presets } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  axisOf,
  channelOf,
  normalised,
  type Patches,
  patchesOf,
  resizes,
  similarities,
  spread,
  tilesOf,
} from '../../web/src/views/images/patches.ts';

let posenc: Posenc;
let patches: Patches;
beforeAll(async () => {
  posenc = await createPosenc();
  // MAE: the columns of x stand before those of y; a class row before the grid.
  patches = patchesOf(posenc, presets.mae(32, { classRows: 1 }), [5, 9]);
});

const indices = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

describe('a grid that is not square', () => {
  test('rows before it are left out; channels know x or y', () => {
    expect(patches.values.length).toBe(5 * 9 * 32);
    // sin x of the fastest pair.
    expect(channelOf(patches, 0)[2 * 9 + 4]).toBe(Math.fround(Math.sin(4)));
    expect(axisOf(patches, 0)).toBe('x');
    expect(axisOf(patches, 16)).toBe('y');
    expect(axisOf({ height: 2, width: 2, dim: 1, values: Float32Array.of(1, 2, 3, 4) }, 0)).toBe('both');
    expect(axisOf({ height: 2, width: 2, dim: 1, values: Float32Array.of(1, 1, 1, 1) }, 0)).toBe('none');
  });

  test('a patch is like itself most, and the parts see one coordinate', () => {
    const patch = 2 * 9 + 4;
    const all = similarities(normalised(patches, indices(32)), 32, patch);
    expect(all[patch]).toBeCloseTo(1);
    expect(Math.max(...all)).toBeCloseTo(1);
    // 16 pairs of length 1: the cosine is the mean of cos(w distance), here along x alone.
    const w = indices(8).map((i) => 10000 ** (-i / 8));
    const mean = (w.reduce((sum, frequency) => sum + Math.cos(3 * frequency), 0) + 8) / 16;
    expect(all[2 * 9 + 7]).toBeCloseTo(mean, 6);
    const x = similarities(normalised(patches, indices(16)), 16, patch);
    expect(x[0 * 9 + 4]).toBeCloseTo(1);
    expect(x[0 * 9 + 5]).toBeCloseTo(x[4 * 9 + 3] as number);
  });
});

test('tiles: all of them, or as many as there is time for', () => {
  expect(tilesOf({ ...patches })).toEqual({ rows: indices(5), columns: indices(9) });
  const few = tilesOf({ height: 64, width: 64, dim: 768, values: new Float32Array(0) });
  expect(few.rows.length * few.columns.length * 64 * 64 * 768).toBeLessThanOrEqual(1e8);
  expect(few.rows.length).toBeGreaterThan(2);
  expect(spread(10, 5)).toEqual([1, 3, 5, 7, 9]);
});

describe('resizing', () => {
  test('to the same size nothing changes, to another each way has its own values', () => {
    const table = patchesOf(posenc, { kind: 'learned', dim: 4, length: 48 }, [6, 8]);
    for (const { patches: resized } of resizes(posenc, table, [6, 8]).slice(1)) {
      for (let k = 0; k < 192; k++) expect(resized.values[k]).toBeCloseTo(table.values[k] as number, 6);
    }
    const ways = resizes(posenc, table, [3, 4]);
    expect(ways.map(({ patches: { height, width } }) => [height, width])).toEqual([[6, 8], ...Array(4).fill([3, 4])]);
    // Half the size without antialiasing is the mean of the four cells in the middle, for bilinear.
    const bilinear = ways.find(({ name }) => name === 'Bilinear')?.patches.values[0];
    const [a, b, c, d] = [0, 4, 32, 36].map((k) => table.values[k] as number) as [number, number, number, number];
    expect(bilinear).toBeCloseTo((a + b + c + d) / 4, 6);
    // Averaging takes strength away from noise.
    expect(ways.find(({ name }) => name === 'Bilinear, antialiased')?.strength).toBeLessThan(0.6);
  });
});
