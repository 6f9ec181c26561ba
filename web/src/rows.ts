/** The rows of an encoding: which positions they stand for, and what the package is asked for them. */

import type { AnyEncoding } from './encoding.ts';
import type { Values } from './field.ts';
import { isGridKind, isTableKind, type Kind, kindOf } from './fields.ts';
import { numberIn, type Rows, valueIn } from './state.ts';

const product = (sizes: readonly number[]): number => sizes.reduce((total, size) => total * size, 1);

/** Rows of the matrix: positions from `start` on, or the cells of a grid counted from 0. */
export function rowsOf(values: Values): Rows {
  const kind = kindOf(values);
  if (isGridKind(kind)) {
    const cells = valueIn(values, 'cells') as readonly number[];
    return { start: 0, length: product(cells) + numberIn(values, 'classRows', 0) };
  }
  if (kind === 'swin') {
    const cells = product(valueIn(values, 'window') as readonly number[]);
    return { start: 0, length: cells + Number(valueIn(values, 'classToken')) };
  }
  return { start: numberIn(values, 'start', 0), length: numberIn(values, 'length', 512) };
}

/** What rows and columns of the matrix are. */
export const axisNames = (kind: Kind): readonly [row: string, column: string] =>
  isTableKind(kind) ? ['position', 'column'] : ['query', 'key'];

/** The same of several. */
export const axisPlurals = (kind: Kind): readonly [rows: string, columns: string] =>
  isTableKind(kind) ? ['positions', 'columns'] : ['queries', 'keys'];

/** Where a cell of a grid stands along each axis, the last of which runs fastest. */
export function cellAt(sizes: readonly number[], index: number): number[] {
  let rest = index;
  const place = [...sizes].reverse().map((size) => {
    const at = rest % size;
    rest = (rest - at) / size;
    return at;
  });
  return place.reverse();
}

/** What the coordinates of a cell are called. */
export const coordinateNames = (axes: number): string[] =>
  Array.from({ length: axes }, (_, k) => (axes > 3 ? `c${k}` : 'tyx'.charAt(3 - axes + k)));

/** What a value of the matrix is called. */
export function valueName(encoding: AnyEncoding): string {
  switch (encoding.kind) {
    case 'alibi':
      return 'bias';
    case 't5':
      return 'bucket';
    case 'deberta':
      return encoding.buckets ? 'bucket' : 'δ';
    case 'swin':
      return 'index';
    default:
      return 'PE';
  }
}

/** Columns of a row. Biases have one for each key. */
export function dimOf(values: Values, encoding: AnyEncoding): number {
  const kind = kindOf(values);
  if (!isTableKind(kind)) return rowsOf(values).length;
  const identity = 'identity' in encoding && encoding.identity ? numberIn(values, 'axes', 2) : 0;
  if (encoding.kind === 'grid') {
    return encoding.dim ?? encoding.axes.reduce((total, axis) => total + axis.dim, identity);
  }
  return numberIn(values, 'dim', 128) + identity;
}
