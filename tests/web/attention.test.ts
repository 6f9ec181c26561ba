import { createPosenc } from 'posenc';
import { describe, expect, test } from 'vitest';
import {
  attend,
  bareWord,
  changesOf,
  embeddingsOf,
  type Layer,
  seededLayer,
  softmax,
  sum,
} from '../../web/src/attention.ts';
import { seededValues, seedOf } from '../../web/src/seeded.ts';

const sentence = 'I like playing tennis with the man and the dog on Sunday'.split(' ');

/** The rows of some words in another order. */
function reordered(rows: Float64Array, order: readonly number[], dim: number): Float64Array {
  const moved = new Float64Array(rows.length);
  order.forEach((word, place) => {
    moved.set(rows.subarray(word * dim, (word + 1) * dim), place * dim);
  });
  return moved;
}

/** Orders of n words: backwards, and shuffled in ways that depend on a seed. */
const ordersOf = (n: number): number[][] => [
  Array.from({ length: n }, (_, k) => n - 1 - k),
  ...Array.from({ length: 40 }, (_, seed) => {
    const keys = seededValues(seed, n);
    return Array.from({ length: n }, (_, k) => k).sort((a, b) => (keys[a] as number) - (keys[b] as number));
  }),
];

describe('one layer of attention', () => {
  test('two words and unit matrices, as computed by hand', () => {
    const unit = Float64Array.of(1, 0, 0, 1);
    const layer: Layer = { dim: 2, heads: 1, width: 2, query: unit, key: unit, value: unit, output: unit };
    const { weights, output } = attend(layer, Float64Array.of(1, 0, 0, 1));
    // Scores 1 / sqrt(2) and 0: e^0.70710678 = 2.02811498, and 2.02811498 / 3.02811498 = 0.66976155.
    const expected = [0.66976155, 0.33023845, 0.33023845, 0.66976155];
    for (let k = 0; k < 4; k++) {
      expect(weights[k]).toBeCloseTo(expected[k] as number, 8);
      expect(output[k]).toBeCloseTo(expected[k] as number, 8);
    }
  });

  test('each matrix has its own part: query, key, value and output told apart', () => {
    const layer: Layer = {
      dim: 2,
      heads: 1,
      width: 2,
      query: Float64Array.of(2, 0, 0, 2),
      key: Float64Array.of(0, 1, 1, 0),
      value: Float64Array.of(1, 1, 0, 3),
      output: Float64Array.of(0, 1, -1, 0),
    };
    const { weights, output } = attend(layer, Float64Array.of(1, 0, 0, 1));
    // Q = 2 I, K swaps: scores [0, 2; 2, 0] / sqrt(2). e^1.41421356 = 4.11325038: weights 0.19557032 and 0.80442968.
    const [a, b] = [0.19557032, 0.80442968];
    expect([...weights].map((w) => Number(w.toFixed(8)))).toEqual([a, b, b, a]);
    // V = X Wv' = [1, 0; 1, 3]; mixed = [1, 3b; 1, 3a]; Y = [second, -first].
    [3 * b, -1, 3 * a, -1].forEach((value, k) => {
      expect(output[k]).toBeCloseTo(value, 7);
    });
  });

  test.each([1, 2, 4])('%i heads: rows of weights are positive and sum to 1', (heads) => {
    const dim = 30;
    const layer = seededLayer(dim, heads, 3);
    expect(layer.width).toBe(Math.ceil(dim / heads));
    const { weights, output } = attend(layer, embeddingsOf(sentence, dim));
    expect([weights.length, output.length]).toEqual([heads * 144, 12 * dim]);
    for (let row = 0; row < heads * 12; row++) {
      const part = weights.subarray(row * 12, (row + 1) * 12);
      expect(part.every((weight) => weight > 0)).toBe(true);
      expect(Math.abs(part.reduce((total, weight) => total + weight, 0) - 1)).toBeLessThan(1e-15 * 4);
    }
    // The layer looks: neither even weights nor a single word.
    const most = weights.reduce((a, b) => Math.max(a, b));
    expect(most > 0.15 && most < 0.99).toBe(true);
  });

  test('two heads are two layers side by side', () => {
    const dim = 8;
    const both = seededLayer(dim, 2, 0);
    const x = embeddingsOf(sentence, dim);
    for (const head of [0, 1]) {
      const rows = (matrix: Float64Array): Float64Array => matrix.slice(head * 32, (head + 1) * 32);
      const output = new Float64Array(dim * 4);
      const one: Layer = {
        ...{ dim, heads: 1, width: 4, output },
        query: rows(both.query),
        key: rows(both.key),
        value: rows(both.value),
      };
      expect(attend(both, x).weights.slice(head * 144, (head + 1) * 144)).toEqual(attend(one, x).weights);
    }
  });

  test.each([1, 2, 4])('%i heads: without an encoding another order changes no bit of any word', (heads) => {
    const dim = 64;
    const layer = seededLayer(dim, heads, 1);
    const x = embeddingsOf(sentence, dim);
    const before = attend(layer, x);
    for (const order of ordersOf(12)) {
      const after = attend(layer, reordered(x, order, dim));
      expect(after.output).toEqual(reordered(before.output, order, dim));
      expect([...changesOf(before.output, after.output, order, dim)]).toEqual(Array(12).fill(0));
      order.forEach((from, r) => {
        order.forEach((to, c) => {
          expect(after.weights[r * 12 + c]).toBe(before.weights[from * 12 + to]);
        });
      });
    }
  });

  test('with the encoding added every word that moved changes, and so do the others', async () => {
    const posenc = await createPosenc();
    const [dim, words] = [64, 'The dog bit the man'.split(' ')];
    const table = posenc.encode({ dim }, 5, { dtype: 'float64' }).data;
    const x = embeddingsOf(words, dim);
    const layer = seededLayer(dim, 1, 0);
    const order = [0, 4, 2, 3, 1];
    const before = attend(layer, sum(x, table));
    const after = attend(layer, sum(reordered(x, order, dim), table));
    const changes = changesOf(before.output, after.output, order, dim);
    expect([...changes].every((change) => change > 1e-3)).toBe(true);
    expect(changes.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(0.1);
  });
});

test('softmax takes scores that overflow, and sums as it is told', () => {
  expect([...softmax(Float64Array.of(1000, 1000), [0, 1])]).toEqual([0.5, 0.5]);
  const scores = seededValues(5, 9);
  expect(softmax(scores, [0, 1, 2, 3, 4, 5, 6, 7, 8])[4]).toBeCloseTo(
    softmax(scores, [8, 7, 6, 5, 4, 3, 2, 1, 0])[4] as number,
    15,
  );
});

describe('words', () => {
  test('have an embedding by their letters alone', () => {
    expect(['The', '“the”', 'THE,', '…', "isn't"].map(bareWord)).toEqual(['the', 'the', 'the', '…', "isn't"]);
    const rows = embeddingsOf(['The', 'dog', 'the'], 16);
    expect(rows.slice(0, 16)).toEqual(rows.slice(32));
    expect(rows.slice(0, 16)).not.toEqual(rows.slice(16, 32));
    expect(embeddingsOf(['dog'], 16)).toEqual(rows.slice(16, 32));
  });

  test('come from the documented generator', () => {
    // FNV-1a of 'a' and 'foobar', as its authors publish them.
    expect([seedOf('a'), seedOf('foobar')]).toEqual([0xe40c292c, 0xbf9cf968]);
    const values = seededValues(7, 100_000, 2);
    const mean = values.reduce((total, x) => total + x, 0) / values.length;
    const variance = values.reduce((total, x) => total + x * x, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 4)).toBeLessThan(0.05);
    expect(values.every((x) => Math.abs(x) < 2 * Math.sqrt(3))).toBe(true);
    expect(seededValues(7, 3, 2)).toEqual(values.slice(0, 3));
    expect(seededValues(8, 3, 2)).not.toEqual(values.slice(0, 3));
  });
});
