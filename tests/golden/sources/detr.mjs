// DETR's PositionEmbeddingSine: coordinates of what is not padding, channels first.

import { numbersOf } from '../formats.mjs';
import {
  boolean,
  either,
  finite,
  multipleOf,
  nullable,
  oneOf,
  optional,
  remark,
  tensor,
  Unsupported,
  WIDEST,
} from '../parameters.mjs';
import { float32Line } from './table.mjs';

export const detr = {
  repo: 'facebookresearch/detr',
  path: 'models/position_encoding.py',
  function: 'PositionEmbeddingSine.forward',
  cases: [
    {
      names: ['PositionEmbeddingSine'],
      params: {
        num_pos_feats: optional(multipleOf(2, WIDEST / 2), 64), // an odd one raises in the original
        temperature: optional(finite(1e-100, 1e100), 10000),
        normalize: optional(boolean, false),
        scale: optional(nullable(either(oneOf('2*pi'), finite(1e-100, 1e15))), null),
        mask: remark, // how the input came about
      },
      inputs: { mask: tensor('uint8', 'bool') },
      run: ({ posenc, presets }, params, { mask }) => {
        const { num_pos_feats, temperature, normalize, scale } = params;
        const turn = scale === null || scale === '2*pi';
        // The original refuses a scale without normalize.
        if (!normalize && !turn) throw new Unsupported('a scale without normalize');
        // There 1 is padding, here 1 is the image.
        const image = mask.values.map((padding) => 1 - padding);
        const positions = posenc.positions({ mask: image, shape: mask.shape, axes: 2, normalise: normalize });
        const encoding = presets.detr(num_pos_feats, {
          temperature,
          normalise: normalize,
          ...(normalize && !turn ? { scale } : {}),
        });
        const { data, shape } = posenc.encode(encoding, positions, { channelsFirst: true });
        const [height, width] = mask.shape.slice(-2);
        const line = (index) => {
          const cell = index % (height * width);
          return normalize ? 1e-6 : float32Line(Math.max(Math.floor(cell / width), cell % width) + 1);
        };
        return { '': { values: numbersOf('float32', data), shape, dtype: 'float32', line } };
      },
    },
  ],
};
