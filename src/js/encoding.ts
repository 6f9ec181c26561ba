// An encoding, from the caller's object to the module's numbers.
import { choice, fields, number } from './fields.js';
import type { EncodingNumbers } from './module.js';

/** The order of each list is the order of the C++ enumeration. */
const KINDS = ['sinusoid'];
const SPACINGS = ['paper', 'endpoint'];
const LAYOUTS = ['interleaved', 'halves'];
const ORDERS = ['sin-cos', 'cos-sin'];
const ODD_RULES = ['truncate', 'truncate-next', 'zero', 'error'];

const KEYS = [
  'kind',
  'dim',
  'base',
  'spacing',
  'layout',
  'order',
  'odd',
  'origin',
  'scale',
  'valueScale',
  'padding',
] as const;

export function readEncoding(value: unknown): EncodingNumbers {
  const given = fields('encoding', value, KEYS);
  choice('kind', given.kind, KINDS);
  return [
    number('dim', given.dim),
    number('base', given.base, 10000),
    number('origin', given.origin, 0),
    number('scale', given.scale, 1),
    number('valueScale', given.valueScale, 1),
    number('padding', given.padding, 0),
    given.padding !== undefined,
    choice('spacing', given.spacing, SPACINGS),
    choice('layout', given.layout, LAYOUTS),
    choice('order', given.order, ORDERS),
    choice('odd', given.odd, ODD_RULES),
  ];
}
