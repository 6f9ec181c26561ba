/** The state of the page: everything that a link holds, as plain data. */

import type { Value, Values } from './field.ts';
import { fieldsOf } from './fields.ts';

export type Sample = 'mean' | 'point';
export type Theme = 'auto' | 'light' | 'dark';

/** Zoom and place along one axis of the matrix, in device pixels. */
export interface AxisView {
  /** From 1: pixels a cell. To -2: minus the cells a pixel. */
  readonly zoom: number;
  /** Pixels of the whole picture that lie before the visible part. */
  readonly offset: number;
}

/** How one looks at it. Anything goes: views bring it into range for their own size. */
export interface Look {
  /** null: as much as needed to see all. */
  readonly rows: AxisView | null;
  readonly columns: AxisView | null;
  readonly sample: Sample;
  readonly theme: Theme;
  /** The marked cell; null: a place of the page's choice. */
  readonly position: number | null;
  readonly column: number | null;
  /** The marked distance between two positions; null: a distance of the page's choice. */
  readonly offset: number | null;
  /** Which view is seen. */
  readonly view: string;
  /** Only the view, without anything round it. */
  readonly isEmbedded: boolean;
}

export interface State extends Look {
  /** The encoding and its positions: the fields of fields.ts that differ from their defaults. */
  readonly values: Values;
  /** The options of views that differ from their defaults, as 'waves.pairs'. */
  readonly options: Values;
}

export const samples: readonly Sample[] = ['mean', 'point'];
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];
export const firstView = 'matrix';

export const defaults: State = {
  values: {},
  options: {},
  rows: null,
  columns: null,
  sample: 'mean',
  theme: 'auto',
  position: null,
  column: null,
  offset: null,
  view: firstView,
  isEmbedded: false,
};

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Positions first, first + 1, ...: `count` of them. */
export interface Rows {
  readonly start: number;
  readonly length: number;
}

/** The marked cell, inside the matrix whatever the link or an earlier state said. */
export function cursorOf(state: State, { start, length }: Rows, dim: number): { position: number; column: number } {
  return {
    position: clamp(state.position ?? start + Math.floor(length / 8), start, start + length - 1),
    column: clamp(state.column ?? 2 * Math.floor(dim / 16), 0, Math.max(0, dim - 1)),
  };
}

/** A field of the encoding or its positions as it is now, or its default; undefined where it has neither or no meaning. */
export function valueIn(values: Values, name: string): Value | undefined {
  return values[name] ?? fieldsOf(values).find((field) => field.name === name)?.default;
}

export const numberIn = (values: Values, name: string, absent: number): number => {
  const value = valueIn(values, name);
  return typeof value === 'number' ? value : absent;
};
