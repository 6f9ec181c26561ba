// Rotations by several coordinates, and by one where values depend on more than its angles: cosines and sines against the formulas in plain doubles, data against the manual's
// float32 products with them.
import type { Encoding, GridEncoding, RotaryEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { type Evaluated, pointsOf, range, rotation } from './reference.js';
import { posenc } from './support.js';

const { fround } = Math;
const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);
const PAIRINGS = ['adjacent', 'half'] as const;

/** Positions in the caller's form, and the point of each row. */
interface Places {
  readonly name: string;
  readonly positions: unknown;
  readonly shape: number[];
  readonly points: number[][];
}

/** Whole and other numbers, none of them regular. */
const number = (k: number) => ((k * 7919) % 257) / (k % 3 ? 1 : 4) - 30;
const matrix = (rows: number, columns: number) => range(rows).map((r) => range(columns).map((c) => number(r * 8 + c)));

function listed(axes: number, shape: number[]): Places {
  const points = matrix(product(shape), axes);
  return {
    name: `points [${shape}, ${axes}]`,
    positions: { data: points.flat(), shape: [...shape, axes] },
    shape,
    points,
  };
}

function streamed(streams: number, shape: number[]): Places {
  const points = matrix(product(shape), streams);
  const data = range(streams).flatMap((s) => points.map((point) => Math.abs(point[s] as number)));
  return {
    name: `streams [${streams}, ${shape}]`,
    positions: { data, shape: [streams, ...shape] },
    shape,
    points: points.map((point) => point.map(Math.abs)),
  };
}

const cells = (encoding: GridEncoding | Extract<RotaryEncoding, { kind: 'fourier' }>, grid: number[]): Places => ({
  name: `cells [${grid}]`,
  positions: { grid },
  shape: grid,
  points: pointsOf(encoding, grid),
});

const alike = (streams: number): Places => ({
  name: 'all streams alike',
  positions: { start: 3, count: 9 },
  shape: [9],
  points: range(9).map((k) => range(streams).map(() => 3 + k)),
});

/** One coordinate. */
const single = (more: object): [RotaryEncoding, Places[]] => [
  { kind: 'sinusoid', ...more } as RotaryEncoding,
  [[7], [2, 5]].map((shape) => {
    const { points } = listed(1, shape);
    return { name: `a list [${shape}]`, positions: { data: points.flat(), shape }, shape, points };
  }),
];

const streams = (dim: number, sections: number[], more: object = {}): [RotaryEncoding, Places[]] => [
  { kind: 'sinusoid', dim, sections, ...more } as RotaryEncoding,
  [streamed(sections.length, [7]), streamed(sections.length, [2, 5]), alike(sections.length)],
];

function coordinates(encoding: Exclude<RotaryEncoding, { sections?: unknown }>): [RotaryEncoding, Places[]] {
  const axes = typeof encoding.axes === 'number' ? encoding.axes : encoding.axes.length;
  const sizes = [3, 4, 2].slice(0, axes);
  return [encoding, [cells(encoding, sizes), listed(axes, [6]), listed(axes, [2, 5])]];
}

const ENCODINGS = (pairing: (typeof PAIRINGS)[number]): [RotaryEncoding, Places[]][] => [
  single({ dim: 10, xpos: { scaleBase: 64, center: 5 }, pairing }),
  single({ dim: 10, xpos: { scaleBase: -64 }, layout: 'halves', order: 'cos-sin', valueScale: 2, pairing }),
  single({ dim: 16, scaling: { type: 'dynamic', factor: 4, originalLength: 32 }, pairing }),
  single({ dim: 16, scaling: { type: 'yarn', factor: 4, originalLength: 256 }, odd: 'error', pairing }),
  streams(12, [2, 1, 3], { pairing }),
  streams(32, [6, 5, 5], { pairing, sectionOrder: 'interleaved', layout: 'halves', order: 'cos-sin' }),
  streams(32, [4, 6, 6], { pairing, sectionOrder: 'alternating', base: 500000 }),
  streams(24, [4, 3, 2, 3], { pairing, sectionOrder: 'interleaved-fourth', base: 500000, valueScale: 1.5 }),
  streams(16, [4, 4], { pairing, origin: 0.5, scaling: { type: 'dynamic', factor: 2, originalLength: 16 } }),
  coordinates({ kind: 'grid', axes: [{ dim: 8 }, { dim: 4, base: 100 }], pairing }),
  coordinates({
    kind: 'grid',
    axes: [{ dim: 2 }, { dim: 18, coordinates: 'ends', unit: 'half-turn' }, { dim: 6, order: 'cos-sin', scale: 3 }],
    axisOrder: [2, 0, 1],
    blocks: 'function-major',
    dim: 26,
    pairing,
  }),
  coordinates({ kind: 'grid', axes: [{ dim: 20, layout: 'halves' }, { dim: 20 }], blocks: 'frequency-major', pairing }),
  coordinates({
    kind: 'fourier',
    dim: 6,
    axes: 2,
    frequencies: [1, 0.5, -0.25, 0.3, 2, 0.125],
    order: 'cos-sin',
    axisOrder: [1, 0],
    valueScale: 2,
    pairing,
  }),
  coordinates({
    kind: 'fourier',
    dim: 40,
    axes: 3,
    frequencies: range(60).map((k) => 0.9 ** k),
    unit: 'turn',
    coordinates: 'centres',
    pairing,
  }),
];

/** The largest position of a call decides on dynamic scaling. */
const reachOf = (points: number[][]) => Math.max(...points.flat()) + 1;

describe.each(PAIRINGS)('%s', (pairing) => {
  const all = ENCODINGS(pairing).flatMap(([encoding, places]) =>
    places.map((where) => [JSON.stringify(encoding).slice(0, 150), where.name, encoding, where] as const),
  );

  test.each(all)('tables: %s, %s', (_, __, encoding, { positions, shape, points }) => {
    const rows = points.map((point) => rotation(encoding as Evaluated, point, reachOf(points)));
    const n = rows[0]?.cos.length as number;
    for (const form of ['half-width', 'full'] as const) {
      const wide = posenc.rotary(encoding, positions as never, { form, dtype: 'float64' });
      const narrow = posenc.rotary(encoding, positions as never, { form });
      for (const which of ['cos', 'sin'] as const) {
        const wanted = rows.flatMap((row) => {
          const values = row[which];
          if (form === 'half-width') return values;
          return pairing === 'half' ? [...values, ...values] : values.flatMap((value) => [value, value]);
        });
        expect(wide[which].shape).toEqual([...shape, form === 'full' ? 2 * n : n]);
        expect(narrow[which].shape).toEqual(wide[which].shape);
        expect(wide[which].data).toHaveLength(wanted.length);
        // The reference's angles reach 2000 and are as good as doubles are there.
        wanted.forEach((value, k) => {
          expect(Math.abs((wide[which].data[k] as number) - value)).toBeLessThan(2e-12);
        });
        wanted.forEach((value, k) => {
          const error = Math.abs((narrow[which].data[k] as number) - value);
          expect(error).toBeLessThanOrEqual(Math.abs(value) * 2 ** -24 + 2e-12);
        });
      }
    }
  });

  test.each(all)('data: %s, %s', (_, __, encoding, { positions, shape, points }) => {
    const cosines = posenc.rotary(encoding, positions as never).cos.data;
    const sines = posenc.rotary(encoding, positions as never).sin.data;
    const n = cosines.length / points.length;
    const channel = (i: number, second: number) => (pairing === 'half' ? i + second * n : 2 * i + second);
    const isGrid = typeof positions === 'object' && positions !== null && 'grid' in positions;
    const batch = isGrid || shape.length === 1 ? 2 : (shape[0] as number);
    const length = isGrid ? points.length : (shape.at(-1) as number);
    const own = !isGrid && shape.length > 1;
    const width = 2 * n + 3;
    for (const heads of [1, 3]) {
      for (const inverse of [false, true]) {
        const size = [batch, length, heads, width];
        const before = Float32Array.from({ length: product(size) }, (_, k) => number(k));
        const after = before.slice();
        for (let at = 0, vector = 0; at < after.length; at += width, ++vector) {
          const place = Math.floor(vector / heads);
          const row = own ? place : place % length;
          for (let i = 0; i < n; ++i) {
            const c = cosines[row * n + i] as number;
            const s = (inverse ? -1 : 1) * (sines[row * n + i] as number);
            const first = at + 2 + channel(i, 0);
            const second = at + 2 + channel(i, 1);
            const [x, y] = [before[first] as number, before[second] as number];
            after[first] = fround(c * x) - fround(s * y);
            after[second] = fround(s * x) + fround(c * y);
          }
        }
        const options = { shape: size, sequenceAxis: 1, firstChannel: 2, inverse };
        const result = posenc.rotate(encoding, positions as never, before, options);
        expect(result.data).toBe(before);
        expect(Buffer.compare(Buffer.from(before.buffer), Buffer.from(after.buffer))).toBe(0);
      }
    }
  });
});

test('grids of more rows than fit into the module at once', () => {
  const encoding: GridEncoding = { kind: 'grid', axes: [{ dim: 128 }, { dim: 128 }], pairing: 'half' };
  const grid = [50, 60];
  const { cos, sin } = posenc.rotary(encoding, { grid });
  const x = new Float32Array(2 * 3000 * 256).fill(1);
  posenc.rotate(encoding, { grid }, x, { shape: [2, 3000, 256] });
  for (const row of [0, 1, 255, 256, 257, 511, 512, 1024, 2047, 2999]) {
    const wanted = rotation(encoding, [Math.floor(row / 60), row % 60]);
    for (let i = 0; i < 128; ++i) {
      expect(cos.data[row * 128 + i]).toBeCloseTo(wanted.cos[i] as number, 6);
      expect(sin.data[row * 128 + i]).toBeCloseTo(wanted.sin[i] as number, 6);
      const turned = fround(cos.data[row * 128 + i] as number) - fround(sin.data[row * 128 + i] as number);
      for (const batch of [0, 3000]) expect(x[(batch + row) * 256 + i]).toBe(fround(turned));
    }
  }
});

const grid = (more: object): Encoding => ({ kind: 'grid', axes: [{ dim: 4 }, { dim: 4 }], ...more }) as Encoding;
const fourier = (more: object): Encoding =>
  ({ kind: 'fourier', dim: 4, axes: 2, frequencies: [1, 2, 3, 4], ...more }) as Encoding;
const sections = (more: object): Encoding => ({ kind: 'sinusoid', dim: 8, sections: [2, 1, 1], ...more }) as Encoding;
const six = { data: [1, 2, 3, 4, 5, 6], shape: [3, 2] };

test.each<[string, Encoding, unknown, string]>([
  ['identity', grid({ identity: true }), six, 'invalid identity: true (none in rotations)'],
  ['identity', fourier({ identity: true }), six, 'invalid identity: true (none in rotations)'],
  ['class rows', grid({ classRows: 1 }), six, 'invalid classRows: 1 (0 in rotations)'],
  [
    'an odd axis',
    grid({ axes: [{ dim: 4 }, { dim: 3 }] }),
    six,
    'invalid axes[1]: 3 (an even dim, the channels that are rotated)',
  ],
  ['columns cut off', grid({ dim: 6 }), six, 'invalid dim: 6 (8, the channels that all axes rotate)'],
  ['columns of 0', grid({ dim: 10 }), six, 'invalid dim: 10 (8, the channels that all axes rotate)'],
  ['an odd dim', sections({ dim: 7 }), six, 'invalid dim: 7 (an even number, the channels that are rotated)'],
  [
    'one stream too few',
    sections({}),
    { data: [1, 2, 3, 4], shape: [2, 2] },
    'invalid shape[0]: 2 (3, the position streams)',
  ],
  ['pairing', grid({ pairing: 'both' }), six, "invalid pairing: 'both' ('adjacent' or 'half')"],
  ['pairing', fourier({ pairing: 'both' }), six, "invalid pairing: 'both' ('adjacent' or 'half')"],
  ['pairing', sections({ pairing: 'both' }), six, "invalid pairing: 'both' ('adjacent' or 'half')"],
  [
    'a learned table',
    { kind: 'learned', dim: 4, length: 9 } as Encoding,
    six,
    "invalid kind: 'learned' ('sinusoid', 'grid' or 'fourier')",
  ],
])('%s cannot rotate: %j', (_, encoding, positions, message) => {
  const x = new Float32Array(48).fill(7);
  const into = { cos: new Float32Array(48).fill(7), sin: new Float32Array(48).fill(7) };
  const error = (work: () => unknown) => {
    try {
      work();
    } catch (thrown) {
      return thrown instanceof RangeError ? thrown.message : String(thrown);
    }
    return 'no error';
  };
  expect(error(() => posenc.rotary(encoding as never, positions as never, { into }))).toBe(message);
  expect(error(() => posenc.rotate(encoding as never, positions as never, x, { shape: [3, 16] }))).toBe(message);
  expect(new Set([...x, ...into.cos, ...into.sin])).toEqual(new Set([7]));
});

test('a grid takes one step of the sequence axis a cell, whatever its shape', () => {
  const encoding: GridEncoding = { kind: 'grid', axes: [{ dim: 4 }, { dim: 4 }] };
  const x = new Float32Array(3 * 12 * 8);
  posenc.rotate(encoding, { grid: [4, 3] }, x, { shape: [3, 12, 8] });
  expect(() => posenc.rotate(encoding, { grid: [4, 3] }, x, { shape: [4, 3, 24] })).toThrow(
    'invalid positions.length: 12 (3, one a step of the sequence axis in each row)',
  );
  // A batch of points has as many sequences as the data.
  const batch = { data: new Float64Array(24 * 2), shape: [2, 12, 2] };
  expect(() => posenc.rotate(encoding, batch, x, { shape: [3, 12, 8] })).toThrow('invalid positions.shape: 2 (1 row');
});
