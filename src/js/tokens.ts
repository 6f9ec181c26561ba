// `positions`: where tokens stand when some are padding.
import { allocate, readList, readShape } from './arrays.js';
import type { Calls } from './calls.js';
import { wrongType, wrongValue } from './errors.js';
import { choice, fields, number } from './fields.js';

const INTEGERS = ['float64', 'int64'];
const FLOAT64 = 1;

export const positionsOver =
  ({ module, scratch, check, eachList }: Calls) =>
  (source: unknown): unknown => {
    const given = fields('source', source, ['tokens', 'padding', 'shape', 'dtype']);
    const dtype = INTEGERS[choice('dtype', given.dtype, INTEGERS)];
    const padding = number('padding', given.padding);
    const tokens = readList('tokens', given.tokens);
    if (!tokens) throw wrongType('tokens', given.tokens, 'an array of numbers');
    const count = tokens.length;
    const shape = given.shape === undefined ? [count] : readShape(given.shape, count, 'tokens');
    const length = shape.at(-1) ?? 1;
    check(module.checkTokens(count, length, padding));
    tokens.forEach((token, k) => {
      if (!Number.isInteger(token)) throw wrongValue(`tokens[${k}]`, token, 'a whole number');
    });
    const data = allocate<Float64Array>('Float64Array', 8, count, 'tokens.length', count);
    for (let row = 0; row < count; row += length) {
      let last = padding;
      eachList(tokens.subarray(row, row + length), (first, here) => {
        last = module.padPositions(here, padding, last);
        scratch.take(FLOAT64, data, row + first, here);
      });
    }
    return { data: dtype === 'int64' ? BigInt64Array.from(data, BigInt) : data, shape, dtype };
  };
