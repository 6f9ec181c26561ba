// What users of rotary encodings reported, and the right values: pairings, scalings, caches and positions. The number of a
// test is that of the report; reports.ts lists them all.
import { fromHuggingFace, permutePairing, presets, type SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { posenc } from './support.js';

function close(data: ArrayLike<number>, expected: number[], relative = 5e-9) {
  expect(data.length).toBe(expected.length);
  expected.forEach((value, k) => {
    const allowed = relative * Math.abs(value);
    expect(Math.abs((data[k] as number) - value), `value ${k}: ${data[k]}, not ${value}`).toBeLessThanOrEqual(allowed);
  });
}

const numbers = (count: number) => Float32Array.from({ length: count }, (_, k) => ((k * 37) % 64) / 16 - 2);

/** Eight columns, base 10000: 1, 0.1, 0.01, 0.001. */
const frequencies = (scaling?: SinusoidEncoding['scaling'], more: Partial<SinusoidEncoding> = {}) =>
  posenc.frequencies({ dim: 8, scaling, ...more }).data;
const attention = (encoding: SinusoidEncoding) =>
  posenc.rotary(encoding, [0], { dtype: 'float64' }).cos.data[0] as number;

const config = (rope_scaling: Record<string, unknown> | null) => ({
  hidden_size: 8,
  num_attention_heads: 1,
  rope_theta: 10000,
  max_position_embeddings: 4096,
  rope_scaling,
});
const only = (encodings: Record<string, unknown>) => {
  const list = Object.values(encodings);
  expect(list).toHaveLength(1);
  return list[0] as SinusoidEncoding;
};

describe('pairings', () => {
  test('#36 the two pairings turn other channels by the same angles', () => {
    const x = numbers(8);
    const half = posenc.rotate(presets.rope(8, { pairing: 'half' }), [3], x.slice(), { shape: [1, 8] }).data;
    const sorted = Float32Array.from([0, 4, 1, 5, 2, 6, 3, 7], (k) => x[k] as number);
    const adjacent = posenc.rotate(presets.rope(8), [3], sorted, { shape: [1, 8] }).data;
    expect([0, 4, 1, 5, 2, 6, 3, 7].map((k) => half[k])).toEqual([...adjacent]);
    expect([...half]).not.toEqual([...posenc.rotate(presets.rope(8), [3], x.slice(), { shape: [1, 8] }).data]);
  });

  test('#37 weights are permuted from one pairing to the other, and both tables are there', () => {
    const rows = permutePairing(Float32Array.from([0, 1, 2, 3]), {
      shape: [4],
      heads: 1,
      from: 'adjacent',
      to: 'half',
    });
    expect([...rows]).toEqual([0, 2, 1, 3]);
    expect([...permutePairing(rows, { shape: [4], heads: 1, from: 'half', to: 'adjacent' })]).toEqual([0, 1, 2, 3]);
    const [c0, c1] = [1, 0.01].map((w) => Math.fround(Math.cos(5 * w)));
    const table = (pairing: 'adjacent' | 'half') => [
      ...posenc.rotary(presets.rope(4, { pairing }), [5], { form: 'full' }).cos.data,
    ];
    expect(table('adjacent')).toEqual([c0, c0, c1, c1]);
    expect(table('half')).toEqual([c0, c1, c0, c1]);
  });

  test('#38 channels stay in their places: at position 0 nothing moves', () => {
    const x = Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const pairing of ['adjacent', 'half'] as const) {
      const { data } = posenc.rotate(presets.rope(8, { pairing }), [0], x.slice(), { shape: [1, 8] });
      expect([...data]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test('#39 interleaved or not, the caches of half width are the same', () => {
    const [adjacent, half] = (['adjacent', 'half'] as const).map((pairing) =>
      posenc.rotary(presets.rope(6, { pairing }), 9),
    );
    expect(adjacent?.cos.shape).toEqual([9, 3]);
    expect(adjacent?.cos.data).toEqual(half?.cos.data);
    expect(adjacent?.sin.data).toEqual(half?.sin.data);
  });

  test('#47 DINOv3 pairs halves, EVA neighbours: each preset says it', () => {
    expect(presets.dinov3(16).pairing).toBe('half');
    expect(presets.timmRotary(16).pairing).toBe('adjacent');
  });
});

describe('scalings', () => {
  test('#48 dynamic NTK: the base grows by factor * L/M - (factor - 1)', () => {
    const data = frequencies({ type: 'dynamic', factor: 2, originalLength: 2048, length: 4096 });
    const base = 10000 * 3 ** (8 / 6);
    close(
      data,
      [0, 1, 2, 3].map((i) => base ** (-i / 4)),
      1e-14,
    );
  });

  test('#51 a long call changes nothing for the short one after it', () => {
    const encoding = presets.rope(8, { scaling: { type: 'dynamic', factor: 2, originalLength: 16 } });
    const short = posenc.rotary(encoding, 10).cos.data;
    posenc.rotary(encoding, 64);
    expect(posenc.rotary(encoding, 10).cos.data).toEqual(short);
    // Keys and queries of one call have one base, that of its length.
    expect(posenc.rotary(encoding, 64).cos.data.slice(0, 40)).not.toEqual(short);
  });

  test('#52 without rope_scaling nothing is scaled, and linear leaves the base alone', () => {
    close(posenc.frequencies(only(fromHuggingFace(config(null)))).data, [1, 0.1, 0.01, 0.001], 1e-15);
    const linear = only(fromHuggingFace(config({ rope_type: 'linear', factor: 2 })));
    close(posenc.frequencies(linear).data, [0.5, 0.05, 0.005, 0.0005], 1e-15);
  });

  test('#53 YaRN: an explicit attention factor wins, mscale over mscale_all_dim else', () => {
    const yarn = (more: Record<string, unknown>) =>
      attention(only(fromHuggingFace(config({ rope_type: 'yarn', factor: 64, ...more }))));
    expect(yarn({ attention_factor: 1 })).toBe(1);
    expect(yarn({})).toBeCloseTo(1.415888308, 9);
    expect(yarn({ mscale: 1, mscale_all_dim: 1 })).toBe(1);
  });

  test('#54 YaRN: bounds rounded by default, as Hugging Face has it', () => {
    const yarn = { type: 'yarn', factor: 4, originalLength: 4096 } as const;
    close(frequencies(yarn), [1, 0.1, 0.00625, 0.00025], 1e-14);
    close(frequencies({ ...yarn, truncate: false }), [1, 0.1, 0.00655697152, 0.00025]);
  });

  test('#55 linear 4 divides every frequency by 4', () => {
    close(frequencies({ type: 'linear', factor: 4 }), [0.25, 0.025, 0.0025, 0.00025], 1e-15);
  });

  test('#56 LongRoPE: long factors above the original length, not at it', () => {
    const [shortFactor, longFactor] = [
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ];
    const longrope = { type: 'longrope', shortFactor, longFactor, originalLength: 4096, factor: 32 } as const;
    expect(frequencies({ ...longrope, length: 4096 })[0]).toBe(1);
    expect(frequencies({ ...longrope, length: 4097 })[0]).toBe(0.5);
    const at = (position: number) =>
      posenc.rotary(presets.rope(8, { scaling: longrope }), [0, position], { dtype: 'float64' }).cos.data;
    const amplitude = Math.sqrt(1 + Math.log(32) / Math.log(4096));
    expect(at(4095)[4]).toBeCloseTo(amplitude * Math.cos(4095), 11);
    expect(at(4096)[4]).toBeCloseTo(amplitude * Math.cos(4096 / 2), 11);
  });

  test('#59 Llama 3.2: 15 pairs are kept, 3 blended, 14 divided', () => {
    const plain = posenc.frequencies({ dim: 64, base: 500000 }).data;
    const scaled = posenc.frequencies(presets.llama(64, { theta: 500000, useScaled: true, factor: 32 })).data;
    const ratios = [...plain].map((w, i) => w / (scaled[i] as number));
    expect(ratios.filter((ratio) => ratio === 1)).toHaveLength(15);
    expect(ratios.filter((ratio) => Math.abs(ratio - 32) < 1e-12)).toHaveLength(14);
    expect(ratios.filter((ratio) => ratio > 1.0001 && ratio < 31.9999)).toHaveLength(3);
  });
});

describe('positions, caches, offsets', () => {
  test('#60 there is no table to be too short: position 4096 follows 4095', () => {
    const table = posenc.rotary({ dim: 8 }, 4097).cos.data;
    expect(posenc.rotary({ dim: 8 }, { start: 4096, count: 1 }).cos.data).toEqual(table.slice(4096 * 4));
  });

  test('#61 the same length at offset 0, then at 7', () => {
    const x = numbers(2 * 8);
    const rotate = (start: number) => posenc.rotate({ dim: 8 }, { start, count: 2 }, x.slice(), { shape: [2, 8] }).data;
    const [first, second] = [rotate(0), rotate(7)];
    expect(second).not.toEqual(first);
    expect(rotate(0)).toEqual(first);
    expect(second).toEqual(posenc.rotate({ dim: 8 }, [7, 8], x.slice(), { shape: [2, 8] }).data);
  });

  test('#62 xPos: no NaN and no infinity on long inputs, but an error that says where', () => {
    const encoding = presets.lucidrains(64, { useXpos: true, xposScaleBase: 64 });
    const { cos, sin } = posenc.rotary(encoding, [0, 3000]);
    expect([...cos.data, ...sin.data].every(Number.isFinite)).toBe(true);
    expect(() => posenc.rotary(encoding, [9000])).toThrow(/xpos/);
    expect(() => posenc.rotary(encoding, 9001)).toThrow(RangeError);
  });

  test('#65 fairseq counts from padding + 1; OPT adds 2', () => {
    const { data } = posenc.positions({ tokens: [5, 6, 7, 1], padding: 1 });
    expect([...data]).toEqual([2, 3, 4, 1]);
    expect(presets.opt(4, 8).origin).toBe(2);
    const table = Array.from({ length: 10 * 4 }, (_, k) => k);
    expect([...posenc.encode({ kind: 'learned', dim: 4, length: 10, origin: 2, table }, [0]).data]).toEqual([
      8, 9, 10, 11,
    ]);
  });

  test('#68 positions are times: whole or not, far or near, absolute or relative', () => {
    const times = [1700000000.123, 1700000000.623, -3.25, 0.001];
    const { data } = posenc.encode({ dim: 2 }, times, { dtype: 'float64' });
    times.forEach((time, k) => {
      expect(Math.abs((data[2 * k] as number) - Math.sin(time))).toBeLessThan(1e-15);
    });
  });

  test('#69 positions may have a batch axis', () => {
    const positions = { data: [0, 1, 2, 5, 6, 7], shape: [2, 3] };
    expect(posenc.encode({ dim: 4 }, positions).shape).toEqual([2, 3, 4]);
    const x = numbers(2 * 2 * 3 * 4);
    const both = posenc.rotate({ dim: 4 }, positions, x.slice(), { shape: [2, 2, 3, 4] }).data;
    const second = posenc.rotate({ dim: 4 }, [5, 6, 7], x.slice(24), { shape: [2, 3, 4] }).data;
    expect(both.slice(24)).toEqual(second);
  });

  test('#70 rows are made when they are asked for, and are those of any table', () => {
    const table = posenc.encode({ dim: 16 }, 3000).data;
    const row = new Float32Array(16);
    for (const start of [0, 7, 2999]) {
      posenc.encode({ dim: 16 }, { start, count: 1 }, { into: row });
      expect(row).toEqual(table.slice(start * 16, (start + 1) * 16));
    }
  });

  test('#71 rotate is its tables, bit for bit', () => {
    const x = numbers(3 * 6);
    const { cos, sin } = posenc.rotary({ dim: 6 }, 3);
    const { data } = posenc.rotate({ dim: 6 }, 3, x.slice(), { shape: [3, 6] });
    const { fround } = Math;
    for (let k = 0; k < 9; ++k) {
      const [c, s, a, b] = [cos.data[k], sin.data[k], x[2 * k], x[2 * k + 1]] as [number, number, number, number];
      expect(data[2 * k]).toBe(fround(fround(c * a) - fround(s * b)));
      expect(data[2 * k + 1]).toBe(fround(fround(s * a) + fround(c * b)));
    }
  });

  test('#72 tables are plain arrays with shape and dtype: inputs of an exported model', () => {
    const { cos, sin } = posenc.rotary(presets.rope(8, { pairing: 'half' }), 5, { form: 'full' });
    for (const table of [cos, sin]) {
      expect(table.data).toBeInstanceOf(Float32Array);
      expect(table.shape).toEqual([5, 8]);
      expect(table.dtype).toBe('float32');
    }
  });
});
