// Conventions as data: what has a name, and which values are round ones.
import type { SinusoidEncoding } from '../types.js';

export interface Line {
  readonly name: string;
  /** The preset of that name, whose first argument is the width; what else it takes, by the field that it sets. */
  readonly preset?: string;
  readonly takes?: { readonly [field: string]: string };
  readonly spacing: 'paper' | 'endpoint';
  readonly layout: 'interleaved' | 'halves';
  readonly order: 'sin-cos' | 'cos-sin';
  readonly odd: 'truncate' | 'truncate-next' | 'zero';
  /** Only for such widths. */
  readonly width?: 'even' | 'odd';
}

const TIMESCALES = { base: 'maxTimescale', origin: 'startIndex' };

/** One axis. The order is that in which equal ones are listed. */
const NAMED: readonly Line[] = [
  { name: 'pytorch', preset: 'pytorch', spacing: 'paper', layout: 'interleaved', order: 'sin-cos', odd: 'truncate' },
  { name: 'marian', preset: 'marian', spacing: 'paper', layout: 'halves', order: 'sin-cos', odd: 'truncate' },
  {
    name: 'tensor2tensor',
    preset: 'tensor2tensor',
    takes: TIMESCALES,
    spacing: 'endpoint',
    layout: 'halves',
    order: 'sin-cos',
    odd: 'zero',
  },
  {
    name: 'whisper',
    preset: 'whisper',
    takes: { base: 'maxTimescale' },
    spacing: 'endpoint',
    layout: 'halves',
    order: 'sin-cos',
    odd: 'zero',
    width: 'even',
  },
  {
    name: 'fairseq',
    preset: 'fairseq',
    takes: { padding: 'padding' },
    spacing: 'endpoint',
    layout: 'halves',
    order: 'sin-cos',
    odd: 'zero',
  },
  { name: 'DiT timesteps', spacing: 'paper', layout: 'halves', order: 'cos-sin', odd: 'zero' },
  { name: 'tatp22', spacing: 'paper', layout: 'interleaved', order: 'sin-cos', odd: 'truncate-next', width: 'odd' },
];

/** All combinations, the named ones first. */
export const LINES: readonly Line[] = [
  ...NAMED,
  ...(['paper', 'endpoint'] as const).flatMap((spacing) =>
    (['interleaved', 'halves'] as const).flatMap((layout) =>
      (['sin-cos', 'cos-sin'] as const).flatMap((order) =>
        (['truncate', 'truncate-next', 'zero'] as const)
          .map((odd, k): Line => ({ name: 'sinusoid', spacing, layout, order, odd, ...(k ? { width: 'odd' } : {}) }))
          .filter((line) => !NAMED.some((other) => sameLine(line, other))),
      ),
    ),
  ),
];

function sameLine(a: Line, b: Line): boolean {
  const alike = a.spacing === b.spacing && a.layout === b.layout && a.order === b.order;
  return alike && a.odd === b.odd && !b.width;
}

/** Two coordinates: which comes first, the law of its frequencies, how its columns stand. */
export interface Plane {
  readonly name: string;
  readonly first: 'row' | 'column';
  readonly spacing: 'paper' | 'endpoint';
  readonly layout: 'interleaved' | 'halves';
  readonly blocks: 'axis-major' | 'function-major';
}

const PLANE_NAMES: { readonly [key: string]: string } = {
  'column paper halves axis-major': 'mae',
  'column endpoint halves axis-major': 'big_vision',
  'row paper halves function-major': 'timm',
  'row paper halves axis-major': 'timm interleave_sin_cos',
  'row paper interleaved axis-major': 'tatp22 2-D',
};

export const PLANES: readonly Plane[] = (['row', 'column'] as const).flatMap((first) =>
  (['paper', 'endpoint'] as const).flatMap((spacing) =>
    (
      [
        ['halves', 'axis-major'],
        ['interleaved', 'axis-major'],
        ['halves', 'function-major'],
      ] as const
    ).map(([layout, blocks]) => ({
      name: PLANE_NAMES[`${first} ${spacing} ${layout} ${blocks}`] ?? 'grid',
      first,
      spacing,
      layout,
      blocks,
    })),
  ),
);

export const BASES = [10000, 1000, 100, 500000, 1e6, 1e8, 1e5, 500, 5e6, 1e7, 150000, 50, 32];
export const GRID_BASES = [10000, 100, 1000];

/** A round number if one is near, else six digits of the estimate. */
export function near(value: number, round: readonly number[], within: number): number {
  const found = round.find((known) => Math.abs(value - known) <= within * Math.abs(known));
  return found ?? Number(value.toPrecision(6));
}

export const nearBase = (value: number): number => near(value, BASES, 0.01);
export const nearOrigin = (value: number): number =>
  Math.abs(value - Math.round(value)) < 0.01 ? Math.round(value) + 0 : Number(value.toPrecision(6));

/** Factors that people put before positions or values, with their names. */
export const scaleNames = (dim: number): [number, string][] => [
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
  const words: string[] = [layout === 'halves' ? 'halves layout' : 'interleaved layout'];
  if (order === 'cos-sin') words.push('cosine first');
  const named = (value: number) => scaleNames(dim).find(([known]) => known === value)?.[1] || text(value);
  if (spacing === 'endpoint') words.push('endpoint frequencies: i is divided by dim/2 - 1');
  if (spacing === 'paper' || !spacing) {
    if (base === 100) words.push('uses i where 2i is meant: exponent i/dim, which is base 100 in place of 10000');
    if (base === 1e8) words.push('uses 4i where 2i is meant: exponent doubled, which is base 1e8 in place of 10000');
  }
  if (base !== 10000) words.push(`base ${text(base)}`);
  if (origin) words.push(`starts at ${text(origin)}`);
  if (scale !== 1) words.push(`positions times ${named(scale)}`);
  if (valueScale !== 1) words.push(`values times ${named(valueScale)}`);
  if (padding !== undefined) words.push(`the row of position ${padding} is 0 (padding)`);
  if (dim % 2) {
    const rules = {
      zero: 'a last column of 0',
      truncate: 'the last column dropped',
      'truncate-next': 'the law of dim + 1, the last column dropped',
      error: '',
    };
    words.push(rules[odd ?? 'truncate']);
  }
  return words;
}

/** The call of a line's preset, if it makes the encoding. */
export function presetOf(line: Line, encoding: SinusoidEncoding): string | undefined {
  if (!line.preset) return undefined;
  const options: string[] = [];
  for (const field of ['base', 'origin', 'scale', 'valueScale', 'padding'] as const) {
    const value = encoding[field];
    if (value === undefined) continue;
    const option = line.takes?.[field];
    if (!option) return undefined;
    options.push(`${option}: ${value}`);
  }
  return `presets.${line.preset}(${[encoding.dim, ...(options.length ? [`{ ${options.join(', ')} }`] : [])].join(', ')})`;
}

/** Without what is the default anyway. */
export function plain(line: Line, dim: number, rest: Partial<SinusoidEncoding>): SinusoidEncoding {
  const { base = 10000, origin = 0, scale = 1, valueScale = 1, padding } = rest;
  return {
    dim,
    ...(line.spacing === 'paper' ? {} : { spacing: line.spacing }),
    ...(line.layout === 'interleaved' ? {} : { layout: line.layout }),
    ...(line.order === 'sin-cos' ? {} : { order: line.order }),
    ...(dim % 2 === 0 || line.odd === 'truncate' ? {} : { odd: line.odd }),
    ...(base === 10000 ? {} : { base }),
    ...(origin === 0 ? {} : { origin }),
    ...(scale === 1 ? {} : { scale }),
    ...(valueScale === 1 ? {} : { valueScale }),
    ...(padding === undefined ? {} : { padding }),
  };
}
