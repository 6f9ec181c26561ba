/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

export const order: ViewEntry = {
  id: 'order',
  title: 'Word order',
  description:
    'Why order matters: attention alone cannot tell “The dog bit the man” from “The man bit the dog”. Drag the words and see what changes.',
  needs: () => true,
  options: [
    { name: 'order.sentence', type: 'text', label: 'Sentence', default: 'The dog bit the man', most: 200 },
    {
      name: 'order.words',
      type: 'numbers',
      label: 'Order of words, counted from 0',
      default: [0, 4, 2, 3, 1],
      isWhole: true,
      min: 0,
      max: 23,
      most: 24,
    },
    {
      name: 'order.heads',
      type: 'choice',
      label: 'Heads',
      default: '1',
      choices: [
        ['1', '1'],
        ['2', '2'],
        ['4', '4'],
      ],
    },
    { name: 'order.head', type: 'number', label: 'Head', default: 1, isWhole: true, min: 1, max: 4 },
    {
      name: 'order.use',
      type: 'choice',
      label: 'Positions',
      choices: [
        ['added', 'Added to embeddings'],
        ['rotated', 'Rotating queries and keys'],
      ],
    },
    { name: 'order.seed', type: 'number', label: 'Seed', default: 0, isWhole: true, min: 0, max: 4294967295 },
    {
      name: 'order.cell',
      type: 'numbers',
      label: 'Marked weight: row, column',
      default: [1, 2],
      isWhole: true,
      min: 0,
      max: 23,
      most: 2,
    },
  ],
  load: () => import('./view.ts'),
};
