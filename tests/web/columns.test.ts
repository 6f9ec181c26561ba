import type { SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import {
  cellOf,
  columnOf,
  columnsOf,
  functionOf,
  pictureWidth,
  pixelColumnOf,
  pixelOfColumn,
} from '../../web/src/columns.ts';

type Layout = NonNullable<SinusoidEncoding['layout']>;
type Odd = NonNullable<SinusoidEncoding['odd']>;

const make = (dim: number, layout: Layout = 'interleaved', odd: Odd = 'truncate') =>
  columnsOf({ dim, layout, odd }, dim);

describe('columns of a pair', () => {
  test('interleaved: 2i and 2i + 1', () => {
    expect([columnOf(make(8), 3, 0), columnOf(make(8), 3, 1)]).toEqual([6, 7]);
  });

  test('halves: i and d/2 + i', () => {
    expect([columnOf(make(8, 'halves'), 3, 0), columnOf(make(8, 'halves'), 3, 1)]).toEqual([3, 7]);
  });

  test('an odd width drops the last second function', () => {
    expect(columnOf(make(7), 3, 0)).toBe(6);
    expect(columnOf(make(7), 3, 1)).toBe(-1);
    expect([columnOf(make(7, 'halves'), 3, 0), columnOf(make(7, 'halves'), 2, 1)]).toEqual([3, 6]);
  });

  test('or ends in a column of zeros', () => {
    const columns = make(7, 'halves', 'zero');
    expect([columns.firsts, columns.seconds, columns.lawWidth]).toEqual([3, 3, 6]);
    expect(cellOf(columns, 6)).toEqual({ pair: -1, half: 2 });
    expect(cellOf(columns, 5)).toEqual({ pair: 2, half: 1 });
  });

  test('the law of an odd width', () => {
    expect([make(7).lawWidth, make(7, 'interleaved', 'truncate-next').lawWidth]).toEqual([7, 8]);
  });

  test('a width of one', () => {
    expect(cellOf(make(1), 0)).toEqual({ pair: 0, half: 0 });
    expect(cellOf(make(1, 'interleaved', 'zero'), 0)).toEqual({ pair: -1, half: 2 });
  });

  test('cellOf undoes columnOf, for every width to 20, layout and rule', () => {
    for (let dim = 1; dim <= 20; dim++) {
      for (const layout of ['interleaved', 'halves'] as const) {
        for (const odd of ['truncate', 'truncate-next', 'zero'] as const) {
          const columns = make(dim, layout, odd);
          for (let column = 0; column < dim; column++) {
            const { pair, half } = cellOf(columns, column);
            expect(columnOf(columns, pair, half)).toBe(column);
          }
        }
      }
    }
  });

  test('the order decides which function is the first', () => {
    const columns = { ...make(8), order: 'cos-sin' as const };
    expect([functionOf(columns, 0), functionOf(columns, 1), functionOf(make(8), 0)]).toEqual(['cos', 'sin', 'sin']);
  });
});

describe('pixel columns', () => {
  test('with one column a pixel the picture is the matrix', () => {
    expect(pictureWidth(make(10), 1)).toBe(10);
    expect(pixelColumnOf(make(10), 5, 1)).toEqual({ half: 1, firstPair: 2, lastPair: 2 });
  });

  test('with three, the halves stand apart and the last pixel covers what is left', () => {
    // Five pairs: 0-2 and 3-4 of the first functions, then the same of the second.
    expect(pictureWidth(make(10), 3)).toBe(4);
    expect([0, 1, 2, 3].map((pixel) => pixelColumnOf(make(10), pixel, 3))).toEqual([
      { half: 0, firstPair: 0, lastPair: 2 },
      { half: 0, firstPair: 3, lastPair: 4 },
      { half: 1, firstPair: 0, lastPair: 2 },
      { half: 1, firstPair: 3, lastPair: 4 },
    ]);
  });

  test('a column of zeros is a pixel of its own at the end', () => {
    const columns = make(11, 'interleaved', 'zero');
    expect(pictureWidth(columns, 3)).toBe(5);
    expect(pixelColumnOf(columns, 4, 3)).toEqual({ half: 2, firstPair: -1, lastPair: -1 });
    expect(pixelOfColumn(columns, 10, 3)).toBe(4);
  });

  test('a column lies in the pixel that covers it', () => {
    // Column 7 is the second function of pair 3: the second pixel of the second half.
    expect(pixelOfColumn(make(10), 7, 3)).toBe(3);
    expect(pixelOfColumn(make(10), 6, 3)).toBe(1);
    expect(pixelOfColumn(make(10, 'halves'), 8, 3)).toBe(3);
  });
});

test('columns without pairs are each a value of their own', () => {
  const columns = columnsOf({ kind: 'learned', dim: 10, length: 4 }, 10);
  expect([0, 9].map((column) => columnOf(columns, cellOf(columns, column).pair, 0))).toEqual([0, 9]);
  expect([functionOf(columns, 0), pictureWidth(columns, 4), pixelOfColumn(columns, 9, 4)]).toEqual(['value', 3, 2]);
});
