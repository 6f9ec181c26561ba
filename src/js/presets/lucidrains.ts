// lucidrains' rotary-embedding-torch, with its own laws of frequencies.
import { choice, number } from '../fields.js';
import type { GridEncoding, SinusoidEncoding } from '../types.js';
import { count, flag, frozen, read, type ThetaOptions } from './options.js';

/** Arguments of rotary-embedding-torch's RotaryEmbedding. */
export interface LucidrainsOptions extends ThetaOptions {
  /** 'lang' (default): theta^(-2i/D); 'pixel': pi * linspace(1, maxFreq/2); 'constant': 1. */
  readonly freqsFor?: 'lang' | 'pixel' | 'constant' | undefined;
  /** Default 10. */
  readonly maxFreq?: number | undefined;
  /** Divides positions. Default 1. */
  readonly interpolateFactor?: number | undefined;
  /** Multiplies theta by its power D/(D-2). Default 1. */
  readonly thetaRescaleFactor?: number | undefined;
  /** xPos: decay by position. Default false. */
  readonly useXpos?: boolean | undefined;
  /** Default 512. */
  readonly xposScaleBase?: number | undefined;
  /** The position without decay: half of the length, rounded down. Default 0. */
  readonly xposCenter?: number | undefined;
  /** The keys' inverse decay. Default false: the queries'. */
  readonly keys?: boolean | undefined;
}

const LUCIDRAINS = [
  'theta',
  'freqsFor',
  'maxFreq',
  'interpolateFactor',
  'thetaRescaleFactor',
  'useXpos',
  'xposScaleBase',
  'xposCenter',
  'keys',
] as const;

function lucidrainsLaw(given: LucidrainsOptions) {
  const rescale = number('thetaRescaleFactor', given.thetaRescaleFactor, 1);
  const theta = number('theta', given.theta, 10000);
  const most = number('maxFreq', given.maxFreq, 10) / 2;
  const law = [
    { base: theta, scaling: rescale === 1 ? undefined : ({ type: 'ntk', factor: rescale } as const) },
    { base: most, spacing: 'linear', unit: 'half-turn' } as const,
    { base: 1 },
  ][choice('freqsFor', given.freqsFor, ['lang', 'pixel', 'constant'])];
  return { ...law, scale: 1 / number('interpolateFactor', given.interpolateFactor, 1) } as const;
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
  const given = read(options, LUCIDRAINS);
  const base = number('xposScaleBase', given.xposScaleBase, 512);
  const scaleBase = flag('keys', given.keys) ? -base : base;
  const center = number('xposCenter', given.xposCenter, 0);
  return frozen({
    kind: 'sinusoid',
    dim,
    ...lucidrainsLaw(given),
    pairing: 'adjacent',
    xpos: flag('useXpos', given.useXpos) ? { scaleBase, center } : undefined,
  });
}

/**
 * rotary-embedding-torch's get_axial_freqs: D channels an axis, one axis after the other, neighbours turn. Coordinates are
 * linspace(-1, 1) for 'pixel', else the cells. Positions: `{ grid: sizes }`.
 */
export function lucidrainsAxial(
  dim: number,
  axes: number,
  options: Omit<LucidrainsOptions, 'interpolateFactor' | 'useXpos' | 'xposScaleBase' | 'xposCenter' | 'keys'> = {},
): GridEncoding {
  const given = read(options, ['theta', 'freqsFor', 'maxFreq', 'thetaRescaleFactor']);
  const coordinates = given.freqsFor === 'pixel' ? ('ends' as const) : undefined;
  const axis = { dim, ...lucidrainsLaw(given), coordinates };
  return frozen({
    kind: 'grid',
    axes: Array.from({ length: count('axes', axes, 1, 8) }, () => ({ ...axis })),
    pairing: 'adjacent',
  });
}
