/** What all parts of the view share: the sinusoids, the marked position and distance, the chosen pairs. */

import { computed } from '@preact/signals-core';
import type { SinusoidEncoding } from 'posenc';
import { columnOf, columnsOf, functionOf } from '../../columns.ts';
import type { AnyEncoding } from '../../encoding.ts';
import { wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { type Hand, pairsLikeBits } from './measures.ts';
import { oneAxisRows } from './rows.ts';

/** Positions that the waves show at once. */
export const windowLength = 32;
/** Bits of the counter that are shown. */
export const bits = 6;
const farthest = 2 ** 53;

export type Model = ReturnType<typeof modelOf>;

export function modelOf({ posenc, store, option }: Pick<ViewContext, 'posenc' | 'store' | 'option'>) {
  const trained = computed(() => option<number>('sines.trained'));
  const wanted = computed(() => option<readonly number[]>('sines.pairs'));
  const position = computed(() => store.cursor.value.position);
  const offset = computed(() => {
    const { position: p, offset: k } = store.cursor.value;
    return Math.max(-farthest - p, Math.min(farthest - p, k));
  });

  // Every position has its row here, and training begins at 0.
  const encoding = computed((): AnyEncoding => {
    const now = store.encoding.value;
    if (now.kind !== undefined && now.kind !== 'sinusoid') return now;
    const { padding: _, ...rest } = now;
    return rest;
  });
  const rows = computed(() => ({ start: 0, length: 2 * trained.value }));
  const table = computed(() =>
    oneAxisRows(posenc, { ...store, encoding, rows }, 2 * trained.value, { kinds: ['sinusoid'] }),
  );
  /** In what the rows here are not those of the encoding above, in a sentence, or ''. */
  const said = computed(() => {
    const { said: instead } = table.value;
    const now = store.encoding.value;
    const padding = now.kind === undefined || now.kind === 'sinusoid' ? now.padding : undefined;
    if (instead !== '' || padding === undefined) return instead;
    return (
      `In the encoding chosen above the row at position ${wholeLabel(padding)} is padding, all zeros. Here it has its sines ` +
      'and cosines like any other: what is measured is true of the rows that are no padding.'
    );
  });
  const law = computed(() => table.value.encoding as SinusoidEncoding);
  const columns = computed(() => columnsOf(law.value, table.value.dim));
  const wavelengths = computed(() => posenc.wavelengths(law.value).data.subarray(0, columns.value.seconds));

  const pairs = computed(() => {
    const known = wanted.value.filter((pair) => pair < wavelengths.value.length);
    if (known.length > 0) return [...new Set(known)];
    const periods = [2, 3, 4, 5].map((bit) => 2 ** (bit + 1));
    return pairsLikeBits(wavelengths.value, periods);
  });

  /** The pairs of some positions; throws what the package says of positions that are too far. */
  const handsAt = (positions: readonly number[]): readonly (readonly Hand[])[] => {
    const { data } = posenc.encode(law.value, positions, { dtype: 'float64' });
    const { dim } = columns.value;
    const isSineFirst = functionOf(columns.value, 0) === 'sin';
    return positions.map((_, row) =>
      Array.from({ length: columns.value.seconds }, (_, pair) => {
        const [first, second] = [0, 1].map(
          (half) => data[row * dim + columnOf(columns.value, pair, half as 0 | 1)] as number,
        ) as [number, number];
        return isSineFirst ? { sine: first, cosine: second } : { sine: second, cosine: first };
      }),
    );
  };
  return { trained, wanted, position, offset, table, said, law, columns, wavelengths, pairs, handsAt };
}
