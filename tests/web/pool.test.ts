import { describe, expect, test } from 'vitest';
import { pool } from '../../web/src/pool.ts';

//  0  1  2  3  4
// 10 11 12 13 14
// 20 21 22 23 24
const table = Float64Array.from({ length: 15 }, (_, k) => 10 * Math.floor(k / 5) + (k % 5));
const all = { row: 0, rows: 3, column: 0, columns: 5 };

describe('a large table in few cells', () => {
  test('the mean of all that a cell covers, fewer at the ends', () => {
    const { values, rows, columns, down, across } = pool(table, 5, all, [2, 3]);
    expect([rows, columns, down, across]).toEqual([2, 3, 2, 2]);
    expect([...values]).toEqual([5.5, 7.5, 9, 20.5, 22.5, 24]);
  });

  test('of a part, as it is where there is room', () => {
    const { values, down, across } = pool(table, 5, { row: 1, rows: 2, column: 3, columns: 2 }, [10, 10]);
    expect([[...values], down, across]).toEqual([[13, 14, 23, 24], 1, 1]);
  });

  test('the largest in size, with its sign', () => {
    const signed = Float64Array.of(1, -3, 2, 0, 0, 0, 0.5, -0.25);
    expect([...pool(signed, 4, { row: 0, rows: 2, column: 0, columns: 4 }, [1, 2], 'largest').values]).toEqual([-3, 2]);
  });

  test('what is missing is not hidden', () => {
    const some = Float64Array.of(Number.NaN, 5, 1, 2);
    expect([...pool(some, 4, { row: 0, rows: 1, column: 0, columns: 4 }, [1, 2]).values]).toEqual([Number.NaN, 1.5]);
    expect([...pool(some, 4, { row: 0, rows: 1, column: 0, columns: 4 }, [1, 2], 'largest').values][0]).toBeNaN();
  });
});
