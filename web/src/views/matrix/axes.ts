/** What stands round and over the heat map: axes, names of the halves, and the marks of the chosen cell. */

import { type Columns, cellOf, columnOf, functionOf } from '../../columns.ts';
import { byId, svg } from '../../dom.ts';
import type { Rows } from '../../state.ts';
import { positionTicks, wholeLabel, wholeTicks } from '../../ticks.ts';
import { cellsPerPixel, pixelsPerCell } from '../../viewport.ts';
import type { AxisFrame, Frame } from './frame.ts';

const tickLength = 5;

/** The canvas inside the plot, in CSS pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of an axis that the picture takes, in CSS pixels from the canvas's edge. */
const filled = ({ axis, view, size, stretch }: AxisFrame, density: number): number =>
  Math.min(size, (axis.extent(view.zoom) - view.offset) * stretch) / density;

/** Where a cell is, in CSS pixels from the canvas's edge: its middle, and its size. */
function placeOf(frame: AxisFrame, cell: number, density: number): { middle: number; size: number } {
  const { axis, view, stretch } = frame;
  const size = pixelsPerCell(view.zoom) * stretch;
  return {
    middle: ((axis.pixelOf(cell, view.zoom) - view.offset) * stretch + size / 2) / density,
    size: size / density,
  };
}

function boxOf(canvas: HTMLCanvasElement): Box {
  return { left: canvas.offsetLeft, top: canvas.offsetTop, width: canvas.clientWidth, height: canvas.clientHeight };
}

/** @param names of the two axes */
export function drawAxes(
  frame: Frame,
  matrix: Rows,
  columns: Columns,
  [rowName, columnName]: readonly [string, string],
  canvas: HTMLCanvasElement,
): void {
  const box = boxOf(canvas);
  const width = filled(frame.columns, frame.density);
  const height = filled(frame.rows, frame.density);
  byId('matrix-axes', SVGElement).replaceChildren(
    svg('rect', { class: 'frame', x: box.left - 0.5, y: box.top - 0.5, width: width + 1, height: height + 1 }),
    ...rowTicks(frame, matrix, rowName, box),
    ...columnTicks(frame, columns, columnName, box),
  );
}

function rowTicks({ rows, density }: Frame, { start }: Rows, name: string, box: Box): SVGElement[] {
  const { axis, view, size } = rows;
  const first = axis.cellAt(view.offset, view.zoom);
  const last = axis.cellAt(Math.min(axis.extent(view.zoom), view.offset + size) - 1, view.zoom);
  const { origin, ticks } = positionTicks(start + first, start + last, Math.floor(size / density / 48));
  const nodes = ticks.flatMap(({ value, label }) => {
    const { middle } = placeOf(rows, value - start, density);
    if (!isSeen(rows, middle, density)) return [];
    const y = box.top + middle;
    return svg(
      'g',
      { class: 'tick', transform: `translate(${box.left}, ${y})` },
      svg('line', { x1: -tickLength, x2: 0 }),
      svg('text', { x: -tickLength - 4, y: 0, 'text-anchor': 'end', dy: '0.35em' }, label),
    );
  });
  nodes.push(svg('text', { class: 'axis-name', x: box.left - 9, y: box.top - 25, 'text-anchor': 'end' }, name));
  if (origin !== 0) {
    const text = `added to the position labels: ${wholeLabel(origin)}`;
    nodes.push(svg('text', { class: 'axis-name', x: box.left, y: box.top + box.height + 16 }, text));
  }
  return nodes;
}

/** A cell that is seen in part may have its middle, where its label goes, outside. */
const isSeen = ({ size }: AxisFrame, middle: number, density: number): boolean =>
  middle >= 0 && middle <= size / density;

/** A run of neighbouring pixel columns with a name of its own. */
interface Run {
  readonly name: string;
  readonly half: 0 | 1;
  readonly count: number;
}

function columnTicks({ columns: frame, density }: Frame, columns: Columns, name: string, box: Box): SVGElement[] {
  const { view, size } = frame;
  const isApart = !columns.isPlain && (view.zoom < 0 || columns.layout === 'halves');
  if (!isApart) {
    const first = frame.axis.cellAt(view.offset, view.zoom);
    const last = frame.axis.cellAt(Math.min(frame.axis.extent(view.zoom), view.offset + size) - 1, view.zoom);
    const ticks = wholeTicks(first, last, Math.floor(size / density / 64));
    const share = view.zoom < 0 ? `${name}, ${wholeLabel(-view.zoom)} a pixel` : name;
    return [
      svg('text', { class: 'axis-name', x: box.left, y: box.top - 25 }, share),
      ...ticks.flatMap((column) => columnTick(frame, column, density, box)),
    ];
  }
  const share = cellsPerPixel(view.zoom) > 1 ? `, ${wholeLabel(cellsPerPixel(view.zoom))} a pixel` : '';
  const runs: Run[] = [
    { name: `${functionOf(columns, 0)} columns${share}`, half: 0, count: columns.firsts },
    { name: `${functionOf(columns, 1)} columns${share}`, half: 1, count: columns.seconds },
  ];
  const nodes = runs.filter(({ count }) => count > 0).flatMap((run) => runTicks(frame, columns, run, density, box));
  const zeros = placeOf(frame, columns.dim - 1, density);
  const isRoomy = zeros.size >= 24 && zeros.middle < size / density;
  return columns.zero && isRoomy ? [...nodes, ...columnTick(frame, columns.dim - 1, density, box)] : nodes;
}

function runTicks(frame: AxisFrame, columns: Columns, run: Run, density: number, box: Box): SVGElement[] {
  const { view } = frame;
  const pixels = pixelsPerCell(view.zoom) * frame.stretch;
  const edgeOf = (pair: number): number =>
    (frame.axis.pixelOf(columnOf(columns, pair, run.half), view.zoom) - view.offset) * frame.stretch;
  const begin = edgeOf(0);
  const end = edgeOf(run.count - 1) + pixels;
  const [from, to] = [Math.max(0, begin) / density, Math.min(frame.size, end) / density];
  if (to - from < 8) return [];
  const nodes: SVGElement[] = [];
  if (begin > 0) {
    const x = box.left + from;
    nodes.push(svg('line', { class: 'divider', x1: x, x2: x, y1: box.top - 34, y2: box.top + box.height }));
  }
  const firstPair = Math.max(0, Math.floor((-begin / pixels) * cellsPerPixel(view.zoom)));
  const lastPair = Math.min(run.count - 1, Math.floor(((frame.size - begin) / pixels) * cellsPerPixel(view.zoom)) - 1);
  // A label at the end of a half would run into the first one of the next.
  const isClear = (pair: number): boolean => {
    const place = placeOf(frame, columnOf(columns, pair, run.half), density).middle;
    return run.half === 1 || end > frame.size || place === from || place < to - 24;
  };
  const pairs = wholeTicks(firstPair, lastPair, Math.floor((to - from) / 64)).filter(isClear);
  nodes.push(
    ...pairs.flatMap((pair) => columnTick(frame, columnOf(columns, pair, run.half), density, box)),
    ...(to - from > 70
      ? [svg('text', { class: 'axis-name', x: box.left + from + (begin > 0 ? 6 : 0), y: box.top - 25 }, run.name)]
      : []),
  );
  return nodes;
}

function columnTick(frame: AxisFrame, column: number, density: number, box: Box): SVGElement[] {
  const { middle } = placeOf(frame, column, density);
  if (!isSeen(frame, middle, density)) return [];
  return [
    svg(
      'g',
      { class: 'tick', transform: `translate(${box.left + middle}, ${box.top})` },
      svg('line', { y1: -tickLength, y2: 0 }),
      svg('text', { x: 0, y: -tickLength - 4, 'text-anchor': 'middle' }, wholeLabel(column)),
    ),
  ];
}

/** The row, both columns of the pair, and the cell. */
export function drawMarks(
  frame: Frame,
  { start }: Rows,
  columns: Columns,
  cursor: { readonly position: number; readonly column: number },
  canvas: HTMLCanvasElement,
): void {
  const box = boxOf(canvas);
  const { density } = frame;
  const width = filled(frame.columns, density);
  const height = filled(frame.rows, density);
  const { pair, half } = cellOf(columns, cursor.column);
  const partner = pair < 0 ? -1 : columnOf(columns, pair, half === 0 ? 1 : 0);
  const row = placeOf(frame.rows, cursor.position - start, density);
  const nodes: SVGElement[] = [];

  const isRowSeen = row.middle > -row.size && row.middle < height + row.size;
  for (const column of [partner, cursor.column]) {
    if (column < 0) continue;
    const { middle, size } = placeOf(frame.columns, column, density);
    if (middle < -size || middle > width + size) continue;
    const kind = column === cursor.column ? 'band' : 'band partner';
    nodes.push(...band(kind, box.left + middle - size / 2, box.top, size, height), pointer(box.left + middle, box.top));
  }
  if (isRowSeen) {
    nodes.push(...band('band', box.left, box.top + row.middle - row.size / 2, width, row.size));
    const column = placeOf(frame.columns, cursor.column, density);
    const [w, h] = [Math.max(column.size, 7), Math.max(row.size, 7)];
    const cell = { x: box.left + column.middle - w / 2, y: box.top + row.middle - h / 2, width: w, height: h };
    nodes.push(svg('rect', { class: 'cell-halo', ...cell }), svg('rect', { class: 'cell', ...cell }));
  }
  // The marks end where the picture ends: a nested viewport clips them, but lets the pointers stand above it.
  const clip = svg('svg', {
    x: box.left,
    y: box.top,
    width,
    height,
    viewBox: `${box.left} ${box.top} ${width} ${height}`,
  });
  clip.append(...nodes.filter((node) => !node.classList.contains('pointer')));
  byId('matrix-marks', SVGElement).replaceChildren(clip, ...nodes.filter((node) => node.classList.contains('pointer')));
}

/** A row or a column: its outline, or a line where it is too thin to have one. */
function band(kind: string, x: number, y: number, width: number, height: number): SVGElement[] {
  if (Math.min(width, height) >= 5) return [svg('rect', { class: kind, x, y, width, height })];
  const [cx, cy] = [x + width / 2, y + height / 2];
  const ends = width < height ? { x1: cx, x2: cx, y1: y, y2: y + height } : { x1: x, x2: x + width, y1: cy, y2: cy };
  return [svg('line', { class: 'halo', ...ends }), svg('line', { class: kind, ...ends })];
}

const pointer = (x: number, y: number): SVGElement =>
  svg('path', { class: 'pointer', d: `M${x - 4},${y - 6}h8l-4,5z` });
