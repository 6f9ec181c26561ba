/** Words on the cells of a grid or window, row by row as patches stand. */

import { cellAt } from '../../rows.ts';
import { changeWay, type Page, type Way } from './placing.ts';

export interface Cells {
  readonly sizes: readonly number[];
  /** How many there are. */
  readonly count: number;
  /** The coordinates of a word's cell: (0, 3). */
  readonly nameOf: (word: number) => string;
}

const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);

/** The cells, or null where there are fewer than words. */
export function cellsFor(sizes: readonly number[], words: number): Cells | null {
  const count = product(sizes);
  if (count < words) return null;
  const nameOf = (word: number): string => `(${cellAt(sizes, word).join(', ')})`;
  return { sizes, count, nameOf };
}

/** The same with as many rows as the words need. */
export function cellsWay(page: Page, field: string, label: string, sizes: readonly number[], words: number): Way {
  const enough = [Math.ceil(words / product(sizes.slice(1))), ...sizes.slice(1)];
  return changeWay(page, `${label} ${enough.join(' × ')}`, { [field]: enough });
}
