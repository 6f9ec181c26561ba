/** What navigation and links must know of the view before it is loaded. */

import { isTableKind } from '../../fields.ts';
import type { ViewEntry } from '../../view.ts';

/** Distances that are computed at most; each is a sum over all pairs. */
export const mostDistances = 65536;

export const similarity: ViewEntry = {
  id: 'similarity',
  title: 'Similarity',
  description: 'How alike two positions are: the dot product of their rows, against the distance between them.',
  needs: (kind) =>
    isTableKind(kind) || 'A bias is a number for each pair of positions already, so there are no rows to compare.',
  options: [
    {
      name: 'similarity.measure',
      label: 'Measure',
      type: 'choice',
      default: 'dot',
      choices: [
        ['dot', 'Dot product'],
        ['cosine', 'Cosine'],
      ],
    },
    {
      name: 'similarity.reach',
      label: 'Distances up to',
      type: 'number',
      isWhole: true,
      min: 1,
      max: mostDistances,
    },
    {
      name: 'similarity.size',
      label: 'Positions in the matrix',
      type: 'number',
      default: 64,
      isWhole: true,
      min: 2,
      max: 256,
    },
  ],
  load: () => import('./view.ts'),
};
