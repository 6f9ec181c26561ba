/** Times, pasted or dropped, and their encoding: rows in order, gaps visible, neighbours told apart. */

import { element } from '../../dom.ts';
import { createDrop } from '../../drop.ts';
import type { Field } from '../../field.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { pageValues } from '../../take.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import type { Mount } from '../../view.ts';
import { mountWays } from '../../ways.ts';
import { mountDistances, mountFacts } from './distances.ts';
import { time } from './entry.ts';
import { mountMap } from './map.ts';
import { modelOf, sentence } from './model.ts';
import { timeLabel } from './times.ts';
import './view.css';

const mostText = 64 * 2 ** 20;

const field = (name: string): Field => optionField(time, `time.${name}`);

export const mount: Mount = (host, context) => {
  const { scope, set, announce } = context;
  const model = modelOf(context);
  const { text, parsed, times, chosen, attempt, ready } = model;
  const drop = createDrop(scope, {
    invitation: 'Drop a CSV with a column of times here, or',
    textLabel: 'Or paste it: dates such as 2024-05-01T12:30Z, or numbers',
    accept: '.csv,.tsv,.txt',
    onFile: (file) => {
      if (file.size > mostText) {
        drop.complain(
          `The file has ${Math.ceil(file.size / 2 ** 20)} MiB; this page reads at most ${mostText / 2 ** 20}.`,
        );
        return;
      }
      file.text().then(
        (content) => {
          drop.text.value = content.length > 2 ** 20 ? '' : content;
          text.value = content;
        },
        (error) => drop.complain(sentence(error)),
      );
    },
    onText: (typed) => {
      text.value = typed;
    },
  });
  drop.text.value = text.peek();
  scope.effect(() => {
    const now = parsed.value;
    drop.complain('problem' in now ? now.problem : '');
  });

  /** Dates are seconds; plain numbers have the reader's unit. */
  const inUnit = (length: number): string => `${numberLabel(length)}${times.value.isDates ? ' s' : ''}`;
  const controls = {
    dim: optionControl(context, field('dim')),
    shortest: optionControl(context, field('shortest'), { placeholder: () => inUnit(chosen.value.own.shortest) }),
    longest: optionControl(context, field('longest'), { placeholder: () => inUnit(chosen.value.own.longest) }),
  };
  scope.effect(() => {
    const now = attempt.value;
    controls.longest.complain('problem' in now ? now.problem : '');
  });

  const select = element('select', { id: 'time-column' });
  scope.effect(() => {
    const { columns, column } = times.value;
    select.replaceChildren(...columns.map((name) => element('option', { value: name }, name)));
    select.value = column;
  });
  scope.listen(select, 'change', () => set({ 'time.column': select.value }));

  const facts = element('dl', { class: 'facts' });
  const words = element('p', { class: 'time-words' });
  const mapHost = element('div', { class: 'time-map' });
  const key = element('div', {});
  const mapNote = element('p', { class: 'note' });
  const chartHost = element('div', { class: 'chart' });
  const ways = element('div', { class: 'ways' });
  host.append(
    drop.root,
    element(
      'div',
      { class: 'time-controls' },
      element('div', { class: 'field plain' }, element('label', { for: 'time-column' }, 'Column of times'), select),
      controls.dim.root,
      controls.shortest.root,
      controls.longest.root,
    ),
    element('div', { class: 'time-head' }, words, facts),
    element('h2', {}, 'The rows, in their order'),
    optionControl(context, field('gaps')).root,
    mapHost,
    key,
    mapNote,
    element('h2', {}, 'How far neighbours are apart'),
    chartHost,
    ways,
  );

  mountFacts(facts, words, context, model);
  mountMap(mapHost, key, mapNote, context, model);
  mountDistances(chartHost, context, model);
  scope.effect(() => {
    const { encoding, span } = ready.value;
    const { first, last } = span;
    const length = Math.max(1, Math.min(1e6, Math.floor(last - first) + 1));
    mountWays(ways, context, 'Make it the page’s encoding', pageValues(encoding, { length, start: Math.floor(first) }));
  });
  scope.effect(() => {
    const now = parsed.value;
    if ('times' in now) announce(`${wholeLabel(now.times.values.length)} times are read.`);
  });

  return {
    saves: () => {
      const { values, table, dim, isDates, digits } = ready.peek();
      return [
        {
          name: 'times',
          columns: ['time', 'position', ...Array.from({ length: dim }, (_, k) => `column ${k}`)],
          *rows() {
            for (let r = 0; r < values.length; r++) {
              const value = values[r] as number;
              yield [timeLabel(value, { isDates, digits }), value, ...table.subarray(r * dim, (r + 1) * dim)];
            }
          },
        },
      ];
    },
  };
};
