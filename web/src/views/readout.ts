/** All about the marked cell: its value from the package in float64, its formula with the numbers put in. */

import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { cellOf, columnOf, functionOf } from '../columns.ts';
import { byId } from '../dom.ts';
import { cellFormulas, wavelengthFormulas } from '../formula.ts';
import { type Formula, mathElement } from '../math.ts';
import { encodingOf } from '../state.ts';
import type { Store } from '../store.ts';
import { numberLabel, wholeLabel } from '../ticks.ts';

const names = { sin: 'sine', cos: 'cosine', zero: 'zero' } as const;

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

export function mountReadout(store: Store, posenc: Posenc, pixel: ReadonlySignal<number | null>): void {
  const formula = byId('cell-formula', HTMLElement);
  const value = byId('cell-value', HTMLOutputElement);
  const facts = byId('cell-facts', HTMLElement);
  const wavelength = byId('wavelength-formula', HTMLElement);

  effect(() => {
    const { position, column } = store.cursor.value;
    const { base } = store.state.value;
    const columns = store.columns.value;
    const { pair, half } = cellOf(columns, column);
    const row = posenc.encode(encodingOf(store.state.value), { start: position, count: 1 }, { dtype: 'float64' });

    write(formula, cellFormulas(columns, base, position, column));
    value.textContent = valueLabel(row.data[column] as number);
    const lines: [string, string][] = [
      ['Position', wholeLabel(position)],
      ['Column', `${wholeLabel(column)} of ${wholeLabel(columns.dim)}`],
    ];
    if (pair >= 0) {
      const length = store.wavelengths.value[pair] as number;
      const other = columnOf(columns, pair, half === 0 ? 1 : 0);
      lines.push(
        ['Pair', `${wholeLabel(pair)}, its ${names[functionOf(columns, half)]}`],
        ['Partner', other < 0 ? 'none' : `column ${wholeLabel(other)}`],
        ['Wavelength', `${numberLabel(length, 6)} positions`],
        ['Turns so far', numberLabel(position / length, 6)],
      );
    } else {
      lines.push(['Holds', 'zeros']);
    }
    const seen = pixel.value;
    if (seen !== null) lines.push(['Pixel shows', valueLabel(Number(seen.toPrecision(6)))]);
    facts.replaceChildren(
      ...lines.map(([name, text]) => {
        const line = document.createElement('div');
        const term = document.createElement('dt');
        const detail = document.createElement('dd');
        term.textContent = name;
        detail.textContent = text;
        line.append(term, detail);
        return line;
      }),
    );
    const lambda = store.wavelengths.value[pair];
    write(wavelength, lambda === undefined ? [] : wavelengthFormulas(columns, base, pair, lambda));
  });
}
