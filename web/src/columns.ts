/**
 * Where the functions of a pair stand: columns of the matrix, and pixel columns of its picture.
 *
 * "First" and "second" are the two functions of a pair in the order that the encoding asks for.
 */

import type { SinusoidEncoding } from 'posenc';
import type { AnyEncoding } from './encoding.ts';

type Known<Name extends 'layout' | 'order' | 'spacing'> = NonNullable<SinusoidEncoding[Name]>;

export interface Columns {
  readonly dim: number;
  /** Columns without pairs: learned tables, grids, biases. Each column is a first function of its own, named a value. */
  readonly isPlain: boolean;
  readonly layout: Known<'layout'>;
  readonly order: Known<'order'>;
  readonly spacing: Known<'spacing'>;
  /** Columns that hold a first function: one a pair. */
  readonly firsts: number;
  /** Columns that hold a second function: one less where an odd width has dropped the last. */
  readonly seconds: number;
  /** Whether the last column holds zeros. */
  readonly zero: boolean;
  /** The width that the law of frequencies sees. */
  readonly lawWidth: number;
}

/** What a column holds; `pair` is -1 in a column of zeros. */
export interface Cell {
  readonly pair: number;
  readonly half: 0 | 1 | 2;
}

/** Columns `firstPair` to `lastPair` of a half, which share a pixel. */
export interface PixelColumn {
  readonly half: 0 | 1 | 2;
  readonly firstPair: number;
  readonly lastPair: number;
}

/** The columns of an encoding that has `dim` of them. */
export function columnsOf(encoding: AnyEncoding, dim: number): Columns {
  if (encoding.kind !== undefined && encoding.kind !== 'sinusoid') {
    const plain = { layout: 'halves', order: 'sin-cos', spacing: 'paper' } as const;
    return { dim, isPlain: true, ...plain, firsts: dim, seconds: 0, zero: false, lawWidth: dim };
  }
  const { layout = 'interleaved', order = 'sin-cos', spacing = 'paper', odd = 'truncate' } = encoding;
  const isOdd = dim % 2 === 1;
  const zero = isOdd && odd === 'zero';
  const seconds = Math.floor(dim / 2);
  const firsts = zero ? seconds : Math.ceil(dim / 2);
  const lawWidth = zero ? dim - 1 : isOdd && odd === 'truncate-next' ? dim + 1 : dim;
  return { dim, isPlain: false, layout, order, spacing, firsts, seconds, zero, lawWidth };
}

export type FunctionName = 'sin' | 'cos' | 'zero' | 'value';

export function functionOf(columns: Columns, half: 0 | 1 | 2): FunctionName {
  if (columns.isPlain) return 'value';
  if (half === 2) return 'zero';
  return (half === 0) === (columns.order === 'sin-cos') ? 'sin' : 'cos';
}

/** The column of a pair's first or second function, or -1 if the width has no place for it. */
export function columnOf(columns: Columns, pair: number, half: 0 | 1 | 2): number {
  if (half === 2) return columns.zero ? columns.dim - 1 : -1;
  if (pair < 0 || pair >= (half === 0 ? columns.firsts : columns.seconds)) return -1;
  if (columns.layout === 'interleaved') return 2 * pair + half;
  return half === 0 ? pair : columns.firsts + pair;
}

export function cellOf(columns: Columns, column: number): Cell {
  if (columns.zero && column === columns.dim - 1) return { pair: -1, half: 2 };
  if (columns.layout === 'interleaved') return { pair: column >> 1, half: (column & 1) as 0 | 1 };
  return column < columns.firsts ? { pair: column, half: 0 } : { pair: column - columns.firsts, half: 1 };
}

/** Pixel columns of the whole picture when `perPixel` columns share a pixel. */
export function pictureWidth(columns: Columns, perPixel: number): number {
  if (perPixel === 1) return columns.dim;
  return Math.ceil(columns.firsts / perPixel) + Math.ceil(columns.seconds / perPixel) + (columns.zero ? 1 : 0);
}

/** What a pixel column covers. With one column a pixel the picture is the matrix; with more, halves stand apart. */
export function pixelColumnOf(columns: Columns, pixel: number, perPixel: number): PixelColumn {
  if (perPixel === 1) {
    const { pair, half } = cellOf(columns, pixel);
    return { half, firstPair: pair, lastPair: pair };
  }
  const firstHalf = Math.ceil(columns.firsts / perPixel);
  const secondHalf = Math.ceil(columns.seconds / perPixel);
  if (pixel >= firstHalf + secondHalf) return { half: 2, firstPair: -1, lastPair: -1 };
  const half = pixel < firstHalf ? 0 : 1;
  const firstPair = (half === 0 ? pixel : pixel - firstHalf) * perPixel;
  const count = half === 0 ? columns.firsts : columns.seconds;
  return { half, firstPair, lastPair: Math.min(firstPair + perPixel, count) - 1 };
}

/** The pixel column that covers a column. */
export function pixelOfColumn(columns: Columns, column: number, perPixel: number): number {
  if (perPixel === 1) return column;
  const { pair, half } = cellOf(columns, column);
  const firstHalf = Math.ceil(columns.firsts / perPixel);
  if (half === 0) return Math.floor(pair / perPixel);
  if (half === 1) return firstHalf + Math.floor(pair / perPixel);
  return firstHalf + Math.ceil(columns.seconds / perPixel);
}
