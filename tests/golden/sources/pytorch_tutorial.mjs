// PyTorch's examples and tutorial, class PositionalEncoding: the paper's table, interleaved.
import { toFormat } from '../formats.mjs';
import { evenWhole, FARTHEST, finite, listOf, oneOf, optional, WIDEST, whole } from '../parameters.mjs';
import { float32Line, range, tableOutput } from './table.mjs';

const CASTS = {
  'torch.float16': 'float16',
  'torch.bfloat16': 'bfloat16',
  'torch.float32': 'float32',
  'torch.float64': 'float64',
};

const LINES = {
  float32: float32Line,
  float64: (position) => 4e-16 * Math.max(1, Math.abs(position)),
  bfloat16: () => 2 ** -9,
  float16: () => 2 ** -12,
};

/** The same class computes in float32, or in float64 where its source was changed to. */
const common = {
  d_model: evenWhole(2, WIDEST), // an odd width raises in the original
  precision: optional(oneOf('float32', 'float64'), 'float32'),
  cast: optional(oneOf(...Object.keys(CASTS)), undefined),
};

function run({ posenc, presets }, { d_model, precision, cast }, positions) {
  const dtype = cast ? CASTS[cast] : precision;
  const output = tableOutput(posenc, presets.pytorch(d_model), positions, {
    dtype,
    line: dtype === 'float64' ? LINES[precision] : LINES[dtype],
    unroundedLine: LINES[precision],
  });
  output.reproduce = (expected) => reproduce(posenc, d_model, precision, positions, expected);
  return { '': output };
}

/**
 * The table with the original's roundings: frequencies exp(2i * (-ln 10000 / d)), positions and products are rounded to
 * its format, the sine is ours. Its exp is within one unit in the last place, so that a frequency may be the nearest
 * number or a neighbour: one for all rows of a pair, whichever fits the file.
 */
function reproduce(posenc, dim, precision, positions, expected) {
  const round = toFormat[precision];
  const rate = round(-Math.log(10000) / dim);
  const chosen = range(dim / 2).map((pair) => {
    const nearest = round(Math.exp(round(2 * pair * rate)));
    const ulp = nearest - below(precision, nearest);
    const candidates = [nearest, nearest - ulp, nearest + ulp].map((frequency) =>
      phasors(
        posenc,
        positions.map((position) => round(round(position) * frequency)),
      ),
    );
    const errors = candidates.map((table) => {
      let worst = 0;
      for (let row = 0; row < positions.length; ++row) {
        for (const second of [0, 1]) {
          const value = expected.get(row * dim + 2 * pair + second);
          if (value !== undefined) worst = Math.max(worst, Math.abs(table[2 * row + second] - value));
        }
      }
      return worst;
    });
    return candidates[errors.indexOf(Math.min(...errors))];
  });
  return (index) => {
    const column = index % dim;
    return chosen[column >> 1][2 * Math.floor(index / dim) + (column & 1)];
  };
}

/** Our sine and cosine of angles: the encoding of width 2 has the one frequency 1. */
const phasors = (posenc, angles) => posenc.encode({ dim: 2 }, Float64Array.from(angles), { dtype: 'float64' }).data;

/** The next number of a format towards 0. */
function below(precision, value) {
  const numbers = precision === 'float32' ? new Float32Array([value]) : new Float64Array([value]);
  const bits = precision === 'float32' ? new Uint32Array(numbers.buffer) : new BigUint64Array(numbers.buffer);
  bits[0] -= precision === 'float32' ? 1 : 1n;
  return numbers[0];
}

export const pytorchTutorial = {
  repo: 'pytorch/examples',
  path: 'word_language_model/model.py',
  function: 'PositionalEncoding.__init__ (buffer pe)',
  cases: [
    {
      names: ['table', 'table, buffer cast', 'large table (sampled)', 'large table (sampled), buffer cast'],
      params: { ...common, max_len: optional(whole(1, 2 ** 24), 5000) },
      run: (library, params) => run(library, params, range(params.max_len)),
    },
    {
      names: ['far positions', 'far positions, buffer cast'],
      params: { ...common, positions: listOf(finite(-FARTHEST, FARTHEST)) },
      run: (library, params) => run(library, params, params.positions),
    },
  ],
};
