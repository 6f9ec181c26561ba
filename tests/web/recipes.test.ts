/** Recipes and presets as the documents have them: every line is run, and nothing in them is stale. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { readHeader } from '../../web/documents/cpp.ts';
import { readDeclarations } from '../../web/documents/declarations.ts';
import { code, formula, literal, small, words } from '../../web/documents/html.ts';
import type { Fact } from '../../web/documents/presets/fact.ts';
import { groups } from '../../web/documents/presets/index.ts';
import { encodingOf, partsOf, presetsPage } from '../../web/documents/presets-page.ts';
import type { Recipe } from '../../web/documents/recipe.ts';
import { families } from '../../web/documents/recipes/index.ts';
import { cppOfRecipe, recipesPage } from '../../web/documents/recipes-page.ts';
import {
  goldenCase,
  goldenFile,
  inputsOf,
  isGolden,
  loadLibrary,
  type Pair,
  pairOf,
  pairsOf,
} from '../../web/documents/run.ts';
import { cppOf } from '../../web/src/export/cpp.ts';
import { compare } from '../golden/compare.mjs';

const library = await loadLibrary();
const header = readHeader();
const recipes = families.flatMap((family) => family.recipes);
const facts = groups.flatMap((group) => group.facts);
const declarations = readDeclarations();

const named = <T extends { id: string } | { name: string }>(list: readonly T[]): [string, T][] =>
  list.map((item) => ['id' in item ? item.id : item.name, item]);

const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** By the rule of the golden files. */
function agrees({ id, proof }: Recipe, { ours, expected, measured }: Pair): void {
  expect([id, ours.length]).toEqual([id, product(expected.shape)]);
  const line = isGolden(proof) ? undefined : 1e-15;
  // Learned tables are resampled in double here and in float32 there: the source's own tolerance.
  const isResampled = isGolden(proof) && proof.file === 'resample_pos_embed';
  const output = { values: ours, shape: expected.shape, dtype: expected.dtype, line: isResampled ? 3e-6 : line };
  const { verdict, reason } = compare(expected, output, measured);
  expect([id, verdict, reason]).toEqual([id, 'passed', '']);
}

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
    for (const pair of pairs) agrees(recipe, pair);
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

  test.each(named(recipes))('%s has short lines', (_, { original, posenc, cpp }: Recipe) => {
    for (const line of `${original}\n${posenc}\n${cpp?.text ?? ''}`.split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
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
  const folder = new URL('../../src/js/presets/', import.meta.url);
  /** The comments of all sources, without the stars at the beginnings of lines. */
  const sources = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8').replace(/\n\s*\*? ?/g, ' '))
    .join(' ');

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
    expect(sources).toContain(first);
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

  const folder = new URL('../../build/recipes/', import.meta.url).pathname;
  const at = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;
  const flags = ['-std=c++20', '-Wall', '-Wextra', '-Werror', '-Wno-missing-field-initializers', '-I', at('src')];

  test('every preset compiles as it is shown', () => {
    const all = facts.flatMap(({ name, calls }) => calls.map((call) => cppOf(header, encodingOf(library, name, call))));
    const bodies = all.map((text, k) => `void f${k}([[maybe_unused]] std::span<std::int64_t> out) {\n${text}\n}`);
    const program = ['#include <posenc.hpp>', ...bodies, ''].join('\n');
    const options = [...flags, '-Wno-unused-variable', '-fsyntax-only', '-x', 'c++', '-'];
    execFileSync('c++', options, { input: program, encoding: 'utf8', stdio: 'pipe' });
  });

  test('the lines of recipes run, and give what the original printed', () => {
    const archive = at('build/native/libposenc.a');
    expect(existsSync(archive), 'build/native is made by cmake --preset native').toBe(true);
    const shown = recipes.filter(({ cpp }) => cpp !== undefined);
    expect(shown.length).toBeGreaterThanOrEqual(20);

    // Spans of the inputs by their names, and the first of them as x.
    const inputs = (recipe: Recipe): string =>
      Object.entries(inputsOf(recipe))
        .flatMap(([name, values], k) => {
          const list = `std::vector<float> ${name}_values{${Array.from(values, (value) => `${value}f`.replace(/^(-?\d+)f$/, '$1.0f')).join(', ')}};`;
          const span = `[[maybe_unused]] std::span<float> ${name}{${name}_values};`;
          return [
            list,
            span,
            ...(k === 0 && name !== 'x' ? [`[[maybe_unused]] std::span<float> x{${name}_values};`] : []),
          ];
        })
        .join('\n');
    const bodies = shown.map((recipe) => {
      const prints = recipe.cpp?.compared.map(({ ours }) => `print(${ours});`).join('\n');
      // A block of its own for the lines, whose names may be those of the inputs.
      return `[] {\n${inputs(recipe)}\n{\n${cppOfRecipe(library, header, recipe)}\n${prints}\n}\n}();`;
    });
    const program = [
      '#include <cstdio>',
      '#include <posenc.hpp>',
      'void print(auto const& values) {',
      '    for (auto const value : values) std::printf("%.17g ", static_cast<double>(value));',
      '    std::printf("\\n");',
      '}',
      `int main() {\n${bodies.join('\n')}\n}`,
      '',
    ].join('\n');
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}recipes.cpp`, program);
    const options = ['-Wno-unused-variable', '-Wno-unused-but-set-variable', `${folder}recipes.cpp`, archive];
    execFileSync('c++', [...flags, ...options, '-o', `${folder}recipes`], { stdio: 'pipe' });
    const output = execFileSync(`${folder}recipes`, { encoding: 'utf8', maxBuffer: 2 ** 28 })
      .trimEnd()
      .split('\n');

    const comparisons = shown.flatMap((recipe) => (recipe.cpp?.compared ?? []).map((one) => ({ recipe, one })));
    expect(output.length).toBe(comparisons.length);
    for (const [k, { recipe, one }] of comparisons.entries()) {
      const values = (output[k] as string).trimEnd().split(' ').map(Number);
      agrees(recipe, pairOf(recipe, one, values));
    }
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
