/** The law of an encoding as formulas: in symbols, and with the numbers of a cell put in. */

import type { SinusoidEncoding } from 'posenc';
import { type Columns, cellOf, functionOf } from './columns.ts';
import { call, type Formula, frac, mi, mn, mo, row, sub, sup } from './math.ts';
import { numberLabel } from './ticks.ts';

/** What the law of an encoding is made of, beside its columns. */
export interface Law {
  readonly columns: Columns;
  readonly base: number;
  /** With spacing 'shifted'. */
  readonly shift: number;
  /** Frequencies that no formula of base and pair gives: their numbers are shown. */
  readonly isGiven: boolean;
  /** A factor that depends on the scaling or the position: the attention factor, xPos. */
  readonly hasFactor: boolean;
  readonly origin: number;
  readonly scale: number;
  readonly valueScale: number;
}

export function lawOf(encoding: SinusoidEncoding, columns: Columns): Law {
  const { base = 10000, shift = 0, origin = 0, scale = 1, valueScale = 1, unit = 'radian' } = encoding;
  const { frequencies, frequencyFactors, scaling, xpos } = encoding;
  const isGiven = [frequencies, frequencyFactors, scaling].some((part) => part !== undefined) || unit !== 'radian';
  const hasFactor = xpos !== undefined || scaling?.type === 'yarn' || scaling?.type === 'longrope';
  return { columns, base, shift, isGiven, hasFactor, origin, scale, valueScale };
}

/** base^exponent is the number of positions a radian of pair i: 2i/D, or i/(D/2 - 1) where the last must be 1/base. */
function exponentNumbers({ columns, shift }: Law, pair: number): Formula {
  const { spacing, lawWidth } = columns;
  if (spacing === 'endpoint') return row(mn(pair), mo('/'), mn(lawWidth / 2 - 1));
  if (spacing === 'shifted') return row(mn(pair), mo('/'), mn(lawWidth / 2 - shift));
  return row(mn(2), mo('·'), mn(pair), mo('/'), mn(lawWidth));
}

/** With one pair there is nothing to space, and the frequency is 1. */
const hasOneFrequency = ({ spacing, firsts }: Columns): boolean => spacing !== 'paper' && firsts === 1;

const isPower = ({ isGiven, columns }: Law): boolean => !isGiven && columns.spacing !== 'linear';

/** The position as it enters the angle, times the scale. */
function placeNumbers({ origin, scale }: Law, position: number): Formula {
  const sum =
    origin === 0 ? mn(position) : row(mo('('), mn(position), mo(origin < 0 ? '−' : '+'), mn(Math.abs(origin)), mo(')'));
  return scale === 1 ? sum : row(mn(scale), mo('·'), sum);
}

function angleNumbers(law: Law, position: number, pair: number, frequency: number): Formula {
  const place = placeNumbers(law, position);
  if (!isPower(law)) return row(mn(numberLabel(frequency, 6)), mo('·'), placeNumbers({ ...law, scale: 1 }, position));
  if (hasOneFrequency(law.columns)) return place;
  return frac(place, sup(mn(law.base), exponentNumbers(law, pair)));
}

const factorNumbers = ({ valueScale, hasFactor }: Law): Formula[] => [
  ...(valueScale === 1 ? [] : [mn(valueScale), mo('·')]),
  ...(hasFactor ? [mi('a'), mo('·')] : []),
];

/**
 * PE(p, column) and sin(p / base^(2i/D)), in numbers, as the lines that a narrow column has room for.
 * @param frequency of the pair, in radians a position: shown where no formula gives it
 */
export function cellFormulas(law: Law, position: number, column: number, frequency: number): Formula[] {
  const { columns } = law;
  const { pair, half } = cellOf(columns, column);
  const name = call('PE', mn(position), mn(column));
  const what = functionOf(columns, half);
  if (what === 'zero' || what === 'value') return [name];
  return [name, row(mo('='), ...factorNumbers(law), call(what, angleNumbers(law, position, pair, frequency)))];
}

/** wavelength = 2 pi base^(2i/D), in numbers, and what that is, rounded as shown. */
export function wavelengthFormulas(law: Law, pair: number, wavelength: number): Formula[] {
  const result = row(mo(isPower(law) ? '≈' : '='), mn(numberLabel(wavelength, 6)));
  if (!isPower(law)) return [row(mi('λ'), result)];
  const divided = law.scale === 1 ? [] : [mo('/'), mn(Math.abs(law.scale))];
  const turn = hasOneFrequency(law.columns) ? [] : [mo('·'), sup(mn(law.base), exponentNumbers(law, pair))];
  return [row(mi('λ'), mo('='), mn(2), mi('π'), ...turn, ...divided), result];
}

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

/** The two lines of the law in symbols: first functions, then second functions; a third for a column of zeros. */
export function lawFormulas(law: Law): Formula[] {
  const { columns, origin, scale } = law;
  const { layout, firsts, seconds, zero } = columns;
  const i = mi('i');
  const p = origin === 0 ? mi('p') : row(mo('('), mi('p'), mo(origin < 0 ? '−' : '+'), mn(Math.abs(origin)), mo(')'));
  const { exponent, factor } = frequencySymbols(law);
  const scaled = scale === 1 ? p : row(mn(scale), mo('·'), p);
  const angle =
    factor && !hasOneFrequency(columns)
      ? row(factor, mo('·'), scaled)
      : hasOneFrequency(columns) || !exponent
        ? scaled
        : frac(scaled, sup(mi('b'), exponent));
  const place = (half: 0 | 1): Formula => {
    if (layout === 'interleaved') return half === 0 ? row(mn(2), i) : row(mn(2), i, mo('+'), mn(1));
    return half === 0 ? i : row(mn(firsts), mo('+'), i);
  };
  const line = (half: 0 | 1): Formula =>
    row(call('PE', mi('p'), place(half)), mo('='), ...factorNumbers(law), call(functionOf(columns, half), angle));
  const lines: Formula[] = [];
  if (firsts > 0) lines.push(line(0));
  if (seconds > 0) lines.push(line(1));
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
