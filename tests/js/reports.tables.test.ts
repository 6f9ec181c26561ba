// What users of positional encodings reported, and the right values: shapes, widths, precision, formulas, layouts. The
// number of a test is that of the report; reports.ts lists them all.
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { posenc } from './support.js';

/** As close as a printed decimal of so many digits is. */
function close(data: ArrayLike<number>, expected: number[], tolerance = 6e-8) {
  expect(data.length).toBe(expected.length);
  expected.forEach((value, k) => {
    expect(Math.abs((data[k] as number) - value), `value ${k}: ${data[k]}, not ${value}`).toBeLessThanOrEqual(
      tolerance,
    );
  });
}

const row = (encoding: Parameters<typeof posenc.encode>[0], position: number) =>
  posenc.encode(encoding, [position], { dtype: 'float64' }).data;

const widenBfloat16 = (bits: number) => new Float32Array(new Uint32Array([bits * 65536]).buffer)[0] as number;

describe('widths and shapes', () => {
  test('#1 an odd width drops the last cosine', () => {
    close(row({ dim: 5 }, 1), [0.841471, 0.5403023, 0.0251162, 0.9996845, 0.000631]);
  });

  test('#2 every width from 1 on makes a table', () => {
    for (let dim = 1; dim <= 33; ++dim) {
      const { data, shape } = posenc.encode(presets.pytorch(dim), 3);
      expect(shape).toEqual([3, dim]);
      expect(data.every(Number.isFinite)).toBe(true);
    }
  });

  test('#3 an odd d_model has ceil(d/2) sines and floor(d/2) cosines', () => {
    const w = (pair: number) => 3 * 10000 ** ((-2 * pair) / 7);
    const expected = [0, 1, 2].flatMap((pair) => [Math.sin(w(pair)), Math.cos(w(pair))]);
    close(row({ dim: 7 }, 3), [...expected, Math.sin(w(3))], 1e-14);
  });

  test('#4 halves of an odd width: ceil sines, floor cosines', () => {
    close(row(presets.marian(5), 1), [0.841470985, 0.0251162229, 0.000630957303, 0.540302306, 0.999684538], 6e-10);
  });

  test('#5 fewer than 4 channels are finite: one timescale of 1', () => {
    close(row(presets.tensor2tensor(2), 2), [Math.sin(2), Math.cos(2)], 1e-15);
    close(row(presets.tensor2tensor(3), 2), [Math.sin(2), Math.cos(2), 0], 1e-15);
  });

  test('#6 two dims have the largest frequency; three, none and fewer are refused', () => {
    close(row(presets.mlx(2, { maxFreq: 0.5 }), 3), [Math.sin(1.5), Math.cos(1.5)], 1e-15);
    for (const dims of [3, 0, -2]) expect(() => row(presets.mlx(dims), 1)).toThrow(RangeError);
  });

  test('#9 a batch of 16 has 16 tables', () => {
    const table = posenc.encode({ dim: 6 }, 4).data;
    const { data, shape } = posenc.add({ dim: 6 }, 4, new Float32Array(16 * 4 * 6), { batch: 16 });
    expect(shape).toEqual([16, 4, 6]);
    for (let b = 0; b < 16; ++b) expect(data.slice(b * 24, (b + 1) * 24)).toEqual(table);
  });

  test('#11 embeddings [batch, time, width] are encoded along time', () => {
    const [batch, length, dim] = [3, 5, 4];
    const { data } = posenc.add({ dim }, length, new Float32Array(batch * length * dim), { batch });
    const at = (b: number, t: number) => data.slice((b * length + t) * dim, (b * length + t + 1) * dim);
    for (let t = 0; t < length; ++t) {
      expect(at(1, t)).toEqual(at(0, t));
      expect(at(0, t)).toEqual(posenc.encode({ dim }, [t]).data);
    }
    expect(() => posenc.add({ dim }, length, new Float32Array(batch * dim), { batch })).toThrow(RangeError);
  });

  test('#12 no two time steps are equal', () => {
    const { data } = posenc.add({ dim: 8 }, 64, new Float32Array(2 * 64 * 8), { batch: 2 });
    const rows = new Set(Array.from({ length: 64 }, (_, t) => data.slice(t * 8, t * 8 + 8).join()));
    expect(rows.size).toBe(64);
  });
});

describe('precision', () => {
  test('#13 pair 1 of 32 columns at position 1857: cos 1044.267841', () => {
    for (const [dtype, tolerance] of [
      ['float64', 6e-7],
      ['float32', 6e-7],
    ] as const) {
      const { data } = posenc.encode({ dim: 32 }, [1857], { dtype });
      expect(Math.abs((data[3] as number) - 0.306693)).toBeLessThan(tolerance);
    }
    const [bits] = posenc.encode({ dim: 32 }, [1857], { dtype: 'float16' }).data.slice(3);
    // 0.306693 is 2^-2 * (1 + 232.2/1024).
    expect(bits).toBe(0x34e8);
  });

  test('#14 positions 0 to 2047 all differ in bfloat16 and float16, 256 from 257 too', () => {
    for (const dtype of ['bfloat16', 'float16'] as const) {
      const { data } = posenc.encode({ dim: 64 }, 2048, { dtype });
      const rows = new Set(Array.from({ length: 2048 }, (_, p) => data.slice(p * 64, (p + 1) * 64).join()));
      expect(rows.size).toBe(2048);
    }
    const { data } = posenc.encode({ dim: 64 }, [257, 2047], { dtype: 'bfloat16' });
    const [near, far] = [0, 64].map((k) => widenBfloat16(data[k] as number));
    expect(Math.abs((near as number) - Math.sin(257))).toBeLessThan(2 ** -9);
    expect(Math.abs((far as number) - Math.sin(2047))).toBeLessThan(2 ** -9);
  });

  test('#15 chosen wavelengths from 0.001 to 10000, in 16 bits as well', () => {
    const encoding = presets.timestamps({ dim: 8, shortest: 0.001, longest: 1e4 });
    const wavelengths = posenc.wavelengths(encoding).data;
    expect(wavelengths[0]).toBeCloseTo(0.001, 15);
    expect(wavelengths[3]).toBeCloseTo(1e4, 9);
    // 1500.25025 is a quarter of the shortest wavelength past a whole number of them.
    const expected = row(encoding, 1500.25025);
    expect(expected[0]).toBeCloseTo(1, 6);
    const { data } = posenc.encode(encoding, [1500.25025], { dtype: 'bfloat16' });
    data.forEach((bits, k) => {
      expect(Math.abs(widenBfloat16(bits) - (expected[k] as number))).toBeLessThanOrEqual(2 ** -9);
    });
  });

  test('#16 16-bit results are float64 values rounded, not computed in 16 bits', () => {
    const exact = posenc.encode({ dim: 16 }, [4000], { dtype: 'float64' }).data;
    const { data } = posenc.encode({ dim: 16 }, [4000], { dtype: 'bfloat16' });
    data.forEach((bits, k) => {
      const value = exact[k] as number;
      expect(Math.abs(widenBfloat16(bits) - value)).toBeLessThanOrEqual(2 ** -8 * Math.abs(value) + 1e-12);
    });
  });

  test('#17 position 131071 against float64', () => {
    const { data } = posenc.encode({ dim: 128 }, [131071]);
    expect(Math.abs((data[0] as number) - Math.sin(131071))).toBeLessThan(3.1e-8);
    expect(Math.abs((data[1] as number) - Math.cos(131071))).toBeLessThan(3.1e-8);
  });

  test('#18 cosines in bfloat16 come from exact angles', () => {
    const { cos } = posenc.rotary({ dim: 64 }, [257, 100000], { dtype: 'bfloat16' });
    expect(Math.abs(widenBfloat16(cos.data[0] as number) - Math.cos(257))).toBeLessThan(2 ** -8);
    expect(Math.abs(widenBfloat16(cos.data[32] as number) - Math.cos(100000))).toBeLessThan(2 ** -8);
  });

  test('#19 a table of 800 GB is refused with its size, and its rows are there', () => {
    expect(() => posenc.encode({ dim: 4096 }, 5e7)).toThrow(/819200000000|819,200,000,000/);
    expect(posenc.encode({ dim: 4096 }, { start: 5e7 - 1, count: 1 }).shape).toEqual([1, 4096]);
  });
});

describe('formulas and constants', () => {
  test('#21 the sine and cosine of a pair have one frequency', () => {
    const data = row({ dim: 10 }, 5);
    for (let pair = 0; pair < 5; ++pair) {
      const angle = 5 * 10000 ** ((-2 * pair) / 10);
      close(data.slice(2 * pair, 2 * pair + 2), [Math.sin(angle), Math.cos(angle)], 1e-14);
    }
  });

  test('#22 the exponent divides by the width', () => {
    const { data } = posenc.frequencies({ dim: 256 });
    expect(data[0]).toBe(1);
    expect(data[64]).toBe(0.01);
    expect(data[127]).toBeCloseTo(10000 ** (-254 / 256), 15);
  });

  test('#23 the base is 10000, and cosines start at pair 0', () => {
    close(posenc.frequencies(presets.pytorch(4)).data, [1, 0.01], 0);
    close(row(presets.pytorch(4), 1), [Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)], 1e-15);
  });

  test('#24 T5: distance 64 of the encoder is bucket 14, not 13', () => {
    const bucket = (encoding: Parameters<typeof posenc.bias>[0], relative: number) =>
      posenc.bias(encoding, { queries: [100000], keys: [100000 + relative] }).data[0];
    expect(bucket(presets.t5(), -64)).toBe(14);
    expect(bucket(presets.t5(), 64)).toBe(30);
    expect(bucket(presets.t5({ maxDistance: 256, decoder: true }), -128)).toBe(28);
  });

  test('#25 ALiBi: slopes of 6 heads', () => {
    close(posenc.slopes(presets.alibi(6)).data, [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125], 0);
  });

  test('#26 ALiBi: slopes of 8 heads run from 1/2 to 1/256', () => {
    const { data } = posenc.slopes(presets.alibi(8));
    expect([data[0], data[7]]).toEqual([0.5, 0.00390625]);
  });

  test('#28 ALiBi: sign and anchor are options', () => {
    const first = (anchor: 'distance' | 'key' | 'last-key') =>
      Array.from(
        posenc.bias({ kind: 'alibi', heads: 1, anchor }, { queries: 3, keys: 3 }).data,
        (value) => Number(value) * 256,
      );
    expect(first('key')).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expect(first('distance').map((value) => value || 0)).toEqual([0, -1, -2, -1, 0, -1, -2, -1, 0]);
    expect(first('last-key').map((value) => value || 0)).toEqual([-2, -1, 0, -2, -1, 0, -2, -1, 0]);
  });

  test('#30 NeRF: without pi as its code, with pi as its paper', () => {
    const options = { inputDims: 1, includeInput: false };
    const point = { data: [0.5], shape: [1, 1] };
    close(
      posenc.encode(presets.nerf(1, options), point, { dtype: 'float64' }).data,
      [Math.sin(0.5), Math.cos(0.5)],
      1e-15,
    );
    close(posenc.encode(presets.nerf(1, { ...options, pi: true }), point, { dtype: 'float64' }).data, [1, 0], 1e-15);
  });

  test('#31 DDPM divides by half - 1, DiT by half; both in halves', () => {
    close(posenc.frequencies(presets.diffusersTimesteps(6)).data, [1, 0.01, 0.0001], 1e-18);
    const third = 10000 ** (-1 / 3);
    close(posenc.frequencies(presets.timesteps(6)).data, [1, third, third * third], 1e-16);
    const data = row(presets.diffusersTimesteps(4), 2);
    close(data, [Math.sin(2), Math.sin(0.0002), Math.cos(2), Math.cos(0.0002)], 1e-15);
  });

  test('#32 downscale_freq_shift 0 ends above 1/10000', () => {
    const { data } = posenc.frequencies(presets.diffusersTimesteps(256, { downscaleFreqShift: 0 }));
    expect(data[127]).toBeCloseTo(10000 ** (-127 / 128), 17);
    expect(posenc.frequencies(presets.diffusersTimesteps(256)).data[127]).toBe(1e-4);
  });

  test('#33 flip_sin_to_cos puts cosines first', () => {
    const data = row(presets.diffusersTimesteps(4, { flipSinToCos: true }), 2);
    close(data, [Math.cos(2), Math.cos(0.0002), Math.sin(2), Math.sin(0.0002)], 1e-15);
  });
});

describe('layouts', () => {
  test('#35 frequencies of 0 show the layout: sines and cosines alternate', () => {
    const zeros = [0, 0, 0, 0, 0];
    close(row({ dim: 10, frequencies: zeros }, 7), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 0);
    const halves = { dim: 10, frequencies: zeros, layout: 'halves' } as const;
    close(row(halves, 7), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1], 0);
    const first = row(presets.tatp22(10), 0);
    close(first, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 0);
  });

  test('#40 MAE: the first half of the columns encodes the column of the grid', () => {
    const { data } = posenc.encode(presets.mae(8), { grid: [2, 3] });
    const sines = Array.from({ length: 6 }, (_, cell) => [data[cell * 8], data[cell * 8 + 4]]);
    const s = (p: number) => Math.fround(Math.sin(p));
    const [zero, one, two] = [0, s(1), s(2)];
    expect(sines).toEqual([
      [zero, zero],
      [one, zero],
      [two, zero],
      [zero, one],
      [one, one],
      [two, one],
    ]);
  });

  test('#41 a grid of width 4 and height 3 runs along the width first', () => {
    const { data } = posenc.encode(presets.nerf(1, { inputDims: 2 }), { grid: [3, 4] });
    const x = Array.from({ length: 12 }, (_, cell) => data[cell * 6 + 1]);
    expect(x).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  });

  test('#42 grids need not be square', () => {
    const { data, shape } = posenc.encode(presets.mae(16), { grid: [2, 5] });
    expect(shape).toEqual([2, 5, 16]);
    const square = posenc.encode(presets.mae(16), { grid: [5, 5] }).data;
    expect(data).toEqual(square.slice(0, 2 * 5 * 16));
  });

  test('#43 a size is given, not a factor: 61 x 61 stays 61 x 61', () => {
    for (const side of [61, 115, 122]) {
      const table = { data: new Float32Array(4 * 4).fill(1), shape: [1, 16, 1] };
      const { data, shape } = posenc.resample(table, { to: [side, side] });
      expect(shape).toEqual([1, side * side, 1]);
      expect(data.every((value) => Math.abs(value - 1) < 1e-6)).toBe(true);
    }
  });

  test('#44 (2, 8) to (4, 4) is another grid of as many cells', () => {
    const data = Float32Array.from({ length: 16 }, (_, k) => (k * 7) % 5);
    const table = { data, shape: [1, 16, 1] };
    expect(posenc.resample(table, { from: [2, 8], to: [4, 4] }).data).not.toEqual(data);
    expect(posenc.resample(table, { from: [2, 8], to: [2, 8] }).data).toEqual(data);
  });

  test('#46 a learned table says where it ends; a fixed one has no end', () => {
    const encoding = { kind: 'learned', dim: 4, length: 50 } as const;
    expect(posenc.encode(encoding, [49]).shape).toEqual([1, 4]);
    expect(() => posenc.encode(encoding, [84])).toThrow(RangeError);
    expect(posenc.encode(presets.detr(4), { grid: [84, 84] }).shape).toEqual([84, 84, 8]);
  });
});
