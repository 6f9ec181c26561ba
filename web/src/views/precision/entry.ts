/** What navigation and links must know of the view before it is loaded. */

import { isGridKind } from '../../fields.ts';
import type { ViewEntry } from '../../view.ts';

export const precision: ViewEntry = {
  id: 'precision',
  title: 'Precision',
  description:
    'What number formats do to positions and tables: how far from the exact values, and which positions become one.',
  needs: (kind) =>
    kind === 'sinusoid' ||
    (isGridKind(kind)
      ? 'A row here stands for several coordinates, and each is rounded by itself; this view follows one position a row. Choose the kind “Sinusoidal” to see what rounding does to one axis.'
      : 'The ways to round that are shown here are those of sinusoidal tables.'),
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
