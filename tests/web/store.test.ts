import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Field, readValue } from '../../web/src/field.ts';
import { fieldsOf } from '../../web/src/fields.ts';
import { cursorOf, defaults, type State } from '../../web/src/state.ts';
import { createStore, type Store } from '../../web/src/store.ts';
import { formatLink, parseLink } from '../../web/src/url.ts';

const options: Field[] = [
  { name: 'waves.count', label: 'Waves', type: 'number', default: 4, min: 1, max: 64, isWhole: true },
  { name: 'words.text', label: 'Sentence', type: 'text', default: 'The dog bit the man', most: 40 },
];
const known = { views: ['matrix', 'waves', 'words'], options };
const read = (hash: string) => parseLink(hash, known);

let posenc: Posenc;
let store: Store;

beforeAll(async () => {
  posenc = await createPosenc();
});

beforeEach(() => {
  store = createStore(posenc, options);
});

describe('parameters', () => {
  test('what the package accepts is taken, with its wavelengths', () => {
    store.change({ dim: 4, base: 100 });
    expect(store.state.value.values).toEqual({ dim: 4, base: 100 });
    expect(store.encoding.value).toEqual({ dim: 4, base: 100 });
    // 2 pi and 2 pi 100^(2/4).
    expect([...store.wavelengths.value]).toEqual([
      expect.closeTo(6.283185307179586),
      expect.closeTo(62.83185307179586),
    ]);
  });

  test('what it refuses stays outside, with its sentence', () => {
    store.change({ dim: 0 });
    expect(store.value('dim')).toBe(128);
    expect(store.refusals.value.dim?.message).toMatch(/^invalid dim: 0 \(.*65536.*\)$/);
    expect(store.wavelengths.value).toHaveLength(64);
  });

  test('a right value afterwards clears the sentence', () => {
    store.change({ base: Number.NaN });
    expect(store.refusals.value.base?.message).toMatch(/^invalid base: NaN/);
    store.change({ base: 100 });
    expect(store.refusals.value).toEqual({});
    expect(store.value('base')).toBe(100);
  });

  test('a refused value leaves the others free to change', () => {
    store.change({ dim: 70_000 });
    store.change({ length: 9, base: 50 });
    expect(store.state.value.values).toEqual({ length: 9, base: 50 });
    expect(Object.keys(store.refusals.value)).toEqual(['dim']);
  });

  test('a value that waits comes in when another change makes it right', () => {
    store.change({ odd: 'error' });
    store.change({ dim: 7 });
    expect(store.state.value.values).toEqual({ odd: 'error' });
    expect(store.refusals.value.dim?.value).toBe(7);
    store.change({ odd: 'zero' });
    expect(store.state.value.values).toEqual({ dim: 7, odd: 'zero' });
    expect(store.refusals.value).toEqual({});
  });

  test('an odd rule that makes the width wrong is refused itself', () => {
    store.change({ dim: 7 });
    store.change({ odd: 'error' });
    expect(store.state.value.values).toEqual({ dim: 7 });
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
    expect(store.refusals.value[name]?.message).toBe(message);
  });

  test('the last position may be 2^53', () => {
    store.change({ start: 2 ** 53 - 511 });
    expect(store.rows.value.start).toBe(9007199254740481);
  });
});

describe('links', () => {
  test('a good one replaces the state', () => {
    store.change({ dim: 0 });
    store.load(read('#length=9&dim=6&layout=halves&column=3'));
    expect(store.state.value).toEqual({ ...defaults, values: { length: 9, dim: 6, layout: 'halves' }, column: 3 });
    expect(store.refusals.value).toEqual({});
    expect(store.problems.value).toEqual([]);
  });

  test('a bad one is taken as far as it goes, and each wrong value is named', () => {
    store.load(read('#length=-1&dim=1e999&base=50&spacing=x'));
    expect(store.state.value).toEqual({ ...defaults, values: { base: 50 } });
    expect(Object.keys(store.refusals.value).sort()).toEqual(['dim', 'length']);
    expect(store.problems.value).toHaveLength(3);
  });
});

describe('rows of a learned table', () => {
  test('a length beyond the table waits in its own control; kind and rows are taken', () => {
    store.load(read('#v=2&kind=learned&rows=10&length=50'));
    expect(store.encoding.value).toEqual({ kind: 'learned', dim: 128, length: 10 });
    expect(store.rows.value).toEqual({ start: 0, length: 10 });
    expect(store.refusals.value).toEqual({
      length: { value: 50, message: 'invalid length: 50 (at most 10 from this start: the table has 10 rows)' },
    });
    expect(store.problems.value).toEqual([
      'The link has an invalid length: 50 (at most 10 from this start: the table has 10 rows).',
    ]);
    // It comes in as soon as there are as many rows.
    store.change({ rows: 60 });
    expect(store.rows.value).toEqual({ start: 0, length: 50 });
    expect(store.refusals.value).toEqual({});
  });

  test('without a length as many rows are shown as there are', () => {
    store.load(read('#kind=learned&rows=10&origin=2&start=3'));
    expect(store.rows.value).toEqual({ start: 3, length: 5 });
    expect(store.problems.value).toEqual([]);
  });

  test('a start outside is named', () => {
    store.load(read('#kind=learned&rows=10&origin=2&start=8'));
    expect(store.refusals.value.start?.message).toBe(
      "invalid start: 8 (a whole number from -2 to 7, the table's rows)",
    );
    expect(store.kind.value).toBe('learned');
  });

  test('its number of rows is named as its control is', () => {
    store.load(read('#kind=learned&rows=0&length=5'));
    expect(store.kind.value).toBe('learned');
    expect(store.rows.value.length).toBe(5);
    expect(store.refusals.value).toEqual({
      rows: { value: 0, message: 'invalid rows: 0 (a whole number from 1 to 4294967296)' },
    });
  });

  test('a kind that is chosen comes in; a length that was right before waits', () => {
    store.change({ length: 4096, dim: 64 });
    store.change({ kind: 'learned' });
    expect(store.encoding.value).toEqual({ kind: 'learned', dim: 64, length: 512 });
    expect(store.rows.value.length).toBe(512);
    expect(Object.keys(store.refusals.value)).toEqual(['length']);
    store.change({ kind: 'sinusoid' });
    expect(store.rows.value.length).toBe(4096);
    expect(store.refusals.value).toEqual({});
  });
});

describe('marks of a link', () => {
  test('outside the table they are moved, and it is said', () => {
    store.load(read('#position=99999999&column=-4'));
    expect(store.cursor.value).toMatchObject({ position: 511, column: 0 });
    expect(store.problems.value).toEqual([
      'The link says position=99999999; it can be a whole number from 0 to 511.',
      'The link says column=-4; it can be a whole number from 0 to 127.',
    ]);
  });

  test('inside nothing is said, and the page writes no others', () => {
    store.load(read('#length=9&start=-3&position=-3&column=127'));
    expect(store.problems.value).toEqual([]);
    store.look({ position: 5 });
    store.change({ length: 4 });
    expect(formatLink(store.state.value)).toContain('position=0&');
    store.load(read(formatLink(store.state.value)));
    expect(store.problems.value).toEqual([]);
  });
});

test('a number beyond all doubles is quoted as it was typed', () => {
  const base = fieldsOf({}).find(({ name }) => name === 'base') as Field;
  store.change({ base: readValue(base, '1e400') ?? null });
  expect(store.refusals.value.base?.message).toBe('invalid base: “1e400” (a number from 1e-100 to 1e100)');
  store.load(read('#dim=1e999'));
  expect(store.refusals.value.dim?.message).toMatch(/^invalid dim: “1e999” \(a whole number from 1/);
});

test('looking never goes through the package, and equal looks change nothing', () => {
  const before = store.state.value;
  store.look({ sample: 'mean', position: null });
  expect(store.state.value).toBe(before);
  store.look({ column: 5 });
  expect(store.cursor.value.column).toBe(5);
});

describe('what is typed', () => {
  test.each([
    [{ dim: 'many' }, 'dim', /^invalid dim: “many” \(.*65536.*\)$/],
    [{ dim: '' }, 'dim', /^invalid dim: nothing \(.*65536.*\)$/],
    [{ length: 'x' }, 'length', /^invalid length: “x” \(a whole number from 1 to 1000000000000\)$/],
    [{ base: '1e' }, 'base', /^invalid base: “1e” \(a number from/],
    [{ frequencies: '1,x' }, 'frequencies', /^invalid frequencies: “1,x” \(/],
  ])('%o is refused with a sentence that quotes it', (patch, name, message) => {
    store.change(patch as Record<string, string>);
    expect(store.state.value).toEqual(defaults);
    expect(store.refusals.value[name]?.message).toMatch(message);
    store.change({ [name]: null });
    expect(store.refusals.value).toEqual({});
  });

  test('a field that is absent again leaves the encoding', () => {
    store.change({ padding: 1 });
    expect(store.encoding.value).toEqual({ dim: 128, padding: 1 });
    store.change({ padding: null });
    expect(store.encoding.value).toEqual({ dim: 128 });
  });

  test('a default that is said is no change', () => {
    const before = store.state.value;
    store.change({ base: 10000, layout: 'interleaved' });
    expect(store.state.value).toBe(before);
  });
});

describe('kinds that the package does not compute', () => {
  /** A package that knows sinusoids alone, as its first version did. */
  const poor = (): Store =>
    createStore(
      {
        wavelengths: posenc.wavelengths,
        encode: () => {
          throw new RangeError("invalid kind: 'grid' ('sinusoid')");
        },
        bias: undefined as never,
      },
      options,
    );

  test('are kept, with a sentence', () => {
    const other = poor();
    other.change({ kind: 'grid', axes: 3 });
    expect(other.refusals.value).toEqual({});
    expect(other.lack.value).toMatch(/does not compute encodings of the kind “grid”/);
    expect(other.encoding.value).toEqual({ kind: 'grid', axes: [{ dim: 64 }, { dim: 64 }, { dim: 64 }] });
    other.change({ kind: 't5' });
    expect(other.lack.value).toMatch(/“t5”/);
    other.change({ kind: null });
    expect(other.lack.value).toBe(null);
  });
});

describe('options of views', () => {
  test('are taken if they are allowed, and dropped at their defaults', () => {
    store.set({ 'waves.count': 9, 'words.text': 'a b' });
    expect(store.state.value.options).toEqual({ 'waves.count': 9, 'words.text': 'a b' });
    store.set({ 'waves.count': 65, 'words.text': 'x'.repeat(41), 'other.thing': 1 });
    expect(store.state.value.options).toEqual({ 'waves.count': 9, 'words.text': 'a b' });
    store.set({ 'waves.count': 4, 'words.text': null });
    expect(store.state.value.options).toEqual({});
  });

  test('come from links, with a sentence where they are not allowed', () => {
    const { state, problems } = read('#view=waves&waves.count=0&words.text=I+like+tennis');
    expect(state).toEqual({ ...defaults, view: 'waves', options: { 'words.text': 'I like tennis' } });
    expect(problems).toEqual(['The link says waves.count=0; it can be a whole number from 1 to 64.']);
  });
});

describe('the mark', () => {
  test('of a pair keeps the function, where the pair has it', () => {
    store.look({ position: 3, column: 5 });
    store.mark({ pair: 7 });
    expect(store.cursor.value).toEqual({ position: 3, column: 15, pair: 7, offset: 1 });
    store.mark({ offset: 40 });
    expect(store.cursor.value.offset).toBe(40);
    store.change({ dim: 7 });
    store.mark({ column: 5 });
    store.mark({ pair: 3 });
    expect(store.cursor.value).toMatchObject({ column: 6, pair: 3 });
  });
});

test('the mark stays inside the matrix', () => {
  const at = (state: Partial<State>, rows: { start: number; length: number }, dim: number) =>
    cursorOf({ ...defaults, ...state }, rows, dim);
  expect(at({ position: 1e9, column: 1e9 }, { start: 0, length: 512 }, 128)).toEqual({ position: 511, column: 127 });
  expect(at({ position: 0, column: -3 }, { start: 100, length: 512 }, 128)).toEqual({ position: 100, column: 0 });
  expect(at({}, { start: 0, length: 1 }, 1)).toEqual({ position: 0, column: 0 });
});
