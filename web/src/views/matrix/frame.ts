/** What part of the matrix is seen now, and how large. */

import type { AxisView } from '../../state.ts';
import type { Axis } from '../../viewport.ts';

/** One axis as it is seen now: `size` device pixels of it. */
export interface AxisFrame {
  readonly axis: Axis;
  readonly view: AxisView;
  readonly size: number;
}

export interface Frame {
  readonly rows: AxisFrame;
  readonly columns: AxisFrame;
  /** Device pixels a CSS pixel. */
  readonly density: number;
}
