// What tests of `fromHuggingFace` expect, in few words: encodings, and fields of configs.
import { readFileSync } from 'node:fs';

export const folder = new URL('configs/', import.meta.url);
export const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

export const turns =
  (pairing: 'half' | 'adjacent') =>
  (dim: number, base: number, more: object = {}) => ({
    kind: 'sinusoid',
    dim,
    base,
    pairing,
    ...more,
  });
/** rotate_half of Llama and nearly all others. */
export const half = turns('half');
/** Neighbours: rotate_every_two, view_as_complex, x[..., ::2]. */
export const adjacent = turns('adjacent');
export const only = (encoding: object) => ({ default: encoding });
export const learned = (dim: number, length: number, more: object = {}) => ({ kind: 'learned', dim, length, ...more });
export const llama3 = (factor: number, highFreqFactor = 4) => ({
  scaling: { type: 'llama3', factor, lowFreqFactor: 1, highFreqFactor, originalLength: 8192 },
});
export const yarn = (factor: number, originalLength: number, more: object = {}) => ({
  scaling: { type: 'yarn', factor, originalLength, ...more },
});
/** DeepSeek-V2's mscale, 0.707. */
export const M = 707 / 1000;
export const betas = { betaFast: 32, betaSlow: 1 };
/** Ernie4_5_VLRotaryEmbedding: of 64 pairs the last 20 are time, those before height and width in turn. */
export const ernieVl = (dim: number, base: number, [time, height, width]: number[]) =>
  adjacent(dim, base, { sections: [time, height, width], sectionOrder: 'alternating' });
export const t5 = (bidirectional: boolean) => ({ kind: 't5', buckets: 32, maxDistance: 128, bidirectional });
export const phi3 = read('phi-3-mini-128k').rope_scaling;
/** make_weights of fairseq: the first token stands at padding + 1. */
export const fairseq = (dim: number, padding: number) => ({
  kind: 'sinusoid',
  dim,
  spacing: 'endpoint',
  layout: 'halves',
  odd: 'zero',
  padding,
});
/** Sines, then cosines. */
export const halves = (dim: number) => ({ kind: 'sinusoid', dim, layout: 'halves' });

export const heads = (hidden_size: number, num_attention_heads: number) => ({ hidden_size, num_attention_heads });
export const table = (hidden_size: number, max_position_embeddings: number) => ({
  hidden_size,
  max_position_embeddings,
});
