// lucidrains' rotary-embedding-torch: neighbours turn; several laws of frequencies, xPos, axes, and bfloat16 inputs.
import { toFormat } from '../formats.mjs';
import {
  boolean,
  finite,
  ignored,
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
import { rotateByAngles } from './angles.mjs';
import { cellOf } from './grid.mjs';
import { castAs, phasors } from './peer.mjs';
import { placeOf, rotatedBy, rotateOutput, rotationLine } from './rotate.mjs';
import { range } from './table.mjs';

const positive = finite(1e-50, 1e50);

/** The arguments of __init__. */
const INIT = {
  dim: whole(3, WIDEST), // with 2 the original divides by zero
  custom_freqs: optional(nullable(listOf(finite(-1e100, 1e100))), null),
  freqs_for: optional(oneOf('lang', 'pixel', 'constant'), 'lang'),
  theta: optional(positive, 10000),
  max_freq: optional(positive, 10),
  num_freqs: optional(whole(1, WIDEST / 2), 1),
  learned_freq: optional(oneOf(false), false),
  interpolate_factor: optional(finite(1, 1e50), 1),
  theta_rescale_factor: optional(positive, 1),
  seq_before_head_dim: optional(boolean, false),
  cache_if_possible: ignored(boolean),
  cache_max_seq_len: ignored(whole(1, 2 ** 40)),
};
const xposOff = { use_xpos: optional(oneOf(false), false), xpos_scale_base: optional(positive, 512) };

/** The preset, or its frequencies given one by one where the original's are not a law of its width. */
function encodingOf({ posenc, presets }, params, more = {}) {
  const {
    dim,
    custom_freqs,
    freqs_for,
    theta,
    max_freq,
    num_freqs,
    learned_freq,
    interpolate_factor,
    theta_rescale_factor,
  } = params;
  void learned_freq;
  const encoding = presets.lucidrains(dim, {
    freqsFor: freqs_for,
    theta,
    maxFreq: max_freq,
    interpolateFactor: interpolate_factor,
    thetaRescaleFactor: theta_rescale_factor,
    ...more,
  });
  const given = (frequencies) => {
    const { base, spacing, unit, scaling, ...rest } = encoding;
    return { ...rest, dim: 2 * frequencies.length, frequencies };
  };
  if (custom_freqs) return given(custom_freqs);
  if (freqs_for === 'constant') return given(Array(num_freqs).fill(1));
  if (dim % 2 === 0) return encoding;
  // An odd width divides exponents, but has one pair less than ours; linear bands are those of the even width below.
  if (freqs_for === 'pixel') return encodingOf({ posenc, presets }, { ...params, dim: dim - 1 }, more);
  return given([...posenc.frequencies({ ...encoding, scale: 1 }).data.slice(0, -1)]);
}

/** Frequencies without the positions' interpolation. */
const frequenciesOf = (posenc, encoding) => posenc.frequencies({ ...encoding, scale: 1 }).data;

function freqs(library, params) {
  const { use_xpos, xpos_scale_base, seq_before_head_dim } = params;
  void [use_xpos, xpos_scale_base, seq_before_head_dim];
  const data = frequenciesOf(library.posenc, encodingOf(library, params));
  return {
    '': { values: data.map(Math.fround), shape: [data.length], dtype: 'float32', line: (k) => rotationLine(data[k]) },
  };
}

/** The angle of a pair at the position of a row. */
function angles(posenc, encoding, positions) {
  const { data } = posenc.frequencies(encoding);
  return (row, pair) => data[pair] * positions[row];
}

function rotateOne(library, params, { t }) {
  const { offset, seq_before_head_dim, use_xpos, xpos_scale_base, freq_seq_len } = params;
  void [use_xpos, xpos_scale_base];
  const sequenceAxis = params.seq_dim ?? (seq_before_head_dim ? -3 : -2);
  const length = t.shape.at(sequenceAxis);
  // Of longer tables the last rows are taken.
  const first = offset + (freq_seq_len ?? length) - length;
  if (first < offset) throw new Unsupported('freq_seq_len below the length');
  const encoding = { ...encodingOf(library, params), valueScale: params.scale ?? 1 };
  const angle = angles(library.posenc, encoding, range(length, first));
  return {
    '': rotateOutput(library.posenc, encoding, { start: first, count: length }, t, {
      sequenceAxis,
      pairs: encoding.dim / 2,
      line: (row, pair) => rotationLine(angle(row, pair)),
    }),
  };
}

function rotateBoth(library, params, { q, k }) {
  const { posenc } = library;
  const { use_xpos, xpos_scale_base, seq_before_head_dim, interpolate_factor } = params;
  void use_xpos;
  const sequenceAxis = params.seq_dim ?? (seq_before_head_dim ? -3 : -2);
  const length = q.shape.at(sequenceAxis);
  // The decay counts interpolated positions, so these are the positions.
  const positions = Float64Array.from(range(length), (n) => n / interpolate_factor);
  const plain = { ...params, interpolate_factor: 1 };
  const xpos = { useXpos: true, xposScaleBase: xpos_scale_base, xposCenter: Math.floor(length / 2) };
  const [queries, keys] = [false, true].map((keys) => encodingOf(library, plain, { ...xpos, keys }));
  const angle = angles(posenc, queries, positions);
  const pairs = queries.dim / 2;
  // At the frequency 0 the cosine is the decay itself.
  const still = { ...queries, frequencies: Array(pairs).fill(0) };
  for (const key of ['base', 'spacing', 'unit', 'scaling']) delete still[key];
  const scale = posenc.rotary(still, positions, { form: 'full' }).cos;
  const largest = scale.data.reduce((most, value) => Math.max(most, value, 1 / value), 1);
  const line = (row, pair) => rotationLine(angle(row, pair)) * largest;
  return {
    '': rotateOutput(posenc, queries, positions, q, { sequenceAxis, pairs, line }),
    rotated_k: rotateOutput(posenc, keys, positions, k, { sequenceAxis, pairs, line }),
    scale: { values: scale.data, shape: scale.shape, dtype: 'float32', line: (index) => 3e-7 * scale.data[index] },
  };
}

function axial(library, params, { x }) {
  const { posenc, presets } = library;
  const { dims, offsets, freqs_for, seq_before_head_dim, use_xpos, xpos_scale_base } = params;
  void [seq_before_head_dim, use_xpos, xpos_scale_base];
  // Positions of axes are not interpolated.
  const { scale, pairing, kind, xpos, ...axis } = encodingOf(library, params);
  const { axes, ...grid } = presets.lucidrainsAxial(axis.dim, dims.length, { freqsFor: freqs_for });
  const encoding = {
    ...grid,
    axes: axes.map(({ coordinates }, k) => ({ ...axis, coordinates, origin: offsets?.[k] ?? 0 })),
  };
  const frequencies = frequenciesOf(posenc, axis);
  const cell = cellOf(dims);
  const coordinate = (k, size) => (freqs_for === 'pixel' ? (size === 1 ? -1 : (2 * k) / (size - 1) - 1) : k);
  const angle = (row, pair) => {
    const on = Math.floor(pair / frequencies.length);
    return frequencies[pair % frequencies.length] * (coordinate(cell(row)[on], dims[on]) + (offsets?.[on] ?? 0));
  };
  const pairs = dims.length * frequencies.length;
  const rows = dims.reduce((a, b) => a * b, 1);
  const values = Float64Array.from({ length: rows * 2 * pairs }, (_, k) =>
    angle(Math.floor(k / (2 * pairs)), (k % (2 * pairs)) >> 1),
  );
  return {
    '': {
      values: values.map(Math.fround),
      shape: [...dims, 2 * pairs],
      dtype: 'float32',
      line: (k) => rotationLine(values[k]),
    },
    rotated: rotateOutput(posenc, encoding, { grid: dims }, x, {
      shape: [x.values.length / (rows * x.shape.at(-1)), rows, x.shape.at(-1)],
      pairs,
      line: (row, pair) => rotationLine(angle(row, pair)),
    }),
  };
}

/** apply_rotary_emb with angles that its caller made. */
function applyGiven(library, { dim, start_index }, { x, freqs }) {
  if (freqs.shape.at(-1) !== dim || dim % 2) throw new Unsupported(`freqs of ${freqs.shape.at(-1)} channels`);
  if (freqs.values.some((value, k) => k % 2 && value !== freqs.values[k - 1]))
    throw new Unsupported('freqs not in pairs');
  // The last rows belong to the sequence.
  const missing = freqs.shape[0] - x.shape.at(-2);
  const how = { pairs: dim / 2, pairing: 'adjacent', firstChannel: start_index };
  const angle = (row, pair) => freqs.values[(row + missing) * dim + 2 * pair];
  const values = rotateByAngles(library.posenc, x, how, angle);
  const place = placeOf({ ...how, shape: x.shape });
  const line = (index) => {
    const at = place(index);
    return at ? rotationLine(angle(at.row, at.pair)) : 0;
  };
  return { '': { values, shape: x.shape, dtype: 'float32', line } };
}

/** Positions are counted in the format of the input, so that in bfloat16 many beyond 256 are the same. */
function bfloat16Input(library, params, { rows, x_rows }) {
  const { posenc } = library;
  const { offset, interpolate_factor, seq_before_head_dim, use_xpos, xpos_scale_base } = params;
  void [seq_before_head_dim, use_xpos, xpos_scale_base];
  const encoding = encodingOf(library, params);
  const positions = rows.values.map((row) => row + offset);
  const angle = angles(posenc, encoding, positions);
  const pairs = encoding.dim / 2;
  const output = rotateOutput(posenc, encoding, Float64Array.from(positions), x_rows, {
    pairs,
    line: (row, pair) => rotationLine(angle(row, pair)),
  });
  const round = toFormat.bfloat16;
  output.reproduce = (expected) => {
    const frequencies = frequenciesOf(posenc, encoding);
    const rounded = rows.values.map((row) => round(round(round(row) + offset) / interpolate_factor));
    const at = rotatedBy(x_rows.values, { shape: x_rows.shape, pairs, pairing: 'adjacent' }, (row, pair) =>
      phasors(posenc, [Math.fround(rounded[row] * Math.fround(frequencies[pair]))]),
    );
    return (index) => castAs('bfloat16', at(index), expected.get(index));
  };
  return { '': output };
}

const offset = optional(finite(-(2 ** 52), 2 ** 52), 0);
const offsets = optional(nullable(listOf(finite(-(2 ** 52), 2 ** 52))), null);
const seq_dim = optional(oneOf(-2, -3), undefined);
const scale = optional(nullable(finite(-1e6, 1e6)), null);

export const lucidrains = {
  repo: 'lucidrains/rotary-embedding-torch',
  path: 'rotary_embedding_torch/rotary_embedding_torch.py',
  function:
    'RotaryEmbedding (freqs, forward, rotate_queries_or_keys, rotate_queries_and_keys, get_axial_freqs, get_scale), ' +
    'apply_rotary_emb',
  cases: [
    { names: ['freqs'], params: { ...INIT, ...xposOff }, run: freqs },
    {
      names: ['rotate_queries_or_keys'],
      params: { ...INIT, ...xposOff, offset, seq_dim, scale, freq_seq_len: optional(whole(1, 2 ** 24), undefined) },
      inputs: { t: tensor('float32') },
      run: rotateOne,
    },
    {
      names: ['rotate_queries_and_keys (xpos)'],
      params: { ...INIT, use_xpos: oneOf(true), xpos_scale_base: optional(positive, 512), seq_dim },
      inputs: { q: tensor('float32'), k: tensor('float32') },
      primary: 'rotated_q',
      run: rotateBoth,
    },
    {
      names: ['get_axial_freqs + apply_rotary_emb'],
      params: { ...INIT, ...xposOff, dims: listOf(whole(1, 65536)), offsets },
      inputs: { x: tensor('float32') },
      run: axial,
    },
    {
      names: ['apply_rotary_emb start_index'],
      params: { dim: whole(2, WIDEST), start_index: optional(whole(0, WIDEST), 0) },
      inputs: { x: tensor('float32'), freqs: tensor('float32') },
      run: applyGiven,
    },
    {
      names: ['rotate_queries_or_keys bfloat16 input'],
      params: { ...INIT, ...xposOff, offset, note: remark },
      inputs: { rows: tensor('int64'), x_rows: tensor('bfloat16') },
      run: bfloat16Input,
    },
  ],
};
