// Encodings of several coordinates against exact values and against what the code that people port from printed.
import { readFileSync } from 'node:fs';
import type { FourierEncoding, GridAxis, GridEncoding, GridPositions, ShapedPositions, SinusoidEncoding } from 'posenc';
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { bitsOf, distance, errorOf, firstDifference, type GoldenCase, golden, posenc } from './support.js';

/** Parameters of the golden cases, each under its own name in the original. */
interface Params {
  shape: number[];
  class: string;
  channels: number;
  layout?: string;
  embed_dim: number;
  grid_size: number | number[];
  cls_token: boolean;
  h: number;
  w: number;
  width: number;
  temperature: number;
  num_pos_feats: number;
  normalize: boolean;
  scale: number | string;
  dim: number;
  feat_shape: number[];
  reverse_coord: boolean;
  interleave_sin_cos: boolean;
  num_bands: number;
  in_pixels?: boolean;
  max_res?: number;
  ref_feat_shape?: number[];
  include_grid?: boolean;
  input_dims: number;
  num_freqs: number;
  max_freq_log2: number;
  include_input: boolean;
  log_sampling: boolean;
  periodic_fns: string[];
  base_size: number;
  interpolation_scale?: number;
  spatial_size: number[];
  temporal_size: number;
}

const f64 = { dtype: 'float64' } as const;
const two = (axis: GridAxis): GridAxis[] => [axis, axis];

/** The golden README's fair tolerance. */
function tolerance({ measured_max_abs_err: measured, dtype, data }: GoldenCase): number {
  const largest = Math.max(...data.map(Math.abs));
  return 2 * measured + (dtype === 'float64' ? 1e-15 : 2.4e-7) * largest;
}

function expectGolden(wanted: GoldenCase, got: ArrayLike<number>, most = tolerance(wanted)): void {
  const values = wanted.indices ? wanted.indices.map((at) => got[at] as number) : got;
  expect(distance(values, wanted.data), JSON.stringify(wanted.params)).toBeLessThanOrEqual(most);
}

const cases = (file: string, name: string | RegExp): GoldenCase[] => {
  const found = golden(file).filter((each) => each.name.search(name) >= 0);
  expect(found.length).toBeGreaterThan(0);
  return found;
};

describe('exact values', () => {
  interface Truth {
    name: string;
    encoding: GridEncoding | FourierEncoding;
    positions: ShapedPositions | GridPositions;
    sin: number[][];
    cos: number[][];
  }
  const { cases: truths } = JSON.parse(readFileSync(new URL('../truth/points.json', import.meta.url), 'utf8'));

  test.each(truths as Truth[])('$name', ({ encoding, positions, sin, cos }) => {
    const plain =
      encoding.kind === 'grid'
        ? ({ ...encoding, blocks: 'function-major' } as const)
        : { ...encoding, layout: 'halves' as const };
    const rows = sin.flatMap((sines, k) => [...sines, ...(cos[k] as number[])]);
    const doubles = posenc.encode(plain, positions, f64).data;
    expect(distance(doubles, rows)).toBeLessThan(5e-15);
    const floats = posenc.encode(plain, positions).data;
    expect(firstDifference(floats, Float32Array.from(doubles))).toBe(-1);
    for (const dtype of ['float16', 'bfloat16'] as const) {
      const halves = posenc.encode(plain, positions, { dtype }).data;
      expect(
        firstDifference(
          halves,
          Array.from(doubles, (value) => bitsOf(value, dtype)),
        ),
      ).toBe(-1);
    }
  });
});

describe('rows stated by hand', () => {
  const close = (got: ArrayLike<number>, wanted: number[]) => expect(distance(got, wanted)).toBeLessThan(2e-9);
  const y1x2 = [1, 2];
  const sines = [0.909297427, 0.0199986667, -0.416146837, 0.999800007];
  const ones = [0.841470985, 0.00999983333, 0.540302306, 0.99995];

  test('MAE, big_vision: the column comes first', () => {
    const mae: GridEncoding = { kind: 'grid', axes: two({ dim: 4, layout: 'halves' }), axisOrder: [1, 0] };
    close(posenc.encode(mae, y1x2, f64).data, [...sines, ...ones]);
    close(
      posenc.encode({ ...mae, axes: two({ dim: 4, layout: 'halves', spacing: 'endpoint' }) }, y1x2, f64).data,
      [0.909297427, 0.000199999999, -0.416146837, 0.99999998, 0.841470985, 0.0000999999998, 0.540302306, 0.999999995],
    );
  });
  test('timm, both ways; tatp22', () => {
    const timm: GridEncoding = { kind: 'grid', axes: two({ dim: 4 }), blocks: 'function-major' };
    close(
      posenc.encode(timm, y1x2, f64).data,
      [0.841470985, 0.00999983333, 0.909297427, 0.0199986667, 0.540302306, 0.99995, -0.416146837, 0.999800007],
    );
    close(posenc.encode({ kind: 'grid', axes: two({ dim: 4, layout: 'halves' }) }, y1x2, f64).data, [
      ...ones,
      ...sines,
    ]);
    close(
      posenc.encode({ kind: 'grid', axes: two({ dim: 4 }) }, y1x2, f64).data,
      [0.841470985, 0.540302306, 0.00999983333, 0.99995, 0.909297427, -0.416146837, 0.0199986667, 0.999800007],
    );
  });
  test('DETR: from 1 on, and normalised on a grid of 3 by 4', () => {
    const axes = two({ dim: 4, origin: 1 });
    close(
      posenc.encode({ kind: 'grid', axes }, y1x2, f64).data,
      [0.909297427, -0.416146837, 0.0199986667, 0.999800007, 0.141120008, -0.989992497, 0.0299955002, 0.999550034],
    );
    const normalised = two({ dim: 4, unit: 'turn', coordinates: 'fractions' });
    close(
      posenc.encode({ kind: 'grid', axes: normalised }, { grid: [3, 4] }, f64).data.subarray(48, 56),
      [-0.866024706, -0.500001209, 0.0418756398, 0.999122831, -1, -0.00000117809695, 0.0471064389, 0.998889876],
    );
  });
  test('DINOv3: angles of the first of 2 by 3 cells', () => {
    const axes = two({ dim: 4, base: 100, unit: 'turn', coordinates: 'centres' });
    const angles = [-Math.PI, -0.314159265, -4.1887902, -0.41887902];
    const { data } = posenc.encode({ kind: 'grid', axes, blocks: 'function-major' }, { grid: [2, 3] }, f64);
    expect(distance(data.subarray(0, 8), [...angles.map(Math.sin), ...angles.map(Math.cos)])).toBeLessThan(1e-8);
  });
  test('NeRF with the coordinates', () => {
    const axes = Array.from({ length: 3 }, () => ({ dim: 4, frequencies: [1, 2] }));
    close(
      posenc.encode({ kind: 'grid', axes, blocks: 'frequency-major', identity: true }, [0.1, 0.2, 0.3], f64).data,
      [
        0.1, 0.2, 0.3, 0.0998334166, 0.198669331, 0.295520207, 0.995004165, 0.980066578, 0.955336489, 0.198669331,
        0.389418342, 0.564642473, 0.980066578, 0.921060994, 0.825335615,
      ],
    );
  });
  test('odd widths of axes, a column of zeros, cut off and filled up', () => {
    const axes: GridAxis[] = [{ dim: 3, odd: 'zero' }, { dim: 3 }];
    const rows = (encoding: Omit<GridEncoding, 'kind' | 'axes'>) =>
      posenc.encode({ kind: 'grid', axes, ...encoding }, [1, 2], f64);
    const [s1, c1, s2, c2, t2] = [
      Math.sin(1),
      Math.cos(1),
      Math.sin(2),
      Math.cos(2),
      Math.sin(2 * 10000 ** (-2 / 3)),
    ] as const;
    expect(distance(rows({}).data, [s1, c1, 0, s2, c2, t2])).toBeLessThan(1e-15);
    expect(distance(rows({ dim: 8 }).data, [s1, c1, 0, s2, c2, t2, 0, 0])).toBeLessThan(1e-15);
    expect(distance(rows({ dim: 4 }).data, [s1, c1, 0, s2])).toBeLessThan(1e-15);
    expect(distance(rows({ blocks: 'function-major' }).data, [s1, s2, t2, c1, c2, 0])).toBeLessThan(1e-15);
    expect(distance(rows({ blocks: 'frequency-major' }).data, [s1, s2, c1, c2, t2, 0])).toBeLessThan(1e-15);
    expect(distance(rows({ dim: 3, identity: true }).data, [1, 2, s1])).toBeLessThan(1e-15);
  });
});

describe('M-RoPE', () => {
  const letters = (sections: number[], sectionOrder: SinusoidEncoding['sectionOrder']) => {
    const dim = 2 * sections.reduce((sum, section) => sum + section, 0);
    const frequencies = new Float64Array(dim / 2).fill(1);
    const streams = sections.map((_, stream) => stream + 1);
    const positions = { data: streams, shape: [streams.length, 1] };
    const { data } = posenc.encode({ dim, frequencies, sections, sectionOrder, layout: 'halves' }, positions, f64);
    const sines = streams.map(Math.sin);
    return Array.from(
      data.subarray(0, dim / 2),
      (sine) => 'THWE'[sines.findIndex((s) => Math.abs(s - sine) < 1e-9)],
    ).join('');
  };
  const thw = 'THW';

  test('which stream each pair takes, as the published code has it', () => {
    expect(letters([16, 24, 24], 'chunked')).toBe('T'.repeat(16) + 'H'.repeat(24) + 'W'.repeat(24));
    expect(letters([24, 20, 20], 'interleaved')).toBe(`${thw.repeat(20)}TTTT`);
    expect(letters([11, 11, 10], 'interleaved')).toBe(`${thw.repeat(10)}TH`);
    expect(letters([24, 20, 20, 0], 'interleaved-fourth')).toBe(`${thw.repeat(20)}TEET`);
    expect(letters([11, 11, 10, 0], 'interleaved-fourth')).toBe(`${thw.repeat(10)}TH`);
    expect(letters([8, 12, 12], 'interleaved')).toBe(`${thw.repeat(10)}TH`);
    expect(letters([8, 12, 12, 0], 'interleaved-fourth')).toBe(`${thw.repeat(8)}EHWEHWEH`);
    expect(letters([20, 22, 22], 'alternating')).toBe('HW'.repeat(22) + 'T'.repeat(20));
    expect(letters([0, 1, 1], 'alternating')).toBe('HW');
  });

  test('rotates as Qwen2-VL and Qwen3-VL do', () => {
    for (const each of cases('hf_qwen_vl_mrope', /sections|interleaved/)) {
      const { head_dim: dim, mrope_section: sections, rope_theta: base, position_ids: ids, interleaved } = each.params;
      const streams = ids as unknown as number[][];
      const length = (streams[0] as number[]).length;
      const width = dim as number;
      const { data } = posenc.encode(
        {
          dim: width,
          base: base as number,
          sections: sections as number[],
          sectionOrder: (interleaved as unknown) ? 'interleaved' : 'chunked',
          layout: 'halves',
        },
        { data: streams.flat(), shape: [3, length] },
        f64,
      );
      const q = each.inputs.q as { data: number[] };
      const half = width / 2;
      const turned = q.data.map((x, at) => {
        const channel = at % width;
        const row = (Math.floor(at / width) % length) * width;
        const other = channel < half ? -(q.data[at + half] as number) : (q.data[at - half] as number);
        const pair = channel % half;
        return x * (data[row + half + pair] as number) + other * (data[row + pair] as number);
      });
      expectGolden(each, turned);
    }
  });

  test('text: one list of positions is that of all streams', () => {
    const encoding = { dim: 16, sections: [2, 3, 3] };
    const list = [0, 5, 1e6, 2.5];
    const alike = posenc.encode(encoding, { data: [...list, ...list, ...list], shape: [3, 4] }).data;
    expect(firstDifference(posenc.encode(encoding, list).data, alike)).toBe(-1);
    const steps = { start: 3, step: 2, count: 700 };
    const each = Array.from({ length: 700 }, (_, k) => 3 + 2 * k);
    expect(firstDifference(posenc.encode(encoding, steps).data, posenc.encode(encoding, each).data)).toBe(-1);
    expect(posenc.encode(encoding, { data: [...list, ...list, ...list], shape: [3, 2, 2] }).shape).toEqual([2, 2, 16]);
  });
});

describe('golden files', () => {
  test('tatp22: 2-D and 3-D, channels first, Summer', () => {
    for (const each of cases('tatp22_multidim', /[23]D|Permute|Summer/)) {
      const { shape, class: kind, channels, layout } = each.params as unknown as Params;
      const sizes = (layout ? shape.slice(2) : shape.slice(1, -1)) as number[];
      const dim = (layout ? shape[1] : shape.at(-1)) as number;
      const axes = sizes.map(() => ({ dim: 2 * Math.ceil((channels as number) / (2 * sizes.length)) }));
      expect(String(kind)).toBe(`${sizes.length}D`);
      const encoding: GridEncoding = { kind: 'grid', dim, axes };
      const batch = shape[0] as number;
      if (each.inputs?.x) {
        const x = Float32Array.from(each.inputs.x.data);
        expect(posenc.add(encoding, { grid: sizes }, x, { batch }).shape).toEqual(shape);
        expectGolden(each, x);
      } else {
        const table = posenc.encode(encoding, { grid: sizes }, { channelsFirst: Boolean(layout) });
        expect([batch, ...table.shape]).toEqual(each.shape);
        expectGolden(each, Array.from({ length: batch }, () => [...table.data]).flat());
      }
    }
  });
  test('MAE with a class token', () => {
    for (const each of cases('mae_sincos2d', '2d')) {
      const { embed_dim: dim, grid_size: size, cls_token } = each.params as unknown as Params;
      const axes = two({ dim: (dim as number) / 2, layout: 'halves' });
      const encoding: GridEncoding = { kind: 'grid', axes, axisOrder: [1, 0], classRows: Number(cls_token) };
      const table = posenc.encode(encoding, { grid: [size as number, size as number] }, f64);
      if (cls_token) expect(table.shape).toEqual(each.shape);
      expectGolden(each, table.data);
    }
  });
  test('big_vision', () => {
    for (const each of cases('big_vision_sincos2d', /./)) {
      const { h, w, width, temperature: base } = each.params as unknown as Params;
      const axes = two({ dim: (width as number) / 2, base, layout: 'halves', spacing: 'endpoint' });
      expectGolden(
        each,
        posenc.encode({ kind: 'grid', axes, axisOrder: [1, 0] }, { grid: [h as number, w as number] }, f64).data,
      );
    }
  });
  test('DETR, padded and normalised', () => {
    for (const each of cases('detr_sine', /./)) {
      const { num_pos_feats: dim, temperature: base, normalize, scale } = each.params as unknown as Params;
      const { shape, data: mask } = each.inputs.mask as { shape: number[]; data: number[] };
      const [batch, height, width] = shape as [number, number, number];
      const points: number[] = [];
      for (let at = 0; at < mask.length; ++at) {
        const [b, y, x] = [Math.floor(at / width / height), Math.floor(at / width) % height, at % width];
        const counted = (rows: number[], columns: number[]) =>
          rows.flatMap((row) => columns.map((column) => 1 - (mask[(b * height + row) * width + column] as number)));
        const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);
        const range = (count: number) => Array.from({ length: count }, (_, k) => k);
        const [down, across] = [sum(counted(range(y + 1), [x])), sum(counted([y], range(x + 1)))];
        const [all, whole] = [sum(counted(range(height), [x])), sum(counted([y], range(width)))];
        points.push(normalize ? down / (all + 1e-6) : down, normalize ? across / (whole + 1e-6) : across);
      }
      const unit = normalize && typeof scale !== 'number' ? 'turn' : 'radian';
      const axes = two({ dim: dim as number, base, unit, scale: normalize && typeof scale === 'number' ? scale : 1 });
      const table = posenc.encode(
        { kind: 'grid', axes },
        { data: points, shape: [...shape, 2] },
        { channelsFirst: true },
      );
      expect(table.shape).toEqual([batch, 2 * (dim as number), height, width]);
      expectGolden(each, table.data);
    }
  });
  test('timm: 2-D and Fourier', () => {
    for (const each of cases('timm_pos_embed_sincos', 'sincos2d')) {
      const params = each.params as unknown as Params;
      const axis: GridAxis = { dim: (params.dim as number) / 2, base: params.temperature, layout: 'halves' };
      const encoding: GridEncoding = {
        kind: 'grid',
        axes: two(axis),
        blocks: params.interleave_sin_cos ? 'axis-major' : 'function-major',
      };
      // The rows of a reversed grid are reversed too: the column is the slow coordinate.
      const sizes = params.feat_shape as number[];
      expectGolden(each, posenc.encode(encoding, { grid: params.reverse_coord ? sizes.toReversed() : sizes }).data);
    }
    for (const each of cases('timm_pos_embed_sincos', 'fourier')) {
      const params = each.params as unknown as Params;
      const sizes = params.feat_shape as number[];
      const bands = params.num_bands as number;
      const pixels = (params.in_pixels as unknown) !== false;
      const top = Math.log2(params.max_res ?? 0) - 1;
      const frequencies = Array.from({ length: bands }, (_, k) => 2 ** ((k * top) / (bands - 1)));
      const axes = sizes.map((size, k): GridAxis => {
        const reference = (params.ref_feat_shape as number[] | undefined)?.[k];
        if (pixels)
          return {
            dim: 2 * bands,
            frequencies,
            unit: 'half-turn',
            coordinates: 'ends',
            scale: (reference ?? size) / size,
          };
        return { dim: 2 * bands, ...(reference ? { reference } : {}) };
      });
      const identity = Boolean(params.include_grid);
      const encoding: GridEncoding = { kind: 'grid', axes, blocks: 'function-major', identity };
      const { data, shape } = posenc.encode(encoding, { grid: sizes }, f64);
      const columns = shape.at(-1) as number;
      const part = (from: number, count: number) =>
        data.filter((_, at) => at % columns >= from && at % columns < from + count);
      const first = identity ? sizes.length : 0;
      const half = bands * sizes.length;
      expectGolden(each, part(first, half));
      expect(distance(part(first + half, half), each.outputs.cos?.data ?? [])).toBeLessThan(tolerance(each));
      if (identity) expect(distance(part(0, first), each.outputs.grid?.data ?? [])).toBeLessThan(1e-7);
    }
  });
  test('NeRF', () => {
    for (const each of cases('nerf_embedder', /./)) {
      const { input_dims: dims, num_freqs: bands, max_freq_log2: top, ...rest } = each.params as unknown as Params;
      const { include_input, log_sampling, periodic_fns } = rest as unknown as Record<string, unknown>;
      const n = bands as number;
      const frequencies = Array.from({ length: n }, (_, k) => {
        const part = k / (n - 1);
        return log_sampling ? 2 ** ((top as number) * part) : 1 + (2 ** (top as number) - 1) * part;
      });
      const axes = Array.from({ length: dims as number }, () => ({ dim: 2 * n, frequencies }));
      const encoding: GridEncoding = {
        kind: 'grid',
        axes,
        blocks: 'frequency-major',
        identity: Boolean(include_input),
      };
      const x = each.inputs.x as ShapedPositions & { data: number[] };
      const { data, shape } = posenc.encode(encoding, { data: Float32Array.from(x.data), shape: x.shape });
      const columns = shape.at(-1) as number;
      const first = include_input ? (dims as number) : 0;
      // With sines alone, every other group of columns is left out.
      const sines = (at: number) =>
        (at % columns) - first < 0 || Math.floor(((at % columns) - first) / (dims as number)) % 2 === 0;
      expectGolden(each, (periodic_fns as string[]).length === 1 ? data.filter((_, at) => sines(at)) : data);
    }
  });
  test('diffusers: 2-D and 3-D', () => {
    for (const each of cases('diffusers_embeddings', '2d_sincos')) {
      const { embed_dim: dim, grid_size, base_size, interpolation_scale = 1 } = each.params as unknown as Params;
      const sizes = (typeof grid_size === 'number' ? [grid_size, grid_size] : grid_size) as unknown as number[];
      const reference = (base_size as number) / interpolation_scale;
      const axes = two({ dim: (dim as number) / 2, layout: 'halves', reference });
      // The original makes its coordinates in float32.
      expectGolden(
        each,
        posenc.encode({ kind: 'grid', axes, axisOrder: [1, 0] }, { grid: sizes }, f64).data,
        tolerance(each) + 2e-7,
      );
    }
    for (const each of cases('diffusers_embeddings', '3d_sincos')) {
      const { embed_dim, spatial_size, temporal_size } = each.params as unknown as Params;
      const dim = embed_dim as number;
      const [width, height] = spatial_size as unknown as number[];
      const space: GridAxis = { dim: (3 * dim) / 8, layout: 'halves' };
      const encoding: GridEncoding = {
        kind: 'grid',
        axes: [{ dim: dim / 4, layout: 'halves' }, space, space],
        axisOrder: [0, 2, 1],
      };
      expectGolden(
        each,
        posenc.encode(encoding, { grid: [temporal_size as number, height as number, width as number] }, f64).data,
      );
    }
  });
});

describe('shapes', () => {
  const axes: GridAxis[] = [{ dim: 6 }, { dim: 5 }];
  const grid: GridEncoding = { kind: 'grid', axes };
  const cells = posenc.encode(grid, { grid: [3, 4] });
  const points = Array.from({ length: 12 }, (_, k) => [Math.floor(k / 4), k % 4]).flat();

  test('of cells, points, class rows', () => {
    expect(cells.shape).toEqual([3, 4, 11]);
    expect(posenc.encode(grid, points).shape).toEqual([12, 11]);
    expect(posenc.encode(grid, points, { shape: [2, 3, 2, 2] }).shape).toEqual([2, 3, 2, 11]);
    expect(posenc.encode({ ...grid, classRows: 2 }, { grid: [3, 4] }).shape).toEqual([14, 11]);
    expect(posenc.encode({ ...grid, classRows: 2 }, []).shape).toEqual([2, 11]);
    expect(posenc.encode(grid, { grid: [0, 4] }).shape).toEqual([0, 4, 11]);
  });
  test('cells and points have the same bits, in whatever pieces', () => {
    expect(firstDifference(posenc.encode(grid, points).data, cells.data)).toBe(-1);
    const wide: GridEncoding = { kind: 'grid', axes: [{ dim: 9000 }, { dim: 8001 }], classRows: 3 };
    const all = posenc.encode(wide, { grid: [3, 7] }).data;
    expect(all.subarray(0, 3 * 17001).every((value) => value === 0)).toBe(true);
    const list = Array.from({ length: 21 }, (_, k) => [Math.floor(k / 7), k % 7]);
    expect(firstDifference(posenc.encode(wide, list.flat()).data, all)).toBe(-1);
    for (const k of [0, 5, 20]) {
      const row = posenc.encode(wide, list[k] as number[]).data.subarray(3 * 17001);
      expect(firstDifference(row, all.subarray((k + 3) * 17001, (k + 4) * 17001))).toBe(-1);
    }
    const { data } = posenc.encode(grid, { grid: [700, 90] });
    for (const [y, x] of [
      [0, 0],
      [699, 89],
      [350, 41],
    ] as const) {
      expect(
        firstDifference(posenc.encode(grid, [y, x]).data, data.subarray((y * 90 + x) * 11, (y * 90 + x + 1) * 11)),
      ).toBe(-1);
    }
  });
  test('channels first', () => {
    const turned = posenc.encode(grid, { grid: [3, 4] }, { channelsFirst: true });
    expect(turned.shape).toEqual([11, 3, 4]);
    expect(turned.data.every((value, at) => value === cells.data[(at % 12) * 11 + Math.floor(at / 12)])).toBe(true);
    expect(posenc.encode(grid, points, { channelsFirst: true }).shape).toEqual([11, 12]);
    const batched = posenc.encode(grid, points, { shape: [3, 4, 2], channelsFirst: true });
    expect(batched.shape).toEqual([3, 11, 4]);
    expect(
      batched.data.every(
        (value, at) => value === cells.data[(Math.floor(at / 44) * 4 + (at % 4)) * 11 + (Math.floor(at / 4) % 11)],
      ),
    ).toBe(true);
    const line = posenc.encode({ dim: 6 }, 5000, { channelsFirst: true, dtype: 'bfloat16' });
    const plain = posenc.encode({ dim: 6 }, 5000, { dtype: 'bfloat16' });
    expect(line.shape).toEqual([6, 5000]);
    expect(line.data.every((value, at) => value === plain.data[(at % 5000) * 6 + Math.floor(at / 5000)])).toBe(true);
    expect(posenc.encode({ dim: 6 }, { data: [1, 2, 3, 4], shape: [2, 2] }, { channelsFirst: true }).shape).toEqual([
      2, 6, 2,
    ]);
  });
  test('add', () => {
    const sums = new Float32Array(2 * 132).fill(0.25);
    expect(posenc.add(grid, { grid: [3, 4] }, sums, { batch: 2 }).shape).toEqual([2, 3, 4, 11]);
    expect(sums.every((value, at) => value === Math.fround(0.25 + (cells.data[at % 132] as number)))).toBe(true);
  });
});

test('what is not allowed says so, and nothing is made', () => {
  const axes: GridAxis[] = [{ dim: 4 }, { dim: 4 }];
  const grid: GridEncoding = { kind: 'grid', axes };
  const fourier: FourierEncoding = { kind: 'fourier', dim: 4, axes: 2, frequencies: [1, 2, 3, 4] };
  const of = (encoding: unknown, positions: unknown = { grid: [2, 3] }) =>
    errorOf(() => posenc.encode(encoding as GridEncoding, positions as GridPositions));
  expect(of(grid, { grid: [1e6, 1e6] })).toMatch(
    /^RangeError: invalid grid: 1000000000000 \(the result would take 32000000000000 bytes/,
  );
  expect(of(grid, { grid: [2 ** 30, 2 ** 30] })).toMatch(
    /^RangeError: invalid grid: 1152921504606847000 \(the result would take 36893488147419103000 bytes/,
  );
  expect(of(grid, { grid: [2, 3, 4] })).toBe('RangeError: invalid grid: 3 (exactly 2 values)');
  expect(of(grid, { grid: [2, -3] })).toBe('RangeError: invalid grid[1]: -3 (a whole number from 0 to 2^53)');
  expect(of(grid, { grid: 4 })).toBe('TypeError: invalid grid: 4 (an array of numbers)');
  expect(of(grid, { grids: [2] })).toMatch(/^TypeError: invalid positions: unknown key 'grids'/);
  expect(of(grid, 12)).toMatch(/^TypeError: invalid positions: 12 \(points or \{ grid \}/);
  expect(of(grid, [1, 2, 3])).toBe(
    'RangeError: invalid positions.length: 3 (a multiple of 2, the coordinates of a point)',
  );
  expect(of(grid, { data: [1, 2, 3], shape: [1, 3] })).toBe(
    'RangeError: invalid shape[1]: 3 (2, the coordinates of a point)',
  );
  expect(of(grid, [1, Number.NaN])).toBe(
    'RangeError: invalid positions[1]: NaN (a finite number, at most 2^53 in size)',
  );
  expect(of({ ...grid, axisOrder: [1, 1] })).toBe('RangeError: invalid axisOrder[1]: 1 (each axis once, from 0 to 1)');
  expect(of({ ...grid, axisOrder: [0] })).toBe('RangeError: invalid axisOrder: 1 (exactly 2 values)');
  expect(of({ ...grid, axes: [] })).toBe('RangeError: invalid axes: 0 (a whole number from 1 to 8)');
  expect(of({ ...grid, axes: new Array(9).fill({ dim: 2 }) })).toBe(
    'RangeError: invalid axes: 9 (a whole number from 1 to 8)',
  );
  expect(of({ ...grid, axes: 2 })).toBe('TypeError: invalid axes: 2 (an array of objects)');
  expect(of({ ...grid, axes: [{ dim: 4 }, 5] })).toBe('TypeError: invalid axes[1]: 5 (an object)');
  expect(of({ ...grid, axes: [{ dim: 4 }, { dim: 2.5 }] })).toMatch(/^RangeError: invalid axes\[1\]\.dim: 2\.5/);
  expect(of({ ...grid, axes: [{ dim: 4, padding: 1 }, { dim: 4 }] })).toMatch(
    /^TypeError: invalid axes\[0\]: unknown key 'padding'/,
  );
  expect(of({ ...grid, axes: [{ dim: 4, coordinates: 'ends', offset: 1 }, { dim: 4 }] })).toMatch(
    /^RangeError: invalid axes\[0\]\.offset: 1/,
  );
  expect(of({ ...grid, axes: [{ dim: 4, reference: 0 }, { dim: 4 }] })).toMatch(
    /^RangeError: invalid axes\[0\]\.reference: 0/,
  );
  expect(of({ ...grid, axes: two({ dim: 32769 }) })).toMatch(
    /^RangeError: invalid axes\[1\]\.dim: 32769 \(at most 65536 columns/,
  );
  expect(of({ ...grid, axes: two({ dim: 32768 }), identity: true })).toMatch(/^RangeError: invalid dim: 65538/);
  expect(of({ ...grid, dim: 0 })).toMatch(/^RangeError: invalid dim: 0/);
  expect(of({ ...grid, classRows: -1 })).toMatch(/^RangeError: invalid classRows: -1/);
  expect(of({ ...grid, axes: [{ dim: 4, scale: 2 ** 53 }, { dim: 4 }] }, [5, 1])).toMatch(
    /^RangeError: invalid positions\[0\]: 5/,
  );
  expect(of({ ...grid, axes: [{ dim: 4, scale: 2 ** 53 }, { dim: 4 }] }, { grid: [5, 1] })).toMatch(
    /^RangeError: invalid grid\[0\]: 5/,
  );
  expect(of({ ...fourier, dim: 5 })).toMatch(/^RangeError: invalid dim: 5 \(an even number/);
  expect(of({ ...fourier, axes: 1e9 })).toBe('RangeError: invalid axes: 1000000000 (a whole number from 1 to 8)');
  expect(of({ ...fourier, frequencies: [1, 2, 3] })).toBe('RangeError: invalid frequencies: 3 (exactly 4 values)');
  expect(of({ ...fourier, frequencies: [1, 2, 3, Number.NaN] })).toMatch(/^RangeError: invalid frequencies\[1\]: NaN/);
  expect(of({ ...fourier, dim: 16384, axes: 5 })).toBe('RangeError: invalid frequencies: 4 (exactly 40960 values)');
  expect(of({ ...fourier, kind: 'furier' })).toBe(
    "RangeError: invalid kind: 'furier' ('sinusoid', 'grid', 'fourier' or 'learned')",
  );
  const sections = { dim: 16, sections: [2, 3, 3] };
  expect(of({ ...sections, sections: [2, 3, 4] }, 3)).toMatch(/^RangeError: invalid sections/);
  expect(of({ ...sections, sections: [4, 4], sectionOrder: 'interleaved' }, 3)).toBe(
    'RangeError: invalid sections: 2 (exactly 3 values)',
  );
  expect(of({ ...sections, sections: [3, 3, 2], sectionOrder: 'alternating' }, 3)).toBe(
    'RangeError: invalid sections[2]: 2 (3, as many as those of the stream that it alternates with)',
  );
  expect(of({ ...sections, padding: 1 }, 3)).toMatch(/^RangeError: invalid padding: 1 \(none/);
  expect(of(sections, { data: [1, 2, 3, 4], shape: [2, 2] })).toBe(
    'RangeError: invalid shape[0]: 2 (3, the position streams)',
  );
});

test('axes may be presets, which say their kind', () => {
  const { data } = posenc.encode({ kind: 'grid', axes: [presets.pytorch(8), presets.pytorch(8)] }, { grid: [2, 2] });
  expect(data).toEqual(posenc.encode({ kind: 'grid', axes: [{ dim: 8 }, { dim: 8 }] }, { grid: [2, 2] }).data);
  const axes = [{ kind: 'fourier', dim: 8 } as never];
  expect(errorOf(() => posenc.encode({ kind: 'grid', axes }, { grid: [2] }))).toBe(
    "RangeError: invalid axes[0].kind: 'fourier' ('sinusoid')",
  );
});
