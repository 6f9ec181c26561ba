// The table that is to be identified: its values as numbers, whatever holds them, and what they look like.
import { readList } from '../arrays.js';
import { arrayClass, wrongType } from '../errors.js';
import { choice, fields } from '../fields.js';

/** How close a value rounded once is, for values up to 1. */
const ROUNDING = { float64: 1e-14, float32: 6.1e-8, float16: 2.5e-4, bfloat16: 2e-3 };
export type Precision = keyof typeof ROUNDING;

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

const PRECISIONS = ['float32', 'float64', 'float16', 'bfloat16'];

export function readTable(table: unknown, options: unknown): TableView {
  const { shape: asked, dtype: askedType } = fields('options', options, ['shape', 'dtype']);
  const given = arrayClass(table) ? { data: table } : fields('table', table, ['data', 'shape', 'dtype']);
  const own = given as { data?: unknown; shape?: unknown; dtype?: unknown };
  const { data } = own;
  const shape = asked ?? own.shape;
  const dtype = askedType ?? own.dtype;
  const array = arrayClass(data);
  const list = readList('table', data);
  if (!list) throw wrongType('table', data, 'an array of numbers, or { data, shape }');
  const sizes = shape === undefined ? undefined : readList('shape', shape);
  if (!sizes) throw wrongType('shape', shape, 'an array of numbers: [rows, dim]');
  const all = Array.from(sizes);
  const wrongShape = (allowed: string) => new RangeError(`invalid shape: [${all.join(', ')}] (${allowed})`);
  if (!all.every((size) => Number.isSafeInteger(size) && size >= 0)) throw wrongShape('whole numbers from 0');
  const axes = [...all];
  while (axes.length > 2 && axes[0] === 1) axes.shift();
  if (axes.length !== 2 && axes.length !== 3)
    throw wrongShape('[rows, dim] or, over a grid, [height, width, dim], with leading axes of 1');
  if (all.reduce((product, size) => product * size, 1) !== list.length)
    throw wrongShape(`sizes whose product is ${list.length}, the number of values`);
  const columns = axes.pop() as number;
  const rows = axes.reduce((product, size) => product * size, 1);
  if (!(rows && columns)) throw wrongShape('at least one row and one column');
  if (array === 'Uint16Array' && dtype !== 'float16' && dtype !== 'bfloat16')
    throw wrongType('dtype', dtype, "'float16' or 'bfloat16', since the table is a Uint16Array");
  if (dtype !== undefined) choice('dtype', dtype, PRECISIONS);
  const value = array === 'Uint16Array' ? widener(dtype as 'float16' | 'bfloat16') : (x: number): number => x;
  const at = (row: number, column: number) => value(list[row * columns + column] as number);
  const fallback = array === 'Float32Array' ? 'float32' : array === 'Float16Array' ? 'float16' : 'float64';
  const precision = coarsest(at, rows, columns, (dtype ?? fallback) as Precision);
  const grid = axes.length === 2 ? (axes as [number, number]) : undefined;
  return {
    rows,
    columns,
    all: indices(columns),
    grid,
    precision,
    tolerance: (size) => ROUNDING[precision] * Math.max(size, 1e-30),
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

/** Bits of the fraction, and the exponent of the smallest normal number. */
const NARROW = { bfloat16: [7, -126], float16: [10, -14] } as const;

/** From the bits of a 16-bit format. */
function widener(dtype: 'float16' | 'bfloat16'): (bits: number) => number {
  const [places, least] = NARROW[dtype];
  return (bits) => {
    const exponent = (bits & 0x7fff) >> places;
    const fraction = (bits & ((1 << places) - 1)) / 2 ** places;
    const highest = 0x7fff >> places;
    const size = (exponent ? 1 + fraction : fraction) * 2 ** (Math.max(exponent, 1) - 1 + least);
    return (bits >> 15 ? -1 : 1) * (exponent < highest ? size : fraction ? Number.NaN : Number.POSITIVE_INFINITY);
  };
}

/** A wide array may hold values that were rounded to a coarser format before. */
function coarsest(at: TableView['at'], rows: number, columns: number, precision: Precision): Precision {
  const some = Array.from({ length: 2000 }, (_, k) => at((k * 7919) % rows, (k * 104729) % columns));
  // Whole numbers tell nothing.
  const telling = some.filter((x) => !Number.isInteger(x));
  const held = (format: Precision) =>
    ROUNDING[format] > ROUNDING[precision] && telling.every((x) => rounded(x, format) === x);
  return (telling.length > 20 && (['bfloat16', 'float16', 'float32'] as const).find(held)) || precision;
}

/** A number rounded once to a format, to nearest even. */
export function rounded(x: number, format: Precision): number {
  if (format === 'float64' || x === 0 || !Number.isFinite(x)) return x;
  if (format === 'float32') return Math.fround(x);
  const [bits, least] = NARROW[format];
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), least);
  const unit = 2 ** (exponent - bits);
  const units = x / unit;
  const whole = Math.round(units);
  return (Math.abs(units - Math.trunc(units)) === 0.5 && whole % 2 !== 0 ? whole - 1 : whole) * unit;
}

/** The first value that is not finite, and how many there are; what all values are, if they are the same. */
export function survey({ rows, columns, at }: TableView) {
  let bad = 0;
  let firstBad: [number, number] = [0, 0];
  let sum = 0;
  let squares = 0;
  const first = at(0, 0);
  let constant = true;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const x = at(row, column);
      if (!Number.isFinite(x)) {
        if (!bad++) firstBad = [row, column];
      } else {
        sum += x;
        squares += x * x;
        if (x !== first) constant = false;
      }
    }
  }
  const count = rows * columns;
  const mean = sum / count;
  return { bad, firstBad, constant, first, mean, deviation: Math.sqrt(Math.max(squares / count - mean * mean, 0)) };
}
