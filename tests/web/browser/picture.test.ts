import { describe, expect, test } from 'vitest';
import { open, settled } from './session.ts';
import { colourOf, distance, paperValue, pictureSize, pixelAt, pixelsAt, worstPixel } from './truth.ts';

/** A table entry is at most half a step from its value, which is at most two levels of a channel. */
const tolerance = 2;

describe('the picture is the encoding', () => {
  test.each(['light', 'dark'] as const)('one cell many pixels wide, %s', async (theme) => {
    const { page, close } = await open(`#length=16&dim=8&theme=${theme}`);
    expect(await pictureSize(page)).toEqual([1024, 512]);
    const wanted: [number, number, number][] = [];
    for (let position = 0; position < 16; position++) {
      for (let column = 0; column < 8; column++) {
        // All four corners of a cell of 128 x 32 pixels; its middle holds the number.
        for (const [dx, dy] of [
          [0, 0],
          [127, 0],
          [0, 31],
          [127, 31],
        ] as const) {
          wanted.push([column * 128 + dx, position * 32 + dy, paperValue(position, column, 8)]);
        }
      }
    }
    expect(await worstPixel(page, wanted, theme)).toBeLessThanOrEqual(tolerance);
    await close();
  });

  test('halves, cosines first, endpoint spacing, another base and start', async () => {
    const { page, close } = await open(
      '#length=16&dim=8&base=100&start=1000&layout=halves&order=cos-sin&spacing=endpoint',
    );
    const wanted: [number, number, number][] = [];
    for (let row = 0; row < 16; row++) {
      for (let column = 0; column < 8; column++) {
        const angle = (1000 + row) / 100 ** ((column % 4) / 3);
        wanted.push([column * 128 + 3, row * 32 + 3, column < 4 ? Math.cos(angle) : Math.sin(angle)]);
      }
    }
    expect(await worstPixel(page, wanted)).toBeLessThanOrEqual(tolerance);
    await close();
  });

  test('zoomed out along positions: the mean of 100 positions, the last pixel of what is left', async () => {
    const { page, close } = await open('#length=51150&dim=64&sample=mean');
    const wanted: [number, number, number][] = [];
    for (const y of [0, 1, 77, 300, 511]) {
      const positions = [...Array(y === 511 ? 50 : 100).keys()].map((k) => y * 100 + k);
      for (let column = 0; column < 64; column++) {
        const mean = positions.reduce((sum, p) => sum + paperValue(p, column, 64), 0) / positions.length;
        wanted.push([column * 16 + 5, y, mean]);
      }
    }
    expect(await worstPixel(page, wanted)).toBeLessThanOrEqual(tolerance);
    await close();
  });

  test('1,000,000 x 4,096: means of 1,954 positions and four columns, sines and cosines apart', async () => {
    const { page, close } = await open('#length=1000000&dim=4096');
    const wanted: [number, number, number][] = [];
    for (const [x, y] of [
      [0, 0],
      [100, 3],
      [400, 200],
      [500, 300],
      [511, 511],
      [512, 0],
      [900, 40],
      [1000, 100],
      [1023, 0],
    ] as const) {
      const [half, first] = x < 512 ? [0, x * 4] : [1, (x - 512) * 4];
      const count = Math.min(1954, 1_000_000 - y * 1954);
      let sum = 0;
      for (let pair = first; pair < first + 4; pair++) {
        for (let k = 0; k < count; k++) sum += paperValue(y * 1954 + k, 2 * pair + half, 4096);
      }
      wanted.push([x, y, sum / (4 * count)]);
    }
    expect(await worstPixel(page, wanted)).toBeLessThanOrEqual(tolerance);
    await close();
  });

  test('how a mean is found is said: in closed form for sinusoids, summed for tables that are held whole', async () => {
    for (const [hash, isSummed] of [
      ['', false],
      ['#kind=rotary', false],
      ['#kind=alibi', true],
      ['#kind=grid', true],
    ] as const) {
      const { page, close } = await open(hash);
      const seen = [await page.locator('#mean-summed').isVisible(), await page.locator('#mean-closed').isVisible()];
      expect([hash, ...seen]).toEqual([hash, isSummed, !isSummed]);
      await close();
    }
  });

  test('one cell is one pixel at a far place', async () => {
    const { page, close } = await open('#length=1000000&dim=4096&top=700000&rowpx=1&left=3000&colpx=1');
    const points = [
      [0, 0],
      [1, 0],
      [500, 100],
      [1023, 511],
    ] as const;
    const wanted = points.map(([x, y]) => [x, y, paperValue(700_000 + y, 3000 + x, 4096)] as const);
    expect(await worstPixel(page, wanted)).toBeLessThanOrEqual(tolerance);
    await close();
  });

  test('the aliased picture is another one, made of single positions', async () => {
    const { page, close } = await open('#length=51200&dim=64');
    const exact = await pixelAt(page, 5, 3);
    await page.getByLabel('Aliased picture').check();
    await settled(page);
    const aliased = await pixelAt(page, 5, 3);
    // Column 0 turns every 2 pi positions: its mean over 100 is nearly 0, one position of it is not.
    expect(distance(exact, colourOf(0, 'light'))).toBeLessThan(12);
    expect(distance(aliased, colourOf(Math.sin(300), 'light'))).toBeLessThanOrEqual(tolerance);
    await page.getByLabel('Aliased picture').uncheck();
    await settled(page);
    expect(await pixelAt(page, 5, 3)).toEqual(exact);
    await close();
  });

  test('beyond the matrix there is nothing', async () => {
    const { page, close } = await open('#length=300&dim=700');
    const pixels = await pixelsAt(page, [
      [699, 299],
      [700, 10],
      [10, 300],
    ]);
    expect(pixels.map((pixel) => pixel[3])).toEqual([255, 0, 0]);
    await close();
  });

  test('screens with two device pixels a CSS pixel get twice as many', async () => {
    const { page, close } = await open('#length=16&dim=8', { deviceScaleFactor: 2 });
    expect(await pictureSize(page)).toEqual([2048, 1024]);
    expect(await worstPixel(page, [[3 * 256 + 2, 5 * 64 + 2, paperValue(5, 3, 8)]])).toBeLessThanOrEqual(tolerance);
    await close();
  });

  test('cells of a few pixels fill the canvas, and are found under the pointer', async () => {
    const { page, close } = await open('#length=60&dim=100');
    expect(await pictureSize(page)).toEqual([1024, 512]);
    for (const [position, column] of [
      [0, 0],
      [31, 57],
      [59, 99],
    ] as const) {
      const [x, y] = [(column + 0.5) * 10.24, (position + 0.5) * (512 / 60)].map(Math.floor) as [number, number];
      expect(await worstPixel(page, [[x, y, paperValue(position, column, 100)]])).toBeLessThanOrEqual(tolerance);
      await page.locator('#canvas').hover({ position: { x, y } });
      await settled(page);
      expect(await page.textContent('#cell-formula')).toContain(`PE(${position},${column})`);
    }
    await close();
  });
});
