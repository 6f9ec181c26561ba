/** The law of every kind: its symbols, and what they say against what the package computes. */

import { type BiasEncoding, createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { lawsOf } from '../../web/src/laws.ts';
import { mathText } from '../../web/src/math.ts';
import { cellAt, coordinateNames, valueName } from '../../web/src/rows.ts';
import { createStore, type Store } from '../../web/src/store.ts';
import { parseLink } from '../../web/src/url.ts';
import { known, optionFields } from '../../web/src/views/index.ts';

let posenc: Posenc;
let store: Store;

beforeAll(async () => {
  posenc = await createPosenc();
  store = createStore(posenc, optionFields);
});

function lawsAt(link: string) {
  store.load(parseLink(link, known));
  expect(store.problems.value).toEqual([]);
  const head = Number(store.value('head') ?? 0);
  const { lead, lines, words } = lawsOf(store.encoding.value, store.columns.value, posenc, head);
  return { lead, lines: lines.map(mathText), words: words.join(' ') };
}

describe('in symbols', () => {
  test.each([
    ['dim=8', ['PE(p,2i) = sin(p / b^(2i/d))', 'PE(p,2i + 1) = cos(p / b^(2i/d))']],
    ['kind=learned&rows=50&dim=4', ['PE(p) = W[p]']],
    ['kind=learned&rows=50&dim=4&origin=2', ['PE(p) = W[p + 2]']],
    ['kind=learned&rows=50&dim=4&origin=-2&start=2', ['PE(p) = W[p − 2]']],
    ['kind=alibi', ['bias(i,j) =  − m · |i − j|']],
    ['kind=alibi&anchor=key', ['bias(i,j) = m · j']],
    ['kind=alibi&anchor=last-key', ['bias(i,j) = m · (j − (n − 1))']],
    ['kind=t5', ['bucket(r) = 8 + ⌊8 · ln(|r|/8) / ln(128/8)⌋']],
    ['kind=t5&bidirectional=false', ['bucket(r) = 16 + ⌊16 · ln(|r|/16) / ln(128/16)⌋']],
    ['kind=deberta', ['δ = i − j']],
    ['kind=deberta&buckets=256&maxPosition=512', ['|bucket(δ)| = 128 + ⌈127 · ln(|δ|/128) / ln(511/128)⌉']],
    ['kind=swin&window=7,5', ['index(i,j) = 9 · (y_i − y_j + 6) + x_i − x_j + 4']],
    ['kind=grid', ['sin(c / b^(2i/d))', 'cos(c / b^(2i/d))']],
    [
      'kind=grid&axes.0.scale=2',
      ['sin(2 · y / b^(2i/d))', 'cos(2 · y / b^(2i/d))', 'sin(x / b^(2i/d))', 'cos(x / b^(2i/d))'],
    ],
    ['kind=fourier', ['sin(f_(0,i) · y + f_(1,i) · x)', 'cos(f_(0,i) · y + f_(1,i) · x)']],
  ])('%s', (link, lines) => {
    expect(lawsAt(link).lines).toEqual(lines);
  });
});

describe('the laws are those of the package', () => {
  const computed = (encoding: BiasEncoding, keys: number, offset = 0): number[] =>
    Array.from(posenc.bias(encoding, { queries: 1, keys, offset, dtype: 'int32' }).data as Int32Array);

  test('T5, both ways and one', () => {
    const bucket = (r: number, exact: number, most: number, far: number): number =>
      r < exact
        ? r
        : Math.min(most - 1, exact + Math.floor(((most - exact) * Math.log(r / exact)) / Math.log(far / exact) + 1e-9));
    // One query at 0 and keys after it: the second half of the buckets; at 300, keys before it.
    expect(computed({ kind: 't5' }, 300)).toEqual(
      Array.from({ length: 300 }, (_, r) => (r === 0 ? 0 : 16) + bucket(r, 8, 16, 128)),
    );
    expect(computed({ kind: 't5', bidirectional: false }, 301, 300)).toEqual(
      Array.from({ length: 301 }, (_, j) => bucket(300 - j, 16, 32, 128)),
    );
    expect(new Set(computed({ kind: 't5', bidirectional: false }, 300))).toEqual(new Set([0]));
  });

  test('DeBERTa', () => {
    const bucket = (d: number): number =>
      d <= 128 ? d : 128 + Math.ceil((127 * Math.log(d / 128)) / Math.log(511 / 128) - 1e-9);
    expect(computed({ kind: 'deberta', buckets: 256, maxPosition: 512 }, 601, 600)).toEqual(
      Array.from({ length: 601 }, (_, j) => bucket(600 - j)),
    );
  });

  test('Swin', () => {
    const window = [7, 5] as const;
    const index = posenc.bias({ kind: 'swin', window }, { dtype: 'int32' }).data;
    for (const [i, j] of [
      [0, 0],
      [3, 17],
      [34, 0],
      [20, 33],
    ] as const) {
      const [[yi, xi], [yj, xj]] = [cellAt(window, i), cellAt(window, j)] as [[number, number], [number, number]];
      expect(index[i * 35 + j]).toBe(9 * (yi - yj + 6) + xi - xj + 4);
    }
  });
});

describe('in words', () => {
  test('numbers of the encoding', () => {
    expect(lawsAt('kind=alibi&heads=112&head=3').words).toContain(
      'Head 3 of 112 has the slope 0.7071; slopes go from 0.003906 to 0.9576.',
    );
    expect(lawsAt('kind=t5').words).toContain(
      'distances below 8 have a bucket each, those from 128 on share bucket 15',
    );
    expect(lawsAt('kind=learned&rows=50&dim=4').words).toContain('50 rows');
    expect(lawsAt('kind=swin&classToken=true').words).toMatch(/169 in all.*class token has three more/);
  });

  test('where columns and cells of a grid stand', () => {
    const { lead, words } = lawsAt('kind=grid&axisOrder=1,0&classRows=1');
    expect(lead).toContain('the coordinates y and x');
    expect(words).toContain('Columns of x stand first, then those of y.');
    expect(words).toContain('The first row is 0');
    expect(lawsAt('kind=grid&axes=3&cells=2,3,4').words).toContain('Columns of t stand first, then those of y and x.');
    expect(lawsAt('kind=grid&blocks=function-major').words).toContain('First functions of y and x stand first');
  });

  test('a rotary encoding in halves says what it turns', () => {
    expect(lawsAt('dim=128&pairing=half').words).toContain('turns channels i and i + 64 of queries and keys');
    expect(lawsAt('dim=128').words).not.toContain('turns channels');
  });
});

test('cells, coordinates and values have names', () => {
  expect(cellAt([2, 3, 4], 17)).toEqual([1, 1, 1]);
  expect([coordinateNames(1), coordinateNames(2), coordinateNames(3), coordinateNames(4)]).toEqual([
    ['x'],
    ['y', 'x'],
    ['t', 'y', 'x'],
    ['c0', 'c1', 'c2', 'c3'],
  ]);
  expect(valueName({ kind: 't5' })).toBe('bucket');
  expect(valueName({ dim: 2 })).toBe('PE');
});
