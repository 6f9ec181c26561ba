// An encoding, from the caller's object to the module's numbers.
import { readFactors } from './arrays.js';
import { choice, fields, number } from './fields.js';
import { readScaling } from './scaling.js';

/** A sinusoidal encoding as the module takes it. */
export interface EncodingArguments {
  readonly dim: number;
  readonly origin: number;
  /** How many position streams there are, with sections. */
  readonly streams: number;
  /** Those of NUMBERS, then those of a scaling; names of choices are their indices. */
  readonly numbers: readonly number[];
  /** In the order of `setList` in src/wasm/bindings.cpp. */
  readonly lists: readonly (Float64Array | undefined)[];
  /** Whether the length that a scaling goes by is that of the call's positions. */
  readonly open: boolean;
}

/** The order of each list is the order of the C++ enumeration. */
const KINDS = ['sinusoid'];
const SPACINGS = ['paper', 'endpoint', 'shifted', 'linear'];
const UNITS = ['radian', 'half-turn', 'turn'];
const LAYOUTS = ['interleaved', 'halves'];
const ORDERS = ['sin-cos', 'cos-sin'];
const ODD_RULES = ['truncate', 'truncate-next', 'zero', 'error'];
const PAIRINGS = ['adjacent', 'half'];
const SECTION_ORDERS = ['chunked', 'interleaved', 'interleaved-fourth'];

export const ENCODING_KEYS = [
  'kind',
  'dim',
  'base',
  'spacing',
  'shift',
  'frequencies',
  'unit',
  'frequencyFactors',
  'scaling',
  'layout',
  'order',
  'odd',
  'origin',
  'scale',
  'valueScale',
  'padding',
  'pairing',
  'xpos',
  'sections',
  'sectionOrder',
] as const;

/** Where two of the numbers are. */
const ORIGIN = 4;
const XPOS_CENTER = 16;

const NO_LISTS: readonly undefined[] = [];
const NO_XPOS = [0, 0, 0] as const;

export function readEncoding(value: unknown): EncodingArguments {
  const given = fields('encoding', value, ENCODING_KEYS);
  choice('kind', given.kind, KINDS);
  const dim = number('dim', given.dim);
  const base = number('base', given.base, 10000);
  const spacing = choice('spacing', given.spacing, SPACINGS);
  const shift = number('shift', given.shift, SPACINGS[spacing] === 'shifted' ? undefined : 0);
  const origin = number('origin', given.origin, 0);
  const { padding } = given;
  const xpos = given.xpos === undefined ? NO_XPOS : readXPos(given.xpos);
  const scaling = given.scaling === undefined ? undefined : readScaling(given.scaling);
  const numbers = [
    // Which of the values that may be absent are there.
    Number(padding !== undefined) + 2 * Number(given.xpos !== undefined) + 4 * (scaling?.given ?? 0),
    dim,
    base,
    shift,
    origin,
    number('scale', given.scale, 1),
    number('valueScale', given.valueScale, 1),
    spacing,
    choice('unit', given.unit, UNITS),
    choice('layout', given.layout, LAYOUTS),
    choice('order', given.order, ORDERS),
    choice('odd', given.odd, ODD_RULES),
    choice('pairing', given.pairing, PAIRINGS),
    choice('sectionOrder', given.sectionOrder, SECTION_ORDERS),
    number('padding', padding, 0),
    xpos[0],
    xpos[1],
    xpos[2],
    0,
  ];
  // Few encodings have more, and calls are counted in tenths of microseconds.
  if (scaling) numbers.splice(-1, 1, ...scaling.numbers);
  const { frequencies, frequencyFactors, sections } = given;
  const lists =
    frequencies === undefined && frequencyFactors === undefined && sections === undefined && !scaling
      ? NO_LISTS
      : [
          readFactors('frequencies', frequencies),
          readFactors('frequencyFactors', frequencyFactors),
          scaling?.shortFactor,
          scaling?.longFactor,
          readFactors('sections', sections, true),
        ];
  return { dim, origin, streams: lists[4]?.length ?? 0, numbers, lists, open: scaling?.open ?? false };
}

function readXPos(value: unknown): readonly [number, number, number] {
  const given = fields('xpos', value, ['scaleBase', 'center', 'gamma']);
  return [
    number('xpos.scaleBase', given.scaleBase),
    number('xpos.center', given.center, 0),
    number('xpos.gamma', given.gamma, 0.4),
  ];
}

/** The same at distances: what is allowed for positions is then what is allowed for distances. */
export function withoutOrigin(encoding: EncodingArguments): EncodingArguments {
  const numbers = [...encoding.numbers];
  numbers[ORIGIN] = 0;
  numbers[XPOS_CENTER] = 0;
  return { ...encoding, origin: 0, numbers };
}
