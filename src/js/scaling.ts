// `scaling`: how frequencies are reshaped, from the caller's object to the module's numbers.
import { variants, wordsOf } from './fields.js';

export interface ScalingArguments {
  /** The type, 0 without a scaling, and the others in the order of `setEncoding` in src/wasm/bindings.cpp. */
  readonly numbers: readonly number[];
  /** Which of those that may be absent are there, as bits. */
  readonly given: number;
  /** The short factors and the long ones. */
  readonly lists: readonly (Float64Array | undefined)[];
  readonly open: boolean;
}

/** What each type has to have, and keys that it may have. In the order of the C++ enumeration, from 1 on. */
const SCALINGS = {
  linear: 'factor!',
  ntk: 'factor!',
  dynamic: 'factor! originalLength! length*',
  yarn: 'factor! originalLength! betaFast* betaSlow* truncate* extrapolation* attentionFactor* mscale* mscaleAllDim*',
  longrope: 'factor! originalLength! shortFactor[!] longFactor[!] attentionFactor* length*',
  llama3: 'factor! originalLength! lowFreqFactor! highFreqFactor!',
  proportional: 'fraction! factor*',
};
const TYPES = Object.keys(SCALINGS);
const readType = variants(SCALINGS, 'type');

const LAW = 'factor=1 originalLength=0 betaFast=32 betaSlow=1 extrapolation=1 lowFreqFactor=1 highFreqFactor=4';
const OPTIONAL = 'length? attentionFactor? mscale? mscaleAllDim?';
const FIELDS = wordsOf(`shortFactor[] longFactor[] ${OPTIONAL} ${LAW} fraction=1 truncate=true`);

export const NO_SCALING: ScalingArguments = { numbers: [0], given: 0, lists: [undefined, undefined], open: false };

export function readScaling(value: unknown): ScalingArguments {
  const [type, , given] = readType('scaling', value, 'scaling.');
  const [short, long, ...numbers] = FIELDS.values(given, 'scaling.');
  const optional = numbers.splice(0, 4);
  const [length] = optional;
  return {
    numbers: [type + 1, ...(numbers as number[]), ...optional.map((item) => item ?? 0)],
    given: optional.reduce<number>((bits, item, k) => bits + (item === undefined ? 0 : 1 << k), 0),
    lists: [short, long],
    open: /dynamic|longrope/.test(TYPES[type] as string) && length === undefined,
  };
}
