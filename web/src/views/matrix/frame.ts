/** What part of the matrix is seen now, and how large. */

import type { AxisView } from '../../state.ts';
import type { Axis } from '../../viewport.ts';

/** One axis as it is seen now: `size` device pixels of it. */
export interface AxisFrame {
  readonly axis: Axis;
  readonly view: AxisView;
  readonly size: number;
  /**
   * Device pixels a pixel of the picture. Cells that are large enough are stretched to fill what is there, so that they
   * differ by one pixel at most; smaller ones keep whole pixels, as unequal ones would make a pattern of their own.
   */
  readonly stretch: number;
}

/** Cells from this many pixels on are stretched. */
const smallestStretched = 4;

export function frameOf(axis: Axis, view: AxisView, size: number): AxisFrame {
  const extent = axis.extent(view.zoom);
  return { axis, view, size, stretch: view.zoom >= smallestStretched && extent < size ? size / extent : 1 };
}

/** The pixel of the picture, from the edge of what is seen, at a device pixel. */
export const pictureAt = ({ stretch }: AxisFrame, point: number): number => Math.floor(point / stretch);

export interface Frame {
  readonly rows: AxisFrame;
  readonly columns: AxisFrame;
  /** Device pixels a CSS pixel. */
  readonly density: number;
}
