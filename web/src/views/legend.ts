/** The colours and what they mean. */

import { effect, type ReadonlySignal } from '@preact/signals-core';
import { tableLength } from '../colours.ts';
import { byId } from '../dom.ts';

export function mountLegend(table: ReadonlySignal<Uint32Array>): void {
  const canvas = byId('legend', HTMLCanvasElement);
  const image = new ImageData(tableLength, 1);
  effect(() => {
    new Uint32Array(image.data.buffer).set(table.value);
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  });
}
