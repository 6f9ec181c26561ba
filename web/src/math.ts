/** Formulas as plain trees: written out as native MathML in the page, or as a line of text. */

type Leaf = 'mi' | 'mn' | 'mo';
type Branch = 'mrow' | 'mfrac' | 'msup' | 'msub' | 'msqrt';

export type Formula =
  | { readonly tag: Leaf; readonly text: string; readonly isFlat?: boolean }
  | { readonly tag: Branch; readonly parts: readonly Formula[] };

export const mi = (text: string): Formula => ({ tag: 'mi', text });
export const mo = (text: string): Formula => ({ tag: 'mo', text });
/** A number; a negative one takes a true minus sign. */
export const mn = (value: number | string): Formula => ({ tag: 'mn', text: String(value).replace('-', '−') });
export const row = (...parts: Formula[]): Formula => ({ tag: 'mrow', parts });
export const frac = (top: Formula, bottom: Formula): Formula => ({ tag: 'mfrac', parts: [top, bottom] });
export const sup = (base: Formula, exponent: Formula): Formula => ({ tag: 'msup', parts: [base, exponent] });
export const sub = (base: Formula, index: Formula): Formula => ({ tag: 'msub', parts: [base, index] });
export const sqrt = (inside: Formula): Formula => ({ tag: 'msqrt', parts: [inside] });
/** Between parentheses, or other marks: '[]', '||'. */
export const within = (marks: string, ...inside: Formula[]): Formula => {
  // Only a fraction needs tall ones; some fonts would make them a size too large for a single letter.
  const mark = (k: 0 | 1): Formula => ({
    tag: 'mo',
    text: marks.charAt(k),
    isFlat: !inside.some(({ tag }) => tag === 'mfrac'),
  });
  return row(mark(0), ...inside, mark(1));
};
export const call = (name: string, ...args: Formula[]): Formula =>
  row(mi(name), within('()', ...args.flatMap((arg, k) => (k === 0 ? [arg] : [mo(','), arg]))));

const namespace = 'http://www.w3.org/1998/Math/MathML';

function element(math: Formula): Element {
  const node = document.createElementNS(namespace, math.tag);
  if ('text' in math) {
    node.textContent = math.text;
    if (math.isFlat) node.setAttribute('stretchy', 'false');
  } else node.append(...math.parts.map(element));
  // A line that begins with its operator begins at the margin.
  if (math.tag === 'mrow' && node.firstElementChild?.localName === 'mo')
    node.firstElementChild.setAttribute('lspace', '0');
  return node;
}

/** A `math` element. */
export function mathElement(math: Formula, display: 'block' | 'inline' = 'inline'): Element {
  const root = document.createElementNS(namespace, 'math');
  root.setAttribute('display', display);
  root.append(element(math));
  return root;
}

const spaced = ['=', '·', '+', '−'];

/** The same on one line: sin(64 / 10000^(16 / 128)). */
export function mathText(math: Formula): string {
  if ('text' in math) return math.tag === 'mo' && spaced.includes(math.text) ? ` ${math.text} ` : math.text;
  const parts = math.parts.map(mathText);
  const [a = '', b = ''] = parts;
  if (math.tag === 'mrow') return parts.join('');
  if (math.tag === 'mfrac') return `${a} / ${b}`;
  if (math.tag === 'msqrt') return `√(${a})`;
  return `${a}${math.tag === 'msup' ? '^' : '_'}${math.parts[1] && 'parts' in math.parts[1] ? `(${b})` : b}`;
}
