/** All about the marked cell: its value from the package in float64, its formula with the numbers put in. */

import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc, SinusoidEncoding } from 'posenc';
import { cellOf, columnOf, functionOf } from '../../columns.ts';
import { byId, element } from '../../dom.ts';
import { isGridKind, isTableKind } from '../../fields.ts';
import { alibiFormula, cellFormulas, lawOf, wavelengthFormulas } from '../../formula.ts';
import { call, type Formula, mathElement, mn, mo, row } from '../../math.ts';
import { axisNames, cellAt, coordinateNames, valueName } from '../../rows.ts';
import type { Source } from '../../source.ts';
import { numberIn } from '../../state.ts';
import type { Store } from '../../store.ts';
import { numberLabel, smallLabel, wholeLabel } from '../../ticks.ts';

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
        : plainFormulas(store, posenc),
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

/** The value of a kind without pairs, by its name; in numbers where they are few. */
function plainFormulas(store: Store, posenc: Posenc): Formula[] {
  const { position, column } = store.cursor.value;
  const [query, key] = [mn(position), mn(column)];
  const encoding = store.encoding.value;
  const name = call(valueName(encoding), query, key);
  if (encoding.kind !== 'alibi') return [name];
  const slope = posenc.slopes(encoding).data[numberIn(store.state.value.values, 'head', 0)] as number;
  const last = mn(store.columns.value.dim - 1);
  return [name, row(mo('='), alibiFormula(encoding, [mn(numberLabel(slope, 6)), query, key, last]))];
}

/** Where the marked cell stands: the cell of a grid, the way from a query to a key. */
function placeFacts(store: Store): [string, string][] {
  const { position, column } = store.cursor.value;
  const kind = store.kind.value;
  if (isGridKind(kind) || kind === 'swin') {
    const sizes = store.value(kind === 'swin' ? 'window' : 'cells') as readonly number[];
    const before = numberIn(store.state.value.values, 'classRows', 0);
    const names = coordinateNames(sizes.length);
    const count = sizes.reduce((a, b) => a * b, 1);
    const cell = (index: number): string =>
      index < 0 || index >= count
        ? 'the class token'
        : cellAt(sizes, index)
            .map((at, k) => `${names[k]} ${wholeLabel(at)}`)
            .join(', ');
    if (kind !== 'swin') return [['Cell', cell(position - before)]];
    return [
      ['Query’s cell', cell(position)],
      ['Key’s cell', cell(column)],
    ];
  }
  return isTableKind(kind) ? [] : [['Key − query', wholeLabel(column - position)]];
}

function factsOf(store: Store, seen: number | null): [string, string][] {
  const { position, column, pair } = store.cursor.value;
  const columns = store.columns.value;
  const { half } = cellOf(columns, column);
  const [row, across] = axisNames(store.kind.value).map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const lines: [string, string][] = [
    [row as string, wholeLabel(position)],
    [across as string, `${wholeLabel(column)} of ${wholeLabel(columns.dim)}`],
    ...placeFacts(store),
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
  if (seen !== null) lines.push(['Pixel shows', smallLabel(seen, 6)]);
  return lines;
}
