import type { Family } from '../recipe.ts';

export const biases: Family = {
  id: 'biases',
  title: 'Attention biases',
  about: 'What is added to attention scores, or the bucket whose learned bias is. Whole numbers are exactly equal.',
  recipes: [
    {
      id: 'alibi-slopes',
      title: 'ALiBi’s slopes for any number of heads',
      library: 'ALiBi',
      original: 'get_slopes(12)',
      posenc: 'const { data } = posenc.slopes(presets.alibi(12));',
      cpp: {
        text: `std::vector<double> slopes(12);
posenc::alibi_slopes(posenc::Alibi{.heads = 12}, slopes);`,
        compared: [{ ours: 'slopes' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'alibi', number: 7 },
      note: 'For heads that are no power of 2 the list does not fall: that is the published order.',
    },
    {
      id: 'bloom',
      title: 'BLOOM’s tensor',
      library: 'transformers',
      original: `mask = torch.tensor([[1, 1, 1, 1, 1, 1, 1]])
build_alibi_tensor(mask, num_heads=12, dtype=torch.float32)`,
      posenc: 'const { data } = posenc.bias(presets.bloom(12), { queries: 1, keys: 7 });',
      compared: [{ ours: 'data' }],
      proof: { file: 'alibi', number: 29 },
      note: 'It differs from the paper’s bias by a constant a row, which softmax does not see.',
    },
    {
      id: 'mpt',
      title: 'MPT’s tensor',
      library: 'transformers',
      original: 'build_mpt_alibi_tensor(6, 5, alibi_bias_max=8)',
      posenc: 'const { data } = posenc.bias(presets.mpt(6), { queries: 1, keys: 5 });',
      compared: [{ ours: 'data' }],
      proof: { file: 'alibi', number: 32 },
    },
    {
      id: 't5-encoder',
      title: 'T5’s buckets, both ways',
      library: 'transformers',
      original: `relative = torch.arange(-200, 200 + 1)
T5Attention._relative_position_bucket(
    relative, bidirectional=True, num_buckets=32, max_distance=128)`,
      posenc: `const keys = { start: -200, count: 401 };
const { data } = posenc.bias(presets.t5(), { queries: 1, keys });`,
      cpp: {
        text: `std::vector<double> keys(401);
for (int k = 0; k < 401; ++k) keys[k] = k - 200;
std::vector<double> const queries{0};
std::vector<std::int64_t> buckets(401);
posenc::t5_buckets(posenc::T5{}, queries, keys, buckets);`,
        compared: [{ ours: 'buckets' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 't5_buckets', number: 0 },
      note: 'The relative position is key − query. DeBERTa has query − key.',
    },
    {
      id: 't5-decoder',
      title: 'T5’s buckets, looking back',
      library: 'transformers',
      original: `relative = torch.arange(-200, 50 + 1)
T5Attention._relative_position_bucket(
    relative, bidirectional=False, num_buckets=32, max_distance=128)`,
      posenc: `const keys = { start: -200, count: 251 };
const encoding = presets.t5({ decoder: true });
const { data } = posenc.bias(encoding, { queries: 1, keys });`,
      compared: [{ ours: 'data' }],
      proof: { file: 't5_buckets', number: 1 },
    },
    {
      id: 'deberta',
      title: 'DeBERTa’s log buckets',
      library: 'transformers',
      original: `relative = torch.arange(-511, 511 + 1)
make_log_bucket_position(relative, 256, 512)`,
      posenc: `const queries = { start: -511, count: 1023 };
const { data } = posenc.bias(presets.deberta(), { queries, keys: 1 });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'deberta_log_bucket', number: 0 },
    },
    {
      id: 'swin',
      title: 'Swin’s relative position index',
      library: 'timm',
      original: 'gen_relative_position_index((2, 3))',
      posenc: 'const { data } = posenc.bias(presets.swin([2, 3]));',
      cpp: {
        text: `std::vector<std::int64_t> index(6 * 6);
posenc::swin_index(2, 3, false, index);`,
        compared: [{ ours: 'index' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'swin_relative_position_index', number: 0 },
    },
    {
      id: 'beit',
      title: 'The same with a class token (BEiT)',
      library: 'timm',
      original: 'gen_relative_position_index((4, 4), class_token=True)',
      posenc: 'const { data } = posenc.bias(presets.beit(4));',
      compared: [{ ours: 'data' }],
      proof: { file: 'swin_relative_position_index', number: 2 },
    },
  ],
};
