/** What another order changed: in a sentence, and word by word. */

import { bareWord } from '../../attention.ts';
import { element } from '../../dom.ts';
import { smallLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { type Model, type Side, sides } from './model.ts';
import { asWritten } from './words.ts';

const columns = ['Word', 'Place', 'Without encoding', 'With encoding'];

export function mountChanges(host: HTMLElement, { scope }: Pick<ViewContext, 'scope'>, model: Model): void {
  const { words, order, changes } = model;
  const finding = element('p', { class: 'finding', 'aria-live': 'off' });
  const table = element('table', { class: 'changes' });
  host.append(finding, table);
  const rowOf = (word: number): HTMLElement => {
    const place = order.value.indexOf(word);
    const moves = place === word ? String(word + 1) : `${word + 1} → ${place + 1}`;
    const change = (side: Side): string => {
      const values = changes[side].value;
      return values ? smallLabel(values[word] ?? 0, 3) : '—';
    };
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, words.value[word] ?? ''),
      element('td', {}, moves),
      ...sides.map((side) => element('td', {}, change(side))),
    );
  };
  scope.effect(() => {
    host.hidden = words.value.length === 0;
    finding.replaceChildren(...findingOf(model));
    table.replaceChildren(
      element('caption', {}, 'The largest change of each word’s output, against the sentence as written'),
      element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...asWritten(words.value.length).map(rowOf)),
    );
  });
}

/** The result in a sentence, with its two numbers. */
function findingOf(model: Model): (Node | string)[] {
  const { words, order, changes } = model;
  const isMoved = order.value.some((word, place) => word !== place);
  if (!isMoved) return ['The words stand as written. Move one, and see whose output changes.'];
  const most = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0);
  const number = (value: number, side: Side): HTMLElement =>
    element('strong', { 'data-change': side }, smallLabel(value, 3));
  const without = most(changes.without.value ?? new Float64Array());
  const exactly = without === 0 ? ' exactly: to attention a sentence is a bag of words' : '';
  const begin = [
    'Without the encoding, the largest change of any word’s output is ',
    number(without, 'without'),
    `${exactly}. `,
  ];
  if (!changes.with.value)
    return [...begin, 'With it nothing is computed, for the reason that stands under the words.'];
  const withIt = most(changes.with.value);
  const word = words.value[changes.with.value.indexOf(withIt)] ?? '';
  return [
    ...begin,
    'With it, ',
    number(withIt, 'with'),
    withIt === 0 ? `: ${sameReason(model)}.` : `, that of “${word}”.`,
  ];
}

/** Why another order changes nothing in spite of the encoding. */
function sameReason({ arranged, words, placing }: Model): string {
  const isSame = arranged.value.every((word, k) => bareWord(word) === bareWord(words.value[k] ?? ''));
  return !isSame && placing.value?.positional.bias
    ? 'such a bias knows distances and no directions, and each distance is as it was'
    : 'words that are equal changed places';
}
