/** Which waves are shown: the wavelengths that they are chosen from, and a button for each. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { element, svg } from '../../dom.ts';
import { createPlot } from '../../plot.ts';
import { endsOf } from '../../scale.ts';
import { numberLabel, wholeLabel, wholeTicks } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';

interface Choice {
  readonly chosen: ReadonlySignal<readonly number[]>;
  /** The chosen ones and the marked one. */
  readonly shownPairs: ReadonlySignal<readonly number[]>;
  /** What they are called: 'pair' or 'column'. */
  readonly noun: () => string;
  /** Adds a wave or takes it away. */
  readonly toggle: (pair: number) => void;
}

/** Buttons that keep their focus when others come and go. */
export function mountChips(
  chips: HTMLElement,
  { store, scope }: ViewContext,
  { chosen, shownPairs, noun, toggle }: Choice,
): void {
  scope.effect(() => {
    const focused = chips.contains(document.activeElement) ? document.activeElement?.getAttribute('data-pair') : null;
    chips.replaceChildren(
      ...shownPairs.value.map((pair) => {
        const k = chosen.value.indexOf(pair);
        const swatch = svg(
          'svg',
          { 'aria-hidden': 'true', viewBox: '0 0 24 10' },
          svg('path', { class: `curve ${k < 0 ? 'extra' : `series-${k % 6}`}`, d: 'M0,5H24' }),
        );
        const lambda = store.wavelengths.value[pair];
        const turn =
          lambda === undefined
            ? ''
            : `, ${Number.isFinite(lambda) ? `${numberLabel(lambda)} positions a turn` : 'no turns'}`;
        const button = element(
          'button',
          { type: 'button', 'data-pair': pair, 'aria-label': `${k < 0 ? 'Keep' : 'Remove'} ${noun()} ${pair}${turn}` },
          swatch,
          `${noun()} ${wholeLabel(pair)}${turn}`,
          element('span', { 'aria-hidden': 'true' }, k < 0 ? '+' : '×'),
        );
        button.addEventListener('click', () => toggle(pair));
        return element('li', {}, button);
      }),
    );
    if (focused !== null && focused !== undefined) {
      const next = chips.querySelector<HTMLElement>(`[data-pair="${focused}"]`) ?? chips.querySelector('button');
      next?.focus();
    }
  });
}

/** Pairs by wavelength: a click or Enter adds the marked one or takes it away. */
export function mountPicker(
  picker: HTMLElement,
  { store, scope }: ViewContext,
  { chosen, markedPair, toggle }: Pick<Choice, 'chosen' | 'toggle'> & { readonly markedPair: ReadonlySignal<number> },
): void {
  const finite = computed(() => store.wavelengths.value.filter((lambda) => Number.isFinite(lambda) && lambda > 0));
  createPlot(picker, scope, {
    name: 'wavelengths-of-waves',
    label: 'Pairs by wavelength. Enter adds the wave of the marked pair or takes it away',
    x: {
      name: 'pair',
      domain: () => [-0.5, Math.max(1, store.wavelengths.value.length) - 0.5],
      label: wholeLabel,
      ticks: (scale, most) => {
        const [low, high] = endsOf(scale);
        return wholeTicks(Math.ceil(low), Math.floor(high), Math.max(1, Math.floor(most)));
      },
    },
    y: {
      name: 'wavelength, in positions',
      scale: 'log',
      domain: () => {
        const all = finite.value;
        const low = all.reduce((a, b) => Math.min(a, b), Infinity);
        const high = all.reduce((a, b) => Math.max(a, b), 0);
        return high > 0 ? [low / 1.5, high * 1.5] : [1, 10];
      },
    },
    series: () => {
      const lambdas = store.wavelengths.value;
      const x = Float64Array.from(lambdas, (_, k) => k);
      const mine = chosen.value.filter((pair) => pair < lambdas.length);
      return [
        { name: '', x, y: lambdas, mark: lambdas.length > 100 ? 'line' : 'dots', kind: 'all' },
        {
          name: '',
          x: mine,
          y: mine.map((pair) => lambdas[pair] as number),
          mark: 'dots',
          kind: 'chosen',
        },
      ];
    },
    cursor: {
      at: () => Math.max(0, markedPair.value),
      to: (pair) => store.mark({ pair: Math.round(pair) }),
      step: () => 1,
      say: (pair) => {
        const lambda = store.wavelengths.value[pair] ?? Number.NaN;
        return `pair ${wholeLabel(pair)}: ${Number.isFinite(lambda) ? numberLabel(lambda) : 'no turn'}`;
      },
    },
  });
  scope.listen(picker, 'click', () => toggle(Math.max(0, markedPair.peek())));
  scope.listen<KeyboardEvent>(picker, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle(Math.max(0, markedPair.peek()));
  });
}
