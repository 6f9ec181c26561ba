// lucidrains' rotary-embedding-torch, with its own laws of frequencies.

import { frozen } from '../frozen.js';
import type { GridEncoding, SinusoidEncoding } from '../types.js';
import { count, read, type ThetaOptions } from './options.js';

/** Arguments of rotary-embedding-torch's RotaryEmbedding that its axial frequencies depend on. */
export interface AxialOptions extends ThetaOptions {
  /** 'lang' (default): theta^(-2i/D); 'pixel': pi * linspace(1, maxFreq/2); 'constant': 1. */
  readonly freqsFor?: 'lang' | 'pixel' | 'constant' | undefined;
  /** Default 10. */
  readonly maxFreq?: number | undefined;
  /** Multiplies theta by its power D/(D-2). Default 1. */
  readonly thetaRescaleFactor?: number | undefined;
}

/** Arguments of rotary-embedding-torch's RotaryEmbedding. */
export interface LucidrainsOptions extends AxialOptions {
  /** Divides positions. Default 1. */
  readonly interpolateFactor?: number | undefined;
  /** xPos: decay by position. Default false. */
  readonly useXpos?: boolean | undefined;
  /** Default 512. */
  readonly xposScaleBase?: number | undefined;
  /** The position without decay: half of the length, rounded down. Default 0. */
  readonly xposCenter?: number | undefined;
  /** The keys' inverse decay. Default false: the queries'. */
  readonly keys?: boolean | undefined;
}

const LAW = {
  theta: 10000,
  freqsFor: ['lang', 'pixel', 'constant'],
  maxFreq: 10,
  thetaRescaleFactor: 1,
} as const;

function law(given: ReturnType<typeof read<AxialOptions, typeof LAW>>) {
  const factor = given.thetaRescaleFactor;
  return {
    lang: { base: given.theta, scaling: factor === 1 ? undefined : ({ type: 'ntk', factor } as const) },
    pixel: { base: given.maxFreq / 2, spacing: 'linear', unit: 'half-turn' } as const,
    constant: { base: 1 },
  }[given.freqsFor];
}

/**
 * lucidrains/rotary-embedding-torch's RotaryEmbedding: neighbouring channels of the first D turn by
 * (p / interpolateFactor) * theta'^(-2i/D), theta' = theta * thetaRescaleFactor^(D/(D-2)), or by the other frequencies of
 * `freqsFor`. An offset is the start of the positions. With useXpos, queries take this encoding and keys the one with
 * `keys`; the original's centre is half of the length.
 *
 * Not `gptNeoX`'s pairing. For 'pixel' positions between -1 and 1 are meant: `lucidrainsAxial`.
 */
export function lucidrains(dim: number, options: LucidrainsOptions = {}): SinusoidEncoding {
  const given = read(options, {
    ...LAW,
    interpolateFactor: 1,
    useXpos: false,
    xposScaleBase: 512,
    xposCenter: 0,
    keys: false,
  });
  const scaleBase = given.keys ? -given.xposScaleBase : given.xposScaleBase;
  return frozen({
    kind: 'sinusoid',
    dim,
    ...law(given),
    scale: 1 / given.interpolateFactor,
    pairing: 'adjacent',
    xpos: given.useXpos ? { scaleBase, center: given.xposCenter } : undefined,
  });
}

/**
 * rotary-embedding-torch's get_axial_freqs: D channels an axis, one axis after the other, neighbours turn. Coordinates are
 * linspace(-1, 1) for 'pixel', else the cells. Positions: `{ grid: sizes }`.
 *
 * Not `timmRotary`, whose bands are octaves unless told otherwise; not `lucidrains`, of one axis.
 */
export function lucidrainsAxial(dim: number, axes: number, options: AxialOptions = {}): GridEncoding {
  const given = read(options, LAW);
  const coordinates = given.freqsFor === 'pixel' ? ('ends' as const) : undefined;
  const axis = { dim, ...law(given), coordinates };
  return frozen({
    kind: 'grid',
    axes: Array.from({ length: count('axes', axes, 1, 8) }, () => ({ ...axis })),
    pairing: 'adjacent',
  });
}
