/**
 * One layer of self-attention, computed as in "Attention Is All You Need" (3.2) without dropout, masks and biases:
 *
 *   Q = X Wq', K = X Wk', V = X Wv';  A_h = softmax(Q_h K_h' / sqrt(width));  Y = [A_1 V_1, ..., A_H V_H] Wo'.
 *
 * Positions come in with X, or inside: RoPE turns Q_h and K_h, ALiBi, T5 and Swin add to the scores, and DeBERTa's scores
 * know embeddings of distances too.
 *
 * Attention is a sum over a set of words: in exact arithmetic the order of words cannot matter. In floating point it
 * does, by rounding, because (a + b) + c is not a + (b + c). So the sums over words are made in an order that the words'
 * rows themselves give (by their first value, then the second, ...), not their places. Rows that are equal bit for bit add
 * the same to a sum, whichever of them comes first. With that the layer is permutation equivariant to the last bit.
 */

import { seededValues, seedOf } from './seeded.ts';

export interface Layer {
  /** Columns of the inputs and outputs. */
  readonly dim: number;
  readonly heads: number;
  /** Columns of one head. */
  readonly width: number;
  /** [heads * width, dim], row-major: a head's rows stand together. */
  readonly query: Float64Array;
  readonly key: Float64Array;
  readonly value: Float64Array;
  /** [dim, heads * width]. */
  readonly output: Float64Array;
}

export interface Attended {
  /** [heads, words, words]: how much a word (row) takes of each word (column). Rows sum to 1. */
  readonly weights: Float64Array;
  /** [heads, words, words]: what the weights are the softmax of. */
  readonly scores: Float64Array;
  /** [words, dim]. */
  readonly output: Float64Array;
}

/** Embeddings of relative positions, as DeBERTa has them. */
export interface Relative {
  /** [embeddings, dim]: they go through the layer's own matrices of queries and keys, as words do. */
  readonly rows: Float64Array;
  /** [words, words]: the embedding of each query (row) and key (column). */
  readonly index: ArrayLike<number>;
}

/** What positions do inside a layer. */
export interface Positional {
  /** Gives the queries or the keys of a head, [words, width], each turned by its position. */
  readonly turn?: (rows: Float64Array, width: number, of: 'query' | 'key') => Float64Array;
  /** [heads, words, words]: added to the scores after their scaling. */
  readonly bias?: ArrayLike<number>;
  /**
   * Disentangled attention (He et al., 2021): a score is (q_i . k_j + q_i . kr + qr . k_j) / sqrt(3 width), where qr and kr
   * are query and key of the embedding at [i, j]. The paper has one of j and i in the last product; here both are of i and
   * j, as in the authors' code and in transformers.
   */
  readonly relative?: Relative;
}

/**
 * A layer that nobody has trained: the entries of its matrices have mean 0 and variance 1 / columns, which keeps the size
 * of what goes through. Width: dim / heads, rounded up, unless another one is asked for. The same seed gives the same
 * layer everywhere.
 */
export function seededLayer(dim: number, heads: number, seed: number, width = Math.ceil(dim / heads)): Layer {
  const inner = heads * width;
  const matrix = (name: string, columns: number): Float64Array =>
    seededValues(seedOf(`${name} ${seed}`), inner * dim, 1 / Math.sqrt(columns));
  return {
    dim,
    heads,
    width,
    query: matrix('query', dim),
    key: matrix('key', dim),
    value: matrix('value', dim),
    output: matrix('output', inner),
  };
}

/** The part of a word that its embedding depends on: small letters, without punctuation round it. */
export const bareWord = (word: string): string => {
  const small = word.toLowerCase();
  return small.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || small;
};

/** Embeddings [words, dim] with mean 0 and variance 1: equal words have equal rows, whatever else the sentence says. */
export function embeddingsOf(words: readonly string[], dim: number): Float64Array {
  const rows = new Float64Array(words.length * dim);
  words.forEach((word, k) => {
    rows.set(seededValues(seedOf(bareWord(word)), dim), k * dim);
  });
  return rows;
}

/** The sum of both, element by element. */
export const sum = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, k) => value + (b[k] as number));

/** softmax of scores, added up in the order given. */
export function softmax(scores: Float64Array, order: readonly number[]): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = order.reduce((sum, k) => sum + (powers[k] as number), 0);
  return powers.map((power) => power / total);
}

/** The product of two rows of `width` numbers that begin at these places. */
function dot(a: Float64Array, from: number, b: Float64Array, to: number, width: number): number {
  let total = 0;
  for (let k = 0; k < width; k++) total += (a[from + k] as number) * (b[to + k] as number);
  return total;
}

/** X M': [rows of X, rows of M], where both have `columns` columns. */
function times(x: Float64Array, matrix: Float64Array, columns: number): Float64Array {
  const [rows, across] = [x.length / columns, matrix.length / columns];
  const product = new Float64Array(rows * across);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < across; c++) product[r * across + c] = dot(x, r * columns, matrix, c * columns, columns);
  }
  return product;
}

/** Numbers of the rows, sorted by what is in them. */
function orderByContent(rows: Float64Array, columns: number): number[] {
  const compare = (a: number, b: number): number => {
    for (let k = 0; k < columns; k++) {
      const difference = (rows[a * columns + k] as number) - (rows[b * columns + k] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return Array.from({ length: rows.length / columns }, (_, k) => k).sort(compare);
}

/** @param inputs [words, dim] */
export function attend(
  { dim, heads, width, ...layer }: Layer,
  inputs: Float64Array,
  { turn = (rows) => rows, bias, relative }: Positional = {},
): Attended {
  const words = inputs.length / dim;
  const inner = heads * width;
  const order = orderByContent(inputs, dim);
  const through = (matrix: Float64Array, rows: Float64Array, head: number): Float64Array =>
    times(rows, matrix.subarray(head * width * dim, (head + 1) * width * dim), dim);
  const weights = new Float64Array(heads * words * words);
  const scores = new Float64Array(heads * words * words);
  const mixed = new Float64Array(words * inner);
  for (let head = 0; head < heads; head++) {
    const queries = turn(through(layer.query, inputs, head), width, 'query');
    const keys = turn(through(layer.key, inputs, head), width, 'key');
    const values = through(layer.value, inputs, head);
    const distances = relative && {
      queries: through(layer.query, relative.rows, head),
      keys: through(layer.key, relative.rows, head),
      index: relative.index,
    };
    const scale = Math.sqrt((distances ? 3 : 1) * width);
    for (let from = 0; from < words; from++) {
      const at = (head * words + from) * words;
      for (let to = 0; to < words; to++) {
        let score = dot(queries, from * width, keys, to * width, width);
        if (distances) {
          const embedding = (distances.index[from * words + to] as number) * width;
          score += dot(queries, from * width, distances.keys, embedding, width);
          score += dot(distances.queries, embedding, keys, to * width, width);
        }
        scores[at + to] = score / scale + (bias?.[at + to] ?? 0);
      }
      const row = softmax(scores.subarray(at, at + words), order);
      weights.set(row, at);
      const into = mixed.subarray(from * inner + head * width, from * inner + (head + 1) * width);
      for (const to of order) {
        for (let c = 0; c < width; c++) {
          into[c] = (into[c] as number) + (row[to] as number) * (values[to * width + c] as number);
        }
      }
    }
  }
  return { weights, scores, output: times(mixed, layer.output, inner) };
}

/**
 * How far each word's output moved when the words were put into another order: the largest difference of one column.
 *
 * @param before [words, dim], the words as written
 * @param after [words, dim], word `order[place]` at each place
 * @returns one number a word, as written
 */
export function changesOf(
  before: Float64Array,
  after: Float64Array,
  order: readonly number[],
  dim: number,
): Float64Array {
  const changes = new Float64Array(order.length);
  order.forEach((word, place) => {
    for (let c = 0; c < dim; c++) {
      const change = Math.abs((after[place * dim + c] as number) - (before[word * dim + c] as number));
      if (change > (changes[word] as number)) changes[word] = change;
    }
  });
  return changes;
}
