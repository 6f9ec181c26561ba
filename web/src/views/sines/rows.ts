/** Rows of the page’s encoding, one a position, or of a sinusoid in its place, with the reason. */

import type { Encoding, Posenc, SinusoidEncoding } from 'posenc';
import type { Kind } from '../../fields.ts';
import type { Store } from '../../store.ts';

/** What stands in for encodings that a view cannot use. */
const standIn: SinusoidEncoding & { readonly dim: number } = { dim: 64 };

export interface OneAxisRows {
  readonly encoding: Encoding;
  readonly dim: number;
  /** Position of the first row. */
  readonly start: number;
  /** [count, dim]. */
  readonly values: Float64Array;
  /** Why these are not the page's own rows, in a sentence, or ''. */
  readonly said: string;
}

/**
 * The first `count` rows from the page's first position on. Call it in a computed signal: it reads the store's.
 *
 * @param kinds the kinds that the view can use
 * @param mostColumns wider encodings would take too long
 */
export function oneAxisRows(
  posenc: Pick<Posenc, 'encode'>,
  store: Pick<Store, 'encoding' | 'kind' | 'columns' | 'rows'>,
  count: number,
  { kinds = ['sinusoid', 'learned'], mostColumns = 512 }: { kinds?: readonly Kind[]; mostColumns?: number } = {},
): OneAxisRows {
  const rows = (encoding: Encoding, dim: number, start: number, said: string): OneAxisRows => ({
    ...{ encoding, dim, start, said },
    values: posenc.encode(encoding, { start, count }, { dtype: 'float64' }).data,
  });
  const instead = (reason: string): OneAxisRows =>
    rows(standIn, standIn.dim, 0, `${reason} Shown here: the sinusoids of the paper with ${standIn.dim} columns.`);
  const { dim } = store.columns.value;
  if (!kinds.includes(store.kind.value)) {
    return instead('The encoding chosen above is not of a kind that this view can use.');
  }
  if (dim > mostColumns) {
    return instead(`The encoding chosen above has ${dim} columns, and this view takes at most ${mostColumns}.`);
  }
  try {
    return rows(store.encoding.value as Encoding, dim, store.rows.value.start, '');
  } catch (error) {
    // A learned table may end before `count`, and parts of rotary encodings have no table at all.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    return instead(`The encoding chosen above has no ${count} rows to show: ${error.message}.`);
  }
}
