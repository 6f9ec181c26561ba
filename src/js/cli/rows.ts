// The positions that `encode` and `rotary` are asked for, which can be made piece by piece.
import { existsSync } from 'node:fs';
import { readNpy } from '../files.js';
import type { Encoding, FileTable, GridPositions, NumberArray, Positions, Scaling } from '../types.js';
import { type Arguments, readNumber, UsageError } from './arguments.js';
import { read } from './request.js';

export interface Rows {
  /** The sizes that the positions have. */
  readonly shape: readonly number[];
  readonly count: number;
  /** The largest position, for scalings that depend on the length reached. */
  readonly largest: number;
  /** Positions from `first` on, exactly those of the whole. */
  part(first: number, count: number): Positions | GridPositions;
  /** Where they cannot be divided; the library knows their shape then, or what is wrong with it. */
  readonly whole?: Positions | GridPositions;
}

export const readSizes = (parameter: string, text: string): number[] => {
  const sizes = text.split(/[x,]/).map((size) => readNumber(parameter, size));
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new UsageError(`invalid ${parameter}: '${text}' (whole numbers from 0, such as 14x14)`);
  return sizes;
};

export function readRows(given: Arguments, encoding: Encoding): Rows {
  const ways = ['count', 'positions', 'grid'].filter((name) => given.text(name) !== undefined);
  if (ways.length !== 1) throw new UsageError('one of --count, --positions and --grid is needed');
  const [start, step] = [given.number('start') ?? 0, given.number('step') ?? 1];
  const written = given.text('positions');
  const grid = given.text('grid');
  if ((written ?? grid) !== undefined && (given.text('start') ?? given.text('step')) !== undefined)
    throw new UsageError('--start and --step need --count');
  if (grid !== undefined) {
    const sizes = readSizes('--grid', grid);
    return undivided({ grid: sizes }, sizes);
  }
  if (written !== undefined) return listed(readList(written), encoding);
  const count = given.number('count') as number;
  if (!(Number.isSafeInteger(count) && count >= 0))
    throw new UsageError(`invalid --count: ${count} (a whole number from 0)`);
  // Between whole numbers a part of a progression is a progression; else it is the list that the whole means.
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(step) && Number.isSafeInteger(start + step * count);
  const part = (first: number, size: number): Positions =>
    whole
      ? { start: start + first * step, step, count: size }
      : step === 0
        ? { start, step, count: size }
        : Float64Array.from({ length: size }, (_, k) => start + (first + k) * step);
  return { shape: [count], count, largest: Math.max(start, start + step * Math.max(count - 1, 0)), part };
}

const productOf = (sizes: readonly number[]): number => sizes.reduce((product, size) => product * size, 1);

const undivided = (whole: Positions | GridPositions, shape: readonly number[]): Rows => ({
  shape,
  count: productOf(shape),
  largest: 0,
  part: () => whole,
  whole,
});

const LIST = /^\s*[-+.\deE]+(?:[\s,]+[-+.\deE]+)*\s*,?\s*$/;

type List = Pick<FileTable, 'data' | 'shape'>;

function readList(written: string): List {
  const isFile = written === '-' || !LIST.test(written) || existsSync(written);
  const bytes = isFile ? read(written) : new Uint8Array();
  if (bytes[0] === 0x93) {
    const table = readNpy(bytes);
    if (table.dtype === 'float16')
      throw new UsageError(`invalid --positions: ${table.dtype} in ${written} (a wider format)`);
    return table;
  }
  const text = (isFile ? new TextDecoder().decode(bytes) : written).trim().replace(/,$/, '');
  // Between two commas a number is missing.
  const words = text ? text.split(/\s*,\s*|\s+/) : [];
  const data = Float64Array.from(words, (word) => readNumber('--positions', word));
  return { data, shape: [data.length] };
}

/** One number a position; several one behind the other for points; or one row of numbers for each position stream. */
function listed({ data, shape }: List, encoding: Encoding): Rows {
  let largest = 0;
  for (const value of data) largest = Math.max(largest, Number(value));
  const numbers = data as NumberArray;
  const axes = coordinatesOf(encoding);
  const flat = shape.length === 1;
  if (axes) {
    const sizes = flat ? [data.length / axes] : shape.slice(0, -1);
    // Rows before the points would stand before every piece, and an axis would end with it.
    const { classRows, axes: own } = encoding as { classRows?: number; axes: unknown };
    const tied = classRows || (Array.isArray(own) && own.some((axis) => isOpen(axis?.scaling)));
    const fits = Number.isInteger(productOf(sizes)) && productOf(sizes) * axes === data.length;
    if (tied || !fits) return undivided(flat ? numbers : { data: numbers, shape }, shape);
    const part = (first: number, count: number): Positions => ({
      data: data.subarray(first * axes, (first + count) * axes) as NumberArray,
      shape: [count, axes],
    });
    return { shape: sizes, count: data.length / axes, largest, part };
  }
  const { sections } = encoding as { sections?: unknown };
  // A flat list stands in all streams.
  if (!Array.isArray(sections) || flat) {
    const part = (first: number, count: number): Positions => data.subarray(first, first + count) as NumberArray;
    return { shape, count: data.length, largest, part };
  }
  const streams = sections.length;
  if (shape[0] !== streams) return undivided({ data: numbers, shape }, shape);
  const each = data.length / streams;
  const part = (first: number, count: number): Positions => ({
    data: sections.flatMap((_, stream) =>
      Array.from(data.subarray(stream * each + first, stream * each + first + count), Number),
    ),
    shape: [streams, count],
  });
  return { shape: shape.slice(1), count: each, largest, part };
}

/** A scaling that depends on the length reached. */
export const isOpen = (scaling?: Scaling): boolean =>
  (scaling?.type === 'dynamic' || scaling?.type === 'longrope') && scaling.length === undefined;

/** How many numbers a point has; 0 where a position is one number. */
function coordinatesOf(encoding: Encoding): number {
  const { kind, axes } = encoding as { kind?: unknown; axes?: unknown };
  if (kind === 'grid') return Array.isArray(axes) ? axes.length : 0;
  return kind === 'fourier' && Number.isInteger(axes) ? Number(axes) : 0;
}
