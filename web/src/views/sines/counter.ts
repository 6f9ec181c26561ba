/** The bits of a counter over the waves of pairs that are about as fast: the same idea, without steps. */

import { computed, signal } from '@preact/signals-core';
import { axisBeside, createChart } from '../../chart.ts';
import { columnOf } from '../../columns.ts';
import { element, svg } from '../../dom.ts';
import { createPlot, gutterOf, type Series } from '../../plot.ts';
import { linearScale } from '../../scale.ts';
import { numberLabel, wholeLabel, wholeTicks } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { bitOf } from './measures.ts';
import { bits, type Model, windowLength } from './model.ts';

/** Points of a wave between two positions: waves are drawn as smooth as they are. */
const between = 8;

export function mountCounter(host: HTMLElement, { posenc, scope, store }: ViewContext, model: Model): void {
  const { position, law, columns, pairs, wavelengths } = model;
  const first = computed(() => Math.floor(position.value / windowLength) * windowLength);
  const domain = computed((): [number, number] => [first.value - 0.5, first.value + windowLength - 0.5]);

  const counter = element('div', { class: 'chart bits', role: 'img' });
  const waves = element('div', { class: 'chart' });
  const readout = element('p', { class: 'note', id: 'sines-readout' });
  host.append(
    element('h2', {}, 'A counter without steps'),
    element(
      'p',
      { class: 'words' },
      'Written in binary, positions are made of bits that flip at different speeds: the last with every position, the ' +
        'next with every second, and so on. Sines and cosines do the same smoothly: fast pairs tell neighbours apart, slow ' +
        'pairs tell regions apart. A bit knows 0 and 1; a pair knows where on its circle it is, so a few pairs go far.',
    ),
    counter,
    waves,
    readout,
  );

  const rem = gutterOf(host);
  const margins = signal({ top: 26, right: 8, bottom: 4, left: rem });
  scope.listen(window, 'resize', () => {
    const left = gutterOf(host);
    if (left !== margins.peek().left) margins.value = { ...margins.peek(), left };
  });
  const chart = createChart(counter, margins, ['cells', 'mark'], 'counter', scope);
  const mark = (event: PointerEvent): void => {
    const { x } = chart.pointOf(event);
    const place = Math.floor((x / chart.area.value.width) * windowLength);
    if (place >= 0 && place < windowLength) moveTo(first.value + place);
  };
  const moveTo = (to: number): void => {
    const { start, length } = store.rows.peek();
    store.mark({ position: Math.max(start, Math.min(start + length - 1, Math.round(to))) });
  };
  scope.listen<PointerEvent>(counter, 'pointermove', mark);
  scope.listen<PointerEvent>(counter, 'pointerdown', mark);

  scope.effect(() => {
    const { width, height } = chart.area.value;
    const [w, h] = [width / windowLength, height / bits];
    const cells: SVGElement[] = [];
    for (let bit = 0; bit < bits; bit++) {
      for (let k = 0; k < windowLength; k++) {
        const value = bitOf(first.value + k, bit);
        const box = { x: k * w, y: bit * h, width: Math.max(0, w - 1), height: Math.max(0, h - 1) };
        cells.push(svg('rect', { class: value === 1 ? 'bit one' : 'bit', ...box }));
        if (w >= 14) {
          const at = { x: k * w + (w - 1) / 2, y: bit * h + h / 2, dy: '0.35em', 'text-anchor': 'middle' };
          cells.push(svg('text', { class: value === 1 ? 'digit one' : 'digit', ...at }, String(value)));
        }
      }
    }
    const axis = axisBeside(chart.area.value, {
      place: (bit) => (bit + 0.5) * h,
      ticks: Array.from({ length: bits }, (_, bit) => bit),
      label: (bit) => wholeLabel(2 ** bit),
      name: 'bit, by its weight',
    });
    chart.layers.cells?.replaceChildren(...axis, ...cells);
  });
  scope.effect(() => {
    const { width, height } = chart.area.value;
    const x = linearScale(domain.value, [0, width])(position.value);
    chart.layers.mark?.replaceChildren(svg('line', { class: 'mark-line', x1: x, x2: x, y1: 0, y2: height }));
  });

  const curves = computed((): Series[] => {
    const count = (windowLength - 1) * between + 1;
    const x = Float64Array.from({ length: count }, (_, k) => first.value + k / between);
    const { data } = posenc.encode(law.value, x, { dtype: 'float64' });
    const isSineFirst = columns.value.order === 'sin-cos';
    return pairs.value.map((pair) => {
      const column = columnOf(columns.value, pair, isSineFirst ? 0 : 1);
      return {
        name: `pair ${pair}`,
        x,
        y: Float64Array.from({ length: count }, (_, k) => data[k * columns.value.dim + column] as number),
      };
    });
  });
  const valuesAt = (at: number): string => {
    const { data } = posenc.encode(law.value, [at], { dtype: 'float64' });
    const half = columns.value.order === 'sin-cos' ? 0 : 1;
    return pairs.value
      .map((pair) => `pair ${pair} ${numberLabel(data[columnOf(columns.value, pair, half)] as number, 3)}`)
      .join(', ');
  };
  const binary = (at: number): string => Array.from({ length: bits }, (_, k) => bitOf(at, bits - 1 - k)).join('');
  createPlot(waves, scope, {
    name: 'waves',
    label: 'Sines of the chosen pairs over the positions of the counter above',
    x: {
      name: 'position',
      domain: () => domain.value,
      ticks: (_, most) => wholeTicks(first.value, first.value + windowLength - 1, most),
    },
    y: {
      name: 'sine',
      domain: () => {
        const most = curves.value.reduce((m, { y }) => Math.max(m, ...Array.from(y, Math.abs)), 0) || 1;
        return [-1.1 * most, 1.1 * most];
      },
    },
    series: () => curves.value,
    cursor: {
      at: () => position.value,
      to: moveTo,
      step: () => 1,
      say: (at) => `position ${wholeLabel(Math.round(at))}`,
    },
  });
  scope.effect(() => {
    const at = position.value;
    counter.setAttribute(
      'aria-label',
      `The last ${bits} bits of positions ${first.value} to ${first.value + windowLength - 1}; at ${at} they are ${binary(at)}`,
    );
    waves.hidden = pairs.value.length === 0;
    const binaryWords = `Position ${wholeLabel(at)} ends with ${binary(at)} in binary`;
    if (waves.hidden) {
      readout.textContent = `${binaryWords}; one column has no pair, and so no waves to compare.`;
      return;
    }
    readout.textContent =
      `${binaryWords}; sines: ${valuesAt(at)}. ` +
      `Bits repeat after 2, 4, 8, … positions, these pairs after ${pairs.value
        .map((pair) => numberLabel(wavelengths.value[pair] as number, 3))
        .join(', ')}.`;
  });
}
