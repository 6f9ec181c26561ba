/** Why order matters: one layer of attention over a sentence whose words can be moved, with and without the encoding. */

import { element } from '../../dom.ts';
import { mathElement } from '../../math.ts';
import { wholeLabel } from '../../ticks.ts';
import type { Mount, Save, ViewContext } from '../../view.ts';
import { mountChanges } from './changes.ts';
import { sumOf } from './explain.ts';
import { mountMaps } from './maps.ts';
import { type Model, modelOf, sides } from './model.ts';
import { mountNotes } from './notes.ts';
import { mountSentence } from './sentence.ts';
import './view.css';

export const mount: Mount = (host, context) => {
  const model = modelOf(context);
  const sentence = element('div', { class: 'sentence' });
  const measured = element('div', { class: 'measured' });
  const results = element('div', { class: 'results' }, element('h2', {}, 'What each word attends to'));
  const entering = element('section', { class: 'entering' }, element('h2', {}, 'How positions come in'));
  host.append(element('div', { class: 'top' }, sentence, measured), results, entering);
  mountSentence(sentence, context, model);
  mountChanges(measured, context, model);
  mountMaps(results, context, model);
  mountLaw(entering, context, model);
  mountNotes(host);
  context.scope.effect(() => {
    results.hidden = model.words.value.length === 0;
  });
  return { saves: () => savesOf(model) };
};

/** The law of a score in symbols and in words; of a bias with the marked pair's numbers. */
function mountLaw(host: HTMLElement, { scope }: ViewContext, model: Model): void {
  const law = element('div', { class: 'law' });
  const meaning = element('p');
  const letters = element('p', { class: 'note' });
  host.append(element('div', {}, law, element('div', { class: 'text' }, meaning, letters)));
  scope.effect(() => {
    const { law: lines, words } = model.explanation.value;
    const { placing, scores, cell } = model;
    const at = cell.value.row * model.words.value.length + cell.value.column;
    const [without, withIt] = sides.map((side) => scores[side].value?.[at] ?? 0) as [number, number];
    const isSum = placing.value?.positional.bias !== undefined && model.words.value.length > 0;
    const numbers = isSum ? [sumOf(cell.value, without, withIt - without)] : [];
    law.replaceChildren(...[...lines, ...numbers].map((line) => mathElement(line, 'block')));
    meaning.textContent = words;
    letters.textContent = `Words i and j are counted from 0. q, k: query and key, of w = ${wholeLabel(model.layer.value.width)} columns in each head.`;
  });
}

/** What was computed, as tables. */
function savesOf({ words, order, arranged, weights, changes }: Model): Save[] {
  const computed = sides.filter((side) => weights[side].peek() !== null);
  return [
    {
      name: 'changes',
      columns: ['word', 'place as written', 'place now', ...computed.map((side) => `change ${side} encoding`)],
      rows: () =>
        words
          .peek()
          .map((word, k) => [
            word,
            k + 1,
            order.peek().indexOf(k) + 1,
            ...computed.map((side) => changes[side].peek()?.[k] ?? 0),
          ]),
    },
    ...computed.map((side) => ({
      name: `weights ${side} encoding`,
      columns: ['from', ...arranged.peek()],
      rows: () => {
        const n = words.peek().length;
        const values = weights[side].peek() ?? new Float64Array(n * n);
        return arranged.peek().map((word, row) => [word, ...values.slice(row * n, (row + 1) * n)]);
      },
    })),
  ];
}
