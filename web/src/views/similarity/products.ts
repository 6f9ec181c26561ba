/** Similarities of rows: from the package where they depend on the distance alone, else dot products of its rows. */

import type { Encoding, Posenc, Positions, SinusoidEncoding } from 'posenc';
import { columnsOf } from '../../columns.ts';
import { type AnyEncoding, kindOfEncoding } from '../../encoding.ts';
import { isGridKind } from '../../fields.ts';
import { streamOf } from '../../source.ts';
import type { Rows } from '../../state.ts';
import { wholeLabel } from '../../ticks.ts';

/** Rows of an encoding, one after another: of the first rows counted from 0. */
export interface RowSource {
  /** Float64 values of `count` rows from row `first` on, row-major. */
  rows(first: number, count: number): ArrayLike<number>;
  readonly dim: number;
  readonly length: number;
}

/** Similarities of the rows shown: of what the distance alone decides them, or why both positions count. */
export type Dependence = { readonly law: SinusoidEncoding } | { readonly reason: string };

/**
 * What PE(p) . PE(p + k) depends on, for p and p + k among the rows shown: on k alone where every sine has its cosine,
 * at the same place and of the same size.
 */
export function dependenceOf(encoding: AnyEncoding, dim: number, { start, length }: Rows): Dependence {
  if (encoding.kind !== undefined && encoding.kind !== 'sinusoid') {
    return { reason: 'For this encoding the dot product depends on both positions' };
  }
  // A dynamic scaling has other frequencies for each length: the page asks for one table, of all its positions.
  // Text stands at the same position in all streams: its rows are those of one.
  const { padding, sections: _, sectionOrder: __, ...law } = encoding;
  if (law.xpos !== undefined) {
    return {
      reason: 'The decay of xPos multiplies each row by powers of its position, so the dot product depends on both',
    };
  }
  const columns = columnsOf(encoding, dim);
  if (columns.firsts !== columns.seconds) {
    const [alone, partner] = columns.order === 'sin-cos' ? ['sine', 'cosine'] : ['cosine', 'sine'];
    return {
      reason: `An odd width leaves a ${alone} without its ${partner}, so the dot product depends on both positions`,
    };
  }
  if (padding !== undefined && Number.isInteger(padding - start) && padding >= start && padding < start + length) {
    return {
      reason: `The row at position ${wholeLabel(padding)} is padding, all zeros, and so are its dot products; between the other rows the distance alone counts`,
    };
  }
  return { law };
}

/** Distances at once: a slice of a few milliseconds. */
const block = 256;

/** Writes the similarities at distances first, first + 1, ... and yields after each block. */
export function* similarities(
  posenc: Pick<Posenc, 'similarity'>,
  encoding: SinusoidEncoding,
  into: Float64Array,
): Generator<number> {
  for (let first = 0; first < into.length; first += block) {
    const part = into.subarray(first, first + block);
    part.set(posenc.similarity(encoding, { start: first, count: part.length }).data);
    yield first + part.length;
  }
}

const dot = (a: ArrayLike<number>, at: number, b: ArrayLike<number>, bt: number, dim: number): number => {
  let sum = 0;
  for (let c = 0; c < dim; c++) sum += (a[at + c] as number) * (b[bt + c] as number);
  return sum;
};

/** The dot products of one row with rows first, first + 1, ...; divided by both lengths for the cosine. */
export function* productsWith(
  source: RowSource,
  row: number,
  first: number,
  into: Float64Array,
  isCosine: boolean,
): Generator<number> {
  const { dim } = source;
  const own = source.rows(row, 1);
  const norm = Math.sqrt(dot(own, 0, own, 0, dim));
  const size = Math.max(1, Math.min(256, Math.floor(65536 / dim)));
  for (let k = 0; k < into.length; k += size) {
    const count = Math.min(size, into.length - k);
    const others = source.rows(first + k, count);
    for (let r = 0; r < count; r++) {
      const product = dot(own, 0, others, r * dim, dim);
      const scale = isCosine ? norm * Math.sqrt(dot(others, r * dim, others, r * dim, dim)) : 1;
      into[k + r] = scale === 0 ? 0 : product / scale;
    }
    yield k + count;
  }
}

/** The matrix of all dot products of some rows, [count, count]. */
export function* productsAmong(
  source: RowSource,
  first: number,
  count: number,
  into: Float64Array,
  isCosine: boolean,
): Generator<number> {
  const { dim } = source;
  const rows = source.rows(first, count);
  const norms = Float64Array.from({ length: count }, (_, i) => Math.sqrt(dot(rows, i * dim, rows, i * dim, dim)));
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      const product = dot(rows, i * dim, rows, j * dim, dim);
      const scale = isCosine ? (norms[i] as number) * (norms[j] as number) : 1;
      into[i * count + j] = into[j * count + i] = scale === 0 ? 0 : product / scale;
    }
    yield i + 1;
  }
}

/** Rows of any encoding from the package. Grids are computed whole, others where they are asked for. */
export function rowSource(
  posenc: Posenc,
  encoding: AnyEncoding,
  {
    start,
    length,
    dim,
    whole,
  }: { start: number; length: number; dim: number; whole: () => Positions | { grid: readonly number[] } },
): RowSource {
  const table = encoding as Encoding;
  if (isGridKind(kindOfEncoding(encoding)) || streamOf(encoding) > 0) {
    let data: ArrayLike<number> | undefined;
    return {
      dim,
      length,
      rows(first, count) {
        data ??= posenc.encode(table, whole() as Positions, { dtype: 'float64' }).data;
        return (data as Float64Array).subarray(first * dim, (first + count) * dim);
      },
    };
  }
  return {
    dim,
    length,
    rows: (first, count) => posenc.encode(table, { start: start + first, count }, { dtype: 'float64' }).data,
  };
}
