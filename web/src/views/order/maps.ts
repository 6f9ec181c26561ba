/** The weights as matrices without and with the encoding, what can be chosen of them, and the marked one in numbers. */

import { element } from '../../dom.ts';
import type { Field } from '../../field.ts';
import { createColourKey, createHeatmap } from '../../heatmap.ts';
import { control, optionControl, optionField } from '../../option-controls.ts';
import { numberLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { order as entry } from './entry.ts';
import { type Model, type Side, sides } from './model.ts';
import type { Use } from './positions.ts';
import { shortName } from './words.ts';

export function mountMaps(host: HTMLElement, context: ViewContext, model: Model): void {
  const settings = element('div', { class: 'choices' });
  const maps = element('div', { class: 'maps' });
  const key = element('div');
  const readout = element('p', { class: 'note' });
  host.append(settings, maps, element('div', { class: 'under-maps' }, key, readout));
  mountSettings(settings, context, model);
  for (const side of sides) mountMap(maps, context, model, side);
  createColourKey(key, context, () => [0, model.most.value]);
  context.scope.effect(() => {
    readout.textContent = readoutOf(model);
  });
}

function mountSettings(host: HTMLElement, context: ViewContext, model: Model): void {
  const { scope, set } = context;
  const useField = optionField(entry, 'order.use');
  const useChoices = (): Field => ({
    ...useField,
    choices: (useField.choices ?? []).filter(([id]) => model.possible.value.includes(id as Use)),
  });
  const { root: use } = control(scope, useChoices, {
    value: () => model.use.value,
    change: (value) => set({ 'order.use': value as Use }),
  });
  const headChoices = (): Field => ({
    name: 'order.head',
    type: 'choice',
    label: 'Shown',
    choices: Array.from({ length: model.heads.value }, (_, k) => [String(k + 1), `Head ${k + 1}`] as const),
  });
  const { root: head } = control(scope, headChoices, {
    value: () => String(model.head.value + 1),
    change: (value) => set({ 'order.head': Number(value) }),
  });
  const others = element('button', { type: 'button' }, 'Other weights');
  scope.listen(others, 'click', () => set({ 'order.seed': (model.seed.peek() + 1) % 2 ** 32 }));
  host.append(optionControl(context, optionField(entry, 'order.heads')).root, use, head, others);
  scope.effect(() => {
    use.hidden = model.possible.value.length < 2;
    head.hidden = model.heads.value === 1;
  });
}

function mountMap(host: HTMLElement, context: ViewContext, model: Model, side: Side): void {
  const { words, arranged, cell, weights } = model;
  const map = element('div');
  const nothing = element(
    'p',
    { class: 'note' },
    'Nothing is computed with this encoding; the reason stands under the words.',
  );
  const title = side === 'with' ? 'With the encoding' : 'Without the encoding';
  host.append(element('figure', { class: 'map' }, element('figcaption', {}, title), map, nothing));
  context.scope.effect(() => {
    map.hidden = weights[side].value === null;
    nothing.hidden = !map.hidden;
  });
  createHeatmap(map, context, {
    name: `attention ${side} encoding`,
    label: `Attention weights ${side} the encoding: each row is a word that attends, each column a word attended to`,
    data: () => ({
      rows: words.value.length,
      columns: words.value.length,
      values: weights[side].value ?? new Float64Array(words.value.length ** 2),
      range: [0, model.most.value],
    }),
    rows: { name: 'from', label: (row) => shortName(arranged.value[row] ?? '', 8) },
    columns: { name: 'to', label: (column) => shortName(arranged.value[column] ?? '') },
    cursor: {
      at: () => cell.value,
      to: ({ row, column }) => context.set({ 'order.cell': [row, column] }),
    },
    say: (row, column, value) =>
      `“${arranged.value[row]}” to “${arranged.value[column]}”, ${side} the encoding: ${numberLabel(value, 3)}`,
  });
}

/** The marked weight in numbers, and what the encoding knows of its two words. */
function readoutOf({ words, arranged, cell, weights, scores, placing }: Model): string {
  const { row, column } = cell.value;
  const number = (of: typeof weights, side: Side): string =>
    numberLabel(of[side].value?.[row * words.value.length + column] ?? 0, 3);
  const [from, to] = [arranged.value[row], arranged.value[column]];
  const without = `“${from}” takes ${number(weights, 'without')} of “${to}” without the encoding`;
  if (!placing.value) return `${without}. Each row sums to 1.`;
  return (
    `${without}, ${number(weights, 'with')} with it. Each row sums to 1. The score before softmax goes from ` +
    `${number(scores, 'without')} to ${number(scores, 'with')}: ${placing.value.between(row, column)}.`
  );
}
