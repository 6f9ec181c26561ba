/** Why order matters: one layer of attention over a sentence whose words can be moved, with and without the encoding. */

import { batch, computed } from '@preact/signals-core';
import { attend, bareWord, changesOf, embeddingsOf, seededLayer, sum } from '../../attention.ts';
import { element } from '../../dom.ts';
import type { Field } from '../../field.ts';
import { createColourKey, createHeatmap } from '../../heatmap.ts';
import { control, optionControl, optionField } from '../../option-controls.ts';
import { numberLabel, smallLabel } from '../../ticks.ts';
import type { Mount, ViewContext } from '../../view.ts';
import { order as entry } from './entry.ts';
import { mountNotes } from './notes.ts';
import { placingOf, type Use, usesOf } from './positions.ts';
import { mountStrip } from './strip.ts';
import { asWritten, orderOf, presets, shortName, wordsOf } from './words.ts';
import './view.css';

const firstOrder = entry.options?.find(({ name }) => name === 'order.words')?.default;

/** Everything that is shown, as signals. */
function modelOf({ posenc, store, option }: ViewContext) {
  const possible = computed(() => usesOf(store));
  /** As the reader wants it, if the encoding can be used like that. */
  const use = computed(() => possible.value.find((one) => one === option<string>('order.use')) ?? possible.value[0]);
  const text = computed(() => option<string>('order.sentence'));
  const wanted = computed(() => option<readonly number[]>('order.words'));
  const heads = computed(() => Number(option<string>('order.heads')));
  const head = computed(() => Math.min(heads.value, option<number>('order.head')) - 1);
  const seed = computed(() => option<number>('order.seed'));
  const cell = computed(() => option<readonly number[]>('order.cell'));

  const sentence = computed(() => wordsOf(text.value));
  const words = computed(() => sentence.value.words);
  const order = computed(() => orderOf(wanted.value, words.value.length) ?? asWritten(words.value.length));
  const arranged = computed(() => order.value.map((word) => words.value[word] as string));

  const placing = computed(() =>
    placingOf(posenc, store, use.value ?? 'added', {
      words: Math.max(1, words.value.length),
      heads: heads.value,
      seed: seed.value,
    }),
  );
  const dim = computed(() => placing.value.dim);
  const layer = computed(() => seededLayer(dim.value, heads.value, seed.value, placing.value.width));
  const run = (names: readonly string[], isEncoded: boolean) => {
    const embeddings = embeddingsOf(names, dim.value);
    const { added, positional } = placing.value;
    if (!isEncoded || names.length === 0) return attend(layer.value, embeddings);
    return attend(layer.value, added ? sum(embeddings, added) : embeddings, positional);
  };
  const written = { without: computed(() => run(words.value, false)), with: computed(() => run(words.value, true)) };
  const now = { without: computed(() => run(arranged.value, false)), with: computed(() => run(arranged.value, true)) };
  const changes = (which: 'without' | 'with') =>
    computed(() => changesOf(written[which].value.output, now[which].value.output, order.value, dim.value));
  /** Weights of the chosen head, [words, words]. */
  const weights = (which: 'without' | 'with') =>
    computed(() => {
      const cells = words.value.length ** 2;
      return now[which].value.weights.subarray(head.value * cells, (head.value + 1) * cells);
    });
  const shown = { without: weights('without'), with: weights('with') };
  /** Of the last colour, the same for both maps. */
  const most = computed(() => {
    const largest = [...shown.without.value, ...shown.with.value].reduce((a, b) => Math.max(a, b), 0.1);
    return Math.ceil(largest * 10) / 10;
  });
  return {
    ...{ text, wanted, heads, head, seed, cell, sentence, words, order, arranged, placing, possible, use, dim, most },
    weights: shown,
    changes: { without: changes('without'), with: changes('with') },
  };
}

export const mount: Mount = (host, context) => {
  const { scope, set } = context;
  const model = modelOf(context);
  const { words, order, arranged, cell, weights, changes } = model;

  const input = element('input', {
    type: 'text',
    id: 'order-sentence',
    maxlength: 200,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'order-problem',
  });
  const problem = element('p', { class: 'error', id: 'order-problem', role: 'alert' });
  const readySentences = element(
    'div',
    { class: 'presets', role: 'group', 'aria-label': 'Sentences to try' },
    ...presets.map((text) => element('button', { type: 'button' }, text)),
  );
  const stripHost = element('section', { 'aria-label': 'Words in their order' });
  const settings = element('div', { class: 'choices' });
  const said = element('p', { class: 'note' });
  const finding = element('p', { class: 'finding', 'aria-live': 'off' });
  const maps = element('div', { class: 'maps' });
  const table = element('table', { class: 'changes' });
  const measured = element('div', { class: 'measured' }, finding, table);
  const results = element('div', { class: 'results' }, element('h2', {}, 'What each word attends to'), settings, maps);
  host.append(
    element(
      'div',
      { class: 'top' },
      element(
        'div',
        { class: 'sentence' },
        element('label', { for: 'order-sentence' }, 'Sentence'),
        input,
        problem,
        readySentences,
        stripHost,
        said,
      ),
      measured,
    ),
    results,
  );

  const write = (text: string): void =>
    batch(() => set({ 'order.sentence': text, 'order.words': asWritten(wordsOf(text).words.length) }));
  scope.listen(input, 'input', () => write(input.value));
  scope.listen(readySentences, 'click', (event) => {
    const text = event.target instanceof HTMLButtonElement ? event.target.textContent : null;
    if (text) write(text);
  });
  scope.effect(() => {
    const text = model.text.value;
    if (input.value !== text) input.value = text;
    // A link may say an order that is none of this sentence; the one of the first sentence is no fault of the link.
    const isKnown = orderOf(model.wanted.value, words.value.length) !== null || model.wanted.value === firstOrder;
    problem.textContent =
      model.sentence.value.problem ||
      (isKnown
        ? ''
        : `The order ${model.wanted.value.join(', ')} does not name each of the ${words.value.length} words once, counted from 0: they stand as written.`);
    input.setAttribute('aria-invalid', String(problem.textContent !== ''));
    for (const part of [stripHost, said, measured, results]) part.hidden = words.value.length === 0;
  });
  mountStrip(stripHost, context, words, order, (next) => set({ 'order.words': next }));

  scope.effect(() => {
    const { said: why, start } = model.placing.value;
    const last = start + words.value.length - 1;
    said.textContent = `${why} The first word stands at position ${start}, the last at ${last}.`.trim();
  });
  settings.append(optionControl(context, optionField(entry, 'order.heads')).root);
  const useField = optionField(entry, 'order.use');
  const useChoices = (): Field => ({
    ...useField,
    choices: (useField.choices ?? []).filter(([id]) => model.possible.value.includes(id as Use)),
  });
  const { root: how } = control(scope, useChoices, {
    value: () => model.use.value,
    change: (value) => set({ 'order.use': value as Use }),
  });
  settings.append(how);
  scope.effect(() => {
    how.hidden = model.possible.value.length < 2;
  });
  const headChoices = (): Field => ({
    name: 'order.head',
    type: 'choice',
    label: 'Shown',
    choices: Array.from({ length: model.heads.value }, (_, k) => [String(k + 1), `Head ${k + 1}`] as const),
  });
  const { root: which } = control(scope, headChoices, {
    value: () => String(model.head.value + 1),
    change: (value) => set({ 'order.head': Number(value) }),
  });
  settings.append(which);
  const others = element('button', { type: 'button' }, 'Other weights');
  scope.listen(others, 'click', () => set({ 'order.seed': (model.seed.peek() + 1) % 2 ** 32 }));
  settings.append(others);
  scope.effect(() => {
    which.hidden = model.heads.value === 1;
  });

  scope.effect(() => {
    finding.replaceChildren(...findingOf(model));
    const rowOf = (word: number): HTMLElement => {
      const place = order.value.indexOf(word);
      const moves = place === word ? String(word + 1) : `${word + 1} → ${place + 1}`;
      return element(
        'tr',
        {},
        element('th', { scope: 'row' }, words.value[word] ?? ''),
        element('td', {}, moves),
        element('td', {}, smallLabel(changes.without.value[word] ?? 0, 3)),
        element('td', {}, smallLabel(changes.with.value[word] ?? 0, 3)),
      );
    };
    table.replaceChildren(
      element('caption', {}, 'The largest change of each word’s output, against the sentence as written'),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...['Word', 'Place', 'Without encoding', 'With encoding'].map((name) =>
            element('th', { scope: 'col' }, name),
          ),
        ),
      ),
      element('tbody', {}, ...asWritten(words.value.length).map(rowOf)),
    );
  });

  const weightAt = (which: 'without' | 'with', row: number, column: number): number =>
    weights[which].value[row * words.value.length + column] ?? 0;
  for (const kind of ['without', 'with'] as const) {
    const title = kind === 'with' ? 'With the encoding' : 'Without the encoding';
    const map = element('div');
    maps.append(element('figure', { class: 'map' }, element('figcaption', {}, title), map));
    createHeatmap(map, context, {
      name: `attention ${kind} encoding`,
      label: `Attention weights ${kind} the encoding: each row is a word that attends, each column a word attended to`,
      data: () => ({
        rows: words.value.length,
        columns: words.value.length,
        values: weights[kind].value,
        range: [0, model.most.value],
      }),
      rows: { name: 'from', label: (row) => shortName(arranged.value[row] ?? '', 8) },
      columns: { name: 'to', label: (column) => shortName(arranged.value[column] ?? '') },
      cursor: {
        at: () => ({ row: cell.value[0] ?? 0, column: cell.value[1] ?? 0 }),
        to: ({ row, column }) => set({ 'order.cell': [row, column] }),
      },
      say: (row, column, value) =>
        `“${arranged.value[row]}” to “${arranged.value[column]}”, ${kind} the encoding: ${numberLabel(value, 3)}`,
    });
  }
  const readout = element('p', { class: 'note' });
  const key = element('div');
  results.append(element('div', { class: 'under-maps' }, key, readout));
  createColourKey(key, context, () => [0, model.most.value]);
  scope.effect(() => {
    const most = words.value.length - 1;
    const [row, column] = [0, 1].map((k) => Math.max(0, Math.min(most, cell.value[k] ?? 0))) as [number, number];
    readout.textContent =
      `“${arranged.value[row]}” takes ${numberLabel(weightAt('without', row, column), 3)} of “${arranged.value[column]}” ` +
      `without the encoding, ${numberLabel(weightAt('with', row, column), 3)} with it. Each row sums to 1.`;
  });
  mountNotes(host);

  return {
    saves: () => [
      {
        name: 'changes',
        columns: ['word', 'place as written', 'place now', 'change without encoding', 'change with encoding'],
        rows: () =>
          words
            .peek()
            .map((word, k) => [
              word,
              k + 1,
              order.peek().indexOf(k) + 1,
              changes.without.peek()[k] ?? 0,
              changes.with.peek()[k] ?? 0,
            ]),
      },
      ...(['without', 'with'] as const).map((kind) => ({
        name: `weights ${kind} encoding`,
        columns: ['from', ...arranged.peek()],
        rows: () => {
          const n = words.peek().length;
          return arranged.peek().map((word, row) => [word, ...weights[kind].peek().slice(row * n, (row + 1) * n)]);
        },
      })),
    ],
  };
};

/** The result in a sentence, with its two numbers. */
function findingOf(model: ReturnType<typeof modelOf>): (Node | string)[] {
  const { words, order, changes } = model;
  const isMoved = order.value.some((word, place) => word !== place);
  if (!isMoved) return ['The words stand as written. Move one, and see whose output changes.'];
  const most = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0);
  const [without, withIt] = [most(changes.without.value), most(changes.with.value)];
  const word = words.value[changes.with.value.indexOf(withIt)] ?? '';
  const number = (value: number, kind: string): HTMLElement =>
    element('strong', { 'data-change': kind }, smallLabel(value, 3));
  const exactly = without === 0 ? ' exactly: to attention a sentence is a bag of words' : '';
  return [
    'Without the encoding, the largest change of any word’s output is ',
    number(without, 'without'),
    `${exactly}. With it, `,
    number(withIt, 'with'),
    withIt === 0 ? `: ${sameReason(model)}.` : `, that of “${word}”.`,
  ];
}

/** Why another order changes nothing in spite of the encoding. */
function sameReason({ arranged, words, placing }: ReturnType<typeof modelOf>): string {
  const isSame = arranged.value.every((word, k) => bareWord(word) === bareWord(words.value[k] ?? ''));
  return !isSame && placing.value.positional.bias
    ? 'such a bias knows distances and no directions, and each distance is as it was'
    : 'words that are equal changed places';
}
