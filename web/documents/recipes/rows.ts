import type { Family } from '../recipe.ts';

export const rows: Family = {
  id: 'rows',
  title: 'One position, one row',
  about:
    'The tables of “Attention Is All You Need” and its relatives. They differ in three things: what the exponent is ' +
    'divided by, whether sines and cosines alternate, and what an odd width means.',
  recipes: [
    {
      id: 'pytorch-tutorial',
      title: 'The tutorial’s table',
      library: 'PyTorch tutorials',
      original: `# pe[:, 0::2] = sin, pe[:, 1::2] = cos
pe = PositionalEncoding(d_model=512, max_len=5000).pe`,
      posenc: `const encoding = presets.pytorch(512);
const { data } = posenc.encode(encoding, 5000);`,
      cpp: {
        text: `std::vector<float> table(5000 * 512);
posenc::encode(encoding, posenc::Positions{.count = 5000}, table);`,
        compared: [{ ours: 'table' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'pytorch_tutorial', number: 6, unsaid: ['precision'] },
      note: 'The tutorial multiplies in float32, so its own error grows by 6 * 10^-8 a position; posenc rounds an exact value once.',
    },
    {
      id: 'pytorch-bfloat16',
      title: 'The same buffer in bfloat16',
      library: 'PyTorch tutorials',
      original: 'pe = PositionalEncoding(d_model=64, max_len=40).pe.to(torch.bfloat16)',
      posenc: "const { data } = posenc.encode(presets.pytorch(64), 40, { dtype: 'bfloat16' });",
      compared: [{ ours: 'data' }],
      proof: { file: 'pytorch_tutorial', number: 10 },
      note: 'Casting the buffer is harmless. Casting the module that computes positions is not: in bfloat16, 257 is 256.',
    },
    {
      id: 'fairseq-table',
      title: 'Sines first, a row of zeros for padding',
      library: 'fairseq',
      original: 'SinusoidalPositionalEmbedding.get_embedding(30, 32, padding_idx=1)',
      posenc: `const encoding = presets.fairseq(32, { padding: 1 });
const { data } = posenc.encode(encoding, 30);`,
      cpp: {
        text: `std::vector<float> table(30 * 32);
posenc::encode(encoding, posenc::Positions{.count = 30}, table);`,
        compared: [{ ours: 'table' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'fairseq_sinusoid', number: 2 },
      note: 'The exponent is divided by n − 1: not the tutorial’s law with its columns moved.',
    },
    {
      id: 'fairseq-tokens',
      title: 'Positions of padded tokens',
      library: 'fairseq',
      original: `embed = SinusoidalPositionalEmbedding(8, padding_idx=1, init_size=32)
embed(tokens)  # [3, 5]; 1 is padding`,
      posenc: `const positions = posenc.positions({ tokens, padding: 1, shape: [3, 5] });
const { data } = posenc.encode(presets.fairseq(8, { padding: 1 }), positions);`,
      compared: [{ ours: 'data' }, { ours: 'positions.data', output: 'positions' }],
      proof: { file: 'fairseq_sinusoid', number: 6, inputs: { tokens: 'tokens' } },
      note: 'The first token stands at padding_idx + 1, here at 2. RoBERTa’s learned rows are counted in the same way.',
    },
    {
      id: 'tensor2tensor',
      title: 'Timing signals',
      library: 'tensor2tensor',
      original: `get_timing_signal_1d(6, 12, min_timescale=0.5,
                     max_timescale=50.0, start_index=2)`,
      posenc: `const options = { minTimescale: 0.5, maxTimescale: 50, startIndex: 2 };
const encoding = presets.tensor2tensor(12, options);
const { data } = posenc.encode(encoding, 6);`,
      cpp: {
        text: `std::vector<float> table(6 * 12);
posenc::encode(encoding, posenc::Positions{.count = 6}, table);`,
        compared: [{ ours: 'table' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'tensor2tensor_timing', number: 4 },
      note: 'min_timescale multiplies the frequencies, in spite of its name.',
    },
    {
      id: 'tensor2tensor-odd',
      title: 'Timing signals of an odd width',
      library: 'tensor2tensor',
      original: 'get_timing_signal_1d(10, 7)',
      posenc: 'const { data } = posenc.encode(presets.tensor2tensor(7), 10);',
      compared: [{ ours: 'data' }],
      proof: { file: 'tensor2tensor_timing', number: 1, unsaid: ['min_timescale', 'max_timescale', 'start_index'] },
      note: 'The last column is 0, as in fairseq and diffusers. Keras, Marian and tatp22 drop a cosine instead.',
    },
    {
      id: 'whisper',
      title: 'The audio encoder’s positions',
      library: 'Whisper',
      original: 'sinusoids(12, 16)  # length, channels',
      posenc: `const encoding = presets.whisper(16);
const { data } = posenc.encode(encoding, 12);`,
      cpp: {
        text: `std::vector<float> table(12 * 16);
posenc::encode(encoding, posenc::Positions{.count = 12}, table);`,
        compared: [{ ours: 'table' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'hf_misc_sinusoid', number: 4, unsaid: ['max_timescale'] },
      note: 'The decoder’s positions are learned: no formula gives them.',
    },
    {
      id: 'marian',
      title: 'Marian, Pegasus and their relatives',
      library: 'transformers',
      original: `embed = MarianSinusoidalPositionalEmbedding(512, 512)
embed.weight  # num_positions 512, embedding_dim 512`,
      posenc: 'const { data } = posenc.encode(presets.marian(512), 512);',
      compared: [{ ours: 'data' }],
      proof: { file: 'hf_misc_sinusoid', number: 2 },
      note: 'The paper’s frequencies with all sines first. The Marian toolkit itself divides by n − 1: presets.marianNmt.',
    },
    {
      id: 'gptj-table',
      title: 'The table that GPT-J rotates by',
      library: 'transformers',
      original: 'create_sinusoidal_positions(16, 8)[[0, 1, 2, 15]]',
      posenc: 'const { data } = posenc.encode(presets.gptJTable(8), [0, 1, 2, 15]);',
      compared: [{ ours: 'data', output: 'sincos_rows' }],
      proof: { file: 'hf_gptj_rotary', number: 0 },
    },
    {
      id: 'keras-odd',
      title: 'An odd hidden size',
      library: 'Keras',
      original: `layer = keras_hub.layers.SinePositionEncoding()
layer(embeddings)[0, 1]  # embeddings: [1, 2, 5]`,
      posenc: "const { data } = posenc.encode(presets.keras(5), [1], { dtype: 'float64' });",
      compared: [{ ours: 'data' }],
      proof: {
        why: 'the layer’s formula at position 1 with the exponents 0, 2/5 and 4/5, the last cosine dropped',
        values: [
          0.8414709848078965, 0.5403023058681397, 0.02511622290977378, 0.9996845379152098, 0.0006309573026154202,
        ],
      },
      note: 'tatp22’s classes take the law of the next even width here.',
    },
    {
      id: 'tatp22-1d',
      title: 'An odd number of channels',
      library: 'tatp22',
      original: 'PositionalEncoding1D(5)(torch.zeros(1, 5, 5))',
      posenc: 'const { data } = posenc.encode(presets.tatp22(5), 5);',
      compared: [{ ours: 'data' }],
      proof: { file: 'tatp22_multidim', number: 2 },
    },
    {
      id: 'tatp22-permute',
      title: 'Channels before positions',
      library: 'tatp22',
      original: 'PositionalEncodingPermute1D(6)(torch.zeros(1, 6, 9))',
      posenc: `const encoding = presets.tatp22(6);
const { data, shape } = posenc.encode(encoding, 9, { channelsFirst: true });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'tatp22_multidim', number: 8 },
    },
    {
      id: 'tatp22-summer',
      title: 'Added to embeddings',
      library: 'tatp22',
      original: 'Summer(PositionalEncoding1D(6))(x)  # x: [2, 4, 6]',
      posenc: 'posenc.add(presets.tatp22(6), 4, x, { batch: 2 });',
      compared: [{ ours: 'x' }],
      proof: { file: 'tatp22_multidim', number: 10, inputs: { x: 'x' } },
      note: 'In place: each value becomes Math.fround(x + table).',
    },
  ],
};
