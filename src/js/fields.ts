// Reading plain objects that callers pass: every property once, into a copy.
import { arrayClass, show, wrongType, wrongValue } from './errors.js';

export type Fields<Key extends string> = { readonly [K in Key]?: unknown };

/** A copy of an object's own properties. A key that is not known is a TypeError that names the nearest known one. */
export function fields<Key extends string>(parameter: string, value: unknown, known: readonly Key[]): Fields<Key> {
  if (typeof value !== 'object' || value === null || arrayClass(value)) {
    throw wrongType(parameter, value, 'an object');
  }
  const copy = { ...value };
  for (const key in copy) {
    if (!(known as readonly string[]).includes(key)) {
      const nearest = known.reduce((best, next) => (distance(key, next) < distance(key, best) ? next : best));
      throw new TypeError(`invalid ${parameter}: unknown key ${show(key)} (did you mean '${nearest}'?)`);
    }
  }
  return copy;
}

/** How many letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 0; i < a.length && i < 60; ++i) {
    const next = [i + 1];
    for (let k = 0; k < b.length; ++k) {
      const replaced = (row[k] as number) + Number(a[i]?.toLowerCase() !== b[k]?.toLowerCase());
      next.push(Math.min(replaced, (next[k] as number) + 1, (row[k + 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** A number of whatever value: the WebAssembly module checks that. The sum makes 0 of -0, as JSON does. */
export function number(parameter: string, value: unknown, absent?: number): number {
  if (typeof value === 'number') return value + 0;
  if (value === undefined && absent !== undefined) return absent;
  throw wrongType(parameter, value, 'a number');
}

/** 1 for true, 0 for false. */
export function flag(parameter: string, value: unknown, absent: boolean): number {
  if (value !== undefined && typeof value !== 'boolean') throw wrongType(parameter, value, 'true or false');
  return Number(value ?? absent);
}

/** The index of a name among those allowed; the first is the default. */
export function choice(parameter: string, value: unknown, names: readonly string[]): number {
  if (value === undefined) return 0;
  const index = names.indexOf(value as string);
  if (index >= 0) return index;
  const quoted = names.map((name) => `'${name}'`);
  const last = quoted.pop();
  const allowed = quoted.length ? `${quoted.join(', ')} or ${last}` : `${last}`;
  throw (typeof value === 'string' ? wrongValue : wrongType)(parameter, value, allowed);
}
