/** The menus above the controls: known models, and sharing. What is in them is loaded when they are first opened. */

import { byId, element } from '../dom.ts';
import type { Store } from '../store.ts';
import { known } from '../views/index.ts';
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
  place.replaceChildren(tourButton(store), ...models.parts, ...share.parts);
}

/** For newcomers. It never starts by itself: a link is looked at as it came. */
function tourButton(store: Store): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'primary' }, 'One-minute tour');
  const text = button.textContent;
  let isOn = false;
  button.addEventListener('click', async () => {
    if (isOn) return;
    isOn = true;
    button.textContent = text;
    const over = (): void => {
      isOn = false;
      button.focus({ preventScroll: true });
    };
    try {
      const { startTour } = await import('../tour/tour.ts');
      startTour(store, known, over);
    } catch {
      button.textContent = 'The tour could not be loaded: try again';
      over();
    }
  });
  return button;
}
