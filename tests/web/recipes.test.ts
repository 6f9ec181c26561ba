/** Recipes and presets as the documents have them: every line is run, and nothing in them is stale. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { cppOf, readHeader } from '../../web/documents/cpp.ts';
import { readDeclarations } from '../../web/documents/declarations.ts';
import { code, formula, literal, small, words } from '../../web/documents/html.ts';
import type { Fact } from '../../web/documents/presets/fact.ts';
import { groups } from '../../web/documents/presets/index.ts';
import { encodingOf, partsOf, presetsPage } from '../../web/documents/presets-page.ts';
import type { Recipe } from '../../web/documents/recipe.ts';
import { families } from '../../web/documents/recipes/index.ts';
import { cppOfRecipe, recipesPage } from '../../web/documents/recipes-page.ts';
import { goldenCase, goldenFile, isGolden, loadLibrary, pairsOf } from '../../web/documents/run.ts';
import { compare } from '../golden/compare.mjs';

const library = await loadLibrary();
const header = readHeader();
const recipes = families.flatMap((family) => family.recipes);
const facts = groups.flatMap((group) => group.facts);
const declarations = readDeclarations();

const named = <T extends { id: string } | { name: string }>(list: readonly T[]): [string, T][] =>
  list.map((item) => ['id' in item ? item.id : item.name, item]);

/** Axes of one number say nothing of the numbers' order. */
const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** All numbers of a parameter, those in lists and objects too. */
const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : [];

/** The numbers that stand in a text, as Python and C write them: 1e6, 10000.0, 0.25f. */
const written = (text: string): number[] =>
  [...text.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(([number]) => Number(number));

describe('recipes', () => {
  test('are many, of all families, and have anchors of their own', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(25);
    const anchors = [...families, ...recipes].map(({ id }) => id);
    expect(new Set(anchors).size).toBe(anchors.length);
    const files = new Set(recipes.flatMap(({ proof }) => (isGolden(proof) ? [proof.file] : [])));
    // All files with numbers that code printed; truth is nobody's code.
    expect(files.size).toBe(25);
  });

  test.each(named(recipes))('%s gives what the original printed', (_, recipe) => {
    const pairs = pairsOf(library, recipe);
    expect(pairs.length).toBeGreaterThan(0);
    for (const { ours, expected, measured } of pairs) {
      expect(ours.length).toBe(product(expected.shape));
      const line = isGolden(recipe.proof) ? undefined : 1e-15;
      const output = { values: ours, shape: expected.shape, dtype: expected.dtype, line };
      // Learned tables are resampled in double here and in float32 there; no error was measured against a truth.
      const own = isGolden(recipe.proof) && recipe.proof.file === 'resample_pos_embed' ? 1.5e-6 : measured;
      const { verdict, reason } = compare(expected, output, own);
      expect([verdict, reason]).toEqual(['passed', '']);
    }
  });

  test.each(named(recipes))('%s quotes the parameters of its case', (_, { original, proof }: Recipe) => {
    if (!isGolden(proof)) return;
    const { params } = goldenCase(proof);
    const said = new Set(written(original));
    for (const [name, value] of Object.entries(params)) {
      if (proof.unsaid?.includes(name)) continue;
      for (const number of numbersIn(value)) {
        expect([name, number, said.has(Math.abs(number))]).toEqual([name, number, true]);
      }
    }
    for (const name of proof.unsaid ?? []) expect(Object.keys(params)).toContain(name);
  });

  test.each(named(recipes))('%s has short lines', (_, { original, posenc, cpp = '' }: Recipe) => {
    for (const line of `${original}\n${posenc}\n${cpp}`.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(original.split('\n').length).toBeLessThanOrEqual(8);
  });

  test('a wrong number is found', () => {
    const recipe = recipes.find(({ id }) => id === 'whisper') as Recipe;
    const wrong = { ...recipe, posenc: recipe.posenc.replace('whisper', 'gptJTable') };
    const [pair] = pairsOf(library, wrong);
    if (!pair) throw new Error('nothing compared');
    const { ours, expected, measured } = pair;
    const output = { values: ours, shape: expected.shape, dtype: expected.dtype };
    expect(compare(expected, output, measured).verdict).toBe('failed');
  });
});

describe('presets', () => {
  test('all are there, once', () => {
    expect(facts.map(({ name }) => name).sort()).toEqual(Object.keys(presets).sort());
  });

  test.each(named(facts))('%s: comment, source and confusions', (_, { name, source }: Fact) => {
    const declaration = declarations.get(name);
    if (!declaration) throw new Error('no declaration');
    const text = declaration.paragraphs.join(' ');
    const names = source.named ?? source.function ?? source.project;
    expect(text).toContain(names);
    const { gist, confusions } = partsOf(declaration);
    expect(gist).not.toBe('');
    expect(confusions.join(' ')).not.toBe('');
    // Other presets that it speaks of are there.
    const others = [...confusions.join(' ').matchAll(/(?:Not|not|nor) `(\w+)`/g)].map(([, other]) => other);
    for (const other of others) expect(Object.keys(presets)).toContain(other);
    if (source.golden !== undefined) {
      const golden = goldenFile(source.golden).source;
      expect(golden.repo).toBe(source.project);
      expect(golden.path).toContain(source.file);
    }
  });

  test.each(named(facts))('%s: the comment stands in the source as it is in the declarations', (_, { name }) => {
    const first = declarations.get(name)?.paragraphs[0] ?? '';
    const sources = ['bias', 'continuous', 'ggml', 'grids', 'learned', 'lucidrains', 'one-axis', 'rotary', 'timm'];
    const folder = new URL('../../src/js/presets/', import.meta.url);
    const flat = sources
      .map((file) => readFileSync(new URL(`${file}.ts`, folder), 'utf8').replace(/\n\s*\*? ?/g, ' '))
      .join(' ');
    expect(flat).toContain(first);
  });

  test.each(named(facts))('%s: its calls run, and say what its parameters are', (_, { name, calls }: Fact) => {
    const declaration = declarations.get(name);
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(encodingOf(library, name, call)).toBeTypeOf('object');
    // Every option of the declaration is one that the preset knows: a wrong type of it is told by its name.
    for (const { name: option } of declaration?.options ?? []) {
      const given = (calls[0] as string).replace(/(?:, )?\{[^}]*\}$/, '');
      const absent = declaration?.parameters.map(() => 'undefined').join(', ') ?? '';
      const before = (name === 'ggml' ? "'mrope', 8" : given) || absent;
      const wrong = `${before}${before === '' ? '' : ', '}{ ${option}: () => 1 }`;
      expect(() => encodingOf(library, name, wrong)).toThrow(new RegExp(`invalid ${option}`));
    }
  });
});

describe('C++', () => {
  const lines = recipes.flatMap((recipe) => cppOfRecipe(library, header, recipe) ?? []);

  test('the header is read whole', () => {
    const fields = (name: string) => header.structs.get(name)?.map((field) => field.name);
    expect(fields('XPos')).toEqual(['scale_base', 'center', 'gamma']);
    expect(fields('T5')).toEqual(['buckets', 'max_distance', 'bidirectional']);
    expect(fields('Encoding')?.length).toBe(19);
    expect(header.enums.get('ScalingType')).toContain('proportional');
    expect(header.enums.get('Odd')).toEqual(['truncate', 'truncate_next', 'zero', 'error']);
  });

  test('what the header does not know is an error', () => {
    expect(() => cppOf(header, { kind: 'sinusoid', dim: 2, bse: 3 } as never)).toThrow('Encoding has no field bse');
    expect(() => cppOf(header, { kind: 'sinusoid', dim: 2, odd: 'drop' } as never)).toThrow('no Odd::drop');
  });

  test('structs in the order of their fields, without what is so anyway', () => {
    expect(cppOf(header, { kind: 'sinusoid', base: 10000, dim: 8, layout: 'halves', odd: 'truncate-next' })).toBe(
      'posenc::Encoding const encoding{\n    .dim = 8,\n    .layout = posenc::Layout::halves,\n' +
        '    .odd = posenc::Odd::truncate_next,\n};',
    );
    expect(cppOf(header, { kind: 'sinusoid', dim: 8, xpos: { scaleBase: -512 } })).toBe(
      'posenc::Encoding const encoding{.dim = 8, .xpos = posenc::XPos{.scale_base = -512}};',
    );
    expect(cppOf(header, { kind: 'swin', window: [2, 3], classToken: true })).toBe(
      'posenc::swin_index(2, 3, true, out);',
    );
  });

  test('everything that the documents show compiles', () => {
    const all = facts.flatMap(({ name, calls }) => calls.map((call) => cppOf(header, encodingOf(library, name, call))));
    const program = [
      '#include <posenc.hpp>',
      ...[...lines, ...all].map(
        (text, k) =>
          `void f${k}([[maybe_unused]] std::span<float> x, [[maybe_unused]] std::span<float const> posemb,\n` +
          `        [[maybe_unused]] std::span<std::int64_t> out) {\n${text}\n}`,
      ),
      '',
    ].join('\n');
    const source = new URL('../../src/', import.meta.url).pathname;
    const flags = ['-std=c++20', '-Wall', '-Wextra', '-Werror', '-Wno-unused-variable', '-Wno-sign-conversion'];
    execFileSync(
      'c++',
      [...flags, '-Wno-missing-field-initializers', '-fsyntax-only', '-I', source, '-x', 'c++', '-'],
      {
        input: program,
        encoding: 'utf8',
        stdio: 'pipe',
      },
    );
    expect(lines.length).toBeGreaterThanOrEqual(20);
  });
});

describe('HTML', () => {
  test('formulas', () => {
    expect(formula('sin(p · b^{−2i/C})')).toBe(
      'sin(<var>p</var> · <var>b</var><sup>−2<var>i</var>/<var>C</var></sup>)',
    );
    expect(formula('w_{i} < 1')).toBe('<var>w</var><sub><var>i</var></sub> &lt; 1');
    expect(formula('maxRes & a')).toBe('maxRes &amp; <var>a</var>');
  });

  test('words of comments', () => {
    expect(words('Not `mae`: base^(-2i/d) * 2, 2^53 - "x"', (name) => `#${name}`)).toBe(
      'Not <a href="#mae"><code>mae</code></a>: base<sup>−2i/d</sup> · 2, 2<sup>53</sup> − “x”',
    );
    expect(words("the model's `a < b`")).toBe('the model’s <code>a &lt; b</code>');
  });

  test('code, values and numbers', () => {
    expect(code('f(a < b) # why', 'Python')).toBe('<pre><code>f(a &lt; b) <i># why</i></code></pre>');
    expect(code('f(); // why', 'C')).toBe('<pre><code>f(); <i>// why</i></code></pre>');
    expect(literal({ a: [1, 2], b: 'c', d: undefined })).toBe("{ a: [1, 2], b: 'c' }");
    expect(literal({ name: 'x'.repeat(60) })).toBe(`{\n  name: '${'x'.repeat(60)}',\n}`);
    expect([0, 0.25, 4.57e-5].map(small)).toEqual(['0', '0.25', '4.6&nbsp;·&nbsp;10<sup>−5</sup>']);
  });

  test('the documents hold every entry, and their links lead somewhere', async () => {
    const { html, figures } = await recipesPage();
    const other = await presetsPage();
    expect(figures).toMatch(/^\d+ recipes, [\d,]+ numbers$/);
    for (const { id, posenc } of recipes) {
      expect(html).toContain(`<article class="recipe" id="${id}"`);
      expect(html).toContain(code(posenc, 'JavaScript'));
    }
    for (const { name } of facts) expect(other).toContain(`<article class="preset" id="${name}"`);
    for (const page of [html, other]) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
      expect(page).not.toMatch(/<script| style=|undefined|\[object/);
    }
  });
});
