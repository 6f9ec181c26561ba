/** The recipes as HTML, with what running them just now gave. */

import type { BiasEncoding, Encoding } from 'posenc';
import { cppOf, type Header } from '../src/export/cpp.ts';
import { readHeader } from './cpp.ts';
import { code, escaped, small, thousands, words } from './html.ts';
import { contents, type Section, sectionOf } from './page.ts';
import type { Family, Recipe } from './recipe.ts';
import { families } from './recipes/index.ts';
import { differenceOf, goldenFile, isGolden, type Library, loadLibrary, type Pair, pairsOf, runCode } from './run.ts';

const INTEGERS = ['int64', 'int32', 'uint8'];

/** Whether the code makes an encoding, which C++ then has too. */
export const hasEncoding = ({ posenc }: Recipe): boolean => /const encoding =|: encoding \}/.test(posenc);

/** A recipe in C++: the encoding that its code makes, written as the header's struct, and the lines after it. */
export function cppOfRecipe(library: Library, header: Header, recipe: Recipe): string | undefined {
  if (recipe.cpp === undefined) return undefined;
  if (!hasEncoding(recipe)) return recipe.cpp.text;
  const [encoding] = runCode(library, recipe, ['encoding']) as [Encoding | BiasEncoding];
  return `${cppOf(header, encoding)}\n${recipe.cpp.text}`;
}

/** What was compared, in a sentence. */
function proofOf(recipe: Recipe, pairs: readonly Pair[]): string {
  const { proof } = recipe;
  const count = pairs.reduce((sum, { expected }) => sum + expected.values.length, 0);
  const most = Math.max(...pairs.map(differenceOf));
  if (!isGolden(proof)) {
    const numbers = count === 1 ? 'One number' : `${count} numbers`;
    return `${numbers} by hand: ${escaped(proof.why)}. ${most === 0 ? 'posenc’s are equal.' : `posenc’s differ by at most ${small(most)}.`}`;
  }
  const { repo, commit = '' } = goldenFile(proof.file).source;
  const at = `<span class="origin">${escaped(repo)}${commit ? ` at ${commit.slice(0, 7)}` : ''}</span>`;
  const whole = pairs.every(({ expected }) => INTEGERS.includes(expected.dtype));
  const said = `${thousands(count)} ${whole ? 'whole ' : ''}numbers that ${at} printed. `;
  if (most === 0) return `${said}posenc’s are equal.`;
  const measured = pairs[0]?.measured ?? 0;
  const own = measured > 0 ? `; the original’s own error is ${small(measured)}` : '';
  return `${said}posenc’s differ by at most ${small(most)}${own}.`;
}

function entryOf(library: Library, header: Header, recipe: Recipe, pairs: readonly Pair[]): string {
  const { id, title, language = 'Python', original, posenc, note } = recipe;
  const cpp = cppOfRecipe(library, header, recipe);
  return `<article class="recipe" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${escaped(title)}</h3>
<div class="beside">
<div><h4>${escaped(recipe.library)}</h4>${code(original, language)}</div>
<div><h4>posenc</h4>${code(posenc, 'JavaScript')}
${cpp ? `<details><summary>In C++<span class="hidden">: ${escaped(title)}</span></summary>${code(cpp, 'C++')}</details>` : ''}</div>
</div>
<p class="proof">${proofOf(recipe, pairs)}</p>
${note ? `<p class="note">${words(note)}</p>` : ''}
</article>`;
}

/** The recipes, and how many there are, compared with how many numbers. */
export async function recipesPage(): Promise<{ readonly html: string; readonly figures: string }> {
  const library = await loadLibrary();
  const header = readHeader();
  const ran = new Map(families.flatMap(({ recipes }) => recipes.map((recipe) => [recipe, pairsOf(library, recipe)])));
  const sections = families.map(
    ({ id, title, about, recipes }: Family): Section => ({
      id,
      title,
      about,
      entries: recipes.map((recipe) => ({
        id: recipe.id,
        title: recipe.title,
        of: recipe.library,
        html: entryOf(library, header, recipe, ran.get(recipe) ?? []),
      })),
    }),
  );
  const numbers = [...ran.values()].flat().reduce((sum, { expected }) => sum + expected.values.length, 0);
  return {
    html: `${contents(sections)}\n${sections.map(sectionOf).join('\n')}`,
    figures: `${ran.size} recipes, ${thousands(numbers)} numbers`,
  };
}
