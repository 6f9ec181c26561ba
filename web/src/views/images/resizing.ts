/** What resizing does to a table of one grid: the ways that models use, side by side. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Encoding } from 'posenc';
import { element } from '../../dom.ts';
import type { Field } from '../../field.ts';
import { createColourKey, createHeatmap } from '../../heatmap.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { numberLabel } from '../../ticks.ts';
import type { Save, ViewContext } from '../../view.ts';
import { images } from './entry.ts';
import { channelOf, type Patches, patchesOf, resizes } from './patches.ts';

const learnedDim = 64;
const field = (name: string): Field => optionField(images, `images.${name}`);
type Pair = readonly [number, number];

export function mountResizing(
  host: HTMLElement,
  context: ViewContext,
  own: ReadonlySignal<Patches | string>,
): () => Save {
  const { scope, option, posenc, store } = context;
  const pictures = element('div', { class: 'images-resized' });
  const key = element('div', {});
  const note = element('p', { class: 'note' });
  const from = optionControl(context, field('from'));
  const to = optionControl(context, field('to'));
  host.append(
    element('h2', {}, 'Resizing a table'),
    element(
      'p',
      { class: 'images-words' },
      'A learned table has a row for each patch of the size it was trained with; for another size it is resized like an image, channel by channel. Where it grows, bicubic keeps more of its contrast than bilinear; where it shrinks, the plain ways skip rows, and antialiasing averages them. A sinusoidal encoding needs none of it: it is computed for any size.',
    ),
    element(
      'div',
      { class: 'images-controls' },
      optionControl(context, field('table')).root,
      from.root,
      to.root,
      optionControl(context, field('resized')).root,
    ),
    pictures,
    key,
    note,
  );
  const pair = (name: string, absent: Pair): Pair => {
    const value = option<readonly number[]>(name);
    return value.length === 2 ? (value as unknown as Pair) : absent;
  };
  scope.effect(() => {
    const said = (name: string): string =>
      option<readonly number[]>(name).length === 2 ? '' : 'Two numbers are needed: rows, columns.';
    from.complain(said('images.from'));
    to.complain(said('images.to'));
  });
  const isOwn = computed(() => option<string>('images.table') === 'encoding' && typeof own.value !== 'string');
  const all = computed(() => {
    const grid = pair('images.from', [14, 14]);
    const encoding: Encoding = isOwn.value
      ? (store.encoding.value as Encoding)
      : { kind: 'learned', dim: learnedDim, length: grid[0] * grid[1] };
    const table = patchesOf(posenc, encoding, grid);
    const target = pair('images.to', [24, 16]);
    const list = resizes(posenc, table, target);
    // What the table should be: only an encoding has it.
    if (!isOwn.value) return list;
    return [...list, { name: 'Computed anew', patches: patchesOf(posenc, encoding, target), strength: Number.NaN }];
  });
  const channel = computed(() => Math.min(option<number>('images.resized'), (all.value[0]?.patches.dim ?? 1) - 1));
  const range = computed(() => {
    const first = all.value[0]?.patches.values ?? [];
    let most = 0;
    for (const value of first) most = Math.max(most, Math.abs(value));
    return most || 1;
  });
  createColourKey(key, context, () => [-range.value, range.value]);
  const count = computed(() => all.value.length);
  let inner = scope.inner();
  scope.effect(() => {
    const many = count.value;
    inner.end();
    inner = scope.inner();
    pictures.replaceChildren();
    const scoped = { ...context, scope: inner };
    queueMicrotask(() => {
      if (scoped.scope !== inner) return;
      for (let k = 0; k < many; k++) {
        const title = element('h3', {});
        const map = element('div', {});
        const said = element('p', { class: 'note' });
        pictures.append(element('figure', { class: 'images-figure' }, title, map, said));
        const one = computed(() => all.value[Math.min(k, all.value.length - 1)] as (typeof all.value)[number]);
        scoped.scope.effect(() => {
          const { name, patches, strength } = one.value;
          title.textContent = name;
          const apart = isOwn.value && k > 0 && k < many - 1 ? difference(patches, all.value.at(-1)?.patches) : '';
          said.textContent =
            `${patches.height} × ${patches.width}` +
            (Number.isNaN(strength) || k === 0 ? '' : `, ${numberLabel(100 * strength, 3)} % as strong`) +
            apart;
        });
        createHeatmap(map, scoped, {
          name: `resized-${k}`,
          label: `${one.peek().name}: one channel of the table`,
          data: () => ({
            rows: one.value.patches.height,
            columns: one.value.patches.width,
            values: channelOf(one.value.patches, channel.value),
            range: [-range.value, range.value],
          }),
          rows: { name: 'y' },
          columns: { name: 'x' },
          gutter: 28,
          say: (row, column, value) => `y ${row}, x ${column}: ${numberLabel(value)}`,
        });
      }
    });
  });
  scope.effect(() => {
    const words = isOwn.value
      ? 'The page’s encoding, computed for the first size and resized as if it were learned.'
      : `A table as it begins: ${learnedDim} channels of noise, with a deviation of 0.02.`;
    const isMissing = option('images.table') === 'encoding' && !isOwn.value;
    note.textContent = `${isMissing ? 'The page’s encoding is none over a grid of two axes, so a learned table is shown. ' : ''}${words} “Strong” is the root of the mean square of all values. All pictures share these colours.`;
  });
  return () => ({
    name: 'resized',
    columns: ['way', 'y', 'x', `channel ${channel.peek()}`],
    *rows() {
      for (const { name, patches } of all.peek()) {
        const values = channelOf(patches, channel.peek());
        for (let k = 0; k < values.length; k++) {
          yield [name, Math.floor(k / patches.width), k % patches.width, values[k] as number];
        }
      }
    },
  });
}

function difference({ values }: Patches, exact: Patches | undefined): string {
  let most = 0;
  values.forEach((value, k) => {
    most = Math.max(most, Math.abs(value - (exact?.values[k] ?? value)));
  });
  return `, off by up to ${numberLabel(most, 2)}`;
}
