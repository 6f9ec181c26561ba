/**
 * Arithmetic of zoom and place along an axis of the matrix, in whole device pixels.
 *
 * A zoom is one whole number: from 1, pixels a cell; to -2, minus the cells a pixel. Pixels are counted from the first
 * cell of the matrix, so bins of cells never shift against the matrix and a picture does not shimmer while it moves.
 */

import { type Columns, columnOf, pictureWidth, pixelColumnOf, pixelOfColumn } from './columns.ts';
import type { AxisView } from './state.ts';

export const maxZoom = 160;

export interface Axis {
  /** Pixels that the whole axis takes. */
  extent(zoom: number): number;
  /** The cell at a pixel; the first one if it covers several. */
  cellAt(pixel: number, zoom: number): number;
  /** The first pixel of a cell. */
  pixelOf(cell: number, zoom: number): number;
}

/** A place in the matrix to hold on to: a cell, and how far into it. */
export interface Anchor {
  readonly cell: number;
  readonly fraction: number;
}

export const cellsPerPixel = (zoom: number): number => (zoom < 0 ? -zoom : 1);
export const pixelsPerCell = (zoom: number): number => (zoom < 0 ? 1 : zoom);
export const scaleOf = (zoom: number): number => (zoom < 0 ? 1 / -zoom : zoom);

/** The whole-number zoom nearest to a scale in pixels a cell. */
export function zoomOf(scale: number): number {
  if (scale >= 0.75) return Math.max(1, Math.round(scale));
  return -Math.max(2, Math.round(1 / scale));
}

export function rowAxis(length: number): Axis {
  return {
    extent: (zoom) => (zoom < 0 ? Math.ceil(length / -zoom) : length * zoom),
    cellAt: (pixel, zoom) => (zoom < 0 ? pixel * -zoom : Math.floor(pixel / zoom)),
    pixelOf: (cell, zoom) => (zoom < 0 ? Math.floor(cell / -zoom) : cell * zoom),
  };
}

export function columnAxis(columns: Columns): Axis {
  return {
    extent: (zoom) => (zoom < 0 ? pictureWidth(columns, -zoom) : columns.dim * zoom),
    cellAt: (pixel, zoom) => {
      if (zoom >= 0) return Math.floor(pixel / zoom);
      const { half, firstPair } = pixelColumnOf(columns, pixel, -zoom);
      return columnOf(columns, firstPair, half);
    },
    pixelOf: (cell, zoom) => (zoom < 0 ? pixelOfColumn(columns, cell, -zoom) : cell * zoom),
  };
}

/** The largest zoom at which the whole axis is seen in `size` pixels. */
export function fitZoom(axis: Axis, size: number): number {
  const cells = axis.extent(1);
  if (cells <= size) return Math.min(maxZoom, Math.floor(size / cells));
  // Halves round up apart from each other, so the first guess may be a pixel too wide.
  let perPixel = Math.max(2, Math.ceil(cells / size));
  while (axis.extent(-perPixel) > size && perPixel < cells) perPixel++;
  return -perPixel;
}

/** A view brought into range for `size` pixels: never smaller than all, never past the end. */
export function resolve(axis: Axis, view: AxisView | null, size: number): AxisView {
  const fit = fitZoom(axis, size);
  if (view === null || scaleOf(view.zoom) <= scaleOf(fit)) return { zoom: fit, offset: 0 };
  const zoom = Math.min(maxZoom, view.zoom);
  const last = Math.max(0, axis.extent(zoom) - size);
  // A zoom beyond the largest keeps what it shows.
  const offset = view.zoom > zoom ? (view.offset * zoom) / view.zoom : view.offset;
  return { zoom, offset: Math.max(0, Math.min(last, Math.round(offset))) };
}

/** What lies under a pixel of the visible part. */
export function anchorAt(axis: Axis, view: AxisView, point: number): Anchor {
  const { zoom, offset } = view;
  const pixel = Math.max(0, Math.min(axis.extent(zoom) - 1, offset + point));
  const cell = axis.cellAt(pixel, zoom);
  return { cell, fraction: zoom > 0 ? (pixel - cell * zoom) / zoom : 0 };
}

/** The view of a zoom that has an anchor under a pixel of the visible part, as far as the ends allow; null is all. */
export function placeAt(axis: Axis, anchor: Anchor, wanted: number, point: number, size: number): AxisView | null {
  const zoom = Math.min(maxZoom, wanted);
  const pixel = axis.pixelOf(anchor.cell, zoom) + (zoom > 0 ? Math.floor(anchor.fraction * zoom) : 0);
  const view = resolve(axis, { zoom, offset: pixel - point }, size);
  return view.zoom === fitZoom(axis, size) ? null : view;
}

/** Zooms by a factor, at least one whole step, with what is under `point` held there, or brought to `place`. */
export function zoomBy(
  axis: Axis,
  view: AxisView,
  factor: number,
  point: number,
  size: number,
  place = point,
): AxisView | null {
  let zoom = zoomOf(scaleOf(view.zoom) * factor);
  if (zoom === view.zoom) zoom = nextZoom(zoom, factor > 1 ? 1 : -1);
  return placeAt(axis, anchorAt(axis, view, point), zoom, place, size);
}

/** The whole-number zoom beside another: ... -3, -2, 1, 2, 3 ... */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = zoom + direction;
  if (next === 0) return -2;
  return next === -1 ? 1 : next;
}

/** Moves by pixels. */
export function panBy(axis: Axis, view: AxisView, pixels: number, size: number): AxisView | null {
  const moved = resolve(axis, { zoom: view.zoom, offset: view.offset + pixels }, size);
  return moved.zoom === fitZoom(axis, size) ? null : moved;
}

/** One cell further, or one pixel where a pixel covers several; beyond the ends are the first and the last cell. */
export function stepBy(axis: Axis, { zoom }: AxisView, cell: number, steps: number): number {
  const unit = zoom < 0 ? zoom : 1;
  const pixel = axis.pixelOf(cell, unit) + steps;
  if (pixel < 0) return 0;
  return pixel < axis.extent(unit) ? axis.cellAt(pixel, unit) : axis.extent(1) - 1;
}

/** Moves as little as needed to have a cell in the visible part. */
export function reveal(axis: Axis, view: AxisView, cell: number, size: number): AxisView | null {
  const low = axis.pixelOf(cell, view.zoom);
  const high = low + pixelsPerCell(view.zoom);
  if (low < view.offset) return panBy(axis, view, low - view.offset, size);
  if (high > view.offset + size) return panBy(axis, view, high - view.offset - size, size);
  return panBy(axis, view, 0, size);
}
