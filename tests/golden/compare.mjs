// The tolerance rule of the golden files, value by value.
//
// A value may be off by the smaller of 2 * measured + rounding and the source's own line, which may depend on the
// value's position. Where that is wider than 1e-3 of the largest value, the peer's number proves little: the value must
// still be within 1e-3, or the peer's rounding of frequency, position or product, put before our sine, must be; what
// only the wide tolerance holds is weak.
import { halfUlp, INTEGERS, is16Bit } from './formats.mjs';

const ROUNDING = { float32: 2.4e-7, bfloat16: 2.4e-7, float16: 2.4e-7, float64: 1e-15 };
const WIDEST = 1e-3;

const ratio = (error, tolerance) => (error === 0 ? 0 : error / tolerance);
const errorOf = (ours, expected) => {
  const error = Math.abs(ours - expected);
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
};

/**
 * @typedef {object} Output
 * @property {ArrayLike<number>} values what the library gives, all of them, row-major
 * @property {number[]} shape
 * @property {string} dtype
 * @property {number | ((index: number) => number)} [line] the source's tolerance, by flat index if it is a function
 * @property {number} [gain] how much larger the peer's error is here than the one measured: of cosines, say, which this
 *   output multiplies by numbers up to 2
 * @property {boolean} [lineOnly] the line alone counts (truth, of which no peer's error is known)
 * @property {ArrayLike<number>} [unrounded] for 16-bit results: the float32 values, before the cast
 * @property {(expected: Map<number, number>) => (index: number) => number} [reproduce] the peer's values from its own
 *   rounded frequencies, positions and products with our sine
 */

/**
 * @param entry what the file holds (formats.mjs)
 * @param {Output} output
 * @param {number | undefined} measured the peer's own error
 * @returns {{ verdict: 'passed' | 'weak' | 'failed', worst: number, reason: string }}
 */
export function compare(entry, output, measured) {
  if (entry.dtype !== output.dtype) return failed(`dtype ${output.dtype}, not ${entry.dtype}`);
  if (entry.shape.join() !== output.shape.join()) return failed(`shape [${output.shape}], not [${entry.shape}]`);
  if (INTEGERS.includes(entry.dtype)) return compareAll(entry, output, () => 0);
  if (output.lineOnly) return compareAll(entry, output, toleranceFunction(output.line));
  if (measured !== undefined && !(measured >= 0)) return failed(`measured_max_abs_err: ${measured}`);

  const largest = entry.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const byMeasure =
    measured === undefined ? Infinity : 2 * measured * (output.gain ?? 1) + ROUNDING[entry.dtype] * largest;
  const line = toleranceFunction(output.line ?? Infinity);
  return compareWithin(entry, output, (index) => Math.min(byMeasure, line(index)), WIDEST * largest);
}

const toleranceFunction = (line) => (typeof line === 'function' ? line : () => line);

const failed = (reason) => ({ verdict: 'failed', worst: Infinity, reason });

const at = (entry, k) => entry.indices?.[k] ?? k;

function describe(entry, index, ours, expected, tolerance) {
  const error = errorOf(ours, expected).toPrecision(3);
  return `value ${index} of [${entry.shape}] is ${ours}, not ${expected}: off by ${error}, allowed ${tolerance}`;
}

function compareAll(entry, output, tolerance) {
  let worst = 0;
  let reason = '';
  entry.values.forEach((expected, k) => {
    const index = at(entry, k);
    const of = ratio(errorOf(output.values[index], expected), tolerance(index));
    if (of > worst) {
      worst = of;
      reason = describe(entry, index, output.values[index], expected, tolerance(index));
    }
  });
  return worst > 1 ? { verdict: 'failed', worst, reason } : { verdict: 'passed', worst, reason: '' };
}

function compareWithin(entry, output, tolerance, widest) {
  let worst = 0;
  let failure = '';
  /** Values that the peer's own rounding has to explain. */
  const doubtful = [];
  entry.values.forEach((expected, k) => {
    const index = at(entry, k);
    const ours = output.values[index];
    const error = errorOf(ours, expected);
    const allowed = tolerance(index);
    const of = ratio(error, Math.min(allowed, widest));
    if (of <= 1) {
      worst = Math.max(worst, of);
    } else if (is16Bit(entry.dtype) && lastBitMayDiffer(entry, output, index, expected)) {
      worst = Math.max(worst, 1);
    } else if (error <= allowed) {
      doubtful.push({ index, expected, error });
    } else if (of > worst || !failure) {
      worst = Math.max(worst, of);
      failure = describe(entry, index, ours, expected, Math.min(allowed, widest));
    }
  });
  if (failure) return { verdict: 'failed', worst, reason: failure };
  if (doubtful.length === 0) return { verdict: 'passed', worst, reason: '' };
  return explain(entry, output, doubtful, widest, worst);
}

/**
 * A peer that casts its float32 table rounds twice, so that near the middle of two 16-bit numbers it may take the other
 * one. That is right if a float32 within the float32 tolerance rounds to the peer's number.
 */
function lastBitMayDiffer(entry, output, index, expected) {
  if (!output.unrounded) return false;
  const before = toleranceFunction(output.unroundedLine)(index);
  return errorOf(output.unrounded[index], expected) <= halfUlp(entry.dtype, expected) + before;
}

function explain(entry, output, doubtful, widest, worst) {
  const furthest = doubtful.reduce((a, b) => (b.error > a.error ? b : a));
  const weak = (why) => ({
    verdict: 'weak',
    worst: 0,
    reason: `${doubtful.length} of ${entry.values.length} values are off by up to ${furthest.error.toPrecision(3)}; ${why}`,
  });
  if (!output.reproduce) return weak("the peer's rounding is not reproduced");
  const reproduced = output.reproduce(new Map(entry.values.map((value, k) => [at(entry, k), value])));
  let off = 0;
  for (const { index, expected } of doubtful) off = Math.max(off, errorOf(reproduced(index), expected));
  if (!(off <= widest)) return weak(`with the peer's rounding by up to ${off.toPrecision(3)}`);
  return { verdict: 'passed', worst: Math.max(worst, ratio(off, widest)), reason: '' };
}
