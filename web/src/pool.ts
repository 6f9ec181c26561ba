/** A table that is larger than the screen, in fewer cells: each has the mean, or the largest, of all that it covers. */

export interface Part {
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly columns: number;
}

export interface Pooled {
  readonly values: Float64Array;
  readonly rows: number;
  readonly columns: number;
  /** Rows and columns of the table that a cell stands for; the last ones may cover fewer. */
  readonly down: number;
  readonly across: number;
}

/**
 * @param width columns of the whole table, row-major
 * @param most rows and columns that there may be
 * @param how 'mean': of the values, exactly; 'largest': the value of the largest size, with its sign
 */
export function pool(
  table: ArrayLike<number>,
  width: number,
  part: Part,
  most: readonly [rows: number, columns: number],
  how: 'mean' | 'largest' = 'mean',
): Pooled {
  const down = Math.max(1, Math.ceil(part.rows / most[0]));
  const across = Math.max(1, Math.ceil(part.columns / most[1]));
  const rows = Math.ceil(part.rows / down);
  const columns = Math.ceil(part.columns / across);
  const values = new Float64Array(rows * columns);
  for (let r = 0; r < part.rows; r++) {
    const from = (part.row + r) * width + part.column;
    const to = Math.floor(r / down) * columns;
    for (let c = 0; c < part.columns; c++) {
      const value = table[from + c] as number;
      const k = to + Math.floor(c / across);
      if (how === 'mean') values[k] = (values[k] as number) + value;
      else if (Number.isNaN(value) || Math.abs(value) > Math.abs(values[k] as number)) values[k] = value;
    }
  }
  if (how === 'mean') {
    for (let k = 0; k < values.length; k++) {
      const covered = Math.min(down, part.rows - Math.floor(k / columns) * down);
      values[k] = (values[k] as number) / (covered * Math.min(across, part.columns - (k % columns) * across));
    }
  }
  return { values, rows, columns, down, across };
}
