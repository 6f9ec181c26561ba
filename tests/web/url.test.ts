import { describe, expect, test } from 'vitest';
import { readNumber, type Values } from '../../web/src/field.ts';
import { defaults, type State } from '../../web/src/state.ts';
import { formatLink, parseLink } from '../../web/src/url.ts';

const known = { views: ['matrix', 'waves'], options: [] };
const read = (hash: string, query = '') => parseLink(hash, known, query);

describe('links', () => {
  test('the default state', () => {
    expect(formatLink(defaults)).toBe('#v=2&length=512&dim=128');
    expect(read('')).toEqual({ state: defaults, problems: [] });
  });

  const full: State = {
    ...defaults,
    values: {
      length: 1e12,
      dim: 4097,
      base: 500000.5,
      spacing: 'endpoint',
      layout: 'halves',
      order: 'cos-sin',
      odd: 'zero',
      start: -9007199254740992,
    },
    rows: { zoom: -976, offset: 12 },
    columns: { zoom: 7, offset: 100 },
    sample: 'point',
    theme: 'dark',
    position: -9007199254740000,
    column: 7,
    offset: 12,
    view: 'waves',
  };

  test('everything in it, readably', () => {
    expect(formatLink(full)).toBe(
      '#v=2&length=1000000000000&dim=4097&base=500000.5&start=-9007199254740992&spacing=endpoint&layout=halves' +
        '&order=cos-sin&odd=zero&sample=point&theme=dark&top=11712&rowpx=1/976&left=14.286&colpx=7' +
        '&position=-9007199254740000&column=7&offset=12&view=waves',
    );
  });

  test.each<[string, Values]>([
    [
      '#v=2&length=131072&dim=128&base=500000&scaling.type=llama3&scaling.originalLength=8192&pairing=half',
      { length: 131072, base: 500000, 'scaling.type': 'llama3', 'scaling.originalLength': 4096, pairing: 'half' },
    ],
    ['#v=2&kind=alibi&length=512&heads=112&anchor=key', { kind: 'alibi', heads: 112, anchor: 'key' }],
    [
      '#v=2&kind=grid&cells=16,12&axes.0.dim=384&axes.1.dim=384&axisOrder=1,0&classRows=1',
      { kind: 'grid', cells: [16, 12], 'axes.0.dim': 384, 'axes.1.dim': 384, axisOrder: [1, 0], classRows: 1 },
    ],
    ['#v=2&length=512&dim=4&frequencies=1,0.01', { dim: 4, frequencies: [1, 0.01] }],
  ])('of other encodings: %s', (_, values) => {
    const link = formatLink({ ...defaults, values });
    const { state, problems } = read(link);
    expect(problems).toEqual([]);
    expect(formatLink(state)).toBe(link);
  });

  test('an embed, in the fragment or in the query', () => {
    expect(read('#embed=waves&dim=8').state).toEqual({
      ...defaults,
      values: { dim: 8 },
      view: 'waves',
      isEmbedded: true,
    });
    expect(read('#dim=8', '?embed=waves').state).toEqual({
      ...defaults,
      values: { dim: 8 },
      view: 'waves',
      isEmbedded: true,
    });
    expect(formatLink({ ...defaults, view: 'waves', isEmbedded: true })).toBe('#v=2&length=512&dim=128&embed=waves');
  });

  test('version 1 means what it meant', () => {
    expect(read('#v=1&length=4096&dim=512&start=100&spacing=endpoint&sample=point&position=2100&column=7')).toEqual({
      state: {
        ...defaults,
        values: { length: 4096, dim: 512, start: 100, spacing: 'endpoint' },
        sample: 'point',
        position: 2100,
        column: 7,
      },
      problems: [],
    });
  });

  test('and back', () => {
    expect(read(formatLink(full))).toEqual({ state: full, problems: [] });
  });

  test('every pixel of every zoom survives', () => {
    for (const zoom of [-1303, -2, 1, 2, 3, 7, 64, 111, 160]) {
      for (let offset = 0; offset < 400; offset++) {
        const state = { ...defaults, rows: { zoom, offset }, columns: { zoom, offset } };
        expect(read(formatLink(state)).state).toEqual(state);
      }
    }
  });

  test('as a reader may write it', () => {
    const { state, problems } = read('#length=1e6&base=1e4&rowpx=1/4');
    expect(problems).toEqual([]);
    expect(state).toMatchObject({ values: { length: 1_000_000 }, rows: { zoom: -4, offset: 0 } });
  });
});

describe('broken links say what is wrong and keep the rest', () => {
  test.each([
    ['#dim=abc&length=7', 'The link says dim=abc, which is not a number.'],
    ['#dim=&length=7', 'The link says dim=, which is not a number.'],
    ['#dim=0x10&length=7', 'The link says dim=0x10, which is not a number.'],
    ['#base=Infinity&length=7', 'The link says base=Infinity, which is not a number.'],
    ['#spacing=papper&length=7', 'The link says spacing=papper; it can be paper, endpoint, shifted, linear.'],
    ['#layout=toString&length=7', 'The link says layout=toString; it can be interleaved, halves.'],
    [
      '#kind=cube&length=7',
      'The link says kind=cube; it can be sinusoid, grid, fourier, learned, alibi, t5, deberta, swin.',
    ],
    ['#view=wave&length=7', 'The link says view=wave; it can be matrix, waves.'],
    ['#shift=1&length=7', 'The link says “shift”, which has no meaning with the rest (kind sinusoid).'],
    ['#frequencies=1,x&length=7', 'The link says frequencies=1,x; it can be numbers, with commas between.'],
    ['#dmi=3&length=7', 'The link says “dmi”, which this page does not know.'],
    ['#__proto__=3&length=7', 'The link says “__proto__”, which this page does not know.'],
    ['#length=7&length=8', 'The link says “length” more than once; the first is used.'],
    ['#top=4&length=7', 'The link has “top” without “rowpx”, so all is shown.'],
    [
      '#colpx=0&length=7',
      'The link says colpx=0; it can be a whole number of pixels, such as 8, or 1/8 for 8 a pixel.',
    ],
    ['#colpx=2&left=-1&length=7', 'The link says left=-1; it can be a number from 0.'],
    ['#column=1.5&length=7', 'The link says column=1.5, which is not a whole number.'],
    [
      '#v=9&length=7',
      'The link is written for version 9 of this page; this is version 2. What could be read is shown.',
    ],
  ])('%s', (hash, sentence) => {
    expect(read(hash)).toEqual({ state: { ...defaults, values: { length: 7 } }, problems: [sentence] });
  });

  test.each(['#', '#%', '#%ff%00=%', '#=&=&&', `#${'x'.repeat(100_000)}`, '#<script>alert(1)</script>'])(
    'nothing throws: %.30s',
    (hash) => {
      const { state, problems } = read(hash);
      expect(state).toEqual(defaults);
      expect(problems.every((problem) => problem.length < 200)).toBe(true);
    },
  );
});

test.each([
  ['12', 12],
  [' 1,000,000 ', 1e6],
  ['1e6', 1e6],
  ['−5', -5],
  ['.5', 0.5],
  ['', Number.NaN],
  ['1e', Number.NaN],
  ['2^10', Number.NaN],
])('readNumber(%o)', (text, value) => {
  expect(readNumber(text)).toBe(value);
});
