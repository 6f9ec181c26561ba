// Tables of every convention: what a preset describes, evaluated by the reference, is what the code it names printed.
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { agrees, cases, type GoldenCase, list, number, timmOptions } from './golden.js';
import {
  alibiBias,
  debertaBucket,
  fourierRow,
  gridRow,
  gridTable,
  range,
  sinusoidRow,
  slopesOf,
  swinIndex,
  t5Bucket,
} from './reference.js';

const input = (run: GoldenCase, name: string) => run.inputs[name] as { shape: number[]; data: number[] };
const rowsOf = (data: number[], width: number) =>
  range(data.length / width).map((k) => data.slice(k * width, (k + 1) * width));

describe('tatp22', () => {
  const runs = cases('tatp22_multidim').filter(({ params }) => !params.cast);
  test.each(runs)('$name $params', (run) => {
    const shape = list(run, 'shape');
    const first = run.params.layout === 'channels first';
    const sizes = first ? shape.slice(2) : shape.slice(1, -1);
    const channels = first ? (shape[1] as number) : (shape.at(-1) as number);
    const table =
      sizes.length === 1
        ? range(sizes[0] as number).flatMap((p) => sinusoidRow(presets.tatp22(channels), p))
        : gridTable(presets.tatp22Grid(channels, sizes.length as 2), sizes);
    const cells = table.length / channels;
    const rows = first ? range(table.length).map((k) => table[(k % cells) * channels + Math.floor(k / cells)]) : table;
    const batch = range(shape[0] as number).flatMap(() => rows as number[]);
    const x = run.inputs?.x;
    agrees(run, x ? batch.map((value, k) => value + (x.data[k] as number)) : batch);
  });
});

describe('images', () => {
  test.each(cases('mae_sincos2d', 'get_2d'))('$name $params', (run) => {
    const side = number(run, 'grid_size');
    const encoding = presets.mae(number(run, 'embed_dim'), run.params.cls_token ? { classRows: 1 } : {});
    agrees(run, gridTable(encoding, [side, side]));
  });
  test.each(cases('big_vision_sincos2d'))('$name $params', (run) => {
    const encoding = presets.bigVision(number(run, 'width'), { temperature: number(run, 'temperature') });
    agrees(run, gridTable(encoding, [number(run, 'h'), number(run, 'w')]));
  });
  test.each(cases('timm_pos_embed_sincos', 'build_sincos2d'))('$name $params', (run) => {
    const encoding = presets.timmSincos2d(number(run, 'dim'), {
      temperature: number(run, 'temperature'),
      interleaveSinCos: run.params.interleave_sin_cos as never,
    });
    const sizes = list(run, 'feat_shape');
    agrees(run, gridTable(encoding, run.params.reverse_coord ? [...sizes].reverse() : sizes));
  });
  test.each(cases('timm_pos_embed_sincos', 'build_fourier'))('$name $params', (run) => {
    const sizes = list(run, 'feat_shape');
    const bands = number(run, 'num_bands');
    const encoding = presets.timmFourier(bands, timmOptions(run));
    const rows = rowsOf(gridTable(encoding, sizes), 2 * bands * sizes.length);
    const half = bands * sizes.length;
    agrees(
      run,
      rows.flatMap((row) => row.slice(0, half)),
    );
    agrees(
      run,
      rows.flatMap((row) => row.slice(half)),
      run.outputs.cos,
    );
    if (run.params.include_grid) {
      const points = gridTable({ ...encoding, identity: true, dim: sizes.length }, sizes);
      agrees(run, points, run.outputs.grid);
    }
  });
  test.each(cases('detr_sine'))('$name $params', (run) => {
    const features = number(run, 'num_pos_feats');
    const normalise = run.params.normalize as unknown as boolean;
    const scale = typeof run.params.scale === 'number' ? { scale: run.params.scale } : {};
    const encoding = presets.detr(features, { temperature: number(run, 'temperature'), normalise, ...scale });
    const { shape, data } = input(run, 'mask');
    const [batch, height, width] = shape as [number, number, number];
    const result: number[] = [];
    for (const b of range(batch)) {
      const inside = (y: number, x: number) => 1 - (data[(b * height + y) * width + x] as number);
      const points = range(height * width).map((cell) => {
        const [y, x] = [Math.floor(cell / width), cell % width];
        const down = (to: number) => range(to).reduce((sum, k) => sum + inside(k, x), 0);
        const across = (to: number) => range(to).reduce((sum, k) => sum + inside(y, k), 0);
        return normalise
          ? [down(y + 1) / (down(height) + 1e-6), across(x + 1) / (across(width) + 1e-6)]
          : [down(y + 1), across(x + 1)];
      });
      const rows = points.map((point) => gridRow(encoding, point));
      for (const column of range(2 * features)) result.push(...rows.map((row) => row[column] as number));
      // An image without padding needs no points.
      if (!data.includes(1)) {
        const table = gridTable(encoding, [height, width]);
        expect(Math.max(...rows.flat().map((value, k) => Math.abs(value - (table[k] as number))))).toBeLessThan(1e-14);
      }
    }
    agrees(run, result);
  });
  test.each(cases('diffusers_embeddings', 'get_2d'))('$name $params', (run) => {
    const size = run.params.grid_size as number | number[];
    const encoding = presets.diffusers2d(number(run, 'embed_dim'), {
      baseSize: number(run, 'base_size'),
      interpolationScale: run.params.interpolation_scale as number | undefined,
    });
    agrees(run, gridTable(encoding, typeof size === 'number' ? [size, size] : size));
  });
  test.each(cases('diffusers_embeddings', 'get_3d'))('$name $params', (run) => {
    const [width, height] = list(run, 'spatial_size') as [number, number];
    const encoding = presets.diffusers3d(number(run, 'embed_dim'), {
      spatialInterpolationScale: run.params.spatial_interpolation_scale as number | undefined,
      temporalInterpolationScale: run.params.temporal_interpolation_scale as number | undefined,
    });
    agrees(run, gridTable(encoding, [number(run, 'temporal_size'), height, width]));
  });
});

describe('continuous positions', () => {
  test.each(cases('diffusers_embeddings', 'get_timestep'))('$name $params', (run) => {
    const options = {
      flipSinToCos: run.params.flip_sin_to_cos as never,
      downscaleFreqShift: number(run, 'downscale_freq_shift'),
      scale: number(run, 'scale'),
      maxPeriod: number(run, 'max_period'),
    };
    const encoding = presets.diffusersTimesteps(number(run, 'embedding_dim'), options);
    agrees(
      run,
      list(run, 'timesteps').flatMap((t) => sinusoidRow(encoding, t)),
    );
    if (options.flipSinToCos && options.downscaleFreqShift === 0 && options.scale === 1) {
      const same = presets.timesteps(encoding.dim, { maxPeriod: options.maxPeriod });
      agrees(
        run,
        list(run, 'timesteps').flatMap((t) => sinusoidRow(same, t)),
      );
    }
  });
  test.each(cases('mae_sincos2d', 'get_1d'))('$name $params', (run) => {
    const encoding = presets.gptJTable(number(run, 'embed_dim'));
    agrees(
      run,
      list(run, 'pos').flatMap((p) => sinusoidRow(encoding, p)),
    );
  });
  test.each(cases('nerf_embedder'))('$name $params', (run) => {
    const dims = number(run, 'input_dims');
    const encoding = presets.nerf(number(run, 'num_freqs'), {
      inputDims: dims,
      maxFreqLog2: number(run, 'max_freq_log2'),
      includeInput: run.params.include_input as never,
      logSampling: run.params.log_sampling as never,
    });
    const sinesAlone = (run.params.periodic_fns as string[]).length === 1;
    const start = run.params.include_input ? dims : 0;
    const kept = (j: number) => !sinesAlone || j < start || Math.floor((j - start) / dims) % 2 === 0;
    const { data } = input(run, 'x');
    agrees(
      run,
      rowsOf(data.map(Math.fround), dims).flatMap((point) => gridRow(encoding, point).filter((_, j) => kept(j))),
    );
  });
  test('Gaussian features: 2 pi x W, and of (x, y) from -1 to 1', () => {
    const line = presets.gaussianFourier(Float32Array.of(0.5, -2), { flipSinToCos: true });
    const w = [Math.PI * 0.3, -4 * Math.PI * 0.3];
    expect(sinusoidRow(line, 0.3)).toEqual([...w.map(Math.cos), ...w.map(Math.sin)]);
    const sam = presets.sam([0.5, 1, 2, 3]);
    const table = gridTable(sam, [1, 2]);
    // One row of two cells: x is -1/2, then 1/2; y is 0.
    expect(table.slice(0, 4)).toEqual(fourierRow(sam, [0, -0.5]));
    expect(table[0]).toBeCloseTo(Math.sin(2 * Math.PI * -0.25), 15);
    expect(table[1]).toBeCloseTo(Math.sin(2 * Math.PI * -0.5), 15);
  });
  test('timestamps: the wavelengths that were asked for', () => {
    const encoding = presets.timestamps({ dim: 6, shortest: 60, longest: 86400 });
    const [s0, c0, , , s2, c2] = sinusoidRow(encoding, 86400) as number[];
    expect([s0, s2].every((sine) => Math.abs(sine as number) < 1e-9)).toBe(true);
    expect([c0, c2]).toEqual([1, 1]);
    expect(sinusoidRow(encoding, 21600)[4]).toBeCloseTo(1, 15);
  });
});

describe('one axis, from the formulas', () => {
  // d = 5, p = 1: the values that code for odd widths gives, and the same formulas at small widths.
  test.each([
    [presets.keras(5), [0.841470985, 0.540302306, 0.0251162229, 0.999684538, 0.000630957303]],
    [presets.tatp22(5), [0.841470985, 0.540302306, 0.0463992235, 0.998922976, 0.00215443302]],
    [presets.diffusersTimesteps(5), [0.841470985, 0.0000999999998, 0.540302306, 0.999999995, 0]],
    [presets.diffusersTimesteps(5, { downscaleFreqShift: 0 }), [0.841470985, 0.00999983333, 0.540302306, 0.99995, 0]],
    [presets.timesteps(5), [0.540302306, 0.99995, 0.841470985, 0.00999983333, 0]],
    [presets.marian(5), [0.841470985, 0.0251162229, 0.000630957303, 0.540302306, 0.999684538]],
    // CTranslate2 begins at 1: its row 0.
    [{ ...presets.openNmt(4), origin: 0 }, [0.841470985, 0.0000999999998, 0.540302306, 0.999999995]],
    [presets.marianNmt(4), [0.841470985, 0.0000999999998, 0.540302306, 0.999999995]],
    [presets.burn(4), [0.841470985, 0.540302306, 0.00999983333, 0.99995]],
    [presets.scaledSinusoid(4), [0.841470985, 0.00999983333, 0.540302306, 0.99995].map((v) => v / 2)],
    [presets.mlx(4, { scale: 1 }), [0.841470985, 0.0000999999998, 0.540302306, 0.999999995]],
    [presets.mlx(8, { cosFirst: true }), [0.540302306, 0.99892298, 0.99999768, 0.999999995].map((v) => v / 2)],
  ])('%o', (encoding, row) => {
    const got = sinusoidRow(encoding, 1);
    row.forEach((value, k) => {
      expect(got[k]).toBeCloseTo(value, 8);
    });
  });
  test('shifted, between the two laws: t = 3.5, width 6', () => {
    const flipped = presets.diffusersTimesteps(6, { flipSinToCos: true, downscaleFreqShift: 0 });
    const row = [-0.936456687, 0.986833084, 0.99997157, -0.350783228, 0.161741968, 0.00754044996];
    sinusoidRow(flipped, 3.5).forEach((value, k) => {
      expect(value).toBeCloseTo(row[k] as number, 8);
    });
    const half = presets.diffusersTimesteps(6, { downscaleFreqShift: 0.5 });
    expect(half).toMatchObject({ spacing: 'shifted', shift: 0.5 });
    expect(sinusoidRow(half, 1)[1]).toBeCloseTo(Math.sin(10000 ** (-1 / 2.5)), 15);
  });
  test('CTranslate2 begins at 1, MLX can turn', () => {
    expect(sinusoidRow(presets.openNmt(2), 0)).toEqual([Math.sin(1), Math.cos(1)]);
    expect(sinusoidRow(presets.mlx(2, { fullTurns: true }), 0.25)).toEqual([1, Math.cos(Math.PI / 2)]);
  });
  test('tensor2tensor of several axes', () => {
    const row = gridRow(presets.tensor2tensorNd(10, 2), [1, 2]);
    const w = [1, 1e-4];
    const block = (p: number) => [...w.map((f) => Math.sin(p * f)), ...w.map((f) => Math.cos(p * f))];
    expect(row).toHaveLength(10);
    [...block(1), ...block(2), 0, 0].forEach((value, k) => {
      expect(row[k]).toBeCloseTo(value, 15);
    });
  });
  test('MoCo v3: row k of its meshgrid has w = floor(k / size), and w comes first', () => {
    const table = rowsOf(gridTable(presets.moco(8), [2, 2]), 8);
    expect(table[0]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const w = [1, 0.01];
    const row = (first: number, second: number) =>
      [first, second].flatMap((p) => [...w.map((f) => Math.sin(p * f)), ...w.map((f) => Math.cos(p * f))]);
    expect(table.slice(1)).toEqual([row(0, 0), row(0, 1), row(1, 0), row(1, 1)]);
  });
});

describe('biases', () => {
  test.each(cases('alibi', 'slopes'))('$name $params', (run) => {
    agrees(run, slopesOf(presets.alibi(number(run, 'heads'))));
  });
  test.each(cases('alibi', 'bloom').filter(({ dtype }) => dtype === 'float32'))('$name $params', (run) => {
    const encoding = presets.bloom(number(run, 'heads'));
    const keys = run.shape[2] as number;
    agrees(
      run,
      slopesOf(encoding).flatMap((slope) => range(keys).map((j) => alibiBias(encoding, slope, 0, j, keys))),
    );
  });
  test.each(cases('alibi', 'mpt'))('$name $params', (run) => {
    const encoding = presets.mpt(number(run, 'heads'), { alibiBiasMax: number(run, 'alibi_bias_max') });
    const keys = run.shape[2] as number;
    agrees(
      run,
      slopesOf(encoding).flatMap((slope) => range(keys).map((j) => alibiBias(encoding, slope, 0, j, keys))),
    );
  });
  test.each(cases('t5_buckets'))('$name $params', (run) => {
    const encoding = presets.t5({
      numBuckets: number(run, 'num_buckets'),
      maxDistance: number(run, 'max_distance'),
      decoder: !run.params.bidirectional,
    });
    const start = number(run, 'start');
    expect(range(run.data.length).map((k) => t5Bucket(encoding, start + k))).toEqual(run.data);
  });
  test.each(cases('deberta_log_bucket', 'make'))('$name $params', (run) => {
    const encoding = presets.deberta({
      bucketSize: number(run, 'bucket_size'),
      maxPosition: number(run, 'max_position'),
    });
    const start = number(run, 'start');
    expect(range(run.data.length).map((k) => debertaBucket(encoding, start + k))).toEqual(run.data);
  });
  test('DeBERTa without buckets', () => {
    const [run] = cases('deberta_log_bucket', 'build') as [GoldenCase];
    const [queries, keys] = [number(run, 'query_size'), number(run, 'key_size')];
    const encoding = presets.deberta({ bucketSize: null });
    const all = range(queries).flatMap((q) => range(keys).map((k) => debertaBucket(encoding, q - k)));
    expect(all).toEqual(run.data);
  });
  test.each(cases('swin_relative_position_index'))('$name $params', (run) => {
    const window = run.params.q_size as unknown as [number, number];
    expect(swinIndex(run.params.class_token ? presets.beit(window) : presets.swin(window))).toEqual(run.data);
  });
});
