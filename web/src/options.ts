/** Controls of a view's own options, made from the fields of its entry; what is typed wrong has a sentence beside it. */

import { element } from './dom.ts';
import { allowedWords, type Field, isAllowed, isSame, readValue, type Value, writeValue } from './field.ts';
import type { ViewContext } from './view.ts';

type Context = Pick<ViewContext, 'scope' | 'option' | 'set'>;

/** Ids with points are awkward in selectors. */
const idOf = ({ name }: Field): string => name.replaceAll('.', '-');

export interface OptionControl {
  readonly root: HTMLElement;
  /** Says what is wrong with the value, beside the control; '' takes it away. */
  readonly complain: (sentence: string) => void;
}

/** @param absent what an optional field is when nothing is said: shown in the empty control */
export function optionControl(context: Context, field: Field, absent: () => string = () => ''): OptionControl {
  if (field.type === 'choice') return choiceControl(context, field);
  if (field.type === 'flag') return flagControl(context, field);
  const { scope, option, set } = context;
  const id = idOf(field);
  const input = element('input', {
    type: 'text',
    id,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': `${id}-error`,
  });
  const error = element('p', { class: 'error', id: `${id}-error`, role: 'alert' });
  const complain = (sentence: string): void => {
    error.textContent = sentence;
    input.setAttribute('aria-invalid', String(sentence !== ''));
  };
  const read = (): Value | null | undefined => {
    if (input.value.trim() === '' && field.default === undefined) return null;
    const value = readValue(field, input.value);
    return value !== undefined && isAllowed(field, value) ? value : undefined;
  };
  scope.listen(input, 'input', () => {
    const value = read();
    complain(value === undefined ? `This can be ${allowedWords(field)}.` : '');
    if (value !== undefined) set({ [field.name]: value });
  });
  const show = (): void => {
    const value = option<Value | (undefined & Value)>(field.name) as Value | undefined;
    input.placeholder = absent();
    const isTyping = document.activeElement === input && (read() === undefined || isSame(read() ?? undefined, value));
    if (isTyping) return;
    input.value = value === undefined ? '' : writeValue(value);
    complain('');
  };
  scope.effect(show);
  scope.listen(input, 'change', () => {
    const value = option<Value>(field.name) as Value | undefined;
    if (read() !== undefined) input.value = value === undefined ? '' : writeValue(value);
  });
  const unit = field.unit ? [' ', element('span', { class: 'unit' }, field.unit)] : [];
  const label = element('label', { for: id }, field.label, ...unit);
  return { root: element('div', { class: 'field plain' }, label, input, error), complain };
}

function choiceControl({ scope, option, set }: Context, field: Field): OptionControl {
  const buttons = (field.choices ?? []).map(([value, label]) => {
    const input = element('input', { type: 'radio', name: field.name, value });
    scope.listen(input, 'change', () => set({ [field.name]: value }));
    return { input, root: element('label', {}, input, element('span', {}, label)) };
  });
  scope.effect(() => {
    const value = option(field.name);
    for (const { input } of buttons) input.checked = input.value === value;
  });
  const error = element('p', { class: 'error', role: 'alert' });
  const root = element(
    'fieldset',
    { class: 'choice' },
    element('legend', {}, field.label),
    element('div', { class: 'segments' }, ...buttons.map((button) => button.root)),
    error,
  );
  return { root, complain: (sentence) => (error.textContent = sentence) };
}

function flagControl({ scope, option, set }: Context, field: Field): OptionControl {
  const input = element('input', { type: 'checkbox', id: idOf(field) });
  scope.listen(input, 'change', () => set({ [field.name]: input.checked }));
  scope.effect(() => {
    input.checked = option(field.name) === true;
  });
  const root = element('label', { class: 'check' }, input, element('span', {}, field.label));
  return { root, complain: () => undefined };
}
