/** The matrix as a heat map: what part of it is seen at which size, drawn anew whenever something in that changes. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { byId, onNextFrame } from '../../dom.ts';
import { createPainter } from '../../picture.ts';
import { axisNames, axisPlurals } from '../../rows.ts';
import { hasClosedMeans, type Source } from '../../source.ts';
import type { Store } from '../../store.ts';
import { wholeLabel } from '../../ticks.ts';
import { measureRedraw, redrawIsWanted } from '../../timing.ts';
import { cellsPerPixel, columnAxis, pixelsPerCell, resolve, rowAxis } from '../../viewport.ts';
import { drawAxes, drawMarks } from './axes.ts';
import { type AxisFrame, type Frame, frameOf } from './frame.ts';
import { mountMatrixInput } from './input.ts';
import { mountMatrixTools } from './tools.ts';

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
  if (canvas.clientHeight === 0) return;
  canvas.style.height = '';
  const step = heightStep / window.devicePixelRatio;
  canvas.style.height = `${Math.max(1, Math.floor(canvas.clientHeight / step)) * step}px`;
}

/** The canvas in whole device pixels, kept up to date. */
function watchSize(canvas: HTMLCanvasElement, isShown: ReadonlySignal<boolean>): ReadonlySignal<Size> {
  effect(() => {
    if (isShown.value) settleHeight(canvas);
  });
  addEventListener('resize', () => settleHeight(canvas));
  const box = canvas.getBoundingClientRect();
  const density = window.devicePixelRatio;
  const size = signal<Size>({
    width: devicePixels(box.width * density, undefined),
    height: devicePixels(box.height * density, undefined),
    density,
  });
  new ResizeObserver(([entry]) => {
    // A hidden canvas keeps its size.
    if (!entry || entry.contentRect.width === 0) return;
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

/** @param isShown whether the matrix is seen at all: nothing is drawn while it is not */
export function mountMatrix(
  store: Store,
  source: ReadonlySignal<Source>,
  table: ReadonlySignal<Uint32Array>,
  isShown: ReadonlySignal<boolean>,
): Matrix {
  const canvas = byId('canvas', HTMLCanvasElement);
  const painter = createPainter(canvas);
  const size = watchSize(canvas, isShown);

  const rows = computed(() => rowAxis(store.rows.value.length));
  const columns = computed(() => columnAxis(store.columns.value));
  const rowView = computed(() => store.state.value.rows);
  const columnView = computed(() => store.state.value.columns);
  const sample = computed(() => store.state.value.sample);
  const frame = computed<Frame>(() => {
    const { width, height, density } = size.value;
    return {
      rows: frameOf(rows.value, resolve(rows.value, rowView.value, height), height),
      columns: frameOf(columns.value, resolve(columns.value, columnView.value, width), width),
      density,
    };
  });

  const pixel = computed<number | null>(() => {
    const { start, length } = store.rows.value;
    const { position, column } = store.cursor.value;
    const perRow = cellsPerPixel(frame.value.rows.view.zoom);
    const perColumn = cellsPerPixel(frame.value.columns.view.zoom);
    if (perRow === 1 && perColumn === 1) return null;
    const top = Math.floor((position - start) / perRow) * perRow;
    const left = columns.value.pixelOf(column, perColumn === 1 ? 1 : -perColumn);
    const down = { first: top, positionsPerPixel: Math.min(perRow, length - top), height: 1 };
    const into = new Float64Array(1);
    source.value.fill({ ...down, left, width: 1, columnsPerPixel: perColumn }, sample.value, into);
    return into[0] as number;
  });

  // The picture does not depend on the mark: it is drawn anew only if one of these changes.
  const scene = computed(() => {
    const { rows: down, columns: across, density } = frame.value;
    return {
      source: source.value,
      length: store.rows.value.length,
      rows: down.view,
      columns: across.view,
      extent: { rows: down.axis.extent(down.view.zoom), columns: across.axis.extent(across.view.zoom) },
      stretch: { rows: down.stretch, columns: across.stretch },
      sample: sample.value,
      table: table.value,
      density,
    };
  });
  function paint(): void {
    const { rows: down, columns: across } = frame.value;
    if (canvas.width !== across.size || canvas.height !== down.size) {
      canvas.width = across.size;
      canvas.height = down.size;
    }
    painter.paint(scene.value);
  }
  const redraw = onNextFrame(() => {
    measureRedraw(paint);
    drawAxes(frame.value, store.rows.value, store.columns.value, axisNames(store.kind.value), canvas);
  });
  effect(() => {
    if (!isShown.value) return;
    scene.value;
    redrawIsWanted();
    redraw();
  });

  const remark = onNextFrame(() =>
    drawMarks(frame.value, store.rows.value, store.columns.value, store.cursor.value, canvas),
  );
  effect(() => {
    if (!isShown.value) return;
    frame.value;
    store.cursor.value;
    remark();
  });

  const summary = byId('matrix-summary', HTMLElement);
  const note = byId('sample-note', HTMLElement);
  const tools = ['rows-name', 'columns-name'].map((id) => byId(id, HTMLElement));
  const [closedMean, summedMean] = [byId('mean-closed', HTMLElement), byId('mean-summed', HTMLElement)];
  effect(() => {
    closedMean.hidden = !hasClosedMeans(store.encoding.value);
    summedMean.hidden = !closedMean.hidden;
  });
  effect(() => {
    if (!isShown.value) return;
    const names = axisPlurals(store.kind.value);
    summary.textContent = describe(frame.value, store.rows.value.start, store.columns.value.dim, names);
    note.textContent = describePixel(frame.value, sample.value, axisNames(store.kind.value), names);
    names.forEach((name, k) => {
      (tools[k] as HTMLElement).textContent = capital(name);
    });
  });

  mountMatrixInput(store, frame, canvas);
  mountMatrixTools(store, frame);
  return { pixel };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type Names = readonly [rows: string, columns: string];

/** What part is seen, in words. */
function describe({ rows, columns }: Frame, start: number, dim: number, [down, across]: Names): string {
  const last = ({ axis, view, size }: AxisFrame): number => {
    const pixel = Math.min(axis.extent(view.zoom), view.offset + size) - 1;
    return Math.min(axis.cellAt(pixel, view.zoom) + cellsPerPixel(view.zoom), axis.extent(1)) - 1;
  };
  const first = rows.axis.cellAt(rows.view.offset, rows.view.zoom);
  const positions = `${capital(down)} ${wholeLabel(start + first)} to ${wholeLabel(start + last(rows))}`;
  if (columns.view.zoom < 0) {
    const part = columns.axis.extent(columns.view.zoom) > columns.size ? 'part of the' : 'all';
    return `${positions}, ${part} ${wholeLabel(dim)} ${across}`;
  }
  const left = columns.axis.cellAt(columns.view.offset, columns.view.zoom);
  return `${positions}, ${across} ${wholeLabel(left)} to ${wholeLabel(last(columns))}`;
}

/** What a pixel is, in words. */
function describePixel({ rows, columns }: Frame, sample: 'mean' | 'point', one: Names, many: Names): string {
  const perRow = cellsPerPixel(rows.view.zoom);
  const perColumn = cellsPerPixel(columns.view.zoom);
  if (perRow === 1 && perColumn === 1) {
    const pixels = ({ view, stretch }: AxisFrame): number => Number((pixelsPerCell(view.zoom) * stretch).toFixed(1));
    return `A cell is ${counted(pixels(columns), 'pixel', 'pixels')} wide and ${pixels(rows)} high.`;
  }
  const covered = `${counted(perRow, one[0], many[0])} × ${counted(perColumn, one[1], many[1])}`;
  return sample === 'mean'
    ? `A pixel is the exact mean of ${covered}.`
    : `A pixel is the first of ${covered}: the pattern is partly false.`;
}
