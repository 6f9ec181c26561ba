/** What the page should show, computed here from the formulas with Math.sin, and never by the page's own code. */

import type { Page } from 'playwright-core';

type Rgb = readonly number[];

const light = '053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f';
const dark = '8fd0ff 3b8ede 1d4e86 14171d 7d4412 d98324 ffd28a';

/** The colour of a value from -1 to 1, mixed from the stops. */
export function colourOf(value: number, theme: 'light' | 'dark'): Rgb {
  const stops = (theme === 'light' ? light : dark)
    .split(' ')
    .map((hex) => [0, 2, 4].map((k) => Number.parseInt(hex.slice(k, k + 2), 16)));
  const place = ((value + 1) / 2) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(place));
  return (stops[low] as Rgb).map((a, k) => a + (place - low) * (((stops[low + 1] as Rgb)[k] as number) - a));
}

/** Value of the paper's law, interleaved, sines first. */
export function paperValue(position: number, column: number, dim: number): number {
  const angle = position / 10000 ** ((2 * Math.floor(column / 2)) / dim);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

type Point = readonly [x: number, y: number];

export const pictureSize = (page: Page): Promise<[number, number]> =>
  page.locator('#canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    return [width, height];
  });

/** Pixels of the matrix's picture, [red, green, blue, alpha] each. */
export const pixelsAt = (page: Page, points: readonly Point[]): Promise<Rgb[]> =>
  page.locator('#canvas').evaluate((node, places) => {
    const canvas = node as HTMLCanvasElement;
    // A copy is read, so that the page's own canvas stays as it is.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d') as OffscreenCanvasRenderingContext2D;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    return places.map(([x, y]) => [...data.subarray((y * canvas.width + x) * 4, (y * canvas.width + x) * 4 + 4)]);
  }, points);

export const pixelAt = async (page: Page, x: number, y: number): Promise<Rgb> =>
  (await pixelsAt(page, [[x, y]]))[0] as Rgb;

/** The largest difference of a pixel from a colour, in levels of 0 to 255. */
export const distance = (pixel: Rgb, colour: Rgb): number =>
  Math.max(...colour.map((level, k) => Math.abs(level - (pixel[k] as number))));

/** The same over points of the picture, for what value each of them stands. */
export async function worstPixel(
  page: Page,
  wanted: readonly (readonly [...Point, value: number])[],
  theme: 'light' | 'dark' = 'light',
): Promise<number> {
  const pixels = await pixelsAt(
    page,
    wanted.map(([x, y]) => [x, y]),
  );
  return Math.max(...wanted.map(([, , value], k) => distance(pixels[k] as Rgb, colourOf(value, theme))));
}
