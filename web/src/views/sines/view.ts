/** Why sines: four ways measured, a shift as a turn, and the counter behind the waves. */

import { element } from '../../dom.ts';
import type { Mount } from '../../view.ts';
import { mountCounter } from './counter.ts';
import { mountHands } from './hands.ts';
import { modelOf } from './model.ts';
import { mountNotes } from './notes.ts';
import { mountWays } from './ways.ts';
import './view.css';

export const mount: Mount = (host, context) => {
  const { scope } = context;
  const model = modelOf(context);
  const said = element('p', { class: 'note' });
  host.append(said);
  for (const mountPart of [mountWays, mountHands, mountCounter]) {
    const section = element('section', { class: 'part' });
    host.append(section);
    mountPart(section, context, model);
  }
  scope.effect(() => {
    said.textContent = model.said.value;
    said.hidden = said.textContent === '';
  });
  mountNotes(host);
  return {
    saves: () => [
      {
        name: 'turns',
        columns: ['pair', 'wavelength', 'angle of the shift'],
        rows: () =>
          [...model.wavelengths.peek()].map((wavelength, pair) => [
            pair,
            wavelength,
            (2 * Math.PI * model.offset.peek()) / wavelength,
          ]),
      },
    ],
  };
};
