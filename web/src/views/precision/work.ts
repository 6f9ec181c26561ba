/** The long computations of the view, as generators that yield after each row. */

import type { Posenc, SinusoidEncoding } from 'posenc';
import type { FormatId } from '../../formats.ts';
import { pickColumns } from './columns.ts';
import { type ColumnMap, type Law, rowMaker, type Way, ways, worstOf } from './simulate.ts';

/** All that rows are computed from. */
export interface Exact {
  readonly encoding: SinusoidEncoding;
  readonly law: Law;
  readonly map: ColumnMap;
  /** The row that is right, in float64. */
  readonly rowAt: (position: number) => Float64Array;
}

/**
 * The exact side of a comparison. A padding row would hide the values of its position; text stands at the same position
 * in all streams, so its rows are those of one.
 */
export function exactOf(posenc: Posenc, whole: SinusoidEncoding, map: ColumnMap, single: Float32Array): Exact {
  const { padding: _, sections: __, sectionOrder: ___, ...encoding } = whole;
  const rowAt = (position: number): Float64Array =>
    posenc.encode(encoding, { start: position, count: 1 }, { dtype: 'float64' }).data;
  const { origin = 0, valueScale = 1 } = encoding;
  return {
    encoding,
    map,
    rowAt,
    law: {
      exact: posenc.frequencies(encoding).data,
      single,
      origin,
      amplitude: amplitudeOf(rowAt(0), map, valueScale),
    },
  };
}

/** Sine and cosine of a pair together say what both are multiplied by: the scale of values and an attention factor. */
function amplitudeOf(row: Float64Array, { pairs, isSine }: ColumnMap, valueScale: number): number {
  const sine = pairs.findIndex((pair, column) => pair === 0 && isSine[column] === 1);
  const cosine = pairs.findIndex((pair, column) => pair === 0 && isSine[column] === 0);
  if (sine < 0 || cosine < 0) return valueScale;
  const size = Math.hypot(row[sine] as number, row[cosine] as number) * (valueScale < 0 ? -1 : 1);
  // The hypotenuse may miss a plain scale by its last bit.
  return Math.abs(size - valueScale) < 1e-12 * Math.abs(valueScale) ? valueScale : size;
}

/** For each way the largest error of the rows at some positions. */
export function* errorsOver(
  { law, map, rowAt }: Exact,
  format: FormatId,
  positions: readonly number[],
  into: Readonly<Record<Way, Float64Array>>,
): Generator<number> {
  const makers = ways.map((way) => [into[way], rowMaker(way, format, law, map)] as const);
  for (let k = 0; k < positions.length; k++) {
    const position = positions[k] as number;
    const exact = rowAt(position);
    for (const [errors, make] of makers) errors[k] = worstOf(make(position, exact), exact);
    yield k + 1;
  }
}

/** Errors of some cells, row by row. */
export function* errorCells(
  { law, map, rowAt }: Exact,
  way: Way,
  format: FormatId,
  positions: readonly number[],
  columns: readonly number[],
  into: Float64Array,
): Generator<number> {
  const make = rowMaker(way, format, law, pickColumns(map, columns));
  for (let r = 0; r < positions.length; r++) {
    const position = positions[r] as number;
    const whole = rowAt(position);
    const exact = Float64Array.from(columns, (column) => whole[column] as number);
    const row = make(position, exact);
    for (let c = 0; c < columns.length; c++) {
      into[r * columns.length + c] = Math.abs((row[c] as number) - (exact[c] as number));
    }
    yield r + 1;
  }
}

/** At most `most` of `count` things from `first` on, at even distances. */
export function sampled(first: number, count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, k) => first + k * step);
}
