import { readFileSync } from 'node:fs';
import type { Scaling, SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { distance, errorOf, firstDifference, golden, posenc } from './support.js';

/** Laws, units, scalings and xPos by their formulas, with 70 digits. */
interface Truth {
  encoding: SinusoidEncoding;
  frequencies: number[];
  positions: number[];
  rows: number[][];
}
const truths: Truth[] = JSON.parse(readFileSync(new URL('../truth/laws.json', import.meta.url), 'utf8')).cases;

/** The greatest |ours / truth - 1|; where truth is 0, ours must be. */
function relative(ours: ArrayLike<number>, truth: number[]): number {
  expect(ours.length).toBe(truth.length);
  return truth.reduce((most, value, k) => {
    const error = value === 0 ? Math.abs(ours[k] as number) : Math.abs((ours[k] as number) / value - 1);
    return Math.max(error, most);
  }, 0);
}

describe.each(truths.map((truth) => ({ name: JSON.stringify(truth.encoding), ...truth })))(
  '$name',
  ({ encoding, frequencies, positions, rows }) => {
    test('frequencies and wavelengths', () => {
      expect(relative(posenc.frequencies(encoding).data, frequencies)).toBeLessThanOrEqual(3.4e-16);
      const lengths = frequencies.map((w) => (2 * Math.PI) / Math.abs(w));
      posenc.wavelengths(encoding).data.forEach((ours, k) => {
        if (frequencies[k] === 0) expect(ours).toBe(Number.POSITIVE_INFINITY);
        else expect(Math.abs(ours / (lengths[k] as number) - 1)).toBeLessThanOrEqual(1e-15);
      });
    });

    test('float64, and the double rounded once to float32', () => {
      const truth = rows.flat();
      const size = Math.max(1, ...truth.map(Math.abs));
      const wide = posenc.encode(encoding, positions, { dtype: 'float64' }).data;
      // Within 1e-14 of the value; where the values grow, each of its own size.
      truth.forEach((value, k) => {
        const allowed = encoding.xpos ? 1e-14 * Math.max(Math.abs(value), 1e-2) : 1e-15 * size;
        expect(Math.abs((wide[k] as number) - value)).toBeLessThanOrEqual(allowed);
      });
      expect(distance(posenc.encode(encoding, positions).data, truth.map(Math.fround))).toBe(0);
    });

    test('progressions, lists and single rows have the same bits', () => {
      const range = positions.includes(4097) ? 200 : 3;
      const table = posenc.encode(encoding, range).data;
      const list = posenc.encode(
        encoding,
        Array.from({ length: range }, (_, k) => k),
      ).data;
      expect(firstDifference(table, list)).toBe(-1);
      const last = posenc.encode(encoding, { start: range - 1, count: 1 }).data;
      expect(firstDifference(table.subarray(-encoding.dim), last)).toBe(-1);
    });

    test('means over positions are those of the rows', () => {
      if (encoding.xpos || !positions.includes(1)) return;
      const each = 2;
      const end = Math.max(...frequencies.map(Math.abs)) > 2 ** 50 ? 0 : 6;
      const table = posenc.encode(encoding, end * each, { dtype: 'float64' }).data;
      const means = posenc.window(encoding, { positionsPerPixel: each, height: end }, { dtype: 'float64' }).data;
      means.forEach((mean, k) => {
        const row = Math.floor(k / encoding.dim) * each;
        const column = k % encoding.dim;
        const wanted =
          ((table[row * encoding.dim + column] as number) + (table[(row + 1) * encoding.dim + column] as number)) / 2;
        expect(Math.abs(mean - wanted)).toBeLessThanOrEqual(1e-14);
      });
    });
  },
);

/** A configuration of Hugging Face as an encoding. */
function encodingOf(params: Record<string, unknown>): SinusoidEncoding {
  const config = (params.config ?? params) as Record<string, never>;
  const r: Record<string, never> = config.rope_scaling ?? {};
  const head = config.head_dim ?? Number(config.hidden_size) / Number(config.num_attention_heads);
  const dim = Math.floor(head * Number(params.config ? (config.partial_rotary_factor ?? 1) : 1));
  const most = Number(config.max_position_embeddings);
  const originalLength = Number(r.original_max_position_embeddings ?? config.original_max_position_embeddings ?? most);
  const length = Number(params.seq_len ?? 1);
  const factor = Number(r.factor ?? most / originalLength);
  const named = { attentionFactor: r.attention_factor, mscale: r.mscale, mscaleAllDim: r.mscale_all_dim };
  const scalings: Record<string, Scaling> = {
    linear: { type: 'linear', factor },
    dynamic: { type: 'dynamic', factor, originalLength: most, length },
    yarn: { type: 'yarn', factor, originalLength, truncate: r.truncate, ...named },
    longrope: {
      type: 'longrope',
      factor,
      originalLength,
      length,
      shortFactor: r.short_factor as unknown as number[],
      longFactor: r.long_factor as unknown as number[],
    },
    llama3: {
      type: 'llama3',
      factor,
      originalLength,
      lowFreqFactor: Number(r.low_freq_factor),
      highFreqFactor: Number(r.high_freq_factor),
    },
    proportional: { type: 'proportional', fraction: Number(config.partial_rotary_factor), factor: 1 },
  };
  return { dim, base: Number(config.rope_theta), scaling: scalings[params.rope_type as string] };
}

describe('Hugging Face', () => {
  test.each(golden('hf_rope_params'))('$name', (golden) => {
    const encoding = encodingOf(golden.params as Record<string, unknown>);
    const ours = posenc.frequencies(encoding).data;
    const wide = golden.outputs?.inv_freq_f64?.data;
    if (wide) expect(relative(ours, wide)).toBeLessThanOrEqual(1e-14);
    expect(relative(ours, golden.data)).toBeLessThanOrEqual(1e-6);
    // The cosine of position 0 is the attention factor.
    const factor = posenc.encode(encoding, 1, { dtype: 'float64' }).data[1] as number;
    expect(Math.abs(factor - Number(golden.params.attention_factor ?? 1))).toBeLessThanOrEqual(1e-15);
  });
});

describe('the authors of YaRN', () => {
  test.each(golden('yarn_original'))('dim $params.dim', ({ params, outputs }) => {
    const encoding: SinusoidEncoding = {
      dim: Number(params.dim),
      base: Number(params.base),
      scaling: {
        type: 'yarn',
        factor: Number(params.scale),
        originalLength: Number(params.original_max_position_embeddings),
      },
    };
    expect(relative(posenc.frequencies(encoding).data, outputs.inv_freq_f64?.data as number[])).toBeLessThanOrEqual(
      1e-14,
    );
    const factor = posenc.encode(encoding, 1, { dtype: 'float64' }).data[1] as number;
    expect(Math.abs(factor - Number(params.mscale))).toBeLessThanOrEqual(1e-15);
  });
});

describe('rotary-embedding-torch and timm', () => {
  test.each(golden('lucidrains_rotary').filter(({ name }) => name === 'freqs'))('$params', ({ params, data }) => {
    const dim = Number(params.dim);
    const encoding: SinusoidEncoding =
      params.freqs_for === 'pixel'
        ? { dim, spacing: 'linear', base: Number(params.max_freq) / 2, unit: 'half-turn' }
        : {
            dim,
            base: Number(params.theta ?? 10000),
            scaling: params.theta_rescale_factor
              ? { type: 'ntk', factor: Number(params.theta_rescale_factor) }
              : undefined,
          };
    expect(relative(posenc.frequencies(encoding).data, data)).toBeLessThanOrEqual(1e-6);
  });
});

describe('the length that a call reaches', () => {
  const dynamic = (length?: number): SinusoidEncoding => ({
    dim: 16,
    scaling: { type: 'dynamic', factor: 2, originalLength: 10, length },
  });
  const longrope = (length?: number): SinusoidEncoding => ({
    dim: 8,
    scaling: {
      type: 'longrope',
      factor: 4,
      originalLength: 10,
      shortFactor: [1, 2, 3, 4],
      longFactor: [2, 4, 6, 8],
      length,
    },
  });
  test.each([
    ['dynamic', dynamic],
    ['longrope', longrope],
  ])('%s', (_, encoding) => {
    for (const count of [5, 10, 11, 25, 10]) {
      const given = posenc.encode(encoding(count), count).data;
      const list = Array.from({ length: count }, (_, k) => k).reverse();
      expect(firstDifference(posenc.encode(encoding(), count).data, given)).toBe(-1);
      expect(
        firstDifference(
          posenc.encode(encoding(), list).data.subarray(-8),
          given.subarray(encoding().dim - 8, encoding().dim),
        ),
      ).toBe(-1);
      const sums = posenc.add(encoding(), count, new Float32Array(given.length)).data;
      expect(distance(sums, given)).toBe(0);
      expect(firstDifference(posenc.window(encoding(), { height: count }).data, given)).toBe(-1);
    }
    // Without positions it is that of the original length, whatever came before.
    expect(posenc.frequencies(encoding()).data).toEqual(posenc.frequencies(encoding(10)).data);
    posenc.encode(encoding(), 25);
    expect(posenc.frequencies(encoding()).data).toEqual(posenc.frequencies(encoding(10)).data);
  });
});

test('shifts and similarity leave the attention factor and the origin out, or take it in', () => {
  const encoding: SinusoidEncoding = {
    dim: 8,
    origin: 3,
    scaling: { type: 'yarn', factor: 4, originalLength: 4096, attentionFactor: 1.5 },
  };
  const [a, b] = [5, 12].map((p) => posenc.encode(encoding, [p], { dtype: 'float64' }).data) as [
    Float64Array,
    Float64Array,
  ];
  const m = posenc.shift(encoding, 7).data;
  for (let i = 0; i < 4; ++i) {
    const [s, c] = [a[2 * i] as number, a[2 * i + 1] as number];
    const at = (k: number) => m[4 * i + k] as number;
    expect(Math.abs(at(0) * s + at(1) * c - (b[2 * i] as number))).toBeLessThan(1e-14);
    expect(Math.abs(at(2) * s + at(3) * c - (b[2 * i + 1] as number))).toBeLessThan(1e-14);
  }
  const dot = a.reduce((sum, x, k) => sum + x * (b[k] as number), 0);
  expect(Math.abs((posenc.similarity(encoding, [7]).data[0] as number) - dot)).toBeLessThan(1e-13);
});

test('xPos: queries times keys depend on their distance', () => {
  const query: SinusoidEncoding = { dim: 16, xpos: { scaleBase: 64, center: 20 } };
  const key: SinusoidEncoding = { dim: 16, xpos: { scaleBase: -64, center: 20 } };
  const wanted = posenc.similarity(query, [9]).data[0] as number;
  for (const p of [0, 33, -5.5]) {
    const [q] = [posenc.encode(query, [p + 9], { dtype: 'float64' }).data];
    const k = posenc.encode(key, [p], { dtype: 'float64' }).data;
    expect(Math.abs(q.reduce((sum, x, c) => sum + x * (k[c] as number), 0) - wanted)).toBeLessThan(1e-13);
  }
});

describe('what bad fields get', () => {
  // biome-ignore lint/suspicious/noExplicitAny: these tests pass what the types forbid
  const error = (more: any) => errorOf(() => posenc.encode({ dim: 8, ...more }, 1));
  const FACTOR = 'a number from 1e-30 to 1e30';
  test.each([
    [{ scaling: 3 }, 'TypeError: invalid scaling: 3 (an object)'],
    [
      { scaling: { type: 'foo' } },
      "RangeError: invalid scaling.type: 'foo' ('linear', 'ntk', 'dynamic', 'yarn', 'longrope', 'llama3' or 'proportional')",
    ],
    [
      { scaling: { factor: 2 } },
      "TypeError: invalid scaling.type: undefined ('linear', 'ntk', 'dynamic', 'yarn', 'longrope', 'llama3' or 'proportional')",
    ],
    [{ scaling: { type: 'linear' } }, 'TypeError: invalid scaling.factor: undefined (a number)'],
    [{ scaling: { type: 'linear', factor: '2' } }, "TypeError: invalid scaling.factor: '2' (a number)"],
    [{ scaling: { type: 'linear', factor: 0 } }, `RangeError: invalid scaling.factor: 0 (${FACTOR})`],
    [{ scaling: { type: 'linear', factor: Number.NaN } }, `RangeError: invalid scaling.factor: NaN (${FACTOR})`],
    [
      { scaling: { type: 'linear', factors: 2 } },
      "TypeError: invalid scaling: unknown key 'factors' (did you mean 'factor'?)",
    ],
    [
      { scaling: { type: 'yarn', factor: 2, originalLength: 8, truncate: 1 } },
      'TypeError: invalid scaling.truncate: 1 (true or false)',
    ],
    [
      { scaling: { type: 'dynamic', factor: 2, originalLength: 8, length: Number.NaN } },
      'RangeError: invalid scaling.length: NaN (a number from 0 to 1e30)',
    ],
    [
      { scaling: { type: 'longrope', factor: 2, originalLength: 8, shortFactor: [1, 2, 3, 4], longFactor: [1, 2, 3] } },
      'RangeError: invalid scaling.longFactor: 3 (exactly 4 values, one a pair)',
    ],
    [
      { scaling: { type: 'longrope', factor: 2, originalLength: 8, shortFactor: [1, 2, 3, 4] } },
      'TypeError: invalid scaling.longFactor: undefined (an array of numbers)',
    ],
    [{ frequencies: 'abcd' }, "TypeError: invalid frequencies: 'abcd' (an array of numbers)"],
    [{ frequencies: [1, 2, 3, '4'] }, "TypeError: invalid frequencies[3]: '4' (a number)"],
    [{ frequencies: [1, 2, 3] }, 'RangeError: invalid frequencies: 3 (exactly 4 values, one a pair)'],
    [{ frequencies: new Float64Array(1e6) }, 'RangeError: invalid frequencies.length: 1000000 (at most 32768)'],
    [{ spacing: 'shifted' }, 'TypeError: invalid shift: undefined (a number)'],
    [{ shift: 1 }, "RangeError: invalid shift: 1 (0, since spacing is not 'shifted')"],
    [{ sections: [1, 2.5, 0.5] }, 'RangeError: invalid sections[1]: 2.5 (a whole number)'],
    [{ sections: [1, 2] }, 'RangeError: invalid sections: 3 (a sum of 4, the number of pairs)'],
    [{ xpos: {} }, 'TypeError: invalid xpos.scaleBase: undefined (a number)'],
    [{ xpos: { scaleBase: 512, gamma: 0 } }, 'RangeError: invalid xpos.gamma: 0 (a number from 1e-6 to 1e6)'],
  ])('%j', (more, message) => {
    expect(error(more)).toBe(message);
    expect(error({})).toBe('nothing thrown');
  });

  test('positions that xPos makes too large', () => {
    const far = errorOf(() => posenc.encode({ dim: 8, xpos: { scaleBase: 1 } }, [3, 500]));
    expect(far).toBe(
      'RangeError: invalid positions[1]: 500 (one where xpos multiplies values by 1e30 at most and 1e-30 at least)',
    );
    expect(errorOf(() => posenc.window({ dim: 8, xpos: { scaleBase: 1 } }, { height: 1 }))).toBe(
      'RangeError: invalid xpos.scaleBase: 1 (no xpos, which has no exact means)',
    );
  });

  test('lists are copied when a call reads them', () => {
    const frequencies = Float64Array.of(1, 2, 3, 4);
    const before = posenc.encode({ dim: 8, frequencies }, 9).data;
    frequencies[2] = 5;
    const after = posenc.encode({ dim: 8, frequencies }, 9).data;
    expect(distance(before, after)).toBeGreaterThan(0.1);
    frequencies[2] = 3;
    expect(firstDifference(posenc.encode({ dim: 8, frequencies }, 9).data, before)).toBe(-1);
  });
});
