/** The matrix by keyboard. */

import type { ReadonlySignal } from '@preact/signals-core';
import type { Store } from '../../store.ts';
import { timed } from '../../timing.ts';
import { reveal, stepBy } from '../../viewport.ts';
import type { AxisFrame, Frame } from './frame.ts';
import { zoomBoth } from './tools.ts';

/** Cells, or pixels that cover several, on a screen. */
const page = ({ view, size, stretch }: AxisFrame): number =>
  Math.max(1, Math.floor(size / (Math.max(1, view.zoom) * stretch)) - 1);

export function mountMatrixKeys(store: Store, frame: ReadonlySignal<Frame>, canvas: HTMLCanvasElement): void {
  function move(down: number, across: number): void {
    const { rows, columns } = frame.value;
    const { start } = store.rows.value;
    const { position, column } = store.cursor.value;
    const row = down === 0 ? position - start : stepBy(rows.axis, rows.view, position - start, down);
    const next = across === 0 ? column : stepBy(columns.axis, columns.view, column, across);
    store.look({
      position: start + row,
      column: next,
      rows: reveal(rows.axis, rows.view, row, rows.size),
      columns: reveal(columns.axis, columns.view, next, columns.size),
    });
  }

  const actions: Record<string, (event: KeyboardEvent) => void> = {
    ArrowUp: ({ shiftKey }) => move(shiftKey ? -10 : -1, 0),
    ArrowDown: ({ shiftKey }) => move(shiftKey ? 10 : 1, 0),
    ArrowLeft: ({ shiftKey }) => move(0, shiftKey ? -10 : -1),
    ArrowRight: ({ shiftKey }) => move(0, shiftKey ? 10 : 1),
    PageUp: () => move(-page(frame.value.rows), 0),
    PageDown: () => move(page(frame.value.rows), 0),
    Home: ({ ctrlKey, metaKey }) => move(ctrlKey || metaKey ? -Infinity : 0, -Infinity),
    End: ({ ctrlKey, metaKey }) => move(ctrlKey || metaKey ? Infinity : 0, Infinity),
    '+': () => zoomBoth(store, frame.value, 1.5),
    '=': () => zoomBoth(store, frame.value, 1.5),
    '-': () => zoomBoth(store, frame.value, 1 / 1.5),
    '0': () => store.look({ rows: null, columns: null }),
    Escape: () => canvas.blur(),
  };

  canvas.addEventListener(
    'keydown',
    timed((event) => {
      const isPageZoom = (event.ctrlKey || event.metaKey) && /^[-+=0]$/.test(event.key);
      const action = actions[event.key];
      if (!action || event.altKey || isPageZoom) return;
      event.preventDefault();
      action(event);
    }),
  );
}
