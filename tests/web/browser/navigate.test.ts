import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { phone, tap, touch } from './acts.ts';
import { linkHolds, open, settled } from './session.ts';

/** A point of the canvas from its top left corner, in view. */
async function at(page: Page, x: number, y: number): Promise<[number, number]> {
  await page.locator('#canvas').scrollIntoViewIfNeeded();
  const box = await page.locator('#canvas').boundingBox();
  if (!box) throw new Error('no canvas');
  // Whole pixels: browsers round the place of some events and not of others.
  return [Math.ceil(box.x) + x, Math.ceil(box.y) + y];
}

const fact = async (page: Page, name: string): Promise<string> =>
  (await page.locator('#cell-facts div', { hasText: name }).first().locator('dd').textContent()) ?? '';

/** Parts of the link, once the address has caught up with the state. */
async function view(page: Page): Promise<{ top: number; rowpx: string; left: number; colpx: string }> {
  await settled(page);
  await page.waitForTimeout(300);
  const params = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const number = (name: string): number => Number(params.get(name));
  return {
    top: number('top'),
    rowpx: params.get('rowpx') ?? 'all',
    left: number('left'),
    colpx: params.get('colpx') ?? 'all',
  };
}

const start = '#length=100000&dim=4096&top=40000&rowpx=1&left=1000&colpx=1';

describe('by wheel', () => {
  test('with Ctrl it zooms about the pointer', async () => {
    const { page, close } = await open(start);
    await page.mouse.move(...(await at(page, 600, 200)));
    await settled(page);
    expect([await fact(page, 'Position'), await fact(page, 'Column')]).toEqual(['40,200', '1,600 of 4,096']);
    await page.keyboard.down('Control');
    for (let k = 0; k < 6; k++) await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    const seen = await view(page);
    const zoom = Number(seen.rowpx);
    expect(zoom).toBeGreaterThan(4);
    expect(seen.colpx).toBe(seen.rowpx);
    // The first pixel of the cell that was under the pointer is still there.
    expect(Math.floor(seen.top + 200 / zoom + 1e-3)).toBe(40_200);
    expect(Math.floor(seen.left + 600 / zoom + 1e-3)).toBe(1600);
    await close();
  });

  test('without, it scrolls the page and says how to zoom', async () => {
    const { page, close } = await open(start);
    await page.mouse.move(...(await at(page, 600, 200)));
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 200);
    await page.waitForFunction((y) => scrollY > y, before);
    expect(await page.locator('#wheel-hint').isVisible()).toBe(true);
    expect((await view(page)).rowpx).toBe('1');
    await close();
  });

  test('on the focused matrix it zooms, with Shift the columns alone, with Alt the positions alone', async () => {
    const { page, close } = await open(start);
    await page.mouse.click(...(await at(page, 600, 200)));
    await page.mouse.wheel(0, -400);
    const both = await view(page);
    expect([both.rowpx === '1', both.colpx === '1']).toEqual([false, false]);
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Shift');
    const columns = await view(page);
    expect(columns.rowpx).toBe(both.rowpx);
    expect(Number(columns.colpx)).toBeGreaterThan(Number(both.colpx));
    await page.keyboard.down('Alt');
    await page.mouse.wheel(0, 400);
    await page.keyboard.up('Alt');
    const rows = await view(page);
    expect(rows.colpx).toBe(columns.colpx);
    expect(rows.rowpx).not.toBe(both.rowpx);
    await close();
  });

  test('zooming out ends at all of it, and then the page scrolls', async () => {
    const { page, close } = await open('#length=5000&dim=64&top=10&rowpx=2&left=0&colpx=64');
    await page.mouse.click(...(await at(page, 300, 200)));
    for (let k = 0; k < 20; k++) await page.mouse.wheel(0, 300);
    expect(await view(page)).toEqual({ top: 0, rowpx: 'all', left: 0, colpx: 'all' });
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.move(...(await at(page, 300, 200)));
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 100);
    await page.waitForFunction((y) => scrollY > y, before);
    await close();
  });
});

test('by dragging: the matrix follows the pointer, and stops at its ends', async () => {
  const { page, close } = await open(start);
  const [x, y] = await at(page, 600, 200);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 50, y - 30, { steps: 3 });
  await page.mouse.up();
  expect(await view(page)).toEqual({ top: 40_030, rowpx: '1', left: 1050, colpx: '1' });
  await page.mouse.move(x - 300, y);
  await page.mouse.down();
  await page.mouse.move(x + 400, y, { steps: 2 });
  await page.mouse.up();
  await page.mouse.move(x - 300, y);
  await page.mouse.down();
  await page.mouse.move(x + 400, y, { steps: 2 });
  await page.mouse.up();
  expect((await view(page)).left).toBe(0);
  await close();
});

test('by key: + and - about the mark, 0 for all, arrows take the view along', async () => {
  const { page, close } = await open(`${start}&position=40100&column=1200`);
  await page.locator('#canvas').focus();
  await page.keyboard.press('+');
  const zoomed = await view(page);
  expect([zoomed.rowpx, zoomed.colpx]).toEqual(['2', '2']);
  expect([zoomed.top, zoomed.left]).toEqual([40_050, 1100]);
  for (let k = 0; k < 12; k++) await page.keyboard.press('Shift+ArrowUp');
  expect((await view(page)).top).toBe(39_980);
  await page.keyboard.press('-');
  expect((await view(page)).rowpx).toBe('1');
  await page.keyboard.press('0');
  expect(await view(page)).toEqual({ top: 0, rowpx: 'all', left: 0, colpx: 'all' });
  // One step on a matrix that is zoomed out is one pixel: 196 positions of 100,000 in 512.
  await page.keyboard.press('ArrowDown');
  expect(Number((await fact(page, 'Position')).replace(',', '')) % 196).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await close();
});

test('by button: each axis alone, one to one, all', async () => {
  const { page, close } = await open('#length=1000000&dim=64');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Zoom in, positions');
  const rows = await view(page);
  expect([rows.rowpx, rows.colpx]).toEqual(['1/977', 'all']);
  await press('Zoom in, columns');
  expect((await view(page)).colpx).toBe('32');
  await press('1 : 1');
  // 64 columns fit many times, so they stay at all of it.
  expect(await view(page)).toMatchObject({ rowpx: '1', colpx: 'all' });
  await press('Fit');
  expect(await view(page)).toMatchObject({ rowpx: 'all', colpx: 'all' });
  await close();
});

describe('by touch', () => {
  test('a pinch zooms about the fingers', async () => {
    const { page, close } = await open('#length=100000&dim=4096&top=40000&rowpx=2&left=1000&colpx=2', phone);
    const [x, y] = await at(page, 150, 120);
    await touch(page, [
      [
        [x - 20, y - 20],
        [x + 20, y + 20],
      ],
      [
        [x - 40, y - 40],
        [x + 40, y + 40],
      ],
      [
        [x - 60, y - 60],
        [x + 60, y + 60],
      ],
    ]);
    const seen = await view(page);
    expect([seen.rowpx, seen.colpx]).toEqual(['6', '6']);
    // (150, 120) is device pixel (300, 240), which held column 1150 and position 40,120.
    // The canvas may begin between two device pixels, and a position was two of them high.
    expect(seen.left + 300 / 6).toBeCloseTo(1150, 0);
    expect(seen.top + 240 / 6).toBeCloseTo(40_120, 0);
    await close();
  });

  test('a pinch along one axis zooms that axis alone', async () => {
    const { page, close } = await open('#length=100000&dim=4096&top=40000&rowpx=2&left=1000&colpx=2', phone);
    const [x, y] = await at(page, 150, 120);
    await touch(page, [
      [
        [x - 20, y],
        [x + 20, y],
      ],
      [
        [x - 40, y],
        [x + 40, y],
      ],
    ]);
    expect(await view(page)).toMatchObject({ rowpx: '2', colpx: '4' });
    await close();
  });

  test('two fingers pan, one finger down scrolls the page, a tap marks', async () => {
    const { page, close } = await open('#length=100000&dim=4096&top=40000&rowpx=2&left=1000&colpx=2', phone);
    let [x, y] = await at(page, 150, 120);
    await touch(page, [
      [
        [x, y],
        [x + 60, y + 60],
      ],
      [
        [x - 30, y - 20],
        [x + 30, y + 40],
      ],
    ]);
    expect(await view(page)).toMatchObject({ top: 40_020, rowpx: '2', left: 1030, colpx: '2' });

    [x, y] = await at(page, 150, 120);
    await tap(page, x, y);
    // A position is two device pixels high, and the canvas may begin between two.
    expect(await fact(page, 'Position')).toMatch(/^40,14[01]$/);
    expect(await fact(page, 'Column')).toBe('1,180 of 4,096');

    const before = await page.evaluate(() => scrollY);
    await touch(page, [[[x, y]], [[x, y - 30]], [[x, y - 80]], [[x, y - 120]]]);
    await page.waitForFunction((was) => scrollY > was + 40, before);
    expect((await view(page)).top).toBe(40_020);
    await close();
  });
});

test('a skip link leads to the content and leaves the address alone', async () => {
  const { page, close } = await open('#length=64&dim=16');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.keyboard.press('ArrowDown');
  await page.locator('#dim').fill('18');
  await linkHolds(page, 'dim=18');
  await close();
});
