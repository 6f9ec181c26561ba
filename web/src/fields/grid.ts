/** Fields of encodings whose positions are the cells of a grid. */

import type { Field, Values } from '../field.ts';
import {
  choice,
  coordinateChoices,
  dims,
  flag,
  layouts,
  list,
  more,
  number,
  orders,
  pairings,
  size,
  text,
  units,
} from './make.ts';
import { lawFields } from './sinusoid.ts';

function coordinateFields(values: Values, at: string): Field[] {
  const coordinates = choice(`${at}coordinates`, 'Coordinates', coordinateChoices, more);
  const rule = text(values, coordinates.name) || 'index';
  return [
    coordinates,
    ...(rule === 'index' ? [number(`${at}offset`, 'First cell', { default: 0 })] : []),
    ...(rule === 'index' || rule === 'ends' ? [number(`${at}reference`, 'Reference cells')] : []),
  ];
}

const cellsField = (axes: number): Field =>
  list('cells', 'Cells', {
    place: 'main',
    unit: 'along each axis',
    path: null,
    default: Array(axes).fill(14),
    isWhole: true,
    min: 1,
  });

export function gridFields(values: Values): Field[] {
  const axes = Math.max(1, Math.min(8, Math.round(size(values, 'axes', 2)) || 2));
  return [
    cellsField(axes),
    number('axes', 'Axes', {
      default: 2,
      ladder: [1, 2, 3, 4],
      place: 'main',
      path: null,
      min: 1,
      max: 8,
      isWhole: true,
      resets: ['cells', 'axisOrder'],
    }),
    ...Array.from({ length: axes }, (_, k) =>
      [...lawFields(values, `axes.${k}.`, 64), ...coordinateFields(values, `axes.${k}.`)].map((field) => ({
        ...field,
        label: `Axis ${k}: ${field.label.toLowerCase()}`,
      })),
    ).flat(),
    choice('blocks', 'Blocks', [
      ['axis-major', 'Axis'],
      ['function-major', 'Function'],
      ['frequency-major', 'Frequency'],
    ]),
    list('axisOrder', 'Order of axes'),
    flag('identity', 'Coordinates first', false),
    number('classRows', 'Class rows', { default: 0 }),
    number('dim', 'Dim', { unit: 'columns' }),
    choice('pairing', 'Pairing of rotations', pairings, more),
  ];
}

export function fourierFields(values: Values): Field[] {
  const axes = Math.max(1, Math.min(8, Math.round(size(values, 'axes', 2)) || 2));
  const dim = size(values, 'dim', 64);
  return [
    cellsField(axes),
    number('axes', 'Axes', {
      default: 2,
      ladder: [1, 2, 3, 4],
      place: 'main',
      isRequired: true,
      resets: ['cells', 'frequencies', 'axisOrder'],
    }),
    number('dim', 'Dim', {
      unit: 'columns',
      default: 64,
      ladder: dims,
      place: 'main',
      isRequired: true,
      resets: ['frequencies'],
    }),
    list('frequencies', 'Frequencies', { isRequired: true, default: octaves(axes, dim / 2) }),
    choice('unit', 'Unit', units, more),
    choice('layout', 'Layout', layouts),
    choice('order', 'Order', orders),
    ...coordinateFields(values, ''),
    list('axisOrder', 'Order of axes'),
    number('valueScale', 'Scale of values', { default: 1 }),
    flag('identity', 'Coordinates first', false),
    choice('pairing', 'Pairing of rotations', pairings, more),
  ];
}

/** Frequencies to begin with: directions spread over a half circle, sizes growing by the same factor. */
function octaves(axes: number, pairs: number): number[] {
  const n = Number.isInteger(pairs) && pairs > 0 && pairs <= 4096 ? pairs : 1;
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  return Array.from({ length: axes * n }, (_, k) => {
    const [axis, pair] = [Math.floor(k / n), k % n];
    const angle = (pair * 2.399963) % Math.PI;
    return round(10 ** (-2 * (pair / n)) * Math.cos(angle - (axis * Math.PI) / 2));
  });
}
