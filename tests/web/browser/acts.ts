/** What several tests of views do: an audit, and saving a file. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const window: { axe: { run(options: RunOptions): Promise<AxeResults> } };

/** What axe finds against WCAG 2.2 AA and its best practices, one sentence each. */
export async function audited(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    window.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The wavelengths are loaded when they come near the visible part of the page. */
export async function bringWavelengths(page: Page): Promise<void> {
  await page.locator('#wavelengths').scrollIntoViewIfNeeded();
  await page.locator('#wavelengths-chart svg').waitFor({ state: 'attached' });
}

/** Saves an item of the "Save" menu and reads it back. */
export async function saved(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const button = page.getByRole('button', { name: item });
  await button.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  await page.keyboard.press('Escape');
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
