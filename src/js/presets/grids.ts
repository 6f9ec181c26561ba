// Several coordinates, each with columns of its own: images, videos, and rotations of them.
import { wrongValue } from '../errors.js';
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { FourierEncoding, GridAxis, GridEncoding } from '../types.js';
import { count, multiple, numbers, read } from './options.js';

/** The column before the row, which the original's names or order of axes imply. */
const X_FIRST = [1, 0];

/**
 * tatp22/multidim-positional-encoding's PositionalEncoding2D and 3D: each axis has D = 2 ceil(C/(2 axes)) columns, sin and
 * cos of p * 10000^(-2i/D) alternating; those of the first axis come first, and all are cut to C columns, so that a small
 * C leaves the last axis out. Permute2D and 3D have channels first (`channelsFirst`), Summer adds (`add`).
 *
 * Not `tatp22`, the 1-D one.
 */
export function tatp22Grid(channels: number, axes: 2 | 3): GridEncoding {
  const many = count('axes', axes, 2, 3);
  const dim = Math.ceil(number('channels', channels) / (2 * many)) * 2;
  return frozen({ kind: 'grid', dim: channels, axes: Array.from({ length: many }, () => ({ dim })) });
}

/** Rows of 0 before the grid's. */
export interface ClassRowOptions {
  /** A class token has one row. Default 0. */
  readonly classRows?: number | undefined;
}

/**
 * MAE's and DiT's get_2d_sincos_pos_embed: [sin x | cos x | sin y | cos y] with the frequencies 10000^(-4i/D), D/4 of
 * each; x is the column, though the original calls it emb_h. `cls_token=True` is classRows 1. D is a multiple of 4.
 *
 * Not `bigVision` (divides by D/4 - 1), not `moco` (the row first), not `timmSincos2d` (both sines first).
 */
export function mae(embedDim: number, options: ClassRowOptions = {}): GridEncoding {
  const { classRows } = read(options, { classRows: undefined });
  const axis: GridAxis = { dim: multiple('embedDim', embedDim, 4) / 2, layout: 'halves' };
  return frozen({
    kind: 'grid',
    axes: [axis, { ...axis }],
    axisOrder: [...X_FIRST],
    classRows,
  });
}

/**
 * MoCo v3's build_2d_sincos_position_embedding (vits.py), with its class row: [sin y | cos y | sin x | cos x] of `mae`'s
 * frequencies. The original calls y "w": its meshgrid runs along w first, so that on the square grid for which it is made
 * token k has w = floor(k / size), the row.
 *
 * Not `mae`, which has the column first.
 */
export function moco(
  embedDim: number,
  options: ClassRowOptions & { readonly temperature?: number } = {},
): GridEncoding {
  const given = read(options, { classRows: 1, temperature: 10000 });
  const axis: GridAxis = {
    dim: multiple('embedDim', embedDim, 4) / 2,
    base: given.temperature,
    layout: 'halves',
  };
  return frozen({ kind: 'grid', axes: [axis, { ...axis }], classRows: given.classRows });
}

/**
 * big_vision's posemb_sincos_2d (its ViT, SigLIP's relatives): [sin x | cos x | sin y | cos y] with the frequencies
 * temperature^(-i/(D/4 - 1)). D is a multiple of 4; with D = 4 the frequency is 1, where the original divides by 0.
 *
 * Not `mae`, whose exponent divides by D/4, although the original's comment says that it follows MoCo v3.
 */
export function bigVision(width: number, options: { readonly temperature?: number | undefined } = {}): GridEncoding {
  const { temperature: base } = read(options, { temperature: 10000 });
  const axis: GridAxis = {
    dim: multiple('width', width, 4) / 2,
    base,
    spacing: 'endpoint',
    layout: 'halves',
  };
  return frozen({ kind: 'grid', axes: [axis, { ...axis }], axisOrder: [...X_FIRST] });
}

/** Arguments of DETR's PositionEmbeddingSine. */
export interface DetrOptions {
  /** Default 10000. */
  readonly temperature?: number | undefined;
  /** Coordinates are fractions of the last one, times `scale`. Default false. */
  readonly normalise?: boolean | undefined;
  /** Only with `normalise`, as in the original. Default 2 pi. */
  readonly scale?: number | undefined;
}

/**
 * DETR's PositionEmbeddingSine: for y, then for x, sin and cos of e * temperature^(-2i/F) alternating, F columns each; e
 * counts from 1, or with `normalise` is count / (last count + 1e-6) * scale. For a result of [..., 2F, height, width] take
 * `channelsFirst`.
 *
 * Positions: `{ grid: [height, width] }` of images without padding, or `positions({ mask, shape, axes: 2, normalise })`.
 * DETR's own mask is true where padding is, ours where the image is. Not Hugging Face's RT-DETR: sines first.
 */
export function detr(numPosFeats = 64, options: DetrOptions = {}): GridEncoding {
  const {
    temperature: base,
    normalise,
    scale,
  } = read(options, { temperature: 10000, normalise: false, scale: undefined });
  if (scale !== undefined && !normalise) throw wrongValue('scale', scale, 'only with normalise');
  const axis: GridAxis = normalise
    ? { dim: numPosFeats, base, coordinates: 'fractions', scale: scale ?? 2 * Math.PI }
    : { dim: numPosFeats, base, offset: 1 };
  return frozen({ kind: 'grid', axes: [axis, { ...axis }] });
}

/** Arguments of diffusers' get_2d_sincos_pos_embed. */
export interface Diffusers2dOptions extends ClassRowOptions {
  /** Side of the grid that the model was trained with. Default 16. */
  readonly baseSize?: number | undefined;
  /** Divides the coordinates. Default 1. */
  readonly interpolationScale?: number | undefined;
}

/**
 * diffusers' get_2d_sincos_pos_embed (PatchEmbed; PixArt, SD 3): `mae`'s columns of the coordinates
 * k / (size/baseSize) / interpolationScale. D is a multiple of 4. `extra_tokens` with cls_token are classRows.
 *
 * Not `mae`, whose coordinates are the cells themselves whatever the size.
 */
export function diffusers2d(embedDim: number, options: Diffusers2dOptions = {}): GridEncoding {
  const given = read(options, { baseSize: 16, interpolationScale: 1, classRows: undefined });
  const axis: GridAxis = {
    dim: multiple('embedDim', embedDim, 4) / 2,
    layout: 'halves',
    reference: given.baseSize,
    scale: 1 / given.interpolationScale,
  };
  return frozen({
    kind: 'grid',
    axes: [axis, { ...axis }],
    axisOrder: [...X_FIRST],
    classRows: given.classRows,
  });
}

/** Arguments of diffusers' get_3d_sincos_pos_embed. */
export interface Diffusers3dOptions {
  /** Default 1. */
  readonly spatialInterpolationScale?: number | undefined;
  /** Default 1. */
  readonly temporalInterpolationScale?: number | undefined;
}

/**
 * diffusers' get_3d_sincos_pos_embed (CogVideoX): of the D columns the first quarter is time, three eighths are x, three
 * eighths y, each [sin | cos] with the paper's frequencies of its own width; coordinates are divided by the interpolation
 * scales. D is a multiple of 16: the original says 4, and then refuses widths that cannot be halved. Positions:
 * `{ grid: [time, height, width] }`; the original's spatial_size is (width, height).
 *
 * Not `diffusers2d` with one axis more: coordinates are not scaled to a base size.
 */
export function diffusers3d(embedDim: number, options: Diffusers3dOptions = {}): GridEncoding {
  const given = read(options, { spatialInterpolationScale: 1, temporalInterpolationScale: 1 });
  const sixteenth = multiple('embedDim', embedDim, 16) / 16;
  const space = 1 / given.spatialInterpolationScale;
  const time = 1 / given.temporalInterpolationScale;
  return frozen({
    kind: 'grid',
    axes: [
      { dim: 4 * sixteenth, layout: 'halves', scale: time },
      { dim: 6 * sixteenth, layout: 'halves', scale: space },
      { dim: 6 * sixteenth, layout: 'halves', scale: space },
    ],
    axisOrder: [0, 2, 1],
  });
}

/**
 * Segment Anything's PositionEmbeddingRandom: [sin | cos] of 2 pi (x, y) G, with the coordinates of cell centres from -1
 * to 1 and the model's own Gaussian matrix G, [2, F] row-major (`pe_layer.positional_encoding_gaussian_matrix`). For a
 * result of [2F, height, width] take `channelsFirst`. Points of the original's [0, 1] are 2c - 1 here.
 *
 * Not `gaussianFourier`, of one coordinate.
 */
export function sam(matrix: ArrayLike<number>): FourierEncoding {
  const frequencies = numbers('matrix', matrix);
  return frozen({
    kind: 'fourier',
    dim: frequencies.length,
    axes: 2,
    frequencies,
    unit: 'turn',
    coordinates: 'centres',
    axisOrder: [...X_FIRST],
    layout: 'halves',
  });
}

/**
 * tensor2tensor's add_timing_signal_nd: with n = floor(C/(2 axes)) timescales an axis, [sin | cos] of
 * p * minTimescale * (maxTimescale/minTimescale)^(-i/(n-1)) for each axis in order, and zeros in what is left of C. With
 * one timescale the frequency is minTimescale, where the original divides by 0.
 *
 * Not `tensor2tensor`, of one axis.
 */
export function tensor2tensorNd(
  channels: number,
  axes: number,
  options: { readonly minTimescale?: number | undefined; readonly maxTimescale?: number | undefined } = {},
): GridEncoding {
  const given = read(options, { minTimescale: 1, maxTimescale: 10000 });
  const many = count('axes', axes, 1, 8);
  const scale = given.minTimescale;
  const axis: GridAxis = {
    dim: 2 * Math.floor(number('channels', channels) / (2 * many)),
    base: given.maxTimescale / scale,
    spacing: 'endpoint',
    layout: 'halves',
    scale,
  };
  return frozen({ kind: 'grid', dim: channels, axes: Array.from({ length: many }, () => ({ ...axis })) });
}
