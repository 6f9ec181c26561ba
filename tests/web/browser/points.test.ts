/**
 * What a visitor can do, point by point, and the files that prove it; what belongs to no single view is proven below.
 *
 * | point | as a person does it |
 * |---|---|
 * | 1. come in | tour: the guided minute by key, pointer and finger, the state given back; shell: known models by key, embeds alone and from the menu |
 * | 2. explore | linked, waves, similarity: one cursor by pointer and key; picture: exact pixels; navigate: wheel, drag, keys, buttons, pinch; here: bands of a scaling |
 * | 3. order | order: words moved by pointer, key and finger; 0 without, not 0 with |
 * | 4. sines | sines: four ways, hands, counter |
 * | 5. precision | precision: errors, what becomes one, the map |
 * | 6. images | images: channels, similar patches, resizing |
 * | 7. time | time: pasted, dropped, refused |
 * | 8. own tables | check: dropped, chosen, pasted, refused, configs; here: every format that is accepted |
 * | 9. take along | shell: .npy and .safetensors bit for bit, cancel, too large; here: CSV, PNG of every view, SVG of every chart; state: reload and broken links |
 * | 10. read | linked: formulas with the current numbers; here: the figures of this very page |
 * | everywhere | audit: axe; page: policy, first load, widths; shell: without a network; session: no other host, no error in the console |
 */

import { createPosenc } from 'posenc';
import { writeNpy, writeSafetensors } from 'posenc/files';
import { describe, expect, test } from 'vitest';
import { csvLines, dropFile, openMenu, saved } from './acts.ts';
import { open, settled } from './session.ts';

test('bands of a scaling: kept, blended and stretched pairs in words', async () => {
  const { page, close } = await open();
  await openMenu(page, 'Known models');
  await page.getByRole('button', { name: /^Llama 3\.1/ }).click();
  // Of 64 pairs, those up to a wavelength of 8192 / 4 stay, those from 8192 on are 8 times as long.
  const pair = (wavelength: number): number => (64 * Math.log(wavelength / (2 * Math.PI))) / Math.log(500_000);
  const [kept, stretched] = [Math.floor(pair(8192 / 4)), Math.ceil(pair(8192))];
  await page
    .locator('#wavelengths')
    .getByText(
      new RegExp(
        `keeps pairs 0 to ${kept}, blends pairs ${kept + 1} to ${stretched - 1} \\(.*\\) and stretches pairs ${stretched} to 63 \\(wavelength × 8\\)`,
      ),
    )
    .waitFor();
  await close();
});

describe('own tables', () => {
  test('in every format that is accepted', async () => {
    const posenc = await createPosenc();
    const table = posenc.encode({ dim: 8 }, 20);
    const rows = Array.from({ length: 20 }, (_, r) => [...table.data.subarray(8 * r, 8 * r + 8)]);
    const text = (separator: string): string => rows.map((row) => row.join(separator)).join('\n');
    const files: [string, Uint8Array | string][] = [
      ['a.npy', writeNpy(table)],
      ['b.safetensors', writeSafetensors({ wpe: table })],
      ['c.csv', text(',')],
      ['d.tsv', text('\t')],
      ['e.txt', text(' ')],
    ];
    const { page, close } = await open('#length=64&dim=16&view=check');
    for (const [name, bytes] of files) {
      await dropFile(page, name, bytes);
      await page.locator('.check-result h2', { hasText: name }).waitFor();
      expect([name, await page.locator('.facts').textContent()]).toEqual([name, expect.stringContaining('[20, 8]')]);
      expect([name, await page.locator('.verdict').textContent()]).toEqual([
        name,
        expect.stringMatching(/^Explained exactly/),
      ]);
    }
    await close();
  });
});

describe('saving', () => {
  test('the .csv reads back as the package’s numbers', async () => {
    const { page, close } = await open('#length=30&dim=6&base=100&start=5');
    const { bytes } = await saved(page, 'Table, .csv');
    const numbers = csvLines(bytes)
      .filter((line) => /^[-\d]/.test(line))
      .map((line) => line.split(',').map(Number));
    const { data } = (await createPosenc()).encode({ dim: 6, base: 100 }, { start: 5, count: 30 });
    expect(numbers.flatMap((row) => row.slice(-6)).map(Math.fround)).toEqual([...data].map((value) => value + 0));
    await close();
  });

  const grid = '#kind=grid&cells=9,16&axes=2';
  test.each([
    ['matrix', '#length=64&dim=16', '#canvas'],
    ['waves', '#length=64&dim=16&view=waves', '.main-waves path'],
    ['similarity', '#length=64&dim=16&view=similarity', '.similarity .chart path'],
    ['order', '#view=order', '.order .notes'],
    ['sines', '#view=sines', '.sines .notes'],
    ['precision', '#view=precision', '.precision .chart path'],
    ['images', `${grid}&view=images`, '.images-figure canvas'],
    ['time', '#length=64&dim=16&view=time', '.time-map canvas'],
    ['check', '#length=64&dim=16&view=check&check.example=bfloat16', '.difference-map canvas'],
  ])('pictures of the view “%s” say their parameters', async (_, hash, seen) => {
    const { page, close } = await open(hash);
    await page.locator(seen).first().waitFor();
    await settled(page);
    const picture = await saved(page, 'Picture, .png');
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.bytes.includes('Posenc')).toBe(true);
    const [width, height] = [picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)];
    expect([width > 600, height > 200]).toEqual([true, true]);

    await openMenu(page, 'Save');
    const charts = await page.locator('.menu:popover-open button', { hasText: ', .svg' }).allTextContents();
    await page.keyboard.press('Escape');
    for (const chart of charts) {
      const text = (await saved(page, chart)).bytes.toString();
      const parsed = await page.evaluate((source) => {
        const root = new DOMParser().parseFromString(source, 'image/svg+xml');
        return [root.querySelector('parsererror')?.textContent ?? '', root.querySelectorAll('desc').length];
      }, text);
      expect([chart, ...parsed, text.includes('var(')]).toEqual([chart, '', 1, false]);
    }
    await close();
  });
});

test('the figures of this very page: SIMD, speed, error against truth', async () => {
  const { page, close } = await open('#view=figures');
  const figure = (name: string) => page.locator('.facts div', { hasText: name }).locator('dd');
  await page.locator('.facts', { hasText: 'million' }).waitFor();
  expect(await figure('SIMD').textContent()).toMatch(/^on/);
  const values = (await figure('Values a second').textContent()) ?? '';
  expect(Number.parseFloat(values.replaceAll(',', ''))).toBeGreaterThan(10);
  expect(await figure('Largest error').textContent()).toMatch(/^(0|\d(\.\d+)? × 10⁻¹[⁵⁶⁷⁸⁹])$/);
  await close();
});
