/** Fields of biases between positions. */

import type { Field, Values } from '../field.ts';
import { choice, doublings, flag, heads, list, number, size } from './make.ts';

const headsField = number('heads', 'Heads', {
  default: 8,
  ladder: heads,
  place: 'main',
  isRequired: true,
  resets: ['head'],
});
/** The head that is looked at; the encoding has all of them. */
const headField = (values: Values): Field => {
  const last = Math.max(0, Math.min(65535, size(values, 'heads', 8) - 1));
  const ladder = Array.from({ length: Math.min(128, last + 1) }, (_, k) => k);
  return number('head', 'Head', {
    ...{ default: 0, min: 0, max: last, ladder },
    isWhole: true,
    path: null,
    place: 'main',
  });
};

export const biasFields = {
  alibi: (values: Values): Field[] => [
    headsField,
    headField(values),
    number('maxBias', 'Largest exponent', { default: 8 }),
    choice('order', 'Order', [
      ['published', 'Published'],
      ['sorted', 'Sorted'],
    ]),
    choice('anchor', 'Anchor', [
      ['distance', 'Distance'],
      ['key', 'Key'],
      ['last-key', 'Last key'],
    ]),
  ],
  t5: (): Field[] => [
    number('buckets', 'Buckets', { default: 32, ladder: doublings(2, 512), place: 'main' }),
    number('maxDistance', 'Largest distance', { default: 128, ladder: doublings(2, 4096), place: 'main' }),
    flag('bidirectional', 'Bidirectional', true),
  ],
  deberta: (): Field[] => [
    number('buckets', 'Buckets', { ladder: doublings(2, 1024), place: 'main' }),
    number('maxPosition', 'Largest position', { ladder: doublings(2, 4096), place: 'main' }),
  ],
  swin: (): Field[] => [
    list('window', 'Window', { default: [7, 7], place: 'main', isRequired: true }),
    flag('classToken', 'Class token', false),
  ],
};
