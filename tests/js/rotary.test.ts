import type { SinusoidEncoding } from 'posenc';
import { permutePairing } from 'posenc';
import { describe, expect, test } from 'vitest';
import { bitsOf, distance, errorOf, firstDifference, golden, posenc } from './support.js';

const { fround } = Math;

/** Numbers of a fixed, irregular sequence in [-4, 4). */
function numbers(length: number, seed = 12345): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 29 - 4;
  });
}

/** The encoding as `encode` writes it with all cosines first, then all sines: rotations must have these bits. */
const columns = ({ pairing: _, ...encoding }: SinusoidEncoding): SinusoidEncoding => ({
  ...encoding,
  layout: 'halves',
  order: 'cos-sin',
  odd: 'truncate',
});

/** From `beyond` on infinity is nearest; there is one NaN. */
const to16 = (format: 'float16' | 'bfloat16', beyond: number, infinity: number, nan: number) => (value: number) => {
  if (Number.isNaN(value)) return nan;
  return Math.abs(value) < beyond ? bitsOf(value, format) : value < 0 ? infinity + 0x8000 : infinity;
};
const toFloat16 = to16('float16', 65520, 0x7c00, 0x7e00);
const toBfloat16 = to16('bfloat16', 2 ** 128 - 2 ** 119, 0x7f80, 0x7fc0);
const fromFloat16 = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
};
const fromBfloat16 = (bits: number): number => new Float32Array(new Uint32Array([bits * 65536]).buffer)[0] as number;

interface Case {
  shape: number[];
  axis: number;
  inverse?: boolean;
  firstChannel?: number;
  batched?: boolean;
}

/** Every element as the manual says it: float32 products and sums. */
function rotated(encoding: SinusoidEncoding, positions: number[], x: ArrayLike<number>, c: Case): Float32Array {
  const { shape, axis, inverse = false, firstChannel = 0, batched = false } = c;
  const n = encoding.dim / 2;
  const table = posenc.encode(columns(encoding), positions).data;
  const width = shape.at(-1) as number;
  const out = Float32Array.from(x);
  const strides = shape.map((_, k) => shape.slice(k + 1).reduce((a, b) => a * b, 1));
  for (let at = 0; at < out.length; at += width) {
    const index = (k: number) => Math.floor(at / (strides[k] as number)) % (shape[k] as number);
    const row = (batched ? index(0) * (shape[axis] as number) : 0) + index(axis);
    for (let i = 0; i < n; ++i) {
      const [p, q] = encoding.pairing === 'half' ? [i, n + i] : [2 * i, 2 * i + 1];
      const cos = table[row * 2 * n + i] as number;
      const sin = (inverse ? -1 : 1) * (table[row * 2 * n + n + i] as number);
      const a = x[at + firstChannel + p] as number;
      const b = x[at + firstChannel + q] as number;
      out[at + firstChannel + p] = fround(cos * a) - fround(sin * b);
      out[at + firstChannel + q] = fround(sin * a) + fround(cos * b);
    }
  }
  return out;
}

const PAIRINGS = ['adjacent', 'half'] as const;

describe.each(PAIRINGS)('%s', (pairing) => {
  const encodings: SinusoidEncoding[] = [
    { dim: 2, pairing },
    { dim: 12, pairing, base: 500000 },
    { dim: 64, pairing, origin: 0.5, scale: 0.25 },
    { dim: 80, pairing, valueScale: 1.2, padding: 3 },
    { dim: 128, pairing, spacing: 'endpoint' },
    { dim: 130, pairing, layout: 'halves', order: 'cos-sin', odd: 'error' },
  ];

  test.each(encodings)('tables of %o are the columns of encode', (encoding) => {
    const n = encoding.dim / 2;
    for (const dtype of ['float32', 'float64', 'float16', 'bfloat16'] as const) {
      for (const positions of [70, { start: -9, count: 40 }, { start: 1e6, step: 3, count: 9 }, [0.5, 7, 1e9, -3, 3]]) {
        const { data, shape } = posenc.encode(columns(encoding), positions, { dtype });
        const count = shape[0] as number;
        const half = posenc.rotary(encoding, positions, { dtype });
        const full = posenc.rotary(encoding, positions, { dtype, form: 'full' });
        expect(half.cos.shape).toEqual([count, n]);
        expect(half.sin.shape).toEqual([count, n]);
        expect(full.cos.shape).toEqual([count, 2 * n]);
        expect(full.sin.dtype).toBe(dtype);
        for (const [name, first] of [
          ['cos', 0],
          ['sin', n],
        ] as const) {
          const wanted = half[name].data.map((_, k) => data[Math.floor(k / n) * 2 * n + first + (k % n)] as number);
          expect(firstDifference(half[name].data, wanted)).toBe(-1);
          const doubled = full[name].data.map((_, k) => {
            const [row, channel] = [Math.floor(k / (2 * n)), k % (2 * n)];
            return wanted[row * n + (pairing === 'half' ? channel % n : channel >> 1)] as number;
          });
          expect(firstDifference(full[name].data, doubled)).toBe(-1);
        }
      }
    }
  });

  const cases: [string, Case][] = [
    ['[B,H,S,D]', { shape: [2, 3, 37, 160], axis: 2 }],
    ['[B,S,H,D]', { shape: [2, 37, 3, 160], axis: 1, firstChannel: 13 }],
    ['[S,B,H,D]', { shape: [37, 2, 3, 160], axis: 0, inverse: true }],
    ['[S,D]', { shape: [300, 130], axis: 0 }],
    ['[B,H,S,D], positions a batch', { shape: [3, 2, 19, 160], axis: 2, batched: true, firstChannel: 30 }],
    ['[B,S,H,D], positions a batch', { shape: [3, 19, 5, 160], axis: 1, batched: true, inverse: true }],
    ['decoding', { shape: [4, 32, 1, 131], axis: 2, batched: true, firstChannel: 1 }],
    ['longer than a piece', { shape: [1, 2, 3000, 130], axis: 2 }],
    ['wide inner axis', { shape: [2, 3, 1200, 130], axis: 1 }],
    ['long last axis', { shape: [2, 3, 70000], axis: 1, firstChannel: 69001 }],
    ['no values', { shape: [2, 0, 4, 130], axis: 2 }],
  ];
  test.each(cases)('%s', (_, c) => {
    for (const encoding of encodings) {
      const steps = c.shape[c.axis] as number;
      const count = (c.batched ? (c.shape[0] as number) : 1) * steps;
      const list = Array.from({ length: count }, (_, k) => (c.batched ? (k * 7) % 50 : k + 2));
      const x = numbers(c.shape.reduce((a, b) => a * b, 1));
      const wanted = rotated(encoding, list, x, c);
      const { shape, axis, inverse, firstChannel } = c;
      const options = { shape, inverse, firstChannel };
      const got = x.slice();
      const positions = c.batched ? { data: list, shape: [c.shape[0] as number, steps] } : { start: 2, count: steps };
      const result = posenc.rotate(encoding, positions, got, { ...options, sequenceAxis: axis });
      expect(result.data).toBe(got);
      expect(result.shape).toEqual(shape);
      expect(result.dtype).toBe('float32');
      expect(firstDifference(got, wanted)).toBe(-1);
      const again = x.slice();
      posenc.rotate(encoding, positions, again, { ...options, sequenceAxis: axis - shape.length });
      expect(firstDifference(again, wanted)).toBe(-1);
    }
  });

  test.each([
    ['float16', fromFloat16, toFloat16],
    ['bfloat16', fromBfloat16, toBfloat16],
  ] as const)('%s: widened, rotated in float32, rounded once', (dtype, from, to) => {
    // All bit patterns: NaN, infinities, subnormal numbers and both zeros among them.
    const shape = [2, 512, 64];
    const bits = Uint16Array.from({ length: 65536 }, (_, k) => (k * 40503) & 0xffff);
    for (const encoding of [
      { dim: 64, pairing },
      { dim: 58, pairing, valueScale: 3 },
    ]) {
      const positions = Array.from({ length: 512 }, (_, k) => k * 5);
      const wide = Float32Array.from(bits, from);
      const wanted = rotated(encoding, positions, wide, { shape, axis: 1 });
      const got = bits.slice();
      posenc.rotate(encoding, { step: 5, count: 512 }, got, { shape, dtype });
      const stays = (k: number) => k % 64 >= encoding.dim;
      const expected = bits.map((pattern, k) => (stays(k) ? pattern : to(wanted[k] as number)));
      expect(firstDifference(got, expected)).toBe(-1);
    }
  });

  test('there and back', () => {
    const x = numbers(4 * 100 * 64);
    const y = x.slice();
    const options = { shape: [4, 100, 64] };
    posenc.rotate({ dim: 64, pairing }, { start: 1000, count: 100 }, y, options);
    expect(distance(x, y)).toBeGreaterThan(1);
    posenc.rotate({ dim: 64, pairing }, { start: 1000, count: 100 }, y, { ...options, inverse: true });
    expect(distance(x, y)).toBeLessThan(2e-6);
  });

  test('NaN, infinities and zeros as IEEE has them', () => {
    const special = [Number.NaN, Number.POSITIVE_INFINITY, -0, 0, Number.NEGATIVE_INFINITY, 1e38, 3e38, 1e-45];
    const x = Float32Array.from({ length: 3 * 64 }, (_, k) => special[(k * 5 + (k >> 3)) % 8] as number);
    const wanted = rotated({ dim: 64, pairing }, [0, 1, 2], x, { shape: [3, 64], axis: 0 });
    posenc.rotate({ dim: 64, pairing }, 3, x, { shape: [3, 64] });
    expect(firstDifference(x, wanted)).toBe(-1);
  });
});

test.each([
  ['rotary', () => posenc.rotary({ dim: 6, odd: 'zero' }, 4)],
  ['rotate', () => posenc.rotate({ dim: 6, odd: 'zero' }, 4, numbers(24), { shape: [4, 6] })],
])('after %s, the same encoding has its own layout and order', (_, turn) => {
  const encoding: SinusoidEncoding = { dim: 6, odd: 'zero' };
  turn();
  const { data } = posenc.encode(encoding, [0, 1]);
  expect([...data.subarray(0, 6)]).toEqual([0, 1, 0, 1, 0, 1]);
  expect([...data.subarray(6, 8)]).toEqual([fround(Math.sin(1)), fround(Math.cos(1))]);
  turn();
  expect([...posenc.similarity(encoding, [0]).data]).toEqual([3]);
});

test('into arrays, shared memory, parts of arrays', () => {
  const cos = new Float32Array(new SharedArrayBuffer(48), 8, 8);
  const sin = new Float32Array(8);
  const result = posenc.rotary({ dim: 4 }, 4, { into: { cos, sin } });
  expect(result.cos.data).toBe(cos);
  expect(result.sin.data).toBe(sin);
  const fresh = posenc.rotary({ dim: 4 }, 4);
  expect(firstDifference(cos, fresh.cos.data)).toBe(-1);
  expect(firstDifference(sin, fresh.sin.data)).toBe(-1);
  const shared = new Float32Array(new SharedArrayBuffer(4 * 40));
  shared.set(numbers(40));
  const plain = shared.slice();
  posenc.rotate({ dim: 4 }, 4, shared.subarray(8, 24), { shape: [4, 4] });
  posenc.rotate({ dim: 4 }, 4, plain.subarray(8, 24), { shape: [4, 4] });
  expect(firstDifference(shared, plain)).toBe(-1);
  expect(plain[7]).toBe(numbers(40)[7]);
  expect(plain[24]).toBe(numbers(40)[24]);
  const shaped = posenc.rotary({ dim: 4 }, [1, 2, 3, 4, 5, 6], { shape: [2, 3], form: 'full' });
  expect(shaped.sin.shape).toEqual([2, 3, 4]);
});

const loose = posenc as unknown as Record<string, (...values: unknown[]) => unknown>;

test.each<[string, () => unknown, string]>([
  ['odd dim', () => posenc.rotary({ dim: 7 }, 3), 'RangeError: invalid dim: 7 (an even number'],
  [
    'odd dim',
    () => posenc.rotate({ dim: 7 }, 3, new Float32Array(24), { shape: [3, 8] }),
    'RangeError: invalid dim: 7 (an even',
  ],
  [
    'form',
    () => loose.rotary?.({ dim: 4 }, 3, { form: 'half' }),
    "RangeError: invalid form: 'half' ('half-width' or 'full')",
  ],
  [
    'pairing',
    () => loose.rotary?.({ dim: 4, pairing: 'neox' }, 3),
    "RangeError: invalid pairing: 'neox' ('adjacent' or 'half')",
  ],
  [
    'one array',
    () => loose.rotary?.({ dim: 4 }, 3, { into: { cos: new Float32Array(6) } }),
    'TypeError: invalid into: an object (an object with cos and sin)',
  ],
  [
    'two types',
    () => loose.rotary?.({ dim: 4 }, 3, { into: { cos: new Float32Array(6), sin: new Float64Array(6) } }),
    "TypeError: invalid into.sin: Float64Array (a Float32Array, since dtype is 'float32')",
  ],
  [
    'length',
    () => posenc.rotary({ dim: 4 }, 3, { into: { cos: new Float32Array(6), sin: new Float32Array(7) } }),
    'RangeError: invalid into: 7 (exactly 6 values)',
  ],
  [
    'a shape of another size',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [3, 4] }),
    'RangeError: invalid shape: [3, 4] (sizes whose product is 24, the number of values of x)',
  ],
  [
    'the last axis',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [2, 3, 4], sequenceAxis: -1 }),
    'RangeError: invalid sequenceAxis: -1 (',
  ],
  [
    'the last axis',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [2, 3, 4], sequenceAxis: 2 }),
    'RangeError: invalid sequenceAxis: 2 (',
  ],
  [
    'no axis',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [2, 3, 4], sequenceAxis: -4 }),
    'RangeError: invalid sequenceAxis: -4 (',
  ],
  [
    'half an axis',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [2, 3, 4], sequenceAxis: 0.5 }),
    'RangeError: invalid sequenceAxis: 0.5 (',
  ],
  [
    'one axis',
    () => posenc.rotate({ dim: 4 }, 6, new Float32Array(24), { shape: [24] }),
    'RangeError: invalid shape.length: 1 (at least 2 axes)',
  ],
  [
    'too narrow',
    () => posenc.rotate({ dim: 6 }, 3, new Float32Array(24), { shape: [2, 3, 4] }),
    'RangeError: invalid shape[2]: 4 (at least 6',
  ],
  [
    'first channel',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [3, 8], firstChannel: 5 }),
    'RangeError: invalid firstChannel: 5 (a whole number from 0 to 4',
  ],
  [
    'first channel',
    () => posenc.rotate({ dim: 4 }, 3, new Float32Array(24), { shape: [3, 8], firstChannel: 1.5 }),
    'RangeError: invalid firstChannel: 1.5 (',
  ],
  [
    'positions',
    () => posenc.rotate({ dim: 4 }, 4, new Float32Array(24), { shape: [2, 3, 4] }),
    'RangeError: invalid positions.length: 4 (3, one',
  ],
  [
    'rows of positions',
    () =>
      posenc.rotate({ dim: 4 }, { data: [1, 2, 3, 4, 5, 6, 7, 8, 9], shape: [3, 3] }, new Float32Array(24), {
        shape: [2, 3, 4],
      }),
    'RangeError: invalid positions.shape: 3 (1 row or one for each of the 2',
  ],
  [
    'rows of positions along the first axis',
    () =>
      posenc.rotate({ dim: 4 }, { data: [1, 2, 3, 4], shape: [2, 2] }, new Float32Array(24), {
        shape: [2, 3, 4],
        sequenceAxis: 0,
      }),
    'RangeError: invalid positions.shape: 2 (',
  ],
  [
    'a plain array',
    () => loose.rotate?.({ dim: 4 }, 3, [1, 2], { shape: [1, 2] }),
    'TypeError: invalid x: Array (a Float32Array or Uint16Array)',
  ],
  [
    'float64',
    () => loose.rotate?.({ dim: 4 }, 3, new Float64Array(12), { shape: [3, 4] }),
    'TypeError: invalid x: Float64Array (a Float32Array or Uint16Array)',
  ],
  [
    'no dtype',
    () => loose.rotate?.({ dim: 4 }, 3, new Uint16Array(12), { shape: [3, 4] }),
    "TypeError: invalid dtype: undefined ('float16' or 'bfloat16', since x is a Uint16Array)",
  ],
  [
    'another dtype',
    () => loose.rotate?.({ dim: 4 }, 3, new Float32Array(12), { shape: [3, 4], dtype: 'float16' }),
    "TypeError: invalid x: Float32Array (a Uint16Array, since dtype is 'float16')",
  ],
  [
    'another dtype',
    () => loose.rotate?.({ dim: 4 }, 3, new Uint16Array(12), { shape: [3, 4], dtype: 'float32' }),
    "TypeError: invalid x: Uint16Array (a Float32Array, since dtype is 'float32')",
  ],
  [
    'no options',
    () => loose.rotate?.({ dim: 4 }, 3, new Float32Array(12)),
    'TypeError: invalid options: undefined (an object)',
  ],
  [
    'inverse',
    () => loose.rotate?.({ dim: 4 }, 3, new Float32Array(12), { shape: [3, 4], inverse: 1 }),
    'TypeError: invalid inverse: 1 (true or false)',
  ],
  [
    'unknown key',
    () => loose.rotate?.({ dim: 4 }, 3, new Float32Array(12), { shape: [3, 4], axis: 1 }),
    "TypeError: invalid options: unknown key 'axis'",
  ],
])('refused: %s', (_, call, message) => {
  expect(errorOf(call)).toContain(message);
});

test('nothing is written when something is wrong', () => {
  const x = numbers(24);
  const before = x.slice();
  errorOf(() => posenc.rotate({ dim: 4 }, [0, 1, Number.NaN], x, { shape: [2, 3, 4] }));
  expect(firstDifference(x, before)).toBe(-1);
});

test('shared bytes and lost memory are refused', () => {
  const buffer = new ArrayBuffer(96);
  const x = new Float32Array(buffer);
  expect(errorOf(() => posenc.rotate({ dim: 4 }, new Float32Array(buffer, 0, 3), x, { shape: [2, 3, 4] }))).toBe(
    'RangeError: invalid x: Float32Array (an array that shares no bytes with what is read)',
  );
  const into = { cos: x.subarray(0, 6), sin: x.subarray(5, 11) };
  expect(errorOf(() => posenc.rotary({ dim: 4 }, 3, { into }))).toContain('shares no bytes with into.cos');
  const shape = new Proxy([2, 3, 4], {
    get(target, key) {
      if (key === '0' && buffer.byteLength) structuredClone(buffer, { transfer: [buffer] });
      return Reflect.get(target, key);
    },
  });
  expect(errorOf(() => posenc.rotate({ dim: 4 }, 3, x, { shape }))).toBe(
    'TypeError: invalid x: a detached Float32Array (its memory was transferred or has shrunk)',
  );
  expect(errorOf(() => posenc.rotate({ dim: 4 }, 3, x, { shape: [2, 3, 4] }))).toMatch(
    /^TypeError: invalid x: a detached/,
  );
});

describe('golden: what other code rotates', () => {
  const tolerance = (c: { measured_max_abs_err: number }, data: ArrayLike<number>) =>
    2 * c.measured_max_abs_err + 2.4e-7 * Math.max(...Array.from(data, Math.abs));
  const floats = (data: number[]) => Float32Array.from(data);

  test('Hugging Face Llama', () => {
    let seen = 0;
    for (const c of golden('hf_llama_rotary')) {
      const config = c.params.config as unknown as Record<string, number | null>;
      if (c.params.rope_type !== 'default' || c.dtype !== 'float32' || config.rope_scaling) continue;
      const { data, shape } = c.inputs.q as { data: number[]; shape: number[] };
      const dim = (c.outputs.cos as { shape: number[] }).shape.at(-1) as number;
      const encoding = { dim, base: config.rope_theta as number, pairing: 'half' } as const;
      const positions = c.params.position_ids as number[];
      const q = floats(data);
      posenc.rotate(encoding, positions, q, { shape });
      expect(distance(q.subarray(0, c.data.length), c.data)).toBeLessThan(tolerance(c, c.data));
      const { cos, sin } = posenc.rotary(encoding, positions, { form: 'full' });
      for (const [name, table] of [
        ['cos', cos],
        ['sin', sin],
      ] as const) {
        expect(distance(table.data, (c.outputs[name] as { data: number[] }).data)).toBeLessThan(tolerance(c, [1]));
      }
      ++seen;
    }
    expect(seen).toBeGreaterThan(2);
  });

  test('GPT-J', () => {
    for (const c of golden('hf_gptj_rotary')) {
      const x = c.inputs.x as { data: number[]; shape: number[] };
      const got = floats(x.data);
      const encoding = { dim: c.params.rot_dim as number };
      posenc.rotate(encoding, c.params.positions as number[], got, { shape: x.shape, sequenceAxis: 1 });
      expect(distance(got, c.data)).toBeLessThan(tolerance(c, c.data));
    }
  });

  test('Meta Llama 3', () => {
    const [c] = golden('meta_llama3_rope');
    if (!c) throw new Error('no case');
    const encoding = { dim: c.params.dim as number, base: c.params.theta as number };
    const { cos, sin } = posenc.rotary(encoding, c.params.end as number);
    const pairs = Array.from(cos.data).flatMap((value, k) => [value, sin.data[k] as number]);
    expect(distance(pairs, c.data)).toBeLessThan(tolerance(c, [1]));
    const x = c.inputs.x as { data: number[]; shape: number[] };
    const got = floats(x.data);
    posenc.rotate(encoding, c.params.end as number, got, { shape: x.shape, sequenceAxis: 1 });
    const wanted = (c.outputs.rotated as { data: number[] }).data;
    expect(distance(got, wanted)).toBeLessThan(tolerance(c, wanted));
  });

  test('lucidrains', () => {
    let seen = 0;
    for (const c of golden('lucidrains_rotary')) {
      const { dim, offset, theta_rescale_factor, freqs_for, interpolate_factor } = c.params;
      if (c.name !== 'rotate_queries_or_keys' || theta_rescale_factor || freqs_for || c.dtype !== 'float32') continue;
      const { data, shape } = c.inputs.t as { data: number[]; shape: number[] };
      const got = floats(data);
      const encoding = { dim: dim as number, scale: 1 / ((interpolate_factor as number) ?? 1) };
      posenc.rotate(encoding, { start: offset as number, count: shape[2] as number }, got, { shape });
      expect(distance(got, c.data)).toBeLessThan(tolerance(c, c.data));
      ++seen;
    }
    expect(seen).toBeGreaterThan(2);
  });

  test('diffusers', () => {
    let seen = 0;
    for (const c of golden('diffusers_embeddings')) {
      const { dim = 0, theta, ntk_factor, repeat_interleave_real } = c.params as unknown as Record<string, number>;
      if (!/rotary/.test(c.name)) continue;
      const base = (theta as number) * (ntk_factor as number);
      if (c.name === 'apply_rotary_emb') {
        const { data, shape } = c.inputs.x as { data: number[]; shape: number[] };
        const got = floats(data);
        const encoding = { dim, base, pairing: c.params.pairing === 'half' ? 'half' : 'adjacent' } as const;
        posenc.rotate(encoding, c.params.pos as number[], got, { shape });
        expect(distance(got, c.data)).toBeLessThan(tolerance(c, c.data));
      } else {
        const encoding = { dim, base, pairing: repeat_interleave_real ? 'adjacent' : 'half' } as const;
        const { cos, sin } = posenc.rotary(encoding, c.params.pos as number[], { form: 'full' });
        expect(distance(cos.data, c.data)).toBeLessThan(tolerance(c, [1]));
        expect(distance(sin.data, (c.outputs.sin as { data: number[] }).data)).toBeLessThan(tolerance(c, [1]));
      }
      ++seen;
    }
    expect(seen).toBeGreaterThan(6);
  });

  test('ggml', () => {
    let seen = 0;
    for (const c of golden('ggml_rope')) {
      const p = c.params as Record<string, number | null | number[]>;
      if (p.ext_factor || p.freq_factors || p.sections) continue;
      const { data, shape } = c.inputs.x as { data: number[]; shape: number[] };
      const got = floats(data);
      posenc.rotate(
        {
          dim: p.n_dims as number,
          base: p.freq_base as number,
          scale: p.freq_scale as number,
          pairing: p.mode === 2 ? 'half' : 'adjacent',
        },
        p.positions as number[],
        got,
        { shape, sequenceAxis: 0, inverse: p.back === 1 },
      );
      expect(distance(got, c.data)).toBeLessThan(tolerance(c, c.data));
      ++seen;
    }
    expect(seen).toBeGreaterThan(6);
  });
});

describe('permutePairing', () => {
  test('is what convert_llama_weights_to_hf does', () => {
    // permute: w.view(heads, dim / heads / 2, 2, in).transpose(1, 2).reshape(dim, in)
    const [heads, headDim, columns] = [3, 6, 2];
    const w = numbers(heads * headDim * columns);
    const wanted: number[] = [];
    for (let h = 0; h < heads; ++h) {
      for (let second = 0; second < 2; ++second) {
        for (let i = 0; i < headDim / 2; ++i) {
          for (let k = 0; k < columns; ++k) wanted.push(w[(h * headDim + 2 * i + second) * columns + k] as number);
        }
      }
    }
    const got = permutePairing(w, { shape: [heads * headDim, columns], heads });
    expect(firstDifference(got, wanted)).toBe(-1);
    const back = permutePairing(got, { shape: [heads * headDim, columns], heads, from: 'half', to: 'adjacent' });
    expect(firstDifference(back, w)).toBe(-1);
    expect(firstDifference(permutePairing(w, { shape: [18, 2], heads, to: 'adjacent' }), w)).toBe(-1);
  });

  test('biases, partial rotations, other types', () => {
    const bias = Uint16Array.from({ length: 20 }, (_, k) => k);
    expect(Array.from(permutePairing(bias, { shape: [20], heads: 2, rotaryDim: 6 }))).toEqual([
      0, 2, 4, 1, 3, 5, 6, 7, 8, 9, 10, 12, 14, 11, 13, 15, 16, 17, 18, 19,
    ]);
  });

  test('rotations of permuted channels are the permuted rotations', () => {
    const x = numbers(5 * 16);
    const rows = (data: Float32Array) => (k: number) =>
      permutePairing(data.slice(16 * k, 16 * k + 16), { shape: [16], heads: 1 });
    const permuted = Float32Array.from([0, 1, 2, 3, 4].flatMap((k) => Array.from(rows(x)(k))));
    posenc.rotate({ dim: 16, pairing: 'half' }, 5, permuted, { shape: [5, 16] });
    posenc.rotate({ dim: 16 }, 5, x, { shape: [5, 16] });
    expect(
      firstDifference(
        permuted,
        [0, 1, 2, 3, 4].flatMap((k) => Array.from(rows(x)(k))),
      ),
    ).toBe(-1);
  });

  test.each<[() => unknown, string]>([
    [
      () => permutePairing([1, 2] as never, { shape: [2], heads: 1 }),
      'TypeError: invalid weights: Array (a typed array)',
    ],
    [() => permutePairing(new Float32Array(4), { shape: [3], heads: 1 }), 'RangeError: invalid shape: [3]'],
    [
      () => permutePairing(new Float32Array(4), { shape: [4], heads: 3 }),
      'RangeError: invalid heads: 3 (a whole number from 1 that divides 4',
    ],
    [() => permutePairing(new Float32Array(6), { shape: [6], heads: 1.5 }), 'RangeError: invalid heads: 1.5 ('],
    [
      () => permutePairing(new Float32Array(6), { shape: [6], heads: 2 }),
      'RangeError: invalid rotaryDim: 3 (an even number from 0 to 3',
    ],
    [
      () => permutePairing(new Float32Array(4), { shape: [4], heads: 1, rotaryDim: 6 }),
      'RangeError: invalid rotaryDim: 6 (',
    ],
    [
      () => permutePairing(new Float32Array(4), { shape: [4], heads: 1, from: null as never }),
      "TypeError: invalid from: null ('adjacent' or 'half')",
    ],
  ])('refused: %#', (call, message) => {
    expect(errorOf(call)).toContain(message);
  });
});

test('no positions after those of a grid', () => {
  const after = () => posenc.encode({ kind: 'grid', axes: [{ dim: 8 }, { dim: 8 }] }, { grid: [2, 2] });
  for (const positions of [[], new Float32Array(0), 0]) {
    after();
    expect(posenc.rotary({ dim: 4 }, positions).cos.shape).toEqual([0, 2]);
    after();
    expect(posenc.rotate({ dim: 4 }, positions, numbers(0), { shape: [0, 4] }).shape).toEqual([0, 4]);
  }
});
