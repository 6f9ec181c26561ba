// timm's pos_embed_sincos: bands, sines and cosines of grids, and their rotations.
import { numbersOf } from '../formats.mjs';
import { boolean, finite, multipleOf, optional, remark, tensor, tuple, WIDEST, whole } from '../parameters.mjs';
import { rotateByAngles } from './angles.mjs';
import { cellOf, gridOutput } from './grid.mjs';
import { rotaryOutputs, rotateOutput, rotationLine } from './rotate.mjs';
import { coordinates, fourier, fourierOptions, frequenciesOf, line, reproduce, withBands } from './timm_fourier.mjs';

const positive = finite(1e-50, 1e50);
const product = (list) => list.reduce((a, b) => a * b, 1);

/** temperature^(-k step/numBands) for k < numBands/step: the exponent of pair k divides by n - shift. */
function bands({ posenc }, { num_bands, temperature, step }) {
  const pairs = Math.ceil(num_bands / step);
  const shift = pairs - num_bands / step;
  const { data } = posenc.frequencies({ dim: 2 * pairs, base: temperature, spacing: 'shifted', shift });
  return { '': { values: data.map(Math.fround), shape: [pairs], dtype: 'float32', line: (k) => line(data[k]) } };
}

/** The original's bands are within 1e-7 of themselves; ours are rounded to float32, too. */
function pixelBands({ posenc, presets }, { num_bands, max_freq, linear_bands }) {
  const { axes } = presets.timmFourier(num_bands, { maxRes: max_freq, linearBands: linear_bands, axes: 1 });
  const { dim, base, spacing, unit } = axes[0];
  const { data } = posenc.frequencies({ dim, base, spacing, unit });
  return {
    '': { values: data.map(Math.fround), shape: [num_bands], dtype: 'float32', line: (k) => 1.6e-7 * data[k] },
  };
}

function fourierTables({ posenc, presets }, params) {
  const { feat_shape, bands, num_bands: wanted, include_grid } = params;
  const num_bands = bands?.length ?? wanted;
  const options = fourierOptions(params);
  const encoding = withBands(presets.timmFourier(num_bands, { ...options, includeGrid: include_grid }), bands);
  const axes = feat_shape.length;
  const table = posenc.encode(encoding, { grid: feat_shape });
  const width = table.shape.at(-1);
  const lead = include_grid ? axes : 0;
  const all = numbersOf('float32', table.data);
  const place = coordinates(params);
  const frequencies = frequenciesOf(posenc, encoding);
  const columns = (from, count) =>
    Array.from(
      { length: product(feat_shape) * count },
      (_, k) => all[Math.floor(k / count) * width + from + (k % count)],
    );
  const output = (from, second) => ({
    values: columns(from, axes * num_bands),
    shape: [...feat_shape, axes, num_bands],
    dtype: 'float32',
    line: (index) => {
      const column = index % (axes * num_bands);
      const coordinate = place(Math.floor(index / (axes * num_bands)))[Math.floor(column / num_bands)];
      return line(frequencies[column % num_bands] * coordinate);
    },
    reproduce: (expected) =>
      reproduce(posenc, params, frequencies, { width: axes * num_bands, pairAt: (column) => column, second }, expected),
  });
  const outputs = { '': output(lead, 0), cos: output(lead + axes * num_bands, 1) };
  if (!include_grid) return outputs;
  // Ours are in the order of the grid's axes.
  const order = params.grid_indexing === 'xy' && axes > 1 ? [1, 0, 2].slice(0, axes) : [0, 1, 2].slice(0, axes);
  const own = columns(0, axes);
  const grid = own.map((_, k) => own[k - (k % axes) + order[k % axes]]);
  return {
    ...outputs,
    grid: {
      values: grid,
      shape: [...feat_shape, axes, 1],
      dtype: 'float32',
      line: (k) => line(grid[k]),
    },
  };
}

/** The encoding of build_rotary_pos_embed and the angle of a pair at a row: those of the first axis come first. */
function rotation({ posenc, presets }, params) {
  const { feat_shape, dim } = params;
  const axes = feat_shape.length;
  const options = fourierOptions(params);
  // The original has dim/4 bands on every axis, so that other grids than flat ones have another width than dim.
  const bands = params.bands?.length ?? Math.floor(dim / 4);
  const encoding = withBands(presets.timmRotary(2 * axes * bands, options), params.bands);
  const place = coordinates(params);
  const frequencies = frequenciesOf(posenc, encoding);
  const angle = (row, pair) =>
    frequencies[pair % frequencies.length] * place(row)[Math.floor(pair / frequencies.length)];
  return { encoding, angle, pairs: axes * frequencies.length, frequencies };
}

function rotaryTables(library, params) {
  const { encoding, angle, pairs, frequencies } = rotation(library, params);
  const { cos, sin } = rotaryOutputs(
    library.posenc,
    encoding,
    { grid: params.feat_shape },
    {
      form: 'full',
      shape: [product(params.feat_shape), 2 * pairs],
      line: (row, pair) => line(angle(row, pair)),
    },
  );
  for (const [second, table] of [sin, cos].entries()) {
    const how = { width: 2 * pairs, pairAt: (column) => column >> 1, second };
    table.reproduce = (expected) => reproduce(library.posenc, params, frequencies, how, expected);
  }
  return { '': sin, cos };
}

/**
 * apply_rot_embed multiplies x and the turned x by the cosines and sines that it is given.
 *
 * Without `half` those are the tables of the grid, which `rotate` makes itself: the inputs must agree with them. With
 * `half`, channels j and j + D/2 make a pair, but the tables still repeat each value for the neighbours 2i and 2i + 1, so
 * that the two channels of a pair have two different angles. No rotation does that. But each half of the result is half of
 * a rotation: the first by the angles of the first half of the table, the second by those of the second. So the pairs are
 * rotated twice, and of each rotation half is kept.
 */
function apply(library, params, { x, sin, cos }) {
  const { feat_shape, half } = params;
  const { posenc } = library;
  const { encoding, angle, pairs } = rotation(library, params);
  const how = { pairs, line: (row, pair) => rotationLine(angle(row, pair)) };
  const tables = posenc.rotary(encoding, { grid: feat_shape }, { form: 'full' });
  for (const [name, given] of Object.entries({ cos, sin })) {
    const ours = tables[name].data;
    if (ours.length !== given.values.length) throw new Error(`the input ${name} is of another size`);
    given.values.forEach((value, k) => {
      const allowed = line(angle(Math.floor(k / (2 * pairs)), (k % (2 * pairs)) >> 1));
      if (!(Math.abs(value - ours[k]) <= allowed)) throw new Error(`the input ${name} differs from ours at ${k}`);
    });
  }
  if (!half) return { '': rotateOutput(posenc, encoding, { grid: feat_shape }, x, how) };

  const angles = sin.values.map((value, k) => Math.atan2(value, cos.values[k]));
  const of = (from) =>
    rotateByAngles(posenc, x, { pairs, pairing: 'half' }, (row, pair) => angles[2 * pairs * row + from + pair]);
  const [first, second] = [of(0), of(pairs)];
  const values = first.map((value, k) => (k % (2 * pairs) < pairs ? value : second[k]));
  return {
    '': { values, shape: x.shape, dtype: 'float32', line: (k) => rotationLine(angles[k % angles.length]) },
  };
}

export const timm = {
  repo: 'huggingface/pytorch-image-models',
  path: 'timm/layers/pos_embed_sincos.py',
  function:
    'freq_bands, pixel_freq_bands, build_sincos2d_pos_embed, build_fourier_pos_embed, build_rotary_pos_embed, ' +
    'apply_rot_embed(_cat)',
  cases: [
    {
      names: ['freq_bands'],
      params: {
        num_bands: whole(1, WIDEST / 2),
        temperature: optional(positive, 10000),
        step: optional(whole(1, WIDEST), 2),
      },
      run: bands,
    },
    {
      names: ['pixel_freq_bands'],
      params: {
        num_bands: whole(1, WIDEST / 2),
        max_freq: optional(positive, 224),
        linear_bands: optional(boolean, true),
      },
      run: pixelBands,
    },
    {
      names: ['build_sincos2d_pos_embed'],
      params: {
        feat_shape: tuple(2, whole(1, 65536)),
        dim: optional(multipleOf(4, WIDEST), 64),
        temperature: optional(positive, 10000),
        reverse_coord: optional(boolean, false),
        interleave_sin_cos: optional(boolean, false),
      },
      run: ({ posenc, presets }, { feat_shape, dim, temperature, reverse_coord, interleave_sin_cos }) => {
        // It reverses the shape, and so the order of the rows as well.
        const grid = reverse_coord ? [...feat_shape].reverse() : feat_shape;
        const encoding = presets.timmSincos2d(dim, { temperature, interleaveSinCos: interleave_sin_cos });
        const cell = cellOf(grid);
        return {
          '': gridOutput(
            posenc,
            encoding,
            { grid },
            {
              shape: [grid[0] * grid[1], dim],
              line: (row) => line(Math.max(...cell(row))),
            },
          ),
        };
      },
    },
    {
      names: ['build_fourier_pos_embed'],
      params: { ...fourier, num_bands: optional(whole(1, 8192), 64), include_grid: optional(boolean, false) },
      primary: 'sin',
      run: fourierTables,
    },
    {
      names: ['build_rotary_pos_embed'],
      params: { ...fourier, dim: optional(whole(4, 16384), 64) },
      primary: 'sin',
      run: rotaryTables,
    },
    {
      names: ['apply_rot_embed'],
      params: { ...fourier, dim: optional(whole(4, 16384), 64), half: optional(boolean, false), note: remark },
      inputs: { x: tensor('float32'), sin: tensor('float32'), cos: tensor('float32') },
      run: apply,
    },
    {
      // The same with both tables in one: [sin | cos].
      names: ['apply_rot_embed_cat'],
      params: { ...fourier, dim: optional(whole(4, 16384), 64), half: optional(boolean, false), note: remark },
      inputs: { x: tensor('float32'), emb: tensor('float32') },
      run: (library, params, { x, emb }) => {
        const width = emb.shape.at(-1) / 2;
        const part = (from) => ({ ...emb, values: emb.values.filter((_, k) => Math.floor(k / width) % 2 === from) });
        return apply(library, params, { x, sin: part(0), cos: part(1) });
      },
    },
  ],
};
