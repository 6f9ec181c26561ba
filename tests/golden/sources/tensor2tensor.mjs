// tensor2tensor's get_timing_signal_1d: endpoint frequencies between two timescales, halves.
import { finite, optional, Unsupported, WIDEST, whole } from '../parameters.mjs';
import { float32Line, range, tableOutput } from './table.mjs';

export const tensor2tensor = {
  repo: 'tensorflow/tensor2tensor',
  path: 'tensor2tensor/layers/common_attention.py',
  function: 'get_timing_signal_1d',
  cases: [
    {
      names: ['get_timing_signal_1d'],
      params: {
        length: whole(1, 2 ** 24),
        channels: whole(1, WIDEST),
        min_timescale: optional(finite(1e-100, 1e100), 1),
        max_timescale: optional(finite(1e-100, 1e100), 1e4),
        start_index: optional(whole(-(2 ** 31), 2 ** 31), 0),
      },
      run: ({ posenc, presets }, { length, channels, min_timescale, max_timescale, start_index }) => {
        if (max_timescale < min_timescale) throw new Unsupported('max_timescale below min_timescale');
        const encoding = presets.tensor2tensor(channels, {
          minTimescale: min_timescale,
          maxTimescale: max_timescale,
          startIndex: start_index,
        });
        return {
          '': tableOutput(posenc, encoding, range(length), {
            shape: [1, length, channels],
            // In units of the fastest pair's angle: it makes min_timescale radians a position.
            line: (row) => float32Line((row + start_index) * Math.max(1, min_timescale)),
          }),
        };
      },
    },
  ],
};
