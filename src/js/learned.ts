// Learned tables: rows looked up or made, and tables resized.
import { allocate, copy, detached, type Numbers, readList, readShape } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, fields, flag, number } from './fields.js';
import type { Places } from './positions.js';
import { eachPart, rowsAtOnce } from './scratch.js';
import type { Target } from './target.js';

const KEYS = ['kind', 'dim', 'length', 'table', 'origin', 'seed', 'distribution', 'mean', 'deviation'] as const;
const DISTRIBUTIONS = ['normal', 'truncated-normal', 'uniform'];
const METHODS = ['bicubic', 'bilinear'];
const FLOAT32 = 0;

function readNumbers(parameter: string, value: unknown): Numbers {
  const list = readList(parameter, value);
  if (!list) throw wrongType(parameter, value, 'an array of numbers');
  return list;
}

export const isLearned = (encoding: unknown): boolean => (encoding as { kind?: unknown } | null)?.kind === 'learned';

/** Rows of a learned table, as `encode` and `add` make rows: chosen by `use`, checked by `place`, made by `eachPiece`. */
export function learnedRows({ module, scratch, check, give, eachList }: Calls, encoding: unknown) {
  const given = fields('encoding', encoding, KEYS);
  choice('kind', given.kind, ['learned']);
  const distribution = choice('distribution', given.distribution, DISTRIBUTIONS);
  const dim = number('dim', given.dim);
  const length = number('length', given.length);
  const origin = number('origin', given.origin, 0);
  const numbers = [
    dim,
    length,
    origin,
    number('seed', given.seed, 0),
    number('mean', given.mean, 0),
    number('deviation', given.deviation, 0.02),
  ];
  const table = given.table === undefined ? undefined : readNumbers('table', given.table);
  const { doubles } = scratch;
  const at = ({ list, start, step }: Places, k: number): number => (list ? (list[k] as number) : start + k * step);
  return {
    dim,
    use(): void {
      give(numbers);
      check(module.setLearned(distribution));
      if (table && table.length !== length * dim) {
        throw wrongValue('table', table.length, `exactly ${length * dim} values, [length, dim]`);
      }
    },
    place({ list, start, step, count }: Places): void {
      if (!list) check(module.checkNumbersOf(start, step, count));
      else eachList(list, (first, here) => check(module.checkNumbers(here, first)));
    },
    eachPiece(
      places: Places,
      { format }: Pick<Target, 'format' | 'bytes'>,
      work: (first: number, rows: number) => void,
    ): void {
      const atOnce = rowsAtOnce(dim * 8, scratch.bytes);
      eachPart(places.count, atOnce, atOnce, (first, rows) => {
        for (let k = 0; k < rows; ++k) {
          const position = at(places, first + k);
          const row = (position + origin) * dim;
          if (table) copy(doubles, table.subarray(row, row + dim), k * dim);
          else doubles[k] = position;
        }
        if (table) module.writeInput(rows * dim);
        else module.writeLearned(rows);
        module.take(format, rows * dim);
        work(first, rows);
      });
    },
  };
}

/** Two sizes. */
function readGrid(parameter: string, value: unknown): Numbers {
  const grid = readList(parameter, value);
  if (grid?.length !== 2) throw wrongType(parameter, value, 'an array of two numbers: rows and columns');
  return grid;
}

export const resampleOver =
  ({ module, scratch, check, give }: Calls) =>
  (table: unknown, options: unknown): unknown => {
    const rows = fields('table', table, ['data', 'shape', 'dtype']);
    const given = fields('options', options, ['from', 'to', 'prefix', 'method', 'antialias', 'alignCorners']);
    const square = given.from === undefined;
    const [fromRows, fromColumns] = square ? [0, 0] : (readGrid('from', given.from) as unknown as [number, number]);
    const [toRows, toColumns] = readGrid('to', given.to) as unknown as [number, number];
    const prefix = number('prefix', given.prefix, 0);
    const flags =
      choice('method', given.method, METHODS) +
      2 * flag('antialias', given.antialias, false) +
      4 * flag('alignCorners', given.alignCorners, false) +
      8 * Number(square);
    const data = readNumbers('data', rows.data);
    const count = data.length;
    const shape = readShape(rows.shape, count, 'values');
    // Reading a shape may run the caller's code, which may take the data's memory away.
    if (data.length !== count) throw detached('data', arrayClass(rows.data) as string);
    const [length, dim] = shape.slice(-2) as [number, number];
    if (shape.length < 2 || length * dim !== data.length || dim < 1) {
      throw wrongValue('shape', rows.shape, '[..., rows, dim] with leading axes of 1 only');
    }
    give([length, prefix, fromRows, fromColumns, toRows, toColumns]);
    const atOnce = module.setResample(flags);
    check(atOnce);
    const cells = length - prefix;
    const toCells = toRows * toColumns;
    const all = prefix + toCells;
    const result = allocate<Float32Array>('Float32Array', 4, all * dim, 'to', toCells);
    const same = cells === toCells && toRows === (square ? Math.sqrt(cells) : fromRows);
    copy(result, data.subarray(0, (same ? length : prefix) * dim));
    const { doubles } = scratch;
    const resized = new Float32Array(doubles.length);
    eachPart(same ? 0 : dim, atOnce, atOnce, (channel, channels) => {
      const first = prefix * dim + channel;
      for (let k = 0; k < cells; ++k) {
        for (let c = 0; c < channels; ++c) doubles[k * channels + c] = data[first + k * dim + c] as number;
      }
      module.resample(channels);
      module.take(FLOAT32, toCells * channels);
      scratch.take(FLOAT32, resized, 0, toCells * channels);
      for (let k = 0; k < toCells; ++k) {
        copy(result, resized.subarray(k * channels, (k + 1) * channels), first + k * dim);
      }
    });
    return { data: result, shape: [...shape.slice(0, -2), all, dim], dtype: 'float32' };
  };
