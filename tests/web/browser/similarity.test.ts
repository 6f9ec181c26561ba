import type { Page } from 'playwright-core';
import { createPosenc } from 'posenc';
import { describe, expect, test } from 'vitest';
import { saved } from './acts.ts';
import { linkHolds, open } from './session.ts';

const chart = '.similarity .chart';

const summaryHolds = async (page: Page, text: string): Promise<void> => {
  await page.locator('.similarity .summary', { hasText: text }).waitFor();
};

/** PE(p) . PE(p + k) of the paper's law, from the law itself. */
const product = (dim: number, k: number): number =>
  Array.from({ length: dim / 2 }, (_, i) => Math.cos(k * 10000 ** ((-2 * i) / dim))).reduce((a, b) => a + b, 0);

test('against the distance: the sum of cosines, for every position', async () => {
  const { page, close } = await open('#view=similarity&length=300&dim=32&offset=7&position=20');
  const expected = String(Number(product(32, 7).toPrecision(5)));
  await summaryHolds(page, `Positions 20 and 27: dot product ${expected}.`);
  await page.getByRole('radio', { name: 'Cosine' }).check();
  await linkHolds(page, 'similarity.measure=cosine');
  await summaryHolds(page, `cosine ${Number((product(32, 7) / 16).toPrecision(5))}.`);
  await page.reload();
  await summaryHolds(page, `cosine ${Number((product(32, 7) / 16).toPrecision(5))}.`);
  await close();
});

test('the offset is shared: by key on the chart and in the matrix', async () => {
  const { page, close } = await open('#view=similarity&length=300&dim=32&position=100');
  await page.locator(chart).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'offset=3');
  await summaryHolds(page, 'Positions 100 and 103');
  const map = page.getByRole('application', { name: /Similarities of positions/ });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'offset=4');
  await page.keyboard.press('ArrowDown');
  await linkHolds(page, 'position=101');
  await linkHolds(page, 'offset=3');
  await page.waitForFunction(() => document.getElementById('spoken')?.textContent?.startsWith('positions 101 and 104'));
  await close();
});

test('saved numbers are the package’s', async () => {
  const { page, close } = await open('#view=similarity&length=50&dim=16&similarity.size=4');
  await summaryHolds(page, 'dot product');
  const { bytes } = await saved(page, 'Numbers “similarity”, .csv');
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => /^[\d-]/.test(line));
  expect(lines).toHaveLength(50);
  const { data } = (await createPosenc()).similarity({ dim: 16 }, 50);
  lines.forEach((line, k) => {
    expect(line.trim().split(',').map(Number)).toEqual([k, data[k]]);
  });
  await close();
});

describe('other kinds', () => {
  test('learned rows: dot products of the rows themselves, around the marked position', async () => {
    const { page, close } = await open('#view=similarity&kind=learned&dim=16&rows=64&length=64&position=10&offset=-3');
    const posenc = await createPosenc();
    const { data } = posenc.encode({ kind: 'learned', dim: 16, length: 64 }, 64, { dtype: 'float64' });
    let sum = 0;
    for (let c = 0; c < 16; c++) sum += (data[10 * 16 + c] as number) * (data[7 * 16 + c] as number);
    await summaryHolds(page, `Positions 10 and 7: dot product ${String(Number(sum.toPrecision(5))).replace('-', '−')}`);
    await page.getByText('the curve is that of the marked position').waitFor();
    await close();
  });

  test('a bias says why there is nothing to compare', async () => {
    const { page, close } = await open('#view=similarity&kind=alibi');
    await page.getByText('no rows to compare').waitFor();
    await close();
  });
});

test('a million positions answer at once; refused options are said', async () => {
  const { page, close } = await open('#view=similarity&length=1000000&dim=512');
  await page.getByText('Distances up to 4,096 of 999,999.').waitFor();
  await page.getByLabel('Distances up to').fill('100000');
  await page.getByText('invalid distances up to: “100000” (a whole number from 1 to 65536)').waitFor();
  await page.getByLabel('Distances up to').fill('20000');
  await linkHolds(page, 'similarity.reach=20000');
  await page.getByText('Distances up to 20,000 of 999,999.').waitFor();
  await close();
});
