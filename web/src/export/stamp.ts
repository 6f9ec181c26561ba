/** What every saved file says about itself: the parameters, in words, in a file's name, and as a link. */

import { type Values, valueNow, writeValue } from '../field.ts';
import { fieldsOf, isTableKind, kindOf } from '../fields.ts';
import { rowsOf } from '../rows.ts';
import { defaults } from '../state.ts';
import { formatLink } from '../url.ts';

/** The parameters as name=value, those with a default included where it is a number that matters. */
export function parametersOf(values: Values): Record<string, string> {
  const said: Record<string, string> = { kind: kindOf(values) };
  for (const field of fieldsOf(values)) {
    const { name, place, type } = field;
    const isMain = place === 'main' || place === 'choice';
    const value = isMain ? valueNow(field, values) : values[name];
    if (value !== undefined && !(type === 'choice' && field.isHidden)) said[name] = writeValue(value);
  }
  return said;
}

/** The state as the part of a link after '#': what a stamp needs to bring it back. */
export const linkOf = (values: Values): string => formatLink({ ...defaults, values });

/** 'Posenc: kind=sinusoid length=512 dim=128 base=10000 ...' */
export function stampOf(values: Values): string {
  const words = Object.entries(parametersOf(values)).map(([name, value]) => `${name}=${shortened(value)}`);
  return `Posenc: ${words.join(' ')}`;
}

const shortened = (value: string): string => (value.length > 60 ? `${value.slice(0, 57)}...` : value);

/** 'posenc-sinusoid-512x128-base500000-halves': .npy has no room for parameters, so the name holds what differs. */
export function fileName(values: Values, what: string, ending: string): string {
  const kind = kindOf(values);
  const { start, length } = rowsOf(values);
  const words = ['posenc', ...(what === '' ? [] : [what]), kind, String(length)];
  if (isTableKind(kind) && start !== 0) words.push(`from${start}`);
  for (const field of fieldsOf(values)) {
    const { name } = field;
    const isSaid = values[name] !== undefined || (name === 'dim' && valueNow(field, values) !== undefined);
    if (!isSaid || ['kind', 'length', 'start'].includes(name)) continue;
    const value = writeValue(valueNow(field, values) as never);
    words.push(value.length > 20 ? name : /^[a-z]/.test(value) ? value : `${name}${value}`);
  }
  return `${words
    .join('-')
    .replace(/[^\w.+-]+/g, '_')
    .slice(0, 120)}.${ending}`;
}
