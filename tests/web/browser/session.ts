/** A browser for a test file, and pages that report everything that went wrong in them. */

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

const args = [
  '--no-sandbox', // tests run as root in containers
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Session {
  readonly page: Page;
  /** Console errors, uncaught errors, failed requests and requests to other hosts. */
  readonly troubles: string[];
  /** Checks that nothing went wrong, and closes. */
  close(): Promise<void>;
}

export type Open = (hash?: string, options?: BrowserContextOptions) => Promise<Session>;

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

/** Call at the top of a test file: gives a way to open the page. */
export function useBrowser(): Open {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  });
  afterAll(() => browser?.close());

  return async (hash = '', options = {}) => {
    const url = inject('url');
    // The service worker has tests of its own; elsewhere it would answer in place of what a test wants to fail.
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
      ...options,
    });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => {
      const isBlocked = message.text().includes('Service Worker registration blocked');
      const isTrouble = message.type() === 'error' || message.type() === 'warning';
      if (isTrouble && !isBlocked) troubles.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      // Leaving a page stops what it still loads: no trouble.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) troubles.push(`status ${response.status()}: ${response.url()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) troubles.push(`other host: ${request.url()}`);
    });
    await page.goto(`${url}${hash}`);
    // The first views have a value; others are there once they are no longer busy.
    await page.waitForFunction(
      () =>
        document.getElementById('cell-value')?.textContent ||
        document.querySelector('.view-host:not([aria-busy])')?.hasChildNodes(),
    );
    await settled(page);
    return {
      page,
      troubles,
      close: async () => {
        await context.close();
        expect(troubles).toEqual([]);
      },
    };
  };
}
