import { describe, expect, test } from 'vitest';
import { asWritten, moved, orderOf, placeAmong, shortName, wordsOf } from '../../web/src/views/order/words.ts';

describe('a sentence', () => {
  test('is its words, whatever stands between them', () => {
    expect(wordsOf('  The dog\tbit\n the man ')).toEqual({ words: ['The', 'dog', 'bit', 'the', 'man'], problem: '' });
  });

  test('says what is wrong with it', () => {
    expect(wordsOf(' ').words).toEqual([]);
    expect(wordsOf(' ').problem).toMatch(/^Write a sentence/);
    expect(wordsOf('dog').problem).toMatch(/^A single word/);
    const long = wordsOf(Array(30).fill('no').join(' '));
    expect(long.words.length).toBe(24);
    expect(long.problem).toBe('This sentence has 30 words; the first 24 are used.');
  });
});

describe('an order', () => {
  test('names each word once', () => {
    expect(orderOf([2, 0, 1], 3)).toEqual([2, 0, 1]);
    for (const wrong of [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3], []]) expect(orderOf(wrong, 3)).toBe(null);
    expect(asWritten(3)).toEqual([0, 1, 2]);
  });

  test('changes by taking a word out and putting it in', () => {
    expect(moved([0, 1, 2, 3], 0, 2)).toEqual([1, 2, 0, 3]);
    expect(moved([0, 1, 2, 3], 3, 0)).toEqual([3, 0, 1, 2]);
    expect(moved([0, 1, 2, 3], 1, 99)).toEqual([0, 2, 3, 1]);
    expect(moved([0, 1, 2, 3], 1, -5)).toEqual([1, 0, 2, 3]);
  });
});

test('a point has its place among words on two lines', () => {
  const box = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 20 });
  const words = [box(0, 0), box(50, 0), box(0, 30), box(50, 30)];
  expect(placeAmong(words, 10, 10)).toBe(0);
  expect(placeAmong(words, 30, 10)).toBe(1);
  expect(placeAmong(words, 200, 10)).toBe(2);
  expect(placeAmong(words, 10, 40)).toBe(2);
  expect(placeAmong(words, 60, 40)).toBe(3);
  expect(placeAmong(words, 60, 99)).toBe(4);
  expect(placeAmong(words, 0, -9)).toBe(0);
});

test('long names are cut', () => {
  expect([shortName('tennis'), shortName('the'), shortName('playing', 7)]).toEqual(['tenn…', 'the', 'playing']);
});
