/** Small tables of numbers and words as CSV, with the parameters in comments above them. */

import type { Values } from '../field.ts';
import type { Save } from '../view.ts';
import { linkOf, stampOf } from './stamp.ts';

/** Quoted where it has to be. */
const cell = (value: number | string): string =>
  typeof value === 'number' || !/[",\n]/.test(value) ? String(value) : `"${value.replaceAll('"', '""')}"`;

export function csvText({ columns, rows }: Pick<Save, 'columns' | 'rows'>, values: Values): string {
  const lines = [`# ${stampOf(values)}`, `# ${linkOf(values)}`, columns.map(cell).join(',')];
  for (const row of rows()) lines.push(row.map(cell).join(','));
  return `${lines.join('\n')}\n`;
}
