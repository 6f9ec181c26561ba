// What the sources share that rotate: the rotated data with a tolerance by angle, and cosines and sines.
import { dataOf, is16Bit, numbersOf } from '../formats.mjs';

/** The tolerance of most code that rotates in float32, for a pair of length 1: an angle's error moves it by its length. */
export const rotationLine = (angle) => 3e-7 + 2e-7 * Math.abs(angle);

const product = (sizes) => sizes.reduce((a, b) => a * b, 1);

/**
 * Where a flat index of rotated data stands: its row (position), its pair and which of the pair it is.
 * @param {{ shape: number[], sequenceAxis?: number, pairs: number, pairing: string, firstChannel?: number }} how
 * @returns {(index: number) => { row: number, pair: number, second: boolean, other: number } | undefined} undefined for
 *   channels that are not rotated; `other` is the index of the other channel of the pair
 */
export function placeOf({ shape, sequenceAxis = -2, pairs, pairing, firstChannel = 0 }) {
  const axis = (sequenceAxis + shape.length) % shape.length;
  const below = product(shape.slice(axis + 1));
  const width = shape.at(-1);
  return (index) => {
    const channel = (index % width) - firstChannel;
    if (channel < 0 || channel >= 2 * pairs) return undefined;
    const row = Math.floor(index / below) % shape[axis];
    if (pairing === 'half') {
      const second = channel >= pairs;
      return { row, pair: channel % pairs, second, other: second ? index - pairs : index + pairs };
    }
    const second = channel % 2 === 1;
    return { row, pair: channel >> 1, second, other: second ? index - 1 : index + 1 };
  };
}

/** The values that a rotation gives by a table (row, pair) => [sin, cos]. */
export function rotatedBy(x, how, phasorAt) {
  const place = placeOf(how);
  return (index) => {
    const at = place(index);
    if (!at) return x[index];
    const [sin, cos] = phasorAt(at.row, at.pair);
    const turn = how.inverse ? -sin : sin;
    return at.second ? turn * x[at.other] + cos * x[index] : cos * x[index] - turn * x[at.other];
  };
}

/**
 * Rotated data as an output.
 * @param x an input of the file
 * @param {{ shape?: number[], sequenceAxis?: number, pairs: number, firstChannel?: number, inverse?: boolean,
 *   line: (row: number, pair: number) => number }} how `shape` views the data otherwise than the file does; `line` is for
 *   pairs of length 1
 */
export function rotateOutput(posenc, encoding, positions, x, how) {
  const { sequenceAxis, firstChannel, inverse, line } = how;
  const shape = how.shape ?? x.shape;
  const options = { shape, sequenceAxis, firstChannel, inverse };
  const { data } = posenc.rotate(encoding, positions, dataOf(x.dtype, x.values), { ...options, dtype: x.dtype });
  const place = placeOf({ ...how, shape, pairing: encoding.pairing });
  const byIndex = (index) => {
    const at = place(index);
    return at ? line(at.row, at.pair) * Math.max(1, Math.hypot(x.values[index], x.values[at.other])) : 0;
  };
  const output = { values: numbersOf(x.dtype, data), shape: x.shape, dtype: x.dtype, line: byIndex };
  if (is16Bit(x.dtype)) {
    output.line = Number.POSITIVE_INFINITY;
    output.unrounded = posenc.rotate(encoding, positions, Float32Array.from(x.values), options).data;
    output.unroundedLine = byIndex;
  }
  return output;
}

/**
 * Cosines and sines as outputs.
 * @param {{ form: 'full' | 'half-width', dtype?: string, shape?: number[], line: (row: number, pair: number) => number }} how
 * @returns {{ cos: object, sin: object }}
 */
export function rotaryOutputs(posenc, encoding, positions, { form, dtype = 'float32', shape, line }) {
  const tables = posenc.rotary(encoding, positions, { form, dtype });
  const before = is16Bit(dtype) ? posenc.rotary(encoding, positions, { form }) : undefined;
  const width = tables.cos.shape.at(-1);
  const pairOf = (column) => {
    if (form === 'half-width') return column;
    return encoding.pairing === 'half' ? column % (width / 2) : column >> 1;
  };
  const byIndex = (index) => line(Math.floor(index / width), pairOf(index % width));
  const output = (name) => {
    const { data, shape: own } = tables[name];
    const made = { values: numbersOf(dtype, data), shape: shape ?? own, dtype, line: byIndex };
    return before
      ? { ...made, line: Number.POSITIVE_INFINITY, unrounded: before[name].data, unroundedLine: byIndex }
      : made;
  };
  return { cos: output('cos'), sin: output('sin') };
}

/** cos and sin of each pair side by side, as complex numbers are stored: [..., pairs, 2]. */
export function complexOutput({ cos, sin }) {
  const values = Float64Array.from({ length: 2 * cos.values.length }, (_, k) => (k % 2 ? sin : cos).values[k >> 1]);
  return { ...cos, values, shape: [...cos.shape, 2], line: (index) => cos.line(index >> 1) };
}

/** Angles of pairs by the row's position. */
export function anglesOf(posenc, encoding, positions) {
  const { data } = posenc.frequencies(encoding);
  return (row, pair) => data[pair] * (positions[row] + (encoding.origin ?? 0));
}

/** The largest length of a pair of channels: errors of cosines grow by it. */
export function largestPair(x) {
  return 2 * x.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
