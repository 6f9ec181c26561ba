/** What holds for every view: nothing that axe finds, nothing wider than the screen. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const window: {
  axe?: {
    run(part: string, options: { runOnly: readonly string[] } & Omit<RunOptions, 'runOnly'>): Promise<AxeResults>;
  };
};

/** WCAG 2.2 AA and axe's best practices. */
const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What colours alone decide. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** What axe finds, one sentence each. */
export async function violations(page: Page, part = 'html', rules: 'all' | 'of colour' = 'all'): Promise<string[]> {
  if (await page.evaluate(() => !window.axe)) await page.evaluate(source);
  return page.evaluate(
    async ([selector, runOnly]) => {
      // The style sheets are the page's own: nothing to preload.
      const result = await window.axe?.run(selector, { runOnly, resultTypes: ['violations'], preload: false });
      return (result?.violations ?? []).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, rules === 'all' ? all : ofColour] as const,
  );
}

/** By how many pixels something is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
