// Exact sines and cosines: float32 right to the last bit, float64 within the promise.
import { decimal, FARTHEST, listOf, WIDEST, whole } from '../parameters.mjs';

/** The promise for tables of float64. */
const FLOAT64 = 1e-15;

function run({ posenc }, { base, d, columns, positions }) {
  const list = Float64Array.from(positions);
  const pairs = Math.ceil(d / 2);
  // The first function of every pair has a column whatever d; an odd width lacks the last second one.
  const pick = (order, dtype) => {
    const { data } = posenc.encode({ dim: d, base, order }, list, { dtype });
    return positions.flatMap((_, row) => columns.map((pair) => data[row * d + 2 * pair]));
  };
  const frequencies = posenc.frequencies({ dim: d, base }).data;
  if (columns.some((pair) => pair >= pairs)) throw new Error(`columns beyond the ${pairs} pairs`);
  const chosen = columns.map((pair) => frequencies[pair]);
  const shape = [positions.length, columns.length];
  const output = (values, dtype, line, own = shape) => ({ values, shape: own, dtype, line, lineOnly: true });
  return {
    '': output(pick('sin-cos', 'float64'), 'float64', FLOAT64),
    cos_f64: output(pick('cos-sin', 'float64'), 'float64', FLOAT64),
    sin_f32: output(pick('sin-cos', 'float32'), 'float32', 0),
    cos_f32: output(pick('cos-sin', 'float32'), 'float32', 0),
    freq_f64: output(chosen, 'float64', (index) => FLOAT64 * chosen[index], [columns.length]),
    freq_f32: output(chosen.map(Math.fround), 'float32', 0, [columns.length]),
  };
}

export const truth = {
  repo: 'none (mpmath 1.2.1, Debian python3-mpmath)',
  path: 'none',
  function: 'sin/cos(pos * base**(-2i/d))',
  cases: [
    {
      // The name repeats the parameters; what counts is the parameters.
      names: [/^base=\S+ d=\S+$/],
      params: {
        base: decimal(1e100),
        d: whole(1, WIDEST),
        columns: listOf(whole(0, WIDEST)),
        positions: listOf(decimal(FARTHEST)),
      },
      primary: 'sin_f64',
      run,
    },
  ],
};
