/** Why sines: as a person changes lengths, positions and shifts, and reads what was measured. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { linkHolds, open, settled } from './session.ts';

const ready = (page: Page): Promise<void> => page.locator('.sines .notes').waitFor();

const fact = async (page: Page, way: string, name: string): Promise<string> => {
  await settled(page);
  const card = page.locator('.way', { has: page.getByRole('heading', { name: way }) });
  return (await card.locator('.facts div', { hasText: name }).first().locator('dd').textContent()) ?? '';
};
const residual = async (page: Page): Promise<number> => {
  await settled(page);
  return Number(await page.locator('[data-residual]').getAttribute('data-residual'));
};
const dials = (page: Page): Promise<(string | null)[]> =>
  page.locator('.dials [role=img]').evaluateAll((all) => all.map((dial) => dial.getAttribute('aria-label')));

describe('four ways', () => {
  test('are measured: bounds, distances, what comes after, what similarity depends on', async () => {
    const { page, close } = await open('#view=sines&offset=3');
    await ready(page);
    expect(await fact(page, 'Plain indices', 'Bounded')).toBe('no: up to 63 within 64 positions, 127 in twice as many');
    expect(await fact(page, 'Plain indices', 'Similarity')).toMatch(/^from 0 to .*the place counts/);
    expect(await fact(page, 'Indices divided', 'Bounded')).toBe('yes: at most 1');
    // 1 / 63 and 1 / 127.
    expect(await fact(page, 'Indices divided', 'Distinct')).toMatch(
      /at least 0\.0159 apart, but 0\.00787 in a text twice/,
    );
    // 32 / 63 and 32 / 127.
    expect(await fact(page, 'Indices divided', 'Past 64')).toMatch(/position 32 was 0\.508 and is 0\.252/);
    expect(await fact(page, 'Learned', 'Past 64')).toMatch(
      /^ends: the last row is 63, and there is none for position 64/,
    );
    expect(await fact(page, 'Learned', 'Similarity')).toMatch(/the place counts/);
    expect(await fact(page, 'Sines', 'Bounded')).toBe('yes: at most 1 within 128 positions');
    expect(await fact(page, 'Sines', 'Past 64')).toMatch(
      /^goes on: rows 64 to 127 are there, with values of at most 1$/,
    );
    expect(await fact(page, 'Sines', 'Similarity')).toMatch(
      / within 128 positions, equal within .*: distance alone counts$/,
    );
    await close();
  });

  test('follow the training length by text, with a sentence for what is none, and by slider', async () => {
    const { page, close } = await open('#view=sines');
    await ready(page);
    const input = page.locator('#sines-trained');
    await input.fill('100');
    await linkHolds(page, 'sines.trained=100');
    expect(await fact(page, 'Plain indices', 'Bounded')).toBe(
      'no: up to 99 within 100 positions, 199 in twice as many',
    );
    await input.fill('1000');
    expect(await page.locator('#sines-trained-error').textContent()).toBe(
      'invalid training length: “1000” (a whole number from 4 to 256)',
    );
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('slider', { name: 'Training length' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await fact(page, 'Plain indices', 'Bounded')).toMatch(/^no: up to 100 within 101/);
    expect(await page.locator('#sines-trained-error').textContent()).toBe('');
    await close();
  });
});

describe('hands', () => {
  test('turn with the shift; what is left between M PE(p) and PE(p + k) is rounding', async () => {
    const { page, close } = await open('#view=sines&dim=8&position=10&offset=5&sines.pairs=0,1');
    await ready(page);
    // Pair 1 turns by 0.1 radians a position: 1 and then 0.5 radians.
    expect((await dials(page))[1]).toBe('Pair 1: the hand at p stands at 57.3°, M turns it by 28.6°, to 85.9°');
    expect(await residual(page)).toBeLessThan(1e-15);
    await page.locator('#sines-offset').fill('-10');
    await linkHolds(page, 'offset=-10');
    expect((await dials(page))[1]).toMatch(/stands at 57.3°, M turns it by −57.3°, to (0|360)/);
    await page.getByRole('slider', { name: 'Position p' }).focus();
    await page.keyboard.press('ArrowRight');
    await linkHolds(page, 'position=11');
    expect(await residual(page)).toBeLessThan(1e-15);
    await page.locator('#sines-position').fill('511');
    await page.locator('#sines-offset').fill('1000000000');
    expect((await dials(page))[1]).toMatch(/\(15,915,494 turns\)|\(1.*turns\)/);
    expect(await residual(page)).toBeLessThan(1e-14);
    await close();
  });

  test('are those of chosen pairs; without a choice those that are like bits', async () => {
    const { page, close } = await open('#view=sines');
    await ready(page);
    const input = page.locator('#sines-pairs');
    expect(await input.inputValue()).toBe('2, 6, 11, 16');
    await input.fill('0, 63');
    await linkHolds(page, 'sines.pairs=0,63');
    expect((await dials(page)).map((label) => label?.slice(0, 8))).toEqual(['Pair 0: ', 'Pair 63:']);
    await input.fill('64');
    expect(await page.locator('#sines-pairs-error').textContent()).toMatch(/whole numbers from 0 to 63/);
    await input.fill('');
    await page.waitForFunction(() => document.querySelectorAll('.dials [role=img]').length === 4);
    await page.waitForFunction(() => !location.hash.includes('sines.pairs'));
    await page.reload();
    await ready(page);
    await close();
  });

  test('walk when asked, and stop', async () => {
    const { page, close } = await open('#view=sines&position=510&length=512');
    await ready(page);
    await page.getByRole('button', { name: 'Walk on' }).click();
    // From the last position to the first.
    await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>('#sines-position')?.value) < 10);
    await page.getByRole('button', { name: 'Stop' }).click();
    const at = await page.locator('#sines-position').inputValue();
    await page.waitForTimeout(600);
    expect(await page.locator('#sines-position').inputValue()).toBe(at);
    await close();
  });
});

describe('the counter', () => {
  test('and the waves have one cursor, by key and by pointer', async () => {
    const { page, close } = await open('#view=sines&position=37');
    await ready(page);
    expect(await page.locator('#sines-readout').textContent()).toMatch(
      /^Position 37 ends with 100101 in binary; sines: pair 2 /,
    );
    await page.getByRole('slider', { name: /^Sines of the chosen pairs/ }).focus();
    await page.keyboard.press('ArrowRight');
    await linkHolds(page, 'position=38');
    expect(await page.locator('#sines-readout').textContent()).toMatch(/^Position 38 ends with 100110/);
    expect(await page.locator('#sines-position').inputValue()).toBe('38');
    const box = await page.locator('.bits .cells').boundingBox();
    const bits = page.locator('.bits .bit');
    const last = await bits.nth(31).boundingBox();
    if (!box || !last) throw new Error('no bits');
    await bits.nth(31).scrollIntoViewIfNeeded();
    const now = await bits.nth(31).boundingBox();
    if (!now) throw new Error('no bits');
    await page.mouse.move(now.x + now.width / 2, now.y + now.height / 2);
    await linkHolds(page, 'position=63');
    expect(await page.locator('#sines-readout').textContent()).toMatch(/^Position 63 ends with 111111/);
    await close();
  });
});

test('for other kinds the paper’s sinusoids stand in, and it is said', async () => {
  const { page, close } = await open('#view=sines&dim=1024');
  await ready(page);
  await page.getByText(/has 1024 columns, and this view takes at most 512\. Shown here/).waitFor();
  expect(await residual(page)).toBeLessThan(1e-15);
  await close();
});

test('no pairs, one pair, odd widths, positions far away', async () => {
  for (const hash of ['dim=1', 'dim=2', 'dim=7&layout=halves', 'start=9007199254740000&length=100', 'valueScale=0']) {
    const { page, close } = await open(`#view=sines&${hash}`);
    await ready(page);
    expect([hash, await page.getByText('could not be shown').count()]).toEqual([hash, 0]);
    expect([hash, (await page.locator('.sines').textContent())?.match(/NaN|undefined|Infinity/)]).toEqual([hash, null]);
    await close();
  }
});

test('without a pair it is said, and nothing empty is drawn', async () => {
  for (const odd of ['truncate', 'zero']) {
    const { page, close } = await open(`#v=2&view=sines&dim=1&odd=${odd}&position=5`);
    await ready(page);
    await page.getByText('One column has no pair of a sine and a cosine: there is nothing to turn.').waitFor();
    expect(await page.locator('#sines-readout').textContent()).toBe(
      'Position 5 ends with 000101 in binary; one column has no pair, and so no waves to compare.',
    );
    expect(await page.getByRole('slider', { name: /^Sines of the chosen pairs/ }).count()).toBe(0);
    expect(await page.locator('#sines-pairs').isVisible()).toBe(false);
    expect(await page.locator('.sines').textContent()).not.toMatch(/all 0 pairs|sines: \.|10⁻³⁰/);
    await close();
  }
});

test('a row of padding is spoken of', async () => {
  const { page, close } = await open('#v=2&length=512&dim=64&padding=1&view=sines');
  await ready(page);
  await page.getByText('the row at position 1 is padding, all zeros').waitFor();
  await close();
});
