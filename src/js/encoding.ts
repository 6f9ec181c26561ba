// An encoding, from the caller's object to the module's numbers.
import { choice, type Given, knowing, number, plain, reader, wordsOf } from './fields.js';
import { NO_SCALING, readScaling } from './scaling.js';

/** A sinusoidal encoding as the module takes it. */
export interface EncodingArguments {
  /** Which optional values are there, as bits, then all in the order of `setEncoding` in bindings.cpp. */
  readonly numbers: number[];
  /** In the order of `setList`. */
  readonly lists: readonly (Float64Array | undefined)[];
  /** Whether the length that a scaling goes by is that of the call's positions. */
  readonly open: boolean;
}

/** Where some of the numbers are. */
export enum At {
  dim = 1,
  shift = 3,
  origin = 4,
  spacing = 7,
  pairing = 12,
  padding = 14,
  xposCenter = 16,
}
/** Which of the lists the sections are. */
const SECTIONS = 4;
const SHIFTED = 2;

/** Numbers come first, in the order that the module takes them. Names are in the order of the C++ enumeration. */
const SCALARS = 'dim! base=10000 shift? origin=0 scale=1 valueScale=1 spacing:paper|endpoint|shifted|linear';
const COLUMNS = 'layout:interleaved|halves order:sin-cos|cos-sin odd:truncate|truncate-next|zero|error';
const ROTARY = 'pairing:adjacent|half sectionOrder:chunked|interleaved|interleaved-fourth|alternating padding?';
const LISTS = 'frequencies[] frequencyFactors[] scaling* xpos* sections[whole]';
const FIELDS = wordsOf(`kind:sinusoid ${SCALARS} unit:radian|half-turn|turn ${COLUMNS} ${ROTARY} ${LISTS}`);
const readXPos = reader('scaleBase! center=0 gamma=0.4');
/** What the encoding of an axis may have, which may be a preset's. */
export const OF_AXES = [...FIELDS.keys.slice(0, At.pairing), ...FIELDS.keys.slice(At.padding + 1, -2)];

/** What is read after the numbers. */
type Lists = [frequencies: List, factors: List, scaling: unknown, xpos: unknown, sections: List];
type List = Float64Array | undefined;
const NO_XPOS = [0, 0, 0] as const;

/** What was described last: most calls are about the same encoding. */
let kept: readonly [Given, EncodingArguments] | undefined;

/** Whether both have the same fields, all of them numbers and names. */
function alike(a: Given, b: Given): boolean {
  let left = Object.keys(b).length;
  for (const key in a) {
    // What is undefined may stand under a key that is not known.
    if (a[key] !== b[key] || a[key] === undefined || typeof a[key] === 'object') return false;
    --left;
  }
  return !left;
}

/** The sinusoidal encoding that a copy of the caller's object describes. */
export function describedBy(given: Given): EncodingArguments {
  if (!(kept && alike(given, kept[0]))) kept = [given, encodingOf(knowing('encoding', given, FIELDS.keys))];
  return kept[1];
}

/** A sinusoidal encoding where there may be no other. */
export function readEncoding(value: unknown): EncodingArguments {
  const given = plain('encoding', value);
  choice('kind', given.kind, ['sinusoid']);
  return describedBy(given);
}

/** The encoding that an object describes, which may describe more. */
export function encodingOf(given: Given): EncodingArguments {
  const values = FIELDS.values(given);
  const numbers = values.slice(0, At.padding + 1) as number[];
  const [frequencies, factors, scaling, xpos, sections] = values.slice(At.padding + 1) as Lists;
  const scaled = scaling === undefined ? NO_SCALING : readScaling(scaling);
  numbers[0] = Number(values[At.padding] !== undefined) + 2 * Number(xpos !== undefined) + 4 * scaled.given;
  if (values[At.spacing] !== SHIFTED) values[At.shift] ??= 0;
  numbers[At.shift] = number('shift', values[At.shift]);
  numbers[At.padding] ??= 0;
  return {
    numbers: [...numbers, ...(xpos === undefined ? NO_XPOS : readXPos('xpos', xpos, 'xpos.')), ...scaled.numbers],
    lists: [frequencies, factors, ...scaled.lists, sections],
    open: scaled.open,
  };
}

/** How many position streams there are, with sections. */
export const streamsOf = ({ lists }: EncodingArguments): number => lists[SECTIONS]?.length ?? 0;

/** The same at distances: what is allowed for positions is then what is allowed for distances. */
export function withoutOrigin(encoding: EncodingArguments): EncodingArguments {
  const numbers = [...encoding.numbers];
  numbers[At.origin] = 0;
  numbers[At.xposCenter] = 0;
  return { ...encoding, numbers };
}
