/** axe on a page, and files that a person drops or pastes. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const window: { axe: { run(part: string, options: RunOptions): Promise<AxeResults> } };

export async function violations(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (selector) =>
      window.axe.run(selector, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    part,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether something is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Drops a file on the middle of the page, as a drag from the desktop does. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64');
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(text as string), (c) => c.charCodeAt(0));
      data.items.add(new File([content], fileName as string));
      return data;
    },
    [name, base64],
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('.drop', type, { dataTransfer: transfer, bubbles: true, cancelable: true });
  }
}

/** Pastes a text where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true } as const;
