import type { Family } from '../recipe.ts';

export const learned: Family = {
  id: 'learned',
  title: 'Learned tables of another size',
  about: 'A trained table for another resolution, within 3 · 10⁻⁶ of PyTorch’s own interpolation.',
  recipes: [
    {
      id: 'timm-resample',
      title: 'A smaller image, with antialiasing',
      library: 'timm',
      original: `# posemb: [1, 1 + 7 * 7, 2]
resample_abs_pos_embed(posemb, [4, 4], num_prefix_tokens=1)`,
      posenc: `const table = { data: posemb, shape: [1, 50, 2] };
const options = { to: [4, 4], prefix: 1, antialias: true };
const { data } = posenc.resample(table, options);`,
      cpp: {
        text: `std::vector<float> resized(17 * 2);
posenc::Resample const how{.to = {4, 4}, .prefix = 1, .antialias = true};
posenc::resample(how, posemb, 2, resized);`,
        compared: [{ ours: 'resized' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'resample_pos_embed', number: 2, inputs: { posemb: 'posemb' } },
      note: 'With antialias PyTorch’s cubic kernel is another one, even where the grid grows.',
    },
    {
      id: 'timm-resample-wide',
      title: 'A grid that is not square',
      library: 'timm',
      original: `# posemb: [1, 2 + 6 * 6, 2]
resample_abs_pos_embed(posemb, [9, 5], num_prefix_tokens=2)`,
      posenc: `const table = { data: posemb, shape: [1, 38, 2] };
const options = { to: [9, 5], prefix: 2, antialias: true };
const { data } = posenc.resample(table, options);`,
      compared: [{ ours: 'data' }],
      proof: { file: 'resample_pos_embed', number: 3, inputs: { posemb: 'posemb' } },
    },
    {
      id: 'mae-interpolate',
      title: 'A larger image, without antialiasing',
      library: 'MAE',
      original: `# checkpoint: 1 + 4 * 4 rows of 3; the model: 7 * 7 patches
interpolate_pos_embed(model, checkpoint)`,
      posenc: `const table = { data: posemb, shape: [1, 17, 3] };
const { data } = posenc.resample(table, { to: [7, 7], prefix: 1 });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'resample_pos_embed', number: 8, inputs: { posemb: 'posemb' } },
      note: 'DeiT and transformers’ interpolate_pos_encoding do the same.',
    },
    {
      id: 'swin-table',
      title: 'Swin’s bias table of another window',
      library: 'timm',
      original: `# table: [(2 * 4 - 1) ** 2, 2] of the window 4, 2 heads
resize_rel_pos_bias_table_simple(table, [6, 6], [121, 2])`,
      posenc: `const rows = { data: table, shape: [49, 2] };
const { data } = posenc.resample(rows, { from: [7, 7], to: [11, 11] });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'resample_pos_embed', number: 10, inputs: { table: 'table' } },
    },
  ],
};
