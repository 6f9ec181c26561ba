// fairseq's SinusoidalPositionalEmbedding: endpoint frequencies, halves, a row of zeros for the padding.
import { nullable, optional, tensor, WIDEST, whole } from '../parameters.mjs';
import { float32Line, range, tableOutput } from './table.mjs';

// Below 4 the original divides by zero.
const embedding_dim = whole(4, WIDEST);
const padding_idx = whole(0, 2 ** 31 - 1);

const encoding = (presets, dim, padding) => presets.fairseq(dim, padding === null ? {} : { padding });

export const fairseq = {
  repo: 'facebookresearch/fairseq',
  path: 'fairseq/modules/sinusoidal_positional_embedding.py',
  function: 'SinusoidalPositionalEmbedding.get_embedding / forward (+ fairseq/utils.py make_positions)',
  cases: [
    {
      names: ['get_embedding', 'get_embedding large'],
      params: { num_embeddings: whole(1, 2 ** 24), embedding_dim, padding_idx: optional(nullable(padding_idx), null) },
      run: ({ posenc, presets }, { num_embeddings, embedding_dim, padding_idx }) => ({
        '': tableOutput(posenc, encoding(presets, embedding_dim, padding_idx), range(num_embeddings), {
          line: float32Line,
        }),
      }),
    },
    {
      names: ['forward with padding'],
      params: { embedding_dim, padding_idx, init_size: optional(whole(1, 2 ** 31 - 1), 1024) },
      inputs: { tokens: tensor('int64') },
      run: ({ posenc, presets }, { embedding_dim, padding_idx, init_size }, { tokens }) => {
        // init_size changes no value: the original's table grows to the longest sequence.
        void init_size;
        const { data, shape } = posenc.positions({ tokens: tokens.values, padding: padding_idx, shape: tokens.shape });
        return {
          '': tableOutput(posenc, encoding(presets, embedding_dim, padding_idx), Array.from(data), {
            shape: [...shape, embedding_dim],
            line: float32Line,
          }),
          positions: { values: data, shape, dtype: 'int64' },
        };
      },
    },
  ],
};
