/** What the package's own declarations say of its presets: their words, parameters and options. */

import { readdirSync, readFileSync } from 'node:fs';

export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  /** What its comment says, if it has one. */
  readonly words: string;
}

export interface Declaration {
  readonly name: string;
  /** The comment's paragraphs, each on one line. */
  readonly paragraphs: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly options: readonly Parameter[];
}

const folder = new URL('../../dist/presets/', import.meta.url);

const COMMENT = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*`;

const paragraphsOf = (comment = ''): string[] =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '));

const plainType = (type: string): string =>
  type
    .replace(/\s*\|\s*undefined/g, '')
    .replace(/readonly /g, '')
    .trim();

function fieldsOf(body: string): Parameter[] {
  const fields = body.matchAll(new RegExp(String.raw`(?:${COMMENT})?readonly (\w+)(\??): ([^;]+);`, 'g'));
  return [...fields].map(([, comment, name, optional, type]) => ({
    name: name as string,
    isOptional: optional === '?',
    type: plainType(type as string),
    words: paragraphsOf(comment).join(' '),
  }));
}

/** The parts of a text between commas that stand in no brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  [...text].forEach((letter, k) => {
    if ('([{<'.includes(letter)) ++depth;
    if (')]}>'.includes(letter) && text[k - 1] !== '=') --depth;
    if (letter === ',' && depth === 0) {
      parts.push(text.slice(from, k));
      from = k + 1;
    }
  });
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
}

type Interfaces = ReadonlyMap<
  string,
  { readonly base: string | undefined; readonly words: string; readonly fields: Parameter[] }
>;

function interfacesOf(text: string): [string, { base: string | undefined; words: string; fields: Parameter[] }][] {
  const found = text.matchAll(
    new RegExp(String.raw`(?:${COMMENT})?export interface (\w+)(?: extends (\w+))? \{([\s\S]*?)^\}`, 'gm'),
  );
  return [...found].map(([, comment, name, base, body]) => [
    name as string,
    { base, words: paragraphsOf(comment).join(' '), fields: fieldsOf(body as string) },
  ]);
}

/** The fields of a type of options: of interfaces, of what they extend, and of what is written out. */
function optionsOf(type: string, interfaces: Interfaces): Parameter[] {
  return type.split(/&(?![^{]*\})/).flatMap((part): Parameter[] => {
    if (part.includes('{')) return fieldsOf(part);
    const named = interfaces.get(part.trim());
    if (!named) return [];
    // What a small interface of one field says, it says of the field.
    const own = named.fields.map((field) => ({ ...field, words: field.words || named.words }));
    return [...own, ...(named.base ? optionsOf(named.base, interfaces) : [])];
  });
}

/** All presets by name. Of overloads the first one counts, with the parameters of all. */
export function readDeclarations(): Map<string, Declaration> {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const interfaces: Interfaces = new Map(texts.flatMap(interfacesOf));
  const declarations = new Map<string, Declaration>();
  const pattern = new RegExp(
    String.raw`${COMMENT}export declare (?:function|const) (\w+)(?:: )?\(([\s\S]*?)\)(?::| =>) [\w<>| ]+;`,
    'g',
  );
  for (const [, comment, name, list] of texts.flatMap((text) => [...text.matchAll(pattern)])) {
    const all = split(list as string).map((part): Parameter => {
      const [, own, optional, type] = part.match(/^(\w+)(\??): ([\s\S]*)$/) ?? [];
      return { name: own ?? part, isOptional: optional === '?', type: type ?? '', words: '' };
    });
    const isOptions = ({ name: own }: Parameter): boolean => own === 'options';
    declarations.set(name as string, {
      name: name as string,
      paragraphs: paragraphsOf(comment),
      parameters: all
        .filter((parameter) => !isOptions(parameter))
        .map((parameter) => ({ ...parameter, type: plainType(parameter.type) })),
      options: all.filter(isOptions).flatMap(({ type }) => optionsOf(type, interfaces)),
    });
  }
  return declarations;
}
