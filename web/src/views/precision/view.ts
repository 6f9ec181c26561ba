/** What rounding does: errors over position, the first positions and rows that become one, the map of wrong cells. */

import type { SinusoidEncoding } from 'posenc';
import '../../style/beside.css';
import { element, svg } from '../../dom.ts';
import type { Field } from '../../field.ts';
import { optionControl, optionRow } from '../../option-controls.ts';
import type { Mount } from '../../view.ts';
import { mountChart } from './chart.ts';
import { precision as entry } from './entry.ts';
import { positionFacts } from './figures.ts';
import { mountMap } from './map.ts';
import { modelOf } from './model.ts';
import { type Way, wayNames, ways } from './simulate.ts';
import './view.css';

const [formatField, wayField] = entry.options as [Field, Field];

/** What each way does, beside its curve. */
const wayWords: Readonly<Record<Way, string>> = {
  cast: 'the exact table, each value rounded once. This is as good as the format gets.',
  arithmetic:
    'all in float32, then stored: the usual code. Its error grows with the position, about 6 × 10⁻⁸ each, because the frequency is a rounded number.',
  frequencies: 'a module that is cast takes its frequencies along: each is off by up to one part in 512 in bfloat16.',
  module:
    'positions are cast, too: from 257 on they are no longer whole numbers of their own in bfloat16, and rows repeat.',
};

export const mount: Mount = (host, context) => {
  const { store, scope } = context;
  const model = modelOf(context);
  const { format, way, refusal, trouble, positions, curves, collision, map } = model;
  const plotHost = element('div', { class: 'chart' });
  const tablePlace = element('div', {
    class: 'table-place',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Errors by format',
  });
  const facts = element('dl', {});
  const mapHost = element('div', { class: 'map' });
  const key = element('div', {});
  const error = element('p', { class: 'error', role: 'alert' });
  const sentence = element('p', { class: 'empty' });
  const figures = element('div', {});
  const wayList = element(
    'ul',
    { class: 'ways' },
    ...ways.map((one, k) =>
      element(
        'li',
        {},
        svg(
          'svg',
          { 'aria-hidden': 'true', viewBox: '0 0 28 10' },
          svg('path', { class: `curve series-${k}`, d: 'M0,5H28' }),
        ),
        element('strong', {}, `${wayNames[one]}: `),
        wayWords[one],
      ),
    ),
  );
  figures.append(
    element(
      'section',
      { class: 'beside', 'aria-label': 'Error over position' },
      element('div', {}, element('h2', {}, 'Error over position'), error, plotHost, tablePlace),
      element(
        'div',
        { class: 'words' },
        element(
          'p',
          {},
          'The largest distance of a row’s values from the exact ones, for four ways to make the table:',
        ),
        wayList,
      ),
    ),
    element(
      'section',
      { class: 'beside second', 'aria-label': 'Wrong cells' },
      element(
        'div',
        {},
        element('h2', {}, 'The map of wrong cells'),
        mapHost,
        key,
        element(
          'p',
          { class: 'note' },
          'The colour is the power of ten of the error: −8 is a hundred-millionth or less, 0 is one or more.',
        ),
      ),
      element(
        'div',
        { class: 'words' },
        element('h2', {}, 'What becomes one'),
        facts,
        element(
          'p',
          {},
          'The map shows the positions that the matrix is zoomed to. Fast pairs go wrong first: their angle is the position times a number near 1, so an error in the position is an error in the angle; slow pairs divide it by thousands.',
        ),
      ),
    ),
  );
  host.append(optionRow(optionControl(context, formatField), optionControl(context, wayField)), sentence, figures);
  scope.effect(() => {
    sentence.textContent = refusal.value ?? '';
    sentence.hidden = refusal.value === null;
    figures.hidden = refusal.value !== null;
    error.textContent = trouble.value ?? '';
  });

  mountChart(plotHost, tablePlace, context, model);
  mountMap(mapHost, key, context, model);
  scope.effect(() => {
    const { start, length } = store.rows.value;
    const origin = (store.encoding.value as SinusoidEncoding).origin ?? 0;
    const all: [string, string][] = [
      ...positionFacts(format.value, start + origin, length),
      [`First equal rows (${wayNames[way.value]})`, collision.value],
    ];
    facts.replaceChildren(
      ...all.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))),
    );
  });

  return {
    saves: () => [
      {
        name: 'precision',
        columns: ['position', ...ways.map((one) => `${wayNames[one]} (${format.peek()})`)],
        rows: function* () {
          const all = curves.peek();
          for (let k = 0; all && k < positions.length; k++) {
            yield [positions[k] as number, ...ways.map((one) => all[one][k] as number)];
          }
        },
      },
      {
        name: 'precision-map',
        columns: ['position', 'column', 'error'],
        rows: function* () {
          const now = map.peek();
          for (let k = 0; now && k < now.errors.length; k++) {
            const [row, column] = [Math.floor(k / now.columns.length), k % now.columns.length];
            yield [now.rows[row] as number, now.columns[column] as number, now.errors[k] as number];
          }
        },
      },
    ],
  };
};
