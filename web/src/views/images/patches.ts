/** Tables over the patches of an image: what each channel depends on, which patches are alike, what resizing does. */

import type { Encoding, Posenc, ResampleOptions } from 'posenc';

export interface Patches {
  readonly height: number;
  readonly width: number;
  readonly dim: number;
  /** [height * width, dim], row-major; without rows before the grid. */
  readonly values: Float32Array;
}

/** 'y': the same in each row of the image; 'x': in each column. */
export type Axis = 'x' | 'y' | 'both' | 'none';

/** Differences smaller than this are none. */
const negligible = 1e-6;

/** What a channel depends on. */
export function axisOf({ height, width, dim, values }: Patches, channel: number): Axis {
  let [alongX, alongY] = [false, false];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = values[(y * width + x) * dim + channel] as number;
      if (Math.abs(value - (values[y * width * dim + channel] as number)) > negligible) alongX = true;
      if (Math.abs(value - (values[x * dim + channel] as number)) > negligible) alongY = true;
    }
  }
  if (alongX) return alongY ? 'both' : 'x';
  return alongY ? 'y' : 'none';
}

/** One channel as a picture, [height, width]. */
export const channelOf = ({ values, dim, height, width }: Patches, channel: number): Float32Array =>
  Float32Array.from({ length: height * width }, (_, patch) => values[patch * dim + channel] as number);

/** Rows of length 1 from some of the channels; a row of zeros stays one. */
export function normalised({ values, dim }: Patches, channels: readonly number[]): Float64Array {
  const rows = values.length / dim;
  const many = channels.length;
  const result = new Float64Array(rows * many);
  for (let r = 0; r < rows; r++) {
    let squares = 0;
    for (let k = 0; k < many; k++) {
      const value = values[r * dim + (channels[k] as number)] as number;
      result[r * many + k] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    if (length > 0) for (let k = r * many; k < (r + 1) * many; k++) result[k] = (result[k] as number) / length;
  }
  return result;
}

/** Cosine similarity of one patch to all, from rows of length 1. */
export function similarities(unit: Float64Array, many: number, patch: number): Float32Array {
  const rows = many === 0 ? 0 : unit.length / many;
  const result = new Float32Array(rows);
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let k = 0; k < many; k++) sum += (unit[r * many + k] as number) * (unit[patch * many + k] as number);
    result[r] = sum;
  }
  return result;
}

/** Numbers that are spread evenly over 0 ... count - 1, at most `most` of them. */
export const spread = (count: number, most: number): number[] => {
  const many = Math.min(count, most);
  return Array.from({ length: many }, (_, k) => Math.floor(((k + 0.5) * count) / many));
};

/** Patches whose tiles are shown: all of them, or as many as there is time for. */
export function tilesOf({ height, width, dim }: Patches, products = 1e8): { rows: number[]; columns: number[] } {
  const affordable = Math.max(1, Math.floor(products / (height * width * dim)));
  const share = Math.min(1, Math.sqrt(affordable / (height * width)));
  const along = (cells: number): number[] => spread(cells, Math.max(1, Math.min(24, Math.floor(cells * share + 1e-9))));
  return { rows: along(height), columns: along(width) };
}

export interface Resized {
  readonly name: string;
  readonly patches: Patches;
  /** Root of the mean square of all values, over that of the table before. */
  readonly strength: number;
}

const ways: readonly (readonly [name: string, options: Omit<ResampleOptions, 'to' | 'from'>])[] = [
  ['Bicubic', { method: 'bicubic' }],
  ['Bicubic, antialiased', { method: 'bicubic', antialias: true }],
  ['Bilinear', { method: 'bilinear' }],
  ['Bilinear, antialiased', { method: 'bilinear', antialias: true }],
];

const strengthOf = (values: Float32Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, values.length));

/** A table of one grid in another, in each way that models use; the table itself first. */
export function resizes(posenc: Posenc, table: Patches, to: readonly [number, number]): Resized[] {
  const { height, width, dim, values } = table;
  const before = strengthOf(values) || 1;
  return [
    { name: 'Before', patches: table, strength: 1 },
    ...ways.map(([name, options]) => {
      const { data } = posenc.resample(
        { data: values, shape: [height * width, dim] },
        { ...options, from: [height, width], to },
      );
      return {
        name,
        patches: { height: to[0], width: to[1], dim, values: data },
        strength: strengthOf(data) / before,
      };
    }),
  ];
}

/** The square of patches that rows of a learned table stand for, with or without a class token before them; or null. */
export function squareOf(rows: number): readonly [number, number] | null {
  const side = Math.floor(Math.sqrt(rows));
  return side > 1 && rows - side * side <= 1 ? [side, side] : null;
}

/**
 * Rows of an encoding over a grid, without those of class tokens.
 * @param start the position of the first patch, for encodings of one position
 */
export function patchesOf(
  posenc: Posenc,
  encoding: Encoding,
  [height, width]: readonly [number, number],
  start = 0,
): Patches {
  const isGrid = encoding.kind === 'grid' || encoding.kind === 'fourier';
  const { data, shape } = posenc.encode(
    encoding,
    isGrid ? { grid: [height, width] } : { start, count: height * width },
  );
  const dim = shape.at(-1) as number;
  return { height, width, dim, values: data.subarray(data.length - height * width * dim) };
}

/** What is said of patches by the kind of their encoding; all but these two stand as grids do. */
export const wordsFor = (
  kind: string,
  words: { readonly learned: string; readonly fourier: string; readonly grid: string },
): string => (kind === 'learned' || kind === 'fourier' ? words[kind] : words.grid);
