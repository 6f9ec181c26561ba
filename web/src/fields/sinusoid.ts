/** Fields of sinusoidal laws, and of the encodings of one axis that have one. */

import type { Field, Values } from '../field.ts';
import { choice, decades, dims, layouts, list, more, number, orders, pairings, size, text, units } from './make.ts';
import { scalingFields } from './scaling.ts';

/** The fields of a sinusoidal law: of an encoding, or at `axes.0.` of an axis of a grid. */
export function lawFields(values: Values, at: string, dimDefault: number): Field[] {
  const name = (key: string): string => at + key;
  const dim = size(values, name('dim'), dimDefault);
  const place = at === '' ? ('main' as const) : ('more' as const);
  const isGiven = values[name('frequencies')] !== undefined;
  const law: Field[] = [
    number(name('base'), 'Base', { default: 10000, ladder: decades(1, 6), place }),
    choice(
      name('spacing'),
      'Spacing',
      [
        ['paper', 'Paper'],
        ['endpoint', 'Endpoint'],
        ['shifted', 'Shifted'],
        ['linear', 'Linear'],
      ],
      at === '' ? {} : more,
    ),
    ...(text(values, name('spacing')) === 'shifted'
      ? [number(name('shift'), 'Shift', { default: 0, isRequired: true, place })]
      : []),
  ];
  const isOdd = Math.abs(dim % 2) === 1;
  return [
    number(name('dim'), 'Dim', { unit: 'columns', default: dimDefault, ladder: dims, place, isRequired: true }),
    ...(isGiven ? [] : law),
    choice(name('layout'), 'Layout', layouts, at === '' ? {} : more),
    choice(name('order'), 'Order', orders, at === '' ? {} : more),
    choice(
      name('odd'),
      'Odd width',
      [
        ['truncate', 'Truncate'],
        ['truncate-next', 'Truncate next'],
        ['zero', 'Zero'],
        ['error', 'Error'],
      ],
      { ...(at === '' ? {} : more), isHidden: !isOdd },
    ),
    number(name('origin'), 'Origin', { default: 0 }),
    number(name('scale'), 'Scale of angles', { default: 1 }),
    number(name('valueScale'), 'Scale of values', { default: 1 }),
    choice(name('unit'), 'Unit of frequencies', units, more),
    list(name('frequencies'), 'Frequencies'),
    list(name('frequencyFactors'), 'Frequency factors'),
    ...scalingFields(values, at, dim),
  ];
}

export function sinusoidFields(values: Values): Field[] {
  return [
    ...lawFields(values, '', 128),
    number('padding', 'Padding position'),
    choice('pairing', 'Pairing of rotations', pairings, more),
    number('xpos.scaleBase', 'xPos scale base'),
    ...(values['xpos.scaleBase'] === undefined
      ? []
      : [number('xpos.center', 'xPos centre', { default: 0 }), number('xpos.gamma', 'xPos gamma', { default: 0.4 })]),
    list('sections', 'Sections (M-RoPE)'),
    ...(values.sections === undefined
      ? []
      : [
          choice(
            'sectionOrder',
            'Section order',
            [
              ['chunked', 'Chunked'],
              ['interleaved', 'Interleaved'],
              ['interleaved-fourth', 'Interleaved, fourth'],
              ['alternating', 'Alternating'],
            ],
            more,
          ),
        ]),
  ];
}
