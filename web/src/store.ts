/**
 * The one store. Views read its signals and call its actions; nothing else changes the state.
 *
 * Parameters are accepted only as a whole that the package accepts. What it refuses stays beside its control with the
 * package's own sentence, the views keep the last good state, and a later change that makes it right brings it in.
 */

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { type Columns, cellOf, columnOf, columnsOf } from './columns.ts';
import { type AnyEncoding, check, type Judge, lackOf, rowsProblem } from './encoding.ts';
import { excerpt, type Field, isAllowed, isSame, type Patch, type Value, type Values } from './field.ts';
import { encodingFrom, fieldsOf, type Kind, kindOf } from './fields.ts';
import { dimOf, rowsOf } from './rows.ts';
import { cursorOf, defaults, type Look, type Rows, type State, valueIn } from './state.ts';
import type { Link } from './url.ts';

/** A value that was refused, and the sentence that says why. */
export interface Refusal {
  readonly value: Value;
  readonly message: string;
}

export type Refusals = Readonly<Record<string, Refusal>>;

/** What all views mark together. */
export interface Cursor {
  readonly position: number;
  readonly column: number;
  /** The pair that the column belongs to; -1 where there is none (a column of zeros, kinds without pairs). */
  readonly pair: number;
  /** A distance between two positions. */
  readonly offset: number;
}

export interface Store {
  readonly state: ReadonlySignal<State>;
  /** The encoding as plain data, what `posenc` takes; the same object as long as it says the same. */
  readonly encoding: ReadonlySignal<AnyEncoding>;
  readonly kind: ReadonlySignal<Kind>;
  /** Positions of the rows; for grids the cells, counted from 0. */
  readonly rows: ReadonlySignal<Rows>;
  readonly columns: ReadonlySignal<Columns>;
  /** Positions a turn, one a pair; of kinds that are no sinusoid none. */
  readonly wavelengths: ReadonlySignal<Float64Array>;
  readonly cursor: ReadonlySignal<Cursor>;
  /** The fields that have a meaning now. */
  readonly fields: ReadonlySignal<readonly Field[]>;
  readonly refusals: ReadonlySignal<Refusals>;
  /** What was wrong with the link, in sentences. */
  readonly problems: ReadonlySignal<readonly string[]>;
  /** Why nothing can be computed for this encoding, in a sentence, or null. */
  readonly lack: ReadonlySignal<string | null>;
  /** A field as it is now, or its default. */
  value(name: string): Value | undefined;
  /** Changes what is shown, if the package accepts it. A text stands for what is no value of its field: it is refused. */
  change(patch: Patch): void;
  /** Changes how it is looked at. */
  look(patch: Partial<Look>): void;
  /** Moves the shared mark. A pair is marked by its column, the one of the same function as before if it has one. */
  mark(patch: Partial<Cursor>): void;
  /** Changes options of views; they are checked against their fields, and what is not allowed is left as it was. */
  set(patch: Patch): void;
  /** Takes over a link. */
  load(link: Link): void;
  dismissProblems(): void;
}

/** Cells of a zoomed-in axis are counted in pixels, 160 a cell at most: this keeps every count exact. */
const longest = 1e12;
const farthest = 2 ** 53;
/** Rows of grids and biases are held at once. */
const mostCells = 2 ** 24;

/** A sentence of what is wrong, and the parameter that it names. */
type Wrong = { readonly name: string; readonly message: string };
type Verdict = { readonly wavelengths: Float64Array } | Wrong;

/** The parameters that are the page's own; all others are the package's to judge. */
function rowsMessage(values: Values): string | null {
  for (const field of fieldsOf(values)) {
    const value = values[field.name];
    const isOwn = field.path === null && (field.min !== undefined || field.max !== undefined);
    if (isOwn && value !== undefined && !isAllowed(field, value)) {
      return `invalid ${field.name}: ${value} (${field.isWhole ? 'whole numbers' : 'numbers'} from ${field.min}${field.max === undefined ? '' : ` to ${field.max}`})`;
    }
  }
  const { start, length } = rowsOf(values);
  if ('cells' in values || 'axes' in values) {
    const cells = valueIn(values, 'cells');
    const axes = valueIn(values, 'axes');
    if (Array.isArray(cells) && cells.length !== axes) return `invalid cells: ${cells} (${axes} numbers, one an axis)`;
    if (length > mostCells) return `invalid cells: ${cells} (at most ${mostCells} cells)`;
    return null;
  }
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

const refusal = (message: string): Wrong => ({ name: /^invalid ([\w.[\]]+)/.exec(message)?.[1] ?? '', message });

/** What the package refuses, with the field's name where the package has another one: a learned table's length is `rows`. */
function packageRefusal(message: string, values: Values): Wrong {
  const said = refusal(message);
  const field = fieldsOf(values).find(({ name, path }) => path !== undefined && path !== name && path === said.name);
  return field ? { name: field.name, message: message.replace(said.name, field.name) } : said;
}

/** A number that is none goes to the package as NaN, so that the sentence says what is allowed; it quotes what was typed. */
function judge(posenc: Judge, lack: (kind: Kind) => string | null, values: Values): Verdict {
  const numbers: Record<string, Value> = {};
  const typed = new Map<string, string>();
  for (const { name, type } of fieldsOf(values)) {
    const value = values[name];
    if (value === undefined) continue;
    const isText = typeof value === 'string' && (type === 'number' || type === 'numbers');
    if (isText) typed.set(name, value.trim() === '' ? 'nothing' : `“${excerpt(value)}”`);
    numbers[name] = isText ? (type === 'number' ? Number.NaN : [Number.NaN]) : value;
  }
  const verdict = judgeNumbers(posenc, lack, numbers);
  if (typed.size === 0) return verdict;
  const first = [...typed][0] as [string, string];
  if ('wavelengths' in verdict) {
    const [name, text] = first;
    return { name, message: `invalid ${name}: ${text} (a number)` };
  }
  const name = [...typed.keys()].find((key) => isNamed(key, verdict.name)) ?? first[0];
  const allowed = /\((.*)\)$/s.exec(verdict.message)?.[1];
  const isAbout = isNamed(name, verdict.name) && allowed !== undefined;
  return { name, message: `invalid ${name}: ${typed.get(name)} (${isAbout ? allowed : 'a number'})` };
}

function judgeNumbers(posenc: Judge, lack: (kind: Kind) => string | null, values: Values): Verdict {
  const message = rowsMessage(values);
  if (message !== null) return refusal(message);
  if (lack(kindOf(values)) !== null) return { wavelengths: new Float64Array(0) };
  try {
    const encoding = encodingFrom(values) as unknown as AnyEncoding;
    const wavelengths = check(posenc, encoding);
    const problem = rowsProblem(encoding, rowsOf(values), dimOf(values, encoding));
    return problem === null ? { wavelengths } : refusal(problem);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return packageRefusal(error.message, values);
    throw error;
  }
}

/** Whether a parameter that the package names ('factor', 'axes[0].dim') is a field of this name. */
function isNamed(field: string, said: string): boolean {
  const path = said.replace(/\[(\d+)\]/g, '.$1');
  return field === path || field.endsWith(`.${path}`) || field.startsWith(`${path}.`);
}

/** Without what has its default or no meaning any more, so that equal encodings have equal values. */
function settled(values: Values): Values {
  const kept: Record<string, Value> = {};
  for (const { name, default: initial } of fieldsOf(values)) {
    const value = values[name];
    if (value !== undefined && !isSame(value, initial)) kept[name] = value;
  }
  return kept;
}

function applied(values: Values, patch: Patch): Record<string, Value> {
  const next: Record<string, Value> = { ...values };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** Values that no other field of this encoding can explain: a control that vanished takes its refusal along. */
const meaningful = (patch: Patch, values: Values): Patch => {
  const names = new Set(fieldsOf(applied(values, patch)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(patch).filter(([name]) => names.has(name)));
};

export function createStore(posenc: Judge, optionFields: readonly Field[] = []): Store {
  const lacks = new Map<Kind, string | null>();
  const lackOfKind = (kind: Kind): string | null => {
    if (!lacks.has(kind)) lacks.set(kind, lackOf(posenc, kind));
    return lacks.get(kind) as string | null;
  };

  const first = judge(posenc, lackOfKind, defaults.values);
  if (!('wavelengths' in first)) throw new Error(first.message);

  const state = signal<State>(defaults);
  const wavelengths = signal(first.wavelengths);
  const refusals = signal<Refusals>({});
  const problems = signal<readonly string[]>([]);
  const values = computed(() => state.value.values);
  const fields = computed(() => fieldsOf(values.value));
  const kind = computed(() => kindOf(values.value));
  const encoding = computed(() => encodingFrom(values.value) as unknown as AnyEncoding);
  const rows = computed(() => rowsOf(values.value));
  const columns = computed(() => columnsOf(encoding.value, dimOf(values.value, encoding.value)));
  const cursor = computed<Cursor>(() => {
    const { position, column } = cursorOf(state.value, rows.value, columns.value.dim);
    const pair = columns.value.isPlain ? -1 : cellOf(columns.value, column).pair;
    return { position, column, pair, offset: state.value.offset ?? 1 };
  });

  /** Takes in as much of a patch as is right; each value that the package names as wrong waits with its sentence. */
  function change(patch: Patch): void {
    const now = state.value.values;
    // What waits for a control that is gone waits no longer.
    const pending = Object.fromEntries(Object.entries(refusals.value).map(([name, { value }]) => [name, value]));
    let wanted: Patch = { ...meaningful({ ...pending, ...patch }, now), ...patch };
    const refused: Record<string, Refusal> = {};
    while (true) {
      const candidate = applied(now, wanted);
      const verdict = judge(posenc, lackOfKind, candidate);
      if ('wavelengths' in verdict) {
        const next = settled(candidate);
        batch(() => {
          const isNew = JSON.stringify(next) !== JSON.stringify(now);
          if (isNew) state.value = { ...state.value, values: next };
          if (isNew) wavelengths.value = verdict.wavelengths;
          refusals.value = refused;
        });
        return;
      }
      const left = Object.keys(wanted);
      const isCulprit = (name: string): boolean => isNamed(name, verdict.name) && !(name in refused);
      // Another kind comes in whatever was right for the one before: what does not fit waits in its own control.
      const old =
        'kind' in wanted ? Object.keys(now).find((name) => !left.includes(name) && isCulprit(name)) : undefined;
      if (old !== undefined) {
        refused[old] = { value: now[old] as Value, message: verdict.message };
        wanted = { ...wanted, [old]: null };
        continue;
      }
      // The package may name a value that was good until another one changed: then the other one has to wait.
      const culprit = left.find(isCulprit) ?? left.find((name) => name in patch) ?? left[0];
      if (culprit === undefined) throw new Error(verdict.message);
      const { [culprit]: value, ...rest } = wanted;
      refused[culprit] = { value: value ?? '', message: verdict.message };
      wanted = rest;
    }
  }

  function look(patch: Partial<Look>): void {
    const now = state.value;
    const names = Object.keys(patch) as (keyof Look)[];
    if (names.some((name) => patch[name] !== now[name])) state.value = { ...now, ...patch };
  }

  return {
    state,
    encoding,
    kind,
    rows,
    columns,
    wavelengths,
    cursor,
    fields,
    refusals,
    problems,
    lack: computed(() => lackOfKind(kind.value)),
    value: (name) => valueIn(values.value, name),
    change,
    look,
    mark({ position, column, pair, offset }) {
      const at = cursor.peek();
      const next: { -readonly [K in 'position' | 'column' | 'offset']?: number } = {};
      if (position !== undefined) next.position = position;
      if (column !== undefined) next.column = column;
      else if (pair !== undefined) {
        const { half } = cellOf(columns.peek(), at.column);
        const same = columnOf(columns.peek(), pair, half === 1 ? 1 : 0);
        const found = same >= 0 ? same : columnOf(columns.peek(), pair, 0);
        if (found >= 0) next.column = found;
      }
      // A place of the page's choice depends on the size: once something is marked, the whole mark stays.
      if (next.column !== undefined) next.position ??= at.position;
      if (offset !== undefined) next.offset = offset;
      look(next);
    },
    set(patch) {
      const next = applied(state.value.options, patch);
      for (const [name, value] of Object.entries(next)) {
        const field = optionFields.find((one) => one.name === name);
        if (!field || !isAllowed(field, value)) {
          const before = state.value.options[name];
          if (before === undefined) delete next[name];
          else next[name] = before;
        } else if (isSame(value, field.default)) delete next[name];
      }
      if (JSON.stringify(next) !== JSON.stringify(state.value.options)) state.value = { ...state.value, options: next };
    },
    load({ state: wanted, problems: found }) {
      batch(() => {
        state.value = { ...wanted, values: {} };
        wavelengths.value = first.wavelengths;
        refusals.value = {};
        problems.value = found;
        change(wanted.values);
        const refused = Object.values(refusals.value).map(({ message }) => `The link has an ${message}.`);
        const { start, length } = rows.value;
        const moved = (name: 'position' | 'column', low: number, high: number): string[] =>
          wanted[name] === null || wanted[name] === cursor.value[name]
            ? []
            : [`The link says ${name}=${wanted[name]}; it can be a whole number from ${low} to ${high}.`];
        const marks = [...moved('position', start, start + length - 1), ...moved('column', 0, columns.value.dim - 1)];
        if (refused.length + marks.length > 0) problems.value = [...found, ...refused, ...marks];
      });
    },
    dismissProblems() {
      problems.value = [];
    },
  };
}
