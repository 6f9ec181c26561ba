/** The matrix as a heat map: what part of it is seen at which size, drawn anew whenever something in that changes. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { byId, onNextFrame } from '../dom.ts';
import { createPainter } from '../picture.ts';
import { encodingOf } from '../state.ts';
import type { Store } from '../store.ts';
import { wholeLabel } from '../ticks.ts';
import { measureRedraw, redrawIsWanted } from '../timing.ts';
import { cellsPerPixel, columnAxis, pixelsPerCell, resolve, rowAxis } from '../viewport.ts';
import { drawAxes, drawMarks } from './matrix-axes.ts';
import type { AxisFrame, Frame } from './matrix-frame.ts';
import { mountMatrixInput } from './matrix-input.ts';
import { mountMatrixTools } from './matrix-tools.ts';

export interface Matrix {
  /** The value of the pixel that covers the marked cell, where it covers more than that. */
  readonly pixel: ReadonlySignal<number | null>;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** The exact count where the browser knows it (emulated screens do not), else the nearest whole number. */
function devicePixels(computed: number, exact: number | undefined): number {
  return Math.max(1, exact !== undefined && Math.abs(exact - computed) < 2 ? exact : Math.round(computed));
}

/** Lengths are mostly powers of two: a height in steps of this many device pixels leaves the least room unused. */
const heightStep = 256;

/** Rounds the height that the style sheet asks for down to whole steps. */
function settleHeight(canvas: HTMLCanvasElement): void {
  canvas.style.height = '';
  const step = heightStep / window.devicePixelRatio;
  canvas.style.height = `${Math.max(1, Math.floor(canvas.clientHeight / step)) * step}px`;
}

/** The canvas in whole device pixels, kept up to date. */
function watchSize(canvas: HTMLCanvasElement): ReadonlySignal<Size> {
  settleHeight(canvas);
  addEventListener('resize', () => settleHeight(canvas));
  const box = canvas.getBoundingClientRect();
  const density = window.devicePixelRatio;
  const size = signal<Size>({
    width: devicePixels(box.width * density, undefined),
    height: devicePixels(box.height * density, undefined),
    density,
  });
  new ResizeObserver(([entry]) => {
    if (!entry) return;
    const now = window.devicePixelRatio;
    const exact = entry.devicePixelContentBoxSize?.[0];
    const width = devicePixels(entry.contentRect.width * now, exact?.inlineSize);
    const height = devicePixels(entry.contentRect.height * now, exact?.blockSize);
    const before = size.peek();
    if (before.width !== width || before.height !== height || before.density !== now) {
      size.value = { width, height, density: now };
    }
  }).observe(canvas);
  return size;
}

const counted = (count: number, one: string, many: string): string =>
  `${wholeLabel(count)} ${count === 1 ? one : many}`;

export function mountMatrix(store: Store, posenc: Posenc, table: ReadonlySignal<Uint32Array>): Matrix {
  const canvas = byId('canvas', HTMLCanvasElement);
  const painter = createPainter(posenc, canvas);
  const size = watchSize(canvas);

  const rows = computed(() => rowAxis(store.state.value.length));
  const columns = computed(() => columnAxis(store.columns.value));
  const frame = computed<Frame>(() => {
    const { width, height, density } = size.value;
    const { rows: rowView, columns: columnView } = store.state.value;
    return {
      rows: { axis: rows.value, view: resolve(rows.value, rowView, height), size: height },
      columns: { axis: columns.value, view: resolve(columns.value, columnView, width), size: width },
      density,
    };
  });

  const pixel = computed<number | null>(() => {
    const { state, cursor } = store;
    const { start, length, sample } = state.value;
    const perRow = cellsPerPixel(frame.value.rows.view.zoom);
    const perColumn = cellsPerPixel(frame.value.columns.view.zoom);
    if (perRow === 1 && perColumn === 1) return null;
    const top = Math.floor((cursor.value.position - start) / perRow) * perRow;
    const left = columns.value.pixelOf(cursor.value.column, perColumn === 1 ? 1 : -perColumn);
    const rowsLeft = Math.min(perRow, length - top);
    const place = { start: start + top, positionsPerPixel: rowsLeft, height: 1 };
    const across = { left, width: 1, columnsPerPixel: perColumn };
    const picture = { ...place, ...across };
    return posenc.window(encodingOf(state.value), picture, { sample, dtype: 'float64' }).data[0] as number;
  });

  function paint(): void {
    const { rows: down, columns: across, density } = frame.value;
    if (canvas.width !== across.size || canvas.height !== down.size) {
      canvas.width = across.size;
      canvas.height = down.size;
    }
    const { start, length, sample } = store.state.value;
    painter.paint({
      encoding: encodingOf(store.state.value),
      start,
      length,
      rows: down.view,
      columns: across.view,
      extent: { rows: down.axis.extent(down.view.zoom), columns: across.axis.extent(across.view.zoom) },
      sample,
      table: table.value,
      density,
    });
  }

  // The picture does not depend on the mark: `look` keeps `rows` and `columns` as they are when the mark moves.
  const scene = computed(() => {
    const {
      length,
      dim,
      base,
      spacing,
      layout,
      order,
      odd,
      start,
      sample,
      rows: down,
      columns: across,
    } = store.state.value;
    const { width, height, density } = size.value;
    return JSON.stringify([
      length,
      dim,
      base,
      spacing,
      layout,
      order,
      odd,
      start,
      sample,
      down,
      across,
      width,
      height,
      density,
    ]);
  });
  const redraw = onNextFrame(() => {
    measureRedraw(paint);
    drawAxes(frame.value, store.state.value, store.columns.value, canvas);
  });
  effect(() => {
    scene.value;
    table.value;
    redrawIsWanted();
    redraw();
  });

  const remark = onNextFrame(() =>
    drawMarks(frame.value, store.state.value, store.columns.value, store.cursor.value, canvas),
  );
  effect(() => {
    scene.value;
    store.cursor.value;
    remark();
  });

  const summary = byId('matrix-summary', HTMLElement);
  const note = byId('sample-note', HTMLElement);
  effect(() => {
    summary.textContent = describe(frame.value, store.state.value.start, store.columns.value.dim);
    note.textContent = describePixel(frame.value, store.state.value.sample);
  });

  mountMatrixInput(store, frame, canvas);
  mountMatrixTools(store, frame);
  return { pixel };
}

/** What part is seen, in words. */
function describe({ rows, columns }: Frame, start: number, dim: number): string {
  const last = ({ axis, view, size }: AxisFrame): number => {
    const pixel = Math.min(axis.extent(view.zoom), view.offset + size) - 1;
    return Math.min(axis.cellAt(pixel, view.zoom) + cellsPerPixel(view.zoom), axis.extent(1)) - 1;
  };
  const first = rows.axis.cellAt(rows.view.offset, rows.view.zoom);
  const positions = `Positions ${wholeLabel(start + first)} to ${wholeLabel(start + last(rows))}`;
  if (columns.view.zoom < 0) {
    const part = columns.axis.extent(columns.view.zoom) > columns.size ? 'part of the' : 'all';
    return `${positions}, ${part} ${wholeLabel(dim)} columns`;
  }
  const left = columns.axis.cellAt(columns.view.offset, columns.view.zoom);
  return `${positions}, columns ${wholeLabel(left)} to ${wholeLabel(last(columns))}`;
}

/** What a pixel is, in words. */
function describePixel({ rows, columns }: Frame, sample: 'mean' | 'point'): string {
  const perRow = cellsPerPixel(rows.view.zoom);
  const perColumn = cellsPerPixel(columns.view.zoom);
  if (perRow === 1 && perColumn === 1) {
    const [down, across] = [pixelsPerCell(rows.view.zoom), pixelsPerCell(columns.view.zoom)];
    return `A cell is ${counted(across, 'pixel', 'pixels')} wide and ${wholeLabel(down)} high.`;
  }
  const covered = `${counted(perRow, 'position', 'positions')} × ${counted(perColumn, 'column', 'columns')}`;
  return sample === 'mean'
    ? `A pixel is the exact mean of ${covered}.`
    : `A pixel is the first of ${covered}: the pattern is partly false.`;
}
