import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { linkHolds, open, settled, shown } from './session.ts';
import { pixelAt, pixelsAt } from './truth.ts';

const field = (page: Page, name: string) => page.locator(`#${name}`);
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

describe('the address holds the state', () => {
  test('what is set is found again after a reload', async () => {
    const { page, close } = await open();
    await field(page, 'length').fill('3,000');
    await field(page, 'dim').fill('101');
    await field(page, 'base').fill('5e5');
    await field(page, 'start').fill('-40');
    for (const name of ['Endpoint', 'Halves', 'cos, sin', 'Zero', 'Dark']) await radio(page, name).check();
    await page.getByLabel('Aliased picture').check();
    await page.getByRole('button', { name: 'Zoom in, columns' }).click();
    await page.getByRole('button', { name: 'Zoom in, positions' }).click();
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowRight');
    await linkHolds(page, 'column=');
    await linkHolds(page, 'theme=dark');
    const points = Array.from({ length: 50 }, (_, k) => [k * 20, k * 10] as const);
    const before = await pixelsAt(page, points);
    const link = new URL(page.url()).hash;
    expect(link).toMatch(
      /^#v=2&length=3000&dim=101&base=500000&start=-40&spacing=endpoint&layout=halves&order=cos-sin&odd=zero&sample=point&theme=dark&top=\d+&rowpx=1\/\d+&left=[\d.]+&colpx=\d+&position=-?\d+&column=\d+$/,
    );
    const words = await page.locator('.readout').textContent();
    await page.reload();
    await shown(page);
    expect(await page.locator('.readout').textContent()).toBe(words);
    expect(await field(page, 'base').inputValue()).toBe('500000');
    for (const name of ['Endpoint', 'Halves', 'cos, sin', 'Zero', 'Dark']) {
      expect(await radio(page, name).isChecked()).toBe(true);
    }
    expect(await pixelsAt(page, points)).toEqual(before);
    await page.waitForTimeout(300);
    expect(new URL(page.url()).hash).toBe(link);
    await close();
  });

  test('a link typed into the open page is followed', async () => {
    const { page, close } = await open();
    await page.evaluate(() => {
      location.hash = '#length=77&dim=12';
    });
    await page.waitForFunction(() => (document.getElementById('length') as HTMLInputElement).value === '77');
    expect(await field(page, 'dim').inputValue()).toBe('12');
    await close();
  });

  test('values that no slider reaches', async () => {
    const { page, close } = await open('#length=1000000000000&dim=65535&base=1.5&start=9000000000000000');
    expect(await page.locator('#notice').isHidden()).toBe(true);
    expect(await field(page, 'length').inputValue()).toBe('1000000000000');
    expect(await page.textContent('#matrix-summary')).toBe(
      'Positions 9,000,000,000,000,000 to 9,000,999,999,999,999, all 65,535 columns',
    );
    await close();
  });

  test('a broken one says what is wrong and shows the rest', async () => {
    const { page, close } = await open('#dim=0&length=64&spacing=papper&what=3');
    expect(await page.locator('#notice').textContent()).toContain('The link says spacing=papper');
    expect(await page.locator('#notice').textContent()).toContain('The link says “what”');
    expect(await page.locator('#notice').textContent()).toContain('The link has an invalid dim: 0 (');
    expect(await field(page, 'dim').inputValue()).toBe('0');
    expect(await page.textContent('#dim-error')).toMatch(/^invalid dim: 0 \(/);
    expect(await page.textContent('#matrix-summary')).toBe('Positions 0 to 63, columns 0 to 127');
    expect((await pixelAt(page, 10, 10))[3]).toBe(255);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('#notice').isHidden()).toBe(true);
    await close();
  });

  test('never a blank page', async () => {
    const { page, close } = await open();
    for (const hash of ['#=', '#%%%=', '#v=99', '#length=NaN&dim=-1&base=0&start=1e300', `#${'dim=1&'.repeat(2000)}`]) {
      await page.goto('about:blank');
      await page.goto(inject('url') + hash);
      await shown(page);
      expect((await pixelAt(page, 1, 1))[3]).toBe(255);
      expect(await page.textContent('#cell-value')).toMatch(/^[−\d]/);
    }
    await close();
  });

  test('nor without the wasm file: the page says what is missing', async () => {
    const { page, troubles, close } = await open();
    await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.reload();
    await page.waitForFunction(() => !document.getElementById('notice')?.hidden);
    expect(await page.textContent('#notice-text')).toMatch(/^The page could not start\. .*404/);
    expect(troubles.length).toBeGreaterThan(0);
    troubles.length = 0;
    await close();
  });
});

describe('controls', () => {
  test('what is refused has its sentence beside it, and the views keep the last good state', async () => {
    const { page, close } = await open('#length=64&dim=16');
    const before = await pixelAt(page, 40, 40);
    const refusals = [
      ['dim', '0', /^invalid dim: 0 \(.*65536/],
      ['dim', '2.5', /^invalid dim: 2\.5 \(/],
      ['dim', 'many', /^invalid dim: “many” \(/],
      ['base', '0', /^invalid base: 0 \(/],
      ['length', '', /^invalid length: nothing \(a whole number from 1 to 1000000000000\)$/],
      ['start', '1e16', /^invalid start: 10000000000000000 \(/],
    ] as const;
    for (const [name, value, message] of refusals) {
      const good = await field(page, name).inputValue();
      await field(page, name).fill(value);
      await settled(page);
      expect(await page.textContent(`#${name}-error`)).toMatch(message);
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
      expect(await field(page, name).inputValue()).toBe(value);
      expect(await pixelAt(page, 40, 40)).toEqual(before);
      await field(page, name).fill(good);
      expect(await page.textContent(`#${name}-error`)).toBe('');
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('false');
    }
    await close();
  });

  test('the rule for odd widths shows with one, and its refusal stands beside the cause', async () => {
    const { page, close } = await open('#length=64&dim=16');
    expect(await page.getByRole('group', { name: 'Odd width' }).isVisible()).toBe(false);
    await field(page, 'dim').fill('17');
    expect(await page.getByRole('group', { name: 'Odd width' }).isVisible()).toBe(true);
    await radio(page, 'Error').check();
    expect(await page.textContent('#odd-error')).toMatch(/^invalid /);
    await radio(page, 'Zero').check();
    expect(await page.textContent('#odd-error')).toBe('');
    await page.locator('#formula').scrollIntoViewIfNeeded();
    await page.locator('#law-words', { hasText: 'the law is that of 16 columns, and the last column is 0' }).waitFor();
    await close();
  });

  test('sliders go by steps that models use, by key too', async () => {
    const { page, close } = await open('#length=512&dim=512');
    await page.locator('#dim-slider').focus();
    await page.keyboard.press('ArrowRight');
    expect(await field(page, 'dim').inputValue()).toBe('768');
    expect(await page.locator('#dim-slider').getAttribute('aria-valuetext')).toBe('768');
    await page.keyboard.press('End');
    expect(await field(page, 'dim').inputValue()).toBe('4096');
    await page.locator('#length-slider').focus();
    await page.keyboard.press('End');
    expect(await field(page, 'length').inputValue()).toBe('1000000');
    await close();
  });
});
