// What a table may be: encodings with parameters read off the table, well-known mistakes, grids, rotary tables.
import type { Encoding, Posenc, SinusoidEncoding } from '../types.js';
import {
  BASES,
  encodingOf,
  GRID_BASES,
  LINES,
  type Line,
  near,
  nearBase,
  nearOrigin,
  PLANES,
  plain,
  presetOf,
  scalesOf,
  wordsOf,
} from './conventions.js';
import { estimate } from './estimate.js';
import type { Column, Model } from './models.js';
import { rounded, type TableView } from './table.js';

/** The widest row that the library makes. */
export const WIDEST = 65536;

const isLine = ({ parity }: Line, dim: number): boolean => parity === undefined || parity === dim % 2;

function lineModel(line: Line, encoding: SinusoidEncoding): Model {
  const preset = presetOf(line, encoding);
  return { name: line.name, encoding, preset, words: wordsOf(encoding), size: encoding.valueScale ?? 1 };
}

/** Encodings of one axis. */
export function lines(table: TableView): Model[] {
  const { rows, columns: dim } = table;
  const models: Model[] = [];
  const zeroRow = [0, 1, 2].find((row) => row < rows && isZero(table, row));
  const padding = zeroRow === undefined ? {} : { padding: zeroRow };
  for (const line of LINES) {
    if (!isLine(line, dim)) continue;
    for (const origin of [0, 1, 2]) models.push(lineModel(line, encodingOf(line, dim, { origin, ...padding })));
  }
  for (const layout of ['interleaved', 'halves'] as const) {
    const found = estimate(table, layout, zeroRow === undefined ? 0 : zeroRow + 1);
    if (!found) continue;
    const { order, pairs, ratio } = found;
    const step = -Math.log(ratio);
    const known = scalesOf(dim).map(([value]) => value);
    const rest = {
      origin: nearOrigin(found.origin),
      scale: near(found.first, known, 1e-3),
      valueScale: near(found.size, known, 2e-3),
      ...padding,
    };
    const odd = !known.includes(rest.scale) || !known.includes(rest.valueScale) || !Number.isInteger(rest.origin);
    const unknown: { model: Model; digits: number }[] = [];
    for (const line of LINES) {
      if (!isLine(line, dim) || line.layout !== layout || line.order !== order) continue;
      if (dim % 2 && (line.odd === 'zero') !== found.zero) continue;
      const width = dim % 2 === 0 ? dim : line.odd === 'zero' ? dim - 1 : line.odd === 'truncate-next' ? dim + 1 : dim;
      const divisor = line.spacing === 'paper' ? width / 2 : width / 2 - 1;
      const estimated = pairs > 1 && divisor > 0 ? Math.exp(step * divisor) : 10000;
      const base = nearBase(estimated);
      const model = (value: number, rough: boolean): Model => ({
        ...lineModel(line, encodingOf(line, dim, { ...rest, base: value })),
        rough,
      });
      const isKnown = BASES.includes(base);
      if (isKnown) models.push(model(base, odd));
      if (isKnown && Math.abs(estimated / base - 1) < 1e-4) continue;
      const value = Number(estimated.toPrecision(6));
      unknown.push({ model: model(value, true), digits: String(value).length });
    }
    // Any spacing makes the same table with a base of its own: the likeliest is the one with the fewest digits.
    const fewest = Math.min(...unknown.map(({ digits }) => digits));
    models.push(...unknown.filter(({ digits }) => digits === fewest).map(({ model }) => model));
  }
  return models;
}

export const isZero = ({ columns, at }: TableView, row: number): boolean => {
  for (let column = 0; column < columns; ++column) if (at(row, column) !== 0) return false;
  return true;
};

/** The same encoding with angles of few bits. Positions and frequencies are rounded, then their product. */
export function lowPrecision(posenc: Posenc, model: Model, dim: number): Model[] {
  const encoding = model.encoding as SinusoidEncoding;
  if (model.angles || dim % 2 || encoding.padding !== undefined) return [];
  const w = posenc.frequencies(encoding).data;
  const { origin = 0, order = 'sin-cos', layout = 'interleaved' } = encoding;
  const [first, second] = order === 'sin-cos' ? ([0, 1] as const) : ([1, 0] as const);
  const columns = (column: number): Column => {
    if (layout === 'interleaved') return [column >> 1, column % 2 ? second : first];
    return [column % w.length, column < w.length ? first : second];
  };
  return (['bfloat16', 'float16'] as const).flatMap((format) => {
    const round = (x: number) => rounded(x, format);
    const ways: [string, (p: number, w: number) => number][] = [
      [`positions rounded to ${format}`, (p, w) => round(p) * w],
      [`frequencies rounded to ${format}`, (p, w) => p * round(w)],
      [`positions and frequencies rounded to ${format}`, (p, w) => round(p) * round(w)],
      [`positions, frequencies and angles rounded to ${format}`, (p, w) => round(round(p) * round(w))],
    ];
    return ways.map(
      ([word, angle]): Model => ({
        ...model,
        preset: model.preset,
        words: [...model.words, word],
        explained: true,
        angles: { columns, angle: (row, pair) => angle(row + origin, w[pair] as number) },
      }),
    );
  });
}

/** The paper's table with exponents that differ between sine and cosine. e is the exponent of 1/base. */
export function mistakes({ columns: dim }: TableView): Model[] {
  const ways: [string, (column: number) => number][] = [
    ['uses the column j where 2i is meant: cosines have the exponent (2i + 1)/dim', (j) => j / dim],
    ['uses 2j where 2i is meant: exponents 4i/dim for sines, (4i + 2)/dim for cosines', (j) => (2 * j) / dim],
    ['the exponent of cosines is one pair ahead: 2(i + 1)/dim', (j) => (2 * ((j >> 1) + (j & 1))) / dim],
  ];
  return ways.flatMap(([word, exponent]) =>
    [10000, 1000].flatMap((base) =>
      [0, 1].map((origin): Model => {
        const w = Array.from({ length: dim }, (_, j) => base ** -exponent(j));
        return {
          name: 'pytorch',
          encoding: plain<SinusoidEncoding>({ dim, base, origin }),
          words: [word, ...wordsOf(plain<SinusoidEncoding>({ dim, base, origin }))],
          explained: true,
          size: 1,
          angles: {
            angle: (row, j) => (row + origin) * (w[j] as number),
            columns: (j) => [j, j % 2 ? 1 : 0],
          },
        };
      }),
    ),
  );
}

/** Tables over a grid, whose shape is given or square, with rows of 0 before it. */
export function planes(table: TableView, posenc: Posenc): Model[] {
  if (table.grid) return planesOf(table, posenc, table.grid, 0);
  const classRows = classRowsOf(table);
  const side = Math.round(Math.sqrt(table.rows - classRows));
  return side * side === table.rows - classRows ? planesOf(table, posenc, [side, side], classRows) : [];
}

/** Over grids of other shapes that have as many cells. */
export function otherPlanes(table: TableView, posenc: Posenc): Model[] {
  if (table.grid) return [];
  const classRows = classRowsOf(table);
  const cells = table.rows - classRows;
  const heights = Array.from({ length: Math.min(cells >> 1, 1024) }, (_, k) => k + 1);
  return heights
    .filter((height) => height > 1 && cells % height === 0 && height * height !== cells)
    .flatMap((height) => planesOf(table, posenc, [height, cells / height], classRows));
}

function classRowsOf(table: TableView): number {
  let rows = 0;
  while (rows < Math.min(table.rows, 4) && isZero(table, rows)) ++rows;
  return rows;
}

function planesOf(
  { columns: dim }: TableView,
  posenc: Posenc,
  grid: readonly [number, number],
  classRows: number,
): Model[] {
  if (dim < 4 || dim > WIDEST || grid[0] * grid[1] < 2) return [];
  const n = Math.ceil(dim / 4);
  const kept = new Map<string, Float64Array>();
  const frequenciesOf = (axis: SinusoidEncoding) => {
    const key = JSON.stringify(axis);
    const w = kept.get(key) ?? posenc.frequencies(axis).data;
    kept.set(key, w);
    return w;
  };
  return PLANES.flatMap(({ name, first, spacing, layout, blocks, preset }) =>
    GRID_BASES.flatMap((base) =>
      [0, 1].map((origin): Model => {
        const axis = plain({ dim: 2 * n, spacing, layout, base, origin });
        const w = frequenciesOf(axis);
        const encoding = plain<Encoding>({
          kind: 'grid',
          axes: [axis, axis],
          dim: dim === 4 * n ? undefined : dim,
          axisOrder: first === 'row' ? undefined : [1, 0],
          blocks: blocks === 'axis-major' ? undefined : blocks,
          classRows: classRows || undefined,
        });
        const asNamed = preset && base === 10000 && !origin && (!classRows || name === 'mae');
        const call = preset?.replace(/(?:,|$)/, `(${dim},`).replace(/,$/, '');
        const columns = (j: number): Column => {
          const [block, k] = [Math.floor(j / (2 * n)), j % (2 * n)];
          if (blocks === 'function-major') return [k, block as 0 | 1];
          const fn = layout === 'interleaved' ? k % 2 : Math.floor(k / n);
          return [block * n + (layout === 'interleaved' ? k >> 1 : k % n), fn as 0 | 1];
        };
        const angle = (row: number, pair: number) => {
          const isFirst = pair < n;
          const byRow = isFirst === (first === 'row');
          const coordinate = byRow ? Math.floor(row / grid[1]) : row % grid[1];
          return (coordinate + origin) * (w[pair % n] as number);
        };
        return {
          name,
          encoding,
          preset: asNamed ? `presets.${call}${classRows ? `, { classRows: ${classRows} }` : ''})` : undefined,
          words: [
            `a grid of ${grid[0]} x ${grid[1]}, the ${first}'s coordinate first`,
            ...wordsOf(axis).map((word) => word.replace('dim/2', 'dim/4')),
            ...(blocks === 'axis-major' ? [] : ['sines of both coordinates, then cosines']),
            ...(classRows ? [`${classRows} row${classRows > 1 ? 's' : ''} of 0 before the grid`] : []),
          ],
          size: 1,
          classRows,
          angles: { angle, columns },
        };
      }),
    ),
  );
}

/** Cosines or sines alone, for a rotation: row 0 has 1 everywhere, or 0. */
export function rotary(table: TableView, posenc: Posenc): Model[] {
  const { rows, columns: width, at } = table;
  const size = at(0, 0);
  const fn = size === 0 ? 0 : 1;
  for (let column = 0; column < width; ++column) if (Math.abs(at(0, column) - size) > table.tolerance(1)) return [];
  if (rows < 2) return [];
  const forms: [string, number, (column: number) => number][] = [['half width, a column a pair', 2 * width, (j) => j]];
  if (width % 2 === 0) {
    forms.unshift(["full width, halves repeated (pairing 'half')", width, (j) => j % (width / 2)]);
    forms.unshift(["full width, neighbours repeated (pairing 'adjacent')", width, (j) => j >> 1]);
  }
  return forms.flatMap(([word, dim, pairOf]) => {
    let base = 10000;
    for (let j = 0; j < width; ++j) {
      const x = at(1, j) / (size || 1);
      const angle = fn ? Math.acos(x) : Math.asin(x);
      if (pairOf(j) > 0 && angle > 0.02 && angle < 0.9) base = angle ** (-dim / (2 * pairOf(j)));
    }
    return [...new Set([nearBase(base), base])].map((value): Model => {
      const encoding = plain<SinusoidEncoding>({ dim, base: value, valueScale: fn ? size : 1 });
      let w: ArrayLike<number> = [];
      try {
        w = posenc.frequencies(encoding).data;
      } catch {
        // An estimate beyond what a base may be: every value then differs.
      }
      return {
        name: fn ? 'rotary cos' : 'rotary sin',
        encoding,
        words: [word, ...wordsOf(encoding).slice(1)],
        size: fn ? size : 1,
        angles: { angle: (row, pair) => row * (w[pair] as number), columns: (j) => [pairOf(j), fn] },
      };
    });
  });
}
