// Tables as other code makes them, written here in plain doubles, and what `identify` says of them.
import { type Identification, type IdentifyOptions, identify, presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { bitsOf, posenc } from './support.js';

const range = (count: number) => Array.from({ length: count }, (_, k) => k);
type Row = number[];
const table = (rows: number, row: (p: number) => Row) => {
  const all = range(rows).map(row);
  return { data: Float32Array.from(all.flat()), shape: [rows, (all[0] as Row).length] };
};
const pairs = (p: number, w: number[], layout = 'interleaved', order = 'sin-cos'): Row => {
  const one = (f: (x: number) => number) => w.map((value) => f(p * value));
  const [a, b] = order === 'sin-cos' ? [one(Math.sin), one(Math.cos)] : [one(Math.cos), one(Math.sin)];
  return layout === 'halves' ? [...a, ...b] : a.flatMap((value, i) => [value, b[i] as number]);
};
const paper = (d: number, base = 10000) => range(Math.floor(d / 2)).map((i) => base ** ((-2 * i) / d));
const endpoint = (d: number, base = 10000) => range(d / 2).map((i) => base ** (-i / (d / 2 - 1)));

const best = ({ matches }: Identification) => matches[0] ?? expect.fail('no match');
const words = (found: Identification) => best(found).words.join('; ');
const look = (given: { data: Float32Array | Uint16Array; shape: number[] }, options: IdentifyOptions = {}) =>
  posenc.identify(given, options);

describe('conventions of one axis', () => {
  test('the tutorial', () => {
    const found = look(table(300, (p) => pairs(p, paper(64))));
    expect(found.verdict).toBe('exact');
    expect(best(found)).toMatchObject({ name: 'pytorch', preset: 'presets.pytorch(64)', encoding: { dim: 64 } });
    expect(best(found).largestDifference).toBeLessThan(6e-8);
    expect(words(found)).toContain('interleaved layout');
    expect(found.text).toMatch(/^pytorch \(interleaved layout.*largest difference/);
    expect(
      identify(
        posenc,
        table(300, (p) => pairs(p, paper(64))),
      ),
    ).toEqual(found);
  });
  test('one wrong value counts in the difference of every match', () => {
    const wrong = table(64, (p) => pairs(p, paper(32)).map((value, j) => (p === 20 && j === 5 ? 9 : value)));
    const { matches, verdict } = look(wrong);
    expect(verdict).toBe('near');
    expect(matches.length).toBeGreaterThan(2);
    for (const { largestDifference, at } of matches) {
      expect(largestDifference).toBeGreaterThan(7.9);
      expect(at).toEqual([20, 5]);
    }
  });
  test('halves, as Marian', () => {
    const found = look(table(300, (p) => pairs(p, paper(64), 'halves')));
    expect(best(found)).toMatchObject({ name: 'marian', preset: 'presets.marian(64)' });
    expect([found.verdict, words(found)]).toEqual(['exact', expect.stringContaining('halves layout')]);
  });
  test('endpoint: tensor2tensor, Whisper and fairseq are one', () => {
    const found = look(table(1500, (p) => pairs(p, endpoint(384), 'halves')));
    expect(found.verdict).toBe('exact');
    expect(found.matches.slice(0, 3).map(({ name }) => name)).toEqual(['tensor2tensor', 'whisper', 'fairseq']);
    expect(words(found)).toContain('endpoint frequencies');
    expect(found.text).not.toContain('Ambiguous');
  });
  test('cosine first, as diffusion models have it', () => {
    const found = look(table(1000, (p) => pairs(p, paper(320), 'halves', 'cos-sin')));
    expect(best(found)).toMatchObject({ name: 'timesteps', encoding: { layout: 'halves', order: 'cos-sin' } });
    expect(words(found)).toContain('cosine first');
  });
  test.each([
    [1, 10000],
    [2, 1000],
    [5, 500000],
    [0, 2345.5],
    [17.5, 10000],
  ])('origin %d, base %d', (origin, base) => {
    const found = look(table(400, (p) => pairs(p + origin, paper(32, base))));
    expect(found.verdict).toBe('exact');
    const { encoding } = best(found) as { encoding: { base?: number; origin?: number } };
    expect(encoding.base ?? 10000).toBeCloseTo(base, base === 2345.5 ? 0 : 9);
    expect(encoding.origin ?? 0).toBeCloseTo(origin, 6);
    if (origin) expect(words(found)).toContain(`starts at ${origin}`);
    if (base !== 10000) expect(words(found)).toContain('base ');
  });
  test("Keras' and Hugging Face's odd widths, tensor2tensor's column of 0, tatp22's law of dim + 1", () => {
    const five = (w: (i: number) => number) => (p: number) =>
      [0, 1, 2].flatMap((i) => [Math.sin(p * w(i)), Math.cos(p * w(i))]).slice(0, 5);
    const keras = look(
      table(
        50,
        five((i) => 10000 ** ((-2 * i) / 5)),
      ),
    );
    expect([keras.verdict, best(keras).name, words(keras)]).toEqual([
      'exact',
      'pytorch',
      expect.stringContaining('dropped'),
    ]);
    const tatp22 = look(
      table(
        50,
        five((i) => 10000 ** ((-2 * i) / 6)),
      ),
    );
    expect([tatp22.verdict, best(tatp22).name, best(tatp22).encoding]).toEqual([
      'exact',
      'tatp22',
      { dim: 5, odd: 'truncate-next' },
    ]);
    const marian = look(
      table(50, (p) => [
        ...[0, 1, 2].map((i) => Math.sin(p * 10000 ** ((-2 * i) / 5))),
        ...[0, 1].map((i) => Math.cos(p * 10000 ** ((-2 * i) / 5))),
      ]),
    );
    expect([marian.verdict, best(marian).name]).toEqual(['exact', 'marian']);
    const zero = look(table(50, (p) => [...pairs(p, [1, 0.01, 0.0001], 'halves'), 0]));
    expect([zero.verdict, best(zero).name, words(zero)]).toEqual([
      'exact',
      'tensor2tensor',
      expect.stringContaining('a last column of 0'),
    ]);
  });
  test("fairseq's padding row", () => {
    const found = look(table(40, (p) => (p === 1 ? range(16).map(() => 0) : pairs(p, endpoint(16), 'halves'))));
    expect(found.matches.find(({ name }) => name === 'fairseq')?.preset).toBe('presets.fairseq(16, { padding: 1 })');
    expect([found.verdict, words(found)]).toEqual(['exact', expect.stringContaining('padding')]);
  });
  test('scales of values and positions', () => {
    const mlx = look(table(100, (p) => pairs(p, endpoint(32), 'halves').map((x) => x * Math.sqrt(2 / 32))));
    expect([mlx.verdict, words(mlx)]).toEqual(['exact', expect.stringContaining('values times sqrt(2/32)')]);
    const turns = look(table(100, (p) => pairs(p * 0.5, paper(32))));
    expect([turns.verdict, words(turns)]).toEqual(['exact', expect.stringContaining('positions times 1/2')]);
  });
  test('leading axes of 1, bits of 16, float64', () => {
    const { data, shape } = table(100, (p) => pairs(p, paper(16)));
    expect(posenc.identify(data, { shape: [1, 1, ...shape] }).verdict).toBe('exact');
    for (const dtype of ['bfloat16', 'float16'] as const) {
      const bits = Uint16Array.from(
        range(1600).map((k) => bitsOf(pairs(Math.floor(k / 16), paper(16))[k % 16] as number, dtype)),
      );
      const found = posenc.identify({ data: bits, shape, dtype });
      expect([found.verdict, best(found).name, words(found)]).toEqual([
        'exact',
        'pytorch',
        expect.stringContaining(`rounded to ${dtype}`),
      ]);
    }
    const wide = posenc.identify({ data: Float64Array.from(range(100).flatMap((p) => pairs(p, paper(16)))), shape });
    expect([wide.verdict, best(wide).name]).toEqual(['exact', 'pytorch']);
    expect(posenc.identify(Array.from(data), { shape }).verdict).toBe('exact');
  });
  test('the call of a preset makes the encoding', () => {
    const calls: string[] = [];
    const given = [
      presets.pytorch(12),
      presets.marian(12),
      presets.whisper(12, { maxTimescale: 500 }),
      presets.tensor2tensor(7, { startIndex: 2 }),
      presets.fairseq(12, { padding: 1 }),
    ];
    for (const encoding of given) {
      const table = posenc.encode(encoding, 40);
      const { matches } = posenc.identify(table);
      for (const { preset, largestDifference } of matches.slice(0, 3)) {
        if (largestDifference > 1e-7 || !preset?.match(/pytorch|marian|whisper|tensor2tensor|fairseq/)) continue;
        calls.push(preset);
        const made = new Function('presets', `return ${preset}`)(presets);
        expect(posenc.encode(made, 40).data).toEqual(table.data);
      }
    }
    expect(calls).toEqual(
      expect.arrayContaining([
        'presets.pytorch(12)',
        'presets.marian(12)',
        'presets.whisper(12, { maxTimescale: 500 })',
        'presets.tensor2tensor(7, { startIndex: 2 })',
        'presets.fairseq(12, { padding: 1 })',
      ]),
    );
  });
  test('a result as it is', () => {
    expect(posenc.identify(posenc.encode({ dim: 12, layout: 'halves' }, 50)).matches[0]?.name).toBe('marian');
  });
});

describe('mistakes', () => {
  test.each([
    ['i where 2i is meant', (j: number) => (j >> 1) / 64, 'exact', 'uses i where 2i is meant'],
    ['4i where 2i is meant', (j: number) => (4 * (j >> 1)) / 64, 'exact', 'exponent doubled'],
    ['the column in place of 2i', (j: number) => j / 64, 'near', 'uses the column j where 2i is meant'],
    ['twice the column', (j: number) => (2 * j) / 64, 'near', 'uses 2j where 2i is meant'],
    ['cosines one pair ahead', (j: number) => (2 * ((j + 1) >> 1)) / 64, 'near', 'one pair ahead'],
  ] as const)('%s', (_, exponent, verdict, word) => {
    const found = look(
      table(300, (p) => range(64).map((j) => (j % 2 ? Math.cos : Math.sin)(p * 10000 ** -exponent(j)))),
    );
    expect([found.verdict, words(found)]).toEqual([verdict, expect.stringContaining(word)]);
    expect(best(found).name).toBe('pytorch');
    expect(best(found).largestDifference).toBeLessThan(1e-7);
  });
  test('base 1000 and cosines one pair ahead', () => {
    const found = look(
      table(300, (p) => range(64).map((j) => (j % 2 ? Math.cos : Math.sin)(p * 1000 ** ((-2 * ((j + 1) >> 1)) / 64)))),
    );
    expect(words(found)).toMatch(/one pair ahead.*base 1000/);
  });
  test('float32 arithmetic: differences grow with the position', () => {
    const f = Math.fround;
    const w = range(64).map((i) => f(Math.exp(f(2 * i * f(-Math.log(10000) / 128)))));
    const found = look(table(5000, (p) => w.flatMap((x) => [Math.sin(f(p * x)), Math.cos(f(p * x))])));
    expect([found.verdict, best(found).name, words(found)]).toEqual([
      'near',
      'pytorch',
      expect.stringContaining('float32 arithmetic'),
    ]);
  });
  test("float32 of a small table is not taken for few bits: tensor2tensor's own arithmetic", () => {
    const f = Math.fround;
    const w = range(5).map((i) => f(Math.exp(f(-i * f(Math.log(1000) / 4)))));
    const found = look(table(8, (p) => [...w.map((x) => Math.sin(f(p * x))), ...w.map((x) => Math.cos(f(p * x)))]));
    expect(best(found).name).toBe('tensor2tensor');
    expect(words(found)).not.toContain('rounded to bfloat16');
  });
  const bfloat16 = (x: number) => {
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, bitsOf(x, 'bfloat16') << 16);
    return view.getFloat32(0);
  };
  /** Of whole numbers from 0 to 4095: even ones from 2048, ties to multiples of 4. */
  const half = (x: number) => (x < 2048 || x % 2 === 0 ? x : x % 4 === 1 ? x - 1 : x + 1);
  test('positions in bfloat16 collide from row 257', () => {
    const found = look(table(600, (p) => pairs(bfloat16(p), paper(64))));
    expect([found.verdict, best(found).name]).toEqual(['near', 'pytorch']);
    expect(words(found)).toMatch(/positions rounded to bfloat16.*rows 257 and 256 are equal/);
  });
  test('positions in float16 collide from row 2049', () => {
    const found = look(table(2400, (p) => pairs(half(p), paper(16), 'halves')));
    expect([found.verdict, best(found).name]).toEqual(['near', 'marian']);
    expect(words(found)).toMatch(/positions rounded to float16.*rows 2049 and 2048 are equal/);
  });
  test('a module in bfloat16 altogether', () => {
    const all = table(600, (p) =>
      paper(64).flatMap((w) => [Math.sin, Math.cos].map((f) => bfloat16(f(bfloat16(bfloat16(p) * bfloat16(w)))))),
    );
    const found = look(all);
    expect([found.verdict, best(found).name]).toEqual(['near', 'pytorch']);
    expect(words(found)).toContain('positions, frequencies and angles rounded to bfloat16');
  });
  test('frequencies in bfloat16', () => {
    const found = look(table(600, (p) => pairs(p, paper(64).map(bfloat16))));
    expect([found.verdict, words(found)]).toEqual(['near', expect.stringContaining('frequencies rounded to bfloat16')]);
  });
  test('cosines for a rotation with positions in bfloat16, neighbours repeated', () => {
    const found = look(
      table(600, (p) => paper(64).flatMap((w) => [Math.cos(bfloat16(p) * w), Math.cos(bfloat16(p) * w)])),
    );
    expect([found.verdict, best(found).name, best(found).encoding]).toEqual(['near', 'rotary cos', { dim: 64 }]);
    expect(words(found)).toMatch(/neighbours repeated.*positions rounded to bfloat16.*rows 257 and 256 are equal/);
  });
  test.each([3, 333])('one wrong value, in row %d', (row) => {
    const wrong = table(600, (p) => pairs(p, paper(64)));
    wrong.data[64 * row + 5] = -2;
    const found = look(wrong);
    expect([found.verdict, best(found).name, best(found).at, words(found)]).toEqual([
      'near',
      'pytorch',
      [row, 5],
      expect.stringContaining('1 of 38400 values'),
    ]);
  });
  test('transposed', () => {
    const { data } = table(100, (p) => pairs(p, paper(32)));
    const turned = Float32Array.from(range(3200), (k) => data[(k % 100) * 32 + Math.floor(k / 100)] as number);
    const found = look({ data: turned, shape: [32, 100] });
    expect([found.verdict, best(found).name, words(found)]).toEqual([
      'exact',
      'pytorch',
      expect.stringContaining('transposed'),
    ]);
  });
});

describe('grids', () => {
  const axis = (x: number, d: number, layout = 'halves', w = paper(d)) => pairs(x, w, layout);
  const grid = (h: number, w: number, cell: (y: number, x: number) => Row) =>
    table(h * w, (k) => cell(Math.floor(k / w), k % w));
  test.each([
    ['mae', (y: number, x: number) => [...axis(x, 16), ...axis(y, 16)]],
    [
      'bigVision',
      (y: number, x: number) => [...axis(x, 16, 'halves', endpoint(16)), ...axis(y, 16, 'halves', endpoint(16))],
    ],
    [
      'timmSincos2d',
      (y: number, x: number) =>
        [Math.sin, Math.cos].flatMap((f) => [y, x].flatMap((p) => paper(16).map((w) => f(p * w)))),
    ],
    ['timmSincos2d', (y: number, x: number) => [...axis(y, 16), ...axis(x, 16)]],
    ['tatp22Grid', (y: number, x: number) => [...axis(y, 16, 'interleaved'), ...axis(x, 16, 'interleaved')]],
  ])('%s, square and of a given shape', (name, cell) => {
    const square = look(grid(7, 7, cell));
    expect([square.verdict, best(square).name]).toEqual(['exact', name]);
    const { data, shape } = grid(3, 5, cell);
    expect(words(look({ data, shape }))).toContain('a grid of 3 x 5');
    const given = look({ data, shape: [3, 5, 32] });
    expect([given.verdict, best(given).name, words(given)]).toEqual(['exact', name, expect.stringContaining('3 x 5')]);
  });
  test("MAE's class row", () => {
    const { data } = grid(6, 6, (y, x) => [...axis(x, 16), ...axis(y, 16)]);
    const found = look({ data: Float32Array.from([...range(32).map(() => 0), ...data]), shape: [37, 32] });
    expect(best(found).preset).toBe('presets.mae(32, { classRows: 1 })');
    expect([found.verdict, best(found).encoding]).toEqual([
      'exact',
      expect.objectContaining({ kind: 'grid', classRows: 1, axisOrder: [1, 0] }),
    ]);
  });
});

describe('rotary tables', () => {
  const w = paper(64, 500000);
  test.each(['float16', 'bfloat16'] as const)('caches in %s, as models have them', (dtype) => {
    for (const dim of [8, 64, 128])
      for (const base of [10000, 500000]) {
        const { cos, sin } = posenc.rotary({ dim, base, pairing: 'half' }, 300, { form: 'full', dtype });
        for (const [name, cache] of [
          ['rotary cos', cos],
          ['rotary sin', sin],
        ] as const) {
          const found = identify(posenc, cache);
          const expected = base === 10000 ? { dim } : { dim, base };
          expect([found.verdict, best(found).name, best(found).encoding]).toEqual(['exact', name, expected]);
        }
      }
  });
  test.each([
    ['half width', (f: (x: number) => number, p: number) => w.map((x) => f(p * x))],
    ["pairing 'half'", (f: (x: number) => number, p: number) => [...w, ...w].map((x) => f(p * x))],
    ["pairing 'adjacent'", (f: (x: number) => number, p: number) => w.flatMap((x) => [f(p * x), f(p * x)])],
  ])('%s', (word, row) => {
    for (const [name, f] of [
      ['rotary cos', Math.cos],
      ['rotary sin', Math.sin],
    ] as const) {
      const found = look(table(200, (p) => row(f, p)));
      expect([found.verdict, best(found).name, best(found).encoding]).toEqual([
        'exact',
        name,
        { dim: 64, base: 500000 },
      ]);
      expect(words(found)).toContain(word);
    }
  });
});

describe('none of them', () => {
  /** Marsaglia's xorshift, and the sum of twelve. */
  const random = (seed: number) => {
    let x = seed;
    return () => {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      return (x >>> 0) / 2 ** 32;
    };
  };
  const normal = (draw: () => number) => range(12).reduce((sum) => sum + draw(), -6);
  test('small normal values: learned', () => {
    const draw = random(7);
    const found = look(table(128, () => range(64).map(() => 0.02 * normal(draw))));
    expect(found.verdict).toBe('learned');
    expect(found.text).toContain('Learned, or random');
  });
  test.each([1e-40, 1e-300])('random values of the size %d are no convention times a small number', (size) => {
    const draw = random(7);
    expect(look(table(10, () => range(64).map(() => size * normal(draw)))).verdict).not.toMatch(/exact|near/);
  });
  test('large noise, a ramp, squares', () => {
    const draw = random(9);
    expect(look(table(128, () => range(64).map(() => normal(draw)))).verdict).toBe('none');
    expect(look(table(64, (p) => range(32).map((j) => p + j / 7))).verdict).toBe('none');
    expect(look(table(64, (p) => range(32).map((j) => Math.sin(p * p * 0.1 + j)))).verdict).toBe('none');
  });
  test('a constant, NaN and infinity are told with their place', () => {
    expect(look(table(10, () => range(8).map(() => 3))).text).toBe('Constant: every value is 3.');
    const holed = table(10, (p) => pairs(p, paper(8)));
    holed.data[8 * 4 + 3] = Number.NaN;
    holed.data[8 * 6] = Number.POSITIVE_INFINITY;
    expect(look(holed)).toEqual({
      matches: [],
      verdict: 'none',
      text: '2 of 80 values are not finite, the first at row 4, column 3.',
    });
  });
  test.each([0, 5, 40])(
    'few values that are not finite or wild, from row %i on, do not hide what the others are',
    (row) => {
      const holed = table(100, (p) => pairs(p, paper(64)));
      holed.data[row * 64 + 9] = Number.NaN;
      holed.data[row * 64 + 100] = Number.NEGATIVE_INFINITY;
      holed.data[row * 64 + 201] = 2 ** 100;
      const found = look(holed);
      expect(found.verdict).toBe('near');
      expect(best(found)).toMatchObject({ name: 'pytorch', largestDifference: 2 ** 100, at: [row + 3, 9] });
      expect(best(found).words).toContain('3 of 6400 values differ by more than rounding');
      expect(found.text).toContain(`2 of 6400 values are not finite, the first at row ${row}, column 9.`);
    },
  );
});

test('tables with more rows or columns than an encoding may have', () => {
  const values = Float32Array.from({ length: 280_000 }, (_, k) => Math.sin(k * k * 0.37) * 3);
  expect(look({ data: values, shape: [70_000, 4] }).verdict).toBe('none');
  expect(look({ data: values, shape: [4, 70_000] }).verdict).toBe('none');
});

describe('small tables', () => {
  test('1 x 8 says what it cannot tell', () => {
    const found = look(table(1, (p) => pairs(p, paper(8))));
    expect([found.verdict, best(found).name]).toEqual(['exact', 'pytorch']);
    expect(found.text).toContain('Ambiguous');
  });
  test('a single column begins with 0 without padding', () => {
    const found = look(table(100, (p) => [Math.sin(p)]));
    expect([found.verdict, best(found).encoding]).toEqual(['exact', { dim: 1 }]);
    expect(look(table(1, () => [0])).text).not.toContain('padding');
  });
  test('2 x 2', () => {
    const found = look(table(2, (p) => pairs(p, paper(2))));
    expect(found.verdict).toBe('exact');
    expect(found.text).toContain('Ambiguous');
  });
  test.each([
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 3],
    [1, 3],
  ])('%d x %d does not fail', (rows, dim) => {
    const found = look({ data: Float32Array.from(range(rows * dim), (k) => Math.sin(k * k)), shape: [rows, dim] });
    expect(['exact', 'near', 'learned', 'none']).toContain(found.verdict);
  });
});

test('large tables: a part is compared with all candidates', () => {
  const big = posenc.encode({ dim: 512, spacing: 'endpoint', layout: 'halves', origin: 1 }, 20_000);
  const before = performance.now();
  const found = posenc.identify(big);
  console.log(`identify 20000 x 512: ${(performance.now() - before).toFixed(0)} ms`);
  expect([found.verdict, words(found)]).toEqual(['exact', expect.stringContaining('starts at 1')]);
});

test.each([
  [undefined, {}, 'TypeError: invalid table: undefined (an object)'],
  [new Float32Array(8), {}, 'TypeError: invalid shape: undefined (an array of numbers)'],
  [
    new Float32Array(8),
    { shape: [2, 5] },
    'RangeError: invalid shape: [2, 5] (sizes whose product is 8, the number of values)',
  ],
  [new Float32Array(8), { shape: [8] }, 'RangeError: invalid shape: [8] ([rows, dim] or'],
  [new Float32Array(0), { shape: [0, 4] }, 'RangeError: invalid shape: [0, 4] ([rows, dim] or'],
  [new Float32Array(16), { shape: [2, 2, 2, 2] }, 'RangeError: invalid shape: [2, 2, 2, 2] ([rows, dim]'],
  [new Uint16Array(8), { shape: [2, 4] }, "TypeError: invalid dtype: undefined ('float16' or 'bfloat16'"],
  [new Float32Array(8), { shape: [2, 4], dim: 4 }, "TypeError: invalid options: unknown key 'dim'"],
])('%s %o is refused', (given, options, message) => {
  expect(() => posenc.identify(given as never, options as never)).toThrow();
  try {
    posenc.identify(given as never, options as never);
  } catch (error) {
    expect(String(error)).toContain(message);
  }
});
