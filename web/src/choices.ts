/** Controls of a view's own options: radio buttons in a row, and numbers with a slider. */

import { element } from './dom.ts';
import { excerpt, readNumber } from './field.ts';
import type { Scope } from './scope.ts';
import { wholeLabel } from './ticks.ts';

/**
 * Few choices, seen at once. The functions are called in effects.
 *
 * @param name unique on the page
 */
export function segments(
  scope: Scope,
  name: string,
  label: string,
  choices: () => readonly (readonly [value: string, label: string])[],
  value: () => string,
  choose: (value: string) => void,
): HTMLElement {
  const row = element('div', { class: 'segments' });
  const root = element('fieldset', { class: 'choice' }, element('legend', {}, label), row);
  let made = '';
  scope.effect(() => {
    const now = choices();
    // Made anew only when there are others, so that none loses the focus.
    if (made !== JSON.stringify(now)) {
      made = JSON.stringify(now);
      row.replaceChildren(
        ...now.map(([value, text]) =>
          element('label', {}, element('input', { type: 'radio', name, value }), element('span', {}, text)),
        ),
      );
    }
    const chosen = value();
    for (const input of row.querySelectorAll('input')) input.checked = input.value === chosen;
  });
  scope.listen(row, 'change', (event) => {
    if (event.target instanceof HTMLInputElement) choose(event.target.value);
  });
  return root;
}

/** A whole number by slider and by text, with a sentence where it is none that is allowed. */
export function wholeNumber(
  scope: Scope,
  {
    id,
    label,
    unit,
    range,
    value,
    change,
    slider = range,
  }: {
    readonly id: string;
    readonly label: string;
    readonly unit: string;
    /** What the text takes. */
    readonly range: () => readonly [low: number, high: number];
    readonly value: () => number;
    readonly change: (value: number) => void;
    /** What the slider reaches. Default: the range. */
    readonly slider?: () => readonly [low: number, high: number];
  },
): HTMLElement {
  const input = element('input', {
    type: 'text',
    id,
    inputmode: 'numeric',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': `${id}-error`,
  });
  const bar = element('input', { type: 'range', 'aria-label': label });
  const error = element('p', { class: 'error', id: `${id}-error`, role: 'alert' });
  const say = (sentence: string): void => {
    error.textContent = sentence;
    input.setAttribute('aria-invalid', String(sentence !== ''));
  };
  scope.effect(() => {
    const now = value();
    const [low, high] = slider();
    bar.min = String(low);
    bar.max = String(high);
    bar.value = String(now);
    bar.setAttribute('aria-valuetext', wholeLabel(now));
    if (document.activeElement !== input || readNumber(input.value) !== now) {
      if (document.activeElement !== input) say('');
      if (input.getAttribute('aria-invalid') !== 'true') input.value = String(now);
    }
  });
  scope.listen(bar, 'input', () => {
    say('');
    change(bar.valueAsNumber);
    input.value = bar.value;
  });
  scope.listen(input, 'input', () => {
    const typed = readNumber(input.value);
    const [low, high] = range();
    const isGood = Number.isInteger(typed) && typed >= low && typed <= high;
    const said = input.value.trim() === '' ? 'nothing' : `“${excerpt(input.value)}”`;
    say(
      isGood ? '' : `${label} cannot be ${said}: it is a whole number from ${wholeLabel(low)} to ${wholeLabel(high)}.`,
    );
    if (isGood) change(typed);
  });
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label, ' ', element('span', { class: 'unit' }, unit)),
    input,
    bar,
    error,
  );
}
