// An encoding, from the caller's object to the module's numbers.
import { choice, fields, number } from './fields.js';
import type { EncodingNumbers } from './module.js';

/** An encoding as the module takes it. */
export interface EncodingArguments {
  readonly dim: number;
  readonly origin: number;
  readonly numbers: EncodingNumbers;
}

/** The order of each list is the order of the C++ enumeration. */
const KINDS = ['sinusoid'];
const SPACINGS = ['paper', 'endpoint'];
const LAYOUTS = ['interleaved', 'halves'];
const ORDERS = ['sin-cos', 'cos-sin'];
const ODD_RULES = ['truncate', 'truncate-next', 'zero', 'error'];
const PAIRINGS = ['adjacent', 'half'];

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
  'pairing',
] as const;

export function readEncoding(value: unknown): EncodingArguments {
  const given = fields('encoding', value, KEYS);
  choice('kind', given.kind, KINDS);
  const dim = number('dim', given.dim);
  const origin = number('origin', given.origin, 0);
  return {
    dim,
    origin,
    numbers: [
      dim,
      number('base', given.base, 10000),
      origin,
      number('scale', given.scale, 1),
      number('valueScale', given.valueScale, 1),
      number('padding', given.padding, 0),
      given.padding !== undefined,
      choice('spacing', given.spacing, SPACINGS),
      choice('layout', given.layout, LAYOUTS),
      choice('order', given.order, ORDERS),
      choice('odd', given.odd, ODD_RULES),
      choice('pairing', given.pairing, PAIRINGS),
    ],
  };
}

/** The same at distances: what is allowed for positions is then what is allowed for distances. */
export function withoutOrigin(encoding: EncodingArguments): EncodingArguments {
  const numbers: EncodingNumbers = [...encoding.numbers];
  numbers[2] = 0;
  return { ...encoding, origin: 0, numbers };
}
