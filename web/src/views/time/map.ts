/** The rows in their order, with empty ones where times are missing. */

import { computed, signal } from '@preact/signals-core';
import { createColourKey, createHeatmap, heightOf } from '../../heatmap.ts';
import { pool } from '../../pool.ts';
import { numberLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import type { Model } from './model.ts';
import { rowsWithGaps, timeLabel } from './times.ts';

/** Rows of the picture; with more, each is the mean of several. */
const mostRows = 1024;

export function mountMap(
  mapHost: HTMLElement,
  key: HTMLElement,
  mapNote: HTMLElement,
  context: ViewContext,
  { ready }: Pick<Model, 'ready'>,
): void {
  const { scope, option } = context;
  const shown = computed(() => {
    const { values, table, dim } = ready.value;
    const rows = rowsWithGaps(values, ready.value.span.usual, option<boolean>('time.gaps'));
    const expanded = new Float64Array(rows.length * dim);
    rows.forEach((r, k) => {
      if (r < 0) expanded.fill(Number.NaN, k * dim, (k + 1) * dim);
      else expanded.set(table.subarray(r * dim, (r + 1) * dim), k * dim);
    });
    const part = { row: 0, rows: rows.length, column: 0, columns: dim };
    return { rows, pooled: pool(expanded, dim, part, [mostRows, 1024]), gaps: rows.filter((r) => r < 0).length };
  });
  // Whole pixels a row where there is room: then the picture fills its place.
  scope.effect(() => {
    const { rows } = shown.value.pooled;
    mapHost.style.height = `${heightOf(rows)}px`;
  });
  const mark = signal({ row: 0, column: 0 });
  const timeAt = (row: number): string => {
    const { rows, pooled } = shown.value;
    const r = rows[row * pooled.down] ?? -1;
    return r < 0 ? 'no time' : timeLabel(ready.value.values[r] as number, ready.value);
  };
  const say = (row: number, column: number, value: number): string =>
    Number.isNaN(value)
      ? `Row ${row}: times are missing here.`
      : `${timeAt(row)}, column ${column}: ${numberLabel(value, 6)}.`;
  createHeatmap(mapHost, context, {
    name: 'times',
    label: 'Encoding of the times: rows in their order down, columns across',
    data: () => ({ ...shown.value.pooled, range: [-1, 1] }),
    rows: { name: 'time', label: (row) => timeAt(row).replace('no time', '') },
    columns: { name: 'column' },
    gutter: 136,
    isSquare: false,
    cursor: {
      at: () => mark.value,
      to: (cell) => {
        mark.value = cell;
      },
    },
    say,
  });
  createColourKey(key, context, () => [-1, 1]);
  scope.effect(() => {
    const { pooled, gaps } = shown.value;
    const row = Math.min(mark.value.row, pooled.rows - 1);
    const column = Math.min(mark.value.column, pooled.columns - 1);
    mapNote.textContent =
      say(row, column, pooled.values[row * pooled.columns + column] as number) +
      (pooled.down > 1 ? ` Each row of the picture is the mean of ${pooled.down} times.` : '') +
      (gaps > 0 ? ' Rows left empty are times that are missing.' : '');
  });
}
