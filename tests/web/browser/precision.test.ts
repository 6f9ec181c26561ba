import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkHolds, open } from './session.ts';

const chart = '.precision .chart';

/** The error that the table shows for a format and a way. */
async function shown(page: Page, format: string, way: string): Promise<number> {
  const heads = await page.locator('.precision thead th').allTextContents();
  const row = page.locator('.precision tbody tr', { hasText: format }).first();
  const text = (await row.locator('th, td').nth(heads.indexOf(way)).textContent()) ?? '';
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const plain = text.replace(
    / × 10⁻(.+)$/,
    (_, power: string) => `e-${[...power].map((c) => digits.indexOf(c)).join('')}`,
  );
  return Number(plain);
}

const isAt = async (page: Page, position: string): Promise<void> => {
  await page.locator('.precision caption', { hasText: `at position ${position}` }).waitFor();
};

test('errors are those that were measured on the code that people run', async () => {
  const { page, close } = await open('#view=precision&dim=512&length=2000000&position=257');
  await isAt(page, '257');
  // The module of tatp22 in bfloat16 at 257: 1.1. Llama's frequencies in bfloat16: 0.33. A buffer that is cast: 0.0019.
  expect(await shown(page, 'bfloat16', 'all cast')).toBeCloseTo(1.1, 1);
  expect(await shown(page, 'bfloat16', 'frequencies cast')).toBeCloseTo(0.33, 1);
  expect(await shown(page, 'bfloat16', 'exact, cast')).toBeCloseTo(1.9e-3, 3);
  expect(await shown(page, 'float32', 'exact, cast')).toBeLessThan(3.1e-8);
  await page.goto(page.url().replace('position=257', 'position=1000000'));
  await isAt(page, '1,000,000');
  // 0.045 in PyTorch, whose float32 exponentials are off by a last bit of their own.
  const error = await shown(page, 'float32', 'float32 arithmetic');
  expect(error).toBeGreaterThan(0.75 * 0.045);
  expect(error).toBeLessThan(1.34 * 0.045);
  await close();
});

test('what becomes one: positions, and rows', async () => {
  const { page, close } = await open('#view=precision&length=2048&dim=64');
  const facts = page.locator('.precision dl');
  await facts.getByText('257 becomes 256').waitFor();
  await facts.getByText('641', { exact: true }).waitFor();
  await facts.getByText('row 257 equals row 256').waitFor();
  await page.getByRole('radio', { name: 'float16', exact: true }).check();
  await linkHolds(page, 'precision.format=float16');
  await facts.getByText('2,049 becomes 2,048').waitFor();
  await facts.getByText('row 2,049 equals row 2,048').waitFor();
  await page.getByRole('radio', { name: 'Exact, cast' }).check();
  await linkHolds(page, 'precision.way=cast');
  await facts.getByText('none among 4,200 rows from 0 on').waitFor();
  await page.reload();
  await facts.getByText('2,049 becomes 2,048').waitFor();
  await close();
});

test('by key: the position is that of all views inside the table, and its own beyond', async () => {
  const { page, close } = await open('#view=precision&length=1000&dim=64&position=100');
  await isAt(page, '100');
  await page.locator(chart).focus();
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'position=105');
  await isAt(page, '105');
  await page.keyboard.press('End');
  await linkHolds(page, 'precision.position=1000000000');
  await isAt(page, '1,000,000,000');
  await page.keyboard.press('Home');
  await isAt(page, '1');
  await page.waitForFunction(() => !location.hash.includes('precision.position'));
  await close();
});

test('the map speaks, and its mark is that of all views', async () => {
  const { page, close } = await open('#view=precision&length=64&dim=32&position=10&column=4');
  const map = page.getByRole('application', { name: /Errors of the cells/ });
  await page.locator('.precision .map rect.cell').waitFor();
  await map.focus();
  await page.keyboard.press('ArrowDown');
  await linkHolds(page, 'position=11');
  await page.waitForFunction(() =>
    document.getElementById('spoken')?.textContent?.startsWith('position 11, column 4: error '),
  );
  await close();
});

test('encodings that have no place here say why', async () => {
  const { page, close } = await open('#view=precision&kind=learned');
  await page.getByText('those of sinusoidal tables').waitFor();
  await close();
});

test('text in several streams is rounded as in one', async () => {
  const { page, close } = await open('#v=2&view=precision&dim=512&length=2000&position=257&sections=56,100,100');
  await isAt(page, '257');
  expect(await shown(page, 'bfloat16', 'all cast')).toBeCloseTo(1.1, 1);
  await close();
});

test('grids say that a row has several coordinates, and what to choose', async () => {
  for (const kind of ['kind=grid', 'kind=fourier']) {
    const { page, close } = await open(`#v=2&view=precision&${kind}`);
    await page.getByText('A row here stands for several coordinates').waitFor();
    await page.getByText('Choose the kind “Sinusoidal”').waitFor();
    await close();
  }
});

test('NaN has its reason: float16 ends at 65,504', async () => {
  const { page, close } = await open('#v=2&length=1000000000000&dim=64&view=precision&precision.format=float16');
  await page.getByText('NaN, not a number: float16 holds nothing above 65,504, so an angle became infinite').waitFor();
  expect(await shown(page, 'float16', 'all cast')).toBeNaN();
  await page.goto(page.url().replace('length=1000000000000', 'length=60000'));
  await isAt(page, '7,500');
  expect(await page.getByText('not a number').count()).toBe(0);
  await close();
});

test('the row is that of the mark, also before position 1', async () => {
  for (const [hash, position] of [
    ['length=1', '0'],
    ['start=-50&length=100', '−38'],
  ] as const) {
    const { page, close } = await open(`#v=2&view=precision&dim=64&${hash}`);
    await isAt(page, position);
    await page.getByText(`The chart begins at position 1, after the marked position ${position}.`).waitFor();
    await close();
  }
});
