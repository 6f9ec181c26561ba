/** Encodings of every kind, as the page holds them, and what the installed package says of them. */

import type { BiasEncoding, Encoding, Posenc, Positions } from 'posenc';
import { isGridKind, isTableKind, type Kind } from './fields.ts';
import type { Rows } from './state.ts';

export type AnyEncoding = Encoding | BiasEncoding;

export const kindOfEncoding = (encoding: AnyEncoding): Kind => encoding.kind ?? 'sinusoid';

/** The part of the package that judges. */
export type Judge = Pick<Posenc, 'wavelengths' | 'encode' | 'bias'>;

/** Positions of nothing: enough to have an encoding checked, and nothing is computed. */
export function noPositions(kind: Kind, axes: number): Positions {
  return isGridKind(kind) ? { data: new Float64Array(0), shape: [0, axes] } : 0;
}

/** Values of tables that are held whole: all but those of sinusoids. */
export const mostHeld = 2 ** 25;

/** Has the package check an encoding, and gives the wavelengths where there are any. Throws what the package throws. */
export function check(posenc: Judge, encoding: AnyEncoding): Float64Array {
  const kind = kindOfEncoding(encoding);
  if (encoding.kind === undefined || encoding.kind === 'sinusoid') return posenc.wavelengths(encoding).data;
  if (isTableKind(kind)) {
    const axes = encoding.kind === 'grid' ? encoding.axes.length : encoding.kind === 'fourier' ? encoding.axes : 1;
    posenc.encode(encoding as Encoding, noPositions(kind, axes));
  } else {
    posenc.bias(encoding as BiasEncoding, kind === 'swin' ? {} : { queries: 1, keys: 1 });
  }
  return new Float64Array(0);
}

/** Why these rows of an encoding that is right cannot be shown, in a sentence that names the field, or null. */
export function rowsProblem(encoding: AnyEncoding, { start, length }: Rows, dim: number): string | null {
  const kind = kindOfEncoding(encoding);
  if (kind !== 'sinusoid' && length * dim > mostHeld) {
    return `invalid length: ${length} (with ${dim} columns at most ${Math.floor(mostHeld / dim)}: tables of this kind are held whole)`;
  }
  if (encoding.kind !== 'learned') return null;
  // A learned table ends.
  const { length: rows, origin = 0 } = encoding;
  const most = rows - origin - start;
  if (start < -origin || most < 1) {
    return `invalid start: ${start} (a whole number from ${-origin} to ${rows - origin - 1}, the table's rows)`;
  }
  return length > most
    ? `invalid length: ${length} (at most ${most} from this start: the table has ${rows} rows)`
    : null;
}

/** The smallest encoding of each kind: a package that refuses it does not know the kind. */
const smallest: Record<Kind, AnyEncoding> = {
  sinusoid: { dim: 2 },
  grid: { kind: 'grid', axes: [{ dim: 2 }] },
  fourier: { kind: 'fourier', dim: 2, axes: 1, frequencies: [1] },
  learned: { kind: 'learned', dim: 1, length: 1 },
  alibi: { kind: 'alibi', heads: 1 },
  t5: { kind: 't5' },
  deberta: { kind: 'deberta' },
  swin: { kind: 'swin', window: [1, 1] },
};

/** Why nothing of a kind can be shown with this package, or null. */
export function lackOf(posenc: Judge, kind: Kind): string | null {
  try {
    check(posenc, smallest[kind]);
    return null;
  } catch {
    return `The installed package does not compute encodings of the kind “${kind}” yet, so there is nothing to show. The link keeps them.`;
  }
}
