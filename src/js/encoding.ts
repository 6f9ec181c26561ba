// An encoding, from the caller's object to the module's numbers.
import { number, reader } from './fields.js';
import { NO_SCALING, readScaling } from './scaling.js';

/** A sinusoidal encoding as the module takes it. */
export interface EncodingArguments {
  /** Which optional values are there, as bits, then all in the order of `setEncoding` in src/wasm/bindings.cpp. */
  readonly numbers: number[];
  /** In the order of `setList`. */
  readonly lists: readonly (Float64Array | undefined)[];
  /** Whether the length that a scaling goes by is that of the call's positions. */
  readonly open: boolean;
}

/** Where some of the numbers are. */
export const DIM = 1;
export const ORIGIN = 4;
export const PAIRING = 12;
const XPOS_CENTER = 16;
const SECTIONS = 4;
const SHIFTED = 2;

/** The order of each list of names is the order of the C++ enumeration. */
const NUMBERS = 'dim! base=10000 shift? origin=0 scale=1 valueScale=1 spacing:paper|endpoint|shifted|linear';
const COLUMNS = 'layout:interleaved|halves order:sin-cos|cos-sin odd:truncate|truncate-next|zero|error';
/** What the encoding of an axis has too. */
export const OF_AXES =
  `${NUMBERS} unit:radian|half-turn|turn ${COLUMNS} frequencies[] frequencyFactors[] scaling*` as const;
const ROTARY = 'pairing:adjacent|half sectionOrder:chunked|interleaved|interleaved-fourth';
const readFields = reader(`${OF_AXES} ${ROTARY} padding? xpos* sections[whole] kind:sinusoid`);
const readXPos = reader('scaleBase! center=0 gamma=0.4');

const NO_LISTS: readonly undefined[] = [];

export function readEncoding(value: unknown): EncodingArguments {
  const [dim, base, shift, origin, scale, valueScale, spacing, unit, layout, order, odd, ...others] = readFields(
    'encoding',
    value,
  );
  const [frequencies, factors, scaling, pairing, sectionOrder, padding, xpos, sections] = others;
  const [scaleBase, center, gamma] = xpos === undefined ? [] : readXPos('xpos', xpos, 'xpos.');
  const scaled = scaling === undefined ? NO_SCALING : readScaling(scaling);
  const optional = [padding, scaleBase, ...scaled.optional];
  const numbers = [
    ...[optional.reduce<number>((bits, item, k) => bits + (item === undefined ? 0 : 1 << k), 0), dim, base],
    ...[number('shift', shift, spacing === SHIFTED ? undefined : 0), origin, scale, valueScale, spacing, unit, layout],
    ...[order, odd, pairing, sectionOrder, padding ?? 0, scaleBase ?? 0, center ?? 0, gamma ?? 0, ...scaled.numbers],
  ];
  const lists = [frequencies, factors, ...scaled.lists, sections];
  return { numbers, lists: lists.some(Boolean) ? lists : NO_LISTS, open: scaled.open };
}

/** How many position streams there are, with sections. */
export const streamsOf = ({ lists }: EncodingArguments): number => lists[SECTIONS]?.length ?? 0;

/** The same at distances: what is allowed for positions is then what is allowed for distances. */
export function withoutOrigin(encoding: EncodingArguments): EncodingArguments {
  const numbers = [...encoding.numbers];
  numbers[ORIGIN] = 0;
  numbers[XPOS_CENTER] = 0;
  return { ...encoding, numbers };
}
