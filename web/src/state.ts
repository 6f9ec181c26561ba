/** The state of the page: everything that a link holds, as plain data. */

import type { SinusoidEncoding } from 'posenc';

export type Spacing = 'paper' | 'endpoint';
export type Layout = 'interleaved' | 'halves';
export type Order = 'sin-cos' | 'cos-sin';
export type Odd = 'truncate' | 'truncate-next' | 'zero' | 'error';
export type Sample = 'mean' | 'point';
export type Theme = 'auto' | 'light' | 'dark';

/** What the encoding is and which rows of it the matrix has. Checked before it is accepted. */
export interface Parameters {
  /** Rows of the matrix. */
  readonly length: number;
  readonly dim: number;
  readonly base: number;
  readonly spacing: Spacing;
  readonly layout: Layout;
  readonly order: Order;
  readonly odd: Odd;
  /** Position of the first row. */
  readonly start: number;
}

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
}

export interface State extends Parameters, Look {}

export const choices = {
  spacing: ['paper', 'endpoint'],
  layout: ['interleaved', 'halves'],
  order: ['sin-cos', 'cos-sin'],
  odd: ['truncate', 'truncate-next', 'zero', 'error'],
  sample: ['mean', 'point'],
  theme: ['auto', 'light', 'dark'],
} as const;

export type ChoiceName = keyof typeof choices;

export const numberNames = ['length', 'dim', 'base', 'start'] as const;
export type NumberName = (typeof numberNames)[number];
export type ParameterName = keyof Parameters;

export const defaults: State = {
  length: 512,
  dim: 128,
  base: 10000,
  spacing: 'paper',
  layout: 'interleaved',
  order: 'sin-cos',
  odd: 'truncate',
  start: 0,
  rows: null,
  columns: null,
  sample: 'mean',
  theme: 'auto',
  position: null,
  column: null,
};

export function encodingOf(state: Parameters): SinusoidEncoding {
  const { dim, base, spacing, layout, order, odd } = state;
  return { dim, base, spacing, layout, order, odd };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** The marked cell, inside the matrix whatever the link or an earlier state said. */
export function cursorOf(state: State): { position: number; column: number } {
  const { start, length, dim } = state;
  return {
    position: clamp(state.position ?? start + Math.floor(length / 8), start, start + length - 1),
    column: clamp(state.column ?? 2 * Math.floor(dim / 16), 0, dim - 1),
  };
}
