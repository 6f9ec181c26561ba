/** The colours and what they mean. */

import { effect, type ReadonlySignal } from '@preact/signals-core';
import { tableLength } from '../../colours.ts';
import { byId, element } from '../../dom.ts';
import type { Source } from '../../source.ts';
import { numberLabel } from '../../ticks.ts';

export function mountLegend(
  table: ReadonlySignal<Uint32Array>,
  source: ReadonlySignal<Source>,
  isShown: ReadonlySignal<boolean>,
): void {
  const canvas = byId('legend', HTMLCanvasElement);
  const image = new ImageData(tableLength, 1);
  effect(() => {
    new Uint32Array(image.data.buffer).set(table.value);
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  });
  const labels = byId('legend-labels', HTMLElement);
  const words = byId('legend-words', HTMLElement);
  effect(() => {
    if (!isShown.value) return;
    const end = numberLabel(source.value.unit);
    labels.replaceChildren(...[`−${end}`, '0', `+${end}`].map((text) => element('span', {}, text)));
    words.textContent = `Colours stand for values from −${end} through 0 to +${end}.`;
  });
}
