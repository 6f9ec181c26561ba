/** Check my own: tables and configs that are dropped, chosen or pasted. */

import type { Page } from 'playwright-core';
import { createPosenc, type Posenc } from 'posenc';
import { writeNpy, writeSafetensors } from 'posenc/files';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvLines, dropFile, paste, saved } from './acts.ts';
import { linkHolds, open } from './session.ts';

const view = '#length=64&dim=16&view=check';
let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc();
});

const verdict = async (page: Page): Promise<string> => (await page.locator('.verdict').textContent()) ?? '';
const shown = (page: Page) => page.locator('.difference-map canvas').waitFor();

test('a dropped .npy: shape, statistics, words, difference map by key', async () => {
  const { page, close } = await open(view);
  const table = posenc.encode({ dim: 64, layout: 'halves', spacing: 'endpoint' }, 1500);
  table.data[700 * 64 + 9] = 5;
  await dropFile(page, 'mine.npy', writeNpy(table));
  await shown(page);
  expect(await page.locator('.check-result h2').textContent()).toBe('mine.npy');
  expect(await page.locator('.facts').textContent()).toMatch(/\[1500, 64\]: 96,000 values.*float32.*5/);
  expect(await verdict(page)).toMatch(/(tensor2tensor|whisper).*halves layout.*at row 700, column 9/);
  // All 1,500 rows are means of three; zoomed in about the mark, a cell is a value.
  const note = page.locator('.check-map .note').last();
  expect(await note.textContent()).toMatch(/exact mean of 3 × 1 differences/);
  await page.locator('.difference-map canvas').focus();
  for (let k = 0; k < 23; k++) await page.keyboard.press('PageDown');
  for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowDown');
  for (let k = 0; k < 9; k++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  expect(await note.textContent()).toMatch(/Each cell is one value/);
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.check-map .note').first().textContent()).toMatch(
    /^Row 700, column 9: 5 in the table, .* difference [45]\.\d+\.$/,
  );
  await page.keyboard.press('0');
  expect(await note.textContent()).toMatch(/exact mean/);
  await page.getByRole('radio', { name: 'The largest' }).check();
  await linkHolds(page, 'check.pixel=largest');
  expect(await note.textContent()).toMatch(/the largest of 3 × 1/);
  await close();
});

test('a chosen .safetensors of several tables: the likely one first, another by choice', async () => {
  const { page, close } = await open(view);
  const bytes = writeSafetensors({
    'h.0.bias': { data: new Float32Array(12), shape: [12] },
    wpe: posenc.encode({ kind: 'learned', dim: 32, length: 128 }, 128),
    other: posenc.encode({ dim: 32 }, 40),
  });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'model.safetensors',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  });
  await page.locator('.verdict').waitFor();
  expect(await verdict(page)).toMatch(/^It looks learned/);
  const select = page.getByLabel('Table', { exact: true });
  expect(await select.locator('option').count()).toBe(3);
  await select.selectOption({ label: 'other  [40, 32] f32' });
  await page.waitForFunction(() => document.querySelector('.verdict')?.textContent?.includes('pytorch'));
  await shown(page);
  await select.selectOption({ label: 'h.0.bias  [12] f32' });
  await page.waitForFunction(() => document.querySelector('.verdict')?.textContent?.includes('[12]'));
  expect(await verdict(page)).toBe(
    'It has the shape [12]; a table of positions has [rows, columns], or [height, width, columns] over a grid.',
  );
  await close();
});

test('pasted numbers, the near convention as the page’s encoding, numbers saved', async () => {
  const { page, close } = await open(view);
  const { data } = posenc.encode({ dim: 8, layout: 'halves' }, 30);
  const text = Array.from({ length: 30 }, (_, r) => [...data.subarray(8 * r, 8 * r + 8)].join(',')).join('\n');
  await paste(page, text);
  await shown(page);
  expect(await verdict(page)).toMatch(/^Explained exactly.*marian/);
  expect(await page.getByLabel('Or paste numbers').inputValue()).toBe(text);
  const lines = csvLines((await saved(page, 'Numbers “differences”')).bytes);
  expect([lines.length, lines[0]]).toEqual([241, 'row,column,table,marian,difference']);
  await page.getByRole('button', { name: 'Make marian the page’s encoding' }).focus();
  await page.keyboard.press('Enter');
  await linkHolds(page, 'length=30&dim=8&layout=halves');
  await page.locator('.ways').getByRole('button', { name: 'Matrix' }).click();
  await page.locator('#canvas').waitFor();
  expect(await page.textContent('#matrix-summary')).toMatch(/^Positions 0 to 29/);
  await close();
});

test('a dropped config.json: each type of layer on every view', async () => {
  const { page, close } = await open(view);
  const config = {
    model_type: 'gemma3_text',
    hidden_size: 2560,
    num_attention_heads: 8,
    head_dim: 256,
    max_position_embeddings: 131072,
    rope_theta: 1e6,
    rope_local_base_freq: 1e4,
    rope_scaling: { rope_type: 'linear', factor: 8 },
    layer_types: ['sliding_attention', 'full_attention'],
  };
  await dropFile(page, 'config.json', JSON.stringify(config));
  await page.locator('.layer').nth(1).waitFor();
  expect(await page.locator('.layer h3').allTextContents()).toContain('Layers with full attention');
  await page.getByRole('button', { name: 'Show layers with full attention on every view' }).click();
  await linkHolds(page, 'base=1000000');
  expect(page.url()).toMatch(/length=131072&dim=256.*scaling\.type=linear&scaling\.factor=8/);
  await close();
});

describe('what cannot be read', () => {
  const npy = () => writeNpy(posenc.encode({ dim: 8 }, 20));
  test('a sentence beside the place, and the next file is read as ever', async () => {
    const { page, close } = await open(view);
    const said = async (pattern: RegExp): Promise<void> => {
      await page.waitForFunction(
        (text) => new RegExp(text).test(document.querySelector('#drop-error')?.textContent ?? ''),
        pattern.source,
      );
      expect(await page.locator('.verdict').count()).toBe(0);
    };
    await dropFile(page, 'short.npy', npy().slice(0, -8));
    await said(/the file is cut off, or its header is wrong\.$/);
    const lying = writeSafetensors({ wpe: posenc.encode({ dim: 8 }, 20) });
    new DataView(lying.buffer).setBigUint64(0, 2n ** 50n, true);
    await dropFile(page, 'lying.safetensors', lying);
    await said(/its header has 1125899906842624 bytes, but/);
    await dropFile(page, 'poem.txt', 'no numbers\nat all');
    await said(/which is not a number/);
    await dropFile(page, 'broken.json', '{"model_type": ');
    await said(/it is no JSON/);
    await dropFile(page, 'config.json', '{"model_type": "no-such-model"}');
    await said(/model_type/);
    // More values than are compared: the header alone says so.
    const header = JSON.stringify({ big: { dtype: 'BOOL', shape: [40_000_000, 1], data_offsets: [0, 40_000_000] } });
    const big = Buffer.concat([Buffer.alloc(8), Buffer.from(header), Buffer.alloc(0)]);
    big.writeBigUInt64LE(BigInt(header.length));
    await dropFile(page, 'big.safetensors', big);
    await said(/“big” ends at byte 40000000 of the data, but there are 0/);
    await dropFile(page, 'table.json', '[[0, 1], [0.8414709848078965, 0.5403023058681398]]');
    await shown(page);
    expect(await page.locator('.verdict').first().textContent()).toContain('pytorch');
    await dropFile(page, 'good.npy', npy());
    await shown(page);
    expect(await page.locator('#drop-error').textContent()).toBe('');
    await close();
  });
});

test('an example is a link', async () => {
  const { page, close } = await open(`${view}&check.example=i-for-2i`);
  await shown(page);
  expect(await verdict(page)).toMatch(/a well-known mistake.*uses i where 2i is meant/);
  await page.getByRole('radio', { name: 'Positions in bfloat16' }).check();
  await page.waitForFunction(() => document.querySelector('.check-map')?.textContent?.includes('in all.'));
  // The words explain the table to the last bit of float32; the map shows what they do to it.
  expect(await page.locator('.match .note').first().textContent()).toBe('differs by at most 3.0 × 10⁻⁸');
  // From 512 on positions are off by up to 2, and a sine by up to 2 sin 1.
  expect(await page.locator('.check-map').textContent()).toMatch(
    /This is pytorch itself, without the rounding or the mistake that its words above name: .* up to 1\.683/,
  );
  await page.getByRole('radio', { name: 'Whisper’s own table' }).check();
  await page.waitForFunction(() => document.querySelector('.check-map')?.textContent?.includes('1,500 × 384 in all.'));
  expect(await page.locator('.check-map').textContent()).not.toContain('itself');
  await page.getByRole('radio', { name: 'config.json of Llama 3.1' }).check();
  await page.locator('.layer').waitFor();
  await linkHolds(page, 'check.example=llama');
  await page.reload();
  await page.locator('.layer').waitFor();
  expect(await page.locator('.layer p').first().textContent()).toMatch(/^Rotary: dim 128, base 500,000/);
  await close();
});
