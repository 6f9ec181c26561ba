/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

export const sines: ViewEntry = {
  id: 'sines',
  title: 'Why sines',
  description:
    'Four ways to say where a word stands, measured side by side; why a shift is a rotation; and the binary counter behind the waves.',
  needs: () => true,
  options: [
    {
      name: 'sines.trained',
      type: 'number',
      label: 'Training length',
      unit: 'positions',
      default: 64,
      isWhole: true,
      min: 4,
      max: 256,
    },
    {
      name: 'sines.pairs',
      type: 'numbers',
      label: 'Pairs',
      default: [],
      isWhole: true,
      min: 0,
      max: 255,
      most: 6,
    },
  ],
  load: () => import('./view.ts'),
};
