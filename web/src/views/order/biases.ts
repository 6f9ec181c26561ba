/** Encodings that are seen in the scores alone: biases, and DeBERTa's embeddings of distances. */

import type { BiasEncoding, DebertaEncoding, SwinEncoding } from 'posenc';
import { seededValues, seedOf } from '../../seeded.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import { cellsFor, cellsWay } from './cells.ts';
import { type Asked, modelWay, type Package, type Page, type Placing, plainDim, type Unplaced } from './placing.ts';

const wordsApart = (from: number, to: number): string => {
  if (from === to) return 'the word itself';
  const apart = Math.abs(to - from);
  return `${apart} ${apart === 1 ? 'place' : 'places'} ${to > from ? 'later' : 'earlier'}`;
};

/** A learned number a head for each whole number of an index, [words, words], from 0 to count - 1. */
function learned(index: ArrayLike<number>, count: number, kind: string, { heads, seed }: Asked): Float64Array {
  const table = seededValues(seedOf(`${kind} ${seed}`), count * heads);
  const cells = index.length;
  return Float64Array.from(
    { length: heads * cells },
    (_, k) => table[(index[k % cells] as number) * heads + Math.floor(k / cells)] as number,
  );
}

/** @returns the integers of buckets and indices, [rows, rows] */
const wholeNumbers = (posenc: Package, encoding: BiasEncoding, request = {}): Int32Array =>
  posenc.bias(encoding, { ...request, dtype: 'int32' }).data as Int32Array;

export function biased(posenc: Package, page: Page, asked: Asked): Placing | Unplaced {
  const { words, heads } = asked;
  const encoding = page.encoding.value as BiasEncoding;
  const all = { queries: words, keys: words };
  switch (encoding.kind) {
    case 'alibi': {
      const own = { ...encoding, heads };
      const slopes = [...posenc.slopes(own).data].map((slope) => numberLabel(slope, 3));
      return {
        dim: plainDim,
        positional: { bias: posenc.bias(own, { ...all, dtype: 'float64' }).data as Float64Array },
        said: `Words stand at 0, 1, 2, ... ${heads === 1 ? 'The head has the slope' : `The ${heads} heads have the slopes`} ${slopes.join(', ')}.`,
        between: wordsApart,
      };
    }
    case 't5': {
      const index = wholeNumbers(posenc, encoding, all);
      const count = encoding.buckets ?? 32;
      return {
        dim: plainDim,
        positional: { bias: learned(index, count, 't5', asked) },
        said: `The distances in this sentence fall into ${new Set(index).size} of the ${wholeLabel(count)} buckets.`,
        between: (from, to) => `${wordsApart(from, to)}, bucket ${index[from * words + to]}`,
      };
    }
    case 'swin':
      return inWindow(posenc, page, encoding, asked);
    default:
      return disentangled(posenc, encoding, asked);
  }
}

/** Words in a window, row by row; the index of two cells says which learned number their score gets. */
function inWindow(posenc: Package, page: Page, { window }: SwinEncoding, asked: Asked): Placing | Unplaced {
  const { words } = asked;
  const cells = cellsFor(window, words);
  if (!cells) {
    return {
      why: `The window of ${window.join(' × ')} has too few cells for ${words} words. Attention stays inside a window, and each word stands on a cell of its own.`,
      ways: [cellsWay(page, 'window', 'A window of', window, words), modelWay('Swin-T')],
    };
  }
  // A class token would stand before the words; the index of two cells is the same with it.
  const whole = wholeNumbers(posenc, { kind: 'swin', window });
  const index = Int32Array.from(
    { length: words ** 2 },
    (_, k) => whole[Math.floor(k / words) * cells.count + (k % words)] as number,
  );
  const [rows, columns] = window;
  return {
    dim: plainDim,
    positional: { bias: learned(index, (2 * rows - 1) * (2 * columns - 1), 'swin', asked) },
    said:
      `Words stand in a window of ${window.join(' × ')} as patches of an image do, row by row: the first on ` +
      `cell ${cells.nameOf(0)}, the last on ${cells.nameOf(words - 1)}.` +
      (page.value('classToken') ? ' The class token is left out: no word of the sentence is one.' : ''),
    between: (from, to) => `cells ${cells.nameOf(from)} and ${cells.nameOf(to)}, index ${index[from * words + to]}`,
  };
}

/** DeBERTa: an embedding for each bucket, or for each distance where there are no buckets. */
function disentangled(posenc: Package, encoding: DebertaEncoding, { words, seed }: Asked): Placing {
  const { buckets } = encoding;
  const found = wholeNumbers(posenc, encoding, { queries: words, keys: words });
  // The table has 2 * buckets rows, and what lies past them takes the first or the last.
  const index = buckets ? found.map((bucket) => Math.max(-buckets, Math.min(buckets - 1, bucket))) : found;
  const used = [...new Set(index)].sort((a, b) => a - b);
  const rows = new Float64Array(used.length * plainDim);
  used.forEach((bucket, k) => {
    rows.set(seededValues(seedOf(`deberta ${seed} ${bucket}`), plainDim), k * plainDim);
  });
  const what = buckets ? 'bucket' : 'distance';
  return {
    dim: plainDim,
    positional: { relative: { rows, index: index.map((bucket) => used.indexOf(bucket)) } },
    said: `This sentence has ${used.length} ${what}s, from ${used[0]} to ${used.at(-1)}; each has an embedding of ${plainDim} columns.`.replaceAll(
      '-',
      '−',
    ),
    between: (from, to) => `${wordsApart(from, to)}, ${what} ${index[from * words + to]}`.replace('-', '−'),
  };
}
