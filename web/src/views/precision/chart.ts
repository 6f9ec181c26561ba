/** Errors over position: the chart of the four ways, and the table of all formats at the marked position. */

import { element } from '../../dom.ts';
import { createPlot } from '../../plot.ts';
import { logLabel, wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { errorLabel, errorsAt, errorTable, notNumbersWords } from './figures.ts';
import { farthest, type Model } from './model.ts';
import { rowMaker, wayNames, ways } from './simulate.ts';

export function mountChart(
  plotHost: HTMLElement,
  tablePlace: HTMLElement,
  { store, scope, set }: ViewContext,
  { format, way, position, exact, positions, curves }: Model,
): void {
  const { rows } = store;
  const say = (p: number): string => {
    const from = exact.value;
    if (!from) return '';
    const row = from.rowAt(p);
    const made = rowMaker(way.value, format.value, from.law, from.map)(p, row);
    const error = made.reduce((worst, value, k) => Math.max(worst, Math.abs(value - (row[k] as number))), 0);
    return `position ${wholeLabel(p)}, ${wayNames[way.value]}: ${errorLabel(error)}`;
  };

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
      at: () => Math.max(1, position.value),
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
    const at = position.value;
    const errors = errorsAt(from, at);
    const before = at < 1 ? `The chart begins at position 1, after the marked position ${wholeLabel(at)}.` : '';
    tablePlace.replaceChildren(
      errorTable(errors, at, format.value),
      ...[notNumbersWords(errors), before].filter(Boolean).map((words) => element('p', { class: 'note' }, words)),
    );
  });
}

/** Small powers of ten as one writes them. */
const powerLabel = (value: number): string =>
  value < 1e-3 ? errorLabel(value).replace(/^1(\.0)? × /, '') : logLabel(value);
