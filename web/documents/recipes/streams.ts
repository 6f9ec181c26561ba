import type { Family } from '../recipe.ts';

const positions = `const data = [
  0, 1, 2, 2, 2, 2, 4, // time
  0, 1, 2, 2, 3, 3, 4, // height
  0, 1, 2, 3, 2, 3, 4, // width
];`;
const ids = `position_ids = torch.tensor([[[0, 1, 2, 2, 2, 2, 4]],   # time
                             [[0, 1, 2, 2, 3, 3, 4]],   # height
                             [[0, 1, 2, 3, 2, 3, 4]]])  # width`;

export const streams: Family = {
  id: 'streams',
  title: 'Text with images: M-RoPE and position ids',
  about: 'Where tokens stand: among images and videos, behind padding, in packed sequences.',
  recipes: [
    {
      id: 'qwen2-vl',
      title: 'Qwen2-VL and Qwen2.5-VL',
      library: 'transformers',
      original: `# head_dim 16, mrope_section [2, 3, 3], rope_theta 1000000
${ids}
cos, sin = Qwen2VLRotaryEmbedding(config)(q, position_ids)
q, k = apply_multimodal_rotary_pos_emb(q, k, cos, sin, [2, 3, 3])`,
      posenc: `${positions}
const encoding = presets.qwen2Vl(16, { sections: [2, 3, 3] });
posenc.rotate(encoding, { data, shape: [3, 7] }, q, { shape: [1, 2, 7, 16] });
posenc.rotate(encoding, { data, shape: [3, 7] }, k, { shape: [1, 1, 7, 16] });`,
      cpp: {
        text: `std::int64_t const shape[]{1, 2, 7, 16};
std::vector<double> const positions{0, 1, 2, 2, 2, 2, 4,   // time
                                    0, 1, 2, 2, 3, 3, 4,   // height
                                    0, 1, 2, 3, 2, 3, 4};  // width
posenc::rotate(encoding, positions, x, {.shape = shape});`,
        compared: [{ ours: 'x' }],
      },
      compared: [{ ours: 'q' }, { ours: 'k', output: 'k' }],
      proof: { file: 'hf_qwen_vl_mrope', number: 0, inputs: { q: 'q', k: 'k' } },
    },
    {
      id: 'qwen3-vl',
      title: 'Qwen3-VL',
      library: 'transformers',
      original: `# head_dim 16, mrope_section [4, 2, 2], rope_theta 5000000
${ids}
cos, sin = Qwen3VLTextRotaryEmbedding(config)(q, position_ids)
q, k = apply_rotary_pos_emb(q, k, cos, sin)`,
      posenc: `${positions}
const encoding = presets.qwen3Vl(16, { sections: [4, 2, 2] });
posenc.rotate(encoding, { data, shape: [3, 7] }, q, { shape: [1, 2, 7, 16] });
posenc.rotate(encoding, { data, shape: [3, 7] }, k, { shape: [1, 1, 7, 16] });`,
      compared: [{ ours: 'q' }, { ours: 'k', output: 'k' }],
      proof: { file: 'hf_qwen_vl_mrope', number: 2, inputs: { q: 'q', k: 'k' } },
      note: 'Pairs alternate between time, row and column. Qwen2-VL’s come in blocks.',
    },
    {
      id: 'rope-index',
      title: 'Positions of text, an image, text',
      library: 'transformers',
      original: `# input_ids: 1, 2, 3, 151652 (start), six of 151655, 9, 9
position_ids, deltas = model.get_rope_index(
    input_ids, image_grid_thw=torch.tensor([[1, 4, 6]]))
# spatial_merge_size 2; 151656 would be a video's token`,
      posenc: `const grids = [{ text: 4 }, { image: [1, 4, 6] }, { text: 2 }];
const { data, next } = posenc.positions({ grids, dtype: 'int64' });
const delta = next[0] - 12; // tokens`,
      cpp: {
        text: `using Kind = posenc::GridPart::Kind;
std::vector<posenc::GridPart> const parts{
    {.time = 4},
    {.kind = Kind::image, .time = 1, .height = 4, .width = 6},
    {.time = 2},
};
std::vector<std::int64_t> ids(3 * 12);
std::int64_t const next = posenc::positions_from_grids(parts, ids);`,
        compared: [{ ours: 'ids' }],
      },
      compared: [{ ours: 'data' }, { ours: '[delta]', output: 'mrope_position_deltas' }],
      proof: { file: 'hf_qwen_vl_mrope', number: 5 },
    },
    {
      id: 'rope-index-video',
      title: 'Positions of a video and text',
      library: 'transformers',
      original: `# input_ids: 151652 (start), twelve of 151656, 7, 7, 7
position_ids, deltas = model.get_rope_index(
    input_ids, video_grid_thw=torch.tensor([[3, 4, 4]]))
# spatial_merge_size 2; 151655 would be an image's token`,
      posenc: `const grids = [{ text: 1 }, { video: [3, 4, 4] }, { text: 3 }];
const { data } = posenc.positions({ grids, dtype: 'int64' });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'hf_qwen_vl_mrope', number: 6 },
    },
    {
      id: 'mask-ids',
      title: 'Positions behind padding',
      library: 'transformers',
      original: `# attention_mask: [[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]]
position_ids = attention_mask.long().cumsum(-1) - 1
position_ids.masked_fill_(attention_mask == 0, 1)`,
      posenc: "const { data } = posenc.positions({ mask, shape: [2, 5], dtype: 'int64' });",
      cpp: {
        text: `std::vector<std::uint8_t> const mask{0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
std::vector<std::int64_t> ids(mask.size());
posenc::positions_from_mask(mask, 5, ids);`,
        compared: [{ ours: 'ids' }],
      },
      compared: [{ ours: 'data' }],
      proof: {
        why: 'counted by hand: padding has 1, the first token 0',
        inputs: { mask: [0, 0, 1, 1, 1, 1, 1, 1, 1, 1] },
        values: [1, 1, 0, 1, 2, 0, 1, 2, 3, 4],
      },
      note: 'Left padding is what generation with batches has: without it every answer but the longest shifts.',
    },
    {
      id: 'packed-ids',
      title: 'Positions in packed sequences',
      library: 'transformers',
      original: `# sequences of 2, 3 and 1 tokens in one row
collator = DataCollatorWithFlattening()
collator(features)["position_ids"]`,
      posenc: `const segments = [0, 0, 1, 1, 1, 2];
const { data } = posenc.positions({ segments, dtype: 'int64' });`,
      compared: [{ ours: 'data' }],
      proof: { why: 'counted by hand: each sequence begins at 0', values: [0, 1, 0, 1, 2, 0] },
    },
  ],
};
