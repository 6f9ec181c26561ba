import type { Group } from './fact.ts';

const NEIGHBOURS = 'channels 2i and 2i + 1';
const HALVES = 'channels i and i + r/2';
const TRANSFORMERS = 'huggingface/transformers';
const QWEN = 'src/transformers/models/qwen2_vl/modeling_qwen2_vl.py';
const turn = (pair: string, angle: string) =>
  [
    [pair, '(c·x − s·y, s·x + c·y)'],
    ['c, s', `cos and sin of ${angle}`],
  ] as const;

export const rotary: Group = {
  id: 'rotary',
  title: 'Rotations of queries and keys',
  facts: [
    {
      name: 'rope',
      formula: turn(`${NEIGHBOURS}, or i and i + r/2`, 'p · theta^{−2i/r}'),
      letters: 'r = dim',
      source: { project: 'Su et al., 2021: RoFormer, section 3.4.2', named: 'Su et al., 2021' },
      calls: ['128', "128, { pairing: 'half', scaling: { type: 'linear', factor: 4 } }"],
    },
    {
      name: 'llama',
      formula: turn(NEIGHBOURS, 'p · w_{i}, w_{i} = theta^{−2i/r}, scaled between 8192 and 8192/4'),
      letters: 'r = headDim',
      source: {
        project: 'meta-llama/llama-models',
        file: 'models/llama3/model.py',
        function: 'precompute_freqs_cis',
        golden: 'meta_llama3_rope',
      },
      calls: ['128, { theta: 500000, useScaled: true }', '128'],
    },
    {
      name: 'gptNeoX',
      formula: turn(HALVES, 'p · theta^{−2i/r}'),
      letters: 'r = ⌊headDim · rotaryPct⌋',
      source: {
        project: 'EleutherAI/gpt-neox',
        file: 'megatron/model/positional_embeddings.py',
        function: 'RotaryEmbedding',
      },
      calls: ['96, { rotaryPct: 0.25 }'],
    },
    {
      name: 'gptJ',
      formula: turn(NEIGHBOURS, 'p · 10000^{−2i/r}'),
      letters: 'r = rotaryDim',
      source: {
        project: TRANSFORMERS,
        file: 'src/transformers/models/gptj/modeling_gptj.py',
        function: 'rotate_every_two',
        golden: 'hf_gptj_rotary',
      },
      calls: [''],
    },
    {
      name: 'diffusersRotary',
      formula: turn(`${NEIGHBOURS}, or i and i + D/2`, 'p · (theta · ntkFactor)^{−2i/D} / linearFactor'),
      source: {
        project: 'huggingface/diffusers',
        file: 'src/diffusers/models/embeddings.py',
        function: 'get_1d_rotary_pos_embed',
        golden: 'diffusers_embeddings',
      },
      calls: ['64'],
    },
    {
      name: 'flux',
      formula: turn('neighbours of each axis', 'p · theta^{−2i/D}'),
      letters: 'D the axis’ own channels',
      source: {
        project: 'huggingface/diffusers',
        file: 'src/diffusers/models/transformers/transformer_flux.py',
        function: 'FluxPosEmbed',
      },
      calls: [''],
    },
    {
      name: 'qwen2Vl',
      formula: turn(HALVES, 'p_{s} · theta^{−2i/r}'),
      letters: 's the stream of the pair: time, row and column in blocks of sections',
      source: {
        project: TRANSFORMERS,
        file: QWEN,
        function: 'apply_multimodal_rotary_pos_emb',
        golden: 'hf_qwen_vl_mrope',
      },
      calls: [''],
    },
    {
      name: 'qwen3Vl',
      formula: turn(HALVES, 'p_{s} · theta^{−2i/r}'),
      letters: 's the stream of the pair: time, row, column in turn, past a section time',
      source: {
        project: TRANSFORMERS,
        file: 'src/transformers/models/qwen3_vl/modeling_qwen3_vl.py',
        function: 'apply_interleaved_mrope',
      },
      calls: [''],
    },
    {
      name: 'qwenVision',
      formula: turn('channels i and i + headDim/2', 'row · theta^{−4i/headDim}, then column · theta^{−4i/headDim}'),
      source: { project: TRANSFORMERS, file: QWEN, function: 'VisionRotaryEmbedding', golden: 'hf_qwen_vl_mrope' },
      calls: ['80'],
    },
    {
      name: 'deepseek',
      formula: turn(NEIGHBOURS, 'p · w_{i}, YaRN’s frequencies, without an attention factor'),
      source: {
        project: 'deepseek-ai/DeepSeek-V3',
        file: 'inference/model.py',
        function: 'precompute_freqs_cis',
        golden: 'deepseek_v3_rope',
      },
      calls: [''],
    },
    {
      name: 'yarn',
      formula: [
        [HALVES, '(c·x − s·y, s·x + c·y)'],
        ['c, s', '(0.1 ln(factor) + 1) · attnFactor · cos and sin of p · w_{i}'],
        ['w_{i}', 'theta^{−2i/r} · ((1 − m_{i})/factor + m_{i})'],
      ],
      letters:
        'm falls from extrapolationFactor to 0 between the pairs of betaFast and betaSlow turns in originalLength',
      source: {
        project: 'jquesnelle/yarn',
        file: 'scaled_rope/LlamaYaRNScaledRotaryEmbedding.py',
        function: 'LlamaYaRNScaledRotaryEmbedding',
        golden: 'yarn_original',
      },
      calls: ['128, { factor: 16, originalLength: 4096 }'],
    },
    {
      name: 'proportional',
      formula: turn(
        'channels i and i + headDim/2',
        'p · theta^{−2i/headDim} / factor for i < ⌊fraction · headDim/2⌋, else of 0',
      ),
      source: {
        project: TRANSFORMERS,
        file: 'src/transformers/modeling_rope_utils.py',
        golden: 'hf_rope_params',
        named: "Hugging Face's 'proportional' RoPE",
      },
      calls: ['512'],
    },
    {
      name: 'timmRotary',
      formula: turn(NEIGHBOURS, 'timmFourier’s angles: the row’s, then the column’s'),
      source: {
        project: 'huggingface/pytorch-image-models',
        file: 'timm/layers/pos_embed_sincos.py',
        function: 'build_rotary_pos_embed',
        golden: 'timm_pos_embed_sincos',
      },
      calls: ['64'],
    },
    {
      name: 'dinov3',
      formula: turn('channels i and i + D/2', '2π · centre · temperature^{−4i/D}: the row’s, then the column’s'),
      letters: 'centres from −1 to 1',
      source: {
        project: 'facebookresearch/dinov3',
        file: 'dinov3/layers/rope_position_encoding.py',
        function: 'RopePositionEmbedding',
      },
      calls: ['64'],
    },
    {
      name: 'ggml',
      formula: [
        ['normal', '2i and 2i + 1 turn'],
        ['neox, mrope, imrope', 'i and i + nDims/2 turn'],
        ['vision', 'i and i + nDims turn'],
        ['angle', 'p · freqBase^{−2i/nDims} / freqFactors_{i} · freqScale'],
      ],
      source: {
        project: 'ggml-org/ggml',
        file: 'src/ggml-cpu/ops.cpp',
        function: 'ggml_rope_ext, ggml_rope_multi',
        golden: 'ggml_rope',
        named: "ggml's rope",
      },
      calls: [
        "'neox', 128, { freqBase: 1000000 }",
        "'mrope', 128, { freqBase: 1000000, sections: [16, 24, 24, 0] }",
        "'vision', 40",
      ],
    },
    {
      name: 'lucidrains',
      formula: turn(
        'neighbours of the first D',
        '(p / interpolateFactor) · (theta · thetaRescaleFactor^{D/(D−2)})^{−2i/D}',
      ),
      source: {
        project: 'lucidrains/rotary-embedding-torch',
        file: 'rotary_embedding_torch/rotary_embedding_torch.py',
        function: 'RotaryEmbedding',
        golden: 'lucidrains_rotary',
      },
      calls: ['32', '64, { useXpos: true, xposCenter: 512 }'],
    },
    {
      name: 'lucidrainsAxial',
      formula: turn('neighbours of each axis', 'c · π · linspace(1, maxFreq/2), c from −1 to 1; or of cells'),
      source: {
        project: 'lucidrains/rotary-embedding-torch',
        file: 'rotary_embedding_torch/rotary_embedding_torch.py',
        function: 'get_axial_freqs',
        golden: 'lucidrains_rotary',
      },
      calls: ["32, 2, { freqsFor: 'pixel', maxFreq: 256 }"],
    },
  ],
};
