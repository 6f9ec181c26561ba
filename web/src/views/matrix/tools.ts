/** The buttons above the matrix, and the voice that says where the mark is. */

import { effect, type ReadonlySignal } from '@preact/signals-core';
import { cellOf, functionOf } from '../../columns.ts';
import { byId } from '../../dom.ts';
import { axisNames } from '../../rows.ts';
import { announce } from '../../shell/announce.ts';
import type { AxisView } from '../../state.ts';
import type { Store } from '../../store.ts';
import { wholeLabel } from '../../ticks.ts';
import { anchorAt, placeAt, zoomBy } from '../../viewport.ts';
import type { AxisFrame, Frame } from './frame.ts';

/** Where zooming by button or key holds on to, in pixels of the picture: the marked cell if it is seen, else the middle. */
function heldPoint({ axis, view, size }: AxisFrame, cell: number): number {
  const pixel = axis.pixelOf(cell, view.zoom) - view.offset + Math.floor(Math.max(1, view.zoom) / 2);
  return pixel >= 0 && pixel < size ? pixel : Math.floor(size / 2);
}

function zoomed(frame: AxisFrame, cell: number, factor: number): AxisView | null {
  const point = heldPoint(frame, cell);
  return zoomBy(frame.axis, frame.view, factor, point, frame.size, Math.floor(point * frame.stretch));
}

function zoomRows(store: Store, { rows }: Frame, factor: number): void {
  store.look({ rows: zoomed(rows, store.cursor.value.position - store.rows.value.start, factor) });
}

function zoomColumns(store: Store, { columns }: Frame, factor: number): void {
  store.look({ columns: zoomed(columns, store.cursor.value.column, factor) });
}

export function zoomBoth(store: Store, { rows, columns }: Frame, factor: number): void {
  const { position, column } = store.cursor.value;
  store.look({
    rows: zoomed(rows, position - store.rows.value.start, factor),
    columns: zoomed(columns, column, factor),
  });
}

/** One pixel a cell on both axes. */
function zoomOneToOne(store: Store, { rows, columns }: Frame): void {
  const at = (frame: AxisFrame, cell: number): AxisView | null => {
    const point = heldPoint(frame, cell);
    return placeAt(
      frame.axis,
      anchorAt(frame.axis, frame.view, point),
      1,
      Math.floor(point * frame.stretch),
      frame.size,
    );
  };
  const { position, column } = store.cursor.value;
  store.look({ rows: at(rows, position - store.rows.value.start), columns: at(columns, column) });
}

export function mountMatrixTools(store: Store, frame: ReadonlySignal<Frame>): void {
  const actions: Record<string, () => void> = {
    'zoom-in': () => zoomBoth(store, frame.value, 2),
    'zoom-out': () => zoomBoth(store, frame.value, 0.5),
    'rows-in': () => zoomRows(store, frame.value, 2),
    'rows-out': () => zoomRows(store, frame.value, 0.5),
    'columns-in': () => zoomColumns(store, frame.value, 2),
    'columns-out': () => zoomColumns(store, frame.value, 0.5),
    'zoom-fit': () => store.look({ rows: null, columns: null }),
    'zoom-one': () => zoomOneToOne(store, frame.value),
  };
  for (const [id, action] of Object.entries(actions)) byId(id, HTMLButtonElement).addEventListener('click', action);

  const aliased = byId('aliased', HTMLInputElement);
  aliased.addEventListener('change', () => store.look({ sample: aliased.checked ? 'point' : 'mean' }));
  effect(() => {
    aliased.checked = store.state.value.sample === 'point';
  });

  mountVoice(store);
}

/** Says the marked cell after it was moved by key: hovering would never stop talking. */
function mountVoice(store: Store): void {
  const value = byId('cell-value', HTMLOutputElement);
  const names = { sin: 'sine', cos: 'cosine' };
  byId('canvas', HTMLCanvasElement).addEventListener('keydown', () => {
    const { position, column, pair } = store.cursor.value;
    const name = functionOf(store.columns.value, cellOf(store.columns.value, column).half);
    const what = name === 'zero' ? ', zeros' : name === 'value' ? '' : `, ${names[name]} of pair ${wholeLabel(pair)}`;
    const [row, across] = axisNames(store.kind.value);
    announce(
      `${row.charAt(0).toUpperCase()}${row.slice(1)} ${wholeLabel(position)}, ${across} ${wholeLabel(column)}: ${value.value}${what}.`,
    );
  });
}
