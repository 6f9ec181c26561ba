// Qwen-VL: M-RoPE in sections and interleaved, the image tower's angles, and position ids of text with images.
import {
  either,
  evenWhole,
  FARTHEST,
  finite,
  listOf,
  nullable,
  oneOf,
  optional,
  tensor,
  tuple,
  Unsupported,
  WIDEST,
  whole,
} from '../parameters.mjs';
import { rotateOutput, rotationLine } from './rotate.mjs';

const theta = finite(1e-50, 1e50);

function sections({ posenc, presets }, params, { q, k }) {
  const { head_dim, mrope_section, rope_theta, position_ids, interleaved } = params;
  const length = position_ids[0].length;
  if (position_ids.some((stream) => stream.length !== length)) throw new Unsupported('streams differ in length');
  const preset = interleaved ? presets.qwen3Vl : presets.qwen2Vl;
  const encoding = preset(head_dim, { theta: rope_theta, sections: mrope_section });
  const positions = { data: Float64Array.from(position_ids.flat()), shape: [3, length] };
  const { data: frequencies } = posenc.frequencies({ dim: head_dim, base: rope_theta });
  // The largest of a row's three positions: which of them a pair has is what is tested.
  const far = Array.from({ length }, (_, row) => Math.max(...position_ids.map((stream) => Math.abs(stream[row]))));
  const line = (row, pair) => rotationLine(frequencies[pair] * far[row]);
  const rotated = (x) => rotateOutput(posenc, encoding, positions, x, { pairs: head_dim / 2, line });
  return { '': rotated(q), k: rotated(k) };
}

const mrope = (name, interleaved, rope_theta) => ({
  names: [name],
  params: {
    head_dim: evenWhole(2, WIDEST),
    mrope_section: tuple(3, whole(0, WIDEST)),
    rope_theta: optional(theta, rope_theta),
    position_ids: tuple(3, listOf(whole(0, FARTHEST))),
    interleaved: oneOf(interleaved),
  },
  inputs: { q: tensor('float32'), k: tensor('float32') },
  primary: 'rotated_q',
  run: sections,
});

/** The parts of a sequence: text, and the images and videos whose tokens stand in a row. */
function partsOf(tokens, params, images, videos) {
  const { spatial_merge_size, image_token_id, video_token_id, vision_start_token_id } = params;
  const parts = [];
  const text = (from, to) => to > from && parts.push({ text: to - from });
  let start = 0;
  // A picture is where its token follows the start token.
  for (let k = 1; k < tokens.length; ++k) {
    if (tokens[k - 1] !== vision_start_token_id || k < start) continue;
    const kind = { [image_token_id]: 'image', [video_token_id]: 'video' }[tokens[k]];
    if (!kind) continue;
    const grid = (kind === 'image' ? images : videos).shift();
    if (!grid) throw new Unsupported(`more ${kind}s than grids`);
    text(start, k);
    parts.push({ [kind]: grid });
    start = k + (grid[0] * grid[1] * grid[2]) / spatial_merge_size ** 2;
  }
  text(start, tokens.length);
  return parts;
}

function ropeIndex({ posenc }, params) {
  const { input_ids, image_grid_thw, video_grid_thw, spatial_merge_size, attention_mask } = params;
  const batch = Array.isArray(input_ids[0]) ? input_ids : [input_ids];
  const masks = attention_mask && (Array.isArray(attention_mask[0]) ? attention_mask : [attention_mask]);
  const length = batch[0].length;
  const [images, videos] = [image_grid_thw, video_grid_thw].map((grids) => [...(grids ?? [])]);
  // Padding has the position 1 in all three streams.
  const values = Array(3 * batch.length * length).fill(1);
  const deltas = batch.map((ids, row) => {
    const kept = ids.flatMap((_, k) => (masks?.[row][k] === 0 ? [] : [k]));
    const parts = partsOf(
      kept.map((k) => ids[k]),
      params,
      images,
      videos,
    );
    const { data, next } = posenc.positions({ grids: parts, spatialMerge: spatial_merge_size, dtype: 'int64' });
    kept.forEach((k, n) => {
      for (let stream = 0; stream < 3; ++stream) {
        values[(stream * batch.length + row) * length + k] = Number(data[stream * kept.length + n]);
      }
    });
    return next[0] - length;
  });
  return {
    '': { values, shape: [3, batch.length, length], dtype: 'int64' },
    mrope_position_deltas: { values: deltas, shape: [batch.length, 1], dtype: 'int64' },
  };
}

const token = whole(0, 2 ** 31);
const grids = optional(nullable(listOf(tuple(3, whole(1, 65536)))), null);

export const qwenVl = {
  repo: 'huggingface/transformers',
  path: 'src/transformers/models/qwen2_vl/modeling_qwen2_vl.py, qwen3_vl/modeling_qwen3_vl.py',
  function:
    'Qwen2VLRotaryEmbedding, apply_multimodal_rotary_pos_emb, Qwen3VLTextRotaryEmbedding, VisionRotaryEmbedding, ' +
    'apply_rotary_pos_emb_vision, get_rope_index',
  cases: [
    mrope(/^qwen2_vl\b/, false, 1e6),
    mrope(/^qwen3_vl\b/, true, 5e6),
    {
      names: ['VisionRotaryEmbedding (angles)'],
      params: { dim: evenWhole(2, WIDEST), seqlen: whole(1, 2 ** 20), theta: optional(theta, 10000) },
      run: ({ posenc, presets }, { dim, seqlen, theta }) => {
        // One axis of the tower's encoding, whose heads are twice as wide.
        const { data } = posenc.frequencies(presets.qwenVision(2 * dim, { theta }).axes[0]);
        const values = Array.from({ length: seqlen }, (_, p) => Array.from(data, (w) => p * w)).flat();
        const line = (k) => rotationLine(values[k]);
        return { '': { values: values.map(Math.fround), shape: [seqlen, dim / 2], dtype: 'float32', line } };
      },
    },
    {
      names: [/^get_rope_index\b/],
      params: {
        input_ids: either(listOf(token), listOf(listOf(token))),
        image_grid_thw: grids,
        video_grid_thw: grids,
        attention_mask: optional(nullable(either(listOf(oneOf(0, 1)), listOf(listOf(oneOf(0, 1))))), null),
        spatial_merge_size: optional(whole(1, 256), 2),
        image_token_id: token,
        video_token_id: token,
        vision_start_token_id: token,
      },
      run: ropeIndex,
    },
  ],
};
