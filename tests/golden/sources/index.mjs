// The sources that golden files come from. Each is one module with
//   repo, path, function   as the file's `source` has them
//   cases[]                { names, params, inputs?, primary?, run(library, params, inputs, goldenCase) }
// where `params` and `inputs` declare all that a file may hold (parameters.mjs), `primary` is what the file may call its
// main output (or a list), and `run` gives our outputs by name, the primary one under '' (see Output in compare.mjs). The
// case itself is handed on for its name and formats alone.
import { alibi } from './alibi.mjs';
import { deberta, swin, t5 } from './buckets.mjs';
import { detr } from './detr.mjs';
import { diffusers } from './diffusers.mjs';
import { fairseq } from './fairseq.mjs';
import { ggml } from './ggml.mjs';
import { huggingFaceTables } from './hf_misc.mjs';
import { gptJ, llamaRotary, ropeParameters } from './hf_rope.mjs';
import { bigVision, mae } from './image_grids.mjs';
import { lucidrains } from './lucidrains.mjs';
import { nerf } from './nerf.mjs';
import { pytorchTutorial } from './pytorch_tutorial.mjs';
import { qwenVl } from './qwen_vl.mjs';
import { resample } from './resample.mjs';
import { deepseek, metaLlama, yarn } from './rope_tables.mjs';
import { tatp22 } from './tatp22.mjs';
import { tensor2tensor } from './tensor2tensor.mjs';
import { timm } from './timm.mjs';
import { truth } from './truth.mjs';

export const sources = [
  alibi,
  bigVision,
  deberta,
  deepseek,
  detr,
  diffusers,
  fairseq,
  ggml,
  gptJ,
  huggingFaceTables,
  llamaRotary,
  lucidrains,
  mae,
  metaLlama,
  nerf,
  pytorchTutorial,
  qwenVl,
  resample,
  ropeParameters,
  swin,
  t5,
  tatp22,
  tensor2tensor,
  timm,
  truth,
  yarn,
];
