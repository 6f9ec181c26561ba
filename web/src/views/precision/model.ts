/** What the view of precision shows, as signals; long work is done in slices, and begins again when what it is of changes. */

import { computed, signal } from '@preact/signals-core';
import type { SinusoidEncoding } from 'posenc';
import type { FormatId } from '../../formats.ts';
import { runInSlices } from '../../slices.ts';
import { spanOf } from '../../span.ts';
import { wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { columnAxis, resolve } from '../../viewport.ts';
import { columnMapOf } from './columns.ts';
import { findCollision, float32Frequencies, logPositions, rowMaker, type Way, ways } from './simulate.ts';
import { type Exact, errorCells, errorsOver, exactOf, sampled } from './work.ts';

/** The last position of the error chart. */
export const farthest = 1e9;
/** Values of the rows among which equal ones are looked for, and rows at most. */
const searched = { values: 4e6, rows: 4200 };
/** Cells of the map, and the pixels of the matrix that it stands for. */
const mapRows = 96;
const mapColumns = 128;
const nominal = { rows: 600, columns: 1000 };

export type Model = ReturnType<typeof modelOf>;

export function modelOf({ posenc, store, scope, option }: Pick<ViewContext, 'posenc' | 'store' | 'scope' | 'option'>) {
  const format = computed(() => option<FormatId>('precision.format'));
  const way = computed(() => option<Way>('precision.way'));
  const rows = store.rows;
  const position = computed(
    () => (option<number>('precision.position') as number | undefined) ?? store.cursor.value.position,
  );

  /** Why these encodings have no place here, or null. */
  const refusal = computed(() => {
    const encoding = store.encoding.value as SinusoidEncoding;
    if (encoding.xpos) return 'The decay of xPos is computed apart from the table; the ways shown here have none.';
    return null;
  });
  const trouble = signal<string | null>(null);
  const exact = computed<Exact | null>(() => {
    if (store.kind.value !== 'sinusoid' || refusal.value !== null) return null;
    const encoding = store.encoding.value as SinusoidEncoding;
    const columns = store.columns.value;
    const single = float32Frequencies(encoding, posenc.frequencies(encoding).data, columns.lawWidth);
    return exactOf(posenc, encoding, columnMapOf(columns), single);
  });
  const failed = (error: unknown): void => {
    if (!(error instanceof RangeError)) throw error;
    trouble.value = `Beyond some position nothing is computed: ${error.message}.`;
  };

  /** Starts again whenever what `begin` reads changes; what was running ends. */
  const sliced = (begin: () => { work: Iterator<unknown>; onSlice: (isDone: boolean) => void } | null): void => {
    let stop = (): void => undefined;
    scope.effect(() => {
      stop();
      const begun = begin();
      if (begun) stop = runInSlices(scope, begun.work, begun.onSlice, failed);
    });
  };

  const positions = logPositions(farthest, 160);
  const curves = signal<Readonly<Record<Way, Float64Array>> | null>(null);
  sliced(() => {
    trouble.value = null;
    const from = exact.value;
    curves.value = null;
    if (!from) return null;
    const into = Object.fromEntries(ways.map((one) => [one, new Float64Array(positions.length).fill(Number.NaN)]));
    const errors = into as Record<Way, Float64Array>;
    return {
      work: errorsOver(from, format.value, positions, errors),
      onSlice: () => {
        curves.value = { ...errors };
      },
    };
  });

  const collision = signal('');
  sliced(() => {
    const from = exact.value;
    if (!from) return null;
    const make = rowMaker(way.value, format.value, from.law, from.map);
    const isCast = way.value === 'cast';
    const none = new Float64Array(0);
    const rowOf = (at: number): Float64Array => make(at, isCast ? from.rowAt(at) : none);
    const { start } = rows.value;
    const count = Math.max(64, Math.min(searched.rows, Math.floor(searched.values / store.columns.value.dim)));
    const search = findCollision(rowOf, start, count);
    collision.value = 'looking …';
    const work = (function* () {
      const found = yield* search;
      collision.value = found
        ? `row ${wholeLabel(found.second)} equals row ${wholeLabel(found.first)}`
        : `none among ${wholeLabel(count)} rows from ${wholeLabel(start)} on`;
    })();
    return { work, onSlice: () => undefined };
  });

  const mapPositions = computed(() => {
    const { first, count, step } = spanOf(rows.value, store.state.value.rows, nominal.rows);
    return sampled(first, Math.min(rows.value.start + rows.value.length - first, count * step), mapRows);
  });
  const mapColumnsShown = computed(() => {
    const columns = store.columns.value;
    const axis = columnAxis(columns);
    const { zoom, offset } = resolve(axis, store.state.value.columns, nominal.columns);
    // Zoomed out, halves stand apart in the picture: the map has all columns then, in their own order.
    if (zoom < 0 || store.state.value.columns === null) return sampled(0, columns.dim, mapColumns);
    const first = axis.cellAt(offset, zoom);
    const last = Math.min(
      columns.dim - 1,
      axis.cellAt(Math.min(axis.extent(zoom), offset + nominal.columns) - 1, zoom),
    );
    return sampled(first, last - first + 1, mapColumns);
  });
  const map = signal<{ rows: readonly number[]; columns: readonly number[]; errors: Float64Array } | null>(null);
  sliced(() => {
    const from = exact.value;
    if (!from) {
      map.value = null;
      return null;
    }
    const [down, across] = [mapPositions.value, mapColumnsShown.value];
    const errors = new Float64Array(down.length * across.length).fill(Number.NaN);
    return {
      work: errorCells(from, way.value, format.value, down, across, errors),
      onSlice: () => {
        map.value = { rows: down, columns: across, errors };
      },
    };
  });

  return { format, way, position, refusal, trouble, exact, positions, curves, collision, map };
}
