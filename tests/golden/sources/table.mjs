// What the sources share that are one sinusoidal table: an output with its tolerance by position.
import { is16Bit, numbersOf } from '../formats.mjs';

export const range = (count, start = 0) => Array.from({ length: count }, (_, k) => start + k);

/** The tolerance of most float32 code: its frequencies and products are rounded. */
export const float32Line = (position) => 1e-7 * Math.max(1, Math.abs(position));

/**
 * The table of an encoding at a list of positions.
 * @param {number[]} positions one a row
 * @param {{ dtype?: string, shape?: number[], line: (position: number) => number,
 *   unroundedLine?: (position: number) => number }} how `shape` may add axes of length 1
 */
export function tableOutput(posenc, encoding, positions, { dtype = 'float32', shape, line, unroundedLine }) {
  const list = Float64Array.from(positions);
  const { data, shape: own } = posenc.encode(encoding, list, { dtype });
  const byIndex = (f) => (index) => f(positions[Math.floor(index / encoding.dim)]);
  const output = { values: numbersOf(dtype, data), shape: shape ?? own, dtype, line: byIndex(line) };
  if (is16Bit(dtype)) {
    output.unrounded = posenc.encode(encoding, list, { dtype: 'float32' }).data;
    output.unroundedLine = byIndex(unroundedLine);
  }
  return output;
}
