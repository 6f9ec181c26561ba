/** The law of an encoding in symbols, and what its choices mean in words. */

import { type Columns, functionOf } from './columns.ts';
import { factorNumbers, hasOneFrequency, type Law } from './formula.ts';
import { call, type Formula, frac, mi, mn, mo, row, sub, sup } from './math.ts';

/** The width in the law: d, or its neighbour where an odd width borrows it. */
function lawWidthSymbol({ lawWidth, dim }: Columns): Formula[] {
  if (lawWidth === dim) return [mi('d')];
  return [mi('d'), mo(lawWidth > dim ? '+' : '−'), mn(1)];
}

/** The frequency of pair i, in symbols, as the exponent of b or as a linear band. */
function frequencySymbols(law: Law): { exponent?: Formula; factor?: Formula } {
  const { columns, isGiven, shift } = law;
  const i = mi('i');
  const width = lawWidthSymbol(columns);
  const grouped = width.length > 1 ? [mo('('), ...width, mo(')')] : width;
  const pairs = row(...grouped, mo('/'), mn(2));
  if (isGiven) return { factor: sub(mi('w'), i) };
  switch (columns.spacing) {
    case 'paper':
      return { exponent: row(mn(2), i, mo('/'), ...grouped) };
    case 'linear':
      return {
        factor: row(
          mo('('),
          mn(1),
          mo('+'),
          frac(row(i, mo('('), mi('b'), mo('−'), mn(1), mo(')')), row(pairs, mo('−'), mn(1))),
          mo(')'),
        ),
      };
    default: {
      const less = columns.spacing === 'endpoint' ? 1 : shift;
      return { exponent: row(i, mo('/'), mo('('), pairs, mo(less < 0 ? '+' : '−'), mn(Math.abs(less)), mo(')')) };
    }
  }
}

/** The functions of a pair in symbols, the first and the second, as far as the width has them; `letter` is the position's. */
export function functionFormulas(law: Law, letter = 'p'): Formula[] {
  const { columns, origin, scale } = law;
  const { firsts, seconds } = columns;
  const place = mi(letter);
  const p = origin === 0 ? place : row(mo('('), place, mo(origin < 0 ? '−' : '+'), mn(Math.abs(origin)), mo(')'));
  const { exponent, factor } = frequencySymbols(law);
  const scaled = scale === 1 ? p : row(mn(scale), mo('·'), p);
  const angle =
    factor && !hasOneFrequency(columns)
      ? row(factor, mo('·'), scaled)
      : hasOneFrequency(columns) || !exponent
        ? scaled
        : frac(scaled, sup(mi('b'), exponent));
  const halves = [...(firsts > 0 ? ([0] as const) : []), ...(seconds > 0 ? ([1] as const) : [])];
  return halves.map((half) => row(...factorNumbers(law), call(functionOf(columns, half), angle)));
}

/** The two lines of the law in symbols: first functions, then second functions; a third for a column of zeros. */
export function lawFormulas(law: Law): Formula[] {
  const { layout, firsts, zero } = law.columns;
  const i = mi('i');
  const place = (half: number): Formula => {
    if (layout === 'interleaved') return half === 0 ? row(mn(2), i) : row(mn(2), i, mo('+'), mn(1));
    return half === 0 ? i : row(mn(firsts), mo('+'), i);
  };
  const lines = functionFormulas(law).map((value, half) => row(call('PE', mi('p'), place(half)), mo('='), value));
  if (zero) lines.push(row(call('PE', mi('p'), row(mi('d'), mo('−'), mn(1))), mo('='), mn(0)));
  return lines;
}

/** How the wavelengths are spaced, in a sentence. */
function spacingWords({ columns, isGiven, hasFactor }: Law): string {
  const { spacing, firsts, lawWidth } = columns;
  const factor = hasFactor ? ' The factor a is that of the scaling or of xPos.' : '';
  if (isGiven) return `The frequencies w are those of the encoding above, in radians a position.${factor}`;
  if (spacing === 'linear' && firsts > 1) return 'Frequencies grow by the same amount from pair to pair, from 1 to b.';
  if (firsts === 1) return 'There is one pair, with the wavelength 2π.';
  const growth = 'Wavelengths grow by the same factor from pair to pair, from 2π';
  if (spacing === 'shifted') return `${growth} on.`;
  if (spacing === 'paper') return `${growth} towards 2πb, which they do not reach.`;
  return lawWidth % 2 === 1 ? `${growth} past 2πb.` : `${growth} to exactly 2πb.`;
}

/** What the law means with these choices, in sentences. */
export function lawWords(law: Law): string[] {
  const { columns } = law;
  const { layout, order, dim, zero, firsts, lawWidth } = columns;
  if (firsts === 0) return ['There is no pair: the only column is 0.'];
  const [first, second] = order === 'sin-cos' ? ['sine', 'cosine'] : ['cosine', 'sine'];
  const words = [
    spacingWords(law),
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
