// ALiBi: slopes of the authors' list, BLOOM's and MPT's tensors.
import { is16Bit, numbersOf } from '../formats.mjs';
import { finite, listOf, oneOf, optional, tensorTypes, whole } from '../parameters.mjs';

const heads = whole(1, 65536);
const HALF_ULP = { float32: 1.2e-7, bfloat16: 2 ** -9, float16: 2 ** -12 };

/** An output whose values differ from ours by the peer's roundings alone: relative to the largest, as it takes powers. */
function rounded(values, shape, dtype, unrounded) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const output = { values, shape, dtype, line: HALF_ULP[dtype] * largest };
  return unrounded ? { ...output, unrounded, unroundedLine: HALF_ULP.float32 * largest } : output;
}

function bloom({ posenc, presets }, { heads, attention_mask, dtype }) {
  const [rows, length] = [attention_mask.length, attention_mask[0]?.length];
  if (attention_mask.some((row) => row.length !== length)) throw new Error('rows of attention_mask differ in length');
  const type = tensorTypes[dtype];
  const encoding = presets.bloom(heads);
  // (cumsum(mask) - 1) * mask: masked keys stand at 0.
  const { data } = posenc.positions({ mask: attention_mask.flat(), shape: [rows, length], fill: 0 });
  const batch = (dtype) =>
    attention_mask.flatMap((_, row) => {
      const keys = data.slice(row * length, (row + 1) * length);
      return [...numbersOf(dtype, posenc.bias(encoding, { queries: 1, keys, dtype }).data)];
    });
  return { '': rounded(batch(type), [rows * heads, 1, length], type, is16Bit(type) ? batch('float32') : undefined) };
}

export const alibi = {
  repo: 'ofirpress/attention_with_linear_biases',
  path: 'fairseq/models/transformer.py',
  function: 'get_slopes (nested)',
  cases: [
    {
      names: ['slopes'],
      params: { heads },
      run: ({ posenc, presets }, { heads }) => {
        const { data, shape } = posenc.slopes(presets.alibi(heads));
        const { data: bias } = posenc.bias(presets.bloom(heads), { queries: 1, keys: 2 });
        return {
          '': { values: data, shape, dtype: 'float64', line: 1e-15 },
          // The column of the key at position 1.
          bloom_f32: rounded(
            bias.filter((_, k) => k % 2 === 1),
            shape,
            'float32',
          ),
        };
      },
    },
    {
      names: ['bloom build_alibi_tensor'],
      params: {
        heads,
        attention_mask: listOf(listOf(oneOf(0, 1))),
        dtype: oneOf(...Object.keys(HALF_ULP).map((name) => `torch.${name}`)),
      },
      run: bloom,
    },
    {
      names: ['mpt build_mpt_alibi_tensor'],
      params: { heads, sequence_length: whole(1, 65536), alibi_bias_max: optional(finite(1e-3, 1e3), 8) },
      run: ({ posenc, presets }, { heads, sequence_length, alibi_bias_max }) => {
        const encoding = presets.mpt(heads, { alibiBiasMax: alibi_bias_max });
        const { data, shape } = posenc.bias(encoding, { queries: 1, keys: sequence_length });
        return { '': rounded(data, shape, 'float32') };
      },
    },
  ],
};
