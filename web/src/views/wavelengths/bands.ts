/** What a scaling for longer contexts does to each pair: which wavelengths it keeps, blends and stretches. */

import type { Posenc, Scaling, SinusoidEncoding } from 'posenc';
import type { Rows } from '../../state.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';

export type BandKind = 'kept' | 'blended' | 'stretched' | 'stopped';

/** Neighbouring pairs of one kind. */
export interface Band {
  readonly kind: BandKind;
  readonly first: number;
  readonly last: number;
  /** How many times longer their wavelengths become, at least and at most. */
  readonly least: number;
  readonly most: number;
}

const tolerance = 1e-9;

/** Scalings that have a band between what they keep and what they stretch by the whole factor. */
const isBlending = (scaling: Scaling): boolean => scaling.type === 'yarn' || scaling.type === 'llama3';

/**
 * @param before angular frequencies without the scaling
 * @param after and with it
 */
export function bandsOf(before: ArrayLike<number>, after: ArrayLike<number>, scaling: Scaling): Band[] {
  const whole = 'factor' in scaling ? (scaling.factor ?? 1) : 1;
  const kindOf = (stretch: number): BandKind => {
    if (!Number.isFinite(stretch)) return 'stopped';
    if (Math.abs(stretch - 1) <= tolerance) return 'kept';
    return isBlending(scaling) && Math.abs(stretch / whole - 1) > tolerance ? 'blended' : 'stretched';
  };
  const bands: Band[] = [];
  for (let k = 0; k < before.length; k++) {
    const stretch = (before[k] as number) / (after[k] as number);
    const kind = kindOf(stretch);
    const last = bands[bands.length - 1];
    if (last?.kind === kind) {
      const [least, most] = [Math.min(last.least, stretch), Math.max(last.most, stretch)];
      bands[bands.length - 1] = { ...last, last: k, least, most };
    } else bands.push({ kind, first: k, last: k, least: stretch, most: stretch });
  }
  return bands;
}

export interface Scaled {
  readonly bands: readonly Band[];
  /** Wavelengths without the scaling. */
  readonly before: Float64Array;
}

/** The bands of an encoding: null without a scaling, a sentence where the package has none to give. */
export function scaledBy(
  posenc: Pick<Posenc, 'frequencies' | 'wavelengths'>,
  encoding: SinusoidEncoding,
  { start, length }: Rows,
): Scaled | string | null {
  const { scaling, ...plain } = encoding;
  if (!scaling) return null;
  // Scalings that depend on the length reached are shown for the positions of the page.
  const isByLength = scaling.type === 'dynamic' || scaling.type === 'longrope';
  const shown = isByLength && scaling.length === undefined ? { ...scaling, length: start + length } : scaling;
  try {
    const after = posenc.frequencies({ ...plain, scaling: shown }).data;
    return {
      bands: bandsOf(posenc.frequencies(plain).data, after, scaling),
      before: posenc.wavelengths(plain).data,
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    return `What this scaling does to each pair cannot be shown: ${error.message}.`;
  }
}

const names: Readonly<Record<Scaling['type'], string>> = {
  linear: 'Linear scaling',
  ntk: 'NTK scaling',
  dynamic: 'Dynamic NTK scaling',
  yarn: 'YaRN',
  longrope: 'LongRoPE',
  llama3: 'The scaling of Llama 3',
  proportional: 'Proportional scaling',
};

const verbs: Readonly<Record<BandKind, string>> = {
  kept: 'keeps',
  blended: 'blends',
  stretched: 'stretches',
  stopped: 'stops',
};

function bandWords({ kind, first, last, least, most }: Band, isOnly: boolean): string {
  const which = isOnly
    ? 'all pairs'
    : first === last
      ? `pair ${wholeLabel(first)}`
      : `pairs ${wholeLabel(first)} to ${wholeLabel(last)}`;
  if (kind === 'kept' || kind === 'stopped') return `${verbs[kind]} ${which}`;
  const isOne = most / least - 1 <= tolerance;
  const factor = isOne ? numberLabel(most) : `${numberLabel(least, 3)} to ${numberLabel(most, 3)}`;
  return `${verbs[kind]} ${which} (wavelength × ${factor})`;
}

/** The bands in a sentence. */
export function bandsSentence(bands: readonly Band[], { type }: Scaling): string {
  if (bands.length === 1 && bands[0]?.kind === 'kept') return `${names[type]} changes no pair at this length.`;
  const words = bands.map((band) => bandWords(band, bands.length === 1));
  // Factors that go up and down make many bands: the chart shows them all.
  const said = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more bands follow`] : words;
  const last = said.pop() as string;
  return `${names[type]} ${said.length > 0 ? `${said.join(', ')} and ` : ''}${last}.`;
}
