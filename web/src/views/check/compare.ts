/** What a table is, and how far it is from a convention, cell by cell. */

import type { Encoding, FileTable, GridEncoding, IdentifyMatch, Posenc, SinusoidEncoding } from 'posenc';
import { mostValues } from './tables.ts';

export interface Statistics {
  readonly count: number;
  readonly smallest: number;
  readonly largest: number;
  readonly mean: number;
  readonly deviation: number;
  readonly notFinite: number;
}

/** Of the finite values; NaN where there are none. */
export function statisticsOf(values: ArrayLike<number>): Statistics {
  const count = values.length;
  let [smallest, largest, finite] = [Infinity, -Infinity, 0];
  for (let k = 0; k < count; k++) {
    const value = values[k] as number;
    if (!Number.isFinite(value)) continue;
    finite++;
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
  }
  // In units as large as the largest, so that sums and squares stay finite; of powers of two, which round nothing.
  const unit = 2 ** Math.floor(Math.log2(Math.max(-smallest, largest) || 1));
  const meanOf = (read: (value: number) => number): number => {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const value = values[k] as number;
      if (Number.isFinite(value)) sum += read(value / unit);
    }
    return sum / finite;
  };
  const mean = meanOf((value) => value);
  // About the mean, so that a large mean takes no digits of the deviation.
  const deviation = unit * Math.sqrt(meanOf((value) => (value - mean) ** 2));
  return {
    count,
    smallest: finite ? smallest : Number.NaN,
    largest: finite ? largest : Number.NaN,
    mean: unit * mean,
    deviation,
    notFinite: count - finite,
  };
}

/** [rows, columns] of a table of positions; a grid's cells are its rows. A sentence where it is none. */
export function matrixOf({ shape }: Pick<FileTable, 'shape'>): { rows: number; columns: number } | string {
  const axes = [...shape];
  while (axes.length > 2 && axes[0] === 1) axes.shift();
  const columns = axes.pop() ?? 0;
  const rows = axes.reduce((product, size) => product * size, 1);
  const said = `[${shape.join(', ')}]`;
  if (axes.length < 1 || axes.length > 2) {
    return `It has the shape ${said}; a table of positions has [rows, columns], or [height, width, columns] over a grid.`;
  }
  if (rows * columns === 0) return `It has the shape ${said}, so there is nothing in it.`;
  if (rows * columns > mostValues) {
    return `It has the shape ${said}, which is ${rows * columns} values; this page compares at most ${mostValues}.`;
  }
  return { rows, columns };
}

/** Rows and columns of the grid of a match: the table's own, or those that its words say. */
function gridOf({ words }: IdentifyMatch, shape: readonly number[]): [number, number] {
  const axes = shape.slice(shape.findIndex((size) => size !== 1));
  if (axes.length === 3) return [axes[0] as number, axes[1] as number];
  const said = words.map((word) => /^a grid of (\d+) x (\d+)/.exec(word)).find(Boolean);
  return said ? [Number(said[1]), Number(said[2])] : [shape.at(-2) as number, 1];
}

/** Columns of a rotary table of cosines or sines: which pair each belongs to. */
function pairOf({ words: [form = ''] }: IdentifyMatch, width: number): (column: number) => number {
  if (form.includes('halves repeated')) return (column) => column % (width / 2);
  return form.includes('neighbours repeated') ? (column) => column >> 1 : (column) => column;
}

/** The values that a match has in a table's cells, float64, row-major; some rows at a time. */
function* reference(
  posenc: Posenc,
  match: IdentifyMatch,
  shape: readonly number[],
  rows: number,
  columns: number,
): Generator<Float64Array> {
  const options = { dtype: 'float64' } as const;
  if (match.encoding.kind === 'grid') {
    yield posenc.encode(match.encoding as GridEncoding, { grid: gridOf(match, shape) }, options).data;
    return;
  }
  const step = Math.max(1, Math.floor(2 ** 20 / columns));
  for (let start = 0; start < rows; start += step) {
    const count = Math.min(step, rows - start);
    if (!match.name.startsWith('rotary')) {
      yield posenc.encode(match.encoding, { start, count }, options).data;
      continue;
    }
    const encoding: Encoding = { ...(match.encoding as SinusoidEncoding), layout: 'halves', order: 'sin-cos' };
    const { data, shape: pairs } = posenc.encode(encoding, { start, count }, options);
    const dim = pairs.at(-1) as number;
    const first = match.name === 'rotary cos' ? dim / 2 : 0;
    const pair = pairOf(match, columns);
    yield Float64Array.from(
      { length: count * columns },
      (_, k) => data[Math.floor(k / columns) * dim + first + pair(k % columns)] as number,
    );
  }
}

/** Table minus convention in every cell. The words of a match that no encoding says (a mistake) are not in it: it shows them. */
export function differences(
  posenc: Posenc,
  match: IdentifyMatch,
  values: ArrayLike<number>,
  shape: readonly number[],
): Float32Array {
  const columns = shape.at(-1) as number;
  const rows = values.length / columns;
  const isTransposed = match.words.some((word) => word.startsWith('transposed'));
  const [down, across] = isTransposed ? [columns, rows] : [rows, columns];
  const apart = new Float32Array(values.length);
  let k = 0;
  for (const piece of reference(posenc, match, isTransposed ? [down, across] : shape, down, across)) {
    for (const value of piece) {
      const at = isTransposed ? (k % across) * columns + Math.floor(k / across) : k;
      apart[at] = (values[at] as number) - value;
      k++;
    }
  }
  return apart;
}
