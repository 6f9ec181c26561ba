/** The controls of the encoding: a text field and a slider for each number, radio buttons for each choice. */

import { effect } from '@preact/signals-core';
import { byId } from '../dom.ts';
import { type NumberName, numberNames, type ParameterName } from '../state.ts';
import type { Store } from '../store.ts';
import { wholeLabel } from '../ticks.ts';
import { readNumber } from '../url.ts';

/** 1, 2, 3, 4, 6, 8, 12 ... up to a limit: powers of two and the steps between them. */
function doublings(from: number, to: number): number[] {
  const steps: number[] = [];
  for (let power = from; power <= to; power *= 2) {
    steps.push(power);
    const between = power * 1.5;
    if (Number.isInteger(between) && between <= to) steps.push(between);
  }
  return steps;
}

const decades = (from: number, to: number): number[] =>
  [...Array(to - from + 1).keys()].flatMap((k) => [1, 2, 5].map((step) => step * 10 ** (from + k)));

/** What sliders reach. Text fields and links may say anything that the package takes. */
const ladders: Record<NumberName, readonly number[]> = {
  length: [...doublings(1, 786432), 1_000_000],
  dim: doublings(2, 4096).filter((dim) => dim % 2 === 0),
  base: decades(1, 6),
  start: [0, ...doublings(1, 786432), 1_000_000],
};

function nearestStep(ladder: readonly number[], value: number): number {
  let best = 0;
  ladder.forEach((step, k) => {
    if (Math.abs(step - value) < Math.abs((ladder[best] as number) - value)) best = k;
  });
  return best;
}

const choiceNames = ['spacing', 'layout', 'order', 'odd'] as const;

/** Shows the package's sentence for a parameter, or nothing. */
function showRefusals(store: Store): void {
  for (const name of [...numberNames, ...choiceNames] as ParameterName[]) {
    const message = store.refusals.value[name]?.message ?? '';
    const error = byId(`${name}-error`, HTMLElement);
    if (error.textContent !== message) error.textContent = message;
  }
}

function mountNumber(store: Store, name: NumberName): void {
  const field = byId(name, HTMLInputElement);
  const slider = byId(`${name}-slider`, HTMLInputElement);
  const ladder = ladders[name];
  slider.max = String(ladder.length - 1);

  field.addEventListener('input', () => store.change({ [name]: readNumber(field.value) }));
  // What was typed stays while it is typed; leaving the field writes an accepted value the way the page writes it.
  field.addEventListener('change', () => show(true));
  slider.addEventListener('input', () => store.change({ [name]: ladder[slider.valueAsNumber] as number }));

  function show(leaving = false): void {
    const refusal = store.refusals.value[name];
    const value = store.state.value[name];
    field.setAttribute('aria-invalid', String(refusal !== undefined));
    const typing = !leaving && document.activeElement === field && readNumber(field.value) === value;
    if (refusal === undefined) {
      if (!typing) field.value = String(value);
    } else if (document.activeElement !== field && !Number.isNaN(refusal.value)) {
      field.value = String(refusal.value);
    }
    slider.value = String(nearestStep(ladder, value));
    slider.setAttribute('aria-valuetext', wholeLabel(value));
  }
  effect(() => show());
}

function mountChoice(store: Store, name: (typeof choiceNames)[number]): void {
  const buttons = [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  for (const button of buttons) {
    button.addEventListener('change', () => store.change({ [name]: button.value }));
  }
  effect(() => {
    const value = store.refusals.value[name]?.value ?? store.state.value[name];
    for (const button of buttons) button.checked = button.value === value;
  });
}

export function mountControls(store: Store): void {
  byId('controls', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  for (const name of numberNames) mountNumber(store, name);
  for (const name of choiceNames) mountChoice(store, name);
  effect(() => showRefusals(store));
  effect(() => {
    // A refused odd width is the reason to see the rule.
    const dim = store.refusals.value.dim?.value ?? store.state.value.dim;
    byId('odd-choice', HTMLElement).hidden = Math.abs(Number(dim) % 2) !== 1;
  });
}
