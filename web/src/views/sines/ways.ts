/** Four ways to say where a word stands, side by side, each measured on the spot. */

import { computed } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { columnOf } from '../../columns.ts';
import { element } from '../../dom.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { createPlot, type Series } from '../../plot.ts';
import { numberLabel, smallLabel, wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { sines as entry } from './entry.ts';
import { firstRows, largest, lastRows, type Rows, rowsFrom, similarityRange, smallestDistance } from './measures.ts';
import type { Model } from './model.ts';

/** Columns of the learned table. */
const learnedColumns = 64;
/** That of BERT's and GPT-2's tables before training. */
const deviation = 0.02;
/** Products of doubles that are equal but for rounding. */
const roundings = 1e-12;

type Fact = readonly [name: string, verdict: 'good' | 'bad' | 'plain', text: string];

interface Way {
  readonly title: string;
  readonly words: string;
  readonly y: string;
  readonly domain: () => readonly [number, number];
  readonly series: () => readonly Series[];
  readonly facts: () => readonly Fact[];
}

/** Rows of a learned table before training, and what posenc says when a row past its end is asked for. */
export function learnedTable(posenc: Pick<Posenc, 'encode'>, length: number): { rows: Rows; past: string } {
  const encoding = { kind: 'learned', dim: learnedColumns, length, deviation } as const;
  const values = posenc.encode(encoding, length, { dtype: 'float64' }).data;
  let past = '';
  try {
    posenc.encode(encoding, [length]);
  } catch (error) {
    past = `posenc says: ${(error as Error).message}`;
  }
  return { rows: { dim: learnedColumns, count: length, values }, past };
}

const distinct = (distance: number, more: string): Fact => [
  'Distinct',
  distance > 0 ? 'good' : 'bad',
  distance > 0
    ? `yes: two rows are at least ${numberLabel(distance, 3)} apart${more}`
    : `no: two rows are equal${more}`,
];

function similarity(rows: Rows, distance: number, what: string): Fact {
  const [low, high] = similarityRange(rows, distance);
  const name = `Similarity at distance ${wholeLabel(distance)}`;
  return high - low < roundings
    ? [name, 'good', `${numberLabel(low, 4)} ${what}, equal within ${smallLabel(high - low)}: distance alone counts`]
    : [name, 'bad', `from ${numberLabel(low, 3)} to ${numberLabel(high, 3)} ${what}: the place counts, too`];
}

function waysOf(posenc: Pick<Posenc, 'encode'>, model: Model): readonly Way[] {
  const { trained, offset, table, columns, pairs } = model;
  const distance = computed(() => Math.max(1, Math.min(trained.value - 1, Math.abs(offset.value))));
  const within = computed(() => `within ${wholeLabel(trained.value)} positions`);
  const twice = computed(() => 2 * trained.value);
  const learned = computed(() => learnedTable(posenc, trained.value));
  const sines = computed<Rows>(() => ({ dim: table.value.dim, count: twice.value, values: table.value.values }));
  const positions = computed(() => Float64Array.from({ length: twice.value }, (_, p) => p));
  const line = (name: string, rows: Rows, column = 0): Series => ({
    name,
    x: positions.value.subarray(0, rows.count),
    y: Float64Array.from({ length: rows.count }, (_, p) => rows.values[p * rows.dim + column] as number),
  });
  const plain = (count: number): Rows => rowsFrom(count, (p) => p);
  const divided = (count: number): Rows => rowsFrom(count, (p) => p / (count - 1));

  return [
    {
      title: 'Plain indices',
      words: 'The position itself: 0, 1, 2, …',
      y: 'value',
      domain: () => [0, twice.value],
      series: () => [line('', plain(twice.value))],
      facts: () => {
        const [L, far] = [plain(trained.value), plain(twice.value)];
        return [
          [
            'Bounded',
            'bad',
            `no: up to ${wholeLabel(largest(L))} ${within.value}, ${wholeLabel(largest(far))} in twice as many`,
          ],
          distinct(smallestDistance(far), ''),
          [
            `Past ${wholeLabel(trained.value)}`,
            'bad',
            `goes on, with values up to ${numberLabel(largest(far) / largest(L), 3)} times as large as any seen in training`,
          ],
          similarity(L, distance.value, within.value),
        ];
      },
    },
    {
      title: 'Indices divided by the length',
      words: 'From 0 for the first word to 1 for the last: p / (n − 1).',
      y: 'value',
      domain: () => [0, 1.1],
      series: () => [
        line(`n = ${wholeLabel(trained.value)}`, divided(trained.value)),
        line(`n = ${wholeLabel(twice.value)}`, divided(twice.value)),
      ],
      facts: () => {
        const [L, far] = [divided(trained.value), divided(twice.value)];
        const p = Math.floor(trained.value / 2);
        const [before, after] = [L.values[p] as number, far.values[p] as number];
        return [
          ['Bounded', 'good', `yes: at most ${numberLabel(largest(far))}`],
          distinct(
            smallestDistance(L),
            `, but ${numberLabel(smallestDistance(far), 3)} in a text twice as long: a step has no fixed size`,
          ),
          [
            `Past ${wholeLabel(trained.value)}`,
            'bad',
            `changes its meaning: position ${p} was ${numberLabel(before, 3)} and is ${numberLabel(after, 3)} in a text twice as long; ` +
              `${numberLabel(before, 3)} is now position ${numberLabel(before * (twice.value - 1), 3)}`,
          ],
          similarity(L, distance.value, within.value),
        ];
      },
    },
    {
      title: 'Learned rows',
      words: `A table of ${learnedColumns} columns that training fills; here as it starts, at random. One column is drawn.`,
      y: 'value',
      domain: () => [-0.05, 0.05],
      series: () => [line('', learned.value.rows)],
      facts: () => {
        const { rows, past } = learned.value;
        return [
          ['Bounded', 'plain', `by what training made of it: here at most ${numberLabel(largest(rows), 3)}`],
          distinct(smallestDistance(rows), ''),
          [
            `Past ${wholeLabel(trained.value)}`,
            'bad',
            `ends: the last row is ${wholeLabel(trained.value - 1)}, and there is none for position ${wholeLabel(trained.value)}${past ? `. ${past}` : ''}`,
          ],
          similarity(rows, distance.value, within.value),
        ];
      },
    },
    {
      title: 'Sines and cosines',
      words: 'Each pair turns at a speed of its own. The sines of some pairs are drawn.',
      y: 'value',
      domain: () => {
        const most = largest(sines.value) || 1;
        return [-1.1 * most, 1.1 * most];
      },
      series: () =>
        pairs.value.length === 0
          ? [line('', sines.value)]
          : pairs.value
              .slice(0, 3)
              .map((pair) =>
                line(
                  `pair ${pair}`,
                  sines.value,
                  columnOf(columns.value, pair, columns.value.order === 'sin-cos' ? 0 : 1),
                ),
              ),
      facts: () => {
        const L = firstRows(sines.value, trained.value);
        const isOdd = columns.value.firsts !== columns.value.seconds;
        const [name, verdict, text] = similarity(
          sines.value,
          distance.value,
          `within ${wholeLabel(twice.value)} positions`,
        );
        return [
          [
            'Bounded',
            'good',
            `yes: at most ${numberLabel(largest(sines.value), 4)} within ${wholeLabel(twice.value)} positions`,
          ],
          distinct(
            smallestDistance(L),
            ` ${within.value}, ${numberLabel(smallestDistance(sines.value), 3)} in twice as many`,
          ),
          [
            `Past ${wholeLabel(trained.value)}`,
            'good',
            `goes on: rows ${wholeLabel(trained.value)} to ${wholeLabel(twice.value - 1)} are there, with values of at most ${numberLabel(largest(lastRows(sines.value, trained.value)), 4)}`,
          ],
          [
            name,
            verdict,
            isOdd && verdict === 'bad'
              ? `${text}, as an odd width leaves ${columns.value.order === 'sin-cos' ? 'a sine without its cosine' : 'a cosine without its sine'}`
              : text,
          ],
        ];
      },
    },
  ];
}

const trainedField = optionField(entry, 'sines.trained');

export function mountWays(host: HTMLElement, context: ViewContext, model: Model): void {
  const { posenc, scope } = context;
  const { trained } = model;
  const cards = element('div', { class: 'ways' });
  host.append(
    element('h2', {}, 'Four ways to say where a word stands'),
    element(
      'div',
      { class: 'fields' },
      optionControl(context, trainedField, { slider: () => [trainedField.min ?? 0, trainedField.max ?? 0] }).root,
    ),
    cards,
    element(
      'p',
      { class: 'note' },
      'Measured now, over all rows: similarity is the product of two rows, where 1 is the mean product of a row with ' +
        'itself; its distance is the one marked below. What is shaded lies past the training length.',
    ),
  );
  for (const { title, words, y, domain, series, facts } of waysOf(posenc, model)) {
    const chart = element('div', { class: 'chart' });
    const list = element('dl', { class: 'facts' });
    cards.append(
      element(
        'section',
        { class: 'way' },
        element('h3', {}, title),
        element('p', { class: 'note' }, words),
        chart,
        list,
      ),
    );
    createPlot(chart, scope, {
      name: title.toLowerCase(),
      label: `${title}: values against position, and what becomes of them past the training length`,
      x: { name: 'position', domain: () => [0, 2 * trained.value] },
      y: { name: y, domain },
      series,
      zones: () => [{ x: [trained.value, 2 * trained.value] }],
      rules: () => [{ x: trained.value }],
    });
    scope.effect(() => {
      list.replaceChildren(
        ...facts().map(([name, verdict, text]) =>
          element('div', { class: verdict }, element('dt', {}, name), element('dd', {}, text)),
        ),
      );
    });
  }
}
