import type { Entry } from './formats.mjs';

export interface Output {
  readonly values: ArrayLike<number>;
  readonly shape: readonly number[];
  readonly dtype: string;
  /** The source's tolerance, by flat index if it is a function. */
  readonly line?: number | ((index: number) => number) | undefined;
}

export interface Verdict {
  readonly verdict: 'passed' | 'weak' | 'failed';
  readonly worst: number;
  readonly reason: string;
}

/** @param measured the peer's own error */
export function compare(entry: Entry, output: Output, measured: number | undefined): Verdict;
