/**
 * A line or scatter chart for any view: axes (linear or logarithmic), several series, zones and rules, a cursor by
 * pointer and keyboard that speaks, a redraw when signals or sizes change, and SVG for the "Save" menu.
 *
 *   createPlot(host, context.scope, {
 *     name: 'similarity',
 *     label: 'Similarity against distance',
 *     x: { name: 'distance', domain: () => [0, 100] },
 *     y: { name: 'similarity', domain: () => [-1, 1] },
 *     series: () => [{ name: 'this encoding', x: distances, y: values }],
 *     cursor: {
 *       at: () => store.cursor.value.offset,
 *       to: (offset) => store.mark({ offset: Math.round(offset) }),
 *       step: () => 1,
 *       say: (offset) => `distance ${offset}: similarity ${numberLabel(valueAt(offset))}`,
 *     },
 *   });
 *
 * The functions are called inside an effect: signals that they read redraw the chart. `host` is a block of any height
 * (class "chart" has a good one). Series have the colours and dashes `series-0` ... `series-5` of the style sheet;
 * `kind` gives another class. Long series are thinned to what pixels can show, and nothing that sticks out is lost.
 */

import { computed, signal } from '@preact/signals-core';
import { type Area, axisBelow, axisBeside, createChart, decimated, type Margins, pathOf } from './chart.ts';
import { svg } from './dom.ts';
import { endsOf, linearScale, logScale, type Scale } from './scale.ts';
import type { Scope } from './scope.ts';
import { logLabel, numberLabel } from './ticks.ts';

export interface PlotAxis {
  /** What it measures, with its unit: 'distance, in positions'. */
  readonly name: string;
  readonly domain: () => readonly [number, number];
  readonly scale?: 'linear' | 'log';
  readonly label?: (value: number) => string;
  readonly ticks?: (scale: Scale, most: number) => readonly number[];
}

export interface Series {
  /** In the legend; '' leaves it out of there. */
  readonly name: string;
  /** Rising for lines; places of dots may come in any order. */
  readonly x: ArrayLike<number>;
  /** NaN breaks the line. */
  readonly y: ArrayLike<number>;
  readonly mark?: 'line' | 'dots' | 'both';
  /** A class in place of `series-k`. */
  readonly kind?: string;
}

/** A line across the whole chart, with words. */
export interface Rule {
  readonly x?: number;
  readonly y?: number;
  readonly label?: string;
}

/** A shaded part; an end that is left out is that of the axis. */
export interface Zone {
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
}

export interface PlotCursor {
  /** Where it is on the x axis. */
  readonly at: () => number;
  readonly to: (x: number) => void;
  /** How far an arrow key goes; Page Up and Page Down go ten times as far. Default: a hundredth of the axis. */
  readonly step?: () => number;
  /** What is said and written at the cursor. */
  readonly say: (x: number) => string;
}

export interface PlotOptions {
  /** Of the saved file. */
  readonly name: string;
  /** Said to readers who do not see it. */
  readonly label: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: () => readonly Series[];
  readonly rules?: () => readonly Rule[];
  readonly zones?: () => readonly Zone[];
  readonly cursor?: PlotCursor;
  /** Room in pixels; the left one defaults to the gutter that all figures of the page share. */
  readonly margins?: Partial<Margins>;
}

const scaleOf = ({ scale, domain }: PlotAxis, range: readonly [number, number]): Scale =>
  (scale === 'log' ? logScale : linearScale)(domain(), range);

const labelOf = ({ label, scale }: PlotAxis): ((value: number) => string) =>
  label ?? (scale === 'log' ? logLabel : numberLabel);

const ticksOf = ({ ticks }: PlotAxis, scale: Scale, most: number): readonly number[] =>
  ticks?.(scale, most) ?? scale.ticks(Math.max(2, Math.floor(most)));

const kindOf = ({ kind }: Series, k: number): string => kind ?? `series-${k % 6}`;

/** Width of the left margin that all figures share, in pixels. */
export function gutterOf(host: Element): number {
  const rems = Number.parseFloat(getComputedStyle(host).getPropertyValue('--gutter'));
  return rems * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

export function createPlot(host: HTMLElement, scope: Scope, options: PlotOptions): void {
  const { x: xAxis, y: yAxis, series, cursor, rules = () => [], zones = () => [] } = options;
  const room = { top: 26, right: 8, bottom: 44, left: gutterOf(host), ...options.margins };
  const margins = signal<Margins>(room);
  scope.listen(window, 'resize', () => {
    const left = options.margins?.left ?? gutterOf(host);
    if (left !== margins.peek().left) margins.value = { ...room, left };
  });
  const chart = createChart(host, margins, ['back', 'curves', 'mark'], options.name, scope);
  const scales = computed(() => {
    const { width, height } = chart.area.value;
    return { x: scaleOf(xAxis, [0, width]), y: scaleOf(yAxis, [height, 0]) };
  });

  scope.effect(() => {
    const area = chart.area.value;
    const { x, y } = scales.value;
    const all = series();
    chart.layers.back?.replaceChildren(
      ...zones().map((zone) => zoneRect(zone, area, x, y)),
      ...axisBeside(area, {
        place: y,
        ticks: ticksOf(yAxis, y, area.height / 32),
        label: labelOf(yAxis),
        name: yAxis.name,
      }),
      ...axisBelow(area, {
        place: x,
        ticks: ticksOf(xAxis, x, area.width / 80),
        label: labelOf(xAxis),
        name: xAxis.name,
      }),
      ...rules().flatMap((rule) => ruleLine(rule, area, x, y)),
      ...legend(all, area),
    );
    chart.layers.curves?.replaceChildren(...all.flatMap((one, k) => drawn(one, kindOf(one, k), x, y, area.width)));
  });
  if (cursor) mountCursor(host, scope, options.label, cursor, chart, scales);
  else {
    host.setAttribute('role', 'img');
    host.setAttribute('aria-label', options.label);
  }
}

function drawn({ x, y, mark = 'line' }: Series, kind: string, xs: Scale, ys: Scale, width: number): SVGElement[] {
  const [px, py] = [(k: number): number => xs(x[k] as number), (k: number): number => ys(y[k] as number)];
  const isMany = mark === 'line' ? x.length > 3 * width : x.length > 4000;
  const indices = isMany ? decimated(x.length, px, py) : Array.from({ length: x.length }, (_, k) => k);
  const nodes: SVGElement[] = [];
  if (mark !== 'dots') nodes.push(svg('path', { class: `curve ${kind}`, d: pathOf(indices, px, py) }));
  if (mark !== 'line') {
    const places = indices.filter((k) => Number.isFinite(px(k)) && Number.isFinite(py(k)));
    nodes.push(...places.map((k) => svg('circle', { class: `dot ${kind}`, cx: px(k), cy: py(k), r: 2.4 })));
  }
  return nodes;
}

/** Names of the series in one line above the chart, at its right end. */
function legend(all: readonly Series[], { width }: Area): SVGElement[] {
  const named = all.map((one, k) => ({ name: one.name, kind: kindOf(one, k) })).filter(({ name }) => name !== '');
  if (named.length < 2) return [];
  const words = named.flatMap(({ name, kind }, k) => [
    svg('tspan', { class: kind, ...(k === 0 ? {} : { dx: 14 }) }, '● '),
    svg('tspan', {}, name),
  ]);
  return [svg('text', { class: 'legend-line', x: width, y: -10, 'text-anchor': 'end' }, ...words)];
}

function zoneRect(zone: Zone, area: Area, x: Scale, y: Scale): SVGElement {
  const [left, right] = zone.x ? [x(zone.x[0]), x(zone.x[1])] : [0, area.width];
  const [bottom, top] = zone.y ? [y(zone.y[0]), y(zone.y[1])] : [area.height, 0];
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const [x0, x1] = [clamp(Math.min(left, right), area.width), clamp(Math.max(left, right), area.width)];
  const [y0, y1] = [clamp(Math.min(top, bottom), area.height), clamp(Math.max(top, bottom), area.height)];
  return svg('rect', { class: 'zone', x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
}

function ruleLine(rule: Rule, { width, height }: Area, x: Scale, y: Scale): SVGElement[] {
  const words = rule.label ?? '';
  if (rule.x !== undefined) {
    const at = x(rule.x);
    if (!(at >= 0 && at <= width)) return [];
    const isLeft = at > width * 0.7;
    return [
      svg('line', { class: 'rule-line', x1: at, x2: at, y1: 0, y2: height }),
      svg(
        'text',
        { class: 'length-label', x: at + (isLeft ? -6 : 6), y: 14, 'text-anchor': isLeft ? 'end' : 'start' },
        words,
      ),
    ];
  }
  const at = y(rule.y ?? 0);
  if (!(at >= 0 && at <= height)) return [];
  return [
    svg('line', { class: 'rule-line', x1: 0, x2: width, y1: at, y2: at }),
    svg('text', { class: 'length-label', x: 10, y: at < 20 ? at + 16 : at - 7 }, words),
  ];
}

/** How far keys go, in steps of the cursor. */
const keySteps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

function mountCursor(
  host: HTMLElement,
  scope: Scope,
  label: string,
  cursor: PlotCursor,
  chart: ReturnType<typeof createChart>,
  scales: { readonly value: { readonly x: Scale; readonly y: Scale } },
): void {
  host.tabIndex = 0;
  host.setAttribute('role', 'slider');
  host.setAttribute('aria-label', label);

  scope.effect(() => {
    const { width, height } = chart.area.value;
    const { x } = scales.value;
    const value = cursor.at();
    const said = cursor.say(value);
    const at = x(value);
    const [low, high] = endsOf(x);
    host.setAttribute('aria-valuemin', String(low));
    host.setAttribute('aria-valuemax', String(high));
    host.setAttribute('aria-valuenow', String(Math.max(low, Math.min(high, value))));
    host.setAttribute('aria-valuetext', said);
    if (!(at >= 0 && at <= width)) {
      chart.layers.mark?.replaceChildren();
      return;
    }
    const isLeft = at > width / 2;
    const words = {
      class: 'mark-label',
      x: at + (isLeft ? -8 : 8),
      y: height - 10,
      'text-anchor': isLeft ? 'end' : 'start',
    };
    chart.layers.mark?.replaceChildren(
      svg('line', { class: 'mark-line', x1: at, x2: at, y1: 0, y2: height }),
      svg('text', words, said),
    );
  });

  const move = (x: number): void => {
    const [low, high] = endsOf(scales.value.x);
    cursor.to(Math.max(low, Math.min(high, x)));
  };
  const markAt = (event: PointerEvent): void => {
    const { x } = chart.pointOf(event);
    if (x >= 0 && x <= chart.area.value.width) move(scales.value.x.invert(x));
  };
  scope.listen<PointerEvent>(host, 'pointermove', markAt);
  scope.listen<PointerEvent>(host, 'pointerdown', markAt);
  scope.listen<KeyboardEvent>(host, 'keydown', (event) => {
    const steps = keySteps[event.key];
    if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [low, high] = endsOf(scales.value.x);
    if (!Number.isFinite(steps)) move(steps < 0 ? low : high);
    else move(cursor.at() + steps * (event.shiftKey ? 10 : 1) * (cursor.step?.() ?? (high - low) / 100));
  });
}
