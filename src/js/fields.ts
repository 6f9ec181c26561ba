// Reading plain objects that callers pass: every property once, into a copy.
import { arrayClass, show, wrongType, wrongValue } from './errors.js';

export type Fields<Key extends string> = { readonly [K in Key]?: unknown };

/** A copy of an object's own properties. */
export function plain(parameter: string, value: unknown): { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null || arrayClass(value)) {
    throw wrongType(parameter, value, 'an object');
  }
  return { ...value };
}

/** The same. A key that is not known is a TypeError that names the nearest known one. */
export function fields<Key extends string>(parameter: string, value: unknown, known: readonly Key[]): Fields<Key> {
  const copy = plain(parameter, value);
  for (const key in copy) {
    if (!(known as readonly string[]).includes(key)) {
      const nearest = nearestOf(key, known);
      const hint = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean '${nearest}'?`;
      throw new TypeError(`invalid ${parameter}: unknown key ${show(key)} (${hint})`);
    }
  }
  return copy as Fields<Key>;
}

/** The known name that a word is a slip of: at most half of its letters are other ones. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const [nearest] = [...known].sort((a, b) => distance(word, a) - distance(word, b));
  return nearest !== undefined && distance(word, nearest) <= word.length / 2 ? nearest : undefined;
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

export function flag(parameter: string, value: unknown, absent: boolean): boolean {
  if (value === undefined) return absent;
  if (typeof value === 'boolean') return value;
  throw wrongType(parameter, value, 'true or false');
}
