// What a table is compared with: an encoding as it is, or angles and columns that words explain.
import type { Encoding, Posenc } from '../types.js';
import type { TableView } from './table.js';

/** A column is the sine (0) or cosine (1) of a pair's angle, or 0. */
export type Column = readonly [pair: number, fn: 0 | 1] | undefined;

export interface Model {
  readonly name: string;
  readonly encoding: Encoding;
  readonly preset?: string | undefined;
  readonly words: readonly string[];
  /** Not what the encoding makes: a mistake or other arithmetic, so that a match is never 'exact'. */
  readonly explained?: boolean | undefined;
  /** Parameters that are no round numbers: less likely than others that are about as near. */
  readonly rough?: boolean | undefined;
  /** The size of the values. */
  readonly size: number;
  /** Of the values themselves; absent: as the encoding makes them at the positions of the rows. */
  readonly angles?: {
    readonly angle: (row: number, pair: number) => number;
    readonly columns: (column: number) => Column;
  };
  /** Rows of 0 before the others. */
  readonly classRows?: number | undefined;
}

export interface Difference {
  readonly largest: number;
  readonly at: readonly [number, number];
  /** How many values differ by more than `beyond`. */
  readonly wrong: number;
}

/** The model's values at some rows and columns, row-major; undefined if the encoding is refused. */
function valuesOf(
  posenc: Posenc,
  model: Model,
  rows: readonly number[],
  columns: readonly number[],
  width: number,
): Float64Array | undefined {
  const { angles, encoding, size, classRows = 0 } = model;
  try {
    if (!angles) {
      const [start = 0] = rows;
      const inSeries = (rows.at(-1) as number) - start === rows.length - 1;
      const positions = inSeries ? { start, count: rows.length } : rows;
      const { data } = posenc.encode(encoding, positions, { dtype: 'float64' });
      if (columns.length === width) return data;
      return Float64Array.from(rows.flatMap((_, r) => columns.map((column) => data[r * width + column] as number)));
    }
    const places = columns.map(angles.columns);
    const list = new Float64Array(rows.length * columns.length);
    let k = 0;
    for (const row of rows) for (const place of places) list[k++] = place ? angles.angle(row - classRows, place[0]) : 0;
    // One pair of frequency 1: the sine and cosine of any angle.
    const pairs = posenc.encode({ dim: 2 }, list, { dtype: 'float64' }).data;
    return list.map((_, at) => {
      const place = places[at % columns.length];
      const isZero = !place || (rows[Math.floor(at / columns.length)] as number) < classRows;
      return isZero ? 0 : size * (pairs[2 * at + place[1]] as number);
    });
  } catch (error) {
    // Encodings that this library does not have, or parameters that an estimate made too large.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** How far a table is from a model at some rows and columns. */
export function compare(
  posenc: Posenc,
  table: TableView,
  model: Model,
  rows: readonly number[],
  columns: readonly number[] = table.all,
): Difference | undefined {
  let largest = 0;
  let at: [number, number] = [0, 0];
  let wrong = 0;
  const beyond = 2 * table.tolerance(model.size);
  // Pieces of a million values.
  const piece = Math.max(1, Math.floor(1e6 / columns.length));
  for (let first = 0; first < rows.length; first += piece) {
    const part = rows.slice(first, first + piece);
    const values = valuesOf(posenc, model, part, columns, table.columns);
    if (!values) return undefined;
    for (let r = 0, k = 0; r < part.length; ++r) {
      for (const column of columns) {
        const apart = Math.abs(table.at(part[r] as number, column) - (values[k++] as number));
        if (apart > beyond) ++wrong;
        if (apart > largest) {
          largest = apart;
          at = [part[r] as number, column];
        }
      }
    }
  }
  return { largest, at, wrong };
}
