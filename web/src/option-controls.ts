/**
 * Controls of a view's own options, made from their fields as those of the encoding are: radio buttons for choices, a
 * box for flags, a text field for everything else, with a slider where one is asked for. What is no allowed value is
 * said beside the control, and nothing changes until it is one.
 */

import { element } from './dom.ts';
import { allowedWords, excerpt, type Field, isAllowed, isSame, readValue, type Value, writeValue } from './field.ts';
import type { Scope } from './scope.ts';
import { wholeLabel } from './ticks.ts';
import type { ViewContext, ViewEntry } from './view.ts';

/** Where the value of a control is; null takes it back to its default. `value` is called in effects. */
export interface Binding {
  readonly value: () => Value | undefined;
  readonly change: (value: Value | null) => void;
}

export interface Wishes {
  /** A further condition that depends on the state: a sentence that says what is wrong, or null. */
  readonly check?: (value: Value) => string | null;
  /** What an empty control stands for. */
  readonly placeholder?: () => string;
  /** What a slider reaches. */
  readonly slider?: () => readonly [low: number, high: number];
}

export interface OptionControl {
  readonly root: HTMLElement;
  /** Says what is wrong with the value, beside the control; '' takes it away. */
  readonly complain: (sentence: string) => void;
}

/** A function where words, choices or limits depend on the state; name and type stay. */
type FieldNow = Field | (() => Field);

/** The field of an option, by its whole name. */
export function optionField({ options = [] }: Pick<ViewEntry, 'options'>, name: string): Field {
  const field = options.find((one) => one.name === name);
  if (!field) throw new Error(`There is no option ${name}.`);
  return field;
}

/** A control of an option of the view. */
export function optionControl(context: ViewContext, field: FieldNow, wishes: Wishes = {}): OptionControl {
  const { name } = typeof field === 'function' ? field() : field;
  const binding: Binding = {
    value: () => context.option<Value>(name) as Value | undefined,
    change: (value) => context.set({ [name]: value }),
  };
  return control(context.scope, field, binding, wishes);
}

/** A control of anything that has a field. */
export function control(scope: Scope, field: FieldNow, binding: Binding, wishes: Wishes = {}): OptionControl {
  const now = typeof field === 'function' ? field : (): Field => field;
  const { type } = now();
  if (type === 'choice') return choiceControl(scope, now, binding);
  if (type === 'flag') return flagControl(scope, now(), binding);
  return textControl(scope, now, binding, wishes);
}

/** The controls of a view as a row. */
export const optionRow = (...controls: readonly OptionControl[]): HTMLElement =>
  element('div', { class: 'choices options' }, ...controls.map(({ root }) => root));

/** Ids with points are awkward in selectors. */
const idOf = ({ name }: Field): string => name.replaceAll('.', '-');

function choiceControl(scope: Scope, field: () => Field, { value, change }: Binding): OptionControl {
  const { label } = field();
  const row = element('div', { class: 'segments' });
  let made = '';
  scope.effect(() => {
    const { choices = [] } = field();
    // Made anew only when there are others, so that none loses the focus.
    if (made !== JSON.stringify(choices)) {
      made = JSON.stringify(choices);
      row.replaceChildren(
        ...choices.map(([id, text]) =>
          element(
            'label',
            {},
            element('input', { type: 'radio', name: idOf(field()), value: id }),
            element('span', {}, text),
          ),
        ),
      );
    }
    const chosen = String(value());
    for (const input of row.querySelectorAll('input')) input.checked = input.value === chosen;
  });
  scope.listen(row, 'change', (event) => {
    if (event.target instanceof HTMLInputElement) change(event.target.value);
  });
  const error = element('p', { class: 'error', role: 'alert' });
  const root = element('fieldset', { class: 'choice' }, element('legend', {}, label), row, error);
  return { root, complain: (sentence) => (error.textContent = sentence) };
}

function flagControl(scope: Scope, field: Field, { value, change }: Binding): OptionControl {
  const input = element('input', { type: 'checkbox', id: idOf(field) });
  scope.listen(input, 'change', () => change(input.checked));
  scope.effect(() => {
    input.checked = value() === true;
  });
  const root = element('label', { class: 'check' }, input, element('span', {}, field.label));
  return { root, complain: () => undefined };
}

/** Lists are written with room between their numbers. */
const written = (value: Value | undefined): string =>
  value === undefined ? '' : typeof value === 'object' ? value.join(', ') : writeValue(value);

/** From here on a list needs the whole width. */
const shortList = 4;

function textControl(scope: Scope, field: () => Field, { value, change }: Binding, wishes: Wishes): OptionControl {
  const { check, placeholder, slider } = wishes;
  const { type, unit, most = Infinity } = field();
  const id = idOf(field());
  const input = element('input', {
    type: 'text',
    id,
    spellcheck: 'false',
    autocomplete: 'off',
    inputmode: type === 'number' && (field().min ?? -1) >= 0 ? 'decimal' : 'text',
    'aria-describedby': `${id}-error`,
  });
  const error = element('p', { class: 'error', id: `${id}-error`, role: 'alert' });
  const complain = (sentence: string): void => {
    if (error.textContent !== sentence) error.textContent = sentence;
    input.setAttribute('aria-invalid', String(sentence !== ''));
  };
  /** What is typed as a value (null: as if nothing were said), or the sentence that says why it is none. */
  const read = (): { readonly value: Value | null } | string => {
    const now = field();
    const typed = input.value.trim();
    if (typed === '' && (now.default === undefined || now.type === 'numbers')) return { value: null };
    const found = readValue(now, input.value);
    if (found === undefined || !isAllowed(now, found)) {
      const said = typed === '' ? 'nothing' : `“${excerpt(typed)}”`;
      return `invalid ${now.label.toLowerCase()}: ${said} (${allowedWords(now)})`;
    }
    return check?.(found) ?? { value: found };
  };

  let shown: Value | undefined;
  const show = (now: Value | undefined): void => {
    shown = now;
    input.value = written(now);
    complain('');
  };
  scope.listen(input, 'input', () => {
    const typed = read();
    complain(typeof typed === 'string' ? typed : '');
    if (typeof typed === 'object') change(typed.value);
  });
  // Leaving the field writes an accepted value the way the page writes it; what is wrong stays with its sentence.
  scope.listen(input, 'change', () => {
    if (typeof read() === 'object') input.value = written(value());
  });
  const bar = slider && element('input', { type: 'range', 'aria-label': field().label });
  if (bar) {
    scope.listen(bar, 'input', () => change(bar.valueAsNumber));
    scope.effect(() => {
      const [low, high] = slider();
      const now = Number(value());
      bar.min = String(low);
      bar.max = String(high);
      bar.value = String(now);
      bar.setAttribute('aria-valuetext', wholeLabel(now));
    });
  }
  scope.effect(() => {
    const now = value();
    const typed = read();
    // What was typed stays while it is typed, and what is wrong until the value changes elsewhere.
    const isTyped = typeof typed === 'object' && (typed.value === null || isSame(typed.value, now));
    if (document.activeElement === input && (isTyped || isSame(shown, now))) shown = now;
    else if (typeof typed === 'object' || !isSame(shown, now)) show(now);
  });
  const label = element('label', { for: id });
  scope.effect(() => {
    input.placeholder = placeholder?.() ?? '';
    label.replaceChildren(field().label, ...(unit ? [' ', element('span', { class: 'unit' }, unit)] : []));
  });
  const kind = `field${bar ? '' : ' plain'}${type === 'numbers' && most > shortList ? ' wide' : ''}`;
  return { root: element('div', { class: kind }, label, input, ...(bar ? [bar] : []), error), complain };
}
