// Learned tables of another grid: timm, MAE, and Swin's bias table.
import {
  boolean,
  either,
  nullable,
  oneOf,
  optional,
  remark,
  tensor,
  tuple,
  Unsupported,
  whole,
} from '../parameters.mjs';

const side = whole(1, 4096);
const size = tuple(2, side);
const method = {
  interpolation: optional(oneOf('bicubic', 'bilinear'), 'bicubic'),
  antialias: optional(boolean, true),
};
const plain = { interpolation: optional(oneOf('bicubic'), 'bicubic'), antialias: optional(oneOf(false), false) };

/** @param shape the file's; rows of the table are [prefix + height * width] */
function resampled(posenc, { values, rows, dim }, shape, options) {
  const table = { data: Float32Array.from(values), shape: [1, rows, dim] };
  const { data } = posenc.resample(table, options);
  return { '': { values: data, shape, dtype: 'float32', line: 3e-6 } };
}

/** The side of a square table, which the originals take for granted. */
function squareSide(rows) {
  const root = Math.round(Math.sqrt(rows));
  if (root * root !== rows) throw new Unsupported(`${rows} rows are no square`);
  return root;
}

export const resample = {
  repo: 'huggingface/pytorch-image-models',
  path: 'timm/layers/pos_embed.py, timm/layers/pos_embed_rel.py; facebookresearch/mae@efb2a8062c206524e35e47d04501ed4f544c0ae8 util/pos_embed.py',
  function:
    'resample_abs_pos_embed, resample_abs_pos_embed_nhwc, interpolate_pos_embed, resize_rel_pos_bias_table_simple',
  cases: [
    {
      names: ['resample_abs_pos_embed'],
      params: {
        old_size: optional(nullable(size), null),
        new_size: size,
        num_prefix_tokens: optional(whole(0, 65536), 1),
        ...method,
        verbose: remark,
        dim: optional(whole(1, 65536), undefined),
      },
      inputs: { posemb: tensor('float32') },
      run: ({ posenc }, params, { posemb }) => {
        const { old_size, new_size, num_prefix_tokens: prefix, interpolation, antialias, dim } = params;
        const [, rows, width] = posemb.shape;
        if (width !== (dim ?? width)) throw new Unsupported(`dim ${dim} of a table of ${width}`);
        const square = old_size ?? Array(2).fill(squareSide(rows - prefix));
        return resampled(
          posenc,
          { values: posemb.values, rows, dim: width },
          [1, prefix + new_size[0] * new_size[1], width],
          {
            from: square,
            to: new_size,
            prefix,
            method: interpolation,
            antialias,
          },
        );
      },
    },
    {
      names: ['resample_abs_pos_embed_nhwc'],
      params: { new_size: size, ...method, verbose: remark },
      inputs: { posemb: tensor('float32') },
      run: ({ posenc }, { new_size, interpolation, antialias }, { posemb }) => {
        const [height, width, dim] = posemb.shape.slice(-3);
        return resampled(posenc, { values: posemb.values, rows: height * width, dim }, [1, ...new_size, dim], {
          from: [height, width],
          to: new_size,
          method: interpolation,
          antialias,
        });
      },
    },
    {
      names: ['mae interpolate_pos_embed'],
      params: {
        old_grid: side,
        new_grid: side,
        extra_tokens: whole(0, 65536),
        dim: whole(1, 65536),
        ...plain,
      },
      inputs: { posemb: tensor('float32') },
      run: ({ posenc }, { old_grid, new_grid, extra_tokens, dim, interpolation, antialias }, { posemb }) =>
        resampled(
          posenc,
          { values: posemb.values, rows: extra_tokens + old_grid ** 2, dim },
          [1, extra_tokens + new_grid ** 2, dim],
          {
            from: [old_grid, old_grid],
            to: [new_grid, new_grid],
            prefix: extra_tokens,
            method: interpolation,
            antialias,
          },
        ),
    },
    {
      names: ['resize_rel_pos_bias_table_simple'],
      params: { old_window: either(side, size), new_window: either(side, size), heads: whole(1, 65536), ...plain },
      inputs: { table: tensor('float32') },
      run: ({ posenc }, { old_window, new_window, heads, interpolation, antialias }, { table }) => {
        // A window of w cells has 2w - 1 differences along a side.
        const [from, to] = [old_window, new_window].map((window) =>
          [window, window]
            .flat()
            .slice(-2)
            .map((w) => 2 * w - 1),
        );
        const rows = to[0] * to[1];
        return resampled(posenc, { values: table.values, rows: from[0] * from[1], dim: heads }, [rows, heads], {
          from,
          to,
          method: interpolation,
          antialias,
        });
      },
    },
  ],
};
