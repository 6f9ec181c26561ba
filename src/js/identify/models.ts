// What a table is compared with: an encoding as it is, or what words explain of it.
import type { Encoding, Posenc, SinusoidEncoding } from '../types.js';
import type { Name } from './conventions.js';
import type { TableView } from './table.js';

export interface Model {
  readonly names: readonly Name[];
  readonly encoding: Encoding;
  readonly words: readonly string[];
  /** Not what the encoding makes: a mistake or other arithmetic, so that a match is never 'exact'. */
  readonly explained?: boolean;
  /** Parameters that are no round numbers: less likely than others that are about as near. */
  readonly rough?: boolean;
  /** The size of the values. */
  readonly size: number;
  /** What is computed, if that is another encoding, and which of its columns are the table's. */
  readonly source?: SinusoidEncoding;
  readonly pick?: (column: number) => number;
  /** The rows are the cells of a grid of that many columns, after some rows of 0. */
  readonly grid?: { readonly width: number; readonly classRows: number };
  /** How position and frequency make an angle, where that is not their product. */
  readonly angle?: ((position: number, frequency: number) => number) | undefined;
}

export interface Difference {
  /** Of the finite values. */
  readonly largest: number;
  readonly at: readonly [number, number];
  /** Which ranks: one wrong value changes little, however wrong it is. */
  readonly mean: number;
  /** How many values differ by more than rounding. */
  readonly wrong: number;
}

const FLOAT64 = { dtype: 'float64' } as const;

/** The model's values at some rows, row-major. */
function valuesOf(posenc: Posenc, model: Model, rows: readonly number[], columns: number): ArrayLike<number> {
  const { encoding, source = encoding as SinusoidEncoding, pick, grid, angle } = model;
  if (grid) {
    const { width, classRows } = grid;
    const points = rows.flatMap((row) => [Math.floor((row - classRows) / width), (row - classRows) % width]);
    const shape = [rows.length, 2];
    const { data } = posenc.encode({ ...encoding, classRows: 0 } as Encoding, points, { ...FLOAT64, shape });
    return data.fill(0, 0, columns * rows.filter((row) => row < classRows).length);
  }
  const { data } = angle
    ? { data: rows.flatMap((row) => rowOf(posenc, source, row, angle)) }
    : posenc.encode(source, rows, FLOAT64);
  if (!pick) return data;
  const width = data.length / rows.length;
  const picked = new Float64Array(rows.length * columns);
  for (let k = 0; k < picked.length; ++k)
    picked[k] = data[Math.floor(k / columns) * width + pick(k % columns)] as number;
  return picked;
}

/** A row of other angles is that of position 1 in an encoding whose frequencies they are. */
function rowOf(posenc: Posenc, source: SinusoidEncoding, row: number, angle: NonNullable<Model['angle']>): number[] {
  const { origin = 0, base, spacing, scale, ...rest } = source;
  const frequencies = posenc.frequencies(source).data.map((w) => angle(row + origin, w));
  return Array.from(posenc.encode({ ...rest, frequencies }, [1], FLOAT64).data);
}

/** How far a table is from a model at some rows; undefined for parameters that the library refuses. */
export function compare(
  posenc: Posenc,
  table: TableView,
  model: Model,
  rows: readonly number[],
): Difference | undefined {
  const { columns } = table;
  const beyond = 2 * table.tolerance(model.size);
  // A single wild value, or one that is no number, must not hide how near the others are.
  const most = 4 * model.size;
  let [largest, wrong, sum, at] = [0, 0, 0, [0, 0] as const as Difference['at']];
  // Pieces of a million values.
  const piece = Math.ceil(1e6 / columns);
  for (let first = 0; first < rows.length; first += piece) {
    const part = rows.slice(first, first + piece);
    let values: ArrayLike<number>;
    try {
      values = valuesOf(posenc, model, part, columns);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
    let k = 0;
    for (const row of part) {
      for (let column = 0; column < columns; ++column) {
        const apart = Math.abs(table.at(row, column) - (values[k++] as number));
        const finite = Number.isFinite(apart);
        sum += finite ? Math.min(apart, most) : most;
        if (!finite || apart > beyond) ++wrong;
        if (finite && apart > largest) [largest, at] = [apart, [row, column]];
      }
    }
  }
  return { largest, at, mean: sum / (rows.length * columns), wrong };
}
