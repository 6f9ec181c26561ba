/**
 * Script time of a full redraw of the matrix, 1024 x 768 pixels, while a mouse drags it in Chromium: from the input
 * events to the end of drawing, waiting for frames left out. Prints the median and the 95th percentile of 200 redraws.
 *
 *   npm run build && node tests/web/redraw.bench.mjs
 */

import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const redraws = 200;
const aim = 16;

const scenes = [
  // One step in from all of it: 1302 positions and four columns a pixel, 769 pixel rows, so that there is room to drag.
  ['1,000,000 x 4,096, zoomed out: a pixel is 1,302 x 4', '#length=1000000&dim=4096&top=0&rowpx=1/1302'],
  [
    '1,000,000 x 4,096, half way: a pixel is 400 x 2',
    '#length=1000000&dim=4096&top=400000&rowpx=1/400&left=500&colpx=1/2',
  ],
  ['1,000,000 x 4,096, one cell is one pixel', '#length=1000000&dim=4096&top=500000&rowpx=1&left=1500&colpx=1'],
  ['1,000,000 x 4,096, one cell is 12 x 12 pixels', '#length=1000000&dim=4096&top=500000&rowpx=12&left=1500&colpx=12'],
];

const server = await preview({
  configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
  logLevel: 'error',
  preview: { port: 4500, strictPort: false },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

try {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Chromium ${browser.version()}; aim: ${aim} ms`);
  for (const [name, hash] of scenes) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1290 } });
    await page.goto(`${server.resolvedUrls.local[0]}${hash}`);
    await page.waitForFunction(() => document.getElementById('cell-value')?.textContent);
    const canvas = page.locator('#canvas');
    await canvas.scrollIntoViewIfNeeded();
    const size = await canvas.evaluate(({ width, height }) => `${width} x ${height}`);
    if (size !== '1024 x 768') throw new Error(`the picture is ${size}, not 1024 x 768`);
    const box = await canvas.boundingBox();
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
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.redraws.length)))),
      );
    }
    await page.mouse.up();
    const times = (await page.evaluate(() => window.redraws)).slice(20, 20 + redraws).sort((a, b) => a - b);
    if (times.length < redraws) throw new Error(`only ${times.length} redraws of ${redraws}`);
    const [median, high] = [quantile(times, 0.5), quantile(times, 0.95)];
    console.log(`${name}: median ${median.toFixed(1)} ms, 95th percentile ${high.toFixed(1)} ms`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
