/**
 * The word-order view with encodings of every kind: each layer again, score by score, from the definitions of the papers
 * and of the code that people use, in plain loops. What the page and the test share is what nobody can derive: the
 * seeded matrices, embeddings and tables.
 */

import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { attend, changesOf, embeddingsOf, seededLayer, sum } from '../../web/src/attention.ts';
import { knownModels } from '../../web/src/models.ts';
import { seededValues, seedOf } from '../../web/src/seeded.ts';
import { takeModel } from '../../web/src/shell/models-menu.ts';
import { createStore, type Store } from '../../web/src/store.ts';
import { parseLink } from '../../web/src/url.ts';
import { known, optionFields } from '../../web/src/views/index.ts';
import { placingOf, type Use, usesOf } from '../../web/src/views/order/positions.ts';

const words = 'The quick brown fox sees lazy dogs'.split(' ');
const order = [3, 0, 6, 2, 5, 1, 4];
const count = words.length;
const heads = 2;
const seed = 5;

let posenc: Posenc;
let store: Store;

beforeAll(async () => {
  posenc = await createPosenc();
  store = createStore(posenc, optionFields);
});

type Rows = readonly (readonly number[])[];

/** What an encoding is by its definition: all of it absent is no encoding. */
interface Truth {
  readonly dim: number;
  readonly width?: number;
  readonly added?: (word: number) => readonly number[];
  readonly turned?: (row: readonly number[], word: number, of: 'query' | 'key') => readonly number[];
  readonly bias?: (from: number, to: number, head: number) => number;
  /** The embedding of a relative position. */
  readonly relative?: (from: number, to: number) => readonly number[];
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((total, x, k) => total + x * (b[k] as number), 0);
const rowsOf = (flat: Float64Array, columns: number): Rows =>
  Array.from({ length: flat.length / columns }, (_, r) => [...flat.slice(r * columns, (r + 1) * columns)]);

/** The layer by its definition: outputs, one row a place. */
function outputs({ dim, width = Math.ceil(dim / heads), ...truth }: Truth, names: readonly string[]): Rows {
  const layer = seededLayer(dim, heads, seed, width);
  const [query, key, value] = [layer.query, layer.key, layer.value].map((flat) => rowsOf(flat, dim)) as [
    Rows,
    Rows,
    Rows,
  ];
  const through = (matrix: Rows, row: readonly number[], head: number): number[] =>
    matrix.slice(head * width, (head + 1) * width).map((weights) => dot(weights, row));
  const inputs = rowsOf(embeddingsOf(names, dim), dim).map((row, word) => {
    const more = truth.added?.(word);
    return more ? row.map((x, k) => x + (more[k] as number)) : row;
  });
  const mixed = inputs.map((input, from) =>
    [0, 1].flatMap((head) => {
      const turn = (row: number[], word: number, of: 'query' | 'key') => truth.turned?.(row, word, of) ?? row;
      const q = turn(through(query, input, head), from, 'query');
      const scores = inputs.map((other, to) => {
        const k = turn(through(key, other, head), to, 'key');
        const far = truth.relative?.(from, to);
        if (!far) return dot(q, k) / Math.sqrt(width) + (truth.bias?.(from, to, head) ?? 0);
        return (dot(q, k) + dot(q, through(key, far, head)) + dot(through(query, far, head), k)) / Math.sqrt(3 * width);
      });
      const powers = scores.map(Math.exp);
      const total = powers.reduce((a, b) => a + b, 0);
      return Array.from({ length: width }, (_, c) =>
        inputs.reduce(
          (all, other, to) => all + ((powers[to] as number) / total) * (through(value, other, head)[c] as number),
          0,
        ),
      );
    }),
  );
  return mixed.map((row) => rowsOf(layer.output, heads * width).map((weights) => dot(weights, row)));
}

/** (x, y) of pair i, neighbours, becomes (x cos a - y sin a, x sin a + y cos a). */
const turn = (row: readonly number[], angles: readonly number[]): number[] =>
  row.map((value, c) => {
    const angle = angles[c >> 1] as number;
    return c % 2 === 0
      ? value * Math.cos(angle) - (row[c + 1] as number) * Math.sin(angle)
      : (row[c - 1] as number) * Math.sin(angle) + value * Math.cos(angle);
  });
const frequency = (pair: number, dim: number, base = 10000): number => base ** ((-2 * pair) / dim);
const pairs = (dim: number): number[] => Array.from({ length: dim / 2 }, (_, i) => i);
/** sin, cos, sin, cos, ... of the angles of a position. */
const sines = (position: number, dim: number): number[] =>
  pairs(dim).flatMap((i) => [Math.sin(position * frequency(i, dim)), Math.cos(position * frequency(i, dim))]);
const cell = (word: number, columns: number): [row: number, column: number] => [
  Math.floor(word / columns),
  word % columns,
];

/** log buckets of DeBERTa v2: make_log_bucket_position of its code. */
function logBucket(distance: number, buckets: number, most: number): number {
  const middle = Math.floor(buckets / 2);
  const size = Math.abs(distance);
  if (size <= middle) return distance;
  const steps = Math.ceil((Math.log(size / middle) / Math.log((most - 1) / middle)) * (middle - 1)) + middle;
  return Math.sign(distance) * steps;
}
const distanceRow = (bucket: number): number[] => [...seededValues(seedOf(`deberta ${seed} ${bucket}`), 64)];

/** T5's _relative_position_bucket, in both directions. */
function t5Bucket(distance: number, buckets: number, most: number): number {
  const half = buckets / 2;
  const exact = half / 2;
  const size = Math.abs(distance);
  const side = distance > 0 ? half : 0;
  if (size < exact) return side + size;
  const far = exact + Math.floor((Math.log(size / exact) / Math.log(most / exact)) * (half - exact));
  return side + Math.min(far, half - 1);
}
/** A seeded number of a table [entries, heads]. */
const entry = (name: string, entries: number, index: number, head: number): number =>
  seededValues(seedOf(`${name} ${seed}`), entries * heads)[index * heads + head] as number;

/** Swin's bias in a window of 3 x 4, with or without a class token. */
const inWindow = (from: number, to: number, head: number): number => {
  const [[r, c], [s, d]] = [cell(from, 4), cell(to, 4)];
  return entry('swin', 5 * 7, (r - s + 2) * 7 + (c - d + 3), head);
};

const bands = [1, -0.5, 0.25, 2, 0.125, -1, 0.75, 0.5];
const mixture = ([r, c]: readonly [number, number]): number[] =>
  [0, 1, 2, 3].map((i) => (bands[i] as number) * r + (bands[4 + i] as number) * c);
const fourier = `#kind=fourier&cells=3,3&dim=8&frequencies=${bands}`;
const grid = '#kind=grid&cells=3,3&axes.0.dim=8&axes.1.dim=4';
const xposScale = (pair: number, dim: number, gamma = 0.4): number => ((2 * pair) / dim + gamma) / (1 + gamma);

const truths: readonly (readonly [name: string, link: string, use: Use, truth: Truth])[] = [
  ['sinusoids', '#dim=16&start=3', 'added', { dim: 16, added: (word) => sines(3 + word, 16) }],
  [
    'timesteps of DDPM: halves, down to 1/10000',
    '#dim=16&spacing=endpoint&layout=halves&start=500',
    'added',
    {
      dim: 16,
      added: (word) => [Math.sin, Math.cos].flatMap((f) => pairs(16).map((i) => f((500 + word) * 10000 ** (-i / 7)))),
    },
  ],
  [
    'rotary',
    '#dim=16&start=3',
    'rotated',
    {
      dim: 64,
      width: 16,
      turned: (row, word) =>
        turn(
          row,
          pairs(16).map((i) => (3 + word) * frequency(i, 16)),
        ),
    },
  ],
  ...([40, -40] as const).map(
    (scaleBase) =>
      [
        `xPos, scale base ${scaleBase}: queries decay, keys grow`,
        `#dim=16&start=3&xpos.scaleBase=${scaleBase}&xpos.center=2`,
        'rotated',
        {
          dim: 64,
          width: 16,
          turned: (row: readonly number[], word: number, of: 'query' | 'key') =>
            turn(
              row,
              pairs(16).map((i) => (3 + word) * frequency(i, 16)),
            ).map((value, c) => value * xposScale(c >> 1, 16) ** (((of === 'query' ? 1 : -1) * (1 + word)) / 40)),
        },
      ] as const,
  ),
  [
    'M-RoPE: text stands at the same position in all streams',
    '#dim=16&sections=2,3,3',
    'rotated',
    {
      dim: 64,
      width: 16,
      turned: (row, word) =>
        turn(
          row,
          pairs(16).map((i) => word * frequency(i, 16)),
        ),
    },
  ],
  ['M-RoPE as a table', '#dim=16&sections=2,3,3', 'added', { dim: 16, added: (word) => sines(word, 16) }],
  [
    'a grid: columns of the row, then of the column',
    grid,
    'added',
    {
      dim: 12,
      added: (word) => {
        const [row, column] = cell(word, 3);
        return [...sines(row, 8), ...sines(column, 4)];
      },
    },
  ],
  [
    'a grid with class rows: no word is a class token',
    `${grid}&classRows=2`,
    'added',
    { dim: 12, added: (word) => [...sines(cell(word, 3)[0], 8), ...sines(cell(word, 3)[1], 4)] },
  ],
  [
    'a grid with coordinates before its columns',
    `${grid}&identity=true`,
    'added',
    { dim: 14, added: (word) => [...cell(word, 3), ...sines(cell(word, 3)[0], 8), ...sines(cell(word, 3)[1], 4)] },
  ],
  [
    'axial rotary, class rows left out',
    `${grid}&classRows=1`,
    'rotated',
    {
      dim: 64,
      width: 12,
      turned: (row, word) => {
        const [r, c] = cell(word, 3);
        return turn(row, [...pairs(8).map((i) => r * frequency(i, 8)), ...pairs(4).map((i) => c * frequency(i, 4))]);
      },
    },
  ],
  [
    'Fourier features',
    fourier,
    'added',
    { dim: 8, added: (word) => mixture(cell(word, 3)).flatMap((angle) => [Math.sin(angle), Math.cos(angle)]) },
  ],
  [
    'Fourier features of cell centres from −1 to 1 (SAM), in turns',
    `${fourier}&coordinates=centres&unit=turn`,
    'added',
    {
      dim: 8,
      added: (word) => {
        const [r, c] = cell(word, 3).map((k) => (2 * k + 1 - 3) / 3) as [number, number];
        return mixture([r, c]).flatMap((x) => [Math.sin(2 * Math.PI * x), Math.cos(2 * Math.PI * x)]);
      },
    },
  ],
  ['mixed rotary', fourier, 'rotated', { dim: 64, width: 8, turned: (row, word) => turn(row, mixture(cell(word, 3))) }],
  [
    'ALiBi',
    '#kind=alibi',
    'added',
    // Two heads: slopes 2^-4 and 2^-8.
    { dim: 64, bias: (from, to, head) => -(2 ** (-4 * (head + 1))) * Math.abs(from - to) },
  ],
  [
    'T5 buckets',
    '#kind=t5&buckets=8&maxDistance=6',
    'added',
    { dim: 64, bias: (from, to, head) => entry('t5', 8, t5Bucket(to - from, 8, 6), head) },
  ],
  ['Swin’s relative index in a window of 3 x 4', '#kind=swin&window=3,4', 'added', { dim: 64, bias: inWindow }],
  [
    'BEiT’s, whose class token is no word',
    '#kind=swin&window=3,4&classToken=true',
    'added',
    { dim: 64, bias: inWindow },
  ],
  ['DeBERTa without buckets', '#kind=deberta', 'added', { dim: 64, relative: (from, to) => distanceRow(from - to) }],
  [
    'DeBERTa’s log buckets; those past the table take its ends',
    '#kind=deberta&buckets=4&maxPosition=4',
    'added',
    {
      dim: 64,
      relative: (from, to) => distanceRow(Math.max(-4, Math.min(3, logBucket(from - to, 4, 4)))),
    },
  ],
];

describe.each(truths)('%s', (_, link, use, truth) => {
  /** The view's own outputs of some words. */
  const run = (names: readonly string[], isEncoded: boolean): Float64Array => {
    const { state, problems } = parseLink(link, known);
    store.load({ state, problems });
    expect([problems, store.refusals.value]).toEqual([[], {}]);
    const placing = placingOf(posenc, store, use, { words: count, heads, seed });
    if ('why' in placing) throw new Error(placing.why);
    const { dim, width, added, positional } = placing;
    expect([dim, width ?? Math.ceil(dim / heads)]).toEqual([truth.dim, truth.width ?? Math.ceil(truth.dim / heads)]);
    const embeddings = embeddingsOf(names, dim);
    const layer = seededLayer(dim, heads, seed, width);
    return isEncoded
      ? attend(layer, added ? sum(embeddings, added) : embeddings, positional).output
      : attend(layer, embeddings).output;
  };
  const arranged = order.map((word) => words[word] as string);

  test('the layer is what its definition says, in both orders', () => {
    for (const names of [words, arranged]) {
      const truths = outputs(truth, names);
      rowsOf(run(names, true), truth.dim).forEach((row, word) => {
        row.forEach((value, column) => {
          expect(value).toBeCloseTo(truths[word]?.[column] as number, 11);
        });
      });
    }
  });

  test('another order changes every word, and without the encoding not one bit', () => {
    const changes = (isEncoded: boolean): number[] => [
      ...changesOf(run(words, isEncoded), run(arranged, isEncoded), order, truth.dim),
    ];
    expect(changes(false)).toEqual(Array(count).fill(0));
    for (const change of changes(true)) expect(change).toBeGreaterThan(1e-3);
  });
});

test('a learned table adds the rows of its positions', () => {
  const { state, problems } = parseLink('#kind=learned&dim=12&length=20&start=4&origin=2&seed=3', known);
  store.load({ state, problems });
  const placing = placingOf(posenc, store, 'added', { words: count, heads, seed });
  if ('why' in placing) throw new Error(placing.why);
  expect(store.refusals.value).toEqual({});
  const whole = posenc.encode({ kind: 'learned', dim: 12, length: 512, seed: 3 }, 512, { dtype: 'float64' }).data;
  expect(placing.added).toEqual(whole.slice(6 * 12, (6 + count) * 12));
});

test('wide tables have narrow heads, and every column of them counts', () => {
  const { state, problems } = parseLink('#dim=4096', known);
  store.load({ state, problems });
  const placing = placingOf(posenc, store, 'added', { words: count, heads, seed });
  if ('why' in placing) throw new Error(placing.why);
  expect([placing.dim, placing.width, placing.added?.length]).toEqual([4096, 32, count * 4096]);
  expect(placing.said).toMatch(/Each head has 32 columns/);
});

test.each(knownModels.map((model) => [model.name, model] as const))(
  '%s: words have places, and queries turn where the model turns them',
  (_, model) => {
    takeModel(store, model);
    expect(store.refusals.value).toEqual({});
    const uses = usesOf(posenc, store);
    const wanted = store.state.value.options['order.use'];
    const use = uses.find((one) => one === wanted) ?? uses[0];
    expect(use).toBe(
      model.group === 'Rotary'
        ? 'rotated'
        : model.group === 'Added to attention' || model.name === 'Swin-T'
          ? undefined
          : 'added',
    );
    expect(placingOf(posenc, store, use ?? 'added', { words: 24, heads: 4, seed })).not.toHaveProperty('why');
  },
);
