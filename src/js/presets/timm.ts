// timm's image encodings, and DINOv3's, which it carries too.
import { wrongValue } from '../errors.js';
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { GridAxis, GridEncoding } from '../types.js';
import { count, multiple, numbers, read } from './options.js';

/** Arguments of timm's build_sincos2d_pos_embed. */
export interface TimmSincosOptions {
  /** Default 10000. */
  readonly temperature?: number | undefined;
  /** [sin y | cos y | sin x | cos x]. Default false. */
  readonly interleaveSinCos?: boolean | undefined;
}

/**
 * timm's build_sincos2d_pos_embed: [sin y | sin x | cos y | cos x] with the frequencies temperature^(-4i/D), D/4 of each.
 * D is a multiple of 4.
 *
 * Its reverse_coord only reverses feat_shape: the same encoding of the grid [width, height], whose rows run along the
 * width first. Not `mae`: y comes first, and both sines before both cosines.
 */
export function timmSincos2d(dim: number, options: TimmSincosOptions = {}): GridEncoding {
  const given = read(options, { temperature: 10000, interleaveSinCos: false });
  const axis: GridAxis = {
    dim: multiple('dim', dim, 4) / 2,
    base: given.temperature,
    layout: 'halves',
  };
  return frozen({
    kind: 'grid',
    axes: [axis, { ...axis }],
    blocks: given.interleaveSinCos ? 'axis-major' : 'function-major',
  });
}

/** Arguments of timm's build_fourier_pos_embed and build_rotary_pos_embed. */
export interface TimmFourierOptions {
  /** Coordinates from -1 to 1 and bands up to maxRes/2 half turns; else cells and bands by temperature. Default true. */
  readonly inPixels?: boolean | undefined;
  /** Bands linear from 1 to maxRes/2, else octaves 2^0 ... maxRes/2. In pixels. Default false. */
  readonly linearBands?: boolean | undefined;
  /** Default 224. */
  readonly maxRes?: number | undefined;
  /** Not in pixels. Default 10000. */
  readonly temperature?: number | undefined;
  /** Number of the first cell. Not in pixels. Default 0. */
  readonly gridOffset?: number | undefined;
  /** Size of the grid that the model was trained with, one number an axis: coordinates are scaled to it. */
  readonly refFeatShape?: readonly number[] | undefined;
  /** 'ij' (default): the row first; 'xy': the last two axes swapped. */
  readonly gridIndexing?: 'ij' | 'xy' | undefined;
  /** Axes of the grid. Default 2. */
  readonly axes?: number | undefined;
}

const TIMM = {
  inPixels: true,
  linearBands: false,
  maxRes: 224,
  temperature: 10000,
  gridOffset: 0,
  refFeatShape: numbers,
  gridIndexing: ['ij', 'xy'],
  axes: 2,
} as const;

function timm(
  bands: number,
  given: ReturnType<typeof read<TimmFourierOptions, typeof TIMM>>,
): Pick<GridEncoding, 'axes' | 'axisOrder'> {
  const { inPixels, refFeatShape: references, temperature, gridOffset: offset } = given;
  const many = count('axes', given.axes, 1, 3);
  if (references && references.length !== many) throw wrongValue('refFeatShape', references, `${many} numbers`);
  const most = given.maxRes / 2;
  const axes = Array.from({ length: many }, (_, axis): GridAxis => {
    const reference = references?.[axis];
    const shared = { dim: 2 * bands, layout: 'halves', reference } as const;
    if (!inPixels) return { ...shared, base: temperature, offset };
    // 2^linspace(0, log2(most)) falls backwards: the endpoint law of the base 1/most.
    const law = given.linearBands
      ? ({ base: most, spacing: 'linear' } as const)
      : ({ base: 1 / most, spacing: 'endpoint' } as const);
    return { ...shared, ...law, unit: 'half-turn', coordinates: 'ends' };
  });
  const swapped = given.gridIndexing === 'xy' && many > 1;
  return { axes, axisOrder: swapped ? [1, 0, 2].slice(0, many) : undefined };
}

/**
 * timm's build_fourier_pos_embed, its [sin, cos] one after the other: sines of all bands of the first axis, then of the
 * second, then the cosines. In pixels the coordinate runs from -1 to 1 and the bands are pi * 2^linspace(0,
 * log2(maxRes/2)) or, linear, pi * linspace(1, maxRes/2); else the coordinate is the cell + gridOffset and the bands are
 * temperature^(-i/numBands). With refFeatShape it is multiplied by reference/size.
 *
 * Its include_grid is `identity`, but there the coordinates come first here, too. Not `timmRotary`, which rotates.
 */
export function timmFourier(
  numBands: number,
  options: TimmFourierOptions & { readonly includeGrid?: boolean | undefined } = {},
): GridEncoding {
  const given = read(options, { ...TIMM, includeGrid: false });
  return frozen({
    kind: 'grid',
    ...timm(number('numBands', numBands), given),
    blocks: 'function-major',
    identity: given.includeGrid || undefined,
  });
}

/**
 * timm's build_rotary_pos_embed (RotaryEmbeddingCat; EVA-02): `timmFourier`'s angles with dim/4 bands an axis, turning
 * neighbouring channels: first those of the row, then those of the column. dim is a multiple of 4 on two axes.
 *
 * Not `dinov3`: other coordinates, and channels i and i + n make a pair.
 */
export function timmRotary(dim: number, options: TimmFourierOptions = {}): GridEncoding {
  const given = read(options, TIMM);
  const axes = count('axes', given.axes, 1, 3);
  const bands = multiple('dim', dim, 2 * axes) / (2 * axes);
  return frozen({ kind: 'grid', ...timm(bands, given), pairing: 'adjacent' });
}

/**
 * DINOv3's rotation (RopePositionEmbedding; timm's RotaryEmbeddingDinoV3): the coordinates are cell centres from -1 to 1,
 * the angles 2 pi * coordinate * temperature^(-4i/D), D/4 of the row, then D/4 of the column; channels i and i + D/2 make a
 * pair. D, the width of a head, is a multiple of 4. Coordinates normalised by the larger or smaller side are given as
 * points.
 *
 * Not `timmRotary`, not `qwenVision` (whole cells, base 10000, no 2 pi).
 */
export function dinov3(headDim: number, options: { readonly temperature?: number | undefined } = {}): GridEncoding {
  const { temperature: base } = read(options, { temperature: 100 });
  const axis: GridAxis = {
    dim: multiple('headDim', headDim, 4) / 2,
    base,
    unit: 'turn',
    coordinates: 'centres',
  };
  return frozen({ kind: 'grid', axes: [axis, { ...axis }], pairing: 'half' });
}
