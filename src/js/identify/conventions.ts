// Conventions as data: what has a name, and which values are round ones.
import type { SinusoidEncoding } from '../types.js';

/** What an encoding of one axis has when it does not say so: the paper's table. */
const PAPER: { readonly [field: string]: unknown } = {
  spacing: 'paper',
  layout: 'interleaved',
  order: 'sin-cos',
  odd: 'truncate',
  blocks: 'axis-major',
  base: 10000,
  origin: 0,
  classRows: 0,
  scale: 1,
  valueScale: 1,
};

/** An encoding without what is the default anyway. */
export const plain = <T extends object>(encoding: T): T =>
  Object.fromEntries(
    Object.entries(encoding).filter(([field, value]) => value !== undefined && value !== PAPER[field]),
  ) as T;

/** All combinations of values of some fields; the last field changes first. */
export const product = <T extends object>(fields: { readonly [K in keyof T]: readonly T[K][] }): T[] =>
  Object.entries<readonly unknown[]>(fields).reduce<object[]>(
    (all, [field, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [field]: value }))),
    [{}],
  ) as T[];

/** A preset's name, its law and arrangement, and its options by the fields that they set. */
const LINES: readonly [name: string, law: string, takes?: { readonly [field: string]: string }][] = [
  ['pytorch', 'paper interleaved sin-cos truncate'],
  ['marian', 'paper halves sin-cos truncate'],
  ['tensor2tensor', 'endpoint halves sin-cos zero', { base: 'maxTimescale', origin: 'startIndex' }],
  ['whisper', 'endpoint halves sin-cos error', { base: 'maxTimescale' }],
  ['fairseq', 'endpoint halves sin-cos zero', { padding: 'padding' }],
  ['timesteps', 'paper halves cos-sin zero', { base: 'maxPeriod' }],
  ['tatp22', 'paper interleaved sin-cos truncate-next'],
];

/** What stands for a convention: a name, and the preset's call if it makes the very encoding. */
export type Name = readonly [name: string, preset?: string | undefined];

/** The presets of an encoding's law and arrangement. Of even widths the odd rules are one. */
export function namesOf(encoding: SinusoidEncoding): readonly Name[] {
  const { dim, spacing, layout, order, odd, ...rest } = encoding;
  const law = ['spacing', 'layout', 'order', 'odd'].map((field) => encoding[field as 'odd'] ?? PAPER[field]);
  const own = (dim % 2 ? law : law.slice(0, -1)).join(' ');
  const names = LINES.filter(([, known]) => known === own || (dim % 2 === 0 && known.startsWith(own)));
  return names.length ? names.map(([name, , takes]) => [name, callOf(name, dim, rest, takes)]) : [['sinusoid']];
}

function callOf(name: string, dim: number, given: object, takes: { readonly [field: string]: string } = {}) {
  const options = Object.entries(given).map(([field, value]) => takes[field] && `${takes[field]}: ${value}`);
  if (options.some((option) => !option)) return undefined;
  return `presets.${name}(${dim}${options.length ? `, { ${options.join(', ')} }` : ''})`;
}

/** Over a grid: which coordinate comes first, the law of its frequencies, how its columns stand; the preset behind. */
export const GRIDS: { readonly [law: string]: string } = {
  'column paper halves axis-major': 'mae',
  'column endpoint halves axis-major': 'bigVision',
  'row paper halves function-major': 'timmSincos2d',
  'row paper halves axis-major': 'timmSincos2d, { interleaveSinCos: true }',
  'row paper interleaved axis-major': 'tatp22Grid, 2',
};

export const BASES = [10000, 1000, 100, 500000, 1e6, 1e8, 1e5, 500, 5e6, 1e7, 150000, 50, 32];

/** A round number if one is near, else six digits of the estimate. */
export const near = (value: number, round: readonly number[], within: number): number =>
  round.find((known) => Math.abs(value - known) <= within * known) ?? sixDigits(value);

export const sixDigits = (value: number): number => Number(value.toPrecision(6));

/** Factors that people put before positions or values, by their names. */
const factorsOf = (dim: number): { readonly [name: string]: number } => ({
  1: 1,
  '2 pi': 2 * Math.PI,
  pi: Math.PI,
  1000: 1000,
  '1/2': 0.5,
  2: 2,
  [`sqrt(2/${dim})`]: Math.sqrt(2 / dim),
  [`${dim}^-0.5`]: dim ** -0.5,
  [`sqrt(${dim})`]: Math.sqrt(dim),
});

export const knownFactors = (dim: number): number[] => Object.values(factorsOf(dim));

/** What an encoding of one axis has that the paper's has not. */
export function wordsOf(encoding: SinusoidEncoding): string[] {
  const { dim, spacing, layout = 'interleaved', order, odd, base = 10000, origin, scale, valueScale } = encoding;
  const factors = Object.entries(factorsOf(dim));
  const named = (value: number) => factors.find(([, known]) => known === value)?.[0] ?? sixDigits(value);
  const meant = 'where 2i is meant: exponent';
  const says: readonly (readonly [unknown, string])[] = [
    [true, `${layout} layout`],
    [order, 'cosine first'],
    [spacing, 'endpoint frequencies: i is divided by n - 1, n the number of pairs'],
    [!spacing && base === 100, `uses i ${meant} i/dim, base 100 in place of 10000`],
    [!spacing && base === 1e8, `uses 4i ${meant} doubled, base 1e8 in place of 10000`],
    [base !== 10000, `base ${sixDigits(base)}`],
    [origin, `starts at ${sixDigits(origin ?? 0)}`],
    [scale, `positions times ${named(scale ?? 1)}`],
    [valueScale, `values times ${named(valueScale ?? 1)}`],
    [encoding.padding !== undefined, `the row of position ${encoding.padding} is 0 (padding)`],
    [dim % 2 && odd === 'truncate-next', 'the law of dim + 1'],
    [dim % 2, odd === 'zero' ? 'a last column of 0' : 'the last column dropped'],
  ];
  return says.filter(([isSo]) => isSo).map(([, word]) => word);
}
