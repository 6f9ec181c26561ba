// What reading current sources finds wrong, and the right values. The letter and number of a test are those of reports.ts.
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { posenc } from './support.js';

const row = (encoding: Parameters<typeof posenc.encode>[0], position: number) =>
  Array.from(posenc.encode(encoding, [position], { dtype: 'float64' }).data);
/** Tables of float64 are within 1e-15. */
function close(data: ArrayLike<number>, expected: number[]) {
  expect(data.length).toBe(expected.length);
  expected.forEach((value, k) => {
    expect(Math.abs((data[k] as number) - value), `value ${k}: ${data[k]}, not ${value}`).toBeLessThanOrEqual(1e-15);
  });
}
const finite = (data: ArrayLike<number>) => Array.from(data).every(Number.isFinite);

describe('readings of sources', () => {
  test('#B1 fairseq: widths 2 and 3 have the frequency 1', () => {
    close(row(presets.fairseq(2), 1), [Math.sin(1), Math.cos(1)]);
    close(row(presets.fairseq(3), 1), [Math.sin(1), Math.cos(1), 0]);
  });

  test('#B2 tensor2tensor on several axes: fewer than 4 channels an axis are finite', () => {
    const { data } = posenc.encode(presets.tensor2tensorNd(5, 2), { grid: [2, 3] }, { dtype: 'float64' });
    // Row 1, column 2, and what is left over.
    close(data.slice(25), [Math.sin(1), Math.cos(1), Math.sin(2), Math.cos(2), 0]);
  });

  test('#B3 big_vision: width 4 is finite, and its law is not that of MAE', () => {
    const { data } = posenc.encode(presets.bigVision(4), { grid: [2, 2] }, { dtype: 'float64' });
    close(data.slice(4, 8), [Math.sin(1), Math.cos(1), 0, 1]);
    const [ours, mae] = [presets.bigVision(8), presets.mae(8)].map((encoding) =>
      posenc.encode(encoding, { grid: [2, 2] }),
    );
    expect(ours?.data).not.toEqual(mae?.data);
  });

  test('#B4 diffusers: widths 2 and 3 with the default shift are finite', () => {
    close(row(presets.diffusersTimesteps(2), 1), [Math.sin(1), Math.cos(1)]);
    close(row(presets.diffusersTimesteps(3), 1), [Math.sin(1), Math.cos(1), 0]);
  });

  test('#B5 diffusers: the logarithm of 0 is refused, not turned into NaN', () => {
    const encoding = presets.gaussianFourier([0.5, 2]);
    expect(() => row(encoding, Math.log(0))).toThrow(RangeError);
    expect(finite(row(encoding, Math.log(1e-300)))).toBe(true);
  });

  test('#B6 keras-hub: 16-bit positions past 256 do not collide', () => {
    const { data } = posenc.encode(presets.keras(32), [256, 257, 258], { dtype: 'bfloat16' });
    const rows = [0, 1, 2].map((k) => data.slice(32 * k, 32 * k + 32).join());
    expect(new Set(rows).size).toBe(3);
  });

  test('#B7 keras-hub: dynamic scaling is NTK, not a uniform divisor', () => {
    const scaling = { type: 'dynamic', factor: 4, originalLength: 4096, length: 8192 } as const;
    const { data } = posenc.frequencies({ dim: 8, scaling });
    [1, 0.0584803548, 0.00341995189, 0.0002].forEach((value, i) => {
      expect(Math.abs((data[i] as number) / value - 1)).toBeLessThan(2e-9);
    });
  });

  test('#B8 rotary-embedding-torch: bfloat16 data turn by whole positions', () => {
    // 1.0 and 0.0 in bfloat16.
    const x = () => Uint16Array.from([0x3f80, 0, 0x3f80, 0]);
    const { data } = posenc.rotate({ dim: 2 }, [256, 257], x(), { shape: [2, 2], dtype: 'bfloat16' });
    const value = (bits: number) => new Float32Array(new Uint32Array([bits * 65536]).buffer)[0] as number;
    expect(Math.abs(value(data[0] as number) - Math.cos(256))).toBeLessThan(2 ** -8);
    expect(Math.abs(value(data[2] as number) - Math.cos(257))).toBeLessThan(2 ** -8);
  });

  test('#B9 xPos with cached keys: queries and keys share one centre, whatever their lengths', () => {
    const pair = (keys: boolean) =>
      presets.lucidrains(2, { useXpos: true, xposScaleBase: 16, xposCenter: 3, keys, freqsFor: 'constant' });
    const score = (query: number, key: number) => {
      const [q, k] = [pair(false), pair(true)].map(
        (encoding, n) => posenc.rotate(encoding, [n ? key : query], Float32Array.from([1, 0]), { shape: [1, 2] }).data,
      ) as [Float32Array, Float32Array];
      return (q[0] as number) * (k[0] as number) + (q[1] as number) * (k[1] as number);
    };
    // It depends on the distance alone.
    expect(Math.abs(score(9, 4) - score(25, 20))).toBeLessThan(1e-6);
    expect(Math.abs(score(9, 4) - Math.cos(5) * (0.4 / 1.4) ** (5 / 16))).toBeLessThan(1e-6);
  });

  test('#B10 x-transformers: sequences that start at places of their own', () => {
    const { data, shape } = posenc.encode(presets.scaledSinusoid(4), { data: [0, 1, -2, -1], shape: [2, 2] });
    expect(shape).toEqual([2, 2, 4]);
    expect(data.slice(12)).toEqual(posenc.encode(presets.scaledSinusoid(4), [-1]).data);
  });

  test('#B11 tatp22: few channels leave the last axis out, and each call has its own format', () => {
    const { data } = posenc.encode(presets.tatp22Grid(2, 2), { grid: [2, 3] });
    expect(data.slice(0, 2)).toEqual(data.slice(4, 6));
    expect(posenc.encode(presets.tatp22(4), 3, { dtype: 'float64' }).data).toBeInstanceOf(Float64Array);
    expect(posenc.encode(presets.tatp22(4), 3).data).toBeInstanceOf(Float32Array);
  });

  test('#B12 burn: a table longer than the largest timescale', () => {
    expect(posenc.encode(presets.burn(8), 10001).shape).toEqual([10001, 8]);
  });

  test('#B13 candle: an odd width has its zero in the last column', () => {
    const { data, shape } = posenc.encode(presets.timesteps(5), [1, 2], { dtype: 'float64' });
    expect(shape).toEqual([2, 5]);
    expect([data[4], data[9]]).toEqual([0, 0]);
    close(data.slice(0, 1), [Math.cos(1)]);
  });

  test('#B14 kandle: Whisper has halves and divides by n - 1', () => {
    close(row(presets.whisper(4), 1), [Math.sin(1), Math.sin(1e-4), Math.cos(1), Math.cos(1e-4)]);
  });

  test('#B15 transformer-explainer: 40 positions of 100 columns', () => {
    const { data, shape } = posenc.encode({ dim: 100 }, 40);
    expect(shape).toEqual([40, 100]);
    expect(data[100]).toBe(Math.fround(Math.sin(1)));
  });
});
