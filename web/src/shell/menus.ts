/** The menus above the controls: known models, and sharing. What is in them is loaded when they are first opened. */

import { byId } from '../dom.ts';
import type { Store } from '../store.ts';
import { createMenu } from './menu.ts';

export function mountMenus(store: Store): void {
  const place = byId('menus', HTMLElement);
  const models = createMenu('Known models', async (panel) => {
    const { fillModels } = await import('./models-menu.ts');
    fillModels(panel, store, () => models.close());
  });
  const share = createMenu('Share', async (panel) => {
    const { fillShare } = await import('./share-menu.ts');
    fillShare(panel, store);
  });
  place.replaceChildren(...models.parts, ...share.parts);
}
