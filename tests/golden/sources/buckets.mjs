// Integers: the buckets of T5 and DeBERTa, and the relative position index of Swin and BEiT.
import { boolean, nullable, optional, tuple, Unsupported, whole } from '../parameters.mjs';

const FARTHEST = 2 ** 31 - 1;
const distance = whole(-FARTHEST, FARTHEST);
const HUGGING_FACE = 'huggingface/transformers';

const integers = ({ data, shape }, own = shape) => ({
  '': { values: Array.from(data, Number), shape: own, dtype: 'int64' },
});

/** Consecutive relative positions: one token at 0, the others at these. */
function consecutive({ start, end_inclusive }) {
  if (end_inclusive < start) throw new Unsupported('end_inclusive before start');
  return { start, count: end_inclusive - start + 1 };
}

export const t5 = {
  repo: HUGGING_FACE,
  path: 'src/transformers/models/t5/modeling_t5.py',
  function: 'T5Attention._relative_position_bucket',
  cases: [
    {
      names: ['relative_position_bucket'],
      params: {
        bidirectional: optional(boolean, true),
        num_buckets: optional(whole(2, 65536), 32),
        max_distance: optional(whole(1, FARTHEST), 128),
        start: distance,
        end_inclusive: distance,
      },
      run: ({ posenc, presets }, { bidirectional, num_buckets, max_distance, start, end_inclusive }) => {
        const keys = consecutive({ start, end_inclusive });
        const encoding = presets.t5({ numBuckets: num_buckets, maxDistance: max_distance, decoder: !bidirectional });
        return integers(posenc.bias(encoding, { queries: 1, keys, dtype: 'int64' }), [keys.count]);
      },
    },
  ],
};

export const deberta = {
  repo: HUGGING_FACE,
  path: 'models/deberta_v2/modeling_deberta_v2.py',
  function: 'make_log_bucket_position, build_relative_position',
  cases: [
    {
      names: ['make_log_bucket_position'],
      params: {
        bucket_size: whole(1, 65536),
        max_position: whole(1, FARTHEST),
        start: distance,
        end_inclusive: distance,
      },
      run: ({ posenc, presets }, { bucket_size, max_position, start, end_inclusive }) => {
        const queries = consecutive({ start, end_inclusive });
        const encoding = presets.deberta({ bucketSize: bucket_size, maxPosition: max_position });
        return integers(posenc.bias(encoding, { queries, keys: 1, dtype: 'int64' }), [queries.count]);
      },
    },
    {
      names: ['build_relative_position'],
      params: {
        query_size: whole(1, 65536),
        key_size: whole(1, 65536),
        bucket_size: optional(whole(-FARTHEST, 65536), -1),
        max_position: optional(whole(-FARTHEST, FARTHEST), -1),
      },
      run: ({ posenc, presets }, { query_size, key_size, bucket_size, max_position }) => {
        // Buckets only if both are given.
        const buckets = bucket_size > 0 && max_position > 0;
        const encoding = presets.deberta(
          buckets ? { bucketSize: bucket_size, maxPosition: max_position } : { bucketSize: null },
        );
        const result = posenc.bias(encoding, { queries: query_size, keys: key_size, dtype: 'int64' });
        return integers(result, [1, ...result.shape]);
      },
    },
  ],
};

const size = tuple(2, whole(1, 256));

export const swin = {
  repo: 'huggingface/pytorch-image-models',
  path: 'timm/layers/pos_embed_rel.py',
  function: 'gen_relative_position_index',
  cases: [
    {
      names: ['gen_relative_position_index'],
      params: { q_size: size, k_size: optional(nullable(size), null), class_token: optional(boolean, false) },
      run: ({ posenc, presets }, { q_size, k_size, class_token }) => {
        // The original itself calls other keys than the queries unfinished.
        if (k_size && k_size.join() !== q_size.join()) throw new Unsupported('k_size other than q_size');
        return integers(posenc.bias(class_token ? presets.beit(q_size) : presets.swin(q_size), { dtype: 'int64' }));
      },
    },
  ],
};
