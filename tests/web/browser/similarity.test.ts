import type { Page } from 'playwright-core';
import { createPosenc } from 'posenc';
import { describe, expect, test } from 'vitest';
import { saved } from './acts.ts';
import { linkHolds, open, settled } from './session.ts';

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

test('odd widths: the sine without its cosine counts, and it is said', async () => {
  /** PE(p) . PE(q) of the paper's law, whose last sine has no cosine. */
  const odd = (dim: number, p: number, q: number): string => {
    let sum = 0;
    for (let c = 0; c < dim; c++) {
      const w = 10000 ** (-(c - (c % 2)) / dim);
      sum += c % 2 === 0 ? Math.sin(p * w) * Math.sin(q * w) : Math.cos(p * w) * Math.cos(q * w);
    }
    return String(Number(sum.toPrecision(5))).replace('-', '−');
  };
  for (const [dim, position, known] of [
    [3, 500, '1.3167'],
    [127, 8000, '61.681'],
    [1, 12, '−0.22545'],
  ] as const) {
    expect(odd(dim, position, position + 1)).toBe(known);
    const { page, close } = await open(
      `#v=2&length=10000&dim=${dim}&position=${position}&offset=1&view=similarity&similarity.size=8`,
    );
    await summaryHolds(page, `dot product ${known}.`);
    await page.getByText('An odd width leaves a sine without its cosine').waitFor();
    await close();
  }
});

test('the words are of the rows shown: streams of text, a padding row out of sight, how far the curve falls', async () => {
  for (const hash of ['dim=16&length=100&sections=2,2,4', 'dim=16&length=100&start=2&padding=1']) {
    const { page, close } = await open(`#v=2&view=similarity&${hash}&position=20&offset=7`);
    await page.getByText('It is the same for every position').waitFor();
    await summaryHolds(page, `Positions 20 and 27: dot product ${String(Number(product(16, 7).toPrecision(5)))}.`);
    await close();
  }
  const { page, close } = await open('#v=2&view=similarity&dim=128&length=512');
  const last = Number(product(128, 511).toPrecision(4));
  await page
    .getByText(`here 64 at distance 0, 62.09 at distance 1 and ${last} at distance 511, the last one`)
    .waitFor();
  await close();
});

test('labels of far positions are whole: what is added to them is said', async () => {
  for (const [width, view, hash, added] of [
    [1280, 'similarity', 'start=9007199254740000&length=500', 'j (add 9,007,199,254,740,000 to i and j)'],
    [375, 'similarity', 'start=9007199254740000&length=500', 'j (add 9,007,199,254,740,000 to i and j)'],
    [1280, 'precision', 'start=12500000000&length=500', 'column (add 12,500,000,000 to position)'],
    [1280, 'precision', 'length=1000000000000', 'column'],
    [1280, 'precision', 'start=1000000000000&length=5000000', 'column (add 1,000,000,000,000 to position)'],
  ] as const) {
    const { page, close } = await open(`#v=2&dim=64&view=${view}&${hash}`, { viewport: { width, height: 900 } });
    await page.locator('.heatmap .axis-name').getByText(added, { exact: true }).waitFor();
    await settled(page);
    const cut = await page.locator('.heatmap').evaluate((map) => {
      const box = map.getBoundingClientRect();
      return Array.from(map.querySelectorAll('text'))
        .filter((text) => {
          const { left, right } = text.getBoundingClientRect();
          return left < box.left - 0.5 || right > box.right + 0.5;
        })
        .map((text) => text.textContent);
    });
    expect([width, hash, cut]).toEqual([width, hash, []]);
    await close();
  }
});
