// For each source's file at least one case of other parameters.
import { alibi, deberta, resample, swin, t5 } from './biases.js';
import { bigVision, detr, diffusers, mae, nerf, tatp22 } from './grids.js';
import { deepseek, diffusersRotary, gptJ, lucidrains, metaLlama } from './rotations.js';
import { llama, ropeParameters, yarn } from './scalings.js';
import { ggml, qwenVl } from './streams.js';
import {
  type Case,
  fairseqForward,
  fairseqTable,
  marian,
  timing,
  truth,
  tutorial,
  tutorialTable,
  whisper,
} from './tables.js';
import { timm } from './timm.js';

export const variants: Record<string, Case[]> = {
  alibi: alibi(),
  big_vision_sincos2d: bigVision(),
  deberta_log_bucket: deberta(),
  deepseek_v3_rope: deepseek(),
  detr_sine: detr(),
  diffusers_embeddings: [...diffusers(), ...diffusersRotary()],
  fairseq_sinusoid: [fairseqTable(7, 10, 0), fairseqForward([[9, 3, 8]], 6, 3)],
  ggml_rope: ggml(),
  hf_gptj_rotary: gptJ(),
  hf_llama_rotary: llama(),
  hf_misc_sinusoid: [marian(5, 14), whisper(7, 10, 500)],
  hf_qwen_vl_mrope: qwenVl(),
  hf_rope_params: ropeParameters(),
  lucidrains_rotary: lucidrains(),
  mae_sincos2d: mae(),
  meta_llama3_rope: metaLlama(),
  nerf_embedder: nerf(),
  pytorch_tutorial: [tutorialTable(50, 33), tutorial(12, [5, 3.5, 0, -2, 400])],
  resample_pos_embed: resample(),
  swin_relative_position_index: swin(),
  t5_buckets: t5(),
  tatp22_multidim: tatp22(),
  tensor2tensor_timing: [timing(4, 13, 2, 300, 5), timing(3, 2, 0.25, 7, 1)],
  timm_pos_embed_sincos: timm(),
  truth_sinusoid: [truth(50, 5, [0, 2], [1, 2, 0.25, -3])],
  yarn_original: yarn(),
};
