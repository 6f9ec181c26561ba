import { describe, expect, test } from 'vitest';
import { defaults, type State } from '../../web/src/state.ts';
import { formatLink, parseLink, readNumber } from '../../web/src/url.ts';

describe('links', () => {
  test('the default state', () => {
    expect(formatLink(defaults)).toBe('#v=1&length=512&dim=128');
    expect(parseLink('')).toEqual({ state: defaults, problems: [] });
  });

  const full: State = {
    length: 1e12,
    dim: 4097,
    base: 500000.5,
    spacing: 'endpoint',
    layout: 'halves',
    order: 'cos-sin',
    odd: 'zero',
    start: -9007199254740992,
    rows: { zoom: -976, offset: 12 },
    columns: { zoom: 7, offset: 100 },
    sample: 'point',
    theme: 'dark',
    position: -9007199254740000,
    column: 7,
  };

  test('everything in it, readably', () => {
    expect(formatLink(full)).toBe(
      '#v=1&length=1000000000000&dim=4097&base=500000.5&start=-9007199254740992&spacing=endpoint&layout=halves' +
        '&order=cos-sin&odd=zero&sample=point&theme=dark&top=11712&rowpx=1/976&left=14.286&colpx=7' +
        '&position=-9007199254740000&column=7',
    );
  });

  test('and back', () => {
    expect(parseLink(formatLink(full))).toEqual({ state: full, problems: [] });
  });

  test('every pixel of every zoom survives', () => {
    for (const zoom of [-1303, -2, 1, 2, 3, 7, 64, 111, 160]) {
      for (let offset = 0; offset < 400; offset++) {
        const state = { ...defaults, rows: { zoom, offset }, columns: { zoom, offset } };
        expect(parseLink(formatLink(state)).state).toEqual(state);
      }
    }
  });

  test('as a reader may write it', () => {
    const { state, problems } = parseLink('#length=1e6&base=1e4&rowpx=1/4');
    expect(problems).toEqual([]);
    expect(state).toMatchObject({ length: 1_000_000, base: 10_000, rows: { zoom: -4, offset: 0 } });
  });
});

describe('broken links say what is wrong and keep the rest', () => {
  test.each([
    ['#dim=abc&length=7', 'The link says dim=abc, which is not a number.'],
    ['#dim=&length=7', 'The link says dim=, which is not a number.'],
    ['#dim=0x10&length=7', 'The link says dim=0x10, which is not a number.'],
    ['#base=Infinity&length=7', 'The link says base=Infinity, which is not a number.'],
    ['#spacing=papper&length=7', 'The link says spacing=papper; it can be paper, endpoint.'],
    ['#layout=toString&length=7', 'The link says layout=toString; it can be interleaved, halves.'],
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
      'The link is written for version 9 of this page; this is version 1. What could be read is shown.',
    ],
  ])('%s', (hash, sentence) => {
    expect(parseLink(hash)).toEqual({ state: { ...defaults, length: 7 }, problems: [sentence] });
  });

  test.each(['#', '#%', '#%ff%00=%', '#=&=&&', `#${'x'.repeat(100_000)}`, '#<script>alert(1)</script>'])(
    'nothing throws: %.30s',
    (hash) => {
      const { state, problems } = parseLink(hash);
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
