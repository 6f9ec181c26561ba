/**
 * The positions that all views are zoomed to: the same zoom and place as the matrix has along its positions, for the
 * size of another figure.
 */

import type { AxisView, Rows } from './state.ts';
import { pixelsPerCell, resolve, rowAxis, scaleOf } from './viewport.ts';

export interface Span {
  /** Positions at the left edge of the first and the right edge of the last pixel; parts of positions when zoomed in. */
  readonly low: number;
  readonly high: number;
  /** The first position of each pixel, where a pixel covers several; else of each position. */
  readonly first: number;
  /** How many pixels or positions. */
  readonly count: number;
  /** Positions each of them covers; the last one may cover less. */
  readonly step: number;
}

/**
 * @param view of the matrix's positions; null: all of them
 * @param size device pixels that the positions may take
 */
export function spanOf({ start, length }: Rows, view: AxisView | null, size: number): Span {
  const axis = rowAxis(length);
  const { zoom, offset } = resolve(axis, view, size);
  const step = zoom < 0 ? -zoom : 1;
  const extent = axis.extent(zoom);
  const shown = Math.min(extent, offset + size);
  const perCell = pixelsPerCell(zoom);
  const firstCell = axis.cellAt(offset, zoom);
  const endCell = zoom < 0 ? Math.min(length, shown * step) : Math.ceil(shown / perCell);
  const scale = scaleOf(zoom);
  return {
    low: start + offset / scale,
    high: start + Math.min(length, shown / scale),
    first: start + firstCell,
    count: Math.ceil((endCell - firstCell) / step),
    step,
  };
}
