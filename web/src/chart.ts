/** The few parts that every line chart of the page is made of: an area that fits its host, axes, thinned lines. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { line } from 'd3-shape';
import { svg } from './dom.ts';

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

/** A chart that fills `host`. What it says must be said by `host` too: the drawing itself is hidden from readers. */
export function createChart(host: HTMLElement, margins: ReadonlySignal<Margins>, layerNames: readonly string[]): Chart {
  const layers = Object.fromEntries(layerNames.map((name) => [name, svg('g', { class: name })]));
  const inside = svg('g', {}, ...Object.values(layers));
  const root = svg('svg', { 'aria-hidden': 'true' }, inside);
  host.append(root);
  const measure = (): Area => {
    const { top, right, bottom, left } = margins.value;
    inside.setAttribute('transform', `translate(${left}, ${top})`);
    const { clientWidth, clientHeight } = host;
    return { width: Math.max(1, clientWidth - left - right), height: Math.max(1, clientHeight - top - bottom) };
  };
  const area = signal(measure());
  new ResizeObserver(() => {
    const now = measure();
    if (now.width !== area.value.width || now.height !== area.value.height) area.value = now;
  }).observe(host);
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

/** A curve through some indices. */
export function curve(
  kind: string,
  indices: readonly number[],
  x: (k: number) => number,
  y: (k: number) => number,
): SVGElement {
  const path = line<number>(x, y).digits(2)(indices);
  return svg('path', { class: kind, d: path ?? '' });
}
