// What a peer's own rounding makes of frequencies, positions and products, with our sine on top: see `reproduce` in
// compare.mjs.
import { halfUlp, toFormat } from '../formats.mjs';
import { FARTHEST } from '../parameters.mjs';

/** Our sine and cosine of angles, alternating: the encoding of width 2 has the one frequency 1. */
export const phasors = (posenc, angles) =>
  posenc.encode({ dim: 2 }, Float64Array.from(angles), { dtype: 'float64' }).data;

/** The number of a format that is nearest to a value, and those up to so many units in the last place away. */
export function neighbours(precision, value, units) {
  const nearest = toFormat[precision](value);
  if (nearest === 0) return [nearest];
  const list = [nearest];
  for (let k = 1; k <= units; ++k) list.push(stepped(precision, nearest, -k), stepped(precision, nearest, k));
  return list;
}

/** The number so many units in the last place further from 0. */
function stepped(precision, value, units) {
  const single = precision === 'float32';
  const numbers = single ? new Float32Array([value]) : new Float64Array([value]);
  const bits = single ? new Int32Array(numbers.buffer) : new BigInt64Array(numbers.buffer);
  bits[0] += single ? units : BigInt(units);
  return numbers[0];
}

/**
 * A peer's angles at some positions for a frequency or its neighbours, as lists; those beyond the largest position are none
 * of its.
 */
export function angleLists(precision, positions, frequencies) {
  const round = toFormat[precision];
  return frequencies
    .map((frequency) => positions.map((position) => round(round(position) * frequency)))
    .filter((angles) => angles.every((angle) => Math.abs(angle) <= FARTHEST));
}

/** The candidate of least error. */
export function best(candidates, errorOf) {
  const errors = candidates.map(errorOf);
  return candidates[errors.indexOf(Math.min(...errors))];
}

/** The largest error of values at the indices that a file gives. */
export function largestError(expected, valueAt, chosen = () => true) {
  let worst = 0;
  for (const [index, value] of expected) if (chosen(index)) worst = Math.max(worst, Math.abs(valueAt(index) - value));
  return worst;
}

/** A value as the peer cast it: near the middle of two 16-bit numbers its last float32 bit decides, so take its choice. */
export function castAs(dtype, value, expected) {
  return Math.abs(value - expected) <= halfUlp(dtype, expected) + 1e-6 ? expected : toFormat[dtype](value);
}
