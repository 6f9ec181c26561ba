/** How far the rows of neighbours are apart: in a chart, and with everything else that is known of the times in a list. */

import { signal } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { createPlot } from '../../plot.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import type { Model } from './model.ts';
import { durationLabel, timeLabel } from './times.ts';

type Measured = Pick<Model, 'ready' | 'apart'>;

export function mountFacts(
  facts: HTMLElement,
  words: HTMLElement,
  { scope }: Pick<ViewContext, 'scope'>,
  { ready, apart }: Measured,
): void {
  scope.effect(() => {
    const { values, isDates, isSorted, isOwn } = ready.value;
    const { first, last, step } = ready.value.span;
    const { shortest, longest } = ready.value.wavelengths;
    const { smallest, at, equal, lostInFloat32 } = apart.value;
    const between = values.length > 1 && Number.isFinite(smallest);
    const neighbours = Math.max(0, values.length - 1);
    const list: [string, string][] = [
      ['Times', wholeLabel(values.length)],
      ['From', timeLabel(first, ready.value)],
      ['To', timeLabel(last, ready.value)],
      ['Span', durationLabel(last - first, isDates)],
      ['Smallest step', step === 0 ? 'none' : durationLabel(step, isDates)],
      ['Wavelengths', `${durationLabel(shortest, isDates)} to ${durationLabel(longest, isDates)}`],
      [
        'Nearest neighbours',
        between
          ? `${numberLabel(smallest, 3)} apart: ${timeLabel(values[at] as number, ready.value)} and ${timeLabel(values[at + 1] as number, ready.value)}`
          : 'none with different times',
      ],
      ...(equal ? [['Equal neighbours', wholeLabel(equal)] as [string, string]] : []),
      ['Equal in float32', `${wholeLabel(lostInFloat32)} of ${wholeLabel(neighbours)} neighbours`],
    ];
    facts.replaceChildren(
      ...list.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    );
    words.replaceChildren(
      isOwn && step === 0
        ? `${values.length === 1 ? 'There is one time only' : 'All times are equal'}, so there is no step to choose wavelengths by: the fields take those that you want. `
        : isOwn
          ? 'The wavelengths are chosen for these times: the smallest step is a quarter of the shortest turn, so neighbours are far apart; the whole span is half of the longest turn, so no two times share their slowest values. '
          : 'The wavelengths are yours; empty the fields to have them chosen for these times. ',
      isDates
        ? 'Positions are Unix seconds, exact as float64. Today they have ten digits, and float32 keeps seven: neighbours closer than about two minutes become one there.'
        : 'Numbers are positions as they are, in their own unit, exact as float64.',
      ...(isSorted ? [] : [' The times are not in order; rows stand as they came.']),
    );
  });
}

export function mountDistances(
  chartHost: HTMLElement,
  { scope }: Pick<ViewContext, 'scope'>,
  { ready, apart }: Measured,
): void {
  const neighbour = signal(0);
  const alone = element('p', { class: 'empty' }, 'One time has no neighbours.');
  chartHost.before(alone);
  scope.effect(() => {
    chartHost.hidden = apart.value.distances.length === 0;
    alone.hidden = !chartHost.hidden;
  });
  createPlot(chartHost, scope, {
    name: 'distances',
    label: 'Distance of neighbouring rows',
    x: { name: 'row', domain: () => [0, Math.max(1, apart.value.distances.length - 1)], label: wholeLabel },
    y: {
      name: 'distance',
      // Equal times are 0 apart: any scale shows that.
      domain: () => [0, 1.05 * apart.value.distances.reduce((a, b) => Math.max(a, b), 0) || 1],
    },
    series: () => {
      const { distances } = apart.value;
      const x = Float64Array.from(distances, (_, k) => k);
      return [{ name: '', x, y: distances, mark: distances.length > 200 ? 'line' : 'both' }];
    },
    cursor: {
      at: () => Math.min(neighbour.value, Math.max(0, apart.value.distances.length - 1)),
      to: (x) => {
        neighbour.value = Math.round(x);
      },
      step: () => 1,
      say: (x) => {
        const { distances } = apart.value;
        const { values, isDates } = ready.value;
        if (distances.length === 0) return 'There is one time only.';
        const step = (values[x + 1] as number) - (values[x] as number);
        const at = chartHost.clientWidth > 640 ? `${timeLabel(values[x] as number, ready.value)}: ` : '';
        return `${at}the next is ${durationLabel(Math.abs(step), isDates)} on, ${numberLabel(distances[x] as number, 3)} apart`;
      },
    },
  });
}
