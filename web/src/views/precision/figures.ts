/** The numbers beside the charts: errors at one position in every format, collisions, how many positions are left. */

import { element } from '../../dom.ts';
import { distinctCount, type FormatId, firstCollision, largestOf, numberFormats } from '../../formats.ts';
import { numberLabel, smallLabel, superscript, wholeLabel } from '../../ticks.ts';
import { rowMaker, wayNames, ways, worstOf } from './simulate.ts';
import type { Exact } from './work.ts';

export const formatIds = ['float32', 'tf32', 'float16', 'bfloat16'] as const satisfies readonly FormatId[];

/** An error as one says it: 0, 0.0019, 4.5 × 10⁻⁸; NaN where positions have become infinite. */
export function errorLabel(error: number): string {
  return Number.isNaN(error) ? 'NaN' : smallLabel(error);
}

/** Largest errors of the row at a position: [formats][ways]. */
export function errorsAt({ law, map, rowAt }: Exact, position: number): number[][] {
  const exact = rowAt(position);
  return formatIds.map((id) => ways.map((way) => worstOf(rowMaker(way, id, law, map)(position, exact), exact)));
}

/** Where NaN comes from, in a sentence, or ''. */
export function notNumbersWords(errors: readonly (readonly number[])[]): string {
  const ids = formatIds.filter((_, k) => errors[k]?.some(Number.isNaN));
  return ids
    .map(
      (id) =>
        `NaN, not a number: ${id} holds nothing above ${numberLabel(largestOf(id))}, so an angle became infinite, and has no sine. The chart and the map leave such cells empty.`,
    )
    .join(' ');
}

/** The errors of `errorsAt`: formats down, ways across. */
export function errorTable(
  errors: readonly (readonly number[])[],
  position: number,
  format: FormatId,
): HTMLTableElement {
  const heads = ways.map((way) => element('th', { scope: 'col' }, wayNames[way]));
  return element(
    'table',
    {},
    element('caption', {}, `Largest error of the row at position ${wholeLabel(position)}`),
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Format'), ...heads)),
    element(
      'tbody',
      {},
      ...formatIds.map((id, k) =>
        element(
          'tr',
          id === format ? { class: 'is-chosen' } : {},
          element('th', { scope: 'row' }, id),
          ...(errors[k] ?? []).map((error) =>
            element('td', error <= 0.1 ? {} : { class: 'is-wrong' }, errorLabel(error)),
          ),
        ),
      ),
    ),
  );
}

/** Counting numbers one by one has an end. */
const mostCounted = 2 ** 20;

/** What becomes of positions in a format, in sentences. */
export function positionFacts(format: FormatId, first: number, length: number): [string, string][] {
  const collision = firstCollision(format);
  const counted = Math.min(length, mostCounted);
  const isWhole = Number.isInteger(first);
  const left = isWhole ? distinctCount(format, first, first + counted - 1) : Number.NaN;
  return [
    [
      'Whole numbers are exact up to',
      `2${superscript(numberFormats[format].precision)} = ${wholeLabel(collision - 1)}`,
    ],
    ['First positions that become one', `${wholeLabel(collision)} becomes ${wholeLabel(collision - 1)}`],
    ...(isWhole
      ? ([
          [
            `Different numbers among ${counted < length ? 'the first ' : ''}${wholeLabel(counted)} positions`,
            wholeLabel(left),
          ],
        ] as [string, string][])
      : []),
  ];
}
