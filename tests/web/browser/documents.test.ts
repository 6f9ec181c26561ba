/** The documents beside the page: recipes and presets, as a reader opens them. */

import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { phone } from './acts.ts';
import { overflow, violations } from './audit.ts';
import { open, settled } from './session.ts';

const desktop = { viewport: { width: 1440, height: 900 } } as const;
const names = ['recipes', 'presets'] as const;

const goTo = (page: Page, name: string): Promise<unknown> => page.goto(`${inject('url')}${name}.html`);

const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

describe.each(names)('%s', (name) => {
  // All of it takes axe seconds, so in two of the four it sees a part; what differs there is seen in the others.
  const variants = [
    ['phone, light', phone, 'light', 'html'],
    ['phone, dark', phone, 'dark', 'main > .family'],
    ['desktop, light', desktop, 'light', 'main > .family'],
    ['desktop, dark', desktop, 'dark', 'html'],
  ] as const;
  test.each(variants)('axe finds nothing, and all fits: %s', async (_, device, colorScheme, part) => {
    const { page, close } = await open('', { ...device, colorScheme });
    await goTo(page, name);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await unfold(page);
    await settled(page);
    expect(await violations(page, `${part}:first-of-type`)).toEqual([]);
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflow(page)]).toEqual([width, 0]);
    }
    await close();
  });

  test('is still: its own style, its icon, and no script', async () => {
    const { page, close } = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await goTo(page, name);
    expect(asked.filter((path) => !/\.html$|\.css$|icon\.svg$/.test(path))).toEqual([]);
    expect(asked.filter((path) => path.endsWith('.css')).length).toBe(1);
    const css = await page.evaluate(() => getComputedStyle(document.body).maxWidth);
    expect(css).toBe('1440px'); // the page's own frame
    await close();
  });

  test('entries are reached from the list and by address', async () => {
    const { page, close } = await open();
    await goTo(page, name);
    const link = page.locator('.contents ul ul a').nth(20);
    const target = await link.getAttribute('href');
    await link.click();
    expect(new URL(page.url()).hash).toBe(target);
    const top = await page.evaluate((id) => document.querySelector(id)?.getBoundingClientRect().top, target as string);
    expect(top).toBeGreaterThanOrEqual(40); // below the navigation
    expect(top).toBeLessThan(200);
    await close();
  });
});

test('from one to the other and to the page, by key', async () => {
  const { page, close } = await open();
  await goTo(page, 'recipes');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  expect(await navigation.getByRole('link', { name: 'Recipes' }).getAttribute('aria-current')).toBe('page');
  await navigation.getByRole('link', { name: 'Presets' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/presets.html');
  expect(await page.locator('h1').textContent()).toMatch(/^Every preset/);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Explore' }).click();
  await page.waitForFunction(() => document.getElementById('cell-value')?.textContent);
  await close();
});

test('C++ is folded until asked for', async () => {
  const { page, close } = await open();
  await goTo(page, 'recipes');
  const recipe = page.locator('#whisper');
  expect(await recipe.locator('details pre').isVisible()).toBe(false);
  await recipe.locator('summary').focus();
  await page.keyboard.press('Enter');
  expect(await recipe.locator('details pre').textContent()).toContain('posenc::Encoding const encoding{');
  expect(await recipe.locator('details pre').isVisible()).toBe(true);
  await close();
});

test('without a network, once the page has been open', async () => {
  const { page, troubles, close } = await open('#length=64&dim=16', { serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
  await page.context().setOffline(true);
  for (const name of names) {
    await goTo(page, name);
    expect(await page.locator('article').count()).toBeGreaterThan(50);
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('1440px');
  }
  await page.context().setOffline(false);
  troubles.length = 0; // what it asks for first, without a network
  await close();
});
