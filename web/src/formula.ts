/** The law of an encoding as formulas: in symbols, and with the numbers of a cell put in. */

import { type Columns, cellOf, functionOf } from './columns.ts';
import { call, type Formula, frac, mi, mn, mo, row, sup } from './math.ts';
import { numberLabel } from './ticks.ts';

/** base^exponent is the number of positions a radian of pair i: 2i/D, or i/(D/2 - 1) where the last must be 1/base. */
function exponentNumbers(columns: Columns, pair: number): Formula {
  const { spacing, lawWidth } = columns;
  if (spacing === 'paper') return row(mn(2), mo('·'), mn(pair), mo('/'), mn(lawWidth));
  return row(mn(pair), mo('/'), mn(lawWidth / 2 - 1));
}

/** With one pair there is nothing to space, and the frequency is 1. */
const hasOneFrequency = (columns: Columns): boolean => columns.spacing === 'endpoint' && columns.firsts === 1;

function angleNumbers(columns: Columns, base: number, position: number, pair: number): Formula {
  if (hasOneFrequency(columns)) return mn(position);
  return frac(mn(position), sup(mn(base), exponentNumbers(columns, pair)));
}

/** PE(p, column) and sin(p / base^(2i/D)), in numbers, as the lines that a narrow column has room for. */
export function cellFormulas(columns: Columns, base: number, position: number, column: number): Formula[] {
  const { pair, half } = cellOf(columns, column);
  const name = call('PE', mn(position), mn(column));
  if (half === 2) return [name];
  return [name, row(mo('='), call(functionOf(columns, half), angleNumbers(columns, base, position, pair)))];
}

/** wavelength = 2 pi base^(2i/D), in numbers, and what that is, rounded as shown. */
export function wavelengthFormulas(columns: Columns, base: number, pair: number, wavelength: number): Formula[] {
  const turn = hasOneFrequency(columns) ? [] : [mo('·'), sup(mn(base), exponentNumbers(columns, pair))];
  return [row(mi('λ'), mo('='), mn(2), mi('π'), ...turn), row(mo('≈'), mn(numberLabel(wavelength, 6)))];
}

/** The width in the law: d, or its neighbour where an odd width borrows it. */
function lawWidthSymbol({ lawWidth, dim }: Columns): Formula[] {
  if (lawWidth === dim) return [mi('d')];
  return [mi('d'), mo(lawWidth > dim ? '+' : '−'), mn(1)];
}

/** The two lines of the law in symbols: first functions, then second functions; a third for a column of zeros. */
export function lawFormulas(columns: Columns): Formula[] {
  const { layout, firsts, seconds, zero } = columns;
  const i = mi('i');
  const width = lawWidthSymbol(columns);
  const isSum = width.length > 1;
  const grouped = isSum ? [mo('('), ...width, mo(')')] : width;
  const exponent =
    columns.spacing === 'paper'
      ? row(mn(2), i, mo('/'), ...grouped)
      : row(i, mo('/'), mo('('), ...grouped, mo('/'), mn(2), mo('−'), mn(1), mo(')'));
  const angle = hasOneFrequency(columns) ? mi('p') : frac(mi('p'), sup(mi('b'), exponent));
  const place = (half: 0 | 1): Formula => {
    if (layout === 'interleaved') return half === 0 ? row(mn(2), i) : row(mn(2), i, mo('+'), mn(1));
    return half === 0 ? i : row(mn(firsts), mo('+'), i);
  };
  const line = (half: 0 | 1): Formula =>
    row(call('PE', mi('p'), place(half)), mo('='), call(functionOf(columns, half), angle));
  const lines: Formula[] = [];
  if (firsts > 0) lines.push(line(0));
  if (seconds > 0) lines.push(line(1));
  if (zero) lines.push(row(call('PE', mi('p'), row(mi('d'), mo('−'), mn(1))), mo('='), mn(0)));
  return lines;
}

/** How the wavelengths are spaced, in a sentence. */
function spacingWords({ spacing, firsts, lawWidth }: Columns): string {
  if (firsts === 1) return 'There is one pair, with the wavelength 2π.';
  const growth = 'Wavelengths grow by the same factor from pair to pair, from 2π';
  if (spacing === 'paper') return `${growth} towards 2πb, which they do not reach.`;
  return lawWidth % 2 === 1 ? `${growth} past 2πb.` : `${growth} to exactly 2πb.`;
}

/** What the law means with these choices, in sentences. */
export function lawWords(columns: Columns): string[] {
  const { layout, order, dim, zero, firsts, lawWidth } = columns;
  if (firsts === 0) return ['There is no pair: the only column is 0.'];
  const [first, second] = order === 'sin-cos' ? ['sine', 'cosine'] : ['cosine', 'sine'];
  const words = [
    spacingWords(columns),
    layout === 'interleaved'
      ? `Each pair stands side by side, the ${first} in column 2i, the ${second} in column 2i + 1.`
      : `All ${first}s stand first and all ${second}s after them, so the two of a pair are ${firsts} columns apart.`,
  ];
  if (zero) words.push(`The width is odd: the law is that of ${dim - 1} columns, and the last column is 0.`);
  else if (dim % 2 === 1) {
    words.push(
      lawWidth > dim
        ? `The width is odd: the law is that of ${dim + 1} columns, the last of which is dropped.`
        : `The width is odd: the last pair has no ${second}.`,
    );
  }
  return words;
}
