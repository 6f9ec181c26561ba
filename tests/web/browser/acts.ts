/** What a person does that takes more than one step: saving, dropping, pasting, touching. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Fingers } from './browsers.ts';
import { driver, settled } from './session.ts';

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;

/** Opens a menu of the page. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('.menu:popover-open :is(button, textarea)').first().waitFor();
}

/** The wavelengths are loaded when they come near the visible part of the page. */
export async function bringWavelengths(page: Page): Promise<void> {
  await page.locator('#wavelengths').scrollIntoViewIfNeeded();
  await page.locator('#wavelengths-chart svg').waitFor({ state: 'attached' });
}

/** Saves an item of the "Save" menu and reads it back. */
export async function saved(page: Page, item: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  await openMenu(page, 'Save');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: item }).click()]);
  const bytes = readFileSync(await file.path());
  await page.keyboard.press('Escape');
  return { name: file.suggestedFilename(), bytes };
}

/** Lines of numbers in a saved CSV, without the stamp and the header. */
export const csvLines = (bytes: Buffer): string[] =>
  bytes
    .toString()
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Drops a file on the place for files, as a drag from the desktop does. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  // The page reads the file when it comes to it.
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const place = page.locator('.drop');
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error('no place for files');
  await (await driver()).drop(page, path, box.x + box.width / 2, box.y + 20);
}

/** Copies a text and pastes it where the focus is, by keys and through the clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    // Without a selection there is something to copy only if a handler says so.
    document.addEventListener('beforecopy', (event) => event.preventDefault(), { once: true });
    const copy = (event: ClipboardEvent): void => {
      event.clipboardData?.setData('text/plain', content);
      event.preventDefault();
    };
    document.addEventListener('copy', copy, { once: true });
  }, text);
  await page.keyboard.press('Control+C');
  await page.keyboard.press('Control+V');
}

/** Fingers on the screen, step by step; the last step takes them away. */
export async function touch(page: Page, steps: readonly Fingers[]): Promise<void> {
  const put = await (await driver()).touch(page);
  for (const fingers of [...steps, []]) {
    await put(fingers);
    await settled(page);
  }
}

export const tap = (page: Page, x: number, y: number): Promise<void> => touch(page, [[[x, y]]]);
