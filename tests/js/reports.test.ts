// The list of reports is whole, and each test that it names is there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reports } from './reports.js';

/** Titles of the tests of a file. */
const titles = (file: string) =>
  [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/\btest\(\s*'((?:[^'\\]|\\.)*)'/g)].map(
    (match) => match[1] as string,
  );

// The list itself has no such numbers.
const LEFT_OUT = [7, 8, 10, 20, 27, 29, 34, 45, 49, 50, 57, 58, 63, 64, 66, 67, 73];

test('every report is listed', () => {
  const numbered = Array.from({ length: 74 }, (_, k) => k + 1).filter((number) => !LEFT_OUT.includes(number));
  const readings = Array.from({ length: 15 }, (_, k) => `B${k + 1}`);
  expect([...reports.keys()].sort()).toEqual([...numbered.map(String), ...readings].sort());
});

test.each([...reports])('report %s has its test, or a reason', (key, answer) => {
  if ('never' in answer) {
    expect(answer.never.length).toBeGreaterThan(40);
    return;
  }
  const found = titles(answer.file).filter((title) => title.startsWith(`#${key} `));
  expect(found).toHaveLength(1);
});
