// Hugging Face diffusers: timestep embeddings, tables of grids, and rotations.
import {
  boolean,
  either,
  evenWhole,
  FARTHEST,
  finite,
  listOf,
  multipleOf,
  oneOf,
  optional,
  remark,
  tensor,
  tuple,
  Unsupported,
  WIDEST,
  whole,
} from '../parameters.mjs';
import { gridOutput } from './grid.mjs';
import { anglesOf, rotaryOutputs, rotateOutput, rotationLine } from './rotate.mjs';
import { range, tableOutput } from './table.mjs';

const side = whole(1, 65536);
const factor = finite(1e-100, 1e100);
const tableType = optional(oneOf('np', 'pt'), 'np');

/** The tolerance of the original's float32. */
const line = (angle) => 1.2e-7 * Math.max(1, Math.abs(angle));
/** The grids are built in float32, the sines taken in double. */
const GRID = 2e-6;

function timesteps({ posenc, presets }, params) {
  const { embedding_dim, flip_sin_to_cos, downscale_freq_shift, scale, max_period } = params;
  if (downscale_freq_shift >= Math.floor(embedding_dim / 2)) throw new Unsupported('a shift of half the width or more');
  const encoding = presets.diffusersTimesteps(embedding_dim, {
    flipSinToCos: flip_sin_to_cos,
    downscaleFreqShift: downscale_freq_shift,
    scale,
    maxPeriod: max_period,
  });
  // The original takes a float32 tensor.
  const positions = params.timesteps.map(Math.fround);
  return { '': tableOutput(posenc, encoding, positions, { line: (t) => line(t * scale) }) };
}

/** Both of its output types, NumPy's and PyTorch's, are float64. */
const both = (output) => ({ '': output, pt: output, np: output });

function grid2d({ posenc, presets }, params) {
  const { embed_dim, grid_size, cls_token, extra_tokens, interpolation_scale, base_size, output_type } = params;
  void output_type;
  const grid = typeof grid_size === 'number' ? [grid_size, grid_size] : grid_size;
  const classRows = cls_token ? extra_tokens : 0;
  const encoding = presets.diffusers2d(embed_dim, {
    baseSize: base_size,
    interpolationScale: interpolation_scale,
    classRows,
  });
  const shape = [classRows + grid[0] * grid[1], embed_dim];
  return both(gridOutput(posenc, encoding, { grid }, { dtype: 'float64', shape, line: GRID }));
}

function grid3d({ posenc, presets }, params) {
  const { embed_dim, spatial_size, temporal_size, output_type } = params;
  void output_type;
  const [width, height] = typeof spatial_size === 'number' ? [spatial_size, spatial_size] : spatial_size;
  const encoding = presets.diffusers3d(embed_dim, {
    spatialInterpolationScale: params.spatial_interpolation_scale,
    temporalInterpolationScale: params.temporal_interpolation_scale,
  });
  const shape = [temporal_size, height * width, embed_dim];
  const positions = { grid: [temporal_size, height, width] };
  return both(gridOutput(posenc, encoding, positions, { dtype: 'float64', shape, line: GRID }));
}

const rotary = {
  dim: evenWhole(2, WIDEST),
  pos: either(whole(1, 2 ** 24), listOf(finite(-FARTHEST, FARTHEST))),
  theta: optional(finite(1e-50, 1e50), 10000),
  linear_factor: optional(factor, 1),
  ntk_factor: optional(finite(1e-50, 1e50), 1),
  freqs_dtype: optional(oneOf('torch.float32', 'torch.float64'), 'torch.float32'),
};

function rotation({ posenc, presets }, { dim, pos, theta, linear_factor, ntk_factor }, adjacent) {
  const encoding = presets.diffusersRotary(dim, {
    theta,
    linearFactor: linear_factor,
    ntkFactor: ntk_factor,
    repeatInterleaveReal: adjacent,
  });
  const positions = typeof pos === 'number' ? range(pos) : pos;
  return { encoding, positions: Float64Array.from(positions), angle: anglesOf(posenc, encoding, positions) };
}

export const diffusers = {
  repo: 'huggingface/diffusers',
  path: 'src/diffusers/models/embeddings.py',
  function:
    'get_timestep_embedding, get_2d_sincos_pos_embed, get_2d_sincos_pos_embed_from_grid, ' +
    'get_1d_sincos_pos_embed_from_grid, get_3d_sincos_pos_embed, _get_3d_sincos_pos_embed_np, ' +
    'get_2d_sincos_pos_embed_np, get_2d_sincos_pos_embed_from_grid_np, get_1d_sincos_pos_embed_from_grid_np, ' +
    'get_1d_rotary_pos_embed, apply_rotary_emb',
  cases: [
    {
      names: ['get_timestep_embedding'],
      params: {
        timesteps: listOf(finite(-FARTHEST, FARTHEST)),
        embedding_dim: whole(2, WIDEST),
        flip_sin_to_cos: optional(boolean, false),
        downscale_freq_shift: optional(finite(-1e5, 65536), 1),
        scale: optional(finite(-1e15, 1e15), 1),
        max_period: optional(finite(1e-100, 1e100), 10000),
      },
      run: timesteps,
    },
    {
      names: ['get_2d_sincos_pos_embed'],
      params: {
        embed_dim: multipleOf(4, WIDEST), // others raise in the original
        grid_size: either(side, tuple(2, side)),
        cls_token: optional(boolean, false),
        extra_tokens: optional(whole(0, 65536), 0),
        interpolation_scale: optional(factor, 1),
        base_size: optional(factor, 16),
        output_type: tableType,
        note: remark,
      },
      run: grid2d,
    },
    {
      names: ['get_3d_sincos_pos_embed'],
      params: {
        embed_dim: multipleOf(16, WIDEST), // others raise in the original
        spatial_size: either(side, tuple(2, side)),
        temporal_size: side,
        spatial_interpolation_scale: optional(factor, 1),
        temporal_interpolation_scale: optional(factor, 1),
        output_type: tableType,
        note: remark,
      },
      run: grid3d,
    },
    {
      names: ['get_1d_rotary_pos_embed'],
      params: { ...rotary, use_real: optional(oneOf(true), true), repeat_interleave_real: optional(boolean, true) },
      primary: 'cos',
      run: (library, params) => {
        const { encoding, positions, angle } = rotation(library, params, params.repeat_interleave_real);
        void params.use_real;
        // In double but for the result.
        const exact = params.freqs_dtype === 'torch.float64';
        const { cos, sin } = rotaryOutputs(library.posenc, encoding, positions, {
          form: 'full',
          line: (row, pair) => (exact ? 6e-8 : line(angle(row, pair))),
        });
        return { '': cos, sin };
      },
    },
    {
      names: ['apply_rotary_emb'],
      params: { ...rotary, pairing: oneOf('interleaved', 'half') },
      inputs: { x: tensor('float32') },
      run: (library, params, { x }) => {
        const { encoding, positions, angle } = rotation(library, params, params.pairing === 'interleaved');
        void params.freqs_dtype;
        return {
          '': rotateOutput(library.posenc, encoding, positions, x, {
            pairs: params.dim / 2,
            line: (row, pair) => rotationLine(angle(row, pair)),
          }),
        };
      },
    },
  ],
};
