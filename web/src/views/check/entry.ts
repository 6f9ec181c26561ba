/** What navigation and links must know of the view before it is loaded. */

import type { ViewEntry } from '../../view.ts';

export const check: ViewEntry = {
  id: 'check',
  title: 'Check my own',
  description:
    'Drop a table, and see which convention it is, where it differs, and why. Drop a config.json, and see its positions on every view. Nothing leaves your browser.',
  needs: () => true,
  hasOwnControls: true,
  options: [
    {
      name: 'check.example',
      type: 'choice',
      label: 'Examples',
      choices: [
        ['none', 'None'],
        ['i-for-2i', 'i where 2i is meant'],
        ['bfloat16', 'Positions in bfloat16'],
        ['whisper', 'Whisper’s own table'],
        ['llama', 'config.json of Llama 3.1'],
      ],
      default: 'none',
    },
    {
      name: 'check.pixel',
      type: 'choice',
      label: 'A cell shows',
      choices: [
        ['mean', 'The mean'],
        ['largest', 'The largest'],
      ],
      default: 'mean',
    },
  ],
  load: () => import('./view.ts'),
};
