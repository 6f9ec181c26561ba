/** Each view as axe sees it, in light and dark, at a desk and on a phone; and nothing wider than the screen. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bringWavelengths, dropFile, openMenu, phone } from './acts.ts';
import { overflow, violations } from './audit.ts';
import { driver, open, settled } from './session.ts';

interface State {
  readonly name: string;
  readonly hash: string;
  /** Brings the page there, after it has opened. */
  readonly reach: (page: Page) => Promise<unknown>;
  /** What is looked at; all of the page without it. */
  readonly part?: string;
}

const seen =
  (selector: string, k = 0) =>
  (page: Page): Promise<void> =>
    page.locator(selector).nth(k).waitFor();
const dropError = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('#drop-error')?.textContent);
const small = '#length=64&dim=17';
const grid = '#kind=grid&cells=9,16&axes=2&axes.0.layout=halves&axes.1.layout=halves';

const states: readonly State[] = [
  // An odd width and a wrong value, so that everything the first view can show is there.
  {
    name: 'matrix',
    hash: '#length=1000&dim=101&base=0',
    reach: async (page) => {
      await seen('#notice')(page);
      await bringWavelengths(page);
    },
  },
  { name: 'embedded', hash: `${small}&embed=matrix`, reach: seen('#canvas') },
  // What an open menu covers is not there to be hit: the menu alone is looked at.
  ...['Known models', 'Share', 'Save'].map((name) => ({
    name: `menu “${name}”`,
    hash: small,
    reach: (page: Page) => openMenu(page, name),
    part: '.menu:popover-open',
  })),
  { name: 'waves', hash: '#view=waves', reach: seen('.main-waves path') },
  { name: 'similarity', hash: '#view=similarity', reach: seen('.similarity .chart path') },
  { name: 'order', hash: '#view=order&order.heads=2', reach: seen('.order .notes') },
  {
    name: 'order, words without places',
    hash: '#view=order&kind=swin&window=2,2',
    reach: (page) => page.locator('.order .places .error').waitFor(),
  },
  { name: 'sines', hash: '#view=sines', reach: seen('.sines .notes') },
  {
    name: 'precision',
    hash: '#view=precision',
    reach: (page) => page.locator('.precision dl', { hasText: 'row 257' }).waitFor(),
  },
  { name: 'images', hash: `${grid}&view=images`, reach: seen('.images-figure canvas', 4) },
  {
    name: 'time, with what is wrong',
    hash: `${small}&view=time`,
    reach: async (page) => {
      await page.locator('.time-map canvas').waitFor();
      await page.getByLabel('Or paste it').fill('nothing');
      await dropError(page);
    },
  },
  { name: 'check, a table', hash: `${small}&view=check&check.example=bfloat16`, reach: seen('.difference-map canvas') },
  {
    name: 'check, a config and what is wrong',
    hash: `${small}&view=check&check.example=llama`,
    reach: async (page) => {
      await page.locator('.layer').waitFor();
      await dropFile(page, 'a.txt', 'words');
      await dropError(page);
    },
  },
  { name: 'figures', hash: `${small}&view=figures`, reach: seen('.facts') },
  { name: 'nothing to show', hash: '#view=waves&kind=alibi', reach: seen('.view-host .empty') },
];

describe.each([
  ['1440', { viewport: { width: 1440, height: 900 } }],
  ['390', phone],
] as const)('%s pixels', (_, device) => {
  test.each(states)('$name', async ({ hash, reach, part }) => {
    const { page, close } = await open(hash, { ...device, colorScheme: 'light' });
    await reach(page);
    await settled(page);
    expect(await overflow(page)).toBe(0);
    expect(['light', await violations(page, part)]).toEqual(['light', []]);
    await (await driver()).tell(page, { ...device, colorScheme: 'dark' });
    await settled(page);
    expect(['dark', await violations(page, part, 'of colour')]).toEqual(['dark', []]);
    await close();
  });
});
