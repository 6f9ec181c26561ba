// What the sources share that encode the cells of a grid: a tolerance by the cell's coordinates.
import { numbersOf } from '../formats.mjs';

/** The cell of a row of a grid in row-major order. */
export function cellOf(sizes) {
  return (row) => {
    const cell = [];
    let rest = row;
    for (let axis = sizes.length - 1; axis >= 0; --axis) {
      cell[axis] = rest % sizes[axis];
      rest = Math.floor(rest / sizes[axis]);
    }
    return cell;
  };
}

/** The largest coordinate of a row's cell. */
export const farthest = (sizes) => {
  const cell = cellOf(sizes);
  return (row) => Math.max(...cell(row));
};

/**
 * The table of a grid encoding.
 * @param {{ dtype?: string, shape: number[], line: number | ((row: number) => number) }} how the file's shape, whose last
 *   axis holds the columns
 */
export function gridOutput(posenc, encoding, positions, { dtype = 'float32', shape, line }) {
  const { data } = posenc.encode(encoding, positions, { dtype });
  const width = shape.at(-1);
  const byIndex = typeof line === 'function' ? (index) => line(Math.floor(index / width)) : line;
  return { values: numbersOf(dtype, data), shape, dtype, line: byIndex };
}
