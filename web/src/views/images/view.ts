/** Images: channels of a 2-D encoding, similarity of patches, resizing. */

import { computed } from '@preact/signals-core';
import { type Encoding, presets } from 'posenc';
import { element } from '../../dom.ts';
import type { Value, Values } from '../../field.ts';
import { isGridKind, type Kind } from '../../fields.ts';
import { pageValues, takeValues } from '../../take.ts';
import type { Mount, Mounted, Save, ViewContext } from '../../view.ts';
import { mountChannels } from './channels.ts';
import { type Patches, patchesOf, squareOf } from './patches.ts';
import { mountResizing } from './resizing.ts';
import { mountSimilarity } from './similarity.ts';
import './view.css';

/** Values of a table that is held for pictures. */
const mostValues = 2 ** 23;

const ready = (): readonly (readonly [name: string, values: Values | string])[] => {
  const of = (encoding: Encoding, cells: readonly number[]): Values | string =>
    pageValues(encoding, { cells: cells as Value });
  return [
    ['MAE, 14 × 14', of(presets.mae(384), [14, 14])],
    ['MoCo v3, 12 × 20', of(presets.moco(384, { classRows: 0 }), [12, 20])],
    ['tatp22, 9 × 16', of(presets.tatp22Grid(256, 2), [9, 16])],
    ['big_vision, 16 × 16', of(presets.bigVision(384), [16, 16])],
    // Learned, with a class token.
    ['ViT-B/16, 14 × 14', pageValues({ kind: 'learned', dim: 768, length: 197 }, { length: 197 })],
  ];
};

/** Why a kind has no rows over patches. */
const lacks: Partial<Record<Kind, string>> = {
  sinusoid: 'This encoding has one position, and a patch of an image has two.',
  swin: 'A Swin index names the bias of each pair of cells of a window; patches have no rows of values of their own.',
};
const biasLack = 'This encoding is a bias between two positions; patches have no rows of values of their own.';

/** The grid of patches that the rows stand for, or a sentence. */
function gridOf({ store }: ViewContext): readonly [number, number] | string {
  const kind = store.kind.value;
  if (kind === 'learned') {
    const { length } = store.rows.value;
    return (
      squareOf(length) ??
      `${length} learned rows are no square of patches, with or without a class token. Set “Length” to 196 or 197 for 14 × 14, or choose one of these:`
    );
  }
  if (!isGridKind(kind)) return `${lacks[kind] ?? biasLack} Choose the kind “Grid” above, or one of these:`;
  const cells = store.value('cells') as readonly number[];
  return cells.length === 2
    ? (cells as unknown as readonly [number, number])
    : `This grid has ${cells.length} axes; pictures need two. Set “Axes” to 2, or choose one of these:`;
}

/** The page's table, if it is one over a grid of two axes; else a sentence. */
function tableOf(context: ViewContext): Patches | string {
  const { store, posenc } = context;
  const grid = gridOf(context);
  if (typeof grid === 'string') return grid;
  const [height, width] = grid;
  const { dim } = store.columns.value;
  if (height * width * dim > mostValues) {
    return `${height} × ${width} patches with ${dim} columns are ${height * width * dim} values; pictures are made of at most ${mostValues}. Make the grid smaller, or choose one of these:`;
  }
  const { start, length } = store.rows.value;
  return patchesOf(posenc, store.encoding.value as Encoding, grid, start + length - height * width);
}

export const mount: Mount = (host, context): Mounted => {
  const { scope, store } = context;
  const table = computed(() => tableOf(context));
  const pictures = element('div', { class: 'images-pictures' });
  const empty = element('div', { class: 'images-empty' });
  const resizing = element('section', { class: 'images-section' });
  host.append(empty, pictures, resizing);

  const sentence = element('p', {});
  const error = element('p', { class: 'error', role: 'alert' });
  const buttons = ready().flatMap(([name, values]) => {
    if (typeof values === 'string') return [];
    const button = element('button', { type: 'button' }, name);
    scope.listen(button, 'click', () => {
      error.textContent = takeValues(store, values) ?? '';
    });
    return [button];
  });
  empty.append(sentence, element('div', { class: 'toolbar' }, ...buttons), error);

  let inner = scope.inner();
  let saves: readonly (() => Save)[] = [];
  const isThere = computed(() => typeof table.value !== 'string');
  scope.effect(() => {
    sentence.textContent = typeof table.value === 'string' ? table.value : 'Others to begin with:';
  });
  scope.effect(() => {
    const there = isThere.value;
    inner.end();
    inner = scope.inner();
    pictures.replaceChildren();
    saves = [];
    if (!there) return;
    const own = { ...context, scope: inner };
    // Whoever reads it is ended before the table may be a sentence.
    let last: Patches | undefined;
    const patches = computed(() => {
      if (typeof table.value !== 'string') last = table.value;
      return last as Patches;
    });
    const [channels, similarity] = [
      element('section', { class: 'images-section' }),
      element('section', { class: 'images-section' }),
    ];
    pictures.append(channels, similarity);
    // Their effects are their own, not parts of this one.
    queueMicrotask(() => {
      saves = [mountChannels(channels, own, patches), mountSimilarity(similarity, own, patches)];
    });
  });
  const resized = mountResizing(
    resizing,
    context,
    // A learned table cannot be computed for another size.
    computed(() => (store.kind.value === 'learned' ? '' : table.value)),
  );
  return { saves: () => [...saves.map((save) => save()), resized()] };
};
