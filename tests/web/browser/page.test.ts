/** What holds for the whole page: accessibility, layout, colours, policy, size. */

import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bringWavelengths, phone } from './acts.ts';
import { overflow } from './audit.ts';
import { driver, open, settled, shown } from './session.ts';
import { pictureSize, pixelAt, worstPixel } from './truth.ts';

describe('layout', () => {
  test('nothing is wider than the window', async () => {
    const { page, close } = await open('#length=1000000&dim=4095&odd=zero&start=9000000000000000');
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      expect([width, await overflow(page)]).toEqual([width, 0]);
    }
    await close();
  });

  test('fingers find every target', async () => {
    const { page, close } = await open('', phone);
    const small = await page.$$eval('button, input, label:has(input)', (nodes) =>
      nodes
        .map((node) => ({ node: node.outerHTML, box: node.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 18 || box.height < 18))
        .map(({ node }) => node),
    );
    expect(small).toEqual([]);
    await close();
  });

  test('a window that changes its size gets a picture of its size', async () => {
    const { page, close } = await open('#length=512&dim=128');
    await page.setViewportSize({ width: 700, height: 900 });
    await settled(page);
    await settled(page);
    const box = await page.locator('#canvas').boundingBox();
    expect((await pictureSize(page))[0]).toBe(Math.round(box?.width ?? 0));
    expect((await pixelAt(page, 10, 10))[3]).toBe(255);
    await close();
  });
});

describe('the first load', () => {
  /** How far down the parts of the page are that a reader sees first. */
  const places = (page: Page): Promise<number[]> =>
    page.$$eval('#main, #title, .menus, #controls, #matrix, #plot, #cell-facts', (nodes) =>
      nodes.map((node) => node.getBoundingClientRect().top + scrollY),
    );

  test.each([
    [390, [4]],
    [360, [2, 2]],
    [320, [2, 2]],
  ])('the buttons above stand in full rows at %i pixels', async (width, rows) => {
    const { page, close } = await open('', { ...phone, viewport: { width, height: 740 } });
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    const tops = await page.$$eval('main > .menus button', (all) =>
      all.filter((node) => node.getClientRects().length > 0).map((node) => node.getBoundingClientRect().top),
    );
    expect([...new Set(tops)].map((top) => tops.filter((one) => one === top).length)).toEqual(rows);
    await close();
  });

  test.each([
    ['1440', { viewport: { width: 1440, height: 900 } }],
    ['1350', { viewport: { width: 1350, height: 900 } }],
    ['1000', { viewport: { width: 1000, height: 900 } }],
    ['390', phone],
    ['360', { ...phone, viewport: { width: 360, height: 740 } }],
  ] as const)('moves nothing at %s pixels, when what is computed comes in', async (width, device) => {
    const { page, close } = await open('', device);
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/*.wasm', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await settled(page);
    expect(await page.locator('#cell-value').textContent()).toBe('');
    const before = await places(page);
    release();
    await shown(page);
    const after = await places(page);
    expect(before.length).toBe(7);
    // On narrow pages the words above the plot take a second line, and the marked cell is below: out of sight.
    const seen = Number(width) <= 1000 ? 5 : 7;
    const moved = after.slice(0, seen).map((top, k) => Math.abs(top - (before[k] as number)));
    // Browsers count as a shift what is 3 pixels at least.
    expect(Math.max(...moved)).toBeLessThan(3);
    await close();
  });
});

test('a chart that is not there yet has its place, and says so', async () => {
  const { page, close } = await open('', { viewport: { width: 1440, height: 500 } });
  const height = (): Promise<number | undefined> =>
    page
      .locator('#wavelengths')
      .boundingBox()
      .then((box) => box?.height);
  const before = await height();
  expect(await page.locator('#wavelengths-chart').textContent()).toContain('when it comes into sight');
  await bringWavelengths(page);
  expect(await page.locator('.chart-wait').count()).toBe(0);
  expect(Math.abs(((await height()) ?? 0) - (before ?? 0))).toBeLessThan(3);
  await close();
});

describe('light and dark', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test('follow the system, and the switch when told', async () => {
    const { page, close } = await open('#length=64&dim=16', { colorScheme: 'dark' });
    expect(await background(page)).toBe('rgb(16, 19, 23)');
    // Column 0 at position 0 is sin 0.
    expect(await worstPixel(page, [[2, 2, 0]], 'dark')).toBeLessThanOrEqual(2);
    await page.getByRole('radio', { name: 'Light' }).check();
    await settled(page);
    expect(await background(page)).toBe('rgb(253, 253, 251)');
    expect(await worstPixel(page, [[2, 2, 0]])).toBeLessThanOrEqual(2);
    await page.getByRole('radio', { name: 'Auto' }).check();
    await (await driver()).tell(page, { colorScheme: 'light' });
    await settled(page);
    expect(await background(page)).toBe('rgb(253, 253, 251)');
    await close();
  });
});

describe('policy', () => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

  test('is in the page and in the headers, and is enforced', async () => {
    const { page, troubles, close } = await open();
    expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')).toBe(policy);
    expect((await page.request.get(page.url())).headers()['content-security-policy']).toBe(policy);
    expect(troubles).toEqual([]);
    const broken = await page.evaluate(
      () =>
        new Promise<string>((done) => {
          document.addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective), {
            once: true,
          });
          const script = document.createElement('script');
          script.textContent = 'document.title = "inline"';
          document.head.append(script);
        }),
    );
    expect(broken).toBe('script-src-elem');
    expect(await page.title()).not.toBe('inline');
    troubles.length = 0; // the refusal above is in the console, as it should be
    await close();
  });

  test('works from a folder of any name', async () => {
    const { page, close } = await open();
    const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const html = await (await page.request.get(new URL('.', page.url()).href)).text();
    expect(urls.some((url) => url.endsWith('.wasm'))).toBe(true);
    expect(
      [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url).filter((url) => url?.startsWith('/')),
    ).toEqual([]);
    await close();
  });
});

test('the first load is at most 80 KB after gzip', async () => {
  const { page, close } = await open();
  const urls = await page.evaluate(() => [
    location.href.replace(/#.*/, ''),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ]);
  const sizes: Record<string, number> = {};
  for (const url of new Set(urls)) {
    const body = await (await page.request.get(url)).body();
    sizes[new URL(url).pathname] = gzipSync(body, { level: 9 }).length;
  }
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  console.log(`first load, gzip: ${total} bytes`, sizes);
  expect(Object.keys(sizes).length).toBeGreaterThanOrEqual(4); // page, style, script, wasm
  expect(total).toBeLessThanOrEqual(80_000);
  await close();
});
