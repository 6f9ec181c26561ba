// Learned tables: rows looked up or made, and tables resized.
import { allocate, copy, detached, type Numbers, readList, readShape } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, fields, flag, number } from './fields.js';
import { Operation } from './module.js';
import { readPositions } from './positions.js';
import type { Asked } from './rows.js';
import { eachPart } from './scratch.js';

const KEYS = ['kind', 'dim', 'length', 'table', 'origin', 'seed', 'distribution', 'mean', 'deviation'] as const;
const DISTRIBUTIONS = ['normal', 'truncated-normal', 'uniform'];
const METHODS = ['bicubic', 'bilinear'];
const FLOAT32 = 0;

function readNumbers(parameter: string, value: unknown): Numbers {
  const list = readList(parameter, value);
  if (!list) throw wrongType(parameter, value, 'an array of numbers');
  return list;
}

/** Rows of a learned table: looked up in the caller's array, or made by the module's generator. */
export function readLearned(encoding: object, positions: unknown, shape: unknown): Asked {
  const given = fields('encoding', encoding, KEYS);
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
  const places = readPositions('positions', positions, shape);
  const { list, start, step, count } = places;
  return {
    given: places.given,
    check({ call, scratch, check, eachList }) {
      check(call(Operation.setLearned, Number(table !== undefined), distribution, ...numbers));
      if (table && table.length !== length * dim) {
        throw wrongValue('table', table.length, `exactly ${length * dim} values, [length, dim]`);
      }
      if (!list) check(call(Operation.checkNumbersOf, start, step, count));
      else eachList(list, (first, here) => check(call(Operation.checkNumbers, here, first)));
      const { doubles } = scratch;
      return {
        columns: dim,
        count,
        shape: places.shape,
        batched: places.shape.length > 1,
        called: 'count',
        numbers: table ? dim : 1,
        fill(first, rows) {
          for (let k = 0; k < rows; ++k) {
            const position = list ? (list[first + k] as number) : start + (first + k) * step;
            const row = (position + origin) * dim;
            if (table) copy(doubles, table.subarray(row, row + dim), k * dim);
            else doubles[k] = position;
          }
        },
        // Values are doubles on their way.
        rowBytes: dim * 8,
      };
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
  ({ call, scratch, check }: Calls) =>
  (table: unknown, options: unknown): unknown => {
    const rows = fields('table', table, ['data', 'shape', 'dtype']);
    const given = fields('options', options, ['from', 'to', 'prefix', 'method', 'antialias', 'alignCorners']);
    const square = given.from === undefined;
    const [fromRows, fromColumns] = square ? [0, 0] : (readGrid('from', given.from) as unknown as [number, number]);
    const [toRows, toColumns] = readGrid('to', given.to) as unknown as [number, number];
    const prefix = number('prefix', given.prefix, 0);
    const flags = [
      choice('method', given.method, METHODS),
      Number(flag('antialias', given.antialias, false)),
      Number(flag('alignCorners', given.alignCorners, false)),
      Number(square),
    ];
    const data = readNumbers('data', rows.data);
    const count = data.length;
    const shape = readShape(rows.shape, count, 'values');
    // Reading a shape may run the caller's code, which may take the data's memory away.
    if (data.length !== count) throw detached('data', arrayClass(rows.data) as string);
    const [length, dim] = shape.slice(-2) as [number, number];
    if (shape.length < 2 || length * dim !== data.length || dim < 1) {
      throw wrongValue('shape', rows.shape, '[..., rows, dim] with leading axes of 1 only');
    }
    const sizes = [length, prefix, fromRows, fromColumns, toRows, toColumns];
    const atOnce = call(Operation.setResample, ...flags, ...sizes);
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
      call(Operation.resample, channels);
      call(Operation.take, FLOAT32, toCells * channels);
      scratch.take(FLOAT32, resized, 0, toCells * channels);
      for (let k = 0; k < toCells; ++k) {
        copy(result, resized.subarray(k * channels, (k + 1) * channels), first + k * dim);
      }
    });
    return { data: result, shape: [...shape.slice(0, -2), all, dim], dtype: 'float32' };
  };
