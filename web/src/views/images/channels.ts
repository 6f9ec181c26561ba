/** The channels of an encoding as small pictures, one of them large. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { createColourKey, createHeatmap } from '../../heatmap.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import type { Save, ViewContext } from '../../view.ts';
import { images } from './entry.ts';
import { createMosaic } from './mosaic.ts';
import { type Axis, axisOf, channelOf, type Patches, spread, wordsFor } from './patches.ts';

/** Small pictures that are shown; of more channels some, evenly. */
const mostTiles = 256;
const axisWords: Record<Axis, string> = {
  x: 'depends on x alone',
  y: 'depends on y alone',
  both: 'depends on both',
  none: 'is the same everywhere',
};

export function mountChannels(host: HTMLElement, context: ViewContext, patches: ReadonlySignal<Patches>): () => Save {
  const { option, set, store } = context;
  const control = optionControl(context, optionField(images, 'images.channel'));
  const mosaic = element('div', {});
  const large = element('div', { class: 'images-large' });
  const caption = element('p', { class: 'note' });
  const note = element('p', { class: 'note' });
  const key = element('div', {});
  const words = element('p', { class: 'images-words' });
  host.append(
    element('h2', {}, 'The channels'),
    words,
    element(
      'div',
      { class: 'images-split' },
      element('div', {}, mosaic, note),
      element('div', {}, ...(control ? [control.root] : []), large, key, caption),
    ),
  );
  const shown = computed(() =>
    spread(patches.value.dim, mostTiles).map((channel, k, all) => (all.length === patches.value.dim ? k : channel)),
  );
  const channel = computed(() => Math.min(option<number>('images.channel'), patches.value.dim - 1));
  const largest = computed(() => patches.value.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
  const picture = computed(() => channelOf(patches.value, channel.value));
  const channelWords = (c: number): string =>
    `Channel ${c} of ${patches.value.dim} ${axisWords[axisOf(patches.value, c)]}.`;

  createMosaic(mosaic, context, {
    label: 'Channels: arrows choose one',
    tiles: (width) => {
      const { height, width: across } = patches.value;
      const list = shown.value;
      // About three pixels a cell, and rows of whole pictures.
      const scale = Math.max(1, Math.min(4, Math.round(56 / Math.max(height, across))));
      const columns = Math.max(1, Math.min(list.length, Math.floor((width + scale) / ((across + 1) * scale))));
      return {
        rows: Math.ceil(list.length / columns),
        columns,
        height,
        width: across,
        count: list.length,
        range: [-largest.value, largest.value],
        tile: (k) => channelOf(patches.value, list[k] as number),
      };
    },
    chosen: () => shown.value.findIndex((c, k, all) => c <= channel.value && channel.value < (all[k + 1] ?? Infinity)),
    choose: (k) => set({ 'images.channel': shown.value[k] as number }),
    say: (k) => channelWords(shown.value[k] as number),
  });
  createHeatmap(large, context, {
    name: 'channel',
    label: 'The chosen channel: rows of patches down, columns across',
    data: () => ({
      rows: patches.value.height,
      columns: patches.value.width,
      values: picture.value,
      range: [-largest.value, largest.value],
    }),
    rows: { name: 'y' },
    columns: { name: 'x' },
    cursor: cellCursor(context, patches),
    say: (row, column, value) => `y ${row}, x ${column}: ${numberLabel(value)}`,
  });
  createColourKey(key, context, () => [-largest.value, largest.value]);
  const { scope } = context;
  scope.effect(() => {
    const { row, column } = cellCursor(context, patches).at();
    const value = picture.value[row * patches.value.width + column] as number;
    caption.textContent = `${channelWords(channel.value)} At y ${row}, x ${column}: ${numberLabel(value, 6)}.`;
  });
  scope.effect(() => {
    const what = wordsFor(store.kind.value, {
      learned: 'A learned table begins as noise: before training no channel knows the row (y) or the column (x).',
      fourier: 'Each is a wave over the image, in a direction and of a width of its own.',
      grid: 'Mostly one half of them knows the row (y) and the other the column (x): stripes, from narrow to wide.',
    });
    words.textContent = `A patch has a row of values; here each channel of it is a picture of the whole image. ${what}`;
  });
  scope.effect(() => {
    const { dim } = patches.value;
    const of = shown.value.length;
    note.textContent =
      of < dim ? `${of} of ${wholeLabel(dim)} channels, evenly.` : `All ${dim} channels, in their order.`;
  });
  return () => ({
    name: 'channel',
    columns: ['y', 'x', `channel ${channel.peek()}`],
    *rows() {
      const { width } = patches.peek();
      const values = picture.peek();
      for (let k = 0; k < values.length; k++) yield [Math.floor(k / width), k % width, values[k] as number];
    },
  });
}

/** The patch that all views mark, as a cell of the image. Rows before the grid (class tokens) count as the first patch. */
export function cellCursor({ store }: ViewContext, patches: ReadonlySignal<Patches>) {
  const before = (): number => store.rows.value.length - patches.value.height * patches.value.width;
  return {
    at: () => {
      const { height, width } = patches.value;
      const patch = Math.max(0, Math.min(height * width - 1, store.cursor.value.position - before()));
      return { row: Math.floor(patch / width), column: patch % width };
    },
    to: ({ row, column }: { row: number; column: number }) =>
      store.mark({ position: before() + row * patches.value.width + column }),
  };
}
