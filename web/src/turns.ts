/** Which pairs complete a turn within the length, and how to say so. */

import { wholeLabel } from './ticks.ts';

/** A pair completes a turn if its wavelength is at most the length. Frequencies fall, so the others are the last ones. */
export function countComplete(wavelengths: Float64Array, length: number): number {
  let low = 0;
  let high = wavelengths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((wavelengths[middle] as number) <= length) low = middle + 1;
    else high = middle;
  }
  return low;
}

const plural = (count: number, one: string, many: string): string => `${wholeLabel(count)} ${count === 1 ? one : many}`;

export function turnsSentence(complete: number, pairs: number, length: number): string {
  const within = `within ${plural(length, 'position', 'positions')}`;
  if (pairs === 0) return 'There is no pair: the only column holds zeros.';
  const never = pairs - complete;
  if (pairs === 1) return `The only pair ${never === 1 ? 'never completes' : 'completes'} a turn ${within}.`;
  if (never === 0) return `Each of the ${wholeLabel(pairs)} pairs completes a turn ${within}.`;
  if (complete === 0) return `None of the ${wholeLabel(pairs)} pairs completes a turn ${within}.`;
  const which =
    never === 1 ? `pair ${wholeLabel(pairs - 1)}` : `pairs ${wholeLabel(complete)} to ${wholeLabel(pairs - 1)}`;
  return `${wholeLabel(never)} of ${wholeLabel(pairs)} pairs never ${never === 1 ? 'completes' : 'complete'} a turn ${within}: ${which}.`;
}
