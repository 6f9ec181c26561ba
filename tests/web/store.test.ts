import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cursorOf, defaults } from '../../web/src/state.ts';
import { createStore, type Store } from '../../web/src/store.ts';
import { parseLink } from '../../web/src/url.ts';

let posenc: Posenc;
let store: Store;

beforeAll(async () => {
  posenc = await createPosenc();
});

beforeEach(() => {
  store = createStore(posenc);
});

describe('parameters', () => {
  test('what the package accepts is taken, with its wavelengths', () => {
    store.change({ dim: 4, base: 100 });
    expect(store.state.value).toMatchObject({ dim: 4, base: 100 });
    // 2 pi and 2 pi 100^(2/4).
    expect([...store.wavelengths.value]).toEqual([
      expect.closeTo(6.283185307179586),
      expect.closeTo(62.83185307179586),
    ]);
  });

  test('what it refuses stays outside, with its sentence', () => {
    store.change({ dim: 0 });
    expect(store.state.value.dim).toBe(128);
    expect(store.refusals.value.dim?.message).toMatch(/^invalid dim: 0 \(.*65536.*\)$/);
    expect(store.wavelengths.value).toHaveLength(64);
  });

  test('a right value afterwards clears the sentence', () => {
    store.change({ base: Number.NaN });
    expect(store.refusals.value.base?.message).toMatch(/^invalid base: NaN/);
    store.change({ base: 100 });
    expect(store.refusals.value).toEqual({});
    expect(store.state.value.base).toBe(100);
  });

  test('a refused value leaves the others free to change', () => {
    store.change({ dim: 70_000 });
    store.change({ length: 9, base: 50 });
    expect(store.state.value).toMatchObject({ dim: 128, length: 9, base: 50 });
    expect(Object.keys(store.refusals.value)).toEqual(['dim']);
  });

  test('a value that waits comes in when another change makes it right', () => {
    store.change({ odd: 'error' });
    store.change({ dim: 7 });
    expect(store.state.value).toMatchObject({ dim: 128, odd: 'error' });
    expect(store.refusals.value.dim?.value).toBe(7);
    store.change({ odd: 'zero' });
    expect(store.state.value).toMatchObject({ dim: 7, odd: 'zero' });
    expect(store.refusals.value).toEqual({});
  });

  test('an odd rule that makes the width wrong is refused itself', () => {
    store.change({ dim: 7 });
    store.change({ odd: 'error' });
    expect(store.state.value).toMatchObject({ dim: 7, odd: 'truncate' });
    expect(store.refusals.value.odd?.value).toBe('error');
  });

  test.each([
    [{ length: 0 }, 'length', 'invalid length: 0 (a whole number from 1 to 1000000000000)'],
    [{ length: 2.5 }, 'length', 'invalid length: 2.5 (a whole number from 1 to 1000000000000)'],
    [{ start: 0.5 }, 'start', 'invalid start: 0.5 (a whole number from -9007199254740992 to 9007199254740992)'],
    [{ start: 2 ** 53 }, 'start', 'invalid start: 9007199254740992 (with this length at most 9007199254740481)'],
  ])('%o', (patch, name, message) => {
    store.change(patch);
    expect(store.state.value).toEqual(defaults);
    expect(store.refusals.value[name as 'length']?.message).toBe(message);
  });

  test('the last position may be 2^53', () => {
    store.change({ start: 2 ** 53 - 511 });
    expect(store.state.value.start).toBe(9007199254740481);
  });
});

describe('links', () => {
  test('a good one replaces the state', () => {
    store.change({ dim: 0 });
    store.load(parseLink('#length=9&dim=6&layout=halves&column=3'));
    expect(store.state.value).toEqual({ ...defaults, length: 9, dim: 6, layout: 'halves', column: 3 });
    expect(store.refusals.value).toEqual({});
    expect(store.problems.value).toEqual([]);
  });

  test('a bad one is taken as far as it goes, and each wrong value is named', () => {
    store.load(parseLink('#length=-1&dim=1e999&base=50&spacing=x'));
    expect(store.state.value).toEqual({ ...defaults, base: 50 });
    expect(Object.keys(store.refusals.value).sort()).toEqual(['dim', 'length']);
    expect(store.problems.value).toHaveLength(3);
  });
});

test('looking never goes through the package, and equal looks change nothing', () => {
  const before = store.state.value;
  store.look({ sample: 'mean', position: null });
  expect(store.state.value).toBe(before);
  store.look({ column: 5 });
  expect(store.cursor.value.column).toBe(5);
});

test('the mark stays inside the matrix', () => {
  expect(cursorOf({ ...defaults, position: 1e9, column: 1e9 })).toEqual({ position: 511, column: 127 });
  expect(cursorOf({ ...defaults, start: 100, position: 0, column: -3 })).toEqual({ position: 100, column: 0 });
  expect(cursorOf({ ...defaults, length: 1, dim: 1 })).toEqual({ position: 0, column: 0 });
});
