/** Word order with encodings that are not added: rotations of queries and keys, biases of scores. */

import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { attend, changesOf, embeddingsOf, type Layer, seededLayer, sum } from '../../web/src/attention.ts';
import { mathText } from '../../web/src/math.ts';
import { createStore, type Store } from '../../web/src/store.ts';
import { takeValues } from '../../web/src/take.ts';
import { parseLink } from '../../web/src/url.ts';
import { known, optionFields } from '../../web/src/views/index.ts';
import { explanationOf } from '../../web/src/views/order/explain.ts';
import type { Placing, Unplaced } from '../../web/src/views/order/placing.ts';
import { placingOf, type Use, usesOf } from '../../web/src/views/order/positions.ts';

let posenc: Posenc;
let store: Store;

beforeAll(async () => {
  posenc = await createPosenc();
  store = createStore(posenc, optionFields);
});

const words = 'The quick brown fox sees lazy dogs'.split(' ');
const backwards = words.map((_, k) => words.length - 1 - k);

function found(link: string, use: Use = 'added', heads = 2): Placing | Unplaced {
  const { state, problems } = parseLink(link, known);
  expect(problems).toEqual([]);
  store.load({ state, problems });
  expect(store.refusals.value).toEqual({});
  return placingOf(posenc, store, use, { words: words.length, heads, seed: 5 });
}

function placing(link: string, use: Use = 'added', heads = 2): Placing {
  const result = found(link, use, heads);
  if ('why' in result) throw new Error(result.why);
  return result;
}

function unplaced(link: string, use: Use = 'added', heads = 2): Unplaced {
  const result = found(link, use, heads);
  if (!('why' in result)) throw new Error('There are places.');
  return result;
}

/** Weights of the words as written, and the changes that an order makes. */
function outcome(link: string, use: Use = 'added', order: readonly number[] = backwards) {
  const { dim, width, added, positional } = placing(link, use);
  const layer = seededLayer(dim, 2, 5, width);
  const run = (names: readonly string[]) => {
    const embeddings = embeddingsOf(names, dim);
    return attend(layer, added ? sum(embeddings, added) : embeddings, positional);
  };
  const [before, after] = [run(words), run(order.map((word) => words[word] as string))];
  return { weights: before.weights, changes: [...changesOf(before.output, after.output, order, dim)] };
}

describe('scores', () => {
  const unit = Float64Array.of(1, 0, 0, 1);
  const layer: Layer = { dim: 2, heads: 1, width: 2, query: unit, key: unit, value: unit, output: unit };
  const inputs = Float64Array.of(1, 0, 0, 1);

  test('of turned queries and keys, as computed by hand', () => {
    const { positional } = placing('#dim=2&pairing=half', 'rotated', 1);
    const turned = positional.turn?.(Float64Array.of(1, 0, 0, 1, ...Array(10).fill(0)), 2, 'query') as Float64Array;
    // The second word stands at position 1: (0, 1) becomes (-sin 1, cos 1).
    [1, 0, -0.8414709848078965, 0.5403023058681398].forEach((value, k) => {
      expect(turned[k]).toBeCloseTo(value, 15);
    });
    const { weights } = attend(layer, inputs, {
      turn: (rows) => Float64Array.of(...rows.subarray(0, 2), ...turned.subarray(2, 4)),
    });
    // Scores 1 / sqrt(2) and -sin(1) / sqrt(2).
    const first = 1 / (1 + Math.exp((-0.8414709848078965 - 1) / Math.SQRT2));
    [first, 1 - first, 1 - first, first].forEach((weight, k) => {
      expect(weights[k]).toBeCloseTo(weight, 14);
    });
  });

  test('with a bias, as computed by hand', () => {
    const { weights } = attend(layer, inputs, { bias: [0, -1, -2, 0] });
    // 1 / sqrt(2) against 0 - 1, and 0 - 2 against 1 / sqrt(2).
    const [a, b] = [1 / (1 + Math.exp(-1 - Math.SQRT1_2)), 1 / (1 + Math.exp(2 + Math.SQRT1_2))];
    [a, 1 - a, b, 1 - b].forEach((weight, k) => {
      expect(weights[k]).toBeCloseTo(weight, 14);
    });
  });

  test('each head has its own bias', () => {
    const two = seededLayer(4, 2, 0);
    const x = embeddingsOf(['a', 'b'], 4);
    const far = 1e3;
    const { weights } = attend(two, x, { bias: [0, -far, 0, -far, -far, 0, -far, 0] });
    expect([...weights]).toEqual([1, 0, 1, 0, 0, 1, 0, 1]);
  });
});

describe('rotated', () => {
  test('both pairings turn the same pairs by the same angles', () => {
    const rows = Float64Array.from({ length: 4 * words.length }, (_, k) => Math.sqrt(k + 1));
    const adjacent = placing('#dim=4', 'rotated').positional.turn?.(rows, 4, 'query') as Float64Array;
    const shuffled = rows.map((_, k) => rows[4 * Math.floor(k / 4) + ([0, 2, 1, 3][k % 4] as number)] as number);
    const half = placing('#dim=4&pairing=half', 'rotated').positional.turn?.(shuffled, 4, 'key') as Float64Array;
    half.forEach((value, k) => {
      expect(value).toBe(adjacent[4 * Math.floor(k / 4) + ([0, 2, 1, 3][k % 4] as number)]);
    });
    // Position 3: angles 3 and 3 / 10000^(2/4).
    const [x, y] = [rows[14] as number, rows[15] as number];
    expect(adjacent[14]).toBeCloseTo(x * Math.cos(0.03) - y * Math.sin(0.03), 14);
    expect(adjacent[15]).toBeCloseTo(x * Math.sin(0.03) + y * Math.cos(0.03), 14);
  });

  test.each(['#dim=32&pairing=half', '#dim=32', '#dim=32&scaling.type=llama3', '#dim=32&sections=4,6,6'])(
    '%s: weights depend on distances alone, and another order changes every word',
    (link) => {
      const { weights, changes } = outcome(link, 'rotated');
      const far = outcome(`${link}&start=1000`, 'rotated').weights;
      weights.forEach((weight, k) => {
        expect(far[k]).toBeCloseTo(weight, 10);
      });
      expect(Math.min(...changes)).toBeGreaterThan(1e-4);
    },
  );

  test('channels of a head that no pair has stay as they are', () => {
    const { positional } = placing('#dim=2', 'rotated');
    const rows = Float64Array.from({ length: 6 * words.length }, (_, k) => k + 1);
    positional.turn?.(rows, 6, 'key').forEach((value, k) => {
      if (k % 6 >= 2) expect(value).toBe(rows[k]);
    });
  });

  test('is usual for what only rotary encodings have, and not offered for what cannot turn', () => {
    const uses = (link: string): readonly Use[] => {
      found(link);
      return usesOf(posenc, store);
    };
    for (const link of ['#dim=8', '#kind=grid', '#kind=grid&classRows=1', '#kind=fourier']) {
      expect(uses(link)).toEqual(['added', 'rotated']);
    }
    for (const link of [
      '#dim=8&pairing=half',
      '#dim=8&scaling.type=linear',
      '#dim=12&sections=2,2,2',
      '#dim=8&xpos.scaleBase=512',
      '#kind=grid&pairing=half',
      '#kind=grid&axes.1.scaling.type=linear',
    ]) {
      expect(uses(link)).toEqual(['rotated', 'added']);
    }
    // Odd widths have a column without a partner; coordinates that stand before the columns are no angles.
    for (const link of [
      '#dim=5&pairing=half',
      '#kind=learned&dim=8',
      '#kind=grid&identity=true',
      '#kind=grid&axes.0.dim=3',
    ]) {
      expect(uses(link)).toEqual(['added']);
    }
    for (const kind of ['alibi', 't5', 'deberta', 'swin']) expect(uses(`#kind=${kind}`)).toEqual([]);
  });
});

describe('biases', () => {
  test('ALiBi with a slope for each head: another order changes words', () => {
    const { positional } = placing('#kind=alibi');
    // Two heads: slopes 2^-4 and 2^-8.
    expect([...(positional.bias as Float64Array)].slice(0, 3)).toEqual([0, -0.0625, -0.125]);
    expect((positional.bias as Float64Array)[49 + 1]).toBe(-0.00390625);
    const swapped = [1, 0, 2, 3, 4, 5, 6];
    expect(Math.max(...outcome('#kind=alibi', 'added', swapped).changes)).toBeGreaterThan(1e-3);
  });

  test('ALiBi knows no directions: a sentence backwards changes no bit', () => {
    expect(outcome('#kind=alibi').changes).toEqual(Array(words.length).fill(0));
  });

  test('T5 tells before from after', () => {
    expect(Math.min(...outcome('#kind=t5').changes)).toBeGreaterThan(1e-3);
    expect(outcome('#kind=t5&bidirectional=false').changes.length).toBe(words.length);
  });
});

describe('the law that stands beside', () => {
  const lawOf = (link: string, use?: Use): string[] => {
    found(link);
    return explanationOf(store.encoding.value, use).law.map(mathText);
  };

  test.each([
    ['#dim=8', 'added', ['x_i = e_i + PE(p_i)', 's_(ij) = q_i · k_j / √(w)']],
    ['#kind=grid', 'added', ['x_i = e_i + PE(r_i,c_i)', 's_(ij) = q_i · k_j / √(w)']],
    ['#kind=fourier&axes=1', 'added', ['x_i = e_i + F(c_i)', 's_(ij) = q_i · k_j / √(w)']],
    ['#kind=grid&axes=3', 'added', ['x_i = e_i + PE(t_i,r_i,c_i)', 's_(ij) = q_i · k_j / √(w)']],
    ['#kind=learned&origin=2&length=9', 'added', ['x_i = e_i + W[p_i + 2]', 's_(ij) = q_i · k_j / √(w)']],
    ['#dim=8', 'rotated', ['s_(ij) = R(p_i)q_i · R(p_j)k_j / √(w)', ' = q_i · R(p_j − p_i)k_j / √(w)']],
    // The attention factor stands in both rotations, so that they are not one by the distance.
    ['#dim=8&scaling.type=yarn', 'rotated', ['s_(ij) = R(p_i)q_i · R(p_j)k_j / √(w)']],
    [
      '#dim=8&xpos.scaleBase=-512&xpos.center=4',
      'rotated',
      ['s_(ij) = 1 / √(w)ζ^((p_i − 4)/512)R(p_i)q_i · ζ^( − (p_j − 4)/512)R(p_j)k_j'],
    ],
    ['#kind=alibi', undefined, ['s_(ij) = q_i · k_j / √(w) − m|i − j|']],
    ['#kind=alibi&anchor=last-key', undefined, ['s_(ij) = q_i · k_j / √(w) + m(j − (n − 1))']],
    ['#kind=t5', undefined, ['s_(ij) = q_i · k_j / √(w) + b[bucket(j − i)]']],
    ['#kind=swin', undefined, ['s_(ij) = q_i · k_j / √(w) + b[index(i,j)]']],
    ['#kind=deberta', undefined, ['s_(ij) = q_i · k_j + q_i · K[δ] + Q[δ] · k_j / √(3w)', 'δ = i − j']],
    ['#kind=deberta&buckets=8&maxPosition=16', undefined, [expect.anything(), 'δ = bucket(i − j)']],
  ] as const)('%s, %s', (link, use, law) => {
    expect(lawOf(link, use)).toEqual(law);
  });
});

describe('words without places', () => {
  test.each([
    [
      '#kind=swin&window=2,3',
      'added',
      /window of 2 × 3 has too few cells for 7 words/,
      ['A window of 3 × 3', 'Swin-T'],
    ],
    ['#kind=grid&cells=2,3', 'added', /grid of 2 × 3 has too few cells/, ['A grid of 3 × 3', 'MAE ViT-B/16']],
    ['#kind=grid&cells=2,3', 'rotated', /grid of 2 × 3 has too few cells/, ['A grid of 3 × 3', 'MAE ViT-B/16']],
    ['#kind=fourier&axes=1&cells=6', 'added', /grid of 6 has too few cells/, ['A grid of 7', 'MAE ViT-B/16']],
    [
      '#kind=learned&length=3&rows=5&origin=1&dim=4',
      'added',
      /has 5 rows, and the last word would need row 7: a learned table ends/,
      ['A table of 8 rows', 'BERT base'],
    ],
    ['#dim=65536', 'rotated', /Each of 2 heads of 65,536 columns is wider/, ['Llama 2 7B', 'Llama 3.1 8B']],
    ['#length=1&start=9007199254740990', 'added', /package says: invalid count: 7/, ['Original Transformer']],
  ] as const)('%s, %s: nothing is computed; it is said why, and each way out has places', (link, use, why, ways) => {
    const lack = unplaced(link, use);
    expect(lack.why).toMatch(why);
    expect(lack.ways.map(({ label }) => label)).toEqual(ways);
    for (const { values } of lack.ways) {
      expect(takeValues(store, values)).toBe(null);
      const way = placingOf(posenc, store, usesOf(posenc, store)[0] ?? 'added', { words: 7, heads: 2, seed: 5 });
      expect('why' in way).toBe(false);
    }
  });
});

describe('the head of a bias that is shown', () => {
  test('is one of its heads', () => {
    placing('#kind=alibi&heads=4&head=3');
    expect(store.value('head')).toBe(3);
    store.change({ head: 4 });
    expect(store.refusals.value.head?.message).toBe('invalid head: 4 (whole numbers from 0 to 3)');
    expect(store.value('head')).toBe(3);
  });
});
