// The table that is to be identified: its values as numbers, whatever holds them, and what they look like.
import { readList, readSizes, shaped } from '../arrays.js';
import { arrayClass, wrongType, wrongValue } from '../errors.js';
import { choice, fields } from '../fields.js';
import { FORMATS, type Precision, rounded, widened } from '../precision.js';

const PRECISIONS = Object.keys(FORMATS) as Precision[];

export interface TableView {
  readonly rows: number;
  readonly columns: number;
  /** The indices of all columns. */
  readonly all: readonly number[];
  /** Sizes of a grid's axes, if the shape has them. */
  readonly grid?: readonly [number, number] | undefined;
  readonly precision: Precision;
  /** The largest error of one rounding, for values up to `size`. */
  tolerance(size: number): number;
  at(row: number, column: number): number;
  readonly transposed: boolean;
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

export function readTable(table: unknown, options: unknown): TableView {
  const asked = fields('options', options, ['shape', 'dtype']);
  const described = arrayClass(table) ? { data: table } : fields('table', table, ['data', 'shape', 'dtype']);
  const { data, shape, dtype } = { shape: undefined, dtype: undefined, ...described, ...asked };
  const given = readSizes(shape);
  const list = readList('table', data);
  if (!list) throw wrongType('table', data, 'an array of numbers, or { data, shape }');
  const sizes = shaped(given, list.length, 'values');
  const axes = [...sizes];
  while (axes.length > 2 && axes[0] === 1) axes.shift();
  if (axes.length < 2 || axes.length > 3 || !list.length)
    throw new RangeError(
      `invalid shape: [${sizes.join(', ')}] ([rows, dim] or, over a grid, [height, width, dim], with leading axes of 1; at least one row and one column)`,
    );
  const columns = axes.pop() as number;
  const array = arrayClass(data);
  const bits = array === 'Uint16Array';
  const type = PRECISIONS[choice('dtype', dtype, PRECISIONS)] as Precision;
  if (bits && FORMATS[type][0] < 1e-6)
    throw (dtype === undefined ? wrongType : wrongValue)(
      'dtype',
      dtype,
      "'float16' or 'bfloat16', since the table is a Uint16Array",
    );
  const at = (row: number, column: number): number => {
    const value = list[row * columns + column] as number;
    return bits ? widened(value, type) : value;
  };
  const own = array === 'Float32Array' ? 'float32' : array === 'Float16Array' ? 'float16' : 'float64';
  const rows = list.length / columns;
  const precision = coarsest(at, rows, columns, dtype === undefined ? own : type);
  return {
    rows,
    columns,
    all: indices(columns),
    grid: axes.length === 2 ? (axes as [number, number] & number[]) : undefined,
    precision,
    // Smaller numbers than the normal ones are as far apart as the smallest of these.
    tolerance: (size) => FORMATS[precision][0] * Math.max(size, 2 ** FORMATS[precision][2]),
    at,
    transposed: false,
  };
}

export const transpose = (table: TableView): TableView => ({
  ...table,
  rows: table.columns,
  columns: table.rows,
  all: indices(table.rows),
  grid: undefined,
  at: (row, column) => table.at(column, row),
  transposed: true,
});

/** A wide array may hold values that were rounded to a coarser format before. */
function coarsest(at: TableView['at'], rows: number, columns: number, precision: Precision): Precision {
  const some = Array.from({ length: 2000 }, (_, k) => at((k * 7919) % rows, (k * 104729) % columns));
  // Whole numbers tell nothing, nor does what is not finite.
  const telling = some.filter((x) => x % 1);
  const held = (format: Precision) =>
    FORMATS[format][0] > FORMATS[precision][0] && telling.every((x) => rounded(x, format) === x);
  return (telling.length > 20 && (['bfloat16', 'float16', 'float32'] as const).find(held)) || precision;
}

export const isZero = ({ all, at }: TableView, row: number): boolean => all.every((column) => at(row, column) === 0);

/**
 * How many values are not finite, and the first of them; whether all are the same; mean and deviation of the finite ones.
 */
export function survey({ rows, columns, at }: TableView) {
  let [bad, firstBad, sum, squares, constant] = [0, 0, 0, 0, true];
  const count = rows * columns;
  const first = at(0, 0);
  for (let k = 0; k < count; ++k) {
    const x = at(Math.floor(k / columns), k % columns);
    constant &&= x === first;
    if (Number.isFinite(x)) {
      sum += x;
      squares += x * x;
    } else if (!bad++) firstBad = k;
  }
  const finite = count - bad;
  const mean = sum / finite;
  const place = [Math.floor(firstBad / columns), firstBad % columns] as const;
  return { bad, place, constant, first, mean, deviation: Math.sqrt(Math.max(squares / finite - mean * mean, 0)) };
}

/** Whether most rows go on where the row before was: the cosine of neighbours. */
export function related({ rows, all, at }: TableView): boolean {
  const pairs = Math.min(rows - 1, 64);
  let sum = 0;
  for (let k = 0; k < pairs; ++k) {
    const row = Math.floor((k * (rows - 1)) / pairs);
    const dot = (a: number, b: number) => all.reduce((all, column) => all + at(a, column) * at(b, column), 0);
    sum += dot(row, row + 1) / (Math.sqrt(dot(row, row) * dot(row + 1, row + 1)) || 1);
  }
  return Math.abs(sum / pairs) > 0.9;
}
