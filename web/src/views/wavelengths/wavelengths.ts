/** Wavelengths of all pairs on a logarithmic axis, against the length: which pairs get round, and which do not. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Posenc, SinusoidEncoding } from 'posenc';
import { type Area, axisBelow, axisBeside, createChart, curve, type Margins, thinned } from '../../chart.ts';
import { byId, element, svg } from '../../dom.ts';
import { gutterOf } from '../../plot.ts';
import { linearScale, logScale, type Scale } from '../../scale.ts';
import type { Store } from '../../store.ts';
import { logLabel, numberLabel, wholeLabel, wholeTicks } from '../../ticks.ts';
import { runsOf, turnsSentence } from '../../turns.ts';
import { type Band, bandsSentence, scaledBy } from './bands.ts';

/** Pixels that a dot needs; where pairs are closer, the line alone says more. */
const dotPitch = 5;

/** @param isShown whether the section is seen and the encoding has wavelengths */
export function mountWavelengths(store: Store, posenc: Posenc, isShown: ReadonlySignal<boolean>): void {
  const host = byId('wavelengths-chart', HTMLElement);
  // The same left edge as the matrix above, so that the two read as one figure.
  const margins = signal<Margins>({ top: 26, right: 2, bottom: 44, left: gutterOf(host) });
  host.replaceChildren();
  const chart = createChart(host, margins, ['back', 'curves', 'mark']);

  const length = computed(() => store.rows.value.length);
  const runs = computed(() => runsOf(store.wavelengths.value, length.value));
  const pair = computed(() => store.cursor.value.pair);
  /** What the scaling of a rotary encoding does; null without one. */
  const scaled = computed(() => scaledBy(posenc, store.encoding.value as SinusoidEncoding, store.rows.value));
  const bandsText = element('p', { class: 'summary', id: 'bands', 'aria-live': 'polite' });
  host.before(bandsText);

  const scales = computed(() => {
    const { width, height } = chart.area.value;
    // A pair that stands still has no place on the axis.
    const finite = store.wavelengths.value.filter(Number.isFinite);
    const shortest = finite.reduce((least, lambda) => Math.min(least, lambda), length.value);
    const longest = finite.reduce((most, lambda) => Math.max(most, lambda), length.value);
    return {
      x: linearScale([-0.5, Math.max(1, store.wavelengths.value.length) - 0.5], [0, width]),
      // Half as much again at both ends keeps the curve and the length's label off the edges.
      y: logScale([shortest / 1.5, longest * 1.5], [height, 0]),
    };
  });

  effect(() => {
    if (!isShown.value) return;
    const area = chart.area.value;
    const { x, y } = scales.value;
    const lambdas = store.wavelengths.value;
    const pairs = lambdas.length;
    const scaling = scaled.value;
    const hasBands = scaling !== null && typeof scaling !== 'string';
    chart.layers.back?.replaceChildren(
      ...(hasBands ? scaling.bands.flatMap((band) => bandZone(band, area, x)) : []),
      ...axisBeside(area, {
        place: y,
        ticks: y.ticks(area.height / 28),
        label: logLabel,
        name: 'wavelength, in positions',
      }),
      ...axisBelow(area, {
        place: x,
        ticks: wholeTicks(0, pairs - 1, Math.floor(area.width / 70)),
        label: wholeLabel,
        name: 'pair',
      }),
      ...lengthLine(area, y(length.value), length.value),
    );
    const yOf = (k: number): number => y(lambdas[k] as number);
    const dots = area.width / Math.max(1, pairs) >= dotPitch;
    chart.layers.curves?.replaceChildren(
      ...(hasBands
        ? [curve('curve unscaled', thinned(0, pairs - 1, area.width), x, (k) => y(scaling.before[k] as number))]
        : []),
      ...runs.value.map(({ first, last, isComplete }) =>
        curve(`curve ${isComplete ? 'complete' : 'never'}`, thinned(first, last, area.width), x, yOf),
      ),
      ...(dots
        ? runs.value.flatMap(({ first, last, isComplete }) =>
            thinned(first, last, last - first)
              .filter((k) => Number.isFinite(lambdas[k]))
              .map((k) => dot(isComplete, x(k), yOf(k))),
          )
        : []),
    );
  });

  effect(() => {
    if (!isShown.value) return;
    const { height, width } = chart.area.value;
    const { x, y } = scales.value;
    const k = pair.value;
    const lambda = store.wavelengths.value[k];
    if (lambda === undefined || !Number.isFinite(lambda)) {
      chart.layers.mark?.replaceChildren();
      return;
    }
    const [cx, cy] = [x(k), y(lambda)];
    const isLeft = cx > width - 190;
    const text = svg(
      'text',
      {
        class: 'mark-label',
        x: cx + (isLeft ? -10 : 10),
        y: cy + (isLeft ? -10 : 18),
        'text-anchor': isLeft ? 'end' : 'start',
      },
      `pair ${wholeLabel(k)}: ${numberLabel(lambda)} positions`,
    );
    chart.layers.mark?.replaceChildren(
      svg('line', { class: 'mark-line', x1: cx, x2: cx, y1: 0, y2: height }),
      svg('circle', { class: 'mark-dot', cx, cy, r: 5.5 }),
      text,
    );
  });

  effect(() => {
    if (!isShown.value) return;
    const pairs = store.wavelengths.value.length;
    byId('turns', HTMLElement).textContent = turnsSentence(runs.value, length.value);
    const scaling = scaled.value;
    const { scaling: kind } = store.encoding.value as SinusoidEncoding;
    bandsText.hidden = scaling === null || !kind;
    if (kind && scaling !== null) {
      bandsText.textContent =
        typeof scaling === 'string' ? scaling : `${bandsSentence(scaling.bands, kind)} The dotted line is without it.`;
    }
    const k = pair.value;
    const lambda = store.wavelengths.value[k];
    host.setAttribute('aria-valuemax', String(Math.max(0, pairs - 1)));
    host.setAttribute('aria-valuenow', String(Math.max(0, k)));
    host.setAttribute(
      'aria-valuetext',
      lambda === undefined
        ? 'no pair: a column of zeros is marked'
        : `pair ${k}: wavelength ${numberLabel(lambda)} positions, ${lambda <= length.value ? 'completes a turn' : 'completes no turn'}`,
    );
  });

  const markPair = (wanted: number): void =>
    store.mark({ pair: Math.max(0, Math.min(store.wavelengths.value.length - 1, wanted)) });

  const markAt = (event: PointerEvent): void => {
    const { x } = chart.pointOf(event);
    if (x >= 0 && x <= chart.area.value.width) markPair(Math.round(scales.value.x.invert(x)));
  };
  host.addEventListener('pointermove', markAt);
  host.addEventListener('pointerdown', markAt);

  const moves: Record<string, (pairs: number) => number> = {
    ArrowLeft: () => -1,
    ArrowDown: () => -1,
    ArrowRight: () => 1,
    ArrowUp: () => 1,
    PageDown: (pairs) => -Math.max(2, Math.round(pairs / 10)),
    PageUp: (pairs) => Math.max(2, Math.round(pairs / 10)),
    Home: (pairs) => -pairs,
    End: (pairs) => pairs,
  };
  host.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    markPair(pair.value + move(store.wavelengths.value.length));
  });
}

const dot = (isComplete: boolean, cx: number, cy: number): SVGElement =>
  svg('circle', { class: isComplete ? 'dot complete' : 'dot never', cx, cy, r: 2.4 });

/** The shade of a band, and its name where there is room. */
function bandZone({ kind, first, last }: Band, { width, height }: Area, x: Scale): SVGElement[] {
  const [left, right] = [Math.max(0, x(first - 0.5)), Math.min(width, x(last + 0.5))];
  const zone = svg('rect', { class: `scaling-zone ${kind}`, x: left, y: 0, width: right - left, height });
  if (right - left < 7 * kind.length + 8) return [zone];
  return [zone, svg('text', { x: (left + right) / 2, y: 14, 'text-anchor': 'middle' }, kind)];
}

/** The length, and the zone above it in which no turn is completed. */
function lengthLine({ width }: Area, y: number, length: number): SVGElement[] {
  return [
    svg('rect', { class: 'never-zone', x: 0, y: 0, width, height: Math.max(0, y) }),
    svg('line', { class: 'length-line', x1: 0, x2: width, y1: y, y2: y }),
    svg(
      'text',
      // Above its line, unless the line is at the top.
      { class: 'length-label', x: 10, y: y < 20 ? y + 16 : y - 7 },
      `length ${wholeLabel(length)}${width < 420 ? '' : ': above it, no turn is completed'}`,
    ),
  ];
}
