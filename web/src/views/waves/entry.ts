/** What navigation and links must know of the view before it is loaded. */

import { isTableKind } from '../../fields.ts';
import type { ViewEntry } from '../../view.ts';

/** More waves than these cannot be told apart. */
export const mostWaves = 8;

export const waves: ViewEntry = {
  id: 'waves',
  title: 'Waves',
  description:
    'What single pairs of columns do from position to position: each one a wave, slower than the one before.',
  needs: (kind) => isTableKind(kind) || 'Biases have no columns of their own, so there are no waves to show.',
  options: [
    {
      name: 'waves.pairs',
      label: 'Pairs',
      type: 'numbers',
      default: [],
      isWhole: true,
      min: 0,
      max: 65535,
      most: mostWaves,
    },
    {
      name: 'waves.functions',
      label: 'Functions',
      type: 'choice',
      default: 'sin',
      choices: [
        ['sin', 'Sine'],
        ['cos', 'Cosine'],
        ['both', 'Both'],
      ],
    },
    {
      name: 'waves.arrange',
      label: 'Waves',
      type: 'choice',
      default: 'apart',
      choices: [
        ['apart', 'One below the other'],
        ['together', 'Together'],
      ],
    },
  ],
  load: () => import('./view.ts'),
};
