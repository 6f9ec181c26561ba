/** The words of a sentence and the order in which they stand: plain data, without a document. */

/** More would make weights too small to see. */
export const mostWords = 24;

export const presets = ['The dog bit the man', 'I like playing tennis on Sunday', 'I like playing tennis'] as const;

export interface Sentence {
  readonly words: readonly string[];
  /** What is wrong with it, in a sentence, or ''. */
  readonly problem: string;
}

export function wordsOf(text: string): Sentence {
  const all = text.split(/\s+/).filter((word) => word !== '');
  if (all.length === 0)
    return { words: [], problem: 'Write a sentence of two words or more: there is no word to show.' };
  if (all.length > mostWords) {
    return {
      words: all.slice(0, mostWords),
      problem: `This sentence has ${all.length} words; the first ${mostWords} are used.`,
    };
  }
  return { words: all, problem: all.length === 1 ? 'A single word has no order: write another one.' : '' };
}

export const asWritten = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

/** An order if it holds each of `count` words once, or null. */
export function orderOf(wanted: readonly number[], count: number): readonly number[] | null {
  const isOrder = wanted.length === count && new Set(wanted).size === count && wanted.every((word) => word < count);
  return isOrder ? wanted : null;
}

/** The order in which the word at one place was taken out and put in at another. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const next = [...order];
  const [word] = next.splice(from, 1);
  if (word !== undefined) next.splice(Math.max(0, Math.min(next.length, to)), 0, word);
  return next;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where in reading order a point stands among the boxes of the other words, which may take several lines. */
export const placeAmong = (others: readonly Box[], x: number, y: number): number =>
  others.filter(({ left, right, top, bottom }) => y > bottom || (y >= top && x > (left + right) / 2)).length;

/** A name short enough to stand above a column. */
export const shortName = (word: string, most = 5): string =>
  word.length > most ? `${word.slice(0, most - 1)}…` : word;
