// Tables of several axes, and of times, by their published formulas.
import { bfloat16, type Case, cells, float32, float64, halves, numbers, powers, range, variant } from './support.js';

const { sin, cos, fround } = Math;
const interleaved = (p: number, frequencies: number[]) => frequencies.flatMap((w) => [sin(p * w), cos(p * w)]);

function multidim(axes: number, channels: number, sizes: number[], batch: number) {
  const width = 2 * Math.ceil(channels / (2 * axes));
  const frequencies = powers(width, 10000);
  const rows = cells(sizes).map((cell) => cell.flatMap((p) => interleaved(p, frequencies)).slice(0, channels));
  return range(batch).flatMap(() => rows);
}

export function tatp22(): Case[] {
  const x = numbers(2 * 3 * 2 * 5);
  const planeNumbers = numbers(2 * 9 * 2 * 3, 5);
  const plain = (axes: number, channels: number, sizes: number[], batch: number) =>
    variant(
      `PositionalEncoding${axes}D`,
      { class: `${axes}D`, channels, shape: [batch, ...sizes, channels] },
      float32([batch, ...sizes, channels], multidim(axes, channels, sizes, batch).flat()),
    );
  const rows = multidim(2, 9, [2, 3], 1);
  const planes = range(9).flatMap((c) => rows.map((row) => row[c] ?? 0));
  return [
    plain(1, 7, [4], 2),
    plain(2, 11, [2, 3], 1),
    plain(3, 20, [2, 1, 3], 2),
    castModule(10, 300),
    variant(
      'PositionalEncodingPermute2D',
      { class: '2D', channels: 9, shape: [1, 9, 2, 3], layout: 'channels first' },
      float32([1, 9, 2, 3], planes),
    ),
    variant(
      'Summer(PositionalEncodingPermute2D)',
      { class: '2D', channels: 9, shape: [2, 9, 2, 3], layout: 'channels first' },
      float32(
        [2, 9, 2, 3],
        planeNumbers.map((value, k) => value + fround(planes[k % planes.length] ?? 0)),
      ),
      { inputs: { x: float32([2, 9, 2, 3], planeNumbers) } },
    ),
    variant(
      'Summer(PositionalEncoding2D)',
      { class: '2D', channels: 5, shape: [2, 3, 2, 5] },
      float32(
        [2, 3, 2, 5],
        multidim(2, 5, [3, 2], 2)
          .flat()
          .map((value, k) => fround(value) + (x[k] ?? 0)),
      ),
      { inputs: { x: float32([2, 3, 2, 5], x) } },
    ),
  ];
}

/** A module in bfloat16: frequencies, positions, products and sines are rounded to it. */
function castModule(channels: number, length: number): Case {
  const frequencies = powers(channels, 10000).map(bfloat16);
  const data = range(length).flatMap((p) =>
    frequencies.flatMap((w) => {
      const angle = bfloat16(bfloat16(p) * w);
      return [bfloat16(sin(angle)), bfloat16(cos(angle))];
    }),
  );
  return variant(
    'PositionalEncoding1D module cast',
    { class: '1D', channels, shape: [1, length, channels], cast: 'torch.bfloat16' },
    { shape: [1, length, channels], dtype: 'bfloat16', data },
    { measured_max_abs_err: 1.5 },
  );
}

/** x, the column, first. */
const columnFirst = (height: number, width: number, row: (x: number, y: number) => number[]) =>
  cells([height, width]).map(([y, x]) => row(x ?? 0, y ?? 0));

export const mae = (): Case[] => [
  {
    ...variant(
      'get_2d_sincos_pos_embed',
      { embed_dim: 20, grid_size: 5, cls_token: true },
      float64(
        [26, 20],
        [
          ...range(20).map(() => 0),
          ...columnFirst(5, 5, (x, y) => [...halves(x, powers(10, 10000)), ...halves(y, powers(10, 10000))]).flat(),
        ],
      ),
    ),
    measured_max_abs_err: 3e-16,
  },
  {
    ...variant(
      'get_1d_sincos_pos_embed_from_grid',
      { embed_dim: 6, pos: [7, -0.25, 31] },
      float64(
        [3, 6],
        [7, -0.25, 31].flatMap((p) => halves(p, powers(6, 10000))),
      ),
    ),
    measured_max_abs_err: 3e-16,
  },
];

export function bigVision(): Case[] {
  const frequencies = range(5).map((i) => 77 ** (-i / 4));
  return ['float32', 'float64'].map((shim_precision) => {
    const data = columnFirst(2, 6, (x, y) => [...halves(x, frequencies), ...halves(y, frequencies)]).flat();
    const entry = shim_precision === 'float32' ? float32([1, 12, 20], data) : float64([1, 12, 20], data);
    const params = { h: 2, w: 6, width: 20, temperature: 77, shim_precision };
    return { ...variant('posemb_sincos_2d', params, entry), measured_max_abs_err: 3e-16 };
  });
}

/** y and x count what is not padding; each has its columns, y first; planes of channels. */
function detrCase(
  feats: number,
  temperature: number,
  normalize: boolean,
  scale: number | null,
  mask: number[][],
): Case {
  const [height, width] = [mask.length, mask[0]?.length ?? 0];
  const open = (y: number, x: number) => 1 - (mask[y]?.[x] ?? 0);
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
  const place = (y: number, x: number) => {
    const [down, all] = [y + 1, height].map((end) => sum(range(end).map((k) => open(k, x))));
    const [right, full] = [x + 1, width].map((end) => sum(range(end).map((k) => open(y, k))));
    if (!normalize) return [down ?? 0, right ?? 0];
    const turn = scale ?? 2 * Math.PI;
    return [((down ?? 0) / ((all ?? 0) + 1e-6)) * turn, ((right ?? 0) / ((full ?? 0) + 1e-6)) * turn];
  };
  const columns = cells([height, width]).map(([y, x]) =>
    place(y ?? 0, x ?? 0).flatMap((p) => interleaved(p, powers(feats, temperature))),
  );
  return variant(
    'PositionEmbeddingSine',
    { num_pos_feats: feats, temperature, normalize, scale, mask: 'pad' },
    float32(
      [1, 2 * feats, height, width],
      range(2 * feats).flatMap((c) => columns.map((row) => row[c] ?? 0)),
    ),
    { inputs: { mask: { shape: [1, height, width], dtype: 'uint8', data: mask.flat() } } },
  );
}

export const detr = (): Case[] => {
  const mask = [
    [0, 0, 0, 1],
    [0, 0, 0, 1],
    [1, 1, 1, 1],
  ];
  return [detrCase(6, 50, true, 1.5, mask), detrCase(4, 300, false, null, mask), detrCase(2, 9, true, null, mask)];
};

function timesteps(
  timesteps: number[],
  embedding_dim: number,
  flip: boolean,
  shift: number,
  scale: number,
  most: number,
) {
  const half = embedding_dim >> 1;
  const frequencies = range(half).map((i) => Math.exp((-Math.log(most) * i) / (half - shift)));
  const row = (t: number) => {
    const columns = halves(fround(t) * scale, frequencies);
    const flipped = flip ? [...columns.slice(half), ...columns.slice(0, half)] : columns;
    return embedding_dim % 2 ? [...flipped, 0] : flipped;
  };
  return variant(
    'get_timestep_embedding',
    {
      timesteps,
      embedding_dim,
      flip_sin_to_cos: flip,
      downscale_freq_shift: shift,
      scale,
      max_period: most,
    },
    float32([timesteps.length, embedding_dim], timesteps.flatMap(row)),
  );
}

export function diffusers(): Case[] {
  const paper = powers(6, 10000);
  const coordinate = (k: number, size: number) => k / (size / 8) / 1.5;
  const plane = columnFirst(2, 3, (x, y) => [...halves(coordinate(x, 3), paper), ...halves(coordinate(y, 2), paper)]);
  const space = cells([2, 3, 4]).map(([t, y, x]) => [
    ...halves((t ?? 0) / 3, powers(8, 10000)),
    ...halves((x ?? 0) / 2, powers(12, 10000)),
    ...halves((y ?? 0) / 2, powers(12, 10000)),
  ]);
  const double = { measured_max_abs_err: 1e-15 };
  return [
    timesteps([3, 0.125, 250.5], 7, true, 0.5, 2, 500),
    timesteps([3, 17], 12, false, 0, -1, 2000),
    variant(
      'get_2d_sincos_pos_embed',
      {
        embed_dim: 12,
        grid_size: [2, 3],
        cls_token: true,
        extra_tokens: 2,
        interpolation_scale: 1.5,
        base_size: 8,
        output_type: 'pt',
      },
      float64([8, 12], [...range(24).map(() => 0), ...plane.flat()]),
      double,
    ),
    variant(
      'get_3d_sincos_pos_embed',
      {
        embed_dim: 32,
        spatial_size: [4, 3],
        temporal_size: 2,
        spatial_interpolation_scale: 2,
        temporal_interpolation_scale: 3,
      },
      float64([2, 12, 32], space.flat()),
      double,
    ),
  ];
}

function nerfCase(dims: number, count: number, most: number, input: boolean, octaves: boolean, names: string[]): Case {
  const x = numbers(4 * dims, 3);
  const step = (k: number) => (count > 1 ? (most * k) / (count - 1) : 0);
  const bands = range(count).map((k) =>
    octaves ? 2 ** step(k) : 1 + (2 ** most - 1) * (count > 1 ? k / (count - 1) : 0),
  );
  const data = range(4).flatMap((p) => {
    const point = x.slice(p * dims, (p + 1) * dims);
    const functions = names.map((name) => (name === 'sin' ? sin : cos));
    return [...(input ? point : []), ...bands.flatMap((w) => functions.flatMap((f) => point.map((v) => f(v * w))))];
  });
  return variant(
    'embed',
    {
      input_dims: dims,
      num_freqs: count,
      max_freq_log2: most,
      include_input: input,
      log_sampling: octaves,
      periodic_fns: names,
    },
    float32([4, data.length / 4], data),
    { inputs: { x: float32([4, dims], x) } },
  );
}

export const nerf = (): Case[] => [
  nerfCase(2, 3, 4, false, true, ['cos', 'sin']),
  nerfCase(3, 4, 3, true, false, ['cos']),
  nerfCase(1, 1, 0, true, true, ['sin', 'cos']),
];
