// PyTorch's examples and tutorial, class PositionalEncoding: the paper's table, interleaved.
import { toFormat } from '../formats.mjs';
import { evenWhole, FARTHEST, finite, listOf, oneOf, optional, tensorTypes, WIDEST, whole } from '../parameters.mjs';
import { angleLists, best, largestError, neighbours, phasors } from './peer.mjs';
import { float32Line, range, tableOutput } from './table.mjs';

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
  cast: optional(oneOf(...Object.keys(tensorTypes)), undefined),
};

function run({ posenc, presets }, { d_model, precision, cast }, positions) {
  const dtype = cast ? tensorTypes[cast] : precision;
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
    const frequencies = neighbours(precision, Math.exp(round(2 * pair * rate)), 1);
    const candidates = angleLists(precision, positions, frequencies).map((angles) => phasors(posenc, angles));
    const at = (table) => (index) => table[2 * Math.floor(index / dim) + (index & 1)];
    const ofPair = (index) => (index % dim) >> 1 === pair;
    return best(candidates, (table) => largestError(expected, at(table), ofPair));
  });
  return (index) => chosen[(index % dim) >> 1][2 * Math.floor(index / dim) + (index & 1)];
}

export const pytorchTutorial = {
  repo: 'pytorch/examples',
  path: 'word_language_model/model.py',
  function: 'PositionalEncoding.__init__ (buffer pe)',
  cases: [
    {
      names: ['table', 'table, buffer cast', 'large table', 'large table (sampled), buffer cast'],
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
