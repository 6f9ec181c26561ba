// What a table may be: encodings with parameters read off the table, well-known mistakes, grids, rotary tables.

import { rounded } from '../precision.js';
import type { Encoding, GridEncoding, SinusoidEncoding } from '../types.js';
import { BASES, GRIDS, knownFactors, namesOf, near, plain, product, sixDigits, wordsOf } from './conventions.js';
import { estimate } from './estimate.js';
import type { Model } from './models.js';
import { isZero, type TableView } from './table.js';

/** The widest row that the library makes. */
export const WIDEST = 65536;

const LAYOUTS = ['interleaved', 'halves'] as const;

const line = (given: SinusoidEncoding, rough = false): Model => {
  const encoding = plain(given);
  return { names: namesOf(encoding), encoding, words: wordsOf(encoding), size: encoding.valueScale ?? 1, rough };
};

/** Encodings of one axis: each law and arrangement as it stands, then with what the table itself says. */
export function lines(table: TableView): Model[] {
  const { columns: dim, rows } = table;
  // A single column is a sine, which begins with 0.
  const zeroRow = dim > 1 ? [0, 1, 2].find((row) => row < rows && isZero(table, row)) : undefined;
  const all = product<SinusoidEncoding>({
    dim: [dim],
    spacing: ['paper', 'endpoint'],
    layout: LAYOUTS,
    order: ['sin-cos', 'cos-sin'],
    odd: dim % 2 ? ['truncate', 'truncate-next', 'zero'] : [undefined],
    padding: [zeroRow],
  });
  const models = all.flatMap((law) => [0, 1, 2].map((origin) => line({ ...law, origin })));
  for (const layout of LAYOUTS) {
    const found = estimate(table, layout === 'halves', zeroRow === undefined ? 0 : zeroRow + 1);
    if (!found) continue;
    const known = knownFactors(dim);
    const whole = Math.round(found.origin);
    const parameters = {
      origin: Math.abs(found.origin - whole) < 0.01 ? whole : sixDigits(found.origin),
      scale: near(found.first, known, 1e-3),
      valueScale: near(found.size, known, 2e-3),
    };
    const { origin, scale, valueScale } = parameters;
    const odd = !known.includes(scale) || !known.includes(valueScale) || !Number.isInteger(origin);
    const unknown: SinusoidEncoding[] = [];
    for (const law of all) {
      if (law.layout !== layout || law.order !== found.order) continue;
      if (dim % 2 && (law.odd === 'zero') !== found.zero) continue;
      const width = dim + (law.odd === 'zero' ? -1 : law.odd === 'truncate-next' ? 1 : 0);
      const divisor = width / 2 - (law.spacing === 'paper' ? 0 : 1);
      const estimated = found.slope && divisor > 0 ? Math.exp(-found.slope * divisor) : 10000;
      const base = near(estimated, BASES, 0.01);
      const isKnown = BASES.includes(base);
      if (isKnown) models.push(line({ ...law, ...parameters, base }, odd));
      if (isKnown && Math.abs(estimated / base - 1) < 1e-4) continue;
      unknown.push({ ...law, ...parameters, base: sixDigits(estimated) });
    }
    // Any spacing makes the same table with a base of its own: the likeliest is the one with the fewest digits.
    const digits = ({ base }: SinusoidEncoding) => String(base).length;
    const fewest = Math.min(...unknown.map(digits));
    models.push(...unknown.filter((law) => digits(law) === fewest).map((law) => line(law, true)));
  }
  return models;
}

/**
 * The paper's table with exponents that differ between sine and cosine: columns of a wider table. Of twice the width,
 * its pair j has the exponent j/dim; of two more, the next pair is there for the last cosine.
 */
export function mistakes({ columns: dim }: TableView): Model[] {
  const each = (j: number) => 2 * j + (j % 2);
  const ways = [
    ['uses the column j where 2i is meant: cosines have the exponent (2i + 1)/dim', 2 * dim, 1, each],
    ['uses 2j where 2i is meant: exponents 4i/dim for sines, (4i + 2)/dim for cosines', 2 * dim, 2, each],
    ['the exponent of cosines is one pair ahead: 2(i + 1)/dim', dim + 2, 1 + 2 / dim, (j: number) => j + 2 * (j % 2)],
  ] as const;
  return ways.flatMap(([word, width, power, pick]) =>
    product({ base: [10000, 1000], origin: [0, 1] }).map(({ base, origin }): Model => {
      const { encoding, words } = line({ dim, base, origin });
      const source = { dim: width, base: base ** power, origin };
      return { names: [['pytorch']], encoding, words: [word, ...words], explained: true, size: 1, source, pick };
    }),
  );
}

/** The same with angles of few bits. Positions and frequencies are rounded, then their product. */
export function lowPrecision(model: Model): Model[] {
  if (model.grid || (model.encoding as SinusoidEncoding).padding !== undefined) return [];
  return (['bfloat16', 'float16'] as const).flatMap((format) => {
    const round = (x: number) => rounded(x, format);
    const ways: [string, Model['angle']][] = [
      ['positions', (p, w) => round(p) * w],
      ['frequencies', (p, w) => p * round(w)],
      ['positions and frequencies', (p, w) => round(p) * round(w)],
      ['positions, frequencies and angles', (p, w) => round(round(p) * round(w))],
    ];
    return ways.map(
      ([what, angle]): Model => ({
        ...model,
        words: [...model.words, `${what} rounded to ${format}`],
        explained: true,
        angle,
      }),
    );
  });
}

/** Tables over a grid, whose shape is given or any that has as many cells, with rows of 0 before it. */
export function planes(table: TableView): Model[] {
  let classRows = 0;
  while (classRows < Math.min(table.rows, 4) && isZero(table, classRows)) ++classRows;
  if (table.grid) return gridModels(table.columns, ...table.grid, 0);
  const cells = table.rows - classRows;
  return Array.from({ length: Math.min(cells >> 1, 1024) }, (_, k) => k + 1).flatMap((height) =>
    height > 1 && cells % height === 0 ? gridModels(table.columns, height, cells / height, classRows) : [],
  );
}

function gridModels(dim: number, height: number, width: number, classRows: number): Model[] {
  if (dim < 4 || dim > WIDEST || height * width < 2) return [];
  const n = Math.ceil(dim / 4);
  const candidates = product({
    first: ['row', 'column'],
    spacing: ['paper', 'endpoint'],
    columns: ['halves axis-major', 'interleaved axis-major', 'halves function-major'],
    base: BASES.slice(0, 3),
    origin: [0, 1],
  });
  return candidates.map(({ first, spacing, columns, base, origin }): Model => {
    const [layout, blocks] = columns.split(' ');
    const axis = plain({ dim: 2 * n, spacing, layout, base, origin }) as SinusoidEncoding;
    const encoding = plain({
      kind: 'grid',
      axes: [axis, axis],
      dim: dim === 4 * n ? undefined : dim,
      axisOrder: first === 'row' ? undefined : [1, 0],
      blocks,
      classRows,
    }) as GridEncoding;
    const [name = 'grid', ...options] = GRIDS[`${first} ${spacing} ${columns}`]?.split(', ') ?? [];
    if (classRows) options.push(`{ classRows: ${classRows} }`);
    const makes = name !== 'grid' && base === 10000 && !origin && (!classRows || name === 'mae');
    return {
      names: [[name, makes ? `presets.${name}(${[dim, ...options].join(', ')})` : undefined]],
      encoding,
      words: [
        `a grid of ${height} x ${width}, the ${first}'s coordinate first`,
        ...wordsOf(axis),
        ...(blocks === 'axis-major' ? [] : ['sines of both coordinates, then cosines']),
        ...(classRows ? [`${classRows} row${classRows > 1 ? 's' : ''} of 0 before the grid`] : []),
      ],
      size: 1,
      grid: { width, classRows },
    };
  });
}

/** Cosines or sines alone, for a rotation: row 0 has 1 everywhere, or 0. */
export function rotary(table: TableView): Model[] {
  const { rows, columns: width, at, all } = table;
  const size = at(0, 0);
  const name = size ? 'rotary cos' : 'rotary sin';
  if (rows < 2 || all.some((column) => Math.abs(at(0, column) - size) > table.tolerance(1))) return [];
  const forms: [string, number, (column: number) => number][] = [
    ["full width, neighbours repeated (pairing 'adjacent')", width, (j) => j >> 1],
    ["full width, halves repeated (pairing 'half')", width, (j) => j % (width / 2)],
    ['half width, a column a pair', 2 * width, (j) => j],
  ];
  return forms.slice(width % 2 ? 2 : 0).flatMap(([word, dim, pairOf]) => {
    let [base, best] = [10000, 0];
    for (const j of all) {
      const angle = size ? Math.acos(at(1, j) / size) : Math.asin(at(1, j));
      // How much a rounded value leaves of the base: a cosine says little of a small angle.
      const telling = pairOf(j) * angle * (size ? Math.sin(angle) : 1);
      if (angle < 1 && telling > best) [base, best] = [angle ** (-dim / (2 * pairOf(j))), telling];
    }
    // In 16 bits an estimate is too far off to find a known base by.
    return [...BASES, near(base, BASES, 0.01), base].map((value): Model => {
      const encoding: Encoding = plain({ dim, base: value, valueScale: size || 1 });
      return {
        names: [[name]],
        encoding,
        words: [word, ...wordsOf(encoding).slice(1)],
        size: size || 1,
        source: { ...encoding, layout: 'halves' },
        pick: (j) => pairOf(j) + (size ? dim / 2 : 0),
      };
    });
  });
}
