/** The map of differences: every cell, or the mean of those that a pixel covers, zoomed about the mark. */

import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { createColourKey, createHeatmap, heightOf } from '../../heatmap.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { type Part, pool } from '../../pool.ts';
import { numberLabel, smallLabel, wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { check } from './entry.ts';

export interface Compared {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  readonly differences: Float32Array;
  /** What the match says of its largest difference; NaN where it says nothing. */
  readonly claimed: number;
}

/** A difference of single precision is none. */
const rounding = 1e-6;

/** Cells that a pixel map has at most; more are pooled. */
const most = [512, 1024] as const;

export function mountMap(host: HTMLElement, context: ViewContext, compared: ReadonlySignal<Compared>): void {
  const { scope, option } = context;
  const whole = (): Part => ({ row: 0, rows: compared.value.rows, column: 0, columns: compared.value.columns });
  const part = signal<Part | null>(null);
  const mark = signal({ row: 0, column: 0 });
  scope.effect(() => {
    compared.value;
    part.value = null;
  });
  const seen = computed(() => part.value ?? whole());
  const pooled = computed(() => {
    const { differences, columns } = compared.value;
    return pool(differences, columns, seen.value, most, option<'mean' | 'largest'>('check.pixel'));
  });
  const range = computed((): [number, number] => {
    const { values } = pooled.value;
    let largest = 0;
    for (const value of values) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
    return [-(largest || 1), largest || 1];
  });

  /** The part of a size nearest to the mark, or all. */
  function zoom(factor: number): void {
    const { rows, columns } = compared.peek();
    const now = seen.peek();
    const size = (cells: number, all: number): number =>
      Math.min(all, Math.max(Math.min(all, 8), Math.round(cells / factor)));
    const [down, across] = [size(now.rows, rows), size(now.columns, columns)];
    const from = (cell: number, count: number, all: number): number =>
      Math.max(0, Math.min(all - count, Math.round(cell - count / 2)));
    const { row, column } = mark.peek();
    const isAll = down === rows && across === columns;
    part.value = isAll
      ? null
      : { row: from(row, down, rows), rows: down, column: from(column, across, columns), columns: across };
  }

  const button = (label: string, name: string, work: () => void): HTMLElement => {
    const node = element('button', { type: 'button', 'aria-label': name }, label);
    scope.listen(node, 'click', work);
    return node;
  };
  const tools = element(
    'div',
    { class: 'toolbar' },
    element(
      'span',
      { class: 'tool-group', role: 'group', 'aria-label': 'Zoom' },
      button('−', 'Zoom out', () => zoom(0.5)),
      button('+', 'Zoom in', () => zoom(2)),
      button('Fit', 'Fit', () => {
        part.value = null;
      }),
    ),
    optionControl(context, optionField(check, 'check.pixel')).root,
  );
  const map = element('div', { class: 'difference-map' });
  const key = element('div', {});
  const readout = element('p', { class: 'note' });
  const note = element('p', { class: 'note' });
  host.append(tools, map, key, readout, note);

  const cellOf = (row: number, column: number): { row: number; column: number } => ({
    row: seen.value.row + row * pooled.value.down,
    column: seen.value.column + column * pooled.value.across,
  });
  function sentence(row: number, column: number): string {
    const { values, differences, columns, name } = compared.value;
    const k = row * columns + column;
    const [value, apart] = [values[k] as number, differences[k] as number];
    return `Row ${wholeLabel(row)}, column ${wholeLabel(column)}: ${numberLabel(value, 7)} in the table, ${numberLabel(value - apart, 7)} in ${name}; difference ${smallLabel(apart, 4)}.`;
  }
  createHeatmap(map, context, {
    name: 'difference',
    label: 'Table minus convention: rows down, columns across',
    data: () => ({ ...pooled.value, range: range.value }),
    rows: { name: 'row', position: (row) => cellOf(row, 0).row },
    columns: { name: 'column', position: (column) => cellOf(0, column).column },
    isSquare: false,
    cursor: {
      at: () => ({
        row: Math.floor((mark.value.row - seen.value.row) / pooled.value.down),
        column: Math.floor((mark.value.column - seen.value.column) / pooled.value.across),
      }),
      to: ({ row, column }) => {
        mark.value = cellOf(row, column);
      },
    },
    say: (row, column) => {
      const cell = cellOf(row, column);
      return sentence(cell.row, cell.column);
    },
  });
  scope.effect(() => {
    map.style.height = `${heightOf(pooled.value.rows)}px`;
  });
  createColourKey(key, context, () => range.value);
  scope.listen<KeyboardEvent>(map, 'keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') zoom(2);
    else if (event.key === '-') zoom(0.5);
    else if (event.key === '0') part.value = null;
    else return;
    event.preventDefault();
  });
  scope.effect(() => {
    const { rows, columns } = compared.value;
    readout.textContent = sentence(Math.min(mark.value.row, rows - 1), Math.min(mark.value.column, columns - 1));
  });
  const reached = computed(() =>
    compared.value.differences.reduce((most, apart) => Math.max(most, Math.abs(apart) || 0), 0),
  );
  scope.effect(() => {
    const { down, across } = pooled.value;
    const { rows, columns, name, differences, claimed } = compared.value;
    const isMean = option('check.pixel') === 'mean';
    const words =
      down * across === 1
        ? 'Each cell is one value.'
        : `Each cell is ${isMean ? 'the exact mean' : 'the largest'} of ${down} × ${across} differences; zoom in for single values.`;
    const reach = differences.every((apart) => apart === 0)
      ? 'The table and the convention are equal in every bit.'
      : `The colours reach ${smallLabel(range.value[1], 4)}.`;
    // A mistake or a rounding that the words name is no part of any encoding.
    const undone =
      reached.value > 2 * claimed + rounding
        ? ` This is ${name} itself, without the rounding or the mistake that its words above name: that makes the difference, up to ${smallLabel(reached.value, 4)}.`
        : '';
    note.replaceChildren(
      `${words} ${reach} ${wholeLabel(rows)} × ${wholeLabel(columns)} in all.${undone}`,
      element('span', { class: 'by-key' }, ' Arrows move the mark, + and − zoom, 0 shows all.'),
    );
  });
}
