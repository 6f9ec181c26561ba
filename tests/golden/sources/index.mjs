// The sources that golden files come from. Each is one module with
//   repo, path, function   as the file's `source` has them
//   cases[]                { names, params, inputs?, primary?, run(library, params, inputs) }
// where `params` and `inputs` declare all that a file may hold (parameters.mjs), and `run` gives our outputs by name, the
// primary one under '' (see Output in compare.mjs).
import { fairseq } from './fairseq.mjs';
import { huggingFaceTables } from './hf_misc.mjs';
import { pytorchTutorial } from './pytorch_tutorial.mjs';
import { tensor2tensor } from './tensor2tensor.mjs';
import { truth } from './truth.mjs';

export const sources = [fairseq, huggingFaceTables, pytorchTutorial, tensor2tensor, truth];
