import type { Group } from './fact.ts';

const DIFFUSERS = 'src/diffusers/models/embeddings.py';
const TIMM = {
  project: 'huggingface/pytorch-image-models',
  file: 'timm/layers/pos_embed_sincos.py',
  golden: 'timm_pos_embed_sincos',
};

export const grids: Group = {
  id: 'grids',
  title: 'Images and videos',
  facts: [
    {
      name: 'tatp22Grid',
      formula: [['each axis', 'sin(p · 10000^{−2i/D}), cos(p · 10000^{−2i/D}), alternating']],
      letters: 'D = 2 ⌈C/(2 axes)⌉; axes in order, cut to C columns',
      source: {
        project: 'tatp22/multidim-positional-encoding',
        file: 'positional_encodings/torch_encodings.py',
        function: 'PositionalEncoding2D',
        golden: 'tatp22_multidim',
      },
      calls: ['12, 2'],
    },
    {
      name: 'mae',
      formula: [
        ['columns', '[sin x | cos x | sin y | cos y]'],
        ['angles', 'x · 10000^{−4i/D}, y · 10000^{−4i/D}'],
      ],
      letters: 'x the column, y the row',
      source: {
        project: 'facebookresearch/mae',
        file: 'util/pos_embed.py',
        function: 'get_2d_sincos_pos_embed',
        golden: 'mae_sincos2d',
      },
      calls: ['768, { classRows: 1 }'],
    },
    {
      name: 'moco',
      formula: [
        ['columns', '[sin y | cos y | sin x | cos x]'],
        ['angles', 'y · temperature^{−4i/D}, x · temperature^{−4i/D}'],
      ],
      letters: 'x the column, y the row',
      source: {
        project: 'facebookresearch/moco-v3',
        file: 'vits.py',
        function: 'build_2d_sincos_position_embedding',
      },
      calls: ['768'],
    },
    {
      name: 'bigVision',
      formula: [
        ['columns', '[sin x | cos x | sin y | cos y]'],
        ['angles', 'x · temperature^{−i/(D/4−1)}, y · temperature^{−i/(D/4−1)}'],
      ],
      letters: 'x the column, y the row',
      source: {
        project: 'google-research/big_vision',
        file: 'big_vision/models/vit.py',
        function: 'posemb_sincos_2d',
        golden: 'big_vision_sincos2d',
      },
      calls: ['768'],
    },
    {
      name: 'detr',
      formula: [
        ['columns', '[y alternating | x alternating], F each'],
        ['angles', 'e · temperature^{−2i/F}'],
        ['normalised', 'e = count / (last count + 10^{−6}) · scale'],
      ],
      letters: 'e counts the image’s cells from 1',
      source: {
        project: 'facebookresearch/detr',
        file: 'models/position_encoding.py',
        function: 'PositionEmbeddingSine',
        golden: 'detr_sine',
      },
      calls: ['128, { normalise: true }', '64'],
    },
    {
      name: 'diffusers2d',
      formula: [
        ['columns', '[sin x | cos x | sin y | cos y]'],
        ['angles', 'k · (baseSize/size) / interpolationScale · 10000^{−4i/D}'],
      ],
      letters: 'k the cell along x or y',
      source: {
        project: 'huggingface/diffusers',
        file: DIFFUSERS,
        function: 'get_2d_sincos_pos_embed',
        golden: 'diffusers_embeddings',
      },
      calls: ['1152, { baseSize: 64, interpolationScale: 2 }'],
    },
    {
      name: 'diffusers3d',
      formula: [
        ['columns', '[time: D/4 | x: 3D/8 | y: 3D/8]'],
        ['each', '[sin | cos] of k / interpolationScale · 10000^{−2i/W}'],
      ],
      letters: 'W the axis’ own width',
      source: {
        project: 'huggingface/diffusers',
        file: DIFFUSERS,
        function: 'get_3d_sincos_pos_embed',
        golden: 'diffusers_embeddings',
      },
      calls: ['1920'],
    },
    {
      name: 'sam',
      formula: [
        ['column i', 'sin(2π (x G_{0i} + y G_{1i}))'],
        ['column F + i', 'cos(2π (x G_{0i} + y G_{1i}))'],
      ],
      letters: 'x and y cell centres from −1 to 1, G the model’s matrix',
      source: {
        project: 'facebookresearch/segment-anything',
        file: 'segment_anything/modeling/prompt_encoder.py',
        function: 'PositionEmbeddingRandom',
      },
      calls: ['[0.5, -1.25, 2, 0.75]'],
    },
    {
      name: 'tensor2tensorNd',
      formula: [
        ['each axis', '[sin | cos] of p · min · (max/min)^{−i/(n−1)}'],
        ['what is left of C', '0'],
      ],
      letters: 'n = ⌊C/(2 axes)⌋, min and max the timescales',
      source: {
        project: 'tensorflow/tensor2tensor',
        file: 'tensor2tensor/layers/common_attention.py',
        function: 'add_timing_signal_nd',
      },
      calls: ['512, 2'],
    },
    {
      name: 'timmSincos2d',
      formula: [
        ['columns', '[sin y | sin x | cos y | cos x]'],
        ['interleaveSinCos', '[sin y | cos y | sin x | cos x]'],
        ['angles', 'y · temperature^{−4i/D}, x · temperature^{−4i/D}'],
      ],
      letters: 'x the column, y the row',
      source: { ...TIMM, function: 'build_sincos2d_pos_embed' },
      calls: ['768'],
    },
    {
      name: 'timmFourier',
      formula: [
        ['columns', '[sines of y | sines of x | cosines of y | cosines of x]'],
        ['in pixels', 'c · π · 2^{linspace(0, log₂(maxRes/2))}, c from −1 to 1'],
        ['else', '(cell + gridOffset) · temperature^{−i/numBands}'],
      ],
      source: { ...TIMM, function: 'build_fourier_pos_embed' },
      calls: ['16'],
    },
  ],
};
