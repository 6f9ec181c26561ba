/** The axes round a heat map: names, and labels at round numbers or at every word. */

import { svg } from './dom.ts';
import { positionTicks, wholeLabel, wholeTicks } from './ticks.ts';

export interface HeatmapAxis {
  readonly name: string;
  /** What a row or column is called. Default: its number. Names longer than the gutter are cut. */
  readonly label?: (index: number) => string;
  /**
   * In place of `label`: the position that a row or column stands for, ascending. Labels stand at round positions and
   * stay short: far from 0 they say '+250', and what they are added to is said beside the columns' name.
   */
  readonly position?: (index: number) => number;
}

/** Where the cells are, in CSS pixels from the left edge of the host and below `top`. */
export interface Layout {
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Room above the cells for the columns' labels and names. */
export const top = 40;

interface AxisTicks {
  /** What labels are added to. */
  readonly origin: number;
  /** Places in cells from the middle of the first one. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Between two positions that cells stand for, a round one is as far from both as it is between them. */
function placeAmong(position: (index: number) => number, count: number, wanted: number): number {
  let [low, high] = [0, count - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (position(middle) <= wanted) low = middle;
    else high = middle;
  }
  const step = position(high) - position(low);
  return step > 0 ? low + ((wanted - position(low)) / step) * (high - low) : low;
}

/** @param most how many there is room for */
export function ticksOf({ label, position }: HeatmapAxis, count: number, most: number): AxisTicks {
  if (!position) {
    const name = label ?? wholeLabel;
    return { origin: 0, ticks: wholeTicks(0, count - 1, most).map((at) => ({ at, label: name(at) })) };
  }
  const [first, last] = [position(0), position(count - 1)];
  const { origin, ticks } = positionTicks(first, last, most, { longest: 7 });
  return {
    origin,
    ticks: ticks.map(({ value, label: name }) => ({ at: placeAmong(position, count, value), label: name })),
  };
}

/** As many labels as stand apart: counted by the longest that could stand there. */
function acrossTicks(axis: HeatmapAxis, count: number, width: number): AxisTicks {
  const fits = (most: number): AxisTicks => ticksOf(axis, count, most);
  const names = axis.position ? fits(8).ticks.map(({ label }) => label) : namesOf(axis, count);
  const longest = Math.max(1, ...names.map((name) => name.length));
  return fits(Math.max(1, Math.floor(width / Math.max(32, 8 * longest + 12))));
}

const namesOf = ({ label = wholeLabel }: HeatmapAxis, count: number): string[] =>
  [...Array(Math.min(64, count)).keys(), count - 1].map((k) => label(k));

export function axisNodes(
  data: Readonly<Record<'rows' | 'columns', number>>,
  layout: Layout,
  rows: HeatmapAxis,
  columns: HeatmapAxis,
): SVGElement[] {
  const { left, width, height } = layout;
  const [w, h] = [width / data.columns, height / data.rows];
  const across = acrossTicks(columns, data.columns, width);
  // Names of words stand at every row; numbers need some of them.
  const down = ticksOf(rows, data.rows, Math.max(1, Math.floor(height / (rows.position ? 32 : 16))));
  const moved = [
    [rows.name, down.origin],
    [columns.name, across.origin],
  ].filter(([, origin]) => origin !== 0);
  const said = [...new Set(moved.map(([, origin]) => origin as number))].map((origin) => {
    const names = moved.filter(([, own]) => own === origin).map(([name]) => name);
    return ` (add ${wholeLabel(origin)} to ${names.join(' and ')})`;
  });
  return [
    svg('rect', { class: 'frame', x: left - 0.5, y: top - 0.5, width: width + 1, height: height + 1 }),
    svg('text', { class: 'axis-name', x: left - 9, y: top - 25, 'text-anchor': 'end' }, rows.name),
    svg('text', { class: 'axis-name', x: left, y: top - 25 }, `${columns.name}${said.join('')}`),
    ...across.ticks.map(({ at, label }) =>
      svg('text', { x: left + (at + 0.5) * w, y: top - 9, 'text-anchor': 'middle' }, label),
    ),
    ...down.ticks.map(({ at, label }) =>
      svg('text', { x: left - 9, y: top + (at + 0.5) * h, dy: '0.35em', 'text-anchor': 'end' }, label),
    ),
  ];
}
