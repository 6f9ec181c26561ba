/** Why order matters: as a person writes a sentence, moves its words, and reads what changed. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { csvLines, openMenu, phone, saved, touch } from './acts.ts';
import { overflow } from './audit.ts';
import { linkHolds, open, settled } from './session.ts';

const ready = (page: Page): Promise<void> => page.locator('.order .notes').waitFor();
const sentence = async (page: Page): Promise<string> =>
  (await page.locator('.words .word').evaluateAll((all) => all.map((word) => word.firstChild?.textContent))).join(' ');
/** Largest changes as printed: without and with the encoding. */
const changes = async (page: Page): Promise<string[]> => {
  await settled(page);
  return page.locator('[data-change]').allTextContents();
};
const word = (page: Page, text: string) => page.locator('.words .word', { hasText: text }).first();
const middle = async (page: Page, text: string): Promise<[number, number]> => {
  const box = await word(page, text).boundingBox();
  if (!box) throw new Error(`no word ${text}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const spoken = (page: Page, text: RegExp): Promise<unknown> =>
  page.waitForFunction(
    (source) =>
      [...document.querySelectorAll('[aria-live], [role="status"]')].some((node) =>
        new RegExp(source).test(node.textContent ?? ''),
      ),
    text.source,
  );

describe('moving words', () => {
  test('begins with a sentence in another order: 0 without the encoding, not 0 with it', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    expect(await sentence(page)).toBe('The man bit the dog');
    const [without, withIt] = await changes(page);
    expect(without).toBe('0');
    expect(Number(withIt)).toBeGreaterThan(0.01);
    const cells = await page
      .locator('.changes tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(cells.map(([name, place]) => `${name} ${place}`)).toEqual([
      'The 1',
      'dog 2 → 5',
      'bit 3',
      'the 4',
      'man 5 → 2',
    ]);
    for (const [, , none, some] of cells) {
      expect(none).toBe('0');
      expect(Number(some)).toBeGreaterThan(0.001);
    }
    await close();
  });

  test('by pointer: a line shows where it goes, and the link keeps it', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    await page.getByRole('button', { name: 'As written' }).click();
    expect(await sentence(page)).toBe('The dog bit the man');
    expect(await changes(page)).toEqual([]);
    const [x, y] = await middle(page, 'man');
    const [to] = await middle(page, 'dog');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + to) / 2, y + 3, { steps: 3 });
    await page.mouse.move(to - 12, y + 3, { steps: 3 });
    expect(await page.locator('.words .before').textContent()).toMatch(/^dog/);
    await page.mouse.up();
    expect(await sentence(page)).toBe('The man dog bit the');
    expect(await page.locator('.words :is(.before, .dragged)').count()).toBe(0);
    expect((await changes(page))[0]).toBe('0');
    await linkHolds(page, 'order.words=0,4,1,2,3');
    await page.reload();
    await ready(page);
    expect(await sentence(page)).toBe('The man dog bit the');
    await close();
  });

  test('Escape ends a drag, and nothing has moved', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    const [x, y] = await middle(page, 'man');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await sentence(page)).toBe('The man bit the dog');
    await close();
  });

  test('by key: the word keeps the focus, and its place is spoken', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    await word(page, 'bit').focus();
    await page.keyboard.press('ArrowRight');
    expect(await sentence(page)).toBe('The man the bit dog');
    await spoken(page, /“bit” is now word 4 of 5: The man the bit dog\./);
    expect(await page.evaluate(() => document.activeElement?.firstChild?.textContent)).toBe('bit');
    await page.keyboard.press('Home');
    expect(await sentence(page)).toBe('bit The man the dog');
    await page.keyboard.press('ArrowLeft');
    await spoken(page, /“bit” is first already\./);
    await page.keyboard.press('End');
    expect(await sentence(page)).toBe('The man the dog bit');
    await page.getByRole('button', { name: '← “bit” earlier' }).click();
    expect(await sentence(page)).toBe('The man the bit dog');
    expect((await changes(page))[0]).toBe('0');
    await close();
  });
});

test('by a finger, on a phone', async () => {
  const { page, close } = await open('#view=order', phone);
  await ready(page);
  await page.getByRole('button', { name: 'As written' }).click();
  await word(page, 'dog').scrollIntoViewIfNeeded();
  const [x, y] = await middle(page, 'The');
  const [to] = await middle(page, 'dog');
  await touch(
    page,
    [x, x + 12, (x + to) / 2, to + 12].map((at) => [[at, y]]),
  );
  expect(await sentence(page)).toBe('dog The bit the man');
  expect((await changes(page))[0]).toBe('0');
  expect(await overflow(page)).toBe(0);
  await close();
});

describe('the sentence', () => {
  test('is written freely; what is wrong with it is said beside it', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    await page.getByLabel('Sentence', { exact: true }).fill('a b c');
    expect(await sentence(page)).toBe('a b c');
    await page.getByRole('button', { name: 'Reverse' }).click();
    await linkHolds(page, 'order.sentence=a+b+c&order.words=2,1,0');
    expect((await changes(page))[0]).toBe('0');
    await page.getByLabel('Sentence', { exact: true }).fill('');
    expect(await page.locator('#order-problem').textContent()).toMatch(/^Write a sentence of two words/);
    expect(await page.locator('.words').isVisible()).toBe(false);
    await page.getByLabel('Sentence', { exact: true }).fill(Array(30).fill('no').join(' '));
    expect(await page.locator('#order-problem').textContent()).toMatch(/has 30 words; the first 24 are used/);
    expect(await page.locator('.words .word').count()).toBe(24);
    await page.getByRole('button', { name: 'I like playing tennis', exact: true }).click();
    expect(await sentence(page)).toBe('I like playing tennis');
    expect(await page.locator('#order-problem').textContent()).toBe('');
    await close();
  });

  test('equal words that change places change nothing without, and something with the encoding', async () => {
    const { page, close } = await open('#view=order&order.sentence=the+dog+the&order.words=2,1,0');
    await ready(page);
    const [without, withIt] = await changes(page);
    expect(without).toBe('0');
    expect(Number(withIt)).toBeGreaterThan(0);
    await close();
  });

  test('an order of a link that is none is said, and the words stand as written', async () => {
    const { page, close } = await open('#view=order&order.sentence=one+two+three&order.words=0,0,7');
    await ready(page);
    expect(await sentence(page)).toBe('one two three');
    expect(await page.locator('#order-problem').textContent()).toMatch(
      /^The order 0, 0, 7 does not name each of the 3 words/,
    );
    await close();
  });
});

describe('the layer', () => {
  test('has heads to choose, and its weights are read by key', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    await page.locator('input[name="order-heads"][value="4"]').check();
    await page.locator('input[name="order-head"][value="3"]').check();
    await linkHolds(page, 'order.heads=4&order.head=3');
    expect((await changes(page))[0]).toBe('0');
    const map = page.getByLabel(/^Attention weights with the encoding/);
    await map.focus();
    await page.keyboard.press('Home');
    await spoken(page, /“man” to “The”, with the encoding: [0-9.]+/);
    await linkHolds(page, 'order.cell=1,0');
    const before = await changes(page);
    await page.getByRole('button', { name: 'Other weights' }).click();
    await linkHolds(page, 'order.seed=1');
    expect((await changes(page))[0]).toBe('0');
    expect((await changes(page))[1]).not.toBe(before[1]);
    await close();
  });

  test('follows the encoding of the page, wide ones too', async () => {
    const { page, close } = await open('#view=order&dim=32');
    await ready(page);
    const before = await changes(page);
    await page.locator('#base').fill('10');
    await page.waitForFunction((was) => document.querySelector('[data-change=with]')?.textContent !== was, before[1]);
    await page.locator('#dim').fill('4096');
    await page.getByText('The head has 64 columns: more would take too long here.').waitFor();
    expect((await changes(page))[0]).toBe('0');
    await close();
  });

  test('is saved as numbers: rows of weights sum to 1', async () => {
    const { page, close } = await open('#view=order');
    await ready(page);
    const lines = csvLines((await saved(page, /weights without encoding/)).bytes);
    expect(lines[0]).toBe('from,The,man,bit,the,dog');
    for (const line of lines.slice(1)) {
      const sum = line
        .split(',')
        .slice(1)
        .map(Number)
        .reduce((a, b) => a + b);
      expect(sum).toBeCloseTo(1, 12);
    }
    expect(lines.length).toBe(6);
    await close();
  });
});

describe('every kind of encoding has places for words', () => {
  const kinds: readonly (readonly [link: string, places: RegExp, between: RegExp, law: RegExp])[] = [
    ['xpos.scaleBase=512&start=7', /stands at position 7, the last at 11/, /: position 8 and position 9\.$/, /ζ/],
    [
      'kind=grid&cells=2,3',
      /row by row: the first on \(0, 0\), the last on \(1, 1\)/,
      /cell \(0, 1\) and cell \(0, 2\)/,
      /PE/,
    ],
    ['kind=grid&cells=2,3&order.use=rotated', /the last on \(1, 1\)/, /cell \(0, 1\) and cell \(0, 2\)/, /R/],
    ['kind=fourier&cells=3,3', /grid of 3 × 3/, /cell \(0, 1\) and cell \(0, 2\)/, /F/],
    ['kind=deberta&buckets=256&maxPosition=512', /9 buckets, from −4 to 4/, /1 place later, bucket −1\.$/, /K\[δ\]/],
    ['kind=swin&window=2,3', /window of 2 × 3/, /cells \(0, 1\) and \(0, 2\), index 6\.$/, /index/],
    ['kind=t5', /9 of the 32 buckets/, /1 place later, bucket 17\.$/, /bucket/],
    ['kind=alibi&order.heads=2', /slopes 0\.0625, 0\.00391/, /1 place later\.$/, /\|i−j\|/],
    ['kind=learned', /the last at 4/, /position 1 and position 2/, /W\[/],
  ];
  test.each(kinds)('%s: 0 without it, not 0 with it, and its own law beside', async (link, places, between, law) => {
    const { page, close } = await open(`#view=order&${link}`);
    await ready(page);
    const [without, withIt] = await changes(page);
    expect(without).toBe('0');
    expect(Number(withIt)).toBeGreaterThan(0.001);
    expect(await page.locator('.order .places').textContent()).toMatch(places);
    expect(await page.locator('.order .under-maps .note').textContent()).toMatch(between);
    expect((await page.locator('.order .law math').allTextContents()).join(' ')).toMatch(law);
    await close();
  });

  test('a bias has the marked numbers put in: they add up, and follow the mark', async () => {
    const { page, close } = await open('#view=order&kind=t5');
    await ready(page);
    const sum = (await page.locator('.order .law math').last().textContent()) ?? '';
    const [, name, a, sign, b, c] = /^(.+)=(.+)([+−])(.+)=(.+)$/.exec(sum) ?? [];
    const number = (text = ''): number => Number(text.replace('−', '-'));
    expect(name).toBe('s1,2');
    // Each has three digits that count.
    expect(number(a) + (sign === '−' ? -1 : 1) * number(b)).toBeCloseTo(number(c), 1);
    await page.getByLabel(/^Attention weights with the encoding/).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.order .law math')].at(-1)?.textContent?.startsWith('s1,3'),
    );
    await close();
  });

  test('a window that is too small: nothing is computed in its place, and a button makes it larger', async () => {
    const { page, close } = await open('#view=order&kind=swin&window=2,2');
    await ready(page);
    expect(await page.locator('.order .places .error').textContent()).toMatch(/^The window of 2 × 2 has too few cells/);
    expect(await changes(page)).toEqual(['0']);
    expect(await page.locator('.changes tbody td:last-child').allTextContents()).toEqual(Array(5).fill('—'));
    expect(await page.getByLabel(/^Attention weights with the encoding/).isVisible()).toBe(false);
    const item = (side: string) => page.getByRole('button', { name: `Numbers “weights ${side} encoding”` });
    await openMenu(page, 'Save');
    await item('without').waitFor();
    expect(await item('with').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'A window of 3 × 2' }).click();
    await linkHolds(page, 'window=3,2');
    expect(Number((await changes(page))[1])).toBeGreaterThan(0.001);
    expect(await page.evaluate(() => document.activeElement?.firstChild?.textContent)).toBe('The');
    await openMenu(page, 'Save');
    await item('with').waitFor();
    await close();
  });

  test('a learned table that ends: a model with a longer one keeps sentence and view', async () => {
    const { page, close } = await open(
      '#view=order&kind=learned&rows=3&length=3&order.sentence=a+b+c+d&order.words=3,2,1,0',
    );
    await ready(page);
    expect(await page.locator('.order .places .error').textContent()).toMatch(/3 rows, .* row 3: a learned table ends/);
    await page.getByRole('button', { name: 'BERT base' }).click();
    await linkHolds(page, 'dim=768');
    expect(await sentence(page)).toBe('d c b a');
    expect(Number((await changes(page))[1])).toBeGreaterThan(0);
    await close();
  });
});
