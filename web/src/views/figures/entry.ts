/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

export const figures: ViewEntry = {
  id: 'figures',
  title: 'Figures',
  description: 'What runs in this browser: how fast it is here, and how far its values are from the exact ones.',
  needs: () => true,
  hasOwnControls: true,
  load: () => import('./view.ts'),
};
