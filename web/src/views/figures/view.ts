/** The figures of this very page: values a second here, SIMD, the largest error against exact values. */

import { signal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { element } from '../../dom.ts';
import { numberLabel, smallLabel, wholeLabel } from '../../ticks.ts';
import type { Mount } from '../../view.ts';
import { truth } from './truth.ts';

const encoding = { dim: 512 };
const length = 4096;
/** Long enough for a steady figure, short enough not to be noticed. */
const milliseconds = 300;

/** Values a second of a table that is written again and again into the same array; the median of ten parts. */
export function speedOf(posenc: Pick<Posenc, 'encode'>, now: () => number = () => performance.now()): number {
  const into = new Float32Array(length * encoding.dim);
  posenc.encode(encoding, length, { into });
  const speeds: number[] = [];
  for (let part = 0; part < 10; part++) {
    const begin = now();
    let tables = 0;
    do {
      posenc.encode(encoding, length, { into });
      tables++;
    } while (now() - begin < milliseconds / 10);
    speeds.push((tables * into.length * 1000) / (now() - begin));
  }
  return speeds.sort((a, b) => a - b)[5] as number;
}

/** The largest distance of a float64 value from the exact one. */
export function errorOf(posenc: Pick<Posenc, 'encode'>): number {
  return truth.reduce((worst, [position, column, sine, cosine]) => {
    const { data } = posenc.encode(encoding, { start: position, count: 1 }, { dtype: 'float64' });
    const errors = [(data[column] as number) - sine, (data[column + 1] as number) - cosine].map(Math.abs);
    return Math.max(worst, ...errors);
  }, 0);
}

export const mount: Mount = (host, { posenc, scope, announce }) => {
  const { version, simd, memoryBytes } = posenc.info();
  const speed = signal<number | null>(null);
  const list = element('dl', { class: 'facts' });
  const measure = element('button', { type: 'button' }, 'Measure again');
  host.append(
    list,
    measure,
    element(
      'p',
      { class: 'note' },
      `Speed: a table of ${wholeLabel(length)} × ${encoding.dim} float32 values, written again and again on one thread. ` +
        `Error: float64 values against ${2 * truth.length} exact ones, at positions from 1 to 9,007,199,254,740,991.`,
    ),
  );
  const run = (): void => {
    speed.value = speedOf(posenc);
    announce(`${numberLabel(speed.value / 1e6, 3)} million values a second.`);
  };
  scope.listen(measure, 'click', run);
  scope.effect(() => {
    const values = speed.value;
    const facts: [string, string][] = [
      ['Version', version],
      ['SIMD', simd ? 'on: 128-bit vectors' : 'off'],
      ['Memory of the module', `${memoryBytes / 2 ** 20} MiB, whatever is asked`],
      ['Values a second', values === null ? 'measuring …' : `${numberLabel(values / 1e6, 3)} million`],
      ['Largest error', smallLabel(errorOf(posenc))],
    ];
    list.replaceChildren(
      ...facts.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))),
    );
  });
  // The page is drawn before it is busy.
  const timer = setTimeout(run, 50);
  return {
    dispose: () => clearTimeout(timer),
    saves: () => [
      {
        name: 'figures',
        columns: ['figure', 'value'],
        rows: () => [
          ['values a second', speed.peek() ?? Number.NaN],
          ['largest error', errorOf(posenc)],
        ],
      },
    ],
  };
};
