/** What rounding does: errors over position, the first positions and rows that become one, the map of wrong cells. */

import { computed, signal } from '@preact/signals-core';
import type { SinusoidEncoding } from 'posenc';
import '../../style/beside.css';
import { element, svg } from '../../dom.ts';
import type { Field } from '../../field.ts';
import type { FormatId } from '../../formats.ts';
import { createColourKey, createHeatmap, heightOf } from '../../heatmap.ts';
import { optionControl, optionRow } from '../../option-controls.ts';
import { createPlot } from '../../plot.ts';
import { runInSlices } from '../../slices.ts';
import { streamOf } from '../../source.ts';
import { spanOf } from '../../span.ts';
import { logLabel, wholeLabel } from '../../ticks.ts';
import type { Mount } from '../../view.ts';
import { columnAxis, resolve } from '../../viewport.ts';
import { columnMapOf } from './columns.ts';
import { precision as entry } from './entry.ts';
import { errorLabel, errorTable, positionFacts } from './figures.ts';
import { findCollision, float32Frequencies, logPositions, rowMaker, type Way, wayNames, ways } from './simulate.ts';
import './view.css';
import { type Exact, errorCells, errorsOver, exactOf, sampled } from './work.ts';

const [formatField, wayField] = entry.options as [Field, Field];
/** The last position of the error chart. */
const farthest = 1e9;
/** Values of the rows among which equal ones are looked for, and rows at most. */
const searched = { values: 4e6, rows: 4200 };
/** Cells of the map, and the pixels of the matrix that it stands for. */
const mapRows = 96;
const mapColumns = 128;
const nominal = { rows: 600, columns: 1000 };
/** The errors that have the first and the last colour, as powers of ten. */
const mapRange = [-8, 0] as const;

const wayWords: Readonly<Record<Way, string>> = {
  cast: 'the exact table, each value rounded once. This is as good as the format gets.',
  arithmetic:
    'all in float32, then stored: the usual code. Its error grows with the position, about 6 × 10⁻⁸ each, because the frequency is a rounded number.',
  frequencies: 'a module that is cast takes its frequencies along: each is off by up to one part in 512 in bfloat16.',
  module:
    'positions are cast, too: from 257 on they are no longer whole numbers of their own in bfloat16, and rows repeat.',
};

export const mount: Mount = (host, context) => {
  const { posenc, store, scope, option, set } = context;
  const format = computed(() => option<FormatId>('precision.format'));
  const way = computed(() => option<Way>('precision.way'));
  const rows = store.rows;
  const position = computed(() =>
    Math.max(1, (option<number>('precision.position') as number | undefined) ?? store.cursor.value.position),
  );

  /** Why these encodings have no place here, or null. */
  const refusal = computed(() => {
    const encoding = store.encoding.value as SinusoidEncoding;
    if (streamOf(encoding) > 0) return 'With several position streams a row has no single position to round.';
    if (encoding.xpos) return 'The decay of xPos is computed apart from the table; the ways shown here have none.';
    return null;
  });
  const trouble = signal<string | null>(null);
  const exact = computed<Exact | null>(() => {
    if (store.kind.value !== 'sinusoid' || refusal.value !== null) return null;
    const encoding = store.encoding.value as SinusoidEncoding;
    const columns = store.columns.value;
    const single = float32Frequencies(encoding, posenc.frequencies(encoding).data, columns.lawWidth);
    return exactOf(posenc, encoding, columnMapOf(columns), single);
  });
  const failed = (error: unknown): void => {
    if (!(error instanceof RangeError)) throw error;
    trouble.value = `Beyond some position nothing is computed: ${error.message}.`;
  };

  /** Starts again whenever what `begin` reads changes; what was running ends. */
  const sliced = (begin: () => { work: Iterator<unknown>; onSlice: (isDone: boolean) => void } | null): void => {
    let stop = (): void => undefined;
    scope.effect(() => {
      stop();
      const begun = begin();
      if (begun) stop = runInSlices(scope, begun.work, begun.onSlice, failed);
    });
  };

  const positions = logPositions(farthest, 160);
  const curves = signal<Readonly<Record<Way, Float64Array>> | null>(null);
  sliced(() => {
    trouble.value = null;
    const from = exact.value;
    curves.value = null;
    if (!from) return null;
    const into = Object.fromEntries(ways.map((one) => [one, new Float64Array(positions.length).fill(Number.NaN)]));
    const errors = into as Record<Way, Float64Array>;
    return {
      work: errorsOver(from, format.value, positions, errors),
      onSlice: () => {
        curves.value = { ...errors };
      },
    };
  });

  const collision = signal('');
  sliced(() => {
    const from = exact.value;
    if (!from) return null;
    const make = rowMaker(way.value, format.value, from.law, from.map);
    const isCast = way.value === 'cast';
    const none = new Float64Array(0);
    const rowOf = (at: number): Float64Array => make(at, isCast ? from.rowAt(at) : none);
    const { start } = rows.value;
    const count = Math.max(64, Math.min(searched.rows, Math.floor(searched.values / store.columns.value.dim)));
    const search = findCollision(rowOf, start, count);
    collision.value = 'looking …';
    const work = (function* () {
      const found = yield* search;
      collision.value = found
        ? `row ${wholeLabel(found.second)} equals row ${wholeLabel(found.first)}`
        : `none among ${wholeLabel(count)} rows from ${wholeLabel(start)} on`;
    })();
    return { work, onSlice: () => undefined };
  });

  const mapPositions = computed(() => {
    const { first, count, step } = spanOf(rows.value, store.state.value.rows, nominal.rows);
    return sampled(first, Math.min(rows.value.start + rows.value.length - first, count * step), mapRows);
  });
  const mapColumnsShown = computed(() => {
    const columns = store.columns.value;
    const axis = columnAxis(columns);
    const { zoom, offset } = resolve(axis, store.state.value.columns, nominal.columns);
    // Zoomed out, halves stand apart in the picture: the map has all columns then, in their own order.
    if (zoom < 0 || store.state.value.columns === null) return sampled(0, columns.dim, mapColumns);
    const first = axis.cellAt(offset, zoom);
    const last = Math.min(
      columns.dim - 1,
      axis.cellAt(Math.min(axis.extent(zoom), offset + nominal.columns) - 1, zoom),
    );
    return sampled(first, last - first + 1, mapColumns);
  });
  const map = signal<{ rows: readonly number[]; columns: readonly number[]; errors: Float64Array } | null>(null);
  sliced(() => {
    const from = exact.value;
    if (!from) {
      map.value = null;
      return null;
    }
    const [down, across] = [mapPositions.value, mapColumnsShown.value];
    const errors = new Float64Array(down.length * across.length).fill(Number.NaN);
    return {
      work: errorCells(from, way.value, format.value, down, across, errors),
      onSlice: () => {
        map.value = { rows: down, columns: across, errors };
      },
    };
  });

  const say = (p: number): string => {
    const from = exact.value;
    if (!from) return '';
    const row = from.rowAt(p);
    const made = rowMaker(way.value, format.value, from.law, from.map)(p, row);
    const error = made.reduce((worst, value, k) => Math.max(worst, Math.abs(value - (row[k] as number))), 0);
    return `position ${wholeLabel(p)}, ${wayNames[way.value]}: ${errorLabel(error)}`;
  };

  const plotHost = element('div', { class: 'chart' });
  const tablePlace = element('div', {
    class: 'table-place',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Errors by format',
  });
  const facts = element('dl', {});
  const mapHost = element('div', { class: 'map' });
  const key = element('div', {});
  const error = element('p', { class: 'error', role: 'alert' });
  const sentence = element('p', { class: 'empty' });
  const figures = element('div', {});
  const wayList = element(
    'ul',
    { class: 'ways' },
    ...ways.map((one, k) =>
      element(
        'li',
        {},
        svg(
          'svg',
          { 'aria-hidden': 'true', viewBox: '0 0 28 10' },
          svg('path', { class: `curve series-${k}`, d: 'M0,5H28' }),
        ),
        element('strong', {}, `${wayNames[one]}: `),
        wayWords[one],
      ),
    ),
  );
  figures.append(
    element(
      'section',
      { class: 'beside', 'aria-label': 'Error over position' },
      element('div', {}, element('h2', {}, 'Error over position'), error, plotHost, tablePlace),
      element(
        'div',
        { class: 'words' },
        element(
          'p',
          {},
          'The largest distance of a row’s values from the exact ones, for four ways to make the table:',
        ),
        wayList,
      ),
    ),
    element(
      'section',
      { class: 'beside second', 'aria-label': 'Wrong cells' },
      element(
        'div',
        {},
        element('h2', {}, 'The map of wrong cells'),
        mapHost,
        key,
        element(
          'p',
          { class: 'note' },
          'The colour is the power of ten of the error: −8 is a hundred-millionth or less, 0 is one or more.',
        ),
      ),
      element(
        'div',
        { class: 'words' },
        element('h2', {}, 'What becomes one'),
        facts,
        element(
          'p',
          {},
          'The map shows the positions that the matrix is zoomed to. Fast pairs go wrong first: their angle is the position times a number near 1, so an error in the position is an error in the angle; slow pairs divide it by thousands.',
        ),
      ),
    ),
  );
  host.append(optionRow(optionControl(context, formatField), optionControl(context, wayField)), sentence, figures);
  scope.effect(() => {
    sentence.textContent = refusal.value ?? '';
    sentence.hidden = refusal.value === null;
    figures.hidden = refusal.value !== null;
    error.textContent = trouble.value ?? '';
  });

  createPlot(plotHost, scope, {
    name: 'precision',
    label: 'Largest error of a row against the position',
    x: { name: 'position', scale: 'log', domain: () => [1, farthest], label: logLabel },
    y: { name: 'largest error', scale: 'log', domain: () => [1e-9, 30], label: powerLabel },
    series: () =>
      ways.map((one) => ({
        name: '',
        x: positions,
        y: curves.value ? curves.value[one] : [],
      })),
    rules: () => [{ x: rows.value.start + rows.value.length - 1, label: 'last position' }],
    cursor: {
      at: () => position.value,
      to: (wanted) => moveTo(Math.max(1, Math.round(wanted))),
      step: () => Math.max(1, Math.round(position.peek() * 0.05)),
      say,
    },
  });

  /** Inside the table the mark is that of all views; beyond its end it is this view's own. */
  function moveTo(wanted: number): void {
    const { start, length } = rows.peek();
    const isInside = wanted >= start && wanted < start + length;
    if (isInside) store.mark({ position: wanted });
    set({ 'precision.position': isInside ? null : wanted });
  }

  scope.effect(() => {
    const from = exact.value;
    if (!from) return;
    tablePlace.replaceChildren(errorTable(from, position.value, format.value));
  });
  scope.effect(() => {
    const { start, length } = rows.value;
    const origin = (store.encoding.value as SinusoidEncoding).origin ?? 0;
    const all: [string, string][] = [
      ...positionFacts(format.value, start + origin, length),
      [`First equal rows (${wayNames[way.value]})`, collision.value],
    ];
    facts.replaceChildren(
      ...all.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))),
    );
  });

  const nearest = (all: readonly number[], wanted: number): number => {
    let best = 0;
    for (let k = 1; k < all.length; k++) {
      if (Math.abs((all[k] as number) - wanted) < Math.abs((all[best] as number) - wanted)) best = k;
    }
    return best;
  };
  // Whole pixels a row where there is room: then the picture fills its place.
  scope.effect(() => {
    if (map.value) mapHost.style.height = `${heightOf(map.value.rows.length)}px`;
  });
  createHeatmap(mapHost, context, {
    name: 'precision-map',
    label: 'Errors of the cells: positions down, columns across',
    isSquare: false,
    data: () => {
      const now = map.value;
      if (!now) return { rows: 1, columns: 1, values: [Number.NaN], range: mapRange };
      const values = now.errors.map((one) => (one === 0 ? mapRange[0] : Math.max(mapRange[0], Math.log10(one))));
      return { rows: now.rows.length, columns: now.columns.length, values, range: mapRange };
    },
    rows: { name: 'position', label: (row) => wholeLabel(map.value?.rows[row] ?? 0) },
    columns: { name: 'column', label: (column) => wholeLabel(map.value?.columns[column] ?? 0) },
    cursor: {
      at: () => ({
        row: nearest(map.value?.rows ?? [0], store.cursor.value.position),
        column: nearest(map.value?.columns ?? [0], store.cursor.value.column),
      }),
      to: ({ row, column }) => {
        const now = map.peek();
        if (!now) return;
        store.mark({ position: now.rows[row] as number, column: now.columns[column] as number });
        set({ 'precision.position': null });
      },
    },
    say: (row, column) => {
      const now = map.peek();
      if (!now) return '';
      const wrong = now.errors[row * now.columns.length + column] as number;
      return `position ${wholeLabel(now.rows[row] as number)}, column ${wholeLabel(now.columns[column] as number)}: error ${errorLabel(wrong)}`;
    },
  });
  createColourKey(key, context, () => mapRange);

  return {
    saves: () => [
      {
        name: 'precision',
        columns: ['position', ...ways.map((one) => `${wayNames[one]} (${format.peek()})`)],
        rows: function* () {
          const all = curves.peek();
          for (let k = 0; all && k < positions.length; k++) {
            yield [positions[k] as number, ...ways.map((one) => all[one][k] as number)];
          }
        },
      },
      {
        name: 'precision-map',
        columns: ['position', 'column', 'error'],
        rows: function* () {
          const now = map.peek();
          for (let k = 0; now && k < now.errors.length; k++) {
            const [row, column] = [Math.floor(k / now.columns.length), k % now.columns.length];
            yield [now.rows[row] as number, now.columns[column] as number, now.errors[k] as number];
          }
        },
      },
    ],
  };
};

/** Small powers of ten as one writes them. */
const powerLabel = (value: number): string =>
  value < 1e-3 ? errorLabel(value).replace(/^1(\.0)? × /, '') : logLabel(value);
