/** Runs the posenc code of a recipe as it stands on the page, and puts its values beside those that the original printed. */

import { readFileSync } from 'node:fs';
import { type Entry, numbersOf, readEntry } from '../../tests/golden/formats.mjs';
import type { Comparison, Golden, Recipe } from './recipe.ts';

/** What the page says a reader has: the package, loaded. */
export type Library = typeof import('posenc') & { readonly posenc: import('posenc').Posenc };

export async function loadLibrary(): Promise<Library> {
  const library = await import('posenc');
  return { ...library, posenc: await library.createPosenc() };
}

interface RawCase {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, object>>;
  readonly outputs?: Readonly<Record<string, object>>;
  readonly measured_max_abs_err?: number;
}

export interface GoldenFile {
  readonly source: {
    readonly repo: string;
    readonly commit?: string;
    readonly path: string;
    readonly function: string;
  };
  readonly cases: readonly RawCase[];
}

const files = new Map<string, GoldenFile>();

/** A file of tests/golden, read once. */
export function goldenFile(name: string): GoldenFile {
  const known = files.get(name);
  if (known) return known;
  const url = new URL(`../../tests/golden/${name}.json`, import.meta.url);
  const file = JSON.parse(readFileSync(url, 'utf8')) as GoldenFile;
  files.set(name, file);
  return file;
}

export function goldenCase({ file, number }: Golden): RawCase {
  const found = goldenFile(file).cases[number];
  if (!found) throw new Error(`${file} has no case ${number}`);
  return found;
}

export const isGolden = (proof: Recipe['proof']): proof is Golden => 'file' in proof;

/** Ours and the original's of one comparison. */
export interface Pair {
  readonly ours: Float64Array;
  readonly expected: Entry;
  /** The original's own error, where it was measured. */
  readonly measured: number | undefined;
}

/** The inputs of a recipe as its code finds them: fresh ones, since `rotate` and `add` write into them. */
export function inputsOf({ proof }: Recipe): Record<string, ArrayLike<number>> {
  if (!isGolden(proof))
    return Object.fromEntries(
      Object.entries(proof.inputs ?? {}).map(([name, list]) => [name, Float32Array.from(list)]),
    );
  const given = goldenCase(proof).inputs ?? {};
  return Object.fromEntries(
    Object.entries(proof.inputs ?? {}).map(([variable, name]) => {
      const entry = readEntry(given[name]);
      return [variable, entry.dtype === 'float32' ? Float32Array.from(entry.values) : entry.values];
    }),
  );
}

/** Runs the code, and gives the values of some expressions over its variables. */
export function runCode(library: Library, recipe: Recipe, expressions: readonly string[]): unknown[] {
  const scope: Record<string, unknown> = { ...library, ...inputsOf(recipe) };
  const names = ['posenc', 'presets', 'fromHuggingFace', 'permutePairing', ...Object.keys(inputsOf(recipe))];
  const body = `'use strict';\n${recipe.posenc}\nreturn [${expressions.join(', ')}];`;
  return new Function(...names, body)(...names.map((name) => scope[name]));
}

/** A value of ours beside the original's. */
export function pairOf(recipe: Recipe, { output }: Comparison, value: unknown): Pair {
  const { proof } = recipe;
  const given = value as ArrayLike<number | bigint>;
  if (!isGolden(proof)) {
    const { values } = proof;
    const expected = { shape: [values.length], dtype: 'float64', values };
    return { ours: numbersOf('float64', given), expected, measured: 0 };
  }
  const run = goldenCase(proof);
  const raw = output === undefined ? run : run.outputs?.[output];
  if (!raw) throw new Error(`${proof.file} ${proof.number} has no output ${output}`);
  const expected = readEntry(raw);
  return { ours: numbersOf(expected.dtype, given), expected, measured: run.measured_max_abs_err };
}

/** All comparisons of a recipe, computed now. */
export function pairsOf(library: Library, recipe: Recipe): Pair[] {
  const values = runCode(
    library,
    recipe,
    recipe.compared.map(({ ours }) => ours),
  );
  return recipe.compared.map((comparison, k) => pairOf(recipe, comparison, values[k]));
}

/** The largest difference of a pair's values. */
export function differenceOf({ ours, expected }: Pair): number {
  let worst = 0;
  expected.values.forEach((value, k) => {
    const difference = Math.abs(Number(ours[expected.indices?.[k] ?? k]) - value);
    if (!(difference <= worst)) worst = difference;
  });
  return worst;
}
