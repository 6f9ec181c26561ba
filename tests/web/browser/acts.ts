/** What a person does that takes more than one step: saving, dropping, pasting, touching. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
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

/** Drops a file on the page, as a drag from the desktop does. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  await page.evaluate(
    ([fileName, base64]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('.drop')?.dispatchEvent(event);
      }
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );
}

/** Copies a text elsewhere, and pastes it where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
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
