import { describe, expect, test } from 'vitest';
import { cellNumber, delimiterOf, numbersOf, readText } from '../../web/src/csv.ts';

const read = (text: string) => numbersOf(readText(text));

describe('tables of numbers', () => {
  test.each([
    ['commas', '1,2\n3,4'],
    ['semicolons', '1;2\n3;4'],
    ['tabs', '1\t2\n3\t4\n'],
    ['spaces, several', '  1   2\n3 4\n'],
    ['ends of lines of Windows, a mark at the beginning', '\uFEFF1,2\r\n3,4\r\n'],
    ['a header', 'sin,cos\n1,2\n3,4'],
    ['comments and empty lines', '# from numpy\n\n1,2\n\n3,4\n'],
    ['quotes', '"1","2"\n"3","4"'],
  ])('%s', (_, text) => {
    const { data, shape } = read(text);
    expect([[...data], shape]).toEqual([
      [1, 2, 3, 4],
      [2, 2],
    ]);
  });

  test('numbers as they are written', () => {
    expect([...read('-1e-3, +.5, 2., nan, -inf').data]).toEqual([-0.001, 0.5, 2, Number.NaN, -Infinity]);
    // Where commas do not separate, one is the point; never otherwise.
    expect([...read('1,5;-2,25\n3;4e2').data]).toEqual([1.5, -2.25, 3, 400]);
    expect(cellNumber('0x10')).toBeNaN();
    expect(cellNumber('')).toBeNaN();
  });

  test('one column, one row', () => {
    expect(read('1\n2\n3').shape).toEqual([3, 1]);
    expect(read('1,2,3').shape).toEqual([1, 3]);
  });

  test.each([
    ['', 'There is nothing to read: the text is empty.'],
    ['a,b\n', 'There are no numbers: the text has only one line, of words.'],
    ['1,2\n3', 'Line 2 has 1 cell where 2 are expected: this is not a table.'],
    ['a,b\n1,2\n\n3,x', 'Line 4, cell 2 says “x”, which is not a number.'],
    ['1,2\n3,', 'Line 2, cell 2 says “”, which is not a number.'],
    ['1,"2\n3,4', 'A quotation mark in line 1 is never closed.'],
  ])('%j: a sentence', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });
});

test('quotes protect delimiters, quotes and ends of lines', () => {
  const { rows, header, lines } = readText('name,value\n"a, ""b""\nc",1\nd,2');
  expect(header).toEqual(['name', 'value']);
  expect(rows).toEqual([
    ['a, "b"\nc', '1'],
    ['d', '2'],
  ]);
  expect(lines).toEqual([2, 4]);
});

test('a date with its time is one cell', () => {
  expect(delimiterOf('2024-05-01 12:00\n2024-05-01 13:00')).toBe(',');
  expect(delimiterOf('2024-05-01 12:00;1\n2024-05-01 13:00;2')).toBe(';');
});
