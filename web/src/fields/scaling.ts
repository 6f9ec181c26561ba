/** Fields of the scalings for longer contexts. */

import type { Field, Values } from '../field.ts';
import { flag, list, number, size, text } from './make.ts';

/** Factors of LongRoPE to begin with: none for short sequences, up to the factor for the slowest pair of long ones. */
function rampOf(pairs: number, to: number): number[] {
  const last = Math.max(1, pairs - 1);
  return Array.from({ length: Math.min(pairs, 4096) }, (_, k) => Math.round((1 + ((to - 1) * k) / last) * 1000) / 1000);
}

export function scalingFields(values: Values, at: string, dim: number): Field[] {
  const name = (key: string): string => `${at}scaling.${key}`;
  const type = text(values, name('type'));
  const factor = (initial: number): Field => number(name('factor'), 'Factor', { default: initial, isRequired: true });
  const original = (initial: number): Field =>
    number(name('originalLength'), 'Original length', { default: initial, isRequired: true });
  const reached = number(name('length'), 'Length reached');
  const attention = number(name('attentionFactor'), 'Attention factor');
  const pairs = Math.floor(dim / 2);
  const byType: Record<string, () => Field[]> = {
    linear: () => [factor(4)],
    ntk: () => [factor(4)],
    dynamic: () => [factor(4), original(2048), reached],
    yarn: () => [
      factor(4),
      original(4096),
      number(name('betaFast'), 'Beta fast', { default: 32 }),
      number(name('betaSlow'), 'Beta slow', { default: 1 }),
      flag(name('truncate'), 'Truncate', true),
      number(name('extrapolation'), 'Extrapolation', { default: 1 }),
      attention,
      number(name('mscale'), 'mscale'),
      number(name('mscaleAllDim'), 'mscale, all dim'),
    ],
    longrope: () => [
      factor(8),
      original(4096),
      list(name('shortFactor'), 'Short factors', { default: rampOf(pairs, 1), isRequired: true }),
      list(name('longFactor'), 'Long factors', {
        default: rampOf(pairs, size(values, name('factor'), 8)),
        isRequired: true,
      }),
      attention,
      reached,
    ],
    llama3: () => [
      factor(8),
      original(8192),
      number(name('lowFreqFactor'), 'Low frequency factor', { default: 1, isRequired: true }),
      number(name('highFreqFactor'), 'High frequency factor', { default: 4, isRequired: true }),
    ],
    proportional: () => [
      number(name('fraction'), 'Fraction', { default: 0.25, isRequired: true }),
      number(name('factor'), 'Factor', { default: 1 }),
    ],
  };
  const chosen: Field = {
    name: name('type'),
    label: 'Scaling',
    type: 'choice',
    place: 'more',
    choices: [
      ['linear', 'Linear'],
      ['ntk', 'NTK'],
      ['dynamic', 'Dynamic NTK'],
      ['yarn', 'YaRN'],
      ['longrope', 'LongRoPE'],
      ['llama3', 'Llama 3'],
      ['proportional', 'Proportional'],
    ],
  };
  return [chosen, ...(byType[type]?.() ?? [])];
}
