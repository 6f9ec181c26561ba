/** Time: pasted and dropped times, wavelengths for their span, neighbours. */

import type { Page } from 'playwright-core';
import { createPosenc, presets } from 'posenc';
import { expect, test } from 'vitest';
import { csvLines, dropFile, saved } from './acts.ts';
import { linkHolds, open } from './session.ts';

const view = '#length=64&dim=16&view=time';

const fact = async (page: Page, name: string): Promise<string> =>
  (await page.locator('.facts div', { hasText: name }).first().locator('dd').textContent()) ?? '';
const factIs = (page: Page, name: string, text: string) =>
  page.locator('.facts div', { hasText: name }).locator('dd', { hasText: text }).first().waitFor();

test('pasted Unix times of one-second steps are told apart, and saved exactly', async () => {
  const { page, close } = await open(view);
  const begin = 1_714_521_600;
  const text = `timestamp,x\n${Array.from({ length: 20 }, (_, k) => `${begin + k},${k}`).join('\n')}`;
  await page.getByLabel('Or paste it').fill(text);
  await factIs(page, 'Times', '20');
  expect(await fact(page, 'Wavelengths')).toBe('4 to 38');
  expect(await fact(page, 'Equal in float32')).toMatch(/^(18|19) of 19 neighbours/);
  expect(Number((await fact(page, 'Nearest neighbours')).split(' ')[0])).toBeGreaterThan(Math.SQRT2);
  const rows = csvLines((await saved(page, 'Numbers “times”')).bytes)
    .slice(1)
    .map((line) => line.split(',').slice(2).map(Number));
  const posenc = await createPosenc();
  const values = Float64Array.from({ length: 20 }, (_, k) => begin + k);
  const { data } = posenc.encode(presets.timestamps({ dim: 32, shortest: 4, longest: 38 }), values, {
    dtype: 'float64',
  });
  // Text has no negative zero.
  expect(rows.flat()).toEqual(Array.from(data, (value) => value + 0));
  await close();
});

test('a dropped CSV: the column by its header, another by choice, gaps and keys', async () => {
  const { page, close } = await open(view);
  const line = (day: number): string => `${day};2024-05-${String(day).padStart(2, '0')};${day / 2}`;
  const days = [...Array(10).keys()].map((k) => k + 1).concat([20, 21, 22]);
  await dropFile(page, 'days.csv', `id;date;value\n${days.map(line).join('\n')}`);
  await factIs(page, 'To', '2024-05-22');
  expect(await page.getByLabel('Column of times').inputValue()).toBe('date');
  expect(await fact(page, 'Span')).toBe('21 days');
  const note = page.locator('.view-host > .note');
  expect(await note.textContent()).toMatch(/Rows left empty are times that are missing/);
  await page.locator('.time-map canvas').focus();
  for (let k = 0; k < 10; k++) await page.keyboard.press('ArrowDown');
  expect(await note.textContent()).toMatch(/^Row 10: times are missing here\./);
  await page.keyboard.press('ArrowDown');
  expect(await note.textContent()).toMatch(/^2024-05-20, column 0: /);
  await page.getByLabel('Leave room').uncheck();
  await linkHolds(page, 'time.gaps=false');
  expect(await note.textContent()).not.toMatch(/missing/);
  await page.getByLabel('Column of times').selectOption('id');
  await linkHolds(page, 'time.column=id');
  await factIs(page, 'To', '22');
  await close();
});

test('own wavelengths and width are in the link; what is wrong is a sentence beside its control', async () => {
  const { page, close } = await open(`${view}&time.dim=8&time.shortest=60&time.longest=31557600`);
  await factIs(page, 'Wavelengths', '1 minute to 1 year');
  expect(await page.locator('#time-dim').inputValue()).toBe('8');
  await page.locator('#time-longest').fill('10');
  expect(await page.locator('#time-longest-error').textContent()).toBe(
    'The longest wavelength has to be longer than the shortest, 60.',
  );
  expect(await fact(page, 'Wavelengths')).toBe('1 minute to 1 year');
  await page.locator('#time-longest').fill('');
  await factIs(page, 'Wavelengths', '1 minute to 10.1 days');
  await page.locator('#time-dim').fill('2.5');
  expect(await page.locator('#time-dim-error').textContent()).toBe(
    'invalid dim: “2.5” (a whole number from 2 to 1024)',
  );
  await page.getByLabel('Or paste it').fill('time\n2024-05-01\n2024-02-31');
  await page.waitForFunction(() => document.querySelector('#drop-error')?.textContent);
  expect(await page.locator('#drop-error').textContent()).toMatch(/^Line 3 says “2024-02-31”/);
  expect(await fact(page, 'Times')).toBe('186');
  await page.getByLabel('Or paste it').fill('5');
  await factIs(page, 'Nearest neighbours', 'none with different times');
  await close();
});

test('one time and equal times: no step is spoken of, and the chart has a scale', async () => {
  const { page, close } = await open(view);
  await page.getByLabel('Or paste it').fill('2024-05-01');
  await factIs(page, 'Smallest step', 'none');
  expect(await page.locator('.time-words').textContent()).toMatch(/^There is one time only, so there is no step/);
  await page.getByText('One time has no neighbours.').waitFor();
  expect(await page.locator('svg[data-chart="distances"]').isVisible()).toBe(false);
  await page.getByLabel('Or paste it').fill('2024-05-01\n2024-05-01');
  await factIs(page, 'Equal neighbours', '1');
  expect(await page.locator('.time-words').textContent()).toMatch(/^All times are equal, so there is no step/);
  await page.locator('svg[data-chart="distances"]').waitFor();
  expect(await page.locator('svg[data-chart="distances"]').textContent()).not.toMatch(/e[-−]|10[⁻−-]/);
  await page.getByLabel('Or paste it').fill('2024-13-45\n2024-05-01');
  await page.getByText('Line 1 says “2024-13-45”: there is no such day or time.').waitFor();
  await close();
});

test('the button that makes it the page’s encoding keeps the focus', async () => {
  const { page, close } = await open(view);
  const take = page.getByRole('button', { name: 'Make it the page’s encoding' });
  await take.focus();
  await page.keyboard.press('Enter');
  await page.getByText('All views show it now. Go to:').waitFor();
  await linkHolds(page, 'start=1714521600');
  expect(await take.evaluate((button) => button === document.activeElement)).toBe(true);
  await close();
});

test('a link that asks for what cannot be: the sentence stands beside the control, and the example is seen', async () => {
  const { page, close } = await open(`${view}&time.shortest=60&time.longest=5&time.dim=8`);
  await page.locator('.time-map canvas').waitFor();
  expect(await page.locator('#time-longest-error').textContent()).toBe(
    'The longest wavelength has to be longer than the shortest, 60.',
  );
  expect(await fact(page, 'Times')).toBe('186');
  await page.locator('#time-longest').fill('31557600');
  await factIs(page, 'Wavelengths', '1 minute to 1 year');
  await close();
});
