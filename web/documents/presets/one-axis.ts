import type { Group } from './fact.ts';

const N = 'n = ⌊C/2⌋';
/** Alternating and separate columns of an angle. */
const alternating = (angle: string) =>
  [
    ['column 2i', `sin(${angle})`],
    ['column 2i + 1', `cos(${angle})`],
  ] as const;
const halves = (angle: string) =>
  [
    ['column i', `sin(${angle})`],
    ['column n + i', `cos(${angle})`],
  ] as const;

export const oneAxis: Group = {
  id: 'one-axis',
  title: 'One position, one row',
  facts: [
    {
      name: 'pytorch',
      formula: alternating('p · 10000^{−2i/C}'),
      source: {
        project: 'pytorch/examples',
        file: 'word_language_model/model.py',
        function: 'PositionalEncoding',
        golden: 'pytorch_tutorial',
      },
      calls: ['512'],
    },
    {
      name: 'tensor2tensor',
      formula: [...halves('(p + startIndex) · min · (max/min)^{−i/(n−1)}'), ['last column', '0 if C is odd']],
      letters: `${N}, min and max the timescales`,
      source: {
        project: 'tensorflow/tensor2tensor',
        file: 'tensor2tensor/layers/common_attention.py',
        function: 'get_timing_signal_1d',
        golden: 'tensor2tensor_timing',
      },
      calls: ['512'],
    },
    {
      name: 'fairseq',
      formula: [...halves('p · 10000^{−i/(n−1)}'), ['last column', '0 if C is odd'], ['row of padding', '0']],
      letters: N,
      source: {
        project: 'facebookresearch/fairseq',
        file: 'fairseq/modules/sinusoidal_positional_embedding.py',
        function: 'SinusoidalPositionalEmbedding',
        golden: 'fairseq_sinusoid',
      },
      calls: ['512, { padding: 1 }'],
    },
    {
      name: 'marian',
      formula: halves('p · 10000^{−2i/C}'),
      letters: 'n = ⌈C/2⌉',
      source: {
        project: 'huggingface/transformers',
        file: 'models/marian/modeling_marian.py',
        function: 'MarianSinusoidalPositionalEmbedding',
        golden: 'hf_misc_sinusoid',
      },
      calls: ['512'],
    },
    {
      name: 'whisper',
      formula: halves('p · maxTimescale^{−i/(n−1)}'),
      letters: 'n = C/2',
      source: {
        project: 'openai/whisper',
        file: 'whisper/model.py',
        function: 'sinusoids',
      },
      calls: ['384'],
    },
    {
      name: 'keras',
      formula: alternating('(p + startIndex) · maxWavelength^{−2i/C}'),
      source: {
        project: 'keras-team/keras-hub',
        file: 'keras_hub/src/layers/modeling/sine_position_encoding.py',
        function: 'SinePositionEncoding',
      },
      calls: ['512'],
    },
    {
      name: 'tatp22',
      formula: alternating('p · 10000^{−2i/D}'),
      letters: 'D = 2 ⌈C/2⌉; cut to C columns',
      source: {
        project: 'tatp22/multidim-positional-encoding',
        file: 'positional_encodings/torch_encodings.py',
        function: 'PositionalEncoding1D',
        golden: 'tatp22_multidim',
      },
      calls: ['7'],
    },
    {
      name: 'openNmt',
      formula: halves('(p + 1) · 10000^{−i/(n−1)}'),
      letters: 'n = C/2',
      source: {
        project: 'OpenNMT/OpenNMT-tf',
        file: 'opennmt/layers/position.py',
        function: 'SinusoidalPositionEncoder',
      },
      calls: ['512'],
    },
    {
      name: 'mlx',
      formula: halves('p · maxFreq · (maxFreq/minFreq)^{−i/(n−1)}').map(
        ([where, what]) => [where, `scale · ${what}`] as const,
      ),
      letters: 'n = dims/2',
      source: {
        project: 'ml-explore/mlx',
        file: 'python/mlx/nn/layers/positional_encoding.py',
        function: 'SinusoidalPositionalEncoding',
      },
      calls: ['512'],
    },
    {
      name: 'marianNmt',
      formula: halves('p · 10000^{−i/(n−1)}'),
      letters: 'n = C/2',
      source: {
        project: 'marian-nmt/marian-dev',
        file: 'src/models/transformer.h',
        function: 'addPositionalEmbeddings',
      },
      calls: ['512'],
    },
    {
      name: 'burn',
      formula: alternating('p · maxTimescale^{−2i/C}'),
      source: {
        project: 'tracel-ai/burn',
        file: 'crates/burn-nn/src/modules/pos_encoding.rs',
        function: 'generate_sinusoids',
      },
      calls: ['512'],
    },
    {
      name: 'gptJTable',
      formula: halves('p · 10000^{−2i/r}'),
      letters: 'r = rotaryDim, n = r/2',
      source: {
        project: 'huggingface/transformers',
        file: 'src/transformers/models/gptj/modeling_gptj.py',
        function: 'create_sinusoidal_positions',
        golden: 'hf_gptj_rotary',
      },
      calls: ['64'],
    },
    {
      name: 'scaledSinusoid',
      formula: halves('p · theta^{−2i/C}').map(([where, what]) => [where, `scale · ${what}`] as const),
      letters: 'n = C/2',
      source: {
        project: 'lucidrains/x-transformers',
        file: 'x_transformers/x_transformers.py',
        function: 'ScaledSinusoidalEmbedding',
      },
      calls: ['512'],
    },
  ],
};
