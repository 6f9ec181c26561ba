/** Times, pasted or dropped, and their encoding: rows in order, gaps visible, neighbours told apart. */

import { computed, signal } from '@preact/signals-core';
import { presets, type SinusoidEncoding } from 'posenc';
import { element } from '../../dom.ts';
import { createDrop } from '../../drop.ts';
import type { Field, Value } from '../../field.ts';
import { createColourKey, createHeatmap, heightOf } from '../../heatmap.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import { createPlot } from '../../plot.ts';
import { pool } from '../../pool.ts';
import { pageValues } from '../../take.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import type { Mount } from '../../view.ts';
import { mountWays } from '../../ways.ts';
import { time } from './entry.ts';
import {
  distinctness,
  durationLabel,
  exampleText,
  readTimes,
  rowsWithGaps,
  type Span,
  spanOf,
  type Times,
  timeLabel,
  wavelengthsFor,
} from './times.ts';
import './view.css';

const mostText = 64 * 2 ** 20;
/** Rows of the picture; with more, each is the mean of several. */
const mostRows = 1024;
const mostHeld = 2 ** 24;

const field = (name: string): Field => optionField(time, `time.${name}`);
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const mount: Mount = (host, context) => {
  const { posenc, scope, option, set, announce } = context;
  const text = signal(exampleText());
  /** What was read last, and why the newest text could not be. */
  const parsed = computed((): { times: Times } | { problem: string } => {
    try {
      return { times: readTimes(text.value, option<string>('time.column')) };
    } catch (error) {
      return { problem: sentence(error) };
    }
  });
  const times = signal<Times>(readTimes(exampleText()));
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
    if ('times' in now) times.value = now.times;
  });

  const span = computed(() => spanOf(times.value.values));
  const chosen = computed(() => {
    const ready = wavelengthsFor(span.value);
    const shortest = (option<Value>('time.shortest') as number | undefined) ?? ready.shortest;
    // A shortest one of the reader's may be longer than all that would be chosen.
    const own = { shortest: ready.shortest, longest: Math.max(ready.longest, 2 * shortest) };
    const longest = (option<Value>('time.longest') as number | undefined) ?? own.longest;
    return { shortest, longest, own };
  });
  /** Times with the table that belongs to them: a change that is refused leaves both as they were. */
  interface Encoded extends Times {
    readonly span: Span;
    readonly wavelengths: ReturnType<typeof wavelengthsFor>;
    readonly isOwn: boolean;
    readonly encoding: SinusoidEncoding;
    readonly dim: number;
    readonly table: Float64Array;
  }
  const attempt = computed((): Encoded | { problem: string } => {
    const { shortest, longest, own } = chosen.value;
    const dim = option<number>('time.dim');
    const { values } = times.value;
    if (!(longest > shortest)) {
      return { problem: `The longest wavelength has to be longer than the shortest, ${numberLabel(shortest)}.` };
    }
    if (values.length * dim > mostHeld) {
      return {
        problem: `${wholeLabel(values.length)} times with ${dim} columns are too many to show; at most ${Math.floor(mostHeld / values.length)} columns.`,
      };
    }
    try {
      const encoding = presets.timestamps({ dim, shortest, longest });
      const { data: table } = posenc.encode(encoding, values, { dtype: 'float64' });
      const isOwn = shortest === own.shortest && longest === own.longest;
      return { ...times.value, span: span.value, wavelengths: { shortest, longest }, isOwn, encoding, dim, table };
    } catch (error) {
      return { problem: `The package says: ${sentence(error)}.` };
    }
  });
  const kept = signal<Encoded | null>(null);
  const controls = {
    dim: optionControl(context, field('dim')),
    shortest: optionControl(context, field('shortest'), { placeholder: () => numberLabel(chosen.value.own.shortest) }),
    longest: optionControl(context, field('longest'), { placeholder: () => numberLabel(chosen.value.own.longest) }),
  };
  scope.effect(() => {
    const now = attempt.value;
    if ('problem' in now) controls.longest.complain(now.problem);
    else {
      controls.longest.complain('');
      kept.value = now;
    }
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

  const ready = computed((): Encoded => {
    if (!kept.value) throw new Error('The example could not be encoded.');
    return kept.value;
  });
  const apart = computed(() => distinctness(ready.value.values, ready.value.table, ready.value.dim));
  scope.effect(() => {
    const { values, isDates, isSorted, isOwn } = ready.value;
    const { first, last, step } = ready.value.span;
    const { shortest, longest } = ready.value.wavelengths;
    const { smallest, at, equal, lostInFloat32 } = apart.value;
    const between = values.length > 1 && Number.isFinite(smallest);
    const neighbours = Math.max(0, values.length - 1);
    const list: [string, string][] = [
      ['Times', wholeLabel(values.length)],
      ['From', timeLabel(first, ready.value)],
      ['To', timeLabel(last, ready.value)],
      ['Span', durationLabel(last - first, isDates)],
      ['Smallest step', durationLabel(step, isDates)],
      ['Wavelengths', `${durationLabel(shortest, isDates)} to ${durationLabel(longest, isDates)}`],
      [
        'Nearest neighbours',
        between
          ? `${numberLabel(smallest, 3)} apart: ${timeLabel(values[at] as number, ready.value)} and ${timeLabel(values[at + 1] as number, ready.value)}`
          : 'none with different times',
      ],
      ...(equal ? [['Equal neighbours', wholeLabel(equal)] as [string, string]] : []),
      ['One in float32', `${wholeLabel(lostInFloat32)} of ${wholeLabel(neighbours)} neighbours`],
    ];
    facts.replaceChildren(
      ...list.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    );
    words.replaceChildren(
      isOwn
        ? 'The wavelengths are chosen for these times: the smallest step is a quarter of the shortest turn, so neighbours are far apart; the whole span is half of the longest turn, so no two times share their slowest values. '
        : 'The wavelengths are yours; empty the fields to have them chosen for these times. ',
      isDates
        ? 'Positions are Unix seconds, exact as float64. Today they have ten digits, and float32 keeps seven: neighbours closer than about two minutes become one there.'
        : 'Numbers are positions as they are, in their own unit, exact as float64.',
      ...(isSorted ? [] : [' The times are not in order; rows stand as they came.']),
    );
  });

  const shown = computed(() => {
    const { values, table, dim } = ready.value;
    const rows = rowsWithGaps(values, ready.value.span.usual, option<boolean>('time.gaps'));
    const expanded = new Float64Array(rows.length * dim);
    rows.forEach((r, k) => {
      if (r < 0) expanded.fill(Number.NaN, k * dim, (k + 1) * dim);
      else expanded.set(table.subarray(r * dim, (r + 1) * dim), k * dim);
    });
    const part = { row: 0, rows: rows.length, column: 0, columns: dim };
    return { rows, pooled: pool(expanded, dim, part, [mostRows, 1024]), gaps: rows.filter((r) => r < 0).length };
  });
  // Whole pixels a row where there is room: then the picture fills its place.
  scope.effect(() => {
    const { rows } = shown.value.pooled;
    mapHost.style.height = `${heightOf(rows)}px`;
  });
  const mark = signal({ row: 0, column: 0 });
  const timeAt = (row: number): string => {
    const { rows, pooled } = shown.value;
    const r = rows[row * pooled.down] ?? -1;
    return r < 0 ? 'no time' : timeLabel(ready.value.values[r] as number, ready.value);
  };
  const say = (row: number, column: number, value: number): string =>
    Number.isNaN(value)
      ? `Row ${row}: times are missing here.`
      : `${timeAt(row)}, column ${column}: ${numberLabel(value, 6)}.`;
  createHeatmap(mapHost, context, {
    name: 'times',
    label: 'Encoding of the times: rows in their order down, columns across',
    data: () => ({ ...shown.value.pooled, range: [-1, 1] }),
    rows: { name: 'time', label: (row) => timeAt(row).replace('no time', '') },
    columns: { name: 'column' },
    gutter: 136,
    isSquare: false,
    cursor: {
      at: () => mark.value,
      to: (cell) => {
        mark.value = cell;
      },
    },
    say,
  });
  createColourKey(key, context, () => [-1, 1]);
  scope.effect(() => {
    const { pooled, gaps } = shown.value;
    const row = Math.min(mark.value.row, pooled.rows - 1);
    const column = Math.min(mark.value.column, pooled.columns - 1);
    mapNote.textContent =
      say(row, column, pooled.values[row * pooled.columns + column] as number) +
      (pooled.down > 1 ? ` Each row of the picture is the mean of ${pooled.down} times.` : '') +
      (gaps > 0 ? ' Rows left empty are times that are missing.' : '');
  });

  const neighbour = signal(0);
  createPlot(chartHost, scope, {
    name: 'distances',
    label: 'Distance of neighbouring rows',
    x: { name: 'row', domain: () => [0, Math.max(1, apart.value.distances.length - 1)], label: wholeLabel },
    y: {
      name: 'distance',
      domain: () => [0, 1.05 * apart.value.distances.reduce((a, b) => Math.max(a, b), 1e-9)],
    },
    series: () => {
      const { distances } = apart.value;
      const x = Float64Array.from(distances, (_, k) => k);
      return [{ name: '', x, y: distances, mark: distances.length > 200 ? 'line' : 'both' }];
    },
    cursor: {
      at: () => Math.min(neighbour.value, Math.max(0, apart.value.distances.length - 1)),
      to: (x) => {
        neighbour.value = Math.round(x);
      },
      step: () => 1,
      say: (x) => {
        const { distances } = apart.value;
        const { values, isDates } = ready.value;
        if (distances.length === 0) return 'There is one time only.';
        const step = (values[x + 1] as number) - (values[x] as number);
        const at = chartHost.clientWidth > 640 ? `${timeLabel(values[x] as number, ready.value)}: ` : '';
        return `${at}the next is ${durationLabel(Math.abs(step), isDates)} on, ${numberLabel(distances[x] as number, 3)} apart`;
      },
    },
  });

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
