/** Which pairs complete a turn within the length, and how to say so. */

import { wholeLabel } from './ticks.ts';

/** A run of neighbouring pairs that all complete a turn, or all do not. */
export interface Run {
  readonly first: number;
  readonly last: number;
  readonly isComplete: boolean;
}

/** A pair completes a turn if its wavelength is at most the length. */
export function runsOf(wavelengths: ArrayLike<number>, length: number): Run[] {
  const runs: Run[] = [];
  for (let k = 0; k < wavelengths.length; k++) {
    const isComplete = (wavelengths[k] as number) <= length;
    const before = runs[runs.length - 1];
    if (before?.isComplete === isComplete) runs[runs.length - 1] = { ...before, last: k };
    else runs.push({ first: k, last: k, isComplete });
  }
  return runs;
}

const sizeOf = (runs: readonly Run[]): number => runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);

const plural = (count: number, one: string, many: string): string => `${wholeLabel(count)} ${count === 1 ? one : many}`;

/** Which pairs never get round, in a sentence. */
export function turnsSentence(runs: readonly Run[], length: number): string {
  const within = `within ${plural(length, 'position', 'positions')}`;
  const pairs = sizeOf(runs);
  if (pairs === 0) return 'There is no pair: the only column holds zeros.';
  const others = runs.filter(({ isComplete }) => !isComplete);
  const never = sizeOf(others);
  if (pairs === 1) return `The only pair ${never === 1 ? 'never completes' : 'completes'} a turn ${within}.`;
  if (never === 0) return `Each of the ${wholeLabel(pairs)} pairs completes a turn ${within}.`;
  if (never === pairs) return `None of the ${wholeLabel(pairs)} pairs completes a turn ${within}.`;
  const all = `${wholeLabel(never)} of ${wholeLabel(pairs)} pairs never ${never === 1 ? 'completes' : 'complete'} a turn ${within}`;
  const [{ first, last }] = others as [Run];
  if (others.length > 1) return `${all}.`;
  return `${all}: ${never === 1 ? `pair ${wholeLabel(first)}` : `pairs ${wholeLabel(first)} to ${wholeLabel(last)}`}.`;
}
