/**
 * Script time of a full redraw of the matrix, 1024 x 768 pixels, while a mouse drags it in each browser: from the input
 * events to the end of drawing, waiting for frames left out. Prints the median and the 95th percentile of 200 redraws, and
 * whether the median is within the aim: a benchmark never fails a build.
 *
 *   npm run build && npm run bench:page
 */

import { cpus } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type BrowserName, launch } from './browser/browsers.ts';

const redraws = 200;
const aim = 16;

const scenes = [
  // One step in from all of it: 1302 positions and four columns a pixel, 769 pixel rows, so that there is room to drag.
  ['zoomed out: a pixel is 1,302 x 4', '#length=1000000&dim=4096&top=0&rowpx=1/1302'],
  ['half way: a pixel is 400 x 2', '#length=1000000&dim=4096&top=400000&rowpx=1/400&left=500&colpx=1/2'],
  ['one cell is one pixel', '#length=1000000&dim=4096&top=500000&rowpx=1&left=1500&colpx=1'],
  ['one cell is 12 x 12 pixels', '#length=1000000&dim=4096&top=500000&rowpx=12&left=1500&colpx=12'],
] as const;

declare const window: { redraws: number[] };

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;

/** Milliseconds of each redraw, sorted, while the matrix is dragged to and fro. */
async function drag(page: Page): Promise<number[]> {
  const canvas = page.locator('#canvas');
  await canvas.scrollIntoViewIfNeeded();
  expect(await canvas.evaluate((node) => [node.clientWidth, node.clientHeight])).toEqual([1024, 768]);
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no canvas');
  await page.evaluate(() => {
    window.redraws = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'posenc:redraw') window.redraws.push(duration);
    }).observe({ type: 'measure' });
  });
  const [x, y] = [Math.ceil(box.x) + 600, Math.ceil(box.y) + 400];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // To and fro by changing amounts, each move a picture of its own; the first ones warm up.
  for (let k = 0, seen = 0; seen < redraws + 20 && k < 5000; k++) {
    const shift = k % 2 === 0 ? 20 + (k % 7) : -(k % 5);
    await page.mouse.move(x - shift, y - shift);
    seen = await page.evaluate(
      () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(window.redraws.length)))),
    );
  }
  await page.mouse.up();
  const times = (await page.evaluate(() => window.redraws)).slice(20, 20 + redraws);
  expect(times).toHaveLength(redraws);
  return times.sort((a, b) => a - b);
}

describe.each(['chromium', 'firefox'] satisfies BrowserName[])('%s', (name) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = (await launch(name)).browser;
    const machine = `${cpus()[0]?.model}, ${cpus().length} cores`;
    console.log(`${machine}, ${name} ${browser.version()}, 1,000,000 x 4,096; aim: ${aim} ms`);
  });
  afterAll(() => browser?.close());

  test.each(scenes)('%s', async (scene, hash) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1290 } });
    await page.goto(`${inject('url')}${hash}`);
    await page.waitForFunction(() => document.getElementById('cell-value')?.textContent);
    const times = await drag(page);
    const median = quantile(times, 0.5);
    const missed = median > aim ? ', MISSED' : '';
    const late = quantile(times, 0.95).toFixed(1);
    console.log(`${scene}: median ${median.toFixed(1)} ms, 95th percentile ${late} ms${missed}`);
    await page.close();
  });
});
