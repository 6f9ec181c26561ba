/** Images: channels, similar patches, resizing. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkHolds, open, settled } from './session.ts';

const grid = '#kind=grid&cells=9,16&axes=2&axes.0.layout=halves&axes.1.layout=halves&view=images';

const caption = async (page: Page, k: number): Promise<string> =>
  (await page.locator('.images-split .note').nth(k).textContent()) ?? '';

test('channels of a grid that is not square, chosen by key, by pointer and by number', async () => {
  const { page, close } = await open(grid);
  const canvas = page.getByLabel('Channels: arrows choose one');
  await canvas.waitFor();
  expect(await caption(page, 0)).toBe('All 128 channels, in their order.');
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'images.channel=1');
  expect(await caption(page, 1)).toMatch(/^Channel 1 of 128 depends on y alone\./);
  await page.keyboard.press('End');
  await linkHolds(page, 'images.channel=127');
  expect(await caption(page, 1)).toMatch(/^Channel 127 of 128 depends on x alone\./);
  const box = await canvas.boundingBox();
  if (!box) throw new Error();
  await page.mouse.click(box.x + 4, box.y + 4);
  await page.waitForFunction(() => !location.hash.includes('images.channel'));
  await page.locator('#images-channel').fill('64');
  // sin of the fastest pair at x 3, whose columns begin at 64.
  await page.getByLabel('The chosen channel').focus();
  await page.keyboard.press('Home');
  for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
  await settled(page);
  expect(await caption(page, 1)).toMatch(/x 3: 0\.14112\.$/);
  await close();
});

test('similar patches: one marked patch on all pictures, and parts of x and y', async () => {
  const { page, close } = await open(`${grid}&position=0`);
  const tiles = page.getByLabel('Similarity of each patch to all');
  await tiles.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'position=17');
  expect(await caption(page, 3)).toMatch(
    /^Patch y 1, x 1 to itself 1, to the next in its row (0\.9\d+), to the next in its column \1\.$/,
  );
  await page.getByRole('radio', { name: 'Channels of y' }).check();
  await linkHolds(page, 'images.part=y');
  expect(await caption(page, 3)).toMatch(/to itself 1, to the next in its row 1, to the next in its column 0\.9/);
  await close();
});

test('resizing: own sizes and channel, a table or the encoding against the exact one', async () => {
  const { page, close } = await open(grid);
  const titles = page.locator('.images-figure h3');
  await titles.nth(4).waitFor();
  expect(await titles.allTextContents()).toEqual([
    'Before',
    'Bicubic',
    'Bicubic, antialiased',
    'Bilinear',
    'Bilinear, antialiased',
  ]);
  await page.locator('#images-to').fill('7,5');
  await linkHolds(page, 'images.to=7,5');
  await page.waitForFunction(() =>
    document.querySelectorAll('.images-figure .note')[4]?.textContent?.startsWith('7 × 5'),
  );
  await page.locator('#images-to').fill('7');
  expect(await page.locator('#images-to-error').textContent()).toBe('Two numbers are needed: rows, columns.');
  await page.locator('#images-to').fill('7,500');
  expect(await page.locator('#images-to-error').textContent()).toMatch(/from 1 to 64/);
  await page.getByRole('radio', { name: 'This encoding' }).check();
  await titles.nth(5).waitFor();
  expect(await titles.nth(5).textContent()).toBe('Computed anew');
  expect(await page.locator('.images-figure .note').nth(1).textContent()).toMatch(/off by up to [12]/);
  await close();
});

test('of known models: a Swin index and a bias are named as what they are, ViT-B/16 is seen in its grid', async () => {
  const { page, close } = await open('#kind=swin&window=7,7&view=images');
  const said = page.locator('.images-empty p').first();
  expect(await said.textContent()).toMatch(/^A Swin index names the bias of each pair of cells of a window/);
  await page.locator('#kind').selectOption('t5');
  await page.getByText('This encoding is a bias between two positions').waitFor();
  await page.getByRole('button', { name: 'ViT-B/16, 14 × 14' }).click();
  await page.getByLabel('Channels: arrows choose one').waitFor();
  await linkHolds(page, 'kind=learned&length=197&dim=768&rows=197');
  expect(await page.locator('.images-words').first().textContent()).toMatch(/before training no channel knows the row/);
  expect(await caption(page, 1)).toMatch(/^Channel 0 of 768 depends on both\./);
  // Patch y 1, x 1 stands at position 16, after the class token and a row of 14.
  await page.getByLabel('Similarity of each patch to all').focus();
  await page.keyboard.press('Home');
  await linkHolds(page, 'position=1');
  await page.locator('#length').fill('100');
  await page.getByText('Channel 0 of 768').waitFor();
  await page.locator('#length').fill('99');
  await page.getByText('99 learned rows are no square of patches').waitFor();
  await close();
});

test('without a grid: a sentence, and grids to begin with', async () => {
  const { page, close } = await open('#length=64&dim=16&view=images');
  expect(await page.locator('.images-empty p').first().textContent()).toMatch(/a patch of an image has two/);
  await page.getByRole('button', { name: 'MoCo v3, 12 × 20' }).click();
  await linkHolds(page, 'cells=12,20');
  await page.getByLabel('Channels: arrows choose one').waitFor();
  await page.locator('#kind').selectOption('alibi');
  await page.waitForFunction(() => !document.querySelector('.mosaic'));
  expect(await page.locator('.images-figure').count()).toBe(5);
  await close();
});
