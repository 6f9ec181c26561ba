/** What fields of encodings are made with: builders, choices that several kinds share, steps of sliders. */

import type { Choices, Field, Values } from '../field.ts';

/** 1, 2, 3, 4, 6, 8, 12 ... up to a limit: powers of two and the steps between them. */
export function doublings(from: number, to: number): number[] {
  const steps: number[] = [];
  for (let power = from; power <= to; power *= 2) {
    steps.push(power);
    const between = power * 1.5;
    if (Number.isInteger(between) && between <= to) steps.push(between);
  }
  return steps;
}

export const decades = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => [1, 2, 5].map((step) => Number(`${step}e${from + k}`))).flat();

export const lengths = [...doublings(1, 786432), 1_000_000];
export const dims = doublings(2, 4096).filter((dim) => dim % 2 === 0);
export const heads = doublings(1, 128);

export const number = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'number',
  place: 'more',
  ...more,
});
export const choice = (name: string, label: string, choices: Choices, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'choice',
  choices,
  default: choices[0]?.[0] as string,
  place: 'choice',
  ...more,
});
export const flag = (name: string, label: string, value: boolean): Field => ({
  name,
  label,
  type: 'flag',
  default: value,
  place: 'more',
});
export const list = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'numbers',
  place: 'more',
  ...more,
});

export const layouts: Choices = [
  ['interleaved', 'Interleaved'],
  ['halves', 'Halves'],
];
export const orders: Choices = [
  ['sin-cos', 'sin, cos'],
  ['cos-sin', 'cos, sin'],
];
export const pairings: Choices = [
  ['adjacent', 'Adjacent'],
  ['half', 'Half'],
];
export const units: Choices = [
  ['radian', 'Radians'],
  ['half-turn', 'Half turns'],
  ['turn', 'Turns'],
];
export const coordinateChoices: Choices = [
  ['index', 'Index'],
  ['ends', 'Ends: −1 to 1'],
  ['centres', 'Centres: −1 to 1'],
  ['fractions', 'Fractions'],
];
export const more = { place: 'more' } as const;

export const text = (values: Values, name: string): string => String(values[name] ?? '');
export const size = (values: Values, name: string, absent: number): number => Number(values[name] ?? absent);
