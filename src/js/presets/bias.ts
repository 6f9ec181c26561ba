// Attention biases, for `bias`.
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { AlibiEncoding, DebertaEncoding, SwinEncoding, T5Encoding } from '../types.js';
import { numbers, read } from './options.js';

/**
 * ALiBi as its authors have it (ofirpress/attention_with_linear_biases): slopes 2^(-8k/heads) for heads that are a power of
 * 2, else those of the power below and every other one of the power above; bias -slope * |i - j|.
 *
 * Not `bloom` and `mpt`, which differ from it by a constant in each row, which softmax does not see.
 */
export function alibi(heads: number): AlibiEncoding {
  return frozen({ kind: 'alibi', heads });
}

/**
 * BLOOM's and Falcon's build_alibi_tensor: `alibi`'s slopes times the key's position: slope * j.
 *
 * Not `alibi`, whose bias is 0 at the query itself, nor `mpt`, whose is 0 at the last key.
 */
export function bloom(heads: number): AlibiEncoding {
  return frozen({ kind: 'alibi', heads, anchor: 'key' });
}

/**
 * MPT's build_mpt_alibi_tensor (llm-foundry's gen_slopes): slopes 2^(-alibiBiasMax k/c), bias slope * (j - (keys - 1)).
 * Default alibiBiasMax 8.
 *
 * Not `bloom`, which is 0 at the first key; not `alibi`, which measures from each query.
 */
export function mpt(heads: number, options: { readonly alibiBiasMax?: number | undefined } = {}): AlibiEncoding {
  const { alibiBiasMax: maxBias } = read(options, { alibiBiasMax: undefined });
  return frozen({ kind: 'alibi', heads, maxBias, anchor: 'last-key' });
}

/** What a T5 model's config says of its buckets. */
export interface T5Options {
  /** Default 32. */
  readonly numBuckets?: number | undefined;
  /** Default 128. */
  readonly maxDistance?: number | undefined;
  /** The decoder looks back only. Default false: the encoder's, both ways. */
  readonly decoder?: boolean | undefined;
}

/**
 * T5's _relative_position_bucket of key - query: half of the buckets are single distances, the others grow to maxDistance;
 * both ways, half of all are for later keys.
 *
 * Not `deberta`, whose sign is the other way.
 */
export function t5(options: T5Options = {}): T5Encoding {
  const {
    numBuckets: buckets,
    maxDistance,
    decoder,
  } = read(options, { numBuckets: 32, maxDistance: 128, decoder: false });
  return frozen({
    kind: 't5',
    buckets,
    maxDistance,
    bidirectional: !decoder,
  });
}

/**
 * DeBERTa v2's and v3's make_log_bucket_position of query - key: position_buckets 256 and max_position 512 by default. With
 * bucketSize null, DeBERTa's plain relative position.
 *
 * Not `t5`: the sign is the other way, and buckets go on growing past maxPosition.
 */
export function deberta(
  options: { readonly bucketSize?: number | null | undefined; readonly maxPosition?: number | undefined } = {},
): DebertaEncoding {
  const nullable = (name: string, size: unknown) => (size === null ? null : number(name, size));
  const { bucketSize, maxPosition } = read(options, { bucketSize: nullable, maxPosition: 512 });
  if (bucketSize === null) return frozen({ kind: 'deberta' });
  return frozen({
    kind: 'deberta',
    buckets: bucketSize ?? 256,
    maxPosition,
  });
}

const windowOf = (size: number | readonly [number, number]): [number, number] =>
  (typeof size === 'number' ? [size, size] : numbers('window', size)) as [number, number];

/**
 * Swin's relative_position_index of a window (one number: square): (dy + H - 1)(2W - 1) + dx + W - 1.
 *
 * Not `beit`, whose class token has numbers too; not Swin v2, whose biases come from a network over log distances.
 */
export function swin(window: number | readonly [number, number] = 7): SwinEncoding {
  return frozen({ kind: 'swin', window: windowOf(window) });
}

/**
 * BEiT's gen_relative_position_index: Swin's, with three more numbers for the class token.
 *
 * Not `swin`, which has no class token.
 */
export function beit(window: number | readonly [number, number] = 14): SwinEncoding {
  return frozen({ kind: 'swin', window: windowOf(window), classToken: true });
}
