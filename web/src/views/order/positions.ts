/** How the page's encoding tells the layer where its words stand: rows added, queries and keys turned, scores biased. */

import type { BiasEncoding, Posenc, SinusoidEncoding } from 'posenc';
import type { Positional } from '../../attention.ts';
import { oneAxisRows, standIn } from '../../one-axis.ts';
import { seededValues, seedOf } from '../../seeded.ts';
import { streamOf } from '../../source.ts';
import type { Store } from '../../store.ts';

export type Use = 'added' | 'rotated';

export interface Placing {
  /** Columns of embeddings. */
  readonly dim: number;
  /** Columns of a head; absent: dim / heads. */
  readonly width?: number;
  /** [words, dim]: what is added to the embeddings. */
  readonly added?: Float64Array;
  /** What happens in the scores. */
  readonly positional: Positional;
  /** Where the first word stands. */
  readonly start: number;
  /** What is done, or why it is not the page's own encoding, in a sentence. */
  readonly said: string;
}

type Package = Pick<Posenc, 'encode' | 'rotary' | 'bias'>;
type Encodings = Pick<Store, 'encoding' | 'kind' | 'columns' | 'rows'>;

/** Wider heads would take too long. */
const widest = 512;

/** What only rotary encodings have. */
const isMadeForRotation = (encoding: SinusoidEncoding): boolean =>
  ['pairing', 'scaling', 'sections', 'xpos'].some((name) => encoding[name as keyof SinusoidEncoding] !== undefined);

/** How an encoding can be used, the usual way first; none for biases. Reads signals. */
export function usesOf(store: Pick<Store, 'encoding' | 'kind'>): readonly Use[] {
  if (store.kind.value === 'learned') return ['added'];
  if (store.kind.value !== 'sinusoid') return [];
  return isMadeForRotation(store.encoding.value as SinusoidEncoding) ? ['rotated', 'added'] : ['added', 'rotated'];
}

/** Turns each row by its position: (x, y) of a pair becomes (c x - s y, s x + c y). */
function turning(
  posenc: Package,
  { xpos: _, ...encoding }: SinusoidEncoding,
  start: number,
  words: number,
): Positional {
  const streams = streamOf(encoding);
  // Words stand at the same position in all streams.
  const positions =
    streams === 0
      ? { start, count: words }
      : {
          data: Float64Array.from({ length: streams * words }, (_, k) => start + (k % words)),
          shape: [streams, words],
        };
  const { cos, sin } = posenc.rotary(encoding, positions, { dtype: 'float64' });
  const pairs = cos.data.length / words;
  const isHalf = encoding.pairing === 'half';
  return {
    turn(rows, width) {
      const turned = rows.slice();
      for (let word = 0; word < words; word++) {
        for (let pair = 0; pair < pairs; pair++) {
          const first = word * width + (isHalf ? pair : 2 * pair);
          const second = first + (isHalf ? pairs : 1);
          const [x, y] = [rows[first] as number, rows[second] as number];
          const [c, s] = [cos.data[word * pairs + pair] as number, sin.data[word * pairs + pair] as number];
          turned[first] = c * x - s * y;
          turned[second] = s * x + c * y;
        }
      }
      return turned;
    },
  };
}

/** @param seed of the numbers that a model learns, where there are such */
function biased(posenc: Package, encoding: BiasEncoding, words: number, heads: number, seed: number): Placing | null {
  const request = { queries: words, keys: words, dtype: 'float64' } as const;
  const placing = (of: BiasEncoding, said: string): Placing => ({
    dim: standIn.dim,
    positional: { bias: posenc.bias(of, request).data as Float64Array },
    start: 0,
    said,
  });
  if (encoding.kind === 'alibi') {
    const slopes =
      heads === 1 ? 'The head has a slope of its own' : `Each of the ${heads} heads has a slope of its own`;
    return placing({ ...encoding, heads }, `ALiBi takes from each score in proportion to the distance. ${slopes}.`);
  }
  if (encoding.kind === 't5') {
    const table = seededValues(seedOf(`t5 ${seed}`), (encoding.buckets ?? 32) * heads, 1);
    return placing(
      { ...encoding, heads, table },
      'T5 adds to each score a number for its bucket of distance. Models learn these numbers; here they come from the seed.',
    );
  }
  return null;
}

/** The first `words` positions of the page's encoding. Call it in a computed signal: it reads the store's. */
export function placingOf(
  posenc: Package,
  store: Encodings,
  use: Use,
  { words, heads, seed }: { readonly words: number; readonly heads: number; readonly seed: number },
): Placing {
  const { start } = store.rows.value;
  let why = '';
  try {
    const { dim } = store.columns.value;
    if (use === 'rotated' && store.kind.value === 'sinusoid' && dim <= widest) {
      const encoding = store.encoding.value as SinusoidEncoding;
      const said = `Queries and keys of each head turn, ${dim} columns of them, by the angles of their positions; nothing is added.`;
      const xpos = encoding.xpos ? ' The scale of xPos is left out.' : '';
      const positional = turning(posenc, encoding, start, words);
      return { dim: standIn.dim, width: dim, positional, start, said: said + xpos };
    }
    const placing = biased(posenc, store.encoding.value as BiasEncoding, words, heads, seed);
    if (placing) return placing;
  } catch (error) {
    // Odd widths cannot turn, and positions may be too far.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    why = `The package says: ${error.message}. `;
  }
  const { dim, values, start: first, said } = oneAxisRows(posenc, store, words);
  return { dim, added: values, positional: {}, start: first, said: why + said };
}
