// Hugging Face's rotary embeddings: inverse frequencies of configs, Llama's module, and GPT-J.
import { toFormat } from '../formats.mjs';
import {
  evenWhole,
  FARTHEST,
  finite,
  listOf,
  nullable,
  oneOf,
  optional,
  remark,
  tensor,
  Unsupported,
  WIDEST,
  whole,
} from '../parameters.mjs';
import { attentionFactor, checkAttention, config, encodingOf, inverseFrequencies, ROPE_TYPES } from './hf_config.mjs';
import { angleLists, best, castAs, largestError, neighbours, phasors } from './peer.mjs';
import { anglesOf, placeOf, rotaryOutputs, rotatedBy, rotateOutput, rotationLine } from './rotate.mjs';
import { range, tableOutput } from './table.mjs';

const HUGGING_FACE = 'huggingface/transformers';
const attention_factor = optional(finite(1e-10, 1e10), 1);

export const ropeParameters = {
  repo: HUGGING_FACE,
  path: 'src/transformers/modeling_rope_utils.py',
  function: '_compute_{default,linear_scaling,dynamic_ntk,yarn,longrope,llama3}_parameters',
  cases: [
    {
      // Written out, where no config is given.
      names: [/^proportional\b/],
      params: {
        rope_type: oneOf('proportional'),
        head_dim: evenWhole(2, WIDEST),
        rope_theta: optional(finite(1e-50, 1e50), 10000),
        partial_rotary_factor: optional(finite(0, 1), 1),
        factor: optional(finite(1e-50, 1e50), 1),
        attention_factor,
      },
      primary: [undefined, 'inv_freq'],
      run: ({ posenc, presets }, params) => {
        const { rope_type, head_dim, rope_theta, partial_rotary_factor, factor, attention_factor } = params;
        void rope_type;
        const encoding = presets.proportional(head_dim, {
          theta: rope_theta,
          fraction: partial_rotary_factor,
          factor,
        });
        checkAttention(posenc, encoding, attention_factor);
        const { float32, float64 } = inverseFrequencies(posenc, encoding);
        return { '': float32, inv_freq_f64: float64 };
      },
    },
    {
      // The name says whose config it is.
      names: [/./],
      params: {
        rope_type: oneOf(...ROPE_TYPES),
        config,
        seq_len: optional(nullable(whole(0, 2 ** 40)), null),
        attention_factor,
      },
      primary: 'inv_freq',
      run: (library, { rope_type, config, seq_len, attention_factor }) => {
        // Without a length the original computes what it starts with.
        const encoding = encodingOf(library, rope_type, config, Math.max(seq_len ?? 1, 1));
        checkAttention(library.posenc, encoding, attention_factor);
        const { float32, float64 } = inverseFrequencies(library.posenc, encoding);
        return { '': float32, inv_freq_f64: float64 };
      },
    },
  ],
};

/**
 * The module's roundings: inverse frequencies and products in float32, in bfloat16 the frequencies that were cast with it.
 * float32 frequencies differ from the exact ones by a few units in the last place (some steps of arithmetic, up to eight
 * for scaled ones): one number for all rows of a pair, the one that fits the file.
 * @param {(phasorAt: (row: number, pair: number) => number[]) => (index: number) => number} valuesBy
 * @param {(index: number) => number | undefined} pairAt
 */
function reproduceModule(posenc, { encoding, positions, cast, valuesBy, pairAt }, expected) {
  const units = cast ? 0 : encoding.scaling ? 8 : 2;
  const attention = attentionFactor(posenc, encoding);
  const length = Math.max(...positions) + 1;
  const scaling = encoding.scaling && 'originalLength' in encoding.scaling ? { ...encoding.scaling } : encoding.scaling;
  if (['dynamic', 'longrope'].includes(scaling?.type)) scaling.length = length;
  const exact = posenc.frequencies({ ...encoding, scaling }).data;
  const chosen = Array.from(exact, (frequency, pair) => {
    const inverses = cast ? [toFormat.bfloat16(frequency)] : neighbours('float32', frequency, units);
    const candidates = angleLists('float32', positions, inverses).map((angles) => {
      const table = phasors(posenc, angles);
      return (row) => [attention * table[2 * row], attention * table[2 * row + 1]];
    });
    if (candidates.length === 1) return candidates[0];
    return best(candidates, (phasorAt) =>
      largestError(expected, valuesBy(phasorAt), (index) => pairAt(index) === pair),
    );
  });
  return valuesBy((row, pair) => chosen[pair](row));
}

function llama(library, params, { q, k }, { name, primary, dtype }) {
  const { rope_type, config, position_ids, attention_factor } = params;
  const { posenc } = library;
  const encoding = { ...encodingOf(library, rope_type, config), pairing: 'half' };
  checkAttention(posenc, encoding, attention_factor);
  const positions = Float64Array.from(position_ids);
  // Outside of calls with positions a length must be said, for the tolerance.
  const length = Math.max(...position_ids) + 1;
  const reached = encoding.scaling && ['dynamic', 'longrope'].includes(encoding.scaling.type);
  const known = reached ? { ...encoding, scaling: { ...encoding.scaling, length } } : encoding;
  const angle = anglesOf(posenc, known, position_ids);
  const line = (row, pair) => rotationLine(angle(row, pair));
  const pairs = encoding.dim / 2;
  const cast = name.includes('inv_freq');

  // Cosines and sines come in the format of the input.
  const format = primary === 'cos' ? dtype : 'float32';
  const tables = rotaryOutputs(posenc, encoding, positions, {
    form: 'full',
    dtype: format,
    shape: [1, position_ids.length, 2 * pairs],
    line,
  });
  for (const [second, table] of [tables.sin, tables.cos].entries()) {
    const rowOf = (index) => Math.floor(index / (2 * pairs));
    const pairAt = (index) => index % pairs;
    const valuesBy = (phasorAt) => (index) => phasorAt(rowOf(index), pairAt(index))[second];
    table.reproduce = (expected) => {
      const at = reproduceModule(posenc, { encoding, positions: position_ids, cast, valuesBy, pairAt }, expected);
      return format === 'float32' ? at : (index) => castAs(format, at(index), expected.get(index));
    };
  }
  const outputs = { cos: tables.cos, sin: tables.sin };
  const rotated = (x) => {
    if (x.shape.at(-1) < 2 * pairs) throw new Unsupported(`heads of ${x.shape.at(-1)} channels`);
    const output = rotateOutput(posenc, encoding, positions, x, { pairs, line });
    const how = { shape: x.shape, pairs, pairing: 'half' };
    const place = placeOf(how);
    output.reproduce = (expected) =>
      reproduceModule(
        posenc,
        {
          encoding,
          positions: position_ids,
          cast,
          valuesBy: (phasorAt) => rotatedBy(x.values, how, phasorAt),
          pairAt: (index) => place(index)?.pair,
        },
        expected,
      );
    return output;
  };
  if (k) outputs.k = rotated(k);
  outputs[''] = primary === 'cos' ? tables.cos : q && rotated(q);
  if (!outputs['']) throw new Unsupported('no queries to rotate');
  return outputs;
}

export const llamaRotary = {
  repo: HUGGING_FACE,
  path: 'src/transformers/models/llama/modeling_llama.py',
  function: 'LlamaRotaryEmbedding.forward, rotate_half, apply_rotary_pos_emb',
  cases: [
    {
      // The type of scaling, and what was cast.
      names: [new RegExp(`^(${ROPE_TYPES.join('|')})\\b`)],
      params: {
        rope_type: oneOf(...ROPE_TYPES),
        config,
        position_ids: listOf(whole(0, FARTHEST)),
        attention_factor,
        note: remark,
      },
      inputs: {
        q: optional(tensor('float32', 'bfloat16'), undefined),
        k: optional(tensor('float32', 'bfloat16'), undefined),
      },
      primary: [undefined, 'cos'],
      run: llama,
    },
  ],
};

export const gptJ = {
  repo: HUGGING_FACE,
  path: 'src/transformers/models/gptj/modeling_gptj.py',
  function: 'create_sinusoidal_positions, rotate_every_two, apply_rotary_pos_emb',
  cases: [
    {
      names: ['gptj'],
      params: {
        num_pos: whole(1, 2 ** 24),
        rot_dim: evenWhole(2, WIDEST),
        positions: listOf(whole(0, 2 ** 24)),
      },
      inputs: { x: tensor('float32') },
      run: ({ posenc, presets }, { num_pos, rot_dim, positions }, { x }) => {
        if (positions.some((position) => position >= num_pos)) throw new Unsupported('positions past the table');
        const encoding = presets.gptJ(rot_dim);
        const angle = anglesOf(posenc, encoding, positions);
        const pairs = rot_dim / 2;
        const how = { sequenceAxis: 1, pairs };
        // x -> (-x1, x0, -x3, x2, ...) is the rotation by a quarter of a turn.
        const quarter = { dim: rot_dim, frequencies: Array(pairs).fill(0.25), unit: 'turn', pairing: 'adjacent' };
        const ones = range(positions.length).map(() => 1);
        return {
          '': rotateOutput(posenc, encoding, Float64Array.from(positions), x, {
            ...how,
            line: (row, pair) => rotationLine(angle(row, pair)),
          }),
          sincos_rows: tableOutput(posenc, presets.gptJTable(rot_dim), positions, { line: rotationLine }),
          rotate_every_two: rotateOutput(posenc, quarter, ones, x, { ...how, line: () => 0 }),
        };
      },
    },
  ],
};
