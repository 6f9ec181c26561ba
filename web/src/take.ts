/** Encodings that come from elsewhere (a file, a config, a preset) as the encoding of the page, and in words. */

import type { AnyEncoding } from './encoding.ts';
import type { Value, Values } from './field.ts';
import { fieldsOf, kindOf, kinds, valuesFrom } from './fields.ts';
import type { Look } from './state.ts';
import type { Store } from './store.ts';
import { saidOf } from './words.ts';

/** What an encoding says, field by field, with the names of its controls: 'Sinusoidal: dim 128, base 500,000'. */
export function wordsOf(encoding: AnyEncoding): string {
  const { values } = valuesFrom(encoding as unknown as Record<string, unknown>);
  const kind = kindOf(values);
  const said = saidOf(fieldsOf(values), values);
  const isRotary = 'pairing' in encoding && kind === 'sinusoid';
  const title = isRotary ? 'Rotary' : kinds.find(([id]) => id === kind)?.[1];
  return [title, said.join(', ')].filter(Boolean).join(': ');
}

/** Rows that an encoding is looked at with: `length` and `start`, or `cells` of a grid. */
export type RowsAsked = Readonly<Record<string, Value>>;

/** The state's values of an encoding, or a sentence that says why the page cannot show it. */
export function pageValues(encoding: AnyEncoding, rows: RowsAsked = {}): Values | string {
  const { values, unknown } = valuesFrom(encoding as unknown as Record<string, unknown>);
  if (unknown !== null)
    return `The page has no control for “${unknown}”, so it cannot show this one on the other views.`;
  const names = new Set(fieldsOf(values).map(({ name }) => name));
  return { ...values, ...Object.fromEntries(Object.entries(rows).filter(([name]) => names.has(name))) };
}

/** What is marked by the reader, as it is seen. */
function marked({ state, cursor }: Store): Pick<Look, 'position' | 'column'> {
  const { position, column } = state.peek();
  const seen = cursor.peek();
  return { position: position && seen.position, column: column && seen.column };
}

/** Makes values the page's encoding, looked at whole; the view stays. Gives what the package refuses, or null. */
export function takeValues(store: Store, values: Values): string | null {
  const { theme, isEmbedded, view, options } = store.state.peek();
  const before = { ...store.state.peek(), ...marked(store) };
  const look = { rows: null, columns: null, sample: 'mean', position: null, column: null, offset: null } as const;
  store.load({ state: { ...look, theme, isEmbedded, view, options, values }, problems: [] });
  const [refusal] = Object.values(store.refusals.peek());
  if (!refusal) return null;
  store.load({ state: before, problems: [] });
  return refusal.message;
}
