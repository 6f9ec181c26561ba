// NeRF's Embedder: octaves or linear bands of each coordinate.
import { numbersOf } from '../formats.mjs';
import { boolean, finite, listOf, oneOf, tensor, Unsupported, whole } from '../parameters.mjs';

export const nerf = {
  repo: 'yenchenlin/nerf-pytorch',
  path: 'run_nerf_helpers.py',
  function: 'Embedder.embed',
  cases: [
    {
      names: ['embed'],
      params: {
        input_dims: whole(1, 8),
        num_freqs: whole(1, 1024),
        max_freq_log2: finite(0, 300),
        include_input: boolean,
        log_sampling: boolean,
        periodic_fns: listOf(oneOf('sin', 'cos')),
      },
      inputs: { x: tensor('float32') },
      run: ({ posenc, presets }, params, { x }) => {
        const { input_dims, num_freqs, max_freq_log2, include_input, log_sampling, periodic_fns } = params;
        if (x.shape.at(-1) !== input_dims) throw new Unsupported(`points of ${x.shape.at(-1)} numbers`);
        if (periodic_fns.length === 0) throw new Unsupported('no periodic_fns');
        const encoding = presets.nerf(num_freqs, {
          inputDims: input_dims,
          maxFreqLog2: max_freq_log2,
          logSampling: log_sampling,
          includeInput: include_input,
        });
        const table = posenc.encode(encoding, { data: Float64Array.from(x.values), shape: x.shape });
        const wide = table.shape.at(-1);
        // Blocks of input_dims columns: the input, then a sine and a cosine block for each band. The original may have
        // other functions or another order of them: the same blocks, chosen.
        const first = include_input ? 1 : 0;
        const bands = Array.from({ length: num_freqs }, (_, band) =>
          periodic_fns.map((name) => first + 2 * band + (name === 'cos' ? 1 : 0)),
        );
        const blocks = [...(include_input ? [0] : []), ...bands.flat()];
        const columns = blocks.flatMap((block) =>
          Array.from({ length: input_dims }, (_, axis) => ({ from: block * input_dims + axis, block, axis })),
        );
        const points = x.values.length / input_dims;
        const all = numbersOf('float32', table.data);
        const values = Array.from({ length: points }, (_, point) =>
          columns.map(({ from }) => all[point * wide + from]),
        ).flat();
        const { data: frequencies } = posenc.frequencies({
          dim: 2 * num_freqs,
          base: 2 ** (log_sampling ? -max_freq_log2 : max_freq_log2),
          spacing: log_sampling ? 'endpoint' : 'linear',
        });
        const line = (index) => {
          const { block, axis } = columns[index % columns.length];
          const coordinate = x.values[Math.floor(index / columns.length) * input_dims + axis];
          if (block < first) return 0;
          return 2e-7 * Math.max(1, Math.abs(coordinate * frequencies[(block - first) >> 1]));
        };
        return { '': { values, shape: [...x.shape.slice(0, -1), columns.length], dtype: 'float32', line } };
      },
    },
  ],
};
