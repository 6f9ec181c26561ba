/** The few parts that every line chart of the page is made of: an area that fits its host, axes, thinned lines. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { svg } from './dom.ts';
import type { Scope } from './scope.ts';

export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The inside of a chart, in CSS pixels from its own top left corner. */
export interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Chart {
  readonly area: ReadonlySignal<Area>;
  /** Groups drawn over one another, in the order of their names; contents count from the area's corner. */
  readonly layers: Readonly<Record<string, SVGElement>>;
  /** Where a pointer is inside the area. */
  pointOf(event: { readonly clientX: number; readonly clientY: number }): { x: number; y: number };
}

/**
 * A chart that fills `host`. What it says must be said by `host` too: the drawing itself is hidden from readers.
 * @param name under which the "Save" menu offers it as SVG
 * @param scope what ends the watching of the size, for charts that do not live as long as the page
 */
export function createChart(
  host: HTMLElement,
  margins: ReadonlySignal<Margins>,
  layerNames: readonly string[],
  name = host.id,
  scope: Pick<Scope, 'onEnd'> = { onEnd: () => undefined },
): Chart {
  const layers = Object.fromEntries(layerNames.map((name) => [name, svg('g', { class: name })]));
  const inside = svg('g', {}, ...Object.values(layers));
  const root = svg('svg', { 'aria-hidden': 'true', 'data-chart': name }, inside);
  host.append(root);
  const measure = (): Area => {
    const { top, right, bottom, left } = margins.value;
    inside.setAttribute('transform', `translate(${left}, ${top})`);
    const { clientWidth, clientHeight } = host;
    return { width: Math.max(1, clientWidth - left - right), height: Math.max(1, clientHeight - top - bottom) };
  };
  const area = signal(measure());
  const observer = new ResizeObserver(() => {
    // A hidden chart keeps its size.
    if (host.clientWidth === 0) return;
    const now = measure();
    if (now.width !== area.value.width || now.height !== area.value.height) area.value = now;
  });
  observer.observe(host);
  scope.onEnd(() => observer.disconnect());
  return {
    area,
    layers,
    pointOf({ clientX, clientY }) {
      const box = root.getBoundingClientRect();
      return { x: clientX - box.left - margins.value.left, y: clientY - box.top - margins.value.top };
    },
  };
}

export interface AxisSpec {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
  readonly label: (value: number) => string;
  readonly name: string;
}

export function axisBelow({ width, height }: Area, { place, ticks, label, name }: AxisSpec): SVGElement[] {
  return [
    svg('line', { class: 'axis', x1: 0, x2: width, y1: height, y2: height }),
    ...ticks.map((tick) =>
      svg(
        'g',
        { class: 'tick', transform: `translate(${place(tick)}, ${height})` },
        svg('line', { y1: 0, y2: 5 }),
        svg('text', { y: 18, 'text-anchor': 'middle' }, label(tick)),
      ),
    ),
    svg('text', { class: 'axis-name', x: width, y: height + 36, 'text-anchor': 'end' }, name),
  ];
}

export function axisBeside({ width }: Area, { place, ticks, label, name }: AxisSpec): SVGElement[] {
  return [
    ...ticks.map((tick) =>
      svg(
        'g',
        { class: 'tick', transform: `translate(0, ${place(tick)})` },
        svg('line', { class: 'grid', x1: 0, x2: width }),
        svg('text', { x: -9, 'text-anchor': 'end', dy: '0.35em' }, label(tick)),
      ),
    ),
    svg('text', { class: 'axis-name', x: 0, y: -10 }, name),
  ];
}

/** At most about `most` indices of a smooth curve from `first` to `last`, both among them. */
export function thinned(first: number, last: number, most: number): number[] {
  const stride = Math.max(1, Math.ceil((last - first) / Math.max(1, most)));
  const kept: number[] = [];
  for (let k = first; k < last; k += stride) kept.push(k);
  if (last >= first) kept.push(last);
  return kept;
}

const digits = (value: number): number => Math.round(value * 100) / 100;

/** A polyline as the data of a path; where a place is no number the line is broken. */
export function pathOf(indices: Iterable<number>, x: (k: number) => number, y: (k: number) => number): string {
  let path = '';
  let pen = 'M';
  for (const k of indices) {
    const [px, py] = [x(k), y(k)];
    const isPlace = Number.isFinite(px) && Number.isFinite(py);
    if (isPlace) path += `${pen}${digits(px)},${digits(py)}`;
    pen = isPlace ? 'L' : 'M';
  }
  return path;
}

/** A curve through some indices. */
export const curve = (
  kind: string,
  indices: readonly number[],
  x: (k: number) => number,
  y: (k: number) => number,
): SVGElement => svg('path', { class: kind, d: pathOf(indices, x, y) });

/**
 * The indices of a curve that can be seen: of all that share a pixel column the first, the lowest, the highest and the
 * last, in their order. Nothing that sticks out is lost, as it would be by taking every n-th.
 * @param x places in pixels, rising with k
 */
export function decimated(count: number, x: (k: number) => number, y: (k: number) => number): number[] {
  const kept: number[] = [];
  let column = Number.NaN;
  let [first, low, high, last] = [0, 0, 0, 0];
  const flush = (): void => {
    if (Number.isNaN(column)) return;
    for (const k of [...new Set([first, Math.min(low, high), Math.max(low, high), last])]) kept.push(k);
  };
  for (let k = 0; k < count; k++) {
    const at = Math.floor(x(k));
    if (at !== column) {
      flush();
      column = at;
      first = low = high = k;
    } else {
      if (y(k) < y(low)) low = k;
      if (y(k) > y(high)) high = k;
    }
    last = k;
  }
  flush();
  return kept;
}
