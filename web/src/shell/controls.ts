/** The controls of the encoding, made from the table of fields: whatever has a meaning now has a control. */

import { effect } from '@preact/signals-core';
import { byId, element } from '../dom.ts';
import { type Field, isSame, type Patch, readValue, type Value, writeValue } from '../field.ts';
import { createScope, type Scope } from '../scope.ts';
import type { Store } from '../store.ts';
import { wholeLabel } from '../ticks.ts';
import { saidOf } from '../words.ts';

interface Control {
  readonly root: HTMLElement;
  readonly scope: Scope;
  /** What the control was made for: another one is made when this changes. */
  readonly made: string;
}

function nearestStep(ladder: readonly number[], value: number): number {
  let best = 0;
  ladder.forEach((step, k) => {
    if (Math.abs(step - value) < Math.abs((ladder[best] as number) - value)) best = k;
  });
  return best;
}

/** What is set behind “More parameters” is said beside it, as far as a line goes. */
const mostSaid = 8;

/** A change of one field, with the fields that would not fit it any more. */
function changeOf({ name, resets = [] }: Field, value: Value | null): Patch {
  return { ...Object.fromEntries(resets.map((other) => [other, null])), [name]: value };
}

/** Shows the package's sentence for a field, or nothing. */
function sentence(store: Store, scope: Scope, { name }: Field, input?: HTMLElement): HTMLElement {
  const error = element('p', { class: 'error', id: `${name}-error`, role: 'alert' });
  scope.effect(() => {
    const refusal = store.refusals.value[name];
    const message = refusal?.message ?? '';
    if (error.textContent !== message) error.textContent = message;
    input?.setAttribute('aria-invalid', String(refusal !== undefined));
  });
  return error;
}

/** A text field, with a slider where the field has steps. */
function textControl(store: Store, scope: Scope, field: Field): HTMLElement {
  const { name, label, unit, ladder, type } = field;
  const input = element('input', {
    type: 'text',
    id: name,
    inputmode: type === 'number' && (ladder?.[0] ?? -1) > 0 ? 'decimal' : 'text',
    'aria-describedby': `${name}-error`,
    spellcheck: 'false',
    ...(field.default === undefined ? { placeholder: 'none' } : {}),
  });
  const slider =
    ladder &&
    element('input', { type: 'range', id: `${name}-slider`, 'aria-label': label, min: 0, max: ladder.length - 1 });

  // What is no value of the field goes to the store as it was typed, which refuses it with a sentence.
  const typed = (): Value | null =>
    input.value.trim() === '' && field.default === undefined ? null : (readValue(field, input.value) ?? input.value);
  const isShown = (value: Value | null | undefined): boolean => isSame(typed() ?? undefined, value ?? undefined);

  function show(leaving = false): void {
    const refused = store.refusals.value[name];
    const value = refused ? refused.value : (store.state.value.values[name] ?? field.default);
    // What was typed stays while it is typed; leaving the field writes an accepted value the way the page writes it.
    const typing = document.activeElement === input && (refused !== undefined || (!leaving && isShown(value)));
    if (!typing) input.value = value === undefined ? '' : writeValue(value);
    if (!slider || !ladder) return;
    const place = Number(store.state.value.values[name] ?? field.default ?? 0);
    slider.value = String(nearestStep(ladder, place));
    slider.setAttribute('aria-valuetext', wholeLabel(place));
  }
  scope.listen(input, 'input', () => store.change(changeOf(field, typed())));
  scope.listen(input, 'change', () => show(true));
  if (slider && ladder) {
    scope.listen(slider, 'input', () => store.change(changeOf(field, ladder[slider.valueAsNumber] as number)));
  }
  scope.effect(() => show());

  const heading = element(
    'label',
    { for: name },
    label,
    ...(unit ? [' ', element('span', { class: 'unit' }, unit)] : []),
  );
  const kind = `field${slider ? '' : ' plain'}${type === 'numbers' ? ' wide' : ''}`;
  return element(
    'div',
    { class: kind },
    heading,
    input,
    ...(slider ? [slider] : []),
    sentence(store, scope, field, input),
  );
}

const chosen = (store: Store, { name, default: initial }: Field): Value | undefined =>
  store.refusals.value[name]?.value ?? store.state.value.values[name] ?? initial;

/** Few choices are seen at once. */
function radioControl(store: Store, scope: Scope, field: Field): HTMLElement {
  const buttons = (field.choices ?? []).map(([value, label]) => {
    const input = element('input', { type: 'radio', name: field.name, value });
    scope.listen(input, 'change', () => store.change(changeOf(field, value)));
    return { input, root: element('label', {}, input, element('span', {}, label)) };
  });
  scope.effect(() => {
    const value = chosen(store, field);
    for (const { input } of buttons) input.checked = input.value === value;
  });
  return element(
    'fieldset',
    { class: 'choice' },
    element('legend', {}, field.label),
    element('div', { class: 'segments' }, ...buttons.map(({ root }) => root)),
    sentence(store, scope, field),
  );
}

function selectControl(store: Store, scope: Scope, field: Field): HTMLElement {
  const { name, label, choices = [] } = field;
  const none = field.default === undefined ? [element('option', { value: '' }, 'None')] : [];
  const options = choices.map(([value, text]) => element('option', { value }, text));
  const select = element('select', { id: name, 'aria-describedby': `${name}-error` }, ...none, ...options);
  scope.listen(select, 'change', () => store.change(changeOf(field, select.value || null)));
  scope.effect(() => {
    select.value = String(chosen(store, field) ?? '');
  });
  return element(
    'div',
    { class: 'field plain' },
    element('label', { for: name }, label),
    select,
    sentence(store, scope, field, select),
  );
}

function flagControl(store: Store, scope: Scope, field: Field): HTMLElement {
  const input = element('input', { type: 'checkbox', id: field.name });
  scope.listen(input, 'change', () => store.change(changeOf(field, input.checked)));
  scope.effect(() => {
    input.checked = chosen(store, field) === true;
  });
  const label = element('label', { class: 'check' }, input, element('span', {}, field.label));
  return element('div', { class: 'field plain' }, label, sentence(store, scope, field));
}

function controlOf(store: Store, scope: Scope, field: Field): HTMLElement {
  if (field.type === 'flag') return flagControl(store, scope, field);
  if (field.type !== 'choice') return textControl(store, scope, field);
  const isList = field.place === 'more' || (field.choices?.length ?? 0) > 5 || field.default === undefined;
  return isList ? selectControl(store, scope, field) : radioControl(store, scope, field);
}

/** Puts children in order; what stands in its place already is not touched, so that nothing loses the focus. */
function arrange(parent: HTMLElement, children: readonly HTMLElement[]): void {
  children.forEach((child, k) => {
    if (parent.children[k] !== child) parent.insertBefore(child, parent.children[k] ?? null);
  });
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}

export function mountControls(store: Store): void {
  const form = byId('controls', HTMLFormElement);
  form.addEventListener('submit', (event) => event.preventDefault());
  const main = byId('main-fields', HTMLElement);
  const choices = byId('choice-fields', HTMLElement);
  const details = byId('more', HTMLDetailsElement);
  const said = byId('more-said', HTMLElement);
  const more = byId('more-fields', HTMLElement);
  const kept = new Map<string, Control>();

  function control(field: Field): HTMLElement {
    const { isHidden: _, ...what } = field;
    const made = JSON.stringify(what);
    const old = kept.get(field.name);
    if (old?.made === made) return old.root;
    old?.scope.end();
    const scope = createScope();
    const root = controlOf(store, scope, field);
    kept.set(field.name, { root, scope, made });
    return root;
  }

  /** What has a control now: a refused width is the reason to see the rule for odd ones, too. */
  const shown = (): readonly Field[] => {
    const dim = Number(store.refusals.value.dim?.value ?? 0);
    return store.fields.value.filter(({ name, isHidden }) => !isHidden || (name === 'odd' && Math.abs(dim % 2) === 1));
  };

  effect(() => {
    const fields = shown();
    const names = new Set(fields.map(({ name }) => name));
    for (const [name, { scope }] of kept) {
      if (names.has(name)) continue;
      scope.end();
      kept.delete(name);
    }
    const at = (place: Field['place']): HTMLElement[] => fields.filter((field) => field.place === place).map(control);
    arrange(main, at('main'));
    arrange(choices, at('choice'));
    arrange(more, at('more'));
    details.hidden = more.children.length === 0;
  });

  effect(() => {
    const { values } = store.state.value;
    const own = store.fields.value.filter(({ place }) => place === 'more');
    const words = saidOf(own, values);
    const left = words.length - mostSaid;
    said.textContent = words.slice(0, mostSaid).join(', ') + (left > 0 ? ` and ${left} more` : '');
    // An error is seen; and nothing is closed behind the reader's back.
    if (own.some(({ name }) => store.refusals.value[name])) details.open = true;
  });
}
