import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaults } from '../../web/src/state.ts';
import { createStore } from '../../web/src/store.ts';
import { smallLabel } from '../../web/src/ticks.ts';
import {
  bitOf,
  firstRows,
  largest,
  lastRows,
  pairsLikeBits,
  rowsFrom,
  similarityRange,
  smallestDistance,
  turned,
} from '../../web/src/views/sines/measures.ts';
import { modelOf } from '../../web/src/views/sines/model.ts';
import { oneAxisRows } from '../../web/src/views/sines/rows.ts';
import { learnedTable } from '../../web/src/views/sines/ways.ts';

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc();
});

describe('measurements', () => {
  test('of three rows, by hand', () => {
    // (3, 0), (0, 4), (-3, 0): distances 5, 6, 5; products 0, -9, 0; mean product with itself (9 + 16 + 9) / 3.
    const rows = { dim: 2, count: 3, values: Float64Array.of(3, 0, 0, 4, -3, 0) };
    expect(largest(rows)).toBe(4);
    expect(smallestDistance(rows)).toBe(5);
    expect(similarityRange(rows, 1)[0]).toBeCloseTo(0, 15);
    expect(similarityRange(rows, 2)[0]).toBeCloseTo(-27 / 34, 14);
    expect(smallestDistance(rowsFrom(5, (p) => p % 4))).toBe(0);
    expect(similarityRange({ dim: 2, count: 3, values: new Float64Array(6) }, 1)).toEqual([0, 0]);
    expect([...firstRows(rows, 2).values]).toEqual([3, 0, 0, 4]);
    expect([...lastRows(rows, 2).values]).toEqual([-3, 0]);
  });

  test('plain and divided indices: the place counts; sinusoids: the distance alone', () => {
    // Products p (p + 1) for p = 0 .. 62, over the mean of p^2 for p = 0 .. 63, 63 * 127 / 6.
    const [low, high] = similarityRange(
      rowsFrom(64, (p) => p),
      1,
    );
    expect(low).toBe(0);
    expect(high).toBeCloseTo((62 * 63) / ((63 * 127) / 6), 12);
    const values = posenc.encode({ dim: 128 }, 128, { dtype: 'float64' }).data;
    const range = similarityRange({ dim: 128, count: 128, values }, 7);
    expect(range[1] - range[0]).toBeLessThan(1e-13);
    expect(range[0]).toBeCloseTo((posenc.similarity({ dim: 128 }, [7]).data[0] as number) / 64, 13);
  });
});

test('bits are those of a counter, at any size and below 0', () => {
  const word = (value: number): string => [5, 4, 3, 2, 1, 0].map((bit) => bitOf(value, bit)).join('');
  expect([0, 1, 37, 63, 64, -1, -2].map(word)).toEqual([
    '000000',
    '000001',
    '100101',
    '111111',
    '000000',
    '111111',
    '111110',
  ]);
  expect(word(2 ** 53)).toBe('000000');
  expect(word(2 ** 53 - 1)).toBe('111111');
});

test('pairs are chosen by the periods of bits', () => {
  expect(pairsLikeBits([6, 12, 24, 48], [8, 16, 32, 64])).toEqual([0, 1, 2, 3]);
  expect(pairsLikeBits([6, 1000], [8, 16, 32, 64])).toEqual([0]);
  expect(pairsLikeBits([], [8])).toEqual([]);
});

test('a turn is the matrix of the package, acting on (sin, cos)', () => {
  const shift = posenc.shift({ dim: 8 }, 5).data;
  const w = 0.1; // pair 1: 10000^(-2/8)
  const hand = turned(shift, 1, { sine: Math.sin(7 * w), cosine: Math.cos(7 * w) });
  expect(hand.sine).toBeCloseTo(Math.sin(12 * w), 14);
  expect(hand.cosine).toBeCloseTo(Math.cos(12 * w), 14);
});

describe('rows of the page', () => {
  test('are its own where there are some, and else the paper’s with the reason', () => {
    const store = createStore(posenc);
    store.change({ dim: 32, base: 100, start: 5 });
    const own = oneAxisRows(posenc, store, 9);
    expect([own.dim, own.start, own.said]).toEqual([32, 5, '']);
    expect(own.values).toEqual(
      posenc.encode({ dim: 32, base: 100 }, { start: 5, count: 9 }, { dtype: 'float64' }).data,
    );
    store.change({ dim: 1024 });
    const wide = oneAxisRows(posenc, store, 9);
    expect([wide.dim, wide.start]).toEqual([64, 0]);
    expect(wide.said).toMatch(/has 1024 columns, and this view takes at most 512\. Shown here: .*64 columns\.$/);
    expect(oneAxisRows(posenc, store, 9, { kinds: ['learned'] }).said).toMatch(/not of a kind/);
  });

  test.each(['interleaved', 'halves'] as const)('hands, %s', (layout) => {
    const store = createStore(posenc);
    for (const order of ['sin-cos', 'cos-sin']) {
      store.change({ dim: 9, layout, order, padding: 3 });
      const model = modelOf({
        posenc,
        store,
        option: <T>(name: string): T => (name === 'sines.trained' ? 16 : []) as T,
      });
      const [hands] = model.handsAt([3]);
      expect(hands?.length).toBe(4);
      const w = 10000 ** (-2 / 9);
      expect(hands?.[1]?.sine).toBeCloseTo(Math.sin(3 * w), 14);
      expect(hands?.[1]?.cosine).toBeCloseTo(Math.cos(3 * w), 14);
    }
  });

  test('a row of padding has its sines here, and it is said', () => {
    const store = createStore(posenc);
    const option = <T>(name: string): T => (name === 'sines.trained' ? 16 : []) as T;
    const model = modelOf({ posenc, store, option });
    expect(model.said.value).toBe('');
    store.change({ dim: 64, padding: 1 });
    expect(model.said.value).toMatch(/the row at position 1 is padding, all zeros\. Here it has its sines/);
    expect(model.table.value.values[64]).toBeCloseTo(Math.sin(1), 15);
    store.change({ dim: 1024 });
    expect(model.said.value).toMatch(/^The encoding chosen above has 1024 columns/);
  });

  test('a distance that would leave the whole numbers is cut', () => {
    const store = createStore(posenc);
    store.load({ state: { ...defaults, offset: 1e300 }, problems: [] });
    const model = modelOf({ posenc, store, option: <T>(name: string): T => (name === 'sines.trained' ? 16 : []) as T });
    expect(model.position.value + model.offset.value).toBe(2 ** 53);
  });
});

test('a learned table has its rows and no more', () => {
  const { rows, past } = learnedTable(posenc, 32);
  expect([rows.count, rows.values.length]).toEqual([32, 32 * rows.dim]);
  const mean = rows.values.reduce((total, x) => total + x * x, 0) / rows.values.length;
  expect(Math.sqrt(mean)).toBeCloseTo(0.02, 2);
  expect(smallestDistance(rows)).toBeGreaterThan(0);
  expect(past).toMatch(/^posenc says: invalid positions\[0\]: 32 \(.*from 0 to 31/);
});

test('small numbers have their power of ten', () => {
  expect([0, 2.2204e-16, -3e-5, 0.36149].map((value) => smallLabel(value))).toEqual([
    '0',
    '2.2 × 10⁻¹⁶',
    '−3.0 × 10⁻⁵',
    '0.36',
  ]);
});
