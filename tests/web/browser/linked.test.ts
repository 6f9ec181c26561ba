import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bringWavelengths } from './acts.ts';
import { open, settled } from './session.ts';

/** Name and text of each line of the readout. */
const facts = (page: Page): Promise<Record<string, string>> =>
  page.$$eval('#cell-facts div', (lines) =>
    Object.fromEntries(lines.map((line) => [...line.children].map((part) => part.textContent))),
  );

const text = async (page: Page, selector: string): Promise<string> =>
  ((await page.textContent(selector)) ?? '').replace(/\s/g, '');

/** A point of the matrix with 64 rows of 8 pixels and 16 columns of 64. */
async function matrixPoint(page: Page, position: number, column: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('#canvas').boundingBox();
  if (!box) throw new Error('no canvas');
  return { x: box.x + column * 64 + 32, y: box.y + position * 8 + 4 };
}

const link = '#length=64&dim=16';

/** Where the marks of the pair's columns stand, in CSS pixels from the left of the canvas. */
const pointers = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const left = (document.getElementById('canvas') as HTMLElement).offsetLeft;
    return [...document.querySelectorAll('#matrix-marks .pointer')]
      .map((path) => Number(/M([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1]) + 4 - left)
      .sort((a, b) => a - b);
  });

describe('both views mark the same pair', () => {
  test('hovering over the matrix', async () => {
    const { page, close } = await open(link);
    await bringWavelengths(page);
    await page.locator('#canvas').scrollIntoViewIfNeeded();
    const { x, y } = await matrixPoint(page, 10, 5);
    await page.mouse.move(x, y);
    await settled(page);
    // Column 5 is the cosine of pair 2; 10000^(4/16) = 10, so the wavelength is 20 pi.
    expect(await facts(page)).toEqual({
      Position: '10',
      Column: '5 of 16',
      Pair: '2, its cosine',
      Partner: 'column 4',
      Wavelength: '62.8319 positions',
      'Turns so far': '0.159155',
    });
    expect(await text(page, '#cell-formula')).toBe('PE(10,5)=cos(10100002·2/16)');
    expect(await text(page, '#cell-value')).toBe('0.5403023058681398'); // cos(1)
    expect(await text(page, '#wavelength-formula')).toBe('λ=2π·100002·2/16≈62.8319');
    expect(await text(page, '#wavelengths-chart .mark-label')).toBe('pair2:62.83positions');
    expect(await pointers(page)).toEqual([4 * 64 + 32, 5 * 64 + 32]);
    await close();
  });

  test('hovering over the wavelengths', async () => {
    const { page, close } = await open(link);
    const chart = page.locator('#wavelengths-chart');
    await bringWavelengths(page);
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    const gutter = await page.$eval('#canvas', (canvas) => (canvas as HTMLElement).offsetLeft);
    if (!box) throw new Error('no chart');
    // Eight pairs share the width; the middle of the fifth eighth is pair 4.
    await page.mouse.move(box.x + gutter + (box.width - gutter) * (4.5 / 8), box.y + 100);
    await settled(page);
    expect(await facts(page)).toMatchObject({
      Pair: '4, its sine',
      Column: '8 of 16',
      Wavelength: '628.319 positions',
    });
    expect(await pointers(page)).toEqual([8 * 64 + 32, 9 * 64 + 32]);
    await close();
  });

  test('moving by key in the matrix, spoken', async () => {
    const { page, close } = await open(`${link}&position=10&column=5`);
    await bringWavelengths(page);
    await page.locator('#canvas').focus();
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await settled(page);
    expect(await facts(page)).toMatchObject({ Position: '21', Column: '3 of 16', Pair: '1, its cosine' });
    expect(await text(page, '#wavelengths-chart .mark-label')).toContain('pair1:');
    await page.waitForFunction(() => document.getElementById('spoken')?.textContent?.includes('21, column 3'));
    expect(await page.textContent('#spoken')).toMatch(/^Position 21, column 3: .*, cosine of pair 1\.$/);
    const value = Number((await text(page, '#cell-value')).replaceAll('−', '-'));
    expect(value).toBeCloseTo(Math.cos(21 / 10000 ** (2 / 16)), 14);
    await page.keyboard.press('Control+End');
    await settled(page);
    expect(await facts(page)).toMatchObject({ Position: '63', Column: '15 of 16' });
    await page.keyboard.press('Home');
    await settled(page);
    expect(await facts(page)).toMatchObject({ Position: '63', Column: '0 of 16' });
    await close();
  });

  test('moving by key along the wavelengths', async () => {
    const { page, close } = await open(`${link}&position=10&column=5`);
    await bringWavelengths(page);
    const chart = page.getByRole('slider', { name: 'Pair' });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await settled(page);
    expect(await facts(page)).toMatchObject({ Pair: '3, its cosine', Column: '7 of 16', Position: '10' });
    expect(await pointers(page)).toEqual([6 * 64 + 32, 7 * 64 + 32]);
    await page.keyboard.press('End');
    await settled(page);
    expect(await chart.getAttribute('aria-valuenow')).toBe('7');
    // 2 pi 10000^(14/16).
    expect(await chart.getAttribute('aria-valuetext')).toBe('pair 7: wavelength 19,869 positions, completes no turn');
    await close();
  });
});

test('the value is the float64 one, at any position', async () => {
  const { page, close } = await open('#length=1000&dim=16&start=9007199254739992&position=9007199254740991&column=0');
  // sin(2^53 - 1), from a computation with 80 digits.
  const value = Number((await text(page, '#cell-value')).replaceAll('−', '-'));
  expect(Math.abs(value - -0.013949324588032911)).toBeLessThan(1e-15);
  await close();
});

test('says in words which pairs complete no turn', async () => {
  const { page, close } = await open('#length=512&dim=128');
  await bringWavelengths(page);
  expect(await page.textContent('#turns')).toBe(
    '33 of 64 pairs never complete a turn within 512 positions: pairs 31 to 63.',
  );
  await page.locator('#length').fill('60000');
  expect(await page.textContent('#turns')).toBe('Each of the 64 pairs completes a turn within 60,000 positions.');
  await close();
});

test('zoomed out, the pixel’s own value stands beside that of the cell', async () => {
  const { page, close } = await open('#length=51200&dim=64&position=350&column=40');
  // Mean of sin(p / 10000^(40/64)) over 300 .. 399.
  let sum = 0;
  for (let p = 300; p < 400; p++) sum += Math.sin(p / 10000 ** (40 / 64));
  const shown = (await facts(page))['Pixel shows'] ?? '';
  expect(Number(shown.replace('−', '-'))).toBeCloseTo(sum / 100, 6);
  expect(await page.textContent('#sample-note')).toBe('A pixel is the exact mean of 100 positions × 1 column.');
  await close();
});

test('a column of zeros has no pair to mark', async () => {
  const { page, close } = await open('#length=64&dim=5&odd=zero&column=4');
  await bringWavelengths(page);
  expect(await facts(page)).toMatchObject({ Column: '4 of 5', Holds: 'zeros' });
  expect(await text(page, '#cell-value')).toBe('0');
  expect(await page.locator('#wavelengths-chart .mark-label').count()).toBe(0);
  await close();
});

describe('what a cell of another kind is', () => {
  const kinds: readonly (readonly [
    link: string,
    cell: string,
    value: string,
    facts: Record<string, string>,
    law: RegExp,
  ])[] = [
    [
      '#kind=alibi&heads=8&length=64&position=40&column=10',
      'bias(40,10)=−0.5·|40−10|',
      '−15',
      { Query: '40', 'Key − query': '−30' },
      /^bias\(i,j\)=−m·\|i−j\|$/,
    ],
    [
      '#kind=t5&length=64&position=3&column=10',
      'bucket(3,10)',
      '23',
      { Key: '10 of 64', 'Key − query': '7' },
      /^bucket\(r\)=8/,
    ],
    [
      '#kind=swin&position=6&column=9',
      'index(6,9)',
      '75',
      { 'Query’s cell': 'y 0, x 6', 'Key’s cell': 'y 1, x 2' },
      /^index/,
    ],
    // The class row, then row by row of 14.
    [
      '#kind=grid&classRows=1&position=24&column=0',
      'PE(24,0)',
      '0.8414709848078965',
      { Cell: 'y 1, x 9' },
      /^sin\(cb2i\/d\)cos/,
    ],
    ['#kind=learned&length=10&dim=4&rows=10&position=3&column=1', 'PE(3,1)', '', { Position: '3' }, /^PE\(p\)=W\[p\]$/],
  ];
  test.each(kinds)('%s', async (link, cell, value, expected, law) => {
    const { page, close } = await open(link);
    expect(await text(page, '#cell-formula')).toBe(cell);
    if (value !== '') expect(await text(page, '#cell-value')).toBe(value);
    expect(await facts(page)).toMatchObject(expected);
    await page.locator('#formula').scrollIntoViewIfNeeded();
    await page.locator('#law math').first().waitFor();
    expect(await text(page, '#law')).toMatch(law);
    expect(await page.locator('#law-turns').isVisible()).toBe(false);
    await close();
  });
});
