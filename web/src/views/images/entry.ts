/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

const size = { type: 'numbers', isWhole: true, min: 1, max: 64, most: 2 } as const;

export const images: ViewEntry = {
  id: 'images',
  title: 'Images',
  description:
    'What patches of an image get: the channels as pictures, which patches look alike, and what resizing does to a learned table.',
  needs: () => true,
  options: [
    { name: 'images.channel', type: 'number', label: 'Channel', default: 0, min: 0, isWhole: true },
    {
      name: 'images.part',
      type: 'choice',
      label: 'Similar by',
      choices: [
        ['all', 'All channels'],
        ['y', 'Channels of y'],
        ['x', 'Channels of x'],
      ],
      default: 'all',
    },
    {
      name: 'images.table',
      type: 'choice',
      label: 'Table',
      choices: [
        ['learned', 'Learned, as it begins'],
        ['encoding', 'This encoding'],
      ],
      default: 'learned',
    },
    { ...size, name: 'images.from', label: 'From', unit: 'rows, columns', default: [14, 14] },
    { ...size, name: 'images.to', label: 'To', unit: 'rows, columns', default: [24, 16] },
    { name: 'images.resized', type: 'number', label: 'Channel', default: 0, min: 0, max: 63, isWhole: true },
  ],
  load: () => import('./view.ts'),
};
