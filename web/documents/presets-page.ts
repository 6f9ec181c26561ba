/** The presets as HTML: formula and source, and what the package's declarations and the package itself say of them. */

import type { BiasEncoding, Encoding } from 'posenc';
import { cppOf, type Header } from '../src/export/cpp.ts';
import { readHeader } from './cpp.ts';
import { type Declaration, type Parameter, readDeclarations } from './declarations.ts';
import { code, escaped, formula, literal, words } from './html.ts';
import { contents, type Section, sectionOf } from './page.ts';
import type { Fact, Group } from './presets/fact.ts';
import { groups } from './presets/index.ts';
import { type Library, loadLibrary } from './run.ts';

interface Known {
  readonly library: Library;
  readonly header: Header;
  readonly declarations: ReadonlyMap<string, Declaration>;
}

/** The encoding that a call with these arguments gives. */
export const encodingOf = ({ presets }: Library, name: string, call: string): Encoding | BiasEncoding =>
  new Function('presets', `'use strict';\nreturn presets.${name}(${call});`)(presets);

const sentences = (paragraph: string): string[] => paragraph.split(/(?<=[.!?]) (?=[A-Z`'0-9(])/);

/** A first sentence up to the colon that the formula follows. */
function gistOf(sentence: string): string {
  let depth = 0;
  for (let k = 0; k < sentence.length; ++k) {
    if (sentence[k] === '(') ++depth;
    if (sentence[k] === ')') --depth;
    if (depth === 0 && sentence.startsWith(': ', k)) return `${sentence.slice(0, k)}.`;
  }
  return sentence;
}

/**
 * The parts of a preset's comment: what it is, what it must not be confused with, and what else holds. Sentences that
 * begin with "Not" are confusions; where there are none, the paragraphs after the first one are.
 */
export function partsOf({ paragraphs }: Declaration): { gist: string; remarks: string[]; confusions: string[] } {
  const [first = '', ...later] = paragraphs;
  const [what = '', ...more] = sentences(first);
  const rest = later.flatMap(sentences);
  const isNot = (sentence: string): boolean => sentence.startsWith('Not ');
  const all = [...more, ...rest];
  const gist = gistOf(what);
  return all.some(isNot)
    ? { gist, remarks: all.filter((sentence) => !isNot(sentence)), confusions: all.filter(isNot) }
    : { gist, remarks: more, confusions: rest };
}

const parameterOf = ({ name, isOptional, type, words: own }: Parameter): string =>
  `<div><dt><code>${name}${isOptional ? '?' : ''}</code> <code class="type">${escaped(type)}</code></dt>${
    own ? `<dd>${words(own)}</dd>` : ''
  }</div>`;

function sourceOf({ source }: Fact): string {
  const { project, file, function: name } = source;
  const parts = [
    escaped(project),
    ...(file ? [`<code>${escaped(file)}</code>`] : []),
    ...(name ? [`<code>${escaped(name)}</code>`] : []),
  ];
  return parts.join('<span class="separator"> · </span>');
}

function entryOf({ library, header, declarations }: Known, fact: Fact): string {
  const { name } = fact;
  const declaration = declarations.get(name);
  if (!declaration) throw new Error(`no declaration of ${name}`);
  const { gist, remarks, confusions } = partsOf(declaration);
  const link = (other: string): string | undefined =>
    declarations.has(other) && other !== name ? `#${other}` : undefined;
  const signature = [
    ...declaration.parameters.map((parameter) => parameter.name + (parameter.isOptional ? '?' : '')),
    ...(declaration.options.length > 0 ? ['options'] : []),
  ];
  const calls = fact.calls.map((call) => ({ call, encoding: encodingOf(library, name, call) }));
  const made = calls.map(({ call, encoding }) => `// presets.${name}(${call})\n${literal(encoding)}`).join('\n\n');
  const formulas = fact.formula.map(
    ([where, what]) => `<div><dt>${formula(where)}</dt><dd>${formula(what)}</dd></div>`,
  );
  const parameters = [...declaration.parameters.filter(({ type }) => type !== 'number'), ...declaration.options];
  return `<article class="preset" id="${name}" aria-labelledby="${name}-title">
<h3 id="${name}-title"><code>${name}<span class="signature">(${signature.join(', ')})</span></code></h3>
<div class="beside">
<div>
<p class="gist">${words(gist, link)}</p>
<dl class="formula">${formulas.join('')}</dl>
${fact.letters ? `<p class="letters">${formula(fact.letters)}.</p>` : ''}
${remarks.length > 0 ? `<p>${words(remarks.join(' '), link)}</p>` : ''}
<p class="confusions">${words(confusions.join(' '), link).replace(/^Not\b/, '<strong>Not</strong>')}</p>
<p class="source"><strong>Source.</strong> ${sourceOf(fact)}</p>
</div>
<div>
${code(made, 'JavaScript')}
<details><summary>In C++<span class="hidden">: ${name}</span></summary>${code(cppOf(header, (calls[0] as { encoding: Encoding }).encoding), 'C++')}</details>
${parameters.length > 0 ? `<details><summary>Parameters<span class="hidden"> of ${name}</span></summary><dl class="parameters">${parameters.map(parameterOf).join('')}</dl></details>` : ''}
</div>
</div>
</article>`;
}

const sectionOfGroup = (known: Known, { id, title, facts }: Group): Section => ({
  id,
  title,
  isCode: true,
  entries: facts.map((fact) => ({ id: fact.name, title: fact.name, html: entryOf(known, fact) })),
});

export async function presetsPage(): Promise<string> {
  const known = { library: await loadLibrary(), header: readHeader(), declarations: readDeclarations() };
  const sections = groups.map((group) => sectionOfGroup(known, group));
  return `${contents(sections)}\n${sections.map(sectionOf).join('\n')}`;
}
