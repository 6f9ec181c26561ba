// Reading plain objects that callers pass: every property once, into a copy.
import { readFactors } from './arrays.js';
import { arrayClass, show, wrongType, wrongValue } from './errors.js';

export type Fields<Key extends string> = { readonly [K in Key]?: unknown };

/** A copy of an object's own properties. */
export function plain(parameter: string, value: unknown): { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null || arrayClass(value)) {
    throw wrongType(parameter, value, 'an object');
  }
  return { ...value };
}

/** The same. A key that is not known is a TypeError that names the nearest known one. */
export function fields<Key extends string>(parameter: string, value: unknown, known: readonly Key[]): Fields<Key> {
  const copy = plain(parameter, value);
  for (const key in copy) {
    if (!(known as readonly string[]).includes(key)) {
      const nearest = nearestOf(key, known);
      const hint = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean '${nearest}'?`;
      throw new TypeError(`invalid ${parameter}: unknown key ${show(key)} (${hint})`);
    }
  }
  return copy as Fields<Key>;
}

/** The known name that a word is a slip of: at most half of its letters are other ones. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const [nearest] = [...known].sort((a, b) => distance(word, a) - distance(word, b));
  return nearest !== undefined && distance(word, nearest) <= word.length / 2 ? nearest : undefined;
}

/** How many letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 0; i < a.length && i < 60; ++i) {
    const next = [i + 1];
    for (let k = 0; k < b.length; ++k) {
      const replaced = (row[k] as number) + Number(a[i]?.toLowerCase() !== b[k]?.toLowerCase());
      next.push(Math.min(replaced, (next[k] as number) + 1, (row[k + 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** A number of whatever value: the WebAssembly module checks that. The sum makes 0 of -0, as JSON does. */
export function number(parameter: string, value: unknown, absent?: number): number {
  if (typeof value === 'number') return value + 0;
  if (value === undefined && absent !== undefined) return absent;
  throw wrongType(parameter, value, 'a number');
}

/** The index of a name among those allowed; the first is the default, unless one is required. */
export function choice(parameter: string, value: unknown, names: readonly string[], required = false): number {
  if (value === undefined && !required) return 0;
  const index = names.indexOf(value as string);
  if (index >= 0) return index;
  const quoted = names.map((name) => `'${name}'`).join(', ');
  // The last comma.
  const allowed = quoted.replace(/,(?=[^,]*$)/, ' or');
  throw (typeof value === 'string' ? wrongValue : wrongType)(parameter, value, allowed);
}

/** The value of a word, read of what stands under its key; `parameter` is what errors call it. */
type Read = (parameter: string, value: unknown) => unknown;

/** By the sign after a key. */
const SIGNS: Record<string, (rest: string) => Read> = {
  '*': () => (_, value) => value,
  '!': () => (parameter, value) => number(parameter, value),
  '?': () => (parameter, value) => (value === undefined ? value : number(parameter, value)),
  '=': (rest) => {
    const absent = JSON.parse(rest);
    if (typeof absent === 'number') return (parameter, value) => number(parameter, value, absent);
    return (parameter, value = absent) => {
      if (typeof value !== 'boolean') throw wrongType(parameter, value, 'true or false');
      return Number(value);
    };
  },
  ':': (rest) => {
    const names = rest.split('|');
    return (parameter, value) => choice(parameter, value, names);
  },
  '[': (rest) => (parameter, value) => readFactors(parameter, value, rest === 'whole]', rest === 'must]'),
};

type Value<Word extends string> = Word extends `${string}*`
  ? unknown
  : Word extends `${string}?`
    ? number | undefined
    : Word extends `${string}[must]`
      ? Float64Array
      : Word extends `${string}]`
        ? Float64Array | undefined
        : number;

type Values<Text extends string> = Text extends `${infer Word} ${infer Words}`
  ? [Value<Word>, ...Values<Words>]
  : [Value<Text>];

/** A word and its key, sign and rest. */
type Word = [string, string, string, string];

export interface Reader<Text extends string, Others> {
  /**
   * The values of an object in the order of the words; where others are allowed, last a copy of these.
   * @param prefix of the keys in messages
   */
  (
    parameter: string,
    value: unknown,
    prefix?: string,
  ): Others extends string ? [...Values<Text>, Fields<string>] : Values<Text>;
  readonly keys: readonly string[];
}

/**
 * Reads objects with these keys:
 *   dim!           a number
 *   base=10000     a number, and what it is if absent; with true or false, these as 1 and 0
 *   padding?       a number or undefined
 *   order:a|b      one of these names, as its index; the first if absent
 *   factors[]      a list of numbers, copied, or undefined; [must]: never undefined, [whole]: whole numbers
 *   into*          whatever it is
 * @param others words whose keys are allowed too
 */
export function reader<const Text extends string, Others extends string | undefined = undefined>(
  text: Text,
  others?: Others,
): Reader<Text, Others> {
  const words = (others ? `${text} ${others}` : text)
    .split(' ')
    .map((word) => /(\w+)(.)(.*)/.exec(word) as unknown as Word);
  const keys = words.map(([, key]) => key);
  const own = words.slice(0, text.split(' ').length);
  const reads = own.map(([, , sign, rest]) => (SIGNS[sign] as (rest: string) => Read)(rest));
  const required = own.flatMap(([, key, sign, rest]) => (sign === '!' || rest === 'must]' ? [key] : []));
  const absent = reads.map((read, k) => (required.includes(keys[k] as string) ? undefined : read('', undefined)));
  const read = (parameter: string, value: unknown, prefix = ''): unknown => {
    const given: Fields<string> = fields(parameter, value, keys);
    const values = absent.slice();
    const rest: Record<string, unknown> = {};
    const put = (key: string): void => {
      const k = keys.indexOf(key);
      if (k < own.length) values[k] = (reads[k] as Read)(prefix + key, given[key]);
      else rest[key] = given[key];
    };
    // What is absent is not looked at: calls are counted in tenths of microseconds.
    for (const key in given) put(key);
    for (const key of required) if (given[key] === undefined) put(key);
    if (others) values.push(rest);
    return values;
  };
  return Object.assign(read, { keys }) as unknown as Reader<Text, Others>;
}

/** The same of options, which may be absent. */
export function optional<const Text extends string>(text: Text, parameter = 'options') {
  const read = reader(text);
  return (options: unknown = {}): Values<Text> => read(parameter, options);
}

/**
 * Reads objects of several kinds, each with keys of its own: the index of the kind (-1 for none), its values, and a copy
 * of the object.
 * @param kinds words by name
 * @param key where an object names its kind; absent: an object is of the kind of whose name it has a key
 */
export function variants(kinds: Readonly<Record<string, string>>, key?: string) {
  const names = Object.keys(kinds);
  const readers = Object.values(kinds).map((words) => reader(words, key && `${key}*`));
  const keys = readers.flatMap((read) => read.keys);
  return (parameter: string, value: unknown, prefix = ''): [kind: number, values: unknown[], given: Fields<string>] => {
    const given = fields<string>(parameter, value, keys);
    const kind = key ? choice(prefix + key, given[key], names, true) : names.findIndex((name) => name in given);
    return [kind, readers[kind]?.(parameter, given, prefix) ?? [], given];
  };
}
