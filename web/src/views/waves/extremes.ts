/**
 * The exact lowest and highest value of a sinusoid over many whole positions, in a number of steps that grows with the
 * logarithm of how many there are: what a line shows where a pixel covers thousands of positions.
 */

const fraction = (value: number): number => value - Math.floor(value);

/**
 * The least of frac(start + k step) over k = 0 ... count - 1, by the steps of Euclid: among the places just after a
 * wrap the same question is asked again, on a circle as long as the step.
 */
export function leastFraction(start: number, step: number, count: number): number {
  return leastOn(1, fraction(start), fraction(step), count, 80);
}

function leastOn(circle: number, start: number, step: number, count: number, depth: number): number {
  if (count <= 1 || step <= 0 || depth === 0) return start;
  // Backwards the same places are passed in smaller steps.
  if (2 * step > circle) {
    const last = start + (count - 1) * step;
    const from = last - Math.floor(last / circle) * circle;
    return leastOn(circle, clamp(from, circle), circle - step, count, depth - 1);
  }
  const wraps = Math.floor((start + (count - 1) * step) / circle);
  if (wraps <= 0) return start;
  // The place after the first wrap, and how far on the next ones lie: all of them are below one step.
  const toFirst = Math.ceil((circle - start) / step);
  const afterFirst = clamp(start + toFirst * step - circle, step);
  const next = Math.ceil(circle / step) * step - circle;
  return Math.min(start, leastOn(step, afterFirst, clamp(next, step), wraps, depth - 1));
}

/** Rounding may leave a place just outside its circle. */
const clamp = (value: number, circle: number): number =>
  value < 0 ? 0 : value >= circle ? Math.max(0, value - circle) : value;

/** Lowest and highest of sin(phase + k frequency) over k = 0 ... count - 1. */
export function sineRange(phase: number, frequency: number, count: number): readonly [number, number] {
  const turn = 2 * Math.PI;
  const [start, step] = [phase / turn, frequency / turn];
  // How near the angles come to a quarter turn (the crest) and to three quarters, from either side.
  const nearest = (at: number): number =>
    Math.min(leastFraction(start - at, step, count), leastFraction(at - start, -step, count));
  return [-Math.cos(turn * nearest(0.75)), Math.cos(turn * nearest(0.25))];
}
