/** All views, in the order in which they stand in the navigation. A new view is one line here (see view.ts). */

import type { Field } from '../field.ts';
import { isTableKind } from '../fields.ts';
import type { Known } from '../url.ts';
import type { ViewEntry } from '../view.ts';
import { check } from './check/entry.ts';
import { figures } from './figures/entry.ts';
import { images } from './images/entry.ts';
import { order } from './order/entry.ts';
import { precision } from './precision/entry.ts';
import { similarity } from './similarity/entry.ts';
import { sines } from './sines/entry.ts';
import { time } from './time/entry.ts';
import { waves } from './waves/entry.ts';

/** The views that are part of the first load: their elements are in index.html, and main.ts mounts them. */
export type FirstViewEntry = Omit<ViewEntry, 'load'> & {
  /** Not in the navigation: part of another view's page, and a view of its own only when embedded. */
  readonly partOf?: string;
};

export const firstViews: readonly FirstViewEntry[] = [
  {
    id: 'matrix',
    title: 'Matrix',
    description: 'Every value of the encoding, from a single one to a million positions.',
    needs: () => true,
  },
  {
    id: 'wavelengths',
    title: 'Wavelengths',
    description: 'How many positions a turn of each pair takes.',
    needs: (kind) => isTableKind(kind) || 'Biases have no wavelengths.',
    partOf: 'matrix',
  },
];

export const lazyViews: readonly ViewEntry[] = [
  waves,
  similarity,
  order,
  sines,
  precision,
  images,
  time,
  check,
  figures,
];

export const views: readonly (FirstViewEntry | ViewEntry)[] = [...firstViews, ...lazyViews];

export const viewIds: readonly string[] = views.map(({ id }) => id);
export const optionFields: readonly Field[] = views.flatMap(({ options = [] }) => options);

/** What a link may say of views. */
export const known: Known = { views: viewIds, options: optionFields };
