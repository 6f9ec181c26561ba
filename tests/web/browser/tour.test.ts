/** The guided first minute: begun by the reader, moves the real views, speaks, and gives the reader's state back. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { steps } from '../../../web/src/tour/steps.ts';
import { violations } from './audit.ts';
import { driver, linkHolds, open, settled } from './session.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const link = '#length=300&dim=10&position=7&column=3';

const start = (page: Page) => page.getByRole('button', { name: 'One-minute tour' });
const dialog = (page: Page) => page.getByRole('dialog');
const pointedAt = (page: Page, selector: string) => page.locator(`${selector}.tour-target`).waitFor();
const spoken = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((words) => document.getElementById('spoken')?.textContent?.includes(words), text);

test('by keyboard: every step points at what it speaks of, is spoken, and the reader’s state comes back', async () => {
  const { page, close } = await open(link);
  expect(await dialog(page).count()).toBe(0);
  const hash = await page.evaluate(() => location.hash);
  const before = await page.textContent('#cell-value');
  await start(page).focus();
  await page.keyboard.press('Enter');
  for (const [k, step] of steps.entries()) {
    await dialog(page).getByRole('heading', { name: step.title }).waitFor();
    await pointedAt(page, step.target);
    await spoken(page, `${k + 1} of ${steps.length}: ${step.title}. ${step.text}`);
    const view = step.link ? (new URLSearchParams(step.link.slice(1)).get('view') ?? 'matrix') : 'matrix';
    expect(await page.locator('#views [aria-current]').textContent()).toBe(
      { matrix: 'Matrix', waves: 'Waves', similarity: 'Similarity', order: 'Word order' }[view],
    );
    if (k === 1) {
      // The mark has come to its cell.
      await page.waitForFunction(() => document.getElementById('cell-facts')?.textContent?.includes('12 of 32'));
    }
    if (k === 2) expect(await violations(page)).toEqual([]);
    // From the heading Tab leads to the buttons; the arrows go on as well.
    if (k % 2 === 0) await page.keyboard.press('ArrowRight');
    else {
      await page.locator('.tour .primary').focus();
      await page.keyboard.press('Enter');
    }
  }
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => location.hash)).toBe(hash);
  expect(await page.textContent('#cell-value')).toBe(before);
  expect(await page.inputValue('#length')).toBe('300');
  expect(await start(page).evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await page.locator('.tour-target').count()).toBe(0);
  await close();
});

test('is left at any moment, also from another view, with Escape', async () => {
  const { page, close } = await open(`${link}&view=waves&waves.pairs=1`);
  const hash = await page.evaluate(() => location.hash);
  await start(page).click();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.view-host.waves:not([aria-busy]) .chart').first().waitFor();
  expect(await page.evaluate(() => location.hash)).toBe(hash);
  // The address follows again.
  await page.locator('#length').fill('200');
  await linkHolds(page, 'length=200');
  await close();
});

test('by touch on a phone, without motion where little is wanted: what is pointed at can be seen', async () => {
  const { page, close } = await open(link, { ...phone, reducedMotion: 'reduce', colorScheme: 'dark' });
  const { tap } = await driver();
  await tap(start(page));
  for (const step of steps) {
    await pointedAt(page, step.target);
    await settled(page);
    const [target, panel, bar] = await Promise.all(
      [step.target, '.tour', '.masthead'].map((selector) => page.locator(selector).first().boundingBox()),
    );
    expect([step.title, (target?.y ?? 0) < (panel?.y ?? 0) - 100]).toEqual([step.title, true]);
    expect([step.title, (target?.y ?? 0) + (target?.height ?? 0) > (bar?.height ?? 0) + 100]).toEqual([
      step.title,
      true,
    ]);
    await tap(page.locator('.tour .primary'));
  }
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.inputValue('#length')).toBe('300');
  await close();
});
