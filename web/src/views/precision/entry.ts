/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

export const precision: ViewEntry = {
  id: 'precision',
  title: 'Precision',
  description:
    'What number formats do to positions and tables: how far from the exact values, and which positions become one.',
  needs: (kind) => kind === 'sinusoid' || 'The ways to round that are shown here are those of sinusoidal tables.',
  options: [
    {
      name: 'precision.format',
      label: 'Format',
      type: 'choice',
      default: 'bfloat16',
      choices: [
        ['float32', 'float32'],
        ['tf32', 'tf32'],
        ['float16', 'float16'],
        ['bfloat16', 'bfloat16'],
      ],
    },
    {
      name: 'precision.way',
      label: 'Map of',
      type: 'choice',
      default: 'module',
      choices: [
        ['cast', 'Exact, cast'],
        ['arithmetic', 'float32 arithmetic'],
        ['frequencies', 'Frequencies cast'],
        ['module', 'All cast'],
      ],
    },
    { name: 'precision.position', label: 'Position', type: 'number', isWhole: true, min: 1, max: 1e9 },
  ],
  load: () => import('./view.ts'),
};
