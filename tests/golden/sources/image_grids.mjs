// Fixed tables of image grids: MAE and big_vision.
import { boolean, FARTHEST, finite, listOf, multipleOf, oneOf, optional, WIDEST, whole } from '../parameters.mjs';
import { farthest, gridOutput } from './grid.mjs';
import { float32Line, tableOutput } from './table.mjs';

/** The tolerance of code that computes in double. */
export const float64Line = (position) => 1e-15 * Math.max(1, Math.abs(position));

const side = whole(1, 65536);

export const mae = {
  repo: 'facebookresearch/mae',
  path: 'util/pos_embed.py',
  function: 'get_2d_sincos_pos_embed, get_1d_sincos_pos_embed_from_grid',
  cases: [
    {
      names: ['get_2d_sincos_pos_embed'],
      params: { embed_dim: multipleOf(4, WIDEST), grid_size: side, cls_token: optional(boolean, false) },
      run: ({ posenc, presets }, { embed_dim, grid_size, cls_token }) => {
        const grid = [grid_size, grid_size];
        const classRows = cls_token ? 1 : 0;
        const far = farthest(grid);
        return {
          '': gridOutput(
            posenc,
            presets.mae(embed_dim, { classRows }),
            { grid },
            {
              dtype: 'float64',
              shape: [classRows + grid_size ** 2, embed_dim],
              line: (row) => (row < classRows ? 0 : float64Line(far(row - classRows))),
            },
          ),
        };
      },
    },
    {
      names: ['get_1d_sincos_pos_embed_from_grid'],
      params: { embed_dim: multipleOf(2, WIDEST), pos: listOf(finite(-FARTHEST, FARTHEST)) },
      run: ({ posenc, presets }, { embed_dim, pos }) => ({
        // One axis of the grid: the paper's law in halves, as Marian has it.
        '': tableOutput(posenc, presets.marian(embed_dim), pos, { dtype: 'float64', line: float64Line }),
      }),
    },
  ],
};

export const bigVision = {
  repo: 'google-research/big_vision',
  path: 'big_vision/models/vit.py',
  function: 'posemb_sincos_2d',
  cases: [
    {
      names: ['posemb_sincos_2d'],
      params: {
        h: side,
        w: side,
        width: multipleOf(4, WIDEST, 8), // with 4 the original divides by zero
        temperature: optional(finite(1e-100, 1e100), 10000),
        shim_precision: optional(oneOf('float32', 'float64'), 'float32'),
      },
      run: ({ posenc, presets }, { h, w, width, temperature, shim_precision }) => {
        const far = farthest([h, w]);
        const line = shim_precision === 'float32' ? float32Line : float64Line;
        return {
          '': gridOutput(
            posenc,
            presets.bigVision(width, { temperature }),
            { grid: [h, w] },
            {
              dtype: shim_precision,
              shape: [1, h * w, width],
              line: (row) => line(far(row)),
            },
          ),
        };
      },
    },
  ],
};
