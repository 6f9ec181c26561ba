/** The law of an encoding with the numbers of a cell put in. */

import type { AlibiEncoding, SinusoidEncoding } from 'posenc';
import { type Columns, cellOf, functionOf } from './columns.ts';
import { call, type Formula, frac, mi, mn, mo, row, sup, within } from './math.ts';
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
export const hasOneFrequency = ({ spacing, firsts }: Columns): boolean => spacing !== 'paper' && firsts === 1;

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

export const factorNumbers = ({ valueScale, hasFactor }: Law): Formula[] => [
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
  const number = mn(numberLabel(wavelength, 6));
  if (!isPower(law)) return [row(mi('λ'), mo('='), number)];
  const divided = law.scale === 1 ? [] : [mo('/'), mn(Math.abs(law.scale))];
  const turn = hasOneFrequency(law.columns) ? [] : [mo('·'), sup(mn(law.base), exponentNumbers(law, pair))];
  return [row(mi('λ'), mo('='), mn(2), mi('π'), ...turn, ...divided), row(mo('≈'), number)];
}

/** What ALiBi adds to the score of a query and a key, in symbols or in numbers; `last` is the last key. */
export function alibiFormula(
  { anchor = 'distance' }: AlibiEncoding,
  [slope, query, key, last]: readonly [slope: Formula, query: Formula, key: Formula, last: Formula],
): Formula {
  if (anchor === 'key') return row(slope, mo('·'), key);
  if (anchor === 'last-key') return row(slope, mo('·'), within('()', key, mo('−'), last));
  return row(mo('−'), slope, mo('·'), within('||', query, mo('−'), key));
}
