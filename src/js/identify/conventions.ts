// Conventions as data: what has a name, and which values are round ones.
import type { SinusoidEncoding } from '../types.js';

/** A law and an arrangement of one axis, with the name of the code that has it. */
export interface Line {
  readonly name: string;
  readonly spacing: 'paper' | 'endpoint';
  readonly layout: 'interleaved' | 'halves';
  readonly order: 'sin-cos' | 'cos-sin';
  readonly odd: 'truncate' | 'truncate-next' | 'zero';
  /** Only for even widths (0) or odd ones (1). */
  readonly parity?: number | undefined;
  /** The preset of that name takes the width, and these options for fields of the encoding. */
  readonly takes?: { readonly [field: string]: string } | undefined;
}

const line = (name: string, law: string, takes?: Line['takes'], parity?: number): Line => {
  const [spacing, layout, order, odd] = law.split(' ');
  return { name, spacing, layout, order, odd, takes, parity } as Line;
};

const ENDPOINT = 'endpoint halves sin-cos zero';
const NAMED = [
  line('pytorch', 'paper interleaved sin-cos truncate', {}),
  line('marian', 'paper halves sin-cos truncate', {}),
  line('tensor2tensor', ENDPOINT, { base: 'maxTimescale', origin: 'startIndex' }),
  line('whisper', ENDPOINT, { base: 'maxTimescale' }, 0),
  line('fairseq', ENDPOINT, { padding: 'padding' }),
  line('timesteps', 'paper halves cos-sin zero', { base: 'maxPeriod' }),
  line('tatp22', 'paper interleaved sin-cos truncate-next', {}, 1),
];

const lawOf = ({ spacing, layout, order, odd }: Line): string => `${spacing} ${layout} ${order} ${odd}`;
const namedLaws = NAMED.map(lawOf);

/** All laws and arrangements, the named ones first, which is the order in which equal ones are listed. */
export const LINES: readonly Line[] = [
  ...NAMED,
  ...['paper', 'endpoint']
    .flatMap((spacing) => ['interleaved', 'halves'].map((layout) => `${spacing} ${layout}`))
    .flatMap((law) => ['sin-cos', 'cos-sin'].map((order) => `${law} ${order}`))
    .flatMap((law) => ['truncate', 'truncate-next', 'zero'].map((odd) => `${law} ${odd}`))
    .filter((law) => !namedLaws.includes(law))
    .map((law) => {
      const [, arrangement = ''] = /(.*) truncate$/.exec(law) ?? [];
      // Of even widths the odd rules are one.
      const own = arrangement && !namedLaws.some((named) => named.startsWith(arrangement));
      return line('sinusoid', law, undefined, own ? undefined : 1);
    }),
];

/** Two coordinates: which comes first, the law of its frequencies, how its columns stand. */
export interface Plane {
  readonly name: string;
  readonly first: 'row' | 'column';
  readonly spacing: 'paper' | 'endpoint';
  readonly layout: 'interleaved' | 'halves';
  readonly blocks: 'axis-major' | 'function-major';
  /** The preset's arguments behind the width. */
  readonly preset?: string | undefined;
}

const PLANE_NAMES: { readonly [law: string]: string } = {
  'column paper halves axis-major': 'mae',
  'column endpoint halves axis-major': 'bigVision',
  'row paper halves function-major': 'timmSincos2d',
  'row paper halves axis-major': 'timmSincos2d, { interleaveSinCos: true }',
  'row paper interleaved axis-major': 'tatp22Grid, 2',
};

export const PLANES: readonly Plane[] = ['row', 'column']
  .flatMap((first) => ['paper', 'endpoint'].map((spacing) => `${first} ${spacing}`))
  .flatMap((law) =>
    ['halves axis-major', 'interleaved axis-major', 'halves function-major'].map((way) => `${law} ${way}`),
  )
  .map((law) => {
    const [first, spacing, layout, blocks] = law.split(' ');
    const preset = PLANE_NAMES[law];
    return { name: preset?.split(',')[0] ?? 'grid', first, spacing, layout, blocks, preset } as Plane;
  });

export const BASES = [10000, 1000, 100, 500000, 1e6, 1e8, 1e5, 500, 5e6, 1e7, 150000, 50, 32];
export const GRID_BASES = BASES.slice(0, 3);

/** A round number if one is near, else six digits of the estimate. */
export const near = (value: number, round: readonly number[], within: number): number =>
  round.find((known) => Math.abs(value - known) <= within * known) ?? Number(value.toPrecision(6));

export const nearBase = (value: number): number => near(value, BASES, 0.01);
export const nearOrigin = (value: number): number =>
  Math.abs(value - Math.round(value)) < 0.01 ? Math.round(value) + 0 : Number(value.toPrecision(6));

/** Factors that people put before positions or values, with their names. */
export const scalesOf = (dim: number): [number, string][] => [
  [1, ''],
  [2 * Math.PI, '2 pi'],
  [Math.PI, 'pi'],
  [1000, '1000'],
  [0.5, '1/2'],
  [2, '2'],
  [Math.sqrt(2 / dim), `sqrt(2/${dim})`],
  [dim ** -0.5, `${dim}^-0.5`],
  [Math.sqrt(dim), `sqrt(${dim})`],
];

export const text = (value: number): string => String(Number(value.toPrecision(6)));

/** What an encoding of one axis has that the paper's has not. */
export function wordsOf(encoding: SinusoidEncoding): string[] {
  const { dim, spacing, layout, order, odd, base = 10000, origin, scale = 1, valueScale = 1, padding } = encoding;
  const named = (value: number) => scalesOf(dim).find(([known]) => known === value)?.[1] || text(value);
  const meant = 'where 2i is meant: exponent';
  return [
    `${layout ?? 'interleaved'} layout`,
    order && 'cosine first',
    spacing && 'endpoint frequencies: i is divided by dim/2 - 1',
    !spacing && base === 100 && `uses i ${meant} i/dim, base 100 in place of 10000`,
    !spacing && base === 1e8 && `uses 4i ${meant} doubled, base 1e8 in place of 10000`,
    base !== 10000 && `base ${text(base)}`,
    origin && `starts at ${text(origin)}`,
    scale !== 1 && `positions times ${named(scale)}`,
    valueScale !== 1 && `values times ${named(valueScale)}`,
    padding !== undefined && `the row of position ${padding} is 0 (padding)`,
    dim % 2 > 0 &&
      (odd === 'zero'
        ? 'a last column of 0'
        : `${odd === 'truncate-next' ? 'the law of dim + 1, ' : ''}the last column dropped`),
  ].filter((word) => typeof word === 'string');
}

/** The call of a line's preset, if it makes the encoding. */
export function presetOf({ name, takes }: Line, { dim, ...encoding }: SinusoidEncoding): string | undefined {
  const { spacing, layout, order, odd, kind, ...rest } = encoding;
  const options = Object.entries(rest).map(([field, value]) => takes?.[field] && `${takes[field]}: ${value}`);
  if (!takes || options.some((option) => !option)) return undefined;
  return `presets.${name}(${dim}${options.length ? `, { ${options.join(', ')} }` : ''})`;
}

const DEFAULTS: { readonly [field: string]: unknown } = {
  spacing: 'paper',
  layout: 'interleaved',
  order: 'sin-cos',
  odd: 'truncate',
  base: 10000,
  origin: 0,
  scale: 1,
  valueScale: 1,
};

/** An encoding without what is the default anyway. */
export const plain = <T extends object>(encoding: T): T =>
  Object.fromEntries(
    Object.entries(encoding).filter(([field, value]) => value !== undefined && value !== DEFAULTS[field]),
  ) as T;

export const encodingOf = (
  { spacing, layout, order, odd }: Line,
  dim: number,
  rest: Partial<SinusoidEncoding>,
): SinusoidEncoding => plain({ dim, spacing, layout, order, odd: dim % 2 ? odd : undefined, ...rest });
