import type { Family } from '../recipe.ts';

/** C++ that turns data of a shape at positions 0, 1, ... or listed ones. */
const rotate = (shape: string, positions: string, axis: number, more = '') => `std::int64_t const shape[]{${shape}};
std::vector<double> const positions{${positions}};
posenc::rotate(encoding, positions, x,
               {.shape = shape, .sequence_axis = ${axis}${more}});`;

export const rotations: Family = {
  id: 'rotations',
  title: 'Rotations of queries and keys',
  about:
    'RoPE in the two pairings that cannot be exchanged, and with every shape of data: neighbouring channels (GPT-J, ' +
    'Meta’s Llama, ggml’s NORMAL), or channels i and i + n (GPT-NeoX, transformers, ggml’s NEOX).',
  recipes: [
    {
      id: 'hf-llama',
      title: 'Llama, Mistral, Qwen: rotate_half',
      library: 'transformers',
      original: `config = LlamaConfig(hidden_size=64, num_attention_heads=4,
                     rope_theta=500000.0, max_position_embeddings=8192)
position_ids = torch.tensor([[0, 17, 4095, 8191]])
cos, sin = LlamaRotaryEmbedding(config)(q, position_ids)
q, k = apply_rotary_pos_emb(q, k, cos, sin)  # [1, 2 or 1, 4, 16]`,
      posenc: `const encoding = presets.gptNeoX(16, { theta: 500000 });
const positions = [0, 17, 4095, 8191];
const { cos, sin } = posenc.rotary(encoding, positions, { form: 'full' });
posenc.rotate(encoding, positions, q, { shape: [1, 2, 4, 16] });
posenc.rotate(encoding, positions, k, { shape: [1, 1, 4, 16] });`,
      cpp: { text: rotate('1, 2, 4, 16', '0, 17, 4095, 8191', -2), compared: [{ ours: 'x' }] },
      compared: [
        { ours: 'q' },
        { ours: 'k', output: 'k' },
        { ours: 'cos.data', output: 'cos' },
        { ours: 'sin.data', output: 'sin' },
      ],
      proof: {
        file: 'hf_llama_rotary',
        number: 1,
        inputs: { q: 'q', k: 'k' },
        unsaid: ['attention_factor'],
      },
      note: 'The tables are needed only by code that rotates by itself; rotate computes what it needs.',
    },
    {
      id: 'gptj',
      title: 'GPT-J and CodeGen: rotate_every_two',
      library: 'transformers',
      original: `table = create_sinusoidal_positions(64, 16)
sin, cos = table[None, [3, 63, 10]].split(8, dim=-1)
x = apply_rotary_pos_emb(x, sin, cos)  # [1, 3, 1, 16]`,
      posenc: `const layout = { shape: [1, 3, 1, 16], sequenceAxis: 1 };
posenc.rotate(presets.gptJ(16), [3, 63, 10], x, layout);`,
      compared: [{ ours: 'x' }],
      proof: { file: 'hf_gptj_rotary', number: 1, inputs: { x: 'x' } },
    },
    {
      id: 'meta-llama',
      title: 'Meta’s own Llama 3.1',
      library: 'llama-models',
      original: `freqs_cis = precompute_freqs_cis(64, 5, theta=500000.0,
                                 use_scaled=True)
xq, xk = apply_rotary_emb(xq, xk, freqs_cis)  # [1, 5, 2, 64]`,
      posenc: `const encoding = presets.llama(64, { theta: 500000, useScaled: true });
posenc.rotate(encoding, 5, xq, { shape: [1, 5, 2, 64], sequenceAxis: 1 });`,
      cpp: { text: rotate('1, 5, 2, 64', '0, 1, 2, 3, 4', 1), compared: [{ ours: 'x', output: 'rotated' }] },
      compared: [{ ours: 'xq', output: 'rotated' }],
      proof: { file: 'meta_llama3_rope', number: 2, inputs: { xq: 'x' } },
      note: 'Its neighbours are pairs. The same model on Hugging Face has permuted weights and pairs i with i + n.',
    },
    {
      id: 'permute',
      title: 'Weights from one pairing to the other',
      library: 'transformers',
      original: `# convert_llama_weights_to_hf.py; w: [4, 1], one head
w.view(1, 4 // 1 // 2, 2, 1).transpose(1, 2).reshape(4, 1)`,
      posenc: 'const rows = permutePairing(w, { shape: [4, 1], heads: 1 });',
      compared: [{ ours: 'rows' }],
      proof: {
        why: 'the rows 0, 1, 2, 3 in the order 0, 2, 1, 3: first channels of the pairs, then second ones',
        inputs: { w: [0, 1, 2, 3] },
        values: [0, 2, 1, 3],
      },
    },
    {
      id: 'deepseek',
      title: 'DeepSeek V3',
      library: 'DeepSeek',
      original: `args = ModelArgs(qk_rope_head_dim=64, max_seq_len=16384,
                 original_seq_len=4096, rope_theta=10000.0,
                 rope_factor=40, beta_fast=32, beta_slow=1)
freqs_cis = precompute_freqs_cis(args)[[0, 1, 100, 4095, 16383]]
x = apply_rotary_emb(x, freqs_cis)  # [1, 5, 1, 64]`,
      posenc: `const options = { theta: 10000, factor: 40, maxLength: 16384 };
const encoding = presets.deepseek(64, options);
const positions = [0, 1, 100, 4095, 16383];
const layout = { shape: [1, 5, 1, 64], sequenceAxis: 1 };
posenc.rotate(encoding, positions, x, layout);`,
      cpp: { text: rotate('1, 5, 1, 64', '0, 1, 100, 4095, 16383', 1), compared: [{ ours: 'x', output: 'rotated' }] },
      compared: [{ ours: 'x', output: 'rotated' }],
      proof: { file: 'deepseek_v3_rope', number: 0, inputs: { x: 'x' } },
      note: 'YaRN’s frequencies without its attention factor: the softmax has it.',
    },
    {
      id: 'lucidrains',
      title: 'Some channels, with an offset',
      library: 'rotary-embedding-torch',
      original: `rotary = RotaryEmbedding(dim=8)
t = rotary.rotate_queries_or_keys(t, offset=3)  # [1, 2, 5, 12]`,
      posenc: `const positions = { start: 3, count: 5 };
posenc.rotate(presets.lucidrains(8), positions, t, { shape: [1, 2, 5, 12] });`,
      compared: [{ ours: 't' }],
      proof: { file: 'lucidrains_rotary', number: 6, inputs: { t: 't' } },
      note: 'Channels 8 to 11 stay as they are.',
    },
    {
      id: 'xpos',
      title: 'xPos: queries and keys decay against each other',
      library: 'rotary-embedding-torch',
      original: `rotary = RotaryEmbedding(dim=8, use_xpos=True,
                         xpos_scale_base=512)
q, k = rotary.rotate_queries_and_keys(q, k)  # [1, 1, 6, 8]`,
      posenc: `// The centre is half of the length.
const options = { useXpos: true, xposScaleBase: 512, xposCenter: 3 };
const shape = [1, 1, 6, 8];
posenc.rotate(presets.lucidrains(8, options), 6, q, { shape });
const forKeys = { ...options, keys: true };
posenc.rotate(presets.lucidrains(8, forKeys), 6, k, { shape });`,
      compared: [{ ours: 'q' }, { ours: 'k', output: 'rotated_k' }],
      proof: { file: 'lucidrains_rotary', number: 10, inputs: { q: 'q', k: 'k' } },
    },
    {
      id: 'axial',
      title: 'Axial frequencies of pixels',
      library: 'rotary-embedding-torch',
      original: `rotary = RotaryEmbedding(dim=8, freqs_for="pixel", max_freq=256)
freqs = rotary.get_axial_freqs(3, 4)
x = apply_rotary_emb(freqs, x)  # [1, 3, 4, 18]`,
      posenc: `const options = { freqsFor: 'pixel', maxFreq: 256 };
const encoding = presets.lucidrainsAxial(8, 2, options);
posenc.rotate(encoding, { grid: [3, 4] }, x, { shape: [1, 12, 18] });`,
      compared: [{ ours: 'x', output: 'rotated' }],
      proof: { file: 'lucidrains_rotary', number: 12, inputs: { x: 'x' } },
    },
    {
      id: 'flux',
      title: 'FLUX: one axis of its rotation',
      library: 'diffusers',
      original: `cos, sin = get_1d_rotary_pos_embed(
    56, torch.tensor([0, 127]), theta=10000.0, use_real=True,
    repeat_interleave_real=True, freqs_dtype=torch.float64)`,
      posenc: `const encoding = presets.flux([56]);
const points = { data: [0, 127], shape: [2, 1] };
const { cos, sin } = posenc.rotary(encoding, points, { form: 'full' });`,
      compared: [{ ours: 'cos.data' }, { ours: 'sin.data', output: 'sin' }],
      proof: { file: 'diffusers_embeddings', number: 17, unsaid: ['linear_factor', 'ntk_factor'] },
      note: 'Whole FLUX: presets.flux() over points (0, row, column); text stands at (0, 0, 0).',
    },
    {
      id: 'diffusers-rotary-ntk',
      title: 'ntk_factor',
      library: 'diffusers',
      original: `cos, sin = get_1d_rotary_pos_embed(
    16, torch.tensor([0, 7, 63]), theta=10000.0, use_real=True,
    ntk_factor=8, freqs_dtype=torch.float64)`,
      posenc: `const encoding = presets.diffusersRotary(16, { ntkFactor: 8 });
const { cos, sin } = posenc.rotary(encoding, [0, 7, 63], { form: 'full' });`,
      compared: [{ ours: 'cos.data' }, { ours: 'sin.data', output: 'sin' }],
      proof: { file: 'diffusers_embeddings', number: 15, unsaid: ['linear_factor'] },
      note: 'It multiplies theta, without the power r/(r − 2) that others mean by NTK.',
    },
    {
      id: 'onnx-rotary',
      title: 'Caches for RotaryEmbedding',
      library: 'onnxruntime',
      original: `# cos_cache, sin_cache: [max_sequence_length, head_size / 2]
freqs_cis = precompute_freqs_cis(8, 6, theta=10000.0)
cos_cache, sin_cache = freqs_cis.real, freqs_cis.imag
helper.make_node("RotaryEmbedding",
    ["x", "cos_cache", "sin_cache", "position_ids"], ["y"],
    interleaved=1)`,
      posenc: `const encoding = presets.rope(8, { pairing: 'adjacent' });
const { cos, sin } = posenc.rotary(encoding, 6); // half-width is the default
// new ort.Tensor(cos.dtype, cos.data, cos.shape)`,
      cpp: {
        text: `std::vector<float> cosines(6 * 4);
std::vector<float> sines(6 * 4);
posenc::rotary(encoding, posenc::Positions{.count = 6}, cosines, sines);`,
        compared: [],
      },
      compared: [{ ours: 'Array.from(cos.data).flatMap((c, k) => [c, sin.data[k]])' }],
      proof: { file: 'meta_llama3_rope', number: 0, unsaid: ['use_scaled'] },
      note: 'The caches are the same for both pairings; interleaved says which one the node turns. com.microsoft’s operator takes position_ids before the caches.',
    },
  ],
};
