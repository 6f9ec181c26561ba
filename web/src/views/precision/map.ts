/** The map of wrong cells: the errors of the rows and columns that the matrix is zoomed to. */

import { createColourKey, createHeatmap, heightOf } from '../../heatmap.ts';
import { gutterOf } from '../../plot.ts';
import { wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { errorLabel } from './figures.ts';
import type { Model } from './model.ts';

/** The errors that have the first and the last colour, as powers of ten. */
const mapRange = [-8, 0] as const;

export function mountMap(
  mapHost: HTMLElement,
  key: HTMLElement,
  context: ViewContext,
  { map }: Pick<Model, 'map'>,
): void {
  const { store, scope, set } = context;
  // Whole pixels a row where there is room: then the picture fills its place.
  scope.effect(() => {
    if (map.value) mapHost.style.height = `${heightOf(map.value.rows.length)}px`;
  });
  createHeatmap(mapHost, context, {
    name: 'precision-map',
    label: 'Errors of the cells: positions down, columns across',
    isSquare: false,
    gutter: gutterOf(mapHost) + 12, // "+1.042M" in the fonts of any browser
    data: () => {
      const now = map.value;
      if (!now) return { rows: 1, columns: 1, values: [Number.NaN], range: mapRange };
      const values = now.errors.map((one) => (one === 0 ? mapRange[0] : Math.max(mapRange[0], Math.log10(one))));
      return { rows: now.rows.length, columns: now.columns.length, values, range: mapRange };
    },
    rows: { name: 'position', position: (row) => map.value?.rows[row] ?? 0 },
    columns: { name: 'column', position: (column) => map.value?.columns[column] ?? 0 },
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
}

/** The place of the number next to the wanted one. */
const nearest = (all: readonly number[], wanted: number): number => {
  let best = 0;
  for (let k = 1; k < all.length; k++) {
    if (Math.abs((all[k] as number) - wanted) < Math.abs((all[best] as number) - wanted)) best = k;
  }
  return best;
};
