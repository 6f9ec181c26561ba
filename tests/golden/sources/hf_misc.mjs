// Hugging Face's fixed tables of Marian and Whisper.
import { evenWhole, finite, optional, WIDEST, whole } from '../parameters.mjs';
import { float32Line, range, tableOutput } from './table.mjs';

export const huggingFaceTables = {
  repo: 'huggingface/transformers',
  path: 'models/marian/modeling_marian.py, models/whisper/modeling_whisper.py',
  function: 'MarianSinusoidalPositionalEmbedding._init_weight, sinusoids',
  cases: [
    {
      names: ['marian'],
      params: { num_positions: whole(1, 2 ** 24), embedding_dim: whole(1, WIDEST) },
      run: ({ posenc, presets }, { num_positions, embedding_dim }) => ({
        // Computed in double and rounded once: at most the last bit differs.
        '': tableOutput(posenc, presets.marian(embedding_dim), range(num_positions), { line: () => 6e-8 }),
      }),
    },
    {
      names: ['whisper sinusoids'],
      params: {
        length: whole(1, 2 ** 24),
        channels: evenWhole(4, WIDEST), // asserted even; with 2 the original divides by zero
        max_timescale: optional(finite(1, 1e100), 10000),
      },
      run: ({ posenc, presets }, { length, channels, max_timescale }) => ({
        '': tableOutput(posenc, presets.whisper(channels, { maxTimescale: max_timescale }), range(length), {
          line: float32Line,
        }),
      }),
    },
  ],
};
