/** Waves of chosen pairs against the position, and the wavelengths that they are chosen from. */

import { computed, signal } from '@preact/signals-core';
import '../../style/beside.css';
import { cellOf, functionOf } from '../../columns.ts';
import { element } from '../../dom.ts';
import type { Field } from '../../field.ts';
import { optionControl, optionRow } from '../../option-controls.ts';
import { createPlot, gutterOf, type Series } from '../../plot.ts';
import { endsOf } from '../../scale.ts';
import { sourceOf } from '../../source.ts';
import { spanOf } from '../../span.ts';
import { numberLabel, wholeLabel, wholeTicks } from '../../ticks.ts';
import type { Mount } from '../../view.ts';
import { waves as entry, mostWaves } from './entry.ts';
import { mountChips, mountPicker } from './pick.ts';
import { curvesOf, type Line, lineOf, usualPairs, type Wave, type WaveSource, wavesOf } from './series.ts';
import './view.css';
import { mountZoom } from './zoom.ts';

/** CSS pixels a position from which on single positions are told apart. */
const dotPitch = 7;
/** Height of a wave in its lane. */
const fill = 0.42;

const [pairsField, functionsField, arrangeField] = entry.options as [Field, Field, Field];

export const mount: Mount = (host, context) => {
  const { posenc, store, scope, option, set, announce } = context;
  const isPlain = computed(() => store.columns.value.isPlain);
  const noun = (): string => (isPlain.value ? 'column' : 'pair');
  const pairCount = computed(() => store.columns.value.firsts);

  /** What the link says, as far as this encoding has it; nothing said: some that show the range. */
  const chosen = computed<readonly number[]>(() => {
    const said = option<readonly number[]>('waves.pairs').filter((pair) => pair < pairCount.value);
    if (said.length > 0) return [...new Set(said)];
    return usualPairs(store.columns.value, store.wavelengths.value, store.rows.value.length);
  });
  const markedPair = computed(() => {
    const { columns, cursor } = store;
    return cellOf(columns.value, cursor.value.column).pair;
  });
  /** The marked pair has a wave, too, chosen or not. */
  const shownPairs = computed(() => {
    const marked = markedPair.value;
    return marked < 0 || chosen.value.includes(marked) ? chosen.value : [...chosen.value, marked];
  });
  const functions = computed(() => option<string>('waves.functions'));
  const isApart = computed(() => option<string>('waves.arrange') === 'apart');

  const chartHost = element('div', { class: 'chart main-waves' });
  const picker = element('div', { class: 'chart picker' });
  const chips = element('ul', { class: 'chips', 'aria-label': 'Waves that are shown' });

  const width = signal(0);
  const density = signal(window.devicePixelRatio);
  scope.onResize(chartHost, () => {
    if (chartHost.clientWidth === 0) return;
    width.value = Math.max(1, chartHost.clientWidth - gutterOf(chartHost) - 8);
    density.value = window.devicePixelRatio;
  });
  const size = computed(() => Math.max(1, Math.round(width.value * density.value)));
  const rowView = computed(() => store.state.value.rows);
  const span = computed(() => spanOf(store.rows.value, rowView.value, size.value));

  const values = computed(() => store.state.value.values);
  const from = computed<WaveSource>(() => ({
    posenc,
    encoding: store.encoding.value,
    columns: store.columns.value,
    source: sourceOf(posenc, store.encoding.value, values.value),
    start: store.rows.value.start,
    length: store.rows.value.length,
  }));
  const waves = computed(() => wavesOf(store.columns.value, shownPairs.value, functions.value));
  const lines = computed(() =>
    width.value === 0 ? [] : waves.value.map((wave) => lineOf(from.value, wave, span.value)),
  );
  const isNear = computed(() => width.value / Math.max(1, span.value.high - span.value.low) >= dotPitch);
  /** From a pixel a position on, the curve between positions is a curve. */
  const isCurved = computed(() => span.value.step === 1 && width.value >= span.value.high - span.value.low);
  const curves = computed(() =>
    isCurved.value && span.value.count > 1
      ? curvesOf(from.value, waves.value, span.value, Math.max(2, Math.ceil(width.value)))
      : null,
  );
  /** The largest value that is seen, for scales that are not 1. */
  const unit = computed(() => {
    if (!isPlain.value) {
      const { valueScale } = store.encoding.value as { valueScale?: number };
      const seen = lines.value.reduce((most, { y }) => y.reduce((a, b) => Math.max(a, Math.abs(b)), most), 0);
      return Math.max(Math.abs(valueScale ?? 1), seen) || 1;
    }
    return from.value.source.unit;
  });

  const laneOf = (pair: number): number => shownPairs.value.length - 1 - shownPairs.value.indexOf(pair);
  const kindOf = ({ pair, half }: Wave): string => {
    const k = chosen.value.indexOf(pair);
    const isSecond = functions.value === 'both' && functionOf(store.columns.value, half) === 'cos';
    const words = [k < 0 ? 'extra' : `series-${k % 6}`];
    if (isApart.value) words.push('lane');
    if (isApart.value || span.value.step > 1) words.push('solid');
    if (isSecond) words.push('second');
    if (pair === markedPair.value) words.push('is-marked');
    return words.join(' ');
  };
  const placed = ({ x, y }: Line, { pair }: Wave): Line =>
    isApart.value ? { x, y: y.map((value) => laneOf(pair) + (fill * value) / unit.value) } : { x, y };

  /** Fast waves fill bands: the slow ones are drawn over them. */
  const drawOrder = computed(() => {
    const speed = (k: number): number => store.wavelengths.value[(waves.value[k] as Wave).pair] ?? 0;
    return waves.value.map((_, k) => k).sort((a, b) => speed(a) - speed(b));
  });

  const valueAt = (position: number, { pair, half }: Wave): number => {
    const at = { low: position, high: position + 1, first: position, count: 1, step: 1 };
    return lineOf(from.value, { pair, half }, at).y[0] as number;
  };
  const nameOf = ({ half }: Wave): string => (isPlain.value ? '' : `${functionOf(store.columns.value, half)} `);
  const say = (position: number): string => {
    const marked = waves.value.filter(({ pair }) => pair === markedPair.value);
    const said = marked.map((wave) => `${nameOf(wave)}${numberLabel(valueAt(position, wave), 4)}`);
    if (width.value < 420) return `${wholeLabel(position)}: ${said.join(', ')}`;
    const words = said.length > 0 ? `, ${noun()} ${wholeLabel(markedPair.value)}: ${said.join(', ')}` : '';
    return `position ${wholeLabel(position)}${words}`;
  };

  const zoomBar = mountZoom(chartHost, scope, store, { span, size });
  const pairsNow = (): Field => ({ ...pairsField, label: isPlain.value ? 'Columns' : 'Pairs' });
  const pairsControl = optionControl(context, pairsNow, {
    placeholder: () => 'chosen by the page',
    check: (value) => {
      const wrong = (value as readonly number[]).find((pair) => pair >= pairCount.peek());
      return wrong === undefined
        ? null
        : `invalid ${noun()}: ${wholeLabel(wrong)} (whole numbers from 0 to ${wholeLabel(pairCount.peek() - 1)})`;
    },
  });
  const functionsControl = optionControl(context, functionsField);
  scope.effect(() => {
    functionsControl.root.hidden = isPlain.value;
  });
  const wavelengthsWords = element('div', { class: 'words' });
  host.append(
    optionRow(pairsControl, functionsControl, optionControl(context, arrangeField)),
    element('div', { class: 'beside' }, element('div', {}, zoomBar, chartHost, chips), wavelengthsWords),
  );

  createPlot(chartHost, scope, {
    name: 'waves',
    label: 'Waves against the position',
    x: {
      name: 'position',
      domain: () => [span.value.low - 0.5, span.value.high - 0.5],
      label: wholeLabel,
      ticks: (scale, most) => {
        const [low, high] = endsOf(scale);
        const [first, last] = [Math.ceil(low), Math.floor(high)];
        const longest = Math.max(wholeLabel(first).length, wholeLabel(last).length);
        return wholeTicks(first, last, Math.max(1, Math.floor((most * 80) / Math.max(64, 8 * longest + 16))));
      },
    },
    y: {
      name: '',
      domain: () =>
        isApart.value ? [-0.85, Math.max(1, shownPairs.value.length) - 0.5] : [-1.08 * unit.value, 1.08 * unit.value],
      ticks: (scale, most) =>
        isApart.value ? shownPairs.value.map((pair) => laneOf(pair)) : scale.ticks(Math.max(2, Math.floor(most))),
      label: (tick) => {
        if (!isApart.value) return numberLabel(tick);
        const pair = shownPairs.value[shownPairs.value.length - 1 - tick] ?? 0;
        return `${isPlain.value ? 'col.' : 'pair'} ${pair}`;
      },
    },
    series: () =>
      drawOrder.value.flatMap((k): Series[] => {
        const [wave, line] = [waves.value[k] as Wave, lines.value[k]];
        if (!line) return [];
        const points = placed(line, wave);
        const kind = kindOf(wave);
        const between = curves.value?.[k];
        if (!between) return [{ name: '', ...points, kind, mark: isNear.value ? 'both' : 'line' }];
        const curve: Series = { name: '', ...placed(between, wave), kind };
        return isNear.value ? [curve, { name: '', ...points, kind, mark: 'dots' }] : [curve];
      }),
    cursor: {
      at: () => store.cursor.value.position,
      to: (position) => store.mark({ position: Math.round(position) }),
      step: () => span.value.step,
      say,
    },
  });

  const toggle = (pair: number): void => {
    const now = chosen.peek();
    if (now.includes(pair)) {
      if (now.length === 1) announce('The last wave stays.');
      else set({ 'waves.pairs': now.filter((one) => one !== pair) });
    } else if (now.length >= mostWaves) announce(`At most ${mostWaves} waves are shown: take one away first.`);
    else {
      set({ 'waves.pairs': [...now, pair].sort((a, b) => a - b) });
      announce(`Wave of ${noun()} ${pair} added.`);
    }
  };

  mountChips(chips, context, { chosen, shownPairs, noun, toggle });

  const heading = element('h2', {}, 'The wavelengths');
  const help = element('p', { class: 'note' });
  const meaning = element('p', {});
  wavelengthsWords.append(heading, help, picker, meaning);
  scope.effect(() => {
    picker.hidden = isPlain.value || store.wavelengths.value.length === 0;
    heading.textContent = picker.hidden ? 'The columns' : 'The wavelengths';
    help.textContent = picker.hidden
      ? `Choose columns by their numbers, from 0 to ${wholeLabel(pairCount.value - 1)}.`
      : 'Click a pair to add its wave or take it away; by keyboard, arrows move along the pairs and Enter does the same.';
    meaning.textContent = isPlain.value
      ? 'Each column is a function of the position. Where a pixel covers several positions, the line spans their lowest and highest value.'
      : 'Fast waves tell neighbours apart and soon repeat; slow ones tell far from near. Together they are like the digits of a number, each slower than the one before. Where a pixel covers many positions, the line spans exactly the values that occur among them. Zoomed in, dots are the positions, and the curve is what they are taken from.';
  });
  mountPicker(picker, context, { chosen, markedPair, toggle });

  return {
    saves: () => [
      {
        name: 'waves',
        columns: ['position', ...waves.peek().map((wave) => `${noun()} ${wave.pair} ${nameOf(wave)}`.trim())],
        rows: function* () {
          const all = lines.peek();
          const x = all[0]?.x ?? [];
          for (let k = 0; k < x.length; k++) yield [x[k] as number, ...all.map(({ y }) => y[k] as number)];
        },
      },
    ],
  };
};
