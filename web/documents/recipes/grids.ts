import type { Family } from '../recipe.ts';

const table = (rows: string, positions: string, type = 'float') => `std::vector<${type}> table(${rows});
posenc::encode(encoding, posenc::Cells{.sizes = {${positions}}}, table);`;

export const grids: Family = {
  id: 'grids',
  title: 'Images and videos',
  about:
    'Several coordinates, each with columns of its own. What differs: whether the row or the column comes first, ' +
    'whether the functions or the axes are kept together, and what a coordinate is.',
  recipes: [
    {
      id: 'mae',
      title: 'Patches with a class token',
      library: 'MAE',
      original: 'get_2d_sincos_pos_embed(8, 4, cls_token=True)',
      posenc: `const encoding = presets.mae(8, { classRows: 1 });
const positions = { grid: [4, 4] };
const { data } = posenc.encode(encoding, positions, { dtype: 'float64' });`,
      cpp: { text: table('17 * 8', '4, 4', 'double'), compared: [{ ours: 'table' }] },
      compared: [{ ours: 'data' }],
      proof: { file: 'mae_sincos2d', number: 1 },
      note: 'The column (x) comes first, although the original calls it emb_h. DiT’s function is the same.',
    },
    {
      id: 'big-vision',
      title: 'ViT and SigLIP’s relatives',
      library: 'big_vision',
      original: 'posemb_sincos_2d(14, 14, 64)  # h, w, width',
      posenc: 'const { data } = posenc.encode(presets.bigVision(64), { grid: [14, 14] });',
      compared: [{ ours: 'data' }],
      proof: { file: 'big_vision_sincos2d', number: 3, unsaid: ['temperature'] },
      note: 'It says that it follows MoCo v3, but divides the exponent by n − 1.',
    },
    {
      id: 'timm-sincos2d',
      title: 'Sines of both axes first',
      library: 'timm',
      original: 'build_sincos2d_pos_embed([3, 4], dim=8)',
      posenc: `const encoding = presets.timmSincos2d(8);
const { data } = posenc.encode(encoding, { grid: [3, 4] });`,
      cpp: { text: table('12 * 8', '3, 4'), compared: [{ ours: 'table' }] },
      compared: [{ ours: 'data' }],
      proof: { file: 'timm_pos_embed_sincos', number: 8, unsaid: ['temperature'] },
    },
    {
      id: 'timm-reverse',
      title: 'reverse_coord',
      library: 'timm',
      original: 'build_sincos2d_pos_embed([3, 4], dim=8, reverse_coord=True)',
      posenc: 'const { data } = posenc.encode(presets.timmSincos2d(8), { grid: [4, 3] });',
      compared: [{ ours: 'data' }],
      proof: { file: 'timm_pos_embed_sincos', number: 9, unsaid: ['temperature'] },
      note: 'It reverses the shape alone: rows then run along the width first.',
    },
    {
      id: 'timm-interleave',
      title: 'interleave_sin_cos',
      library: 'timm',
      original: `build_sincos2d_pos_embed([2, 7], dim=12,
                         interleave_sin_cos=True)`,
      posenc: `const encoding = presets.timmSincos2d(12, { interleaveSinCos: true });
const { data } = posenc.encode(encoding, { grid: [2, 7] });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'timm_pos_embed_sincos', number: 10, unsaid: ['temperature'] },
      note: 'Sines and cosines of one axis are kept together; they do not alternate.',
    },
    {
      id: 'timm-fourier',
      title: 'Fourier features of cells',
      library: 'timm',
      original: `sin, cos = build_fourier_pos_embed([4, 3], num_bands=6,
                                   in_pixels=False)`,
      posenc: `const encoding = presets.timmFourier(6, { inPixels: false });
// In each row 12 sines, then 12 cosines.
const { data } = posenc.encode(encoding, { grid: [4, 3] });`,
      compared: [
        { ours: 'data.filter((_, k) => k % 24 < 12)' },
        { ours: 'data.filter((_, k) => k % 24 >= 12)', output: 'cos' },
      ],
      proof: { file: 'timm_pos_embed_sincos', number: 13 },
    },
    {
      id: 'timm-rotary',
      title: 'Rotation of image tokens (EVA-02)',
      library: 'timm',
      original: 'sin, cos = build_rotary_pos_embed([3, 4], dim=16)',
      posenc: `const encoding = presets.timmRotary(16);
const positions = { grid: [3, 4] };
const { cos, sin } = posenc.rotary(encoding, positions, { form: 'full' });`,
      compared: [{ ours: 'sin.data' }, { ours: 'cos.data', output: 'cos' }],
      proof: { file: 'timm_pos_embed_sincos', number: 18 },
      note: 'Coordinates run from −1 to 1 and bands up to half of max_res, 224: in_pixels is the default.',
    },
    {
      id: 'dinov3',
      title: 'Rotation of DINOv3',
      library: 'timm',
      original: `rope = RotaryEmbeddingDinoV3(8, temperature=100.0)
rope.get_embed([2, 3])  # the first of six patches`,
      posenc: `const encoding = presets.dinov3(8);
const { cos } = posenc.rotary(encoding, { grid: [2, 3] }, { dtype: 'float64' });
const first = cos.data.slice(0, 4);`,
      compared: [{ ours: 'first' }],
      proof: {
        why: 'the cosines of −π, −π/10, −4π/3 and −2π/15: the centre of the first cell is (−1/2, −2/3)',
        values: [-1, 0.9510565162951535, -0.5, 0.9135454576426009],
      },
      note: 'Cell centres, in turns, with base 100: nothing else looks like it.',
    },
    {
      id: 'detr',
      title: 'Padded images, channels first',
      library: 'DETR',
      original: `embed = PositionEmbeddingSine(8, normalize=True)
embed(NestedTensor(images, mask))  # mask: [2, 4, 5]`,
      posenc: `const image = mask.map((padding) => 1 - padding);
const padded = { mask: image, shape: [2, 4, 5], axes: 2, normalise: true };
const positions = posenc.positions(padded);
const encoding = presets.detr(8, { normalise: true });
const { data } = posenc.encode(encoding, positions, { channelsFirst: true });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'detr_sine', number: 2, inputs: { mask: 'mask' }, unsaid: ['temperature'] },
      note: 'DETR’s mask is true where padding is, and its coordinates count from 1.',
    },
    {
      id: 'detr-plain',
      title: 'Images without padding',
      library: 'DETR',
      original: `mask = torch.zeros(1, 3, 4, dtype=torch.bool)
PositionEmbeddingSine(4)(NestedTensor(images, mask))`,
      posenc: `const encoding = presets.detr(4);
const positions = { grid: [3, 4] };
const { data } = posenc.encode(encoding, positions, { channelsFirst: true });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'detr_sine', number: 0, unsaid: ['temperature'] },
    },
    {
      id: 'diffusers-2d',
      title: 'Patches of another resolution (PixArt, SD 3)',
      library: 'diffusers',
      original: `get_2d_sincos_pos_embed(16, (3, 5), base_size=16,
                        interpolation_scale=2)`,
      posenc: `const options = { baseSize: 16, interpolationScale: 2 };
const encoding = presets.diffusers2d(16, options);
const positions = { grid: [3, 5] };
const { data } = posenc.encode(encoding, positions, { dtype: 'float64' });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'diffusers_embeddings', number: 9 },
    },
    {
      id: 'diffusers-3d',
      title: 'Video patches (CogVideoX)',
      library: 'diffusers',
      original: `# spatial_size is (width, height)
get_3d_sincos_pos_embed(16, (3, 2), 2, output_type="pt")`,
      posenc: `const encoding = presets.diffusers3d(16);
const positions = { grid: [2, 2, 3] };
const { data } = posenc.encode(encoding, positions, { dtype: 'float64' });`,
      cpp: { text: table('12 * 16', '2, 2, 3', 'double'), compared: [{ ours: 'table' }] },
      compared: [{ ours: 'data' }],
      proof: { file: 'diffusers_embeddings', number: 10 },
    },
    {
      id: 'tatp22-2d',
      title: 'Two axes',
      library: 'tatp22',
      original: 'PositionalEncoding2D(8)(torch.zeros(1, 5, 6, 8))',
      posenc: 'const { data } = posenc.encode(presets.tatp22Grid(8, 2), { grid: [5, 6] });',
      compared: [{ ours: 'data' }],
      proof: { file: 'tatp22_multidim', number: 3 },
    },
    {
      id: 'tatp22-3d',
      title: 'Three axes, channels first',
      library: 'tatp22',
      original: `x = torch.zeros(1, 8, 2, 3, 4)
PositionalEncodingPermute3D(8)(x)`,
      posenc: `const encoding = presets.tatp22Grid(8, 3);
const positions = { grid: [2, 3, 4] };
const { data } = posenc.encode(encoding, positions, { channelsFirst: true });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'tatp22_multidim', number: 9 },
    },
  ],
};
