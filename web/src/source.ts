/** Where the values of the matrix come from: the exact pictures of sinusoids, or tables that are held whole. */

import type { BiasEncoding, Encoding, GridPositions, Posenc, Positions, SinusoidEncoding } from 'posenc';
import { type AnyEncoding, kindOfEncoding } from './encoding.ts';
import type { Values } from './field.ts';
import { isGridKind, isTableKind } from './fields.ts';
import { dimOf, rowsOf } from './rows.ts';
import { numberIn, type Rows, type Sample, valueIn } from './state.ts';

/** A rectangle of the picture. Rows count from the first row of the matrix, columns as in `Posenc.window`. */
export interface Rectangle {
  readonly first: number;
  readonly positionsPerPixel: number;
  readonly height: number;
  readonly left: number;
  readonly columnsPerPixel: number;
  readonly width: number;
}

export interface Source {
  /** Writes a rectangle of values, scaled to -1 ... 1. */
  fill(rectangle: Rectangle, sample: Sample, into: Float32Array | Float64Array): void;
  /** What a value of 1 stands for: values of tables are divided by the largest. */
  readonly unit: number;
  /** The value of a cell, in float64 where the package gives it. */
  valueAt(row: number, column: number): number;
}

/** A value of a sinusoid may be larger than its scale, if an attention factor or xPos multiplies it. */
function sinusoidSource(posenc: Posenc, encoding: SinusoidEncoding, { start }: Rows): Source {
  const unit = Math.abs(encoding.valueScale ?? 1) || 1;
  const shown = unit === 1 ? encoding : { ...encoding, valueScale: Math.sign(encoding.valueScale ?? 1) };
  return {
    unit,
    fill({ first, ...rectangle }, sample, into) {
      const picture = { ...rectangle, start: start + first };
      if (into instanceof Float64Array) posenc.window(shown, picture, { sample, into });
      else posenc.window(shown, picture, { sample, into });
    },
    valueAt(row, column) {
      const position = { start: start + row, count: 1 };
      return posenc.encode(encoding, position, { dtype: 'float64' }).data[column] as number;
    },
  };
}

/**
 * Values that are computed once, when the first is asked for.
 * @param offsetOf where a row begins among them
 */
export function tableSource(
  dim: number,
  compute: () => ArrayLike<number>,
  offsetOf = (row: number): number => row * dim,
): Source {
  let table: ArrayLike<number> | undefined;
  let unit = 1;
  const load = (): ArrayLike<number> => {
    if (!table) {
      table = compute();
      let largest = 0;
      for (let k = 0; k < table.length; k++) largest = Math.max(largest, Math.abs(table[k] as number));
      unit = largest || 1;
    }
    return table;
  };
  return {
    get unit() {
      load();
      return unit;
    },
    fill({ first, positionsPerPixel, height, left, columnsPerPixel, width }, sample, into) {
      const data = load();
      const isMean = sample === 'mean';
      const down = isMean ? positionsPerPixel : 1;
      for (let y = 0; y < height; y++) {
        const top = first + y * positionsPerPixel;
        for (let x = 0; x < width; x++) {
          const from = (left + x) * columnsPerPixel;
          const across = isMean ? Math.min(columnsPerPixel, dim - from) : 1;
          let sum = 0;
          for (let r = top; r < top + down; r++) {
            const begin = offsetOf(r) + from;
            for (let k = begin; k < begin + across; k++) sum += data[k] as number;
          }
          into[y * width + x] = sum / (down * across * unit);
        }
      }
    },
    valueAt: (row, column) => load()[offsetOf(row) + column] as number,
  };
}

/** The values of the matrix: rows are positions or cells; of a bias queries, its columns are keys. */
export function sourceOf(posenc: Posenc, encoding: AnyEncoding, values: Values): Source {
  const kind = kindOfEncoding(encoding);
  const dim = dimOf(values, encoding);
  if (hasClosedMeans(encoding)) return sinusoidSource(posenc, encoding as SinusoidEncoding, rowsOf(values));
  if (isTableKind(kind)) {
    const request = wholePositions(encoding, values);
    return tableSource(dim, () => posenc.encode(encoding as Encoding, request, { dtype: 'float64' }).data);
  }
  const bias = encoding as BiasEncoding;
  if (bias.kind === 'swin') return tableSource(dim, () => posenc.bias(bias).data as Int32Array);
  const { valuesOf, offsetOf } = biasRows(posenc, bias, dim);
  return tableSource(dim, () => valuesOf(numberIn(values, 'head', 0)), offsetOf);
}

/** A bias between positions: row `query` of a head is `valuesOf(head)` from `offsetOf(query)` on. */
interface BiasRows {
  readonly valuesOf: (head: number) => Float64Array | Int32Array;
  readonly offsetOf: (query: number) => number;
}

/**
 * The values of one query are those of all: what is between two positions depends on the way from one to the other, or on
 * the key alone. A table of them would be a thousand times as large, and one of a hundred heads would fill the memory.
 */
export function biasRows(posenc: Posenc, encoding: Exclude<BiasEncoding, { kind: 'swin' }>, count: number): BiasRows {
  const isByKey = encoding.kind === 'alibi' && (encoding.anchor ?? 'distance') !== 'distance';
  // Of the last position, to all that stand as far from it on either side.
  const keys = isByKey ? count : 2 * count - 1;
  const exact = encoding.kind === 'alibi' ? { dtype: 'float64' as const } : {};
  const data = posenc.bias(encoding, { queries: 1, offset: keys - count, keys, ...exact }).data as
    | Float64Array
    | Int32Array;
  return {
    valuesOf: (head) => data.subarray(head * keys, (head + 1) * keys),
    offsetOf: (query) => (isByKey ? 0 : count - 1 - query),
  };
}

/** Whether a mean of its values needs no sum: with sinusoids of one position a row. */
export const hasClosedMeans = (encoding: AnyEncoding): boolean =>
  kindOfEncoding(encoding) === 'sinusoid' && streamOf(encoding) === 0;

/** How many position streams a rotary encoding has (M-RoPE); 0 without sections. */
export const streamOf = (encoding: AnyEncoding): number =>
  'sections' in encoding && encoding.sections ? encoding.sections.length : 0;

/** All positions of the rows, as `encode` takes them: cells of a grid, or positions in one or several streams. */
export function wholePositions(encoding: AnyEncoding, values: Values): Positions | GridPositions {
  if (isGridKind(kindOfEncoding(encoding))) return { grid: valueIn(values, 'cells') as readonly number[] };
  const { start, length } = rowsOf(values);
  const count = streamOf(encoding);
  if (count === 0) return { start, count: length };
  // Text stands at the same position in all streams.
  const data = Float64Array.from({ length: count * length }, (_, k) => start + (k % length));
  return { data, shape: [count, length] };
}
