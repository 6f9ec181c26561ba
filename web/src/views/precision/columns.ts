/** What each column of a sinusoidal table holds. */

import { type Columns, cellOf, functionOf } from '../../columns.ts';
import type { ColumnMap } from './simulate.ts';

export function columnMapOf(columns: Columns): ColumnMap {
  const cells = Array.from({ length: columns.dim }, (_, column) => cellOf(columns, column));
  return {
    pairs: Int32Array.from(cells, ({ pair }) => pair),
    isSine: Uint8Array.from(cells, ({ half }) => (functionOf(columns, half) === 'sin' ? 1 : 0)),
  };
}

/** Some columns of a map, in their order. */
export const pickColumns = ({ pairs, isSine }: ColumnMap, columns: readonly number[]): ColumnMap => ({
  pairs: Int32Array.from(columns, (column) => pairs[column] as number),
  isSine: Uint8Array.from(columns, (column) => isSine[column] as number),
});
