/** The "Save" menu of a view. What it offers is found, and the code that saves is loaded, when it is first opened. */

import { byId, element } from '../dom.ts';
import type { Scope } from '../scope.ts';
import type { Store } from '../store.ts';
import type { Save } from '../view.ts';
import { createMenu } from './menu.ts';

/** What a menu needs to know of a view. */
export interface Savable {
  readonly id: string;
  readonly title: string;
}

/** Puts a "Save" menu beside the other menus. */
export function offerSaves(
  scope: Scope,
  host: HTMLElement,
  view: Savable,
  store: Store,
  saves: () => readonly Save[] | Promise<readonly Save[]>,
): void {
  const place = byId('save-place', HTMLElement);
  const menu = createMenu('Save', async (panel) => {
    const { fillSaveMenu } = await import('../export/menu.ts');
    return fillSaveMenu(panel, { host, view, store, saves: await saves() });
  });
  const root = element('div', { class: 'save' }, ...menu.parts);
  place.replaceChildren(root);
  scope.effect(() => {
    root.hidden = store.lack.value !== null;
  });
  scope.onEnd(() => root.remove());
}
