/** All about the marked cell: its value from the package in float64, its formula with the numbers put in. */

import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc, SinusoidEncoding } from 'posenc';
import { cellOf, columnOf, functionOf } from '../../columns.ts';
import { byId, element } from '../../dom.ts';
import { isTableKind } from '../../fields.ts';
import { cellFormulas, lawOf, wavelengthFormulas } from '../../formula.ts';
import { call, type Formula, mathElement, mn } from '../../math.ts';
import { axisNames } from '../../rows.ts';
import type { Source } from '../../source.ts';
import type { Store } from '../../store.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';

const names = { sin: 'sine', cos: 'cosine' } as const;

/** Each formula on a line of its own. */
function write(place: HTMLElement, formulas: readonly Formula[]): void {
  place.replaceChildren(
    ...formulas.map((line) => {
      const block = document.createElement('div');
      block.append(mathElement(line));
      return block;
    }),
  );
}

export const valueLabel = (value: number): string => String(value).replaceAll('-', '−');

/** Value and formula of the cell, and the facts about it. */
export function mountReadout(
  store: Store,
  posenc: Posenc,
  source: ReadonlySignal<Source>,
  pixel: ReadonlySignal<number | null>,
  isShown: ReadonlySignal<boolean>,
): void {
  const formula = byId('cell-formula', HTMLElement);
  const value = byId('cell-value', HTMLOutputElement);
  const facts = byId('cell-facts', HTMLElement);
  const wavelength = byId('wavelength-formula', HTMLElement);
  const law = computed(() =>
    store.columns.value.isPlain ? null : lawOf(store.encoding.value as SinusoidEncoding, store.columns.value),
  );
  const frequencies = computed(() =>
    law.value?.isGiven || law.value?.columns.spacing === 'linear'
      ? posenc.frequencies(store.encoding.value as SinusoidEncoding).data
      : null,
  );

  effect(() => {
    if (!isShown.value) return;
    const { position, column, pair } = store.cursor.value;
    const columns = store.columns.value;
    const { start } = store.rows.value;

    write(
      formula,
      law.value
        ? cellFormulas(law.value, position, column, frequencies.value?.[pair] ?? 0)
        : [call(isTableKind(store.kind.value) ? 'PE' : 'bias', mn(position), mn(column))],
    );
    value.textContent = valueLabel(source.value.valueAt(position - start, column));
    facts.replaceChildren(
      ...factsOf(store, pixel.value === null ? null : pixel.value * source.value.unit).map(([name, text]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, text)),
      ),
    );
    const lambda = store.wavelengths.value[pair];
    write(wavelength, lambda === undefined || !law.value ? [] : wavelengthFormulas(law.value, pair, lambda));
    wavelength.hidden = lambda === undefined || columns.isPlain;
  });
}

function factsOf(store: Store, seen: number | null): [string, string][] {
  const { position, column, pair } = store.cursor.value;
  const columns = store.columns.value;
  const { half } = cellOf(columns, column);
  const [row, across] = axisNames(store.kind.value).map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const lines: [string, string][] = [
    [row as string, wholeLabel(position)],
    [across as string, `${wholeLabel(column)} of ${wholeLabel(columns.dim)}`],
  ];
  const what = functionOf(columns, half);
  if (what === 'zero') lines.push(['Holds', 'zeros']);
  if (what === 'sin' || what === 'cos') {
    const length = store.wavelengths.value[pair] as number;
    const other = columnOf(columns, pair, half === 0 ? 1 : 0);
    const place = position + Number(store.value('origin') ?? 0);
    lines.push(
      ['Pair', `${wholeLabel(pair)}, its ${names[what]}`],
      ['Partner', other < 0 ? 'none' : `column ${wholeLabel(other)}`],
      [
        'Wavelength',
        Number.isFinite(length) ? `${numberLabel(length, 6)} positions` : 'endless: this pair stands still',
      ],
      ['Turns so far', numberLabel(place / length, 6)],
    );
  }
  if (seen !== null) lines.push(['Pixel shows', valueLabel(Number(seen.toPrecision(6)))]);
  return lines;
}
