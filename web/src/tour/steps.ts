/**
 * The guided first minute, as data: each step is a link of this page, what it points at, and a sentence or two. Numbers
 * in the sentences are checked against the package in tests/web/tour.test.ts.
 */

import type { State } from '../state.ts';
import { type Known, parseLink } from '../url.ts';

export interface Step {
  readonly title: string;
  readonly text: string;
  /** The state that the step shows; null: the reader's own, on the first view. */
  readonly link: string | null;
  /** What it speaks of, as a selector. */
  readonly target: string;
  /** Where the mark comes from; it goes to where the link has it. */
  readonly from?: { readonly position?: number; readonly column?: number };
}

export const steps: readonly Step[] = [
  {
    title: 'A row for each position',
    text: 'Each row is what one position adds to its word: 64 positions down, 32 numbers across, the colours standing for −1 to 1. The mark goes down, one position after another.',
    link: '#length=64&dim=32&position=40&column=4',
    target: '#plot',
    from: { position: 0 },
  },
  {
    title: 'Columns in pairs',
    text: 'Two columns are a sine and a cosine of the same angle, and each pair turns more slowly than the one before. Here is the formula of the marked cell, with its numbers put in.',
    link: '#length=64&dim=32&position=40&column=12',
    target: '.readout',
    from: { column: 4 },
  },
  {
    title: 'From fast to slow',
    text: 'The first pair turns once in 6.283 positions, the last in 35,333. Above the dashed line no pair gets round within the 64 positions.',
    link: '#length=64&dim=32&position=40&column=30',
    target: '#wavelengths',
    from: { column: 0 },
  },
  {
    title: 'Any length, the same values',
    text: 'Ask for 512 positions in place of 64: the first 64 rows stay as they were, because every value is computed from its position alone. All of these controls can be typed into.',
    link: '#length=512&dim=32&position=40&column=12',
    target: '#main-fields',
  },
  {
    title: 'The same numbers as waves',
    text: 'Fast waves tell neighbours apart, slow ones far from near. Together they give each position a pattern of its own, as digits do.',
    link: '#view=waves&length=128&dim=32&position=40&waves.pairs=0,2,4,6',
    target: '.view-host.waves .chart',
    from: { position: 0 },
  },
  {
    title: 'Distance alone counts',
    text: 'The dot product of two rows depends on how far apart they are and on nothing else. That is why the matrix below has one colour along each diagonal.',
    link: '#view=similarity&length=128&dim=32&position=40&offset=8',
    target: '.view-host.similarity .chart',
  },
  {
    title: 'Why all of this',
    text: 'Attention alone cannot tell “The dog bit the man” from “The man bit the dog”: no output changes when the words do. With the encoding added, all of them change; drag the words and see.',
    link: '#view=order&length=512&dim=128',
    target: '.view-host.order .measured',
  },
  {
    title: 'Now yours',
    text: 'Start from a known model, or set your own above the matrix. A link holds all that you set, and everything can be saved.',
    link: null,
    target: 'main > .menus',
  },
];

/** The state that a step shows, for a reader who came with another. */
export function stateOf({ link }: Step, before: State, known: Known): State {
  const { theme, isEmbedded } = before;
  const state = link === null ? { ...before, view: 'matrix' } : parseLink(link, known).state;
  return { ...state, theme, isEmbedded };
}
