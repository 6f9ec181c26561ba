// Learned tables as models start training from them; a trained one is the encoding's `table`.
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { LearnedEncoding } from '../types.js';
import { numbers, read } from './options.js';

/** BERT's position_embeddings: 512 rows of 768, normal with deviation 0.02. Not `roberta`, whose rows are shifted. */
export function bert(dim = 768, length = 512): LearnedEncoding {
  return frozen({ kind: 'learned', dim, length });
}

/**
 * GPT-2's wpe: 1024 rows of 768, normal with deviation 0.02. Positions past the end are an error.
 *
 * Not `opt`, whose rows are shifted by 2.
 */
export function gpt2(dim = 768, length = 1024): LearnedEncoding {
  return frozen({ kind: 'learned', dim, length });
}

/**
 * RoBERTa's position_embeddings: the first token has the row padding + 1 = 2, so that 514 rows serve 512 positions.
 *
 * Positions are 0, 1, ... here. Those of `positions({ tokens, padding })` have the shift already: take `bert` for them.
 */
export function roberta(
  dim = 768,
  length = 514,
  options: { readonly padding?: number | undefined } = {},
): LearnedEncoding {
  const { padding } = read(options, { padding: 1 });
  return frozen({ kind: 'learned', dim, length, origin: padding + 1 });
}

/**
 * OPT's embed_positions: position p has the row p + 2, so that maxPositions + 2 rows serve maxPositions.
 *
 * Not `roberta`, whose shift is its padding + 1 and whose length counts the shift.
 */
export function opt(dim = 768, maxPositions = 2048): LearnedEncoding {
  return frozen({ kind: 'learned', dim, length: number('maxPositions', maxPositions) + 2, origin: 2 });
}

/** BART's and mBART's embed_positions: position p has the row p + 2, as in `opt`. Not `marian`, which is sinusoidal. */
export function bart(dim = 1024, maxPositions = 1024): LearnedEncoding {
  return opt(dim, maxPositions);
}

/**
 * ViT's pos_embed: the rows before the grid's (1 for the class token, 2 with DeiT's distillation token, 0 for SigLIP), then
 * one a patch in reading order; normal with deviation 0.02. Another grid of patches takes `resample`.
 *
 * Not `mae`, `moco` or `bigVision`, whose tables are sinusoidal and never trained.
 */
export function vit(
  dim = 768,
  patches: number | readonly [number, number] = 14,
  options: { readonly prefix?: number | undefined } = {},
): LearnedEncoding {
  const { prefix } = read(options, { prefix: 1 });
  const [rows, columns] = typeof patches === 'number' ? [patches, patches] : numbers('patches', patches);
  const cells = number('patches', rows) * number('patches', columns);
  return frozen({ kind: 'learned', dim, length: cells + prefix });
}
