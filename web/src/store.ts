/**
 * The one store. Views read its signals and call its actions; nothing else changes the state.
 *
 * Parameters are accepted only as a whole that the package accepts. What it refuses stays beside its control with the
 * package's own sentence, the views keep the last good state, and a later change that makes it right brings it in.
 */

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { type Columns, columnsOf } from './columns.ts';
import {
  cursorOf,
  defaults,
  encodingOf,
  type Look,
  numberNames,
  type ParameterName,
  type Parameters,
  type State,
} from './state.ts';
import type { Link } from './url.ts';

/** A value that was refused, and the sentence that says why. */
export interface Refusal {
  readonly value: unknown;
  readonly message: string;
}

export type Refusals = { readonly [K in ParameterName]?: Refusal };

export interface Store {
  readonly state: ReadonlySignal<State>;
  readonly refusals: ReadonlySignal<Refusals>;
  /** What was wrong with the link, in sentences. */
  readonly problems: ReadonlySignal<readonly string[]>;
  /** Positions a turn, one a pair. */
  readonly wavelengths: ReadonlySignal<Float64Array>;
  readonly columns: ReadonlySignal<Columns>;
  /** The marked cell. */
  readonly cursor: ReadonlySignal<{ readonly position: number; readonly column: number }>;
  /** Changes what is shown, if the package accepts it. */
  change(patch: Partial<Parameters>): void;
  /** Changes how it is looked at. */
  look(patch: Partial<Look>): void;
  /** Takes over a link. */
  load(link: Link): void;
  dismissProblems(): void;
}

/** Cells of a zoomed-in axis are counted in pixels, 160 a cell at most: this keeps every count exact. */
const longest = 1e12;
const farthest = 2 ** 53;

const parameterNames: readonly ParameterName[] = [...numberNames, 'spacing', 'layout', 'order', 'odd'];

/** The two parameters that are the page's own; all others are the package's to judge. */
function rowsMessage({ length, start }: Parameters): string | null {
  if (!Number.isInteger(length) || length < 1 || length > longest) {
    return `invalid length: ${length} (a whole number from 1 to ${longest})`;
  }
  if (!Number.isInteger(start) || Math.abs(start) > farthest) {
    return `invalid start: ${start} (a whole number from -${farthest} to ${farthest})`;
  }
  if (start > farthest - (length - 1)) {
    return `invalid start: ${start} (with this length at most ${farthest - (length - 1)})`;
  }
  return null;
}

type Verdict = { readonly wavelengths: Float64Array } | { readonly name: string; readonly message: string };

function judge(posenc: Pick<Posenc, 'wavelengths'>, candidate: Parameters): Verdict {
  const message = rowsMessage(candidate);
  if (message !== null) return refusal(message);
  try {
    return { wavelengths: posenc.wavelengths(encodingOf(candidate)).data };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return refusal(error.message);
    throw error;
  }
}

const refusal = (message: string): Verdict => ({ name: /^invalid (\w+)/.exec(message)?.[1] ?? '', message });

const isParameter = (name: string): name is ParameterName => (parameterNames as readonly string[]).includes(name);

export function createStore(posenc: Pick<Posenc, 'wavelengths'>): Store {
  const first = judge(posenc, defaults);
  if (!('wavelengths' in first)) throw new Error(first.message);

  const state = signal<State>(defaults);
  const wavelengths = signal(first.wavelengths);
  const refusals = signal<Refusals>({});
  const problems = signal<readonly string[]>([]);
  const columns = computed(() => columnsOf(state.value), { name: 'columns' });
  const cursor = computed(() => cursorOf(state.value), { name: 'cursor' });

  function accept(parameters: Partial<Parameters>, lambdas: Float64Array, left: Refusals): void {
    batch(() => {
      state.value = { ...state.value, ...parameters };
      wavelengths.value = lambdas;
      refusals.value = left;
    });
  }

  /** Takes in as much of a patch as is right; each value that the package names as wrong waits with its sentence. */
  function change(patch: Partial<Parameters>): void {
    const pending: Record<string, unknown> = {};
    for (const [name, { value }] of Object.entries(refusals.value)) pending[name] = value;
    let wanted: Partial<Parameters> = { ...pending, ...patch };
    const refused: { -readonly [K in ParameterName]?: Refusal } = {};
    while (true) {
      const verdict = judge(posenc, { ...state.value, ...wanted });
      if ('wavelengths' in verdict) {
        accept(wanted, verdict.wavelengths, refused);
        return;
      }
      // The package may name a value that was good until another one changed: then the other one has to wait.
      const left = Object.keys(wanted).filter(isParameter);
      const culprit = left.find((name) => name === verdict.name) ?? left.find((name) => name in patch) ?? left[0];
      if (culprit === undefined) throw new Error(verdict.message);
      refused[culprit] = { value: wanted[culprit], message: verdict.message };
      const { [culprit]: _, ...rest } = wanted;
      wanted = rest;
    }
  }

  return {
    state,
    refusals,
    problems,
    wavelengths,
    columns,
    cursor,
    change,
    look(patch) {
      const now = state.value;
      const names = Object.keys(patch) as (keyof Look)[];
      if (names.some((name) => patch[name] !== now[name])) state.value = { ...now, ...patch };
    },
    load(link) {
      batch(() => {
        const { state: wanted } = link;
        state.value = { ...defaults, ...lookOf(wanted) };
        refusals.value = {};
        problems.value = link.problems;
        change(Object.fromEntries(parameterNames.map((name) => [name, wanted[name]])));
        const refused = Object.values(refusals.value).map(({ message }) => `The link has an ${message}.`);
        if (refused.length > 0) problems.value = [...link.problems, ...refused];
      });
    },
    dismissProblems() {
      problems.value = [];
    },
  };
}

function lookOf(state: State): Look {
  const { rows, columns, sample, theme, position, column } = state;
  return { rows, columns, sample, theme, position, column };
}
