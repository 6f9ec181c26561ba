/** Word order and the matrix with encodings that are not added: rotations, and biases of one head or another. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './audit.ts';
import { linkHolds, open, settled } from './session.ts';

const ready = (page: Page): Promise<void> => page.locator('.order .notes').waitFor();
const changes = async (page: Page): Promise<string[]> => {
  await settled(page);
  return page.locator('[data-change]').allTextContents();
};

test('a rotary encoding turns queries and keys, and can be added instead', async () => {
  const { page, close } = await open('#view=order&dim=64&pairing=half');
  await ready(page);
  expect(await page.getByRole('radio', { name: 'Rotating queries and keys' }).isChecked()).toBe(true);
  await page.getByText('Queries and keys turn, each pair of channels by the angle').waitFor();
  const [without, turned] = await changes(page);
  expect(without).toBe('0');
  expect(Number(turned)).toBeGreaterThan(0.001);
  await page.getByRole('radio', { name: 'Added to embeddings' }).check({ force: true });
  await linkHolds(page, 'order.use=added');
  const [, added] = await changes(page);
  expect(Number(added)).toBeGreaterThan(0.001);
  expect(added).not.toBe(turned);
  expect(await violations(page)).toEqual([]);
  await close();
});

test('ALiBi takes distances into the scores; backwards they are as they were', async () => {
  const { page, close } = await open('#view=order&kind=alibi&order.words=4,3,2,1,0');
  await ready(page);
  expect(await changes(page)).toEqual(['0', '0']);
  await page.getByText('such a bias knows distances and no directions').waitFor();
  await page.getByRole('button', { name: 'As written' }).click();
  await page.locator('.words .word', { hasText: 'man' }).first().focus();
  await page.keyboard.press('ArrowLeft');
  const [without, withIt] = await changes(page);
  expect(without).toBe('0');
  expect(Number(withIt)).toBeGreaterThan(0.001);
  await close();
});

test('each head of a bias can be looked at', async () => {
  const { page, close } = await open('#kind=alibi&heads=2&length=64&position=10&column=0');
  // Slopes of two heads: 2^-4 and 2^-8.
  expect((await page.textContent('#cell-value'))?.replace('−', '-')).toBe('-0.625');
  await page.locator('#head').fill('1');
  await linkHolds(page, 'head=1');
  await settled(page);
  expect((await page.textContent('#cell-value'))?.replace('−', '-')).toBe('-0.0390625');
  await page.locator('#head').fill('2');
  await page.getByText('invalid head: 2 (whole numbers from 0 to 1)').waitFor();
  await close();
});
