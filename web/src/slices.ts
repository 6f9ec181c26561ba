/** Long work in short slices on the main thread, so that the page answers in between. */

import type { Scope } from './scope.ts';

/** Milliseconds of work before the page may answer. */
const budget = 8;

/**
 * Runs a generator to its end, a few milliseconds at a time, and calls `onSlice` after each slice. What it returns stops
 * it; so does the end of the scope.
 */
export function runInSlices(
  scope: Pick<Scope, 'onEnd'>,
  work: Iterator<unknown>,
  onSlice: (isDone: boolean) => void,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const slice = (): void => {
    const end = performance.now() + budget;
    try {
      let isDone = false;
      do isDone = work.next().done === true;
      while (!isDone && performance.now() < end);
      if (!isDone) timer = setTimeout(slice);
      onSlice(isDone);
    } catch (error) {
      stop();
      onError(error);
    }
  };
  timer = setTimeout(slice);
  scope.onEnd(stop);
  return stop;
}
