// Learned tables: rows looked up or made, and tables resized.
import { allocate, checkTable, copy, readPair, readSizes, readValues, shaped } from './arrays.js';
import { type Asked, type Calls, rowsAt } from './calls.js';
import { wrongValue } from './errors.js';
import { reader } from './fields.js';
import { Operation } from './module.js';
import { positionAt, readPositions } from './positions.js';
import { eachPart } from './scratch.js';
import { Format } from './target.js';

const MADE = 'seed=0 mean=0 deviation=0.02 distribution:normal|truncated-normal|uniform';
const readEncoding = reader(`dim! length! origin=0 ${MADE} table* kind*`);
const readTable = reader('data* shape* dtype*');
const readOptions = reader('from* to* prefix=0 method:bicubic|bilinear antialias=false alignCorners=false');

/** Rows of a learned table: looked up in the caller's array, or made by the module's generator. */
export function readLearned(encoding: object, positions: unknown, shape: unknown): Asked {
  const [dim, length, origin, seed, mean, deviation, distribution, given] = readEncoding('encoding', encoding);
  const table = given === undefined ? undefined : readValues('table', given);
  const places = readPositions('positions', positions, shape);
  return {
    given: [places.given, table],
    check({ call, doubles, place, fill }) {
      const numbers = [dim, length, origin, seed, mean, deviation];
      call(Operation.setLearned, table !== undefined, distribution, ...numbers);
      if (table) checkTable(table, length * dim, '[length, dim]');
      place(places, Operation.checkNumbers, Operation.checkNumbersOf);
      return rowsAt(places, dim, {
        numbers: table ? dim : 1,
        fill: table
          ? (first, rows) => {
              for (let k = 0; k < rows; ++k) {
                const row = (positionAt(places, first + k) + origin) * dim;
                copy(doubles, table.subarray(row, row + dim), k * dim);
              }
            }
          : fill(places),
        // Values are doubles on their way.
        rowBytes: dim * 8,
      });
    },
  };
}

export const resampleOver =
  ({ call, doubles, outputs }: Calls) =>
  (table: unknown, options: unknown): unknown => {
    const [givenData, givenShape] = readTable('table', table);
    const [from, to, prefix, method, antialias, alignCorners] = readOptions('options', options);
    const [fromRows, fromColumns] = from === undefined ? [0, 0] : readPair('from', from);
    const [toRows, toColumns] = readPair('to', to);
    const sizes = readSizes(givenShape);
    const data = readValues('data', givenData);
    const shape = shaped(sizes, data.length, 'values');
    const [length, dim] = shape.slice(-2) as [number, number];
    if (shape.length < 2 || length * dim !== data.length || dim < 1) {
      throw wrongValue('shape', givenShape, '[..., rows, dim] with leading axes of 1 only');
    }
    const how = [method, antialias, alignCorners, from === undefined, length, prefix];
    const atOnce = call(Operation.setResample, ...how, fromRows, fromColumns, toRows, toColumns);
    const cells = length - prefix;
    const toCells = toRows * toColumns;
    const all = prefix + toCells;
    const result = allocate<Float32Array>('Float32Array', all * dim, 'to', toCells);
    const same = cells === toCells && toRows === (from === undefined ? Math.sqrt(cells) : fromRows);
    copy(result, data.subarray(0, (same ? length : prefix) * dim));
    const resized = outputs[Format.float32] as Float32Array;
    eachPart(same ? 0 : dim, atOnce, (channel, channels) => {
      const first = prefix * dim + channel;
      for (let k = 0; k < cells; ++k) {
        const at = first + k * dim;
        copy(doubles, data.subarray(at, at + channels), k * channels);
      }
      call(Operation.resample, Format.float32, channels);
      for (let k = 0; k < toCells; ++k) {
        copy(result, resized.subarray(k * channels, (k + 1) * channels), first + k * dim);
      }
    });
    return { data: result, shape: [...shape.slice(0, -2), all, dim], dtype: 'float32' };
  };
