/** Navigation, embeds, menus, saving, and the page without a network. */

import type { Page } from 'playwright-core';
import { createPosenc } from 'posenc';
import { describe, expect, inject, test } from 'vitest';
import { openMenu, saved } from './acts.ts';
import { linkHolds, open, settled } from './session.ts';

describe('navigation', () => {
  test('by key to another view and back, with everything kept in the address', async () => {
    const { page, close } = await open('#length=64&dim=16&column=5');
    const link = page.getByRole('link', { name: 'Figures' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.facts')?.textContent?.includes('million'));
    expect(await page.locator('h1').textContent()).toBe('Figures');
    expect(await page.title()).toBe('Figures · Posenc');
    expect(await link.getAttribute('aria-current')).toBe('page');
    expect(await page.locator('#canvas').isVisible()).toBe(false);
    expect(page.url()).toMatch(/#v=2&length=64&dim=16&column=5&view=figures$/);
    await page.goBack();
    await page.locator('#canvas').waitFor();
    expect(await page.title()).toMatch(/^Posenc/);
    await page.reload();
    await page.waitForFunction(() => document.getElementById('cell-value')?.textContent);
    expect(await page.locator('#dim').inputValue()).toBe('16');
    await close();
  });

  test('a view that cannot be loaded says so, and loads when asked again', async () => {
    const { page, troubles, close } = await open('#length=64&dim=16');
    await page.route('**/view-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.locator('#stage').textContent()).toMatch(/^This view could not be shown: .*reload the page\./);
    await page.unroute('**/view-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.facts').waitFor();
    await close().catch(() => undefined);
    expect(troubles.length).toBeGreaterThan(0);
    troubles.length = 0;
  });
});

describe('fields', () => {
  test('every parameter has a control, and what is typed wrong a sentence beside it', async () => {
    const { page, close } = await open('#length=64&dim=16');
    await page.getByText('More parameters').click();
    await page.locator('#origin').fill('many');
    expect(await page.locator('#origin-error').textContent()).toMatch(/^invalid origin: “many” \(/);
    expect(await page.locator('#origin').inputValue()).toBe('many');
    await page.locator('#origin').fill('2');
    await page.locator('#valueScale').fill('3');
    await page.locator('#padding').fill('0');
    await linkHolds(page, 'origin=2&valueScale=3&padding=0');
    await page.locator('#padding').fill('');
    await page.waitForFunction(() => !location.hash.includes('padding'));
    await page.locator('#kind').selectOption('grid');
    expect(await page.locator('#base').count()).toBe(0);
    await page.locator('#axes').fill('3');
    expect(await page.locator('#cells').inputValue()).toBe('14,14,14');
    await close();
  });
});

describe('the navigation', () => {
  // Beside the rest, below it on one line or two, and one line that is pushed along on a phone.
  test.each([1440, 1000, 820, 700])('shows all views at a width of %d', async (width) => {
    const { page, close } = await open('', { viewport: { width, height: 900 } });
    const list = page.locator('#views');
    const [{ right }, hidden] = await list.evaluate(
      (node) =>
        [node.lastElementChild?.getBoundingClientRect() as DOMRect, node.scrollWidth - node.clientWidth] as const,
    );
    expect(hidden).toBe(0);
    expect(right).toBeLessThanOrEqual(width);
    await close();
  });

  test('stays in sight, but takes nothing of a low window', async () => {
    for (const [height, top] of [
      [900, 0],
      [450, -400],
    ] as const) {
      const { page, close } = await open('', { viewport: { width: 720, height } });
      await page.evaluate(() => scrollTo(0, 400));
      await settled(page);
      expect(await page.locator('.masthead').evaluate((node) => node.getBoundingClientRect().top)).toBe(top);
      await close();
    }
  });
});

describe('what stands behind “More parameters”', () => {
  const more = (page: Page): Promise<boolean> =>
    page.locator('#more').evaluate((details) => (details as HTMLDetailsElement).open);

  test('is said beside it, and pushes nothing down', async () => {
    const { page, close } = await open('#length=4096&dim=128&scaling.type=llama3&pairing=half');
    expect(await page.textContent('#more-said')).toBe(
      'scaling Llama 3, factor 8, original length 8,192, low frequency factor 1, high frequency factor 4, pairing of rotations half',
    );
    expect(await more(page)).toBe(false);
    await page.getByText('More parameters').click();
    await page.locator('#pairing').selectOption('adjacent');
    await page.locator('[id="scaling.type"]').selectOption('linear');
    expect(await page.textContent('#more-said')).toMatch(/^scaling linear, factor \d$/);
    await close();
  });

  test('is opened where something in it is wrong', async () => {
    const { page, close } = await open('#length=64&dim=16&scaling.type=linear&scaling.factor=-1');
    expect(await more(page)).toBe(true);
    expect(await page.locator('[id="scaling.factor-error"]').isVisible()).toBe(true);
    await close();
  });
});

describe('fields of large numbers', () => {
  test('show all digits', async () => {
    const { page, close } = await open('#start=-9007199254740000');
    await page.setViewportSize({ width: 1440, height: 900 });
    const hidden = await page.locator('#start').evaluate((input) => input.scrollWidth - input.clientWidth);
    expect(hidden).toBe(0);
    await close();
  });
});

describe('the notice of a link', () => {
  test('closed by key, the next Tab goes on behind it', async () => {
    const { page, close } = await open('#kind=nonsense&dim=-3');
    await page.locator('#notice-close').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#notice').isHidden()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('One-minute tour');
    await close();
  });
});

describe('known models', () => {
  test('one is chosen by key and is a link at once', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Known models' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.menu:popover-open button').first().waitFor();
    for (let k = 0; k < 4; k++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await linkHolds(page, 'length=1500&dim=1280&spacing=endpoint&layout=halves&odd=error');
    expect(await page.locator('.menu:popover-open').count()).toBe(0);
    expect(await page.textContent('#matrix-summary')).toMatch(/^Positions 0 to 1,499/);
    await close();
  });
});

describe('embeds', () => {
  test('show one view and a way to the whole page', async () => {
    const { page, close } = await open('#length=64&dim=16&theme=dark&embed=wavelengths');
    expect(await page.locator('#wavelengths-chart').isVisible()).toBe(true);
    for (const id of ['#canvas', '#controls', '.masthead', '#lead-text', '.texts', '.foot']) {
      expect([id, await page.locator(id).isVisible()]).toEqual([id, false]);
    }
    // The heading is there for those who hear the page.
    expect(await page.locator('#title').boundingBox()).toMatchObject({ width: 1, height: 1 });
    expect(await page.getByRole('link', { name: 'Open in Posenc' }).getAttribute('href')).toBe(
      './#v=2&length=64&dim=16&theme=dark&view=wavelengths',
    );
    await page.goto(`${inject('url')}?embed=matrix#length=64&dim=16`);
    await page.waitForFunction(() => document.getElementById('cell-value')?.textContent);
    expect(await page.locator('#canvas').isVisible()).toBe(true);
    expect(await page.locator('#wavelengths-chart').isVisible()).toBe(false);
    await close();
  });

  test('come from the menu as HTML', async () => {
    const { page, close } = await open('#length=64&dim=16');
    await openMenu(page, 'Share');
    const html = await page.getByLabel('Embed this view').inputValue();
    expect(html).toContain(`<iframe src="${inject('url')}#v=2&amp;length=64&amp;dim=16&amp;embed=matrix"`);
    expect(html).toContain('title="Posenc: matrix"');
    expect(await page.getByLabel('Code: JavaScript').inputValue()).toContain('posenc.encode(encoding, 64)');
    await close();
  });
});

describe('saving', () => {
  test('the .npy holds the package’s numbers, bit for bit', async () => {
    const { page, close } = await open('#length=3000&dim=48&layout=halves&start=7');
    const { name, bytes } = await saved(page, 'Table, .npy');
    expect(name).toBe('posenc-sinusoid-3000-from7-dim48-halves.npy');
    const begin = 10 + bytes.readUInt16LE(8);
    const { data } = (await createPosenc()).encode({ dim: 48, layout: 'halves' }, { start: 7, count: 3000 });
    expect(bytes.subarray(begin).equals(Buffer.from(data.buffer))).toBe(true);
    const tensors = await saved(page, 'Table, .safetensors');
    const length = Number(tensors.bytes.readBigUInt64LE(0));
    expect(JSON.parse(tensors.bytes.subarray(8, 8 + length).toString()).__metadata__).toMatchObject({ start: '7' });
    expect(tensors.bytes.subarray(8 + length).equals(Buffer.from(data.buffer))).toBe(true);
    await close();
  });

  test('pictures say their parameters', async () => {
    const { page, close } = await open('#length=64&dim=16');
    const png = await saved(page, 'Picture, .png');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.includes('kind=sinusoid length=64 dim=16')).toBe(true);
    expect(png.bytes.length).toBeGreaterThan(20_000);
    const chart = await saved(page, 'Chart, .svg');
    const parsed = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        error: root.querySelector('parsererror')?.textContent ?? '',
        desc: root.querySelector('desc')?.textContent,
      };
    }, chart.bytes.toString());
    expect(parsed).toMatchObject({ error: '', desc: expect.stringContaining('length=64 dim=16') });
    expect(chart.bytes.toString()).not.toContain('var(');
    await close();
  });

  test('a large export shows how far it is and can be stopped', async () => {
    const { page, close } = await open('#length=1000000&dim=400');
    // Without a way to the disk it is held in parts, and 1.6 GB takes a while.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await openMenu(page, 'Save');
    await page.getByRole('button', { name: 'Table, .npy' }).click();
    const bar = page.getByRole('progressbar', { name: 'Export' });
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Cancelled.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Table, \.npy/);
    expect(await bar.count()).toBe(0);
    await close();
  });

  test('one that is too large says so', async () => {
    const { page, close } = await open('#length=1000000000&dim=4000');
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await openMenu(page, 'Save');
    await page.getByRole('button', { name: 'Table, .npy' }).click();
    await page.getByText('this browser can save at most 2 GiB').waitFor();
    await close();
  });
});

test('without a network all of it works, once the page has been read', async () => {
  const { page, troubles, close } = await open('#length=64&dim=16', { serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
  const names = await page.evaluate(() => caches.keys());
  expect(names).toHaveLength(1);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.getElementById('cell-value')?.textContent);
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.locator('.facts').waitFor();
  await page.getByRole('link', { name: 'Matrix' }).click();
  await settled(page);
  const { bytes } = await saved(page, 'Table, .npy');
  expect(bytes.length).toBe(128 + 64 * 16 * 4);
  await page.context().setOffline(false);
  expect(troubles).toEqual([]);
  await close();
});
