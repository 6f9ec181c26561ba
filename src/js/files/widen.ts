// 16-bit floats as numbers: what checkpoints hold, for functions that take numbers.
import { wrongValue } from '../errors.js';
import { type Precision, widened } from '../precision.js';
import type { Table, WritableTable } from '../types.js';
import { checkBytes, dataOf, partOf } from './formats.js';

/**
 * A table of 16-bit floats, as files hold it, in float32, which has all of their values.
 *
 * @param table float16 (a Uint16Array or a Float16Array) or bfloat16 (a Uint16Array)
 * @returns a fresh table of the same shape
 * @throws RangeError or TypeError for another dtype, another array, or a shape that is not the data's
 */
export function widen(table: WritableTable): Table<Float32Array, 'float32'> {
  const { format, shape } = partOf('', table, 'data');
  const { dtype } = format;
  if (!dtype.endsWith('float16')) throw wrongValue('dtype', dtype, "'float16' or 'bfloat16'");
  const bytes = dataOf('data', table.data, format);
  checkBytes('shape', shape, format, bytes.length);
  const bits = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return {
    data: Float32Array.from(bits, (item) => widened(item, dtype as Precision)),
    shape: [...shape],
    dtype: 'float32',
  };
}
