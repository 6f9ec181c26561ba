// Positions that are measured, not counted: diffusion steps, times, coordinates.
import { number } from '../fields.js';
import { frozen } from '../frozen.js';
import type { GridEncoding, SinusoidEncoding } from '../types.js';
import { count, numbers, read } from './options.js';

/** Arguments of diffusers' get_timestep_embedding. */
export interface TimestepOptions {
  /** Cosines first. Default false. */
  readonly flipSinToCos?: boolean | undefined;
  /** Default 1, as the function has it; models of the Stable Diffusion line give 0. */
  readonly downscaleFreqShift?: number | undefined;
  /** Multiplies the angles. Default 1. */
  readonly scale?: number | undefined;
  /** Default 10000. */
  readonly maxPeriod?: number | undefined;
}

/**
 * diffusers' get_timestep_embedding (Timesteps): with n = floor(D/2), columns i and n + i are sin and cos of
 * t * scale * maxPeriod^(-i/(n - downscaleFreqShift)), flipped if asked; a last column of 0 if D is odd. With one pair the
 * frequency is 1, where the original may divide by 0.
 *
 * Stable Diffusion 1, 2, XL and DiT pass flipSinToCos true and downscaleFreqShift 0: `timesteps`. DDPM passes neither.
 */
export function diffusersTimesteps(embeddingDim: number, options: TimestepOptions = {}): SinusoidEncoding {
  const given = read(options, { flipSinToCos: false, downscaleFreqShift: 1, scale: 1, maxPeriod: 10000 });
  const shift = given.downscaleFreqShift;
  const law = { 0: { spacing: 'paper' }, 1: { spacing: 'endpoint' } } as const;
  return frozen({
    kind: 'sinusoid',
    dim: embeddingDim,
    base: given.maxPeriod,
    ...(shift === 0 || shift === 1 ? law[shift] : { spacing: 'shifted', shift }),
    layout: 'halves',
    order: given.flipSinToCos ? 'cos-sin' : 'sin-cos',
    odd: 'zero',
    scale: given.scale,
  });
}

/**
 * timestep_embedding of GLIDE, Stable Diffusion and DiT, and ggml_timestep_embedding: with n = floor(D/2), columns i and
 * n + i are cos and sin of t * maxPeriod^(-i/n): cosines first; a last column of 0 if D is odd.
 *
 * Not diffusers' defaults: there sines come first, and i is divided by n - 1.
 */
export function timesteps(dim: number, options: { readonly maxPeriod?: number | undefined } = {}): SinusoidEncoding {
  const { maxPeriod: base } = read(options, { maxPeriod: 10000 });
  return frozen({
    kind: 'sinusoid',
    dim,
    base,
    layout: 'halves',
    order: 'cos-sin',
    odd: 'zero',
  });
}

/**
 * diffusers' GaussianFourierProjection (score SDE): [sin | cos] of 2 pi x W with the model's own weights W; a row has twice
 * as many columns. The original takes the logarithm of its input first unless log=False: pass log(x).
 *
 * Not `sam`, of two coordinates.
 */
export function gaussianFourier(
  weights: ArrayLike<number>,
  options: { readonly flipSinToCos?: boolean | undefined } = {},
): SinusoidEncoding {
  const { flipSinToCos } = read(options, { flipSinToCos: false });
  const frequencies = numbers('weights', weights);
  return frozen({
    kind: 'sinusoid',
    dim: 2 * frequencies.length,
    frequencies,
    unit: 'turn',
    layout: 'halves',
    order: flipSinToCos ? 'cos-sin' : 'sin-cos',
  });
}

/** Arguments of NeRF's Embedder. */
export interface NerfOptions {
  /** Coordinates of a point. Default 3. */
  readonly inputDims?: number | undefined;
  /** Bands reach 2^maxFreqLog2. Default numFreqs - 1. */
  readonly maxFreqLog2?: number | undefined;
  /** Octaves; else evenly spaced bands. Default true. */
  readonly logSampling?: boolean | undefined;
  /** The point itself before its columns. Default true. */
  readonly includeInput?: boolean | undefined;
  /** Multiply the bands by pi, as the paper has it and tiny-cuda-nn, but not NeRF's code. Default false. */
  readonly pi?: boolean | undefined;
}

/**
 * NeRF's Embedder (bmild/nerf, get_embedder): the point x, then for each band f the sines of x f, then the cosines of x f.
 * Bands are 2^0 ... 2^(L-1), or linspace(1, 2^(L-1), L). A row has inputDims * (1 + 2 numFreqs) columns.
 *
 * The paper's formula has pi in it, its code has not: `pi`. Points are positions of the shape [..., inputDims].
 */
export function nerf(numFreqs: number, options: NerfOptions = {}): GridEncoding {
  const given = read(options, {
    inputDims: 3,
    maxFreqLog2: number('numFreqs', numFreqs) - 1,
    logSampling: true,
    includeInput: true,
    pi: false,
  });
  const dims = count('inputDims', given.inputDims, 1, 8);
  const most = 2 ** given.maxFreqLog2;
  const unit = given.pi ? 'half-turn' : 'radian';
  const law = given.logSampling
    ? ({ base: 1 / most, spacing: 'endpoint' } as const)
    : ({ base: most, spacing: 'linear' } as const);
  return frozen({
    kind: 'grid',
    axes: Array.from({ length: dims }, () => ({ dim: 2 * numFreqs, ...law, unit }) as const),
    blocks: 'frequency-major',
    identity: given.includeInput,
  });
}

/** What `timestamps` spans. */
export interface TimestampOptions {
  /** Columns. */
  readonly dim: number;
  /** Wavelength of the first pair, in the unit of the positions: the finest difference that matters. */
  readonly shortest: number;
  /** Wavelength of the last pair: longer than the data's span, so that no two times look alike. */
  readonly longest: number;
}

/**
 * Times or other measures with chosen wavelengths, from `shortest` to `longest` in equal ratios: columns 2i and 2i + 1 are
 * sin and cos of 2 pi t / (shortest * (longest/shortest)^(i/(n-1))). For Unix seconds from minutes to a year:
 * `timestamps({ dim: 64, shortest: 60, longest: 31557600 })`.
 *
 * Not `pytorch`, whose wavelengths begin at 2 pi positions and end near 2 pi * 10000, whatever the unit.
 */
export function timestamps(options: TimestampOptions): SinusoidEncoding {
  const given = read(options, { dim: undefined, shortest: undefined, longest: undefined });
  const shortest = number('shortest', given.shortest);
  return frozen({
    kind: 'sinusoid',
    dim: number('dim', given.dim),
    base: number('longest', given.longest) / shortest,
    spacing: 'endpoint',
    unit: 'turn',
    scale: 1 / shortest,
  });
}
