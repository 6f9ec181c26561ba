import { createPosenc, type Posenc, presets } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { isAllowed, readValue, type Values } from '../../web/src/field.ts';
import { encodingFrom, fieldsOf, isFieldName, kinds, valuesFrom } from '../../web/src/fields.ts';
import { knownModels } from '../../web/src/models.ts';
import { dimOf, rowsOf } from '../../web/src/rows.ts';
import { defaults } from '../../web/src/state.ts';
import { createStore } from '../../web/src/store.ts';
import { formatLink, parseLink } from '../../web/src/url.ts';

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc();
});

const known = { views: ['matrix'], options: [] };

describe('the table of fields', () => {
  test.each(kinds.map(([kind]) => kind))('%s: names are unique, and defaults are of their fields', (kind) => {
    const fields = fieldsOf({ kind });
    const names = fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const field of fields) {
      if (field.default !== undefined)
        expect([field.name, isAllowed(field, field.default)]).toEqual([field.name, true]);
      expect(isFieldName(field.name)).toBe(true);
    }
  });

  test('what is said stands where the package wants it', () => {
    expect(encodingFrom({ dim: 64, base: 5, 'scaling.type': 'yarn', 'scaling.factor': 40 })).toEqual({
      dim: 64,
      base: 5,
      scaling: { type: 'yarn', factor: 40, originalLength: 4096 },
    });
    expect(encodingFrom({ kind: 'grid', 'axes.1.dim': 8, 'axes.1.layout': 'halves' })).toEqual({
      kind: 'grid',
      axes: [{ dim: 64 }, { dim: 8, layout: 'halves' }],
    });
    expect(encodingFrom({ kind: 'learned', rows: 77 })).toEqual({ kind: 'learned', dim: 128, length: 77 });
    expect(encodingFrom({ 'xpos.scaleBase': 512, 'xpos.gamma': 1 })).toEqual({
      dim: 128,
      xpos: { scaleBase: 512, gamma: 1 },
    });
  });

  test('what has no meaning with the rest is left out', () => {
    expect(encodingFrom({ shift: 1, 'scaling.factor': 3, sectionOrder: 'chunked' })).toEqual({ dim: 128 });
    expect(encodingFrom({ frequencies: [1, 2], base: 7, dim: 4 })).toEqual({ dim: 4, frequencies: [1, 2] });
    expect(encodingFrom({ kind: 't5', base: 7 })).toEqual({ kind: 't5' });
  });

  test.each([
    presets.pytorch(512),
    presets.tensor2tensor(7),
    presets.fairseq(8, { padding: 1 }),
    presets.whisper(384),
    { dim: 4, scaling: { type: 'longrope', shortFactor: [1, 1], longFactor: [1, 4], factor: 4, originalLength: 64 } },
    {
      kind: 'grid',
      axes: [
        { dim: 4, reference: 7 },
        { dim: 8, offset: 1 },
      ],
      axisOrder: [1, 0],
    },
    { kind: 'fourier', dim: 2, axes: 2, frequencies: [1, 2], unit: 'turn' },
    { kind: 'alibi', heads: 12, anchor: 'key' },
    { kind: 'swin', window: [8, 7], classToken: true },
  ])('an encoding becomes values and the same encoding again: %j', (encoding) => {
    const { values, unknown } = valuesFrom(encoding as Record<string, unknown>);
    expect(unknown).toBe(null);
    // The package's defaults may be said or not.
    const again = encodingFrom(values);
    const { kind, ...rest } = encoding as Record<string, unknown>;
    expect(again).toEqual(
      kind === 'sinusoid' || kind === undefined ? { ...rest, ...(kind ? { kind } : {}) } : encoding,
    );
  });

  test('a part that the page has no field for is named', () => {
    expect(valuesFrom({ kind: 't5', table: 'x' }).unknown).toBe('table');
  });

  test('lists and flags are read as they are written', () => {
    const list = { name: 'x', label: 'x', type: 'numbers' } as const;
    const flag = { name: 'x', label: 'x', type: 'flag' } as const;
    expect(readValue(list, '16, 24,24')).toEqual([16, 24, 24]);
    expect(readValue(list, '1 2;3')).toEqual([1, 2, 3]);
    expect(readValue(list, '1,a')).toBe(undefined);
    expect([readValue(flag, 'true'), readValue(flag, '0'), readValue(flag, 'yes')]).toEqual([true, false, undefined]);
  });
});

describe('sizes', () => {
  const size = (values: Values) => [rowsOf(values).length, dimOf(values, encodingFrom(values) as never)];
  test('of a grid: cells and class rows, columns of all axes', () => {
    expect(size({ kind: 'grid', cells: [3, 5], classRows: 1, 'axes.0.dim': 4, 'axes.1.dim': 6 })).toEqual([16, 10]);
    expect(size({ kind: 'grid', cells: [3, 5], identity: true })).toEqual([15, 130]);
    expect(size({ kind: 'grid', cells: [3, 5], dim: 99 })).toEqual([15, 99]);
  });
  test('of biases: a column for each key', () => {
    expect(size({ kind: 'alibi', length: 9 })).toEqual([9, 9]);
    expect(size({ kind: 'swin', window: [7, 8] })).toEqual([56, 56]);
    expect(size({ kind: 'swin', window: [7, 8], classToken: true })).toEqual([57, 57]);
  });
});

describe('known models', () => {
  test('there are those that people ask for', () => {
    const names = knownModels.map(({ name }) => name).join(', ');
    for (const name of [
      'Original Transformer',
      'BERT',
      'GPT-2',
      'Whisper',
      'ViT-B/16',
      'MAE',
      'Llama 3.1',
      'Qwen2-VL',
    ]) {
      expect(names).toContain(name);
    }
    for (const name of ['Gemma 3', 'Stable Diffusion', 'BLOOM', 'T5', 'DeBERTa', 'Swin']) expect(names).toContain(name);
  });

  test.each(knownModels.map((model) => [model.name, model] as const))('%s', (_, { values, sentence, source }) => {
    const fields = fieldsOf(values);
    for (const [name, value] of Object.entries(values)) {
      const field = fields.find((one) => one.name === name);
      expect([name, field !== undefined && isAllowed(field, value)]).toEqual([name, true]);
    }
    expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
    expect(source).not.toBe('');
    // The link holds all of it.
    const link = formatLink({ ...defaults, values });
    const { state, problems } = parseLink(link, known);
    expect(problems).toEqual([]);
    expect(encodingFrom(state.values)).toMatchObject(encodingFrom(values));
    // The package takes it, or says what it has not yet.
    const store = createStore(posenc);
    store.load({ state: { ...defaults, values }, problems: [] });
    const said = Object.values(store.refusals.value).map(({ message }) => message);
    if (store.lack.value === null) expect(said.filter((message) => !message.includes('unknown key'))).toEqual([]);
  });
});
