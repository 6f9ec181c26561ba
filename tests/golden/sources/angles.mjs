// Rotations by angles that are given one by one.
import { placeOf } from './rotate.mjs';

/**
 * Rotates every pair of channels by an angle of its own. The encoding of width 2 has the frequency 1, so that a position is
 * an angle: each pair is taken out, rotated at its angles, and put back.
 * @param x an input [..., rows, channels]
 * @param {{ pairs: number, pairing: 'adjacent' | 'half', firstChannel?: number }} how
 * @param {(row: number, pair: number) => number} angleAt
 */
export function rotateByAngles(posenc, x, how, angleAt) {
  const [rows, width] = x.shape.slice(-2);
  const place = placeOf({ ...how, shape: x.shape });
  const values = Float32Array.from(x.values);
  const batch = values.length / (rows * width);
  for (let pair = 0; pair < how.pairs; ++pair) {
    const from = [];
    for (let channel = 0; channel < width; ++channel) {
      if (place(channel)?.pair === pair) from.push(channel);
    }
    const two = Float32Array.from({ length: batch * rows * 2 }, (_, k) => x.values[(k >> 1) * width + from[k & 1]]);
    const angles = Float64Array.from({ length: rows }, (_, row) => angleAt(row, pair));
    const { data } = posenc.rotate({ dim: 2 }, angles, two, { shape: [batch, rows, 2] });
    data.forEach((value, k) => {
      values[(k >> 1) * width + from[k & 1]] = value;
    });
  }
  return values;
}
