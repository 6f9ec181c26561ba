/** What a table is: shape, statistics, the words of `identify`, the conventions near it, the map of differences. */

import { signal } from '@preact/signals-core';
import type { IdentifyMatch } from 'posenc';
import { element } from '../../dom.ts';
import { pageValues } from '../../take.ts';
import { numberLabel, smallLabel, wholeLabel } from '../../ticks.ts';
import type { Save, ViewContext } from '../../view.ts';
import { mountWays } from '../../ways.ts';
import { type Compared, mountMap } from './map.ts';
import type { Ask } from './view.ts';
import type { Looked, Replies } from './worker.ts';

export interface Given {
  readonly name: string;
  readonly tensors: Replies['open'];
  readonly ask: Ask;
  readonly complain: (sentence: string) => void;
}

export interface Report {
  /** When the first table is shown. */
  readonly ready: Promise<void>;
  readonly saves: () => readonly Save[];
}

const verdicts = {
  exact: 'Explained exactly',
  near: 'Explained nearly',
  learned: 'It looks learned',
  none: 'It is none of the known conventions',
} as const;

/** Names under which checkpoints keep their positions: one of these is looked at first. */
const likely = /pos|wpe|rope|rotary|sinusoid|inv_freq/i;

export function mountReport(host: HTMLElement, context: ViewContext, given: Given): Report {
  const { scope, announce } = context;
  const { name, tensors, ask, complain } = given;
  const body = element('div', { class: 'check-body' });
  const heading = element('h2', {}, name);
  const first = Math.max(
    0,
    tensors.findIndex((tensor) => likely.test(tensor.name) && tensor.shape.length > 1),
  );
  const select = element('select', { id: 'check-tensor' });
  select.append(
    ...tensors.map((tensor, k) =>
      element('option', { value: k }, `${tensor.name}  [${tensor.shape.join(', ')}] ${tensor.dtype}`),
    ),
  );
  select.value = String(first);
  const chooser = element(
    'div',
    { class: 'field plain tensor' },
    element('label', { for: 'check-tensor' }, 'Table'),
    select,
  );
  host.append(heading, ...(tensors.length > 1 ? [chooser] : []), body);

  let inner = scope.inner();
  let compared: Compared | undefined;
  const saves = (): Save[] => (compared ? [differenceSave(compared)] : []);

  async function show(k: number): Promise<void> {
    inner.end();
    inner = scope.inner();
    const own = inner;
    compared = undefined;
    complain('');
    body.replaceChildren(element('p', { class: 'note', role: 'status' }, 'Comparing with all conventions …'));
    const looked = await ask('look', { look: k });
    if (own !== inner) return;
    const facts = factList(tensors[k]?.shape ?? [], looked);
    const { identification } = looked;
    if (!identification) {
      body.replaceChildren(facts, element('p', { class: 'verdict' }, looked.problem ?? ''));
      return;
    }
    const isMistake = identification.matches[0]?.words.some((word) => word.includes('is meant')) ?? false;
    const title = `${verdicts[identification.verdict]}${isMistake ? ': a well-known mistake' : ''}`;
    const verdict = element(
      'div',
      { class: `verdict ${identification.verdict}` },
      element('h3', {}, title),
      element('p', {}, identification.text),
    );
    const near = element('div', { class: 'near' });
    const map = element('div', { class: 'check-map' });
    body.replaceChildren(element('div', { class: 'check-head' }, verdict, facts), near, map);
    announce(`${title}. ${identification.text}`);
    const { matches } = identification;
    if (matches.length === 0) return;
    const shown = signal<Compared | null>(null);
    const compare = async (index: number): Promise<void> => {
      const differences = await ask('compare', { compare: index });
      if (own !== inner) return;
      const { rows, columns, values } = looked;
      const { name, largestDifference: claimed } = matches[index] as IdentifyMatch;
      compared = { name, rows, columns, values, differences, claimed };
      shown.value = compared;
    };
    mountMatches(near, { ...context, scope: own }, matches, looked, (index) => void compare(index).catch(fail));
    await compare(0);
    if (own !== inner || !shown.value) return;
    const ready = shown as { value: Compared };
    map.append(element('h3', {}, 'Where it differs'));
    mountMap(map, { ...context, scope: own }, ready as never);
  }
  function fail(error: unknown): void {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    body.replaceChildren();
    complain(error instanceof Error ? error.message : String(error));
  }
  scope.listen(select, 'change', () => void show(Number(select.value)).catch(fail));
  return { ready: show(first).catch(fail), saves };
}

function factList(shape: readonly number[], { dtype, statistics }: Looked): HTMLElement {
  const { count, smallest, largest, mean, deviation, notFinite } = statistics;
  const facts: [string, string][] = [
    ['Shape', `[${shape.join(', ')}]: ${wholeLabel(count)} values`],
    ['Format', dtype],
    // Where there is a finite value to speak of.
    ...(count > notFinite
      ? ([
          ['Smallest', numberLabel(smallest)],
          ['Largest', numberLabel(largest)],
          ['Mean', numberLabel(mean)],
          ['Deviation', numberLabel(deviation)],
        ] as [string, string][])
      : []),
    ...(notFinite ? [['Not finite', wholeLabel(notFinite)] as [string, string]] : []),
  ];
  return element(
    'dl',
    { class: 'facts' },
    ...facts.map(([term, text]) => element('div', {}, element('dt', {}, term), element('dd', {}, text))),
  );
}

function mountMatches(
  host: HTMLElement,
  context: ViewContext,
  matches: readonly IdentifyMatch[],
  { rows }: Looked,
  choose: (index: number) => void,
): void {
  const { scope } = context;
  const choices = matches.map(({ name, words, largestDifference, preset }, k) => {
    const input = element('input', { type: 'radio', name: 'check-match', value: k });
    input.checked = k === 0;
    const label = element(
      'label',
      { class: 'match' },
      input,
      element(
        'span',
        {},
        element('strong', {}, name),
        ` ${words.join('; ')}`,
        ...(preset ? [element('code', {}, preset)] : []),
      ),
      element(
        'span',
        { class: 'note' },
        Number.isNaN(largestDifference) ? '' : `differs by at most ${smallLabel(largestDifference)}`,
      ),
    );
    return { input, label };
  });
  const ways = element('div', { class: 'ways' });
  host.append(
    element(
      'fieldset',
      { class: 'matches' },
      element('legend', {}, matches.length > 1 ? 'Compare with' : 'Compared with'),
      ...choices.map(({ label }) => label),
    ),
    ways,
  );
  const offer = (k: number): void => {
    const match = matches[k] as IdentifyMatch;
    const grid = match.words.map((word) => /^a grid of (\d+) x (\d+)/.exec(word)).find(Boolean);
    const asked = grid ? { cells: [Number(grid[1]), Number(grid[2])] } : { length: rows };
    const values = pageValues(match.encoding, asked);
    mountWays(ways, context, `Make ${match.name} the page’s encoding`, values);
  };
  offer(0);
  choices.forEach(({ input }, k) => {
    scope.listen(input, 'change', () => {
      offer(k);
      choose(k);
    });
  });
}

/** Values that are saved at most: as text, all of a large table would not fit into memory. */
const mostSaved = 2 ** 20;

/** The differences of all rows, or of as many as are saved. */
function differenceSave({ rows, columns, values, differences, name }: Compared): Save {
  const count = Math.min(rows, Math.max(1, Math.floor(mostSaved / columns)));
  return {
    name: count < rows ? `differences of the first ${wholeLabel(count)} rows` : 'differences',
    columns: ['row', 'column', 'table', name, 'difference'],
    *rows() {
      for (let k = 0; k < count * columns; k++) {
        const [value, apart] = [values[k] as number, differences[k] as number];
        yield [Math.floor(k / columns), k % columns, value, value - apart, apart];
      }
    },
  };
}
