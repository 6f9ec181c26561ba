// What tests compare with: the formulas as the types' comments state them, in plain doubles, and roundings of their own.
import { readFileSync } from 'node:fs';
import type { SinusoidEncoding } from 'posenc';
import { createPosenc, type Posenc } from 'posenc';

export const posenc: Posenc = await createPosenc();

export interface GoldenCase {
  name: string;
  params: Record<string, number | string | null | number[] | string[]>;
  shape: number[];
  dtype: string;
  data: number[];
  indices?: number[];
  inputs: Record<string, { shape: number[]; dtype: string; data: number[] }>;
  outputs: Record<string, { shape: number[]; dtype: string; data: number[] }>;
  measured_max_abs_err: number;
}

export function golden(name: string): GoldenCase[] {
  return JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8')).cases;
}

type Columns = { column: 'first' | 'second'; pair: number } | { column: 'zero' };

/** What stands in each column. */
export function columnsOf({ dim, layout = 'interleaved', odd = 'truncate' }: SinusoidEncoding): Columns[] {
  const even = dim % 2 === 0;
  const pairs = even ? dim / 2 : odd === 'zero' ? (dim - 1) / 2 : (dim + 1) / 2;
  const firsts = Array.from({ length: pairs }, (_, pair) => ({ column: 'first' as const, pair }));
  const seconds = firsts.map(({ pair }) => ({ column: 'second' as const, pair }));
  const columns: Columns[] =
    layout === 'halves' ? [...firsts, ...seconds] : firsts.flatMap((first, pair) => [first, seconds[pair] as Columns]);
  if (!even && odd === 'zero') columns.push({ column: 'zero' });
  return columns.slice(0, dim);
}

/** Radians per position of each pair. */
export function frequenciesOf(encoding: SinusoidEncoding): number[] {
  const { dim, base = 10000, spacing = 'paper', odd = 'truncate', scale = 1 } = encoding;
  const width = dim % 2 === 0 ? dim : odd === 'zero' ? dim - 1 : odd === 'truncate-next' ? dim + 1 : dim;
  const pairs = Math.ceil(width / 2);
  return Array.from({ length: pairs }, (_, i) => {
    if (spacing === 'paper') return scale * base ** ((-2 * i) / width);
    return scale * (pairs === 1 ? 1 : base ** (-i / (width / 2 - 1)));
  });
}

/** A row in plain doubles: good to about 1e-15 times the position. */
export function rowOf(encoding: SinusoidEncoding, position: number): number[] {
  const { order = 'sin-cos', origin = 0, valueScale = 1, padding } = encoding;
  const frequencies = frequenciesOf(encoding);
  const sinFirst = order === 'sin-cos';
  return columnsOf(encoding).map((place) => {
    if (place.column === 'zero' || position === padding) return 0;
    const angle = (frequencies[place.pair] as number) * (position + origin);
    return valueScale * ((place.column === 'first') === sinFirst ? Math.sin(angle) : Math.cos(angle));
  });
}

/** A double as the bits of a smaller binary format, rounded once, to nearest even. */
export function bitsOf(value: number, format: 'float16' | 'bfloat16'): number {
  const [exponentBits, fractionBits] = format === 'float16' ? [5, 10] : [8, 7];
  const bias = 2 ** (exponentBits - 1) - 1;
  const sign = value < 0 || Object.is(value, -0) ? 1 << 15 : 0;
  const size = Math.abs(value);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  const exponent = Math.max((view.getUint16(0) >> 4) - 1023, 1 - bias);
  // Scaling by a power of 2 is exact, so that this is the number of units in the last place.
  const units = size / 2 ** (exponent - fractionBits);
  let whole = Math.floor(units);
  const rest = units - whole;
  if (rest > 0.5 || (rest === 0.5 && whole % 2 === 1)) ++whole;
  // A subnormal number has no leading 1; a carry into the exponent comes right by itself.
  return sign | ((exponent + bias - 1) * 2 ** fractionBits + whole);
}

/** The greatest distance of two lists of numbers. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let k = 0; k < a.length; ++k) {
    const apart = Math.abs((a[k] as number) - (b[k] as number));
    if (!(apart <= most)) most = apart;
  }
  return most;
}

/** The index of the first element whose bits differ, or -1. Quicker than expect on long arrays. */
export function firstDifference(a: ArrayLike<number | bigint>, b: ArrayLike<number | bigint>): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let k = 0; k < a.length; ++k) if (!Object.is(a[k], b[k])) return k;
  return -1;
}

/** The name and the message of what a call throws. */
export function errorOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return String(error);
  }
  return 'nothing thrown';
}
