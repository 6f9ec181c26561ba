// Weights of one pairing for code of the other. Without WebAssembly; bundlers drop it where it is not used.

import { plainView, readSizes, shaped } from './arrays.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, fields, number } from './fields.js';
import type { PermuteOptions, Weights } from './types.js';

/**
 * A copy of the weights or biases of a query or key projection with the output rows of each head in the other pairing's
 * order, so that a rotation in that pairing gives the same scores: channels 2i and 2i+1 of a head ('adjacent', Meta's
 * Llama) become i and i + n ('half', Hugging Face), with n half of `rotaryDim`. It is `permute` of Transformers'
 * convert_llama_weights_to_hf.py, and its inverse. Rows beyond `rotaryDim` stay.
 *
 * @throws TypeError for a wrong JavaScript type or an unknown key, RangeError for a wrong value
 */
export function permutePairing<A extends Weights>(weights: A, options: PermuteOptions): A {
  const given = fields('options', options, ['shape', 'heads', 'rotaryDim', 'from', 'to']);
  const name = arrayClass(weights);
  if (!name || name === 'Array') throw wrongType('weights', weights, 'a typed array');
  const sizes = readSizes(given.shape);
  const source = plainView<A>('weights', weights, name).slice() as A;
  const [rows = 1, ...others] = shaped(sizes, source.length, 'weights');
  const heads = number('heads', given.heads);
  if (!(heads >= 1 && Number.isInteger(heads) && Number.isInteger(rows / heads))) {
    throw wrongValue('heads', heads, `a whole number from 1 that divides ${rows}, the rows`);
  }
  const headRows = rows / heads;
  const rotaryDim = given.rotaryDim === undefined ? headRows : number('rotaryDim', given.rotaryDim);
  if (!(rotaryDim >= 0 && rotaryDim <= headRows && Number.isInteger(rotaryDim / 2))) {
    throw wrongValue('rotaryDim', rotaryDim, `an even number from 0 to ${headRows}, the rows of a head`);
  }
  const from = choice('from', given.from, ['adjacent', 'half']);
  const to = choice('to', given.to, ['half', 'adjacent']);
  const result = source.slice() as A;
  if (from !== to) return result;
  const columns = others.reduce((product, size) => product * size, 1);
  const n = rotaryDim / 2;
  for (let head = 0; head < rows; head += headRows) {
    for (let k = 0; k < rotaryDim; ++k) {
      // Row k of the adjacent pairing is row `half` of the other.
      const half = (k >> 1) + (k & 1 ? n : 0);
      const [sourceRow, row] = from === 0 ? [k, half] : [half, k];
      const at = (head + sourceRow) * columns;
      result.set(source.subarray(at, at + columns) as never, (head + row) * columns);
    }
  }
  return result;
}
