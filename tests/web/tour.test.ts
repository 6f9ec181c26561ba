/** The steps of the guided first minute: each shows a state that is right, and says what is true of it. */

import { createPosenc, type Posenc, type SinusoidEncoding } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { attend, changesOf, embeddingsOf, seededLayer, sum } from '../../web/src/attention.ts';
import { defaults } from '../../web/src/state.ts';
import { createStore, type Store } from '../../web/src/store.ts';
import { numberLabel } from '../../web/src/ticks.ts';
import { stateOf, steps } from '../../web/src/tour/steps.ts';
import { formatLink, parseLink } from '../../web/src/url.ts';
import { known, optionFields } from '../../web/src/views/index.ts';

let posenc: Posenc;
let store: Store;

beforeAll(async () => {
  posenc = await createPosenc();
  store = createStore(posenc, optionFields);
});

const linked = steps.flatMap(({ title, link }) => (link === null ? [] : [[title, link] as const]));
const textOf = (title: string): string => steps.find((step) => step.title === title)?.text ?? '';

test('six to eight steps, each of two sentences at most', () => {
  expect(steps.length).toBeGreaterThanOrEqual(6);
  expect(steps.length).toBeLessThanOrEqual(8);
  for (const { text } of steps) expect(text.match(/[.:?](\s|$)/g)?.length).toBeLessThanOrEqual(4);
  for (const { text } of steps) expect(text.length).toBeLessThanOrEqual(220);
});

describe('the state of a step', () => {
  test.each(linked)('“%s” is a link without a fault, taken as it is', (_, link) => {
    const { state, problems } = parseLink(link, known);
    expect(problems).toEqual([]);
    store.load({ state, problems });
    expect(store.problems.value).toEqual([]);
    expect(store.refusals.value).toEqual({});
    expect(store.lack.value).toBe(null);
    expect(store.state.value).toEqual(state);
    expect(parseLink(formatLink(store.state.value), known).state).toEqual(state);
  });

  test.each(steps.map((step) => [step.title, step] as const))('“%s” marks a cell that is there', (_, step) => {
    const { position, column } = stateOf(step, defaults, known);
    store.load({ state: stateOf(step, defaults, known), problems: [] });
    const { start, length } = store.rows.value;
    for (const p of [position, step.from?.position]) {
      if (typeof p === 'number') expect(p >= start && p < start + length).toBe(true);
    }
    for (const c of [column, step.from?.column]) {
      if (typeof c === 'number') expect(c >= 0 && c < store.columns.value.dim).toBe(true);
    }
  });

  test('leaves the colours to the reader, and the last one is the reader’s own', () => {
    const reader = { ...defaults, theme: 'dark', view: 'waves', values: { dim: 6 } } as const;
    for (const step of steps) expect(stateOf(step, reader, known).theme).toBe('dark');
    expect(stateOf(steps[steps.length - 1] as (typeof steps)[0], reader, known)).toEqual({ ...reader, view: 'matrix' });
  });
});

describe('what is said', () => {
  const load = (title: string): SinusoidEncoding => {
    const step = steps.find((one) => one.title === title) as (typeof steps)[0];
    store.load({ state: stateOf(step, defaults, known), problems: [] });
    return store.encoding.value as SinusoidEncoding;
  };

  test('the wavelengths of the first and the last pair', () => {
    const { data } = posenc.wavelengths(load('From fast to slow'));
    // 2 pi, and 2 pi 10000^(30/32).
    expect(data[0]).toBeCloseTo(6.283185307179586, 12);
    expect(data[15]).toBeCloseTo(35332.94, 1);
    expect(textOf('From fast to slow')).toContain(
      `in ${numberLabel(data[0] as number)} positions, the last in ${numberLabel(data[15] as number)}.`,
    );
  });

  test('a longer table begins with the shorter one', () => {
    const encoding = load('Any length, the same values');
    const rows = (count: number) => posenc.encode(encoding, { start: 0, count }).data;
    expect(rows(512).subarray(0, 64 * 32)).toEqual(rows(64));
  });

  test('products of rows depend on the distance alone', () => {
    const encoding = load('Distance alone counts');
    const { data } = posenc.encode(encoding, { start: 0, count: 128 }, { dtype: 'float64' });
    const row = (p: number) => data.subarray(p * 32, (p + 1) * 32);
    const product = (p: number, q: number) => row(p).reduce((all, x, k) => all + x * (row(q)[k] as number), 0);
    for (const p of [0, 17, 100]) expect(product(p, p + 8)).toBeCloseTo(product(40, 48), 12);
    expect(product(40, 48)).not.toBeCloseTo(product(40, 49), 1);
  });

  test('without the encoding no output changes, with it all do', () => {
    const encoding = load('Why all of this');
    const [words, order] = [
      ['The', 'dog', 'bit', 'the', 'man'],
      [0, 4, 2, 3, 1],
    ];
    const dim = 128;
    const { data } = posenc.encode(encoding, { start: 0, count: 5 }, { dtype: 'float64' });
    const outputs = (isEncoded: boolean) =>
      [words, order.map((word) => words[word] as string)].map((names) => {
        const embeddings = embeddingsOf(names, dim);
        return attend(seededLayer(dim, 1, 0), isEncoded ? sum(embeddings, data) : embeddings).output;
      }) as [Float64Array, Float64Array];
    expect(Math.max(...changesOf(...outputs(false), order, dim))).toBe(0);
    expect(Math.min(...changesOf(...outputs(true), order, dim))).toBeGreaterThan(0.001);
  });
});
