import type { BiasEncoding } from './bias.js';
import type { Encoding } from './encoding.js';

/**
 * What a model's config.json describes, by the layers or the part of the model that use it: 'default' where one serves
 * all; 'full_attention' and 'sliding_attention' as in `layer_types`; 'main' and 'compress' of DeepSeek-V4, whose
 * layers that compress have the latter; 'encoder' and 'decoder'; 'text' and 'vision'; 'bias'
 * beside a table; 'distance' for rows by distance in place of position (`relative_key`: query - key for BERT, key - query
 * for w2v-BERT), which `encode` gives for distances. Layers without positions (NoPE) are not in it. In TypeScript say what
 * the model has: `all?.default as RotaryEncoding`.
 */
export type HuggingFaceEncodings = { readonly [layerType: string]: Encoding | BiasEncoding };
