/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

export const time: ViewEntry = {
  id: 'time',
  title: 'Time',
  description:
    'Paste times, and see them encoded with wavelengths chosen for their span: from the finest step to longer than all of it. Nothing leaves your browser.',
  needs: () => true,
  hasOwnControls: true,
  options: [
    {
      name: 'time.dim',
      type: 'number',
      label: 'Dim',
      unit: 'columns',
      default: 32,
      min: 2,
      max: 1024,
      isWhole: true,
    },
    { name: 'time.shortest', type: 'number', label: 'Shortest wavelength', min: 1e-9, max: 1e15 },
    { name: 'time.longest', type: 'number', label: 'Longest wavelength', min: 1e-9, max: 1e18 },
    { name: 'time.column', type: 'text', label: 'Column of times', default: '', most: 80 },
    { name: 'time.gaps', type: 'flag', label: 'Leave room where times are missing', default: true },
  ],
  load: () => import('./view.ts'),
};
