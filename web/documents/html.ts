/** HTML from words, formulas and code, for documents that are made when the page is built. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Signs as they are printed: a true minus, a dot for a product, curly quotation marks. */
const printed = (text: string): string =>
  text
    .replace(/(?<=^|[\s([])-(?=[\d.])/g, '−')
    .replaceAll(' - ', ' − ')
    .replaceAll(' * ', ' · ')
    .replace(/"([^"]*)"/g, '“$1”')
    .replace(/(?<=^|[\s([])'([^']*)'/g, '‘$1’')
    .replaceAll("'", '’');

/** A formula in which letters are variables: `^{...}` raises, `_{...}` lowers. */
export function formula(text: string): string {
  return escaped(text)
    .replace(/\^\{([^}]*)\}/g, '<sup>$1</sup>')
    .replace(/_\{([^}]*)\}/g, '<sub>$1</sub>')
    .replace(/(?<![A-Za-zα-ωΑ-Ω&;])[A-Za-zα-ω](?![A-Za-zα-ω’;])/g, (letter) => `<var>${letter}</var>`)
    .replace(/<(<var>[^<]*<\/var>)/g, '&lt;$1');
}

/** Powers in plain words: base^(-2i/C), 2^53. */
const raised = (text: string): string =>
  text.replace(/\^\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\^(-?\w+)/g, (_, inside, plain) => {
    return `<sup>${String(inside ?? plain).replaceAll('-', '−')}</sup>`;
  });

/**
 * A sentence of a comment: names between backticks are code, and links where `linkOf` knows them.
 * @param linkOf the address of what a name means
 */
export function words(text: string, linkOf: (name: string) => string | undefined = () => undefined): string {
  return text
    .split(/`([^`]*)`/)
    .map((part, k) => {
      if (k % 2 === 0) return raised(escaped(printed(part)).replaceAll('&quot;', '”'));
      const href = linkOf(part);
      const code = `<code>${escaped(part)}</code>`;
      return href ? `<a href="${href}">${code}</a>` : code;
    })
    .join('');
}

/** A block of code, its comments set back. */
export function code(text: string, language: 'JavaScript' | 'Python' | 'C' | 'C++'): string {
  const comment = language === 'Python' ? /#.*/g : /\/\/.*/g;
  const quiet = escaped(text).replace(comment, (match) => `<i>${match}</i>`);
  return `<pre><code>${quiet}</code></pre>`;
}

/** A value as JavaScript writes it, in one line or, where that is too long, in several. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, `${indent}  `))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${key}: ${literal(item, `${indent}  `)}`);
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent.length + line.length <= 62 && !line.includes('\n')) return line;
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

/** A number in words of a sentence: 4.6 · 10<sup>−5</sup>. */
export function small(value: number): string {
  if (value === 0) return '0';
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -2) return String(Number(value.toPrecision(2)));
  const [digits, power] = value.toExponential(1).split('e');
  return `${digits}&nbsp;·&nbsp;10<sup>${String(power).replace('-', '−')}</sup>`;
}

export const thousands = (value: number): string => value.toLocaleString('en-US');
