/** Fields of an encoding in words, with the names of their controls. */

import type { Field, Value, Values } from './field.ts';
import { numberLabel, wholeLabel } from './ticks.ts';

const listed = (values: readonly number[]): string =>
  values.length <= 8
    ? values.map((value) => numberLabel(value)).join(', ')
    : `${values
        .slice(0, 3)
        .map((value) => numberLabel(value))
        .join(', ')} … ${numberLabel(values.at(-1) as number)}, ${values.length} in all`;

function words(value: Value, choices: readonly (readonly [string, string])[] = []): string {
  if (Array.isArray(value)) return listed(value as readonly number[]);
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? wholeLabel(value) : numberLabel(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const choice = choices.find(([name]) => name === value)?.[1] ?? String(value);
  // Names such as YaRN and Llama 3 keep their capitals.
  return /[A-Z\d]/.test(choice.slice(1)) ? choice : choice.toLowerCase();
}

/** What values say, field by field: ['scaling linear', 'factor 4']. Of what has its default, only what must be said. */
export function saidOf(fields: readonly Field[], values: Values): string[] {
  return fields.flatMap(({ name, label, choices, path, isRequired, default: initial }) => {
    const value = values[name] ?? (isRequired ? initial : undefined);
    if (name === 'kind' || path === null || value === undefined) return [];
    return [`${label.charAt(0).toLowerCase()}${label.slice(1)} ${words(value, choices)}`];
  });
}
