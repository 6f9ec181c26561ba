import type { Group } from './fact.ts';

const TRANSFORMERS = 'huggingface/transformers';

export const biases: Group = {
  id: 'biases',
  title: 'Attention biases',
  facts: [
    {
      name: 'alibi',
      formula: [
        ['bias', '−slope · |i − j|'],
        ['slopes', '2^{−8k/h}, k = 1 … h, then every other one of 2h'],
      ],
      letters: 'h the power of 2 below the heads',
      source: {
        project: 'ofirpress/attention_with_linear_biases',
        file: 'fairseq/models/transformer.py',
        function: 'get_slopes',
        golden: 'alibi',
        named: 'ofirpress/attention_with_linear_biases',
      },
      calls: ['12'],
    },
    {
      name: 'bloom',
      formula: [['bias', 'slope · j']],
      letters: 'j the key’s position, slopes as in alibi',
      source: { project: TRANSFORMERS, file: 'models/bloom/modeling_bloom.py', function: 'build_alibi_tensor' },
      calls: ['16'],
    },
    {
      name: 'mpt',
      formula: [
        ['bias', 'slope · (j − (keys − 1))'],
        ['slopes', '2^{−alibiBiasMax · k/h}'],
      ],
      letters: 'j the key’s position, h and k as in alibi',
      source: { project: TRANSFORMERS, file: 'models/mpt/modeling_mpt.py', function: 'build_mpt_alibi_tensor' },
      calls: ['32'],
    },
    {
      name: 't5',
      formula: [
        ['a < e', 'a'],
        ['else', 'min(n − 1, e + ⌊ln(a/e) / ln(maxDistance/e) · (n − e)⌋)'],
        ['later keys', 'n more, both ways'],
      ],
      letters: 'a the distance, n the buckets, or half of them both ways, e = ⌊n/2⌋',
      source: {
        project: TRANSFORMERS,
        file: 'src/transformers/models/t5/modeling_t5.py',
        function: '_relative_position_bucket',
        golden: 't5_buckets',
      },
      calls: ['', '{ decoder: true }'],
    },
    {
      name: 'deberta',
      formula: [
        ['|a| ≤ m', 'a'],
        ['else', '±(m + ⌈ln(|a|/m) / ln((maxPosition − 1)/m) · (m − 1)⌉)'],
      ],
      letters: 'a = query − key, m = ⌊bucketSize/2⌋',
      source: {
        project: TRANSFORMERS,
        file: 'models/deberta_v2/modeling_deberta_v2.py',
        function: 'make_log_bucket_position',
        golden: 'deberta_log_bucket',
      },
      calls: ['', '{ bucketSize: null }'],
    },
    {
      name: 'swin',
      formula: [['index', '(dy + H − 1)(2W − 1) + dx + W − 1']],
      letters: 'dy and dx from key to query in a window of H rows and W columns',
      source: {
        project: 'huggingface/pytorch-image-models',
        file: 'timm/layers/pos_embed_rel.py',
        function: 'gen_relative_position_index',
        golden: 'swin_relative_position_index',
        named: 'relative_position_index',
      },
      calls: [''],
    },
    {
      name: 'beit',
      formula: [
        ['index', '(dy + H − 1)(2W − 1) + dx + W − 1'],
        ['class token', '(2H − 1)(2W − 1) + 0 as query, + 1 as key, + 2 with itself'],
      ],
      source: {
        project: 'huggingface/pytorch-image-models',
        file: 'timm/layers/pos_embed_rel.py',
        function: 'gen_relative_position_index',
        golden: 'swin_relative_position_index',
      },
      calls: [''],
    },
  ],
};
