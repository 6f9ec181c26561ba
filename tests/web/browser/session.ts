/** One browser for all test files of a run, and pages in it that report everything that went wrong in them. */

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { type BrowserName, type Driver, launch } from './browsers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browser: BrowserName;
  }
}

export interface Session {
  readonly page: Page;
  /** Console errors, uncaught errors, failed requests and requests to other hosts. */
  readonly troubles: string[];
  /** Checks that nothing went wrong, and leaves the page to the next test. */
  close(): Promise<void>;
}

export type Open = (hash?: string, options?: BrowserContextOptions) => Promise<Session>;

/** Files of a run share this module, and so the browser; it ends with their process. */
let launched: Promise<Driver> | undefined;
export const driver = (): Promise<Driver> => {
  launched ??= launch(inject('browser'));
  return launched;
};

/** Waits for the frames in which views draw what was changed. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Waits until the address holds a part of a link. */
export async function linkHolds(page: Page, part: string): Promise<void> {
  await page.waitForFunction((text) => location.hash.includes(text), part);
}

/** Waits until the page shows its first view: the matrix has a value at its mark, or another view stands in its place. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getElementById('cell-value')?.textContent ||
      document.querySelector('.view-host:not([aria-busy]):not(:empty)'),
  );
  await settled(page);
}

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Of the test that has it. */
  troubles: string[];
  isFree: boolean;
}

/** Making a page takes longer than most tests: those that are alike go from test to test, loaded anew. */
const tabs = new Map<string, Tab>();

async function newTab(options: BrowserContextOptions): Promise<Tab> {
  const { browser } = await driver();
  const url = inject('url');
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const tab: Tab = { context, page, troubles: [], isFree: false };
  const note = (trouble: string): void => {
    tab.troubles.push(trouble);
  };
  page.on('console', (message) => {
    const isBlocked = message.text().includes('Service Worker registration blocked');
    const isTrouble = message.type() === 'error' || message.type() === 'warning';
    if (isTrouble && !isBlocked) note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page stops what it still loads: no trouble.
    const isLeft = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED'].includes(request.failure()?.errorText ?? '');
    if (!isLeft) note(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`status ${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) note(`other host: ${request.url()}`);
  });
  return tab;
}

/** A page for a test: of a test that ended well, or a new one. */
async function takeTab(options: BrowserContextOptions): Promise<Tab> {
  const { viewport, colorScheme, reducedMotion, ...device } = options;
  const key = JSON.stringify(device);
  const kept = tabs.get(key);
  // A test that failed has not given its page back, and may have left anything in it.
  if (kept && !kept.isFree) await kept.context.close();
  const tab = kept?.isFree ? kept : await newTab(options);
  tabs.set(key, tab);
  tab.isFree = false;
  // Keys go to the page that is in front, and each of another device has come in front of this one.
  await tab.page.bringToFront();
  if (viewport) await tab.page.setViewportSize(viewport);
  await (await driver()).tell(tab.page, options);
  return tab;
}

async function giveBack(tab: Tab): Promise<void> {
  await tab.page.unrouteAll();
  await tab.page.mouse.move(0, 0);
  await tab.page.goto('about:blank');
  tab.isFree = true;
}

/** Opens the page, with a part of a link behind its address. */
export const open: Open = async (hash = '', options = {}) => {
  // The service worker has tests of its own; elsewhere it would answer in place of what a test wants to fail.
  const tab = await takeTab({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block', ...options });
  const { page } = tab;
  const troubles: string[] = [];
  tab.troubles = troubles;
  await page.goto(`${inject('url')}${hash}`);
  await shown(page);
  return {
    page,
    troubles,
    close: async () => {
      await giveBack(tab);
      expect(troubles).toEqual([]);
    },
  };
};
