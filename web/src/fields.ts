/**
 * The one table of everything that an encoding and its positions can say. Controls, links, models and the code that
 * reproduces a state are all made from it; what is allowed is for the package to judge.
 */

import type { Field, Value, Values } from './field.ts';
import { biasFields } from './fields/bias.ts';
import { fourierFields, gridFields } from './fields/grid.ts';
import { choice, dims, lengths, number, size } from './fields/make.ts';
import { sinusoidFields } from './fields/sinusoid.ts';

export const kinds = [
  ['sinusoid', 'Sinusoidal'],
  ['grid', 'Grid'],
  ['fourier', 'Fourier features'],
  ['learned', 'Learned'],
  ['alibi', 'ALiBi'],
  ['t5', 'T5 buckets'],
  ['deberta', 'DeBERTa buckets'],
  ['swin', 'Swin index'],
] as const;
export type Kind = (typeof kinds)[number][0];

/** Kinds whose encoding is a table of rows, one a position; the others are biases between positions. */
export const isTableKind = (kind: Kind): boolean => ['sinusoid', 'grid', 'fourier', 'learned'].includes(kind);
/** Kinds whose positions are the cells of a grid. */
export const isGridKind = (kind: Kind): boolean => kind === 'grid' || kind === 'fourier';

const kindField = choice('kind', 'Kind', kinds);

/** Positions 0, 1, ... or from `start` on: the page's own fields, in the order that they stand in. */
const lengthField = (absent: number): Field =>
  number('length', 'Length', { unit: 'positions', default: absent, ladder: lengths, place: 'main', path: null });
const startField = number('start', 'Start', {
  unit: 'position',
  default: 0,
  ladder: [0, ...lengths],
  place: 'main',
  path: null,
});

/** Rows that are shown of a learned table if nothing is said: as many as it has from the first one on, up to 512. */
function learnedLength(values: Values): number {
  const most = size(values, 'rows', 512) - size(values, 'origin', 0) - size(values, 'start', 0);
  return Number.isInteger(most) ? Math.max(1, Math.min(512, most)) : 512;
}

const learnedFields = (): Field[] => [
  number('dim', 'Dim', { unit: 'columns', default: 128, ladder: dims, place: 'main', isRequired: true }),
  number('rows', 'Rows of the table', {
    path: 'length',
    default: 512,
    ladder: lengths,
    place: 'main',
    isRequired: true,
  }),
  choice('distribution', 'Distribution', [
    ['normal', 'Normal'],
    ['truncated-normal', 'Truncated normal'],
    ['uniform', 'Uniform'],
  ]),
  number('origin', 'Origin', { default: 0 }),
  number('seed', 'Seed', { default: 0 }),
  number('mean', 'Mean', { default: 0 }),
  number('deviation', 'Deviation', { default: 0.02 }),
];

const byKind: Record<Kind, (values: Values) => Field[]> = {
  sinusoid: sinusoidFields,
  grid: gridFields,
  fourier: fourierFields,
  learned: learnedFields,
  ...biasFields,
};

export const kindOf = (values: Values): Kind => (values.kind ?? 'sinusoid') as Kind;

/** The fields that have a meaning with these values, in the order in which they stand. */
export function fieldsOf(values: Values): Field[] {
  const kind = kindOf(values);
  const own = byKind[kind](values);
  if (kind === 'swin') return [kindField, ...own];
  if (isGridKind(kind)) return [kindField, ...own];
  const dim = own.filter(({ place }) => place === 'main');
  const others = own.filter(({ place }) => place !== 'main');
  const hasStart = kind === 'sinusoid' || kind === 'learned';
  const length = lengthField(kind === 'learned' ? learnedLength(values) : 512);
  return [kindField, length, ...dim, ...(hasStart ? [startField] : []), ...others];
}

/** Whether some encoding has a field of this name. */
export function isFieldName(name: string): boolean {
  const axis = /^axes\.[0-7]\./.exec(name)?.[0] ?? '';
  const scalings = ['', 'linear', 'dynamic', 'yarn', 'longrope', 'llama3', 'proportional'];
  const everything = (type: string): Values => ({
    [`${axis}spacing`]: 'shifted',
    [`${axis}scaling.type`]: type,
    'xpos.scaleBase': 1,
    sections: [1],
  });
  const names = (values: Values): string[] => fieldsOf(values).map((field) => field.name);
  return kinds.some(([kind]) =>
    scalings.some((type) => names({ ...everything(type), kind, ...(axis ? { axes: 8 } : {}) }).includes(name)),
  );
}

/** Puts a value at a path of nested objects and lists. */
function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) target[key] = value;
  else {
    target[key] ??= /^\d+$/.test(rest[0] as string) ? [] : {};
    put(target[key] as Record<string, unknown>, rest, value);
  }
}

/** The encoding that values describe, as the package takes it. */
export function encodingFrom(values: Values): Record<string, unknown> {
  const encoding: Record<string, unknown> = {};
  for (const field of fieldsOf(values)) {
    const { name, path = name, isRequired } = field;
    const value: Value | undefined = values[name] ?? (isRequired ? field.default : undefined);
    if (path !== null && value !== undefined) put(encoding, path.split('.'), value);
  }
  return encoding;
}

/** The values that describe an encoding, or the first part of it that the page has no field for. */
export function valuesFrom(encoding: Readonly<Record<string, unknown>>): { values: Values; unknown: string | null } {
  const leaves = new Map<string, unknown>();
  const walk = (node: unknown, path: string): void => {
    const isList = Array.isArray(node) || ArrayBuffer.isView(node);
    if (isList && Array.from(node as ArrayLike<unknown>).every((item) => typeof item === 'number')) {
      leaves.set(path, Array.from(node as ArrayLike<number>));
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, child] of Object.entries(node)) walk(child, path === '' ? key : `${path}.${key}`);
    } else if (node !== undefined) leaves.set(path, node);
  };
  walk(encoding, '');
  const values: Record<string, Value> = {};
  if (Array.isArray(encoding.axes)) values.axes = encoding.axes.length;
  // Some fields appear only with the value of another, so the table is asked until nothing new is found.
  for (let found = true; found; ) {
    found = false;
    for (const { name, path = name } of fieldsOf(values)) {
      if (path === null || !leaves.has(path)) continue;
      values[name] = leaves.get(path) as Value;
      leaves.delete(path);
      found = true;
    }
  }
  return { values, unknown: leaves.keys().next().value ?? null };
}
