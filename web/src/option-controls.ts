/**
 * Controls of a view's own options, made from their fields as those of the encoding are: radio buttons for choices, a
 * box for flags, a text field for everything else. What is no allowed value is said beside the control, and nothing
 * changes until it is one.
 */

import { element } from './dom.ts';
import { allowedWords, excerpt, type Field, isAllowed, readValue, type Value, writeValue } from './field.ts';
import type { ViewContext } from './view.ts';

type Context = Pick<ViewContext, 'scope' | 'option' | 'set'>;

export interface OptionControl {
  /** A further condition that depends on the state: a sentence that says what is wrong, or null. */
  readonly check?: (value: Value) => string | null;
  /** What the field shows when nothing is chosen. */
  readonly placeholder?: string;
  readonly label?: () => string;
}

/** A control of the option, for a host of class `options`. */
export function optionControl(context: Context, field: Field, more: OptionControl = {}): HTMLElement {
  if (field.type === 'choice') return choiceControl(context, field);
  if (field.type === 'flag') return flagControl(context, field);
  return textControl(context, field, more);
}

/** The fields of a view as a row of controls. */
export function optionRow(...controls: HTMLElement[]): HTMLElement {
  return element('div', { class: 'choices options' }, ...controls);
}

function choiceControl({ scope, option, set }: Context, { name, label, choices = [] }: Field): HTMLElement {
  const buttons = choices.map(([value, text]) => {
    const input = element('input', { type: 'radio', name, value });
    scope.listen(input, 'change', () => set({ [name]: value }));
    scope.effect(() => {
      input.checked = option(name) === value;
    });
    return element('label', {}, input, element('span', {}, text));
  });
  const segments = element('div', { class: 'segments' }, ...buttons);
  return element('fieldset', { class: 'choice' }, element('legend', {}, label), segments);
}

function flagControl({ scope, option, set }: Context, { name, label }: Field): HTMLElement {
  const input = element('input', { type: 'checkbox', id: name });
  scope.listen(input, 'change', () => set({ [name]: input.checked }));
  scope.effect(() => {
    input.checked = option(name) === true;
  });
  return element('label', { class: 'check' }, input, element('span', {}, label));
}

function textControl({ scope, option, set }: Context, field: Field, more: OptionControl): HTMLElement {
  const { name } = field;
  const error = element('p', { class: 'error', id: `${name}-error`, role: 'alert' });
  const input = element('input', {
    type: 'text',
    id: name,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': `${name}-error`,
    ...(more.placeholder === undefined ? {} : { placeholder: more.placeholder }),
  });
  const say = (sentence: string | null): void => {
    if (error.textContent !== (sentence ?? '')) error.textContent = sentence ?? '';
    input.setAttribute('aria-invalid', String(sentence !== null));
  };
  const typed = (): Value | null | undefined =>
    input.value.trim() === '' ? null : (readValue(field, input.value) ?? undefined);
  const show = (): void => {
    const value = option<Value>(name);
    input.value = value === undefined ? '' : writeValue(value).replaceAll(',', ', ');
  };
  scope.listen(input, 'input', () => {
    const value = typed();
    if (value === undefined || (value !== null && !isAllowed(field, value))) {
      say(`invalid ${field.label.toLowerCase()}: “${excerpt(input.value)}” (${allowedWords(field)})`);
      return;
    }
    const sentence = value === null ? null : (more.check?.(value) ?? null);
    say(sentence);
    if (sentence === null) set({ [name]: value });
  });
  // Leaving the field writes what is in force.
  scope.listen(input, 'change', () => {
    show();
    say(null);
  });
  scope.effect(() => {
    option(name);
    if (document.activeElement !== input) show();
  });
  const heading = element('label', { for: name }, field.label);
  scope.effect(() => {
    if (more.label) heading.textContent = more.label();
  });
  return element('div', { class: `field plain${field.type === 'numbers' ? ' wide' : ''}` }, heading, input, error);
}
