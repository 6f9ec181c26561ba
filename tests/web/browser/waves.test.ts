import type { Page } from 'playwright-core';
import { createPosenc } from 'posenc';
import { describe, expect, test } from 'vitest';
import { linkHolds, open, settled } from './session.ts';

const chart = '.main-waves';

const chips = (page: Page): Promise<string[]> =>
  page.locator('.waves .chips button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

/** Vertical places of a drawn wave: the numbers of its path. */
async function places(page: Page, kind: string): Promise<[number, number][]> {
  const path = (await page.locator(`${chart} path.${kind}`).first().getAttribute('d')) ?? '';
  return [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test('the waves of chosen pairs stand for the package’s values', async () => {
  const { page, close } = await open('#view=waves&length=40&dim=16&waves.pairs=1&waves.arrange=together&column=2');
  await page.locator(`${chart} circle.series-0`).first().waitFor();
  const dots = await page
    .locator(`${chart} circle.series-0`)
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('cy'))));
  expect(dots).toHaveLength(40);
  const { data } = (await createPosenc()).encode({ dim: 16 }, 40, { dtype: 'float64' });
  // The axis is linear: two values give the scale, and all others must fit it.
  const values = dots.map((_, k) => data[k * 16 + 2] as number);
  const [high, low] = [values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values))];
  const slope = ((dots[high] as number) - (dots[low] as number)) / ((values[high] as number) - (values[low] as number));
  dots.forEach((y, k) => {
    expect(y).toBeCloseTo((dots[low] as number) + slope * ((values[k] as number) - (values[low] as number)), 1);
  });
  await close();
});

test('a million positions: each pixel spans what occurs, with no pattern of its own', async () => {
  const { page, close } = await open(
    '#view=waves&length=1000000&dim=16&waves.pairs=0,7&waves.arrange=together&column=0',
  );
  await page.locator(`${chart} path.series-1`).waitFor();
  const fast = await places(page, 'series-0');
  const heights = fast.map(([, y]) => y);
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  // The fastest pair reaches both ends within every pixel.
  const near = heights.filter((y) => y - top < 0.6 || bottom - y < 0.6);
  expect(near).toHaveLength(heights.length);
  await close();
});

test('pairs by list: what cannot be is said beside it, and the link holds what can', async () => {
  const { page, close } = await open('#view=waves&length=512&dim=64');
  const field = page.getByLabel('Pairs', { exact: true });
  await field.fill('3, 99');
  await page.getByText('invalid pair: 99 (whole numbers from 0 to 31)').waitFor();
  await field.fill('3, x');
  await page.getByText('invalid pairs: “3, x”').waitFor();
  await field.fill('3, 12');
  await linkHolds(page, 'waves.pairs=3');
  expect((await chips(page)).slice(0, 2)).toEqual([
    expect.stringMatching(/^Remove pair 3, /),
    expect.stringMatching(/^Remove pair 12, /),
  ]);
  await page.reload();
  await page.locator(`${chart} path.series-1`).first().waitFor();
  expect((await chips(page)).filter((name) => name.startsWith('Remove'))).toHaveLength(2);
  await close();
});

describe('pairs by the wavelengths', () => {
  test('a click adds, another one takes away', async () => {
    const { page, close } = await open('#view=waves&length=512&dim=64&waves.pairs=3');
    const box = await page.locator('.picker').boundingBox();
    if (!box) throw new Error('no picker');
    await page.locator('.picker').click({ position: { x: box.width - 10, y: 100 } });
    await linkHolds(page, 'waves.pairs=3,31');
    await page.locator('.picker').click({ position: { x: box.width - 10, y: 100 } });
    await page.waitForFunction(() => !location.hash.includes('3,31'));
    await close();
  });

  test('by key: arrows mark a pair in all views, Enter keeps its wave', async () => {
    const { page, close } = await open('#view=waves&length=512&dim=64&waves.pairs=3&column=8');
    await page.locator('.picker').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await linkHolds(page, 'waves.pairs=3,5');
    await linkHolds(page, 'column=10');
    expect(await page.locator('.picker').getAttribute('aria-valuetext')).toMatch(/^pair 5: /);
    await close();
  });

  test('a chip takes its wave away, and the focus stays among them', async () => {
    const { page, close } = await open('#view=waves&length=512&dim=64&waves.pairs=3,5,9&column=6');
    await page.getByRole('button', { name: /^Remove pair 5/ }).click();
    await linkHolds(page, 'waves.pairs=3,9');
    expect(await page.evaluate(() => document.activeElement?.closest('.chips') !== null)).toBe(true);
    await close();
  });
});

describe('positions', () => {
  test('the mark is the one of all views', async () => {
    const { page, close } = await open('#view=waves&length=512&dim=64&position=100&column=6&waves.pairs=3');
    const slider = page.locator(chart);
    const { data } = (await createPosenc()).encode({ dim: 64 }, { start: 100, count: 1 }, { dtype: 'float64' });
    expect(await slider.getAttribute('aria-valuetext')).toBe(
      `position 100, pair 3: sin ${Number((data[6] as number).toPrecision(4))}`.replace('-', '−'),
    );
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await linkHolds(page, 'position=101');
    await page.getByRole('link', { name: 'Matrix' }).click();
    await page.locator('#cell-facts', { hasText: '101' }).waitFor();
    await close();
  });

  test('zoomed as the matrix is, by buttons and keys', async () => {
    const { page, close } = await open('#view=waves&length=4096&dim=64');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await linkHolds(page, 'rowpx=');
    await page.locator(chart).focus();
    for (let k = 0; k < 6; k++) await page.keyboard.press('+');
    await settled(page);
    const ticks = await page.locator(`${chart} .back .tick text`).allTextContents();
    expect(ticks.some((tick) => /^\d{3}$/.test(tick))).toBe(true);
    await page.keyboard.press('0');
    await page.waitForFunction(() => !location.hash.includes('rowpx='));
    await close();
  });
});

test('tables of other kinds have columns, biases say why they have none', async () => {
  const { page, close } = await open('#view=waves');
  await page.getByLabel('Kind').selectOption('learned');
  await page.getByLabel('Columns', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Remove column 0/ }).waitFor();
  await page.getByLabel('Kind').selectOption('alibi');
  await page.getByText('Biases have no columns of their own').waitFor();
  await close();
});
