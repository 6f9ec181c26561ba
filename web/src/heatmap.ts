/**
 * A heat map of a matrix that fits on the screen, for any view: attention weights, similarities, differences. Values on
 * a canvas, axes round it, a cursor by pointer and keyboard that speaks, numbers in cells that are large enough.
 *
 *   createHeatmap(host, context, {
 *     name: 'attention',
 *     label: 'Attention weights: words that attend down, words attended to across',
 *     data: () => ({ rows: 4, columns: 4, values: weights, range: [0, 1] }),
 *     rows: { name: 'from', label: (row) => words[row] ?? '' },
 *     columns: { name: 'to', label: (column) => words[column] ?? '' },
 *     cursor: { at: () => ({ row: i.value, column: j.value }), to: ({ row, column }) => { ... } },
 *     say: (row, column, value) => `${words[row]} to ${words[column]}: ${numberLabel(value)}`,
 *   });
 *
 * The functions are called inside an effect: signals that they read redraw the map. A range [-a, a] takes the diverging
 * colours of the matrix, any other the magnitudes of cividis. Up to 2,048 x 2,048 cells; more belong in the exact
 * picture of the matrix. Cells are whole device pixels where there is room for it. `host` needs no height of its own:
 * with `isSquare` (the default) cells are squares as large as its width has room for, at most 48 pixels; without,
 * the map fills the host.
 */

import { signal } from '@preact/signals-core';
import { colourIndex, colourTable, isLight, tableLength } from './colours.ts';
import { element, svg } from './dom.ts';
import { axisNodes, type HeatmapAxis, type Layout, top } from './heatmap-axes.ts';
import { gutterOf } from './plot.ts';
import { numberLabel } from './ticks.ts';
import type { ViewContext } from './view.ts';

export interface HeatmapData {
  readonly rows: number;
  readonly columns: number;
  /** Row-major. NaN is drawn as nothing. */
  readonly values: ArrayLike<number>;
  /** Values of the first and the last colour. */
  readonly range: readonly [number, number];
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface HeatmapOptions {
  readonly name: string;
  readonly label: string;
  readonly data: () => HeatmapData;
  readonly rows: HeatmapAxis;
  readonly columns: HeatmapAxis;
  /** Absent: the map keeps a cursor of its own. */
  readonly cursor?: { readonly at: () => Cell; readonly to: (cell: Cell) => void };
  /** What is said of the marked cell. */
  readonly say: (row: number, column: number, value: number) => string;
  readonly isSquare?: boolean;
  /** Room for the names of the rows, in pixels. Default: the gutter of the page. */
  readonly gutter?: number;
}

/** cividis at ten evenly spaced places: magnitudes in the same order of lightness under every colour vision. */
export const magnitudeStops = [
  '#00204d',
  '#00336f',
  '#39486b',
  '#575c6d',
  '#707173',
  '#8a8779',
  '#a69d75',
  '#c4b56c',
  '#e4cf5b',
  '#ffea46',
];

/** Their table, for values from -1 (the first) to 1 (the last). */
export const magnitudes = colourTable(magnitudeStops);
const largestCell = 48;

/** The height of a host in CSS pixels in which rows of whole pixels leave no room below; for maps that are not square. */
export function heightOf(rows: number): number {
  const room = Math.max(320, Math.min(640, 0.6 * window.innerHeight));
  return (rows > room ? room : Math.min(40, Math.floor(room / rows)) * rows) + top + 2;
}

export function createHeatmap(
  host: HTMLElement,
  { scope, colours, announce }: Pick<ViewContext, 'scope' | 'colours' | 'announce'>,
  options: HeatmapOptions,
): void {
  const { label, data, rows, columns, say, isSquare = true } = options;
  const own = signal<Cell>({ row: 0, column: 0 });
  const cursor = options.cursor ?? { at: () => own.value, to: (cell: Cell) => (own.value = cell) };
  host.classList.add('heatmap');
  const canvas = element('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'matrix',
    'aria-label': label,
  });
  const axes = svg('svg', { class: 'over', 'aria-hidden': 'true' });
  const marks = svg('svg', { class: 'over', 'aria-hidden': 'true' });
  host.append(canvas, axes, marks);
  const size = signal({ width: 0, height: 0, density: window.devicePixelRatio });
  scope.onResize(host, () => {
    const { clientWidth: width, clientHeight: height } = host;
    const before = size.peek();
    const density = window.devicePixelRatio;
    if (
      width > 0 &&
      (before.width !== width || (!isSquare && before.height !== height) || before.density !== density)
    ) {
      size.value = { width, height, density };
    }
  });

  /** The canvas inside the host, in CSS pixels that are whole device pixels a cell where there is room. */
  function layoutOf({ rows: down, columns: across }: HeatmapData): Layout {
    const { width, height, density } = size.value;
    const left = options.gutter ?? gutterOf(host);
    const whole = (room: number, cells: number): number => {
      const cell = (room * density) / cells;
      return ((cell >= 1 ? Math.floor(cell) : cell) * cells) / density;
    };
    const room = Math.max(1, width - left - 2);
    if (!isSquare) return { left, width: whole(room, across), height: whole(Math.max(1, height - top - 2), down) };
    const cell = Math.min(largestCell, whole(room, across) / across);
    return { left, width: cell * across, height: cell * down };
  }

  scope.effect(() => {
    const now = data();
    if (size.value.width === 0 || now.rows === 0 || now.columns === 0) return;
    const layout = layoutOf(now);
    if (isSquare) host.style.height = `${layout.height + top + 2}px`;
    canvas.style.cssText = `left: ${layout.left}px; top: ${top}px; width: ${layout.width}px; height: ${layout.height}px`;
    const [low, high] = now.range;
    const table = low === -high ? colours.table.value : magnitudes;
    paint(canvas, now, table, layout, size.value.density);
    axes.replaceChildren(...axisNodes(now, layout, rows, columns));
  });

  scope.effect(() => {
    const now = data();
    if (size.value.width === 0 || now.rows === 0 || now.columns === 0) return;
    const { left, width, height } = layoutOf(now);
    const { row, column } = inside(cursor.at(), now);
    const [w, h] = [width / now.columns, height / now.rows];
    const box = { x: left + column * w, y: top + row * h, width: w, height: h };
    const [cw, ch] = [Math.max(w, 7), Math.max(h, 7)];
    const cell = { x: box.x + (w - cw) / 2, y: box.y + (h - ch) / 2, width: cw, height: ch };
    marks.replaceChildren(
      svg('path', { class: 'pointer', d: `M${box.x + w / 2 - 4},${top - 6}h8l-4,5z` }),
      svg('path', { class: 'pointer', d: `M${left - 6},${box.y + h / 2 - 4}v8l5,-4z` }),
      svg('rect', { class: 'cell-halo', ...cell }),
      svg('rect', { class: 'cell', ...cell }),
    );
  });

  const cellAt = (event: PointerEvent): Cell | null => {
    const box = canvas.getBoundingClientRect();
    const now = data();
    const row = Math.floor(((event.clientY - box.top) / box.height) * now.rows);
    const column = Math.floor(((event.clientX - box.left) / box.width) * now.columns);
    return row >= 0 && row < now.rows && column >= 0 && column < now.columns ? { row, column } : null;
  };
  const markAt = (event: PointerEvent): void => {
    const cell = cellAt(event);
    if (cell) cursor.to(cell);
  };
  scope.listen<PointerEvent>(canvas, 'pointermove', (event) => {
    if (event.pointerType !== 'touch') markAt(event);
  });
  scope.listen<PointerEvent>(canvas, 'pointerdown', markAt);
  scope.listen<KeyboardEvent>(canvas, 'keydown', (event) => {
    const now = data();
    const { row, column } = inside(cursor.at(), now);
    const far = event.shiftKey ? 10 : 1;
    const moves: Record<string, Cell> = {
      ArrowUp: { row: row - far, column },
      ArrowDown: { row: row + far, column },
      ArrowLeft: { row, column: column - far },
      ArrowRight: { row, column: column + far },
      PageUp: { row: row - 10, column },
      PageDown: { row: row + 10, column },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? now.rows : row, column: now.columns },
    };
    const next = moves[event.key];
    if (!next || event.altKey || event.metaKey) return;
    event.preventDefault();
    const cell = inside(next, now);
    cursor.to(cell);
    announce(say(cell.row, cell.column, now.values[cell.row * now.columns + cell.column] as number));
  });
}

function inside({ row, column }: Cell, { rows, columns }: HeatmapData): Cell {
  const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

/** From -1 to 1 along the colours. */
const placeOf = (value: number, [low, high]: readonly [number, number]): number =>
  high === low ? 0 : Math.max(-1, Math.min(1, ((value - low) / (high - low)) * 2 - 1));

function paint(
  canvas: HTMLCanvasElement,
  data: HeatmapData,
  table: Uint32Array,
  layout: Layout,
  density: number,
): void {
  const { rows, columns, values, range } = data;
  canvas.width = Math.max(1, Math.round(layout.width * density));
  canvas.height = Math.max(1, Math.round(layout.height * density));
  const visible = canvas.getContext('2d');
  if (!visible || rows === 0 || columns === 0) return;
  const cells = new OffscreenCanvas(columns, rows);
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < rows * columns; k++) {
    const value = values[k] as number;
    pixels[k] = Number.isNaN(value) ? 0 : (table[colourIndex(placeOf(value, range))] as number);
  }
  cells.getContext('2d')?.putImageData(image, 0, 0);
  // Cells smaller than a pixel are averaged by the browser; larger ones keep their edges.
  visible.imageSmoothingEnabled = columns > canvas.width || rows > canvas.height;
  visible.imageSmoothingQuality = 'high';
  visible.drawImage(cells, 0, 0, canvas.width, canvas.height);
  const [w, h] = [canvas.width / columns, canvas.height / rows];
  if (w < 40 * density || h < 20 * density) return;
  visible.font = `${12 * density}px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace`;
  visible.textAlign = 'center';
  visible.textBaseline = 'middle';
  for (let k = 0; k < rows * columns; k++) {
    const value = values[k] as number;
    if (Number.isNaN(value)) continue;
    visible.fillStyle = isLight(table[colourIndex(placeOf(value, range))] as number) ? '#000' : '#fff';
    const room = w - 6 * density;
    const fits = (text: string): boolean => visible.measureText(text).width <= room;
    const text = numberLabel(value, 2);
    // A digit less where two do not fit; what is still too long is set more narrowly.
    visible.fillText(
      fits(text) ? text : numberLabel(value, 1),
      ((k % columns) + 0.5) * w,
      (Math.floor(k / columns) + 0.5) * h,
      room,
    );
  }
}

/** The colours of a range as a strip with its ends named, to stand below a heat map. */
export function createColourKey(
  host: HTMLElement,
  { scope, colours }: Pick<ViewContext, 'scope' | 'colours'>,
  range: () => readonly [number, number],
): void {
  const canvas = element('canvas', { class: 'key', width: tableLength, height: 1, 'aria-hidden': 'true' });
  const labels = element('div', { class: 'legend-labels' });
  host.classList.add('legend');
  host.append(canvas, labels);
  scope.effect(() => {
    const [low, high] = range();
    const image = new ImageData(tableLength, 1);
    new Uint32Array(image.data.buffer).set(low === -high ? colours.table.value : magnitudes);
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    labels.replaceChildren(...[low, (low + high) / 2, high].map((value) => element('span', {}, numberLabel(value))));
  });
}
