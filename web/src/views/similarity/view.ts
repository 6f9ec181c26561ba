/** The dot product of two rows: against their distance, and as a matrix around the marked position. */

import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import '../../style/beside.css';
import { element } from '../../dom.ts';
import type { Field } from '../../field.ts';
import { createColourKey, createHeatmap } from '../../heatmap.ts';
import { optionControl, optionRow } from '../../option-controls.ts';
import { createPlot } from '../../plot.ts';
import { dimOf } from '../../rows.ts';
import { runInSlices } from '../../slices.ts';
import { wholePositions } from '../../source.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import type { Mount } from '../../view.ts';
import { similarity as entry, mostDistances } from './entry.ts';
import { dependenceOf, productsAmong, productsWith, rowSource, similarities } from './products.ts';
import './view.css';

const [measureField, reachField, sizeField] = entry.options as [Field, Field, Field];
/** Distances that are shown if nothing is said. */
const usualReach = 4096;

/** A curve or matrix that is being computed: what is not there yet is NaN. */
interface Result {
  /** What index 0 stands for: a distance, or the first position. */
  readonly first: number;
  readonly values: Float64Array;
  readonly count: number;
}

const nothing: Result = { first: 0, values: new Float64Array(0), count: 0 };

export const mount: Mount = (host, context) => {
  const { posenc, store, scope, option } = context;
  const encoding = store.encoding;
  const dependence = computed(() =>
    dependenceOf(encoding.value, dimOf(values.value, encoding.value), store.rows.value),
  );
  const byDistance = computed(() => 'law' in dependence.value);
  const isCosine = computed(() => option<string>('similarity.measure') === 'cosine');
  const reach = computed(() => {
    const most = Math.max(1, store.rows.value.length - 1);
    return Math.min(most, (option<number>('similarity.reach') as number | undefined) ?? usualReach, mostDistances);
  });
  const position = computed(() => store.cursor.value.position);
  const offset = computed(() => store.cursor.value.offset);
  const values = computed(() => store.state.value.values);
  const source = computed(() => {
    const { start, length } = store.rows.value;
    const dim = dimOf(values.value, encoding.value);
    const whole = () => wholePositions(encoding.value, values.value);
    return rowSource(posenc, encoding.value, { start, length, dim, whole });
  });

  /** Starts work again whenever what it reads changes, and ends what was running. */
  function computing(
    result: { value: Result },
    start: () => { readonly work: Iterator<unknown>; readonly result: Result },
  ): ReadonlySignal<string | null> {
    const trouble = signal<string | null>(null);
    let stop = (): void => undefined;
    scope.effect(() => {
      stop();
      trouble.value = null;
      const begun = start();
      stop = runInSlices(
        scope,
        begun.work,
        () => {
          result.value = { ...begun.result };
        },
        (error) => {
          if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
          trouble.value = `These rows cannot be compared: ${error.message}.`;
        },
      );
    });
    return trouble;
  }

  const curve = signal<Result>(nothing);
  /** Where the curve begins: at distance 0, or as far before the marked position as there are rows. */
  const left = computed(() => {
    if (byDistance.value) return 0;
    return -Math.min(reach.value, position.value - store.rows.value.start);
  });
  const right = computed(() => {
    if (byDistance.value) return reach.value;
    const { start, length } = store.rows.value;
    return Math.min(reach.value, start + length - 1 - position.value);
  });
  const curveTrouble = computing(curve, () => {
    const count = right.value - left.value + 1;
    const into = new Float64Array(count).fill(Number.NaN);
    const result = { first: left.value, values: into, count };
    const known = dependence.value;
    if ('law' in known) return { work: similarities(posenc, known.law, into), result };
    const row = position.value - store.rows.value.start;
    return { work: productsWith(source.value, row, row + left.value, into, isCosine.value), result };
  });
  /** Of sinusoids every row has the same length: the cosine is the dot product over that at distance 0. */
  const norm = computed(() => (byDistance.value && isCosine.value ? curve.value.values[0] || 1 : 1));
  const shown = computed(() => {
    const { first, values: all } = curve.value;
    return {
      x: Float64Array.from(all, (_, k) => first + k),
      y: norm.value === 1 ? all : all.map((value) => value / norm.value),
    };
  });
  const at = (distance: number): number => {
    const k = (byDistance.value ? Math.abs(distance) : distance) - curve.value.first;
    return shown.value.y[k] ?? Number.NaN;
  };

  const size = computed(() => Math.min(option<number>('similarity.size'), store.rows.value.length));
  /** The first of the positions in the matrix: the marked one stands in the middle, as far as the ends allow. */
  const top = computed(() => {
    const { start, length } = store.rows.value;
    const wanted = centre.value - Math.floor(size.value / 2);
    return Math.max(start, Math.min(start + length - size.value, wanted));
  });
  /** Moves in steps, so that the matrix does not run away under the pointer that marks a cell in it. */
  const held = signal(position.peek());
  const centre = computed(() => held.value);
  scope.effect(() => {
    const half = Math.floor(size.value / 2);
    const far = Math.abs(position.value - held.peek());
    if (far >= half) held.value = position.value;
  });

  const matrix = signal<Result>(nothing);
  const matrixTrouble = computing(matrix, () => {
    const count = size.value;
    const into = new Float64Array(count * count).fill(Number.NaN);
    const result = { first: top.value, values: into, count };
    const known = dependence.value;
    if ('law' in known) {
      const band = new Float64Array(count);
      const work = (function* () {
        yield* similarities(posenc, known.law, band);
        for (let k = 0; k < count * count; k++) into[k] = band[Math.abs(Math.floor(k / count) - (k % count))] as number;
      })();
      return { work, result };
    }
    return {
      work: productsAmong(source.value, top.value - store.rows.value.start, count, into, isCosine.value),
      result,
    };
  });
  const cells = computed(() => {
    const { values: all, count } = matrix.value;
    // Until there is something to see, one cell of nothing.
    if (count === 0) return { count: 1, values: Float64Array.of(Number.NaN) };
    const scale = byDistance.value && isCosine.value ? all[0] || 1 : 1;
    return { count, values: scale === 1 ? all : all.map((value) => value / scale) };
  });
  const largest = (all: Float64Array): number =>
    all.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, Math.abs(value))), 0) || 1;
  const range = computed<readonly [number, number]>(() => {
    const most = isCosine.value ? 1 : largest(cells.value.values);
    return [-most, most];
  });

  const reachControl = optionControl(context, reachField, {
    placeholder: () => 'all, or 4096',
    check: (value) => {
      const most = Math.max(1, store.rows.peek().length - 1);
      return Number(value) > most
        ? `invalid distances: ${wholeLabel(Number(value))} (with this length at most ${wholeLabel(most)})`
        : null;
    },
  });
  const plotHost = element('div', { class: 'chart' });
  const mapHost = element('div', { class: 'toeplitz' });
  const key = element('div', {});
  const summary = element('p', { class: 'summary', 'aria-live': 'polite' });
  const error = element('p', { class: 'error', role: 'alert' });
  const words = element('p', {});
  const mapWords = element('p', {});
  host.append(
    optionRow(optionControl(context, measureField), reachControl, optionControl(context, sizeField)),
    error,
    element(
      'section',
      { class: 'beside', 'aria-label': 'Against distance' },
      element('div', {}, element('h2', {}, 'Against the distance'), summary, plotHost),
      element('div', { class: 'words' }, words),
    ),
    element(
      'section',
      { class: 'beside second', 'aria-label': 'As a matrix' },
      element('div', {}, element('h2', {}, 'Around the marked position'), mapHost, key),
      element('div', { class: 'words' }, mapWords),
    ),
  );
  scope.effect(() => {
    error.textContent = curveTrouble.value ?? matrixTrouble.value ?? '';
  });

  /** How far the curve falls, where all of it is known. */
  const fall = (): string => {
    const said = [...new Set([0, 1, right.value])].filter((k) => k <= right.value);
    const all = said.map((k) => [k, at(k)] as const);
    if (all.length < 2 || all.some(([, value]) => Number.isNaN(value))) return '';
    const parts = all.map(([k, value]) => `${numberLabel(value)} at distance ${wholeLabel(k)}`);
    return `: here ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, the last one shown`;
  };
  const measureWord = (): string => (isCosine.value ? 'cosine' : 'dot product');
  const sayDistance = (distance: number): string => {
    const value = at(distance);
    return `distance ${wholeLabel(distance)}: ${Number.isNaN(value) ? 'not computed yet' : numberLabel(value)}`;
  };
  createPlot(plotHost, scope, {
    name: 'similarity',
    label: 'Similarity against distance',
    x: {
      name: 'distance k, in positions',
      domain: () => [left.value, Math.max(left.value + 1, right.value)],
      label: wholeLabel,
    },
    y: {
      name: 'similarity of p and p + k',
      domain: () => {
        if (isCosine.value) return [-1.05, 1.05];
        const known = shown.value.y.filter((value) => Number.isFinite(value));
        const low = known.reduce((a, b) => Math.min(a, b), 0);
        const high = known.reduce((a, b) => Math.max(a, b), 0);
        const pad = (high - low || 1) * 0.05;
        return [low - pad, high + pad];
      },
    },
    series: () => {
      const { x, y } = shown.value;
      return [{ name: '', x, y, mark: x.length <= 96 ? 'both' : 'line' }];
    },
    rules: () => [{ y: 0 }],
    cursor: {
      at: () => (byDistance.value ? Math.abs(offset.value) : offset.value),
      to: (distance) => store.mark({ offset: Math.round(distance) }),
      step: () => 1,
      say: sayDistance,
    },
  });

  createHeatmap(mapHost, context, {
    name: 'similarity-matrix',
    label: 'Similarities of positions around the marked one: position i down, position j across',
    data: () => ({
      rows: cells.value.count,
      columns: cells.value.count,
      values: cells.value.values,
      range: range.value,
    }),
    rows: { name: 'i', position: (row) => matrix.value.first + row },
    columns: { name: 'j', position: (column) => matrix.value.first + column },
    cursor: {
      at: () => {
        const row = position.value - matrix.value.first;
        return { row, column: row + offset.value };
      },
      to: ({ row, column }) => store.mark({ position: matrix.peek().first + row, offset: column - row }),
    },
    say: (row, column, value) => {
      const first = matrix.peek().first;
      return `positions ${wholeLabel(first + row)} and ${wholeLabel(first + column)}: ${numberLabel(value)}`;
    },
  });
  createColourKey(key, context, () => range.value);

  scope.effect(() => {
    const value = at(offset.value);
    const p = position.value;
    const q = p + offset.value;
    const said = Number.isNaN(value)
      ? ''
      : `Positions ${wholeLabel(p)} and ${wholeLabel(q)}: ${measureWord()} ${numberLabel(value, 5)}. `;
    const most = store.rows.value.length - 1;
    const cut =
      most > right.value && byDistance.value
        ? `Distances up to ${wholeLabel(right.value)} of ${wholeLabel(most)}.`
        : '';
    summary.textContent = `${said}${cut}`;
  });
  scope.effect(() => {
    const known = dependence.value;
    words.textContent =
      'reason' in known
        ? `${known.reason}. So the curve is that of the marked position with those before and after it: move the mark, here or in any other view, and see how it changes.`
        : `sin a sin b + cos a cos b = cos(a\u00a0−\u00a0b): in the dot product of two rows the positions themselves cancel out, and what is left is the sum over all pairs of the cosine of distance times frequency. It is the same for every position, the same forwards and backwards, and largest at distance 0${fall()}.`;
    mapWords.textContent = byDistance.value
      ? 'Each diagonal holds one value, because each is one distance: the matrix looks the same wherever it begins. Marking a cell marks its row as the position and its distance from the diagonal as the offset, in all views.'
      : 'Rows that depend on the distance alone would make diagonals of one value each. What you see in place of them is how this encoding tells positions from one another.';
  });

  return {
    saves: () => [
      {
        name: 'similarity',
        columns: ['distance', measureWord()],
        rows: function* () {
          const { x, y } = shown.peek();
          for (let k = 0; k < x.length; k++) yield [x[k] as number, y[k] as number];
        },
      },
      {
        name: 'similarity-matrix',
        columns: ['i', 'j', measureWord()],
        rows: function* () {
          const { count, values: all } = cells.peek();
          const { first } = matrix.peek();
          for (let k = 0; k < count * count; k++) {
            yield [first + Math.floor(k / count), first + (k % count), all[k] as number];
          }
        },
      },
    ],
  };
};
