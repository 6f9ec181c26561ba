// The module's operations are numbers in two languages: both lists must be one.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('operations have the same order in C++ and in TypeScript', () => {
  const cpp = [...read('src/wasm/operations.hpp').matchAll(/X\((\w+)\)/g)].map(([, name = '']) =>
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  const [, body = ''] = /export enum Operation \{([^}]*)\}/.exec(read('src/js/module.ts')) ?? [];
  const typescript = body.split(',').map((name) => name.trim());
  expect(cpp.length).toBeGreaterThan(40);
  expect(typescript.filter(Boolean)).toEqual(cpp);
});
