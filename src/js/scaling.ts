// `scaling`: how frequencies are reshaped, from the caller's object to the module's numbers.
import { readFactors } from './arrays.js';
import { choice, fields, flag, number } from './fields.js';

export interface ScalingArguments {
  readonly numbers: readonly number[];
  /** Which of OPTIONAL are there, as bits. */
  readonly given: number;
  readonly shortFactor: Float64Array | undefined;
  readonly longFactor: Float64Array | undefined;
  readonly open: boolean;
}

/** What each type has: fields that must be there, and those that may. In the order of the C++ enumeration, from 1 on. */
const SCALINGS: Record<string, readonly [must: string, may: string]> = {
  linear: ['factor', ''],
  ntk: ['factor', ''],
  dynamic: ['factor originalLength', 'length'],
  yarn: ['factor originalLength', 'betaFast betaSlow truncate extrapolation attentionFactor mscale mscaleAllDim'],
  longrope: ['factor originalLength shortFactor longFactor', 'attentionFactor length'],
  llama3: ['factor originalLength lowFreqFactor highFreqFactor', ''],
  proportional: ['fraction', 'factor'],
};
const TYPES = Object.keys(SCALINGS);

/** Numbers with what they are when absent, in the order of set_encoding in src/wasm/bindings.cpp. */
const DEFAULTS = {
  factor: 1,
  originalLength: 0,
  betaFast: 32,
  betaSlow: 1,
  extrapolation: 1,
  lowFreqFactor: 1,
  highFreqFactor: 4,
  fraction: 1,
};
/** Those whose absence means something. */
const OPTIONAL = ['length', 'attentionFactor', 'mscale', 'mscaleAllDim'];

const ALL = ['type', 'truncate', 'shortFactor', 'longFactor', ...Object.keys(DEFAULTS), ...OPTIONAL];

export function readScaling(value: unknown): ScalingArguments {
  const copy = fields('scaling', value, ALL);
  const type = choice('scaling.type', copy.type ?? null, TYPES);
  const name = TYPES[type] as string;
  const [must, may] = (SCALINGS[name] as readonly [string, string]).map((keys) => keys.split(' ')) as [
    string[],
    string[],
  ];
  const given = fields('scaling', copy, ['type', ...must, ...may]);
  const read = (key: string, absent: number): number =>
    number(`scaling.${key}`, given[key], must.includes(key) ? undefined : absent);
  return {
    numbers: [
      type + 1,
      ...Object.entries(DEFAULTS).map(([key, absent]) => read(key, absent)),
      Number(flag('scaling.truncate', given.truncate, true)),
      ...OPTIONAL.map((key) => read(key, 0)),
    ],
    given: OPTIONAL.reduce((bits, key, k) => bits + (given[key] === undefined ? 0 : 1 << k), 0),
    shortFactor: readFactors('scaling.shortFactor', given.shortFactor, false, name === 'longrope'),
    longFactor: readFactors('scaling.longFactor', given.longFactor, false, name === 'longrope'),
    open: (name === 'dynamic' || name === 'longrope') && given.length === undefined,
  };
}
