/** Which patches look alike: each patch's cosine similarity to all, and one of them large. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { createColourKey, createHeatmap } from '../../heatmap.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { numberLabel } from '../../ticks.ts';
import type { Save, ViewContext } from '../../view.ts';
import { cellCursor } from './channels.ts';
import { images } from './entry.ts';
import { createMosaic } from './mosaic.ts';
import { axisOf, normalised, type Patches, similarities, tilesOf, wordsFor } from './patches.ts';

export function mountSimilarity(host: HTMLElement, context: ViewContext, patches: ReadonlySignal<Patches>): () => Save {
  const { scope, option, store } = context;
  const words = element('p', { class: 'images-words' });
  scope.effect(() => {
    const what = wordsFor(store.kind.value, {
      learned: 'A table that is still noise makes each patch like itself alone; training makes neighbours alike.',
      fourier: 'Waves in many directions make a patch like those round it, whichever way they lie.',
      grid: 'The channels of y see rows alone, those of x columns alone; together they make a cross that is brightest at the patch itself.',
    });
    words.textContent = `Each tile belongs to one patch and shows its cosine similarity to all patches, where it stands in the image. ${what}`;
  });
  const mosaic = element('div', {});
  const large = element('div', { class: 'images-large' });
  const key = element('div', {});
  const caption = element('p', { class: 'note' });
  const note = element('p', { class: 'note' });
  host.append(
    element('h2', {}, 'Which patches look alike'),
    words,
    optionControl(context, optionField(images, 'images.part')).root,
    element(
      'div',
      { class: 'images-split' },
      element('div', {}, mosaic, note),
      element('div', {}, large, key, caption),
    ),
  );
  const axes = computed(() => Array.from({ length: patches.value.dim }, (_, c) => axisOf(patches.value, c)));
  const channels = computed(() => {
    const part = option<string>('images.part');
    return axes.value.flatMap((axis, c) => (part === 'all' || axis === part ? [c] : []));
  });
  const unit = computed(() => normalised(patches.value, channels.value));
  const picks = computed(() => tilesOf(patches.value));
  const cursor = cellCursor(context, patches);
  const patch = computed(() => {
    const { row, column } = cursor.at();
    return row * patches.value.width + column;
  });
  const of = (k: number): ArrayLike<number> => {
    const { height, width } = patches.value;
    return channels.value.length === 0
      ? new Float32Array(height * width)
      : similarities(unit.value, channels.value.length, k);
  };
  const chosen = computed(() => of(patch.value));
  /** The tile of a patch: the nearest one. */
  const nearest = (list: readonly number[], cell: number): number =>
    list.reduce((best, one, k) => (Math.abs(one - cell) < Math.abs((list[best] as number) - cell) ? k : best), 0);
  const cellOf = (k: number): { row: number; column: number } => {
    const { rows, columns } = picks.value;
    return { row: rows[Math.floor(k / columns.length)] as number, column: columns[k % columns.length] as number };
  };

  const tiles = computed(() => {
    const { rows, columns } = picks.value;
    return Array.from({ length: rows.length * columns.length }, (_, k) => {
      const { row, column } = cellOf(k);
      return of(row * patches.value.width + column);
    });
  });
  /** From the least similar pair up to 1: cosines of sinusoids stay far above -1. */
  const range = computed((): [number, number] => {
    let low = 1;
    for (const tile of tiles.value) for (let k = 0; k < tile.length; k++) low = Math.min(low, tile[k] as number);
    return [Math.floor(10 * Math.min(low, 0.9)) / 10, 1];
  });

  createMosaic(mosaic, context, {
    label: 'Similarity of each patch to all: arrows choose a patch',
    tiles: () => {
      const { rows, columns } = picks.value;
      const { height, width } = patches.value;
      return {
        rows: rows.length,
        columns: columns.length,
        height,
        width,
        count: rows.length * columns.length,
        range: range.value,
        tile: (k) => tiles.value[k] as ArrayLike<number>,
      };
    },
    chosen: () => {
      const { rows, columns } = picks.value;
      const { row, column } = cursor.at();
      return nearest(rows, row) * columns.length + nearest(columns, column);
    },
    choose: (k) => cursor.to(cellOf(k)),
    say: (k) => `Patch y ${cellOf(k).row}, x ${cellOf(k).column}`,
  });
  createHeatmap(large, context, {
    name: 'similarity',
    label: 'Similarity of the marked patch to all: rows down, columns across',
    data: () => ({
      rows: patches.value.height,
      columns: patches.value.width,
      values: chosen.value,
      range: range.value,
    }),
    rows: { name: 'y' },
    columns: { name: 'x' },
    cursor,
    say: (row, column, value) => `y ${row}, x ${column}: ${numberLabel(value)}`,
  });
  createColourKey(key, context, () => range.value);
  scope.effect(() => {
    const { row, column } = cursor.at();
    const { width, height } = patches.value;
    const values = chosen.value;
    const right =
      column + 1 < width ? `, to the next in its row ${numberLabel(values[patch.value + 1] as number)}` : '';
    const below =
      row + 1 < height ? `, to the next in its column ${numberLabel(values[patch.value + width] as number)}` : '';
    caption.textContent =
      channels.value.length === 0
        ? 'No channel depends on this coordinate alone.'
        : `Patch y ${row}, x ${column} to itself ${numberLabel(values[patch.value] as number)}${right}${below}.`;
  });
  scope.effect(() => {
    const { rows, columns } = picks.value;
    const { height, width } = patches.value;
    const shown = rows.length * columns.length;
    note.textContent =
      shown === height * width
        ? `All ${height} × ${width} patches.`
        : `${rows.length} × ${columns.length} of ${height} × ${width} patches, evenly.`;
  });
  return () => ({
    name: 'similarity',
    columns: ['y', 'x', `similarity to patch ${patch.peek()}`],
    *rows() {
      const { width } = patches.peek();
      const values = chosen.peek();
      for (let k = 0; k < values.length; k++) yield [Math.floor(k / width), k % width, values[k] as number];
    },
  });
}
