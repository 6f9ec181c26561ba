// timm's bands, grids and rotations by their published formulas.
import { type Case, cells, float32, halves, numbers, product, range, spread, variant } from './support.js';

const { sin, cos } = Math;

type Fourier = {
  feat_shape: number[];
  in_pixels: boolean;
  linear_bands?: boolean;
  max_res?: number;
  temperature?: number;
  ref_feat_shape?: number[];
  grid_offset?: number;
  grid_indexing?: string;
  bands?: number[];
};

/** Coordinates and bands of timm's build_fourier_pos_embed: [cell][axis][band]. */
function fourierAngles(count: number, given: Fourier) {
  const { feat_shape, in_pixels, max_res = 224, temperature = 10000, ref_feat_shape, grid_offset = 0 } = given;
  const most = max_res / 2;
  const step = (k: number) => k / Math.max(count - 1, 1);
  const law = range(count).map((k) => {
    if (!in_pixels) return temperature ** (-k / count);
    return Math.PI * (given.linear_bands ? 1 + (most - 1) * step(k) : most ** step(k));
  });
  const bands = given.bands ?? law;
  const coordinates = cells(feat_shape).map((cell) => {
    const places = cell.map((k, axis) => {
      const size = feat_shape[axis] ?? 1;
      const place = in_pixels ? -1 + (2 * k) / (size - 1) : k + grid_offset;
      return ref_feat_shape ? (place / size) * (ref_feat_shape[axis] ?? 1) : place;
    });
    return given.grid_indexing === 'xy' ? [places[1] ?? 0, places[0] ?? 0] : places;
  });
  return { coordinates, angles: coordinates.map((places) => places.map((p) => bands.map((w) => p * w))) };
}

function fourier(num_bands: number, given: Fourier, include_grid = false): Case {
  const { coordinates, angles } = fourierAngles(num_bands, given);
  const flat = angles.flat(2);
  const shape = [...given.feat_shape, given.feat_shape.length, num_bands];
  const grid = float32([...given.feat_shape, given.feat_shape.length, 1], coordinates.flat());
  return variant('build_fourier_pos_embed', { ...given, num_bands, include_grid }, float32(shape, flat.map(sin)), {
    outputs: { cos: float32(shape, flat.map(cos)), ...(include_grid ? { grid } : {}) },
    primary: 'sin',
    measured_max_abs_err: 1e-6,
  });
}

function rotary(dim: number, given: Fourier): Case {
  const { angles } = fourierAngles(dim >> 2, given);
  const flat = angles.flatMap((cell) => spread(cell.flat(), 'adjacent'));
  const shape = [product(given.feat_shape), flat.length / product(given.feat_shape)];
  return variant('build_rotary_pos_embed', { ...given, dim }, float32(shape, flat.map(sin)), {
    outputs: { cos: float32(shape, flat.map(cos)) },
    primary: 'sin',
    measured_max_abs_err: 1e-6,
  });
}

function applied(dim: number, half: boolean, given: Fourier): Case {
  const { angles } = fourierAngles(dim >> 2, given);
  const rows = angles.map((cell) => spread(cell.flat(), 'adjacent'));
  const count = rows.length;
  const x = numbers(2 * count * dim, 5);
  const other = (j: number) => {
    if (half) return j < dim / 2 ? -(j + dim / 2) - 1 : j - dim / 2;
    return j % 2 ? j - 1 : -(j + 1) - 1;
  };
  const data = x.map((value, k) => {
    const [row, j] = [Math.floor(k / dim) % count, k % dim];
    const angle = rows[row]?.[j] ?? 0;
    const from = other(j);
    const partner = from < 0 ? -(x[k - j - from - 1] ?? 0) : (x[k - j + from] ?? 0);
    return value * cos(angle) + partner * sin(angle);
  });
  return variant('apply_rot_embed', { ...given, dim, half }, float32([1, 2, count, dim], data), {
    inputs: {
      x: float32([1, 2, count, dim], x),
      sin: float32([count, dim], rows.flat().map(sin)),
      cos: float32([count, dim], rows.flat().map(cos)),
    },
  });
}

/** With both tables in one input. */
function joined(one: Case): Case {
  const { x, sin, cos } = one.inputs ?? {};
  const [count = 0, dim = 0] = sin?.shape ?? [];
  const emb = range(count).flatMap((row) =>
    [sin, cos].flatMap((table) => table?.data.slice(row * dim, (row + 1) * dim) ?? []),
  );
  const inputs = { ...(x ? { x } : {}), emb: float32([count, 2 * dim], emb) };
  return { ...one, name: 'apply_rot_embed_cat', inputs };
}

export function timm(): Case[] {
  const quarter = range(3).map((k) => 50 ** (-k / 3));
  const reversed = cells([4, 2]).flatMap((cell) => cell.flatMap((p) => halves(p, quarter)));
  const lines = cells([2, 4]);
  return [
    variant(
      'freq_bands',
      { num_bands: 11, temperature: 300, step: 3 },
      float32(
        [4],
        [0, 3, 6, 9].map((k) => 300 ** (-k / 11)),
      ),
    ),
    variant(
      'pixel_freq_bands',
      { num_bands: 4, max_freq: 20, linear_bands: true },
      float32(
        [4],
        [1, 4, 7, 10].map((k) => k * Math.PI),
      ),
    ),
    variant(
      'pixel_freq_bands',
      { num_bands: 3, max_freq: 50, linear_bands: false },
      float32(
        [3],
        [1, 5, 25].map((k) => k * Math.PI),
      ),
    ),
    variant(
      'build_sincos2d_pos_embed',
      { feat_shape: [2, 4], dim: 12, temperature: 50, reverse_coord: true, interleave_sin_cos: true },
      float32([8, 12], reversed),
    ),
    variant(
      'build_sincos2d_pos_embed',
      { feat_shape: [2, 4], dim: 12, temperature: 50 },
      float32(
        [8, 12],
        lines.flatMap((cell) => [sin, cos].flatMap((f) => cell.flatMap((p) => quarter.map((w) => f(p * w))))),
      ),
    ),
    fourier(3, { feat_shape: [2, 5], in_pixels: true, max_res: 40, linear_bands: true }, true),
    fourier(4, { feat_shape: [2, 3], in_pixels: false, temperature: 90, grid_offset: 0.5, ref_feat_shape: [4, 9] }),
    fourier(2, { feat_shape: [4, 3], in_pixels: true, max_res: 12, ref_feat_shape: [6, 2] }),
    fourier(3, { feat_shape: [2, 3], in_pixels: false, grid_indexing: 'xy' }, true),
    fourier(2, { feat_shape: [3, 2], in_pixels: false, grid_offset: 1, bands: [0.5, 3.25] }, true),
    rotary(12, { feat_shape: [3, 2], in_pixels: true, max_res: 33, linear_bands: true }),
    rotary(8, { feat_shape: [3], in_pixels: true, bands: [1.5, -2] }),
    rotary(8, { feat_shape: [2, 3], in_pixels: false, temperature: 30, grid_offset: 2, grid_indexing: 'xy' }),
    applied(8, false, { feat_shape: [2, 4], in_pixels: false, temperature: 40 }),
    joined(applied(8, true, { feat_shape: [2, 4], in_pixels: false, temperature: 40 })),
    applied(12, true, { feat_shape: [3, 2], in_pixels: false, temperature: 40, grid_offset: 1 }),
  ];
}
