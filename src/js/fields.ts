// Reading plain objects that callers pass: every property once, into a copy.
import { readFactors } from './arrays.js';
import { arrayClass, show, wrongType, wrongValue } from './errors.js';

export type Fields<Key extends string> = { readonly [K in Key]?: unknown };

export type Given = Fields<string>;

/** A copy of an object's own properties. */
export function plain(parameter: string, value: unknown): Given {
  if (typeof value !== 'object' || value === null || arrayClass(value)) {
    throw wrongType(parameter, value, 'an object');
  }
  return { ...value };
}

/** The same. A key that is not known is a TypeError that names the nearest known one. */
export const fields = <Key extends string>(parameter: string, value: unknown, known: readonly Key[]): Fields<Key> =>
  knowing(parameter, plain(parameter, value), known);

/** The copy itself. */
export function knowing<Key extends string>(parameter: string, copy: Given, known: readonly Key[]): Fields<Key> {
  for (const key in copy) {
    if (!(known as readonly string[]).includes(key)) {
      const nearest = nearestOf(key, known);
      const hint = nearest ? `did you mean '${nearest}'?` : `known are ${known.join(', ')}`;
      throw new TypeError(`invalid ${parameter}: unknown key ${show(key)} (${hint})`);
    }
  }
  return copy as Fields<Key>;
}

/** The known name that a word is a slip of: the letters that only one of them has are at most half of the word's. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const start = word.slice(0, 60);
  const distance = (name: string): number => lacking(start, name) + lacking(name, start);
  const [nearest] = [...known].sort((a, b) => distance(a) - distance(b)) as [string];
  return distance(nearest) <= start.length / 2 ? nearest : undefined;
}

/** How many letters of a word another lacks. */
const lacking = (word: string, other: string): number =>
  [...word.toLowerCase()].filter((letter) => !other.toLowerCase().includes(letter)).length;

/** A number of whatever value: the WebAssembly module checks that. The sum makes 0 of -0, as JSON does. */
export function number(parameter: string, value: unknown): number {
  if (typeof value === 'number') return value + 0;
  throw wrongType(parameter, value, 'a number');
}

/** True or false, as 1 or 0. */
export function truth(parameter: string, value: unknown): number {
  if (typeof value === 'boolean') return Number(value);
  throw wrongType(parameter, value, 'true or false');
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
type Read = (parameter: string, value: unknown, names: readonly string[]) => unknown;

/** By the sign after a key; others are numbers. */
const SIGNS: Record<string, Read> = {
  '*': (_, value) => value,
  ':': choice,
  '[': (parameter, value, [item]) => readFactors(parameter, value, item === 'whole]'),
};

/** In place of a value that has to be there. */
const MISSING = {};

type Value<Word extends string> = Word extends `${string}*`
  ? unknown
  : Word extends `${string}?`
    ? number | undefined
    : Word extends `${string}[!]`
      ? Float64Array
      : Word extends `${string}]`
        ? Float64Array | undefined
        : number;

type Values<Text extends string> = Text extends `${infer Word} ${infer Words}`
  ? [Value<Word>, ...Values<Words>]
  : [Value<Text>];

export interface Words<Text extends string> {
  readonly keys: readonly string[];
  /**
   * The values of an object in the order of the words; other keys are left alone.
   * @param prefix of the keys in messages
   */
  values(given: Given, prefix?: string): Values<Text>;
}

/**
 * Keys of objects and what stands under them:
 *   dim!           a number
 *   base=10000     a number, and what it is if absent; with true or false, these as 1 and 0
 *   padding?       a number or undefined
 *   order:a|b      one of these names, as its index; the first if absent
 *   factors[]      a list of numbers, copied, or undefined; [!]: never undefined, [whole]: whole numbers
 *   into*          whatever it is
 */
export function wordsOf<const Text extends string>(text: Text): Words<Text> {
  const words = text.split(' ').map((word) => {
    const [, key, sign, rest] = /(\w+)(.)(.*)/.exec(word) as unknown as [string, string, string, string];
    const absent =
      sign === '=' ? Number(JSON.parse(rest)) : sign === ':' ? 0 : word.includes('!') ? MISSING : undefined;
    const read = SIGNS[sign] ?? (/true|false/.test(rest) ? truth : number);
    const names = rest.split('|');
    return [key, absent, (prefix: string, value?: unknown) => read(prefix + key, value, names)] as const;
  });
  const keys = words.map(([key]) => key);
  const absents = words.map(([, absent]) => absent);
  const reads = words.map(([, , read]) => read);
  return {
    keys,
    values(given, prefix = '') {
      const values: unknown[] = absents.slice();
      // What is absent is not looked at: calls are counted in tenths of microseconds.
      for (const key in given) {
        const k = keys.indexOf(key);
        const value = given[key];
        if (k >= 0 && value !== undefined) values[k] = reads[k]?.(prefix, value);
      }
      for (let k = 0; k < values.length; ++k) if (values[k] === MISSING) reads[k]?.(prefix);
      return values as Values<Text>;
    },
  };
}

/** Reads objects with these keys alone. */
export function reader<const Text extends string>(text: Text) {
  const { keys, values } = wordsOf(text);
  return (parameter: string, value: unknown, prefix?: string): Values<Text> =>
    values(fields(parameter, value, keys), prefix);
}

/** The same of options, which may be absent. */
export function optional<const Text extends string>(text: Text, parameter = 'options') {
  const { keys, values } = wordsOf(text);
  return (options: unknown): Values<Text> => values(options === undefined ? {} : fields(parameter, options, keys));
}

/**
 * Reads objects of several kinds, each with keys of its own: the index of the kind (-1 for none), its values, and a copy
 * of the object.
 * @param kinds words by name
 * @param key where an object names its kind; absent: an object is of the kind of whose name it has a key
 */
export function variants(kinds: Readonly<Record<string, string>>, key?: string) {
  const names = Object.keys(kinds);
  const known = Object.values(kinds).map((text) => wordsOf(key ? `${text} ${key}*` : text));
  const keys = known.flatMap((words) => words.keys);
  return (parameter: string, value: unknown, prefix = ''): [kind: number, values: unknown[], given: Given] => {
    const given = plain(parameter, value);
    const kind = key ? choice(prefix + key, given[key], names, true) : names.findIndex((name) => name in given);
    const words = known[kind];
    knowing(parameter, given, words?.keys ?? keys);
    return [kind, words?.values(given, prefix) ?? [], given];
  };
}
