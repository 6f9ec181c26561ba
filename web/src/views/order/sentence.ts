/** The sentence: written, chosen, its words moved; and where the encoding puts them. */

import { batch } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { takeValues } from '../../take.ts';
import type { ViewContext } from '../../view.ts';
import type { Model } from './model.ts';
import { mountStrip } from './strip.ts';
import { asWritten, presets, wordsOf } from './words.ts';

export function mountSentence(host: HTMLElement, context: ViewContext, model: Model): void {
  const { scope, set } = context;
  const { words, order } = model;
  const input = element('input', {
    type: 'text',
    id: 'order-sentence',
    maxlength: 200,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'order-problem',
  });
  const problem = element('p', { class: 'error', id: 'order-problem', role: 'alert' });
  const readySentences = element(
    'div',
    { class: 'presets', role: 'group', 'aria-label': 'Sentences to try' },
    ...presets.map((text) => element('button', { type: 'button' }, text)),
  );
  const strip = element('section', { 'aria-label': 'Words in their order' });
  const places = element('div', { class: 'places' });
  host.append(
    element('label', { for: 'order-sentence' }, 'Sentence'),
    ...[input, problem, readySentences, strip, places],
  );

  const write = (text: string): void =>
    batch(() => set({ 'order.sentence': text, 'order.words': asWritten(wordsOf(text).words.length) }));
  scope.listen(input, 'input', () => write(input.value));
  scope.listen(readySentences, 'click', (event) => {
    const text = event.target instanceof HTMLButtonElement ? event.target.textContent : null;
    if (text) write(text);
  });
  scope.effect(() => {
    if (input.value !== model.text.value) input.value = model.text.value;
    problem.textContent = model.problem.value;
    input.setAttribute('aria-invalid', String(problem.textContent !== ''));
    for (const part of [strip, places]) part.hidden = words.value.length === 0;
  });
  mountStrip(strip, context, words, order, (next) => set({ 'order.words': next }));
  mountPlaces(places, context, model);
}

/** Where the words stand; or why the encoding has no places for them, and what has. */
function mountPlaces(host: HTMLElement, { scope, store, announce }: ViewContext, { placing, unplaced }: Model): void {
  scope.effect(() => {
    const lack = unplaced.value;
    if (!lack) {
      host.replaceChildren(element('p', { class: 'note' }, placing.value?.said ?? ''));
      return;
    }
    const buttons = lack.ways.map(({ label, values }) => {
      const button = element('button', { type: 'button' }, label);
      button.addEventListener('click', () => {
        announce(takeValues(store, values) ?? `The encoding is now: ${label}.`);
        host.closest('.order')?.querySelector<HTMLElement>('.word')?.focus();
      });
      return button;
    });
    host.replaceChildren(
      element('p', { class: 'error' }, lack.why),
      element('div', { class: 'toolbar' }, element('span', { class: 'tool-name' }, 'Choose instead:'), ...buttons),
    );
  });
}
