/** What axe finds wrong with a page, by the rules of WCAG 2.2 AA and its best practices. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const window: { axe: { run(part: string, options: RunOptions): Promise<AxeResults> } };

export async function violations(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate(
    (selector) =>
      window.axe.run(selector, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    part,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
