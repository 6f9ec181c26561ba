// Reading parts of a config.json: fields by name, with errors that say where they stand. null is absent, as None is written.
import { arrayClass, wrongType, wrongValue } from '../errors.js';

/** An object of a config, read once, and what it is called. */
export interface Part {
  readonly path: string;
  readonly all: Readonly<Record<string, unknown>>;
}

export function part(path: string, value: unknown, defaults?: object): Part {
  if (typeof value !== 'object' || value === null || arrayClass(value)) throw wrongType(path, value, 'an object');
  return { path, all: { ...defaults, ...value } };
}

/** The first of some names that has a value. */
export function find({ path, all }: Part, names: string): [path: string, value: unknown] {
  const list = names.split(' ');
  const name = list.find((one) => (all[one] ?? undefined) !== undefined) ?? list[0];
  return [`${path}.${name}`, all[name as string] ?? undefined];
}

/** A number above 0 (or from 0): the first of some names, or what it is when absent. */
export function real(from: Part, names: string, absent?: number, least = Number.MIN_VALUE): number {
  const [path, value] = find(from, names);
  if (value === undefined && absent !== undefined) return absent;
  if (typeof value !== 'number') throw wrongType(path, value, 'a number');
  if (value >= least && value <= 1e100) return value;
  throw wrongValue(path, value, `a number ${least ? 'above' : 'from'} 0, at most 1e100`);
}

export function maybe(from: Part, names: string, least?: number): number | undefined {
  return find(from, names)[1] === undefined ? undefined : real(from, names, undefined, least);
}

export function whole(from: Part, names: string, absent?: number, least = 1): number {
  const value = real(from, names, absent, least ? undefined : 0);
  if (Number.isSafeInteger(value)) return value;
  throw wrongValue(find(from, names)[0], value, `a whole number from ${least} to 2^53`);
}

export function flag(from: Part, name: string, absent = false): boolean {
  const [path, value] = find(from, name);
  if (value === undefined || typeof value === 'boolean') return value ?? absent;
  throw wrongType(path, value, 'true or false');
}

/** Numbers above 0 (or from 0), so many: counted before they are copied. */
export function list(from: Part, name: string, length: number, least?: number): number[] {
  const [path, value] = find(from, name);
  if (arrayClass(value) !== 'Array') throw wrongType(path, value, 'an array of numbers');
  const found = (value as unknown[]).length;
  if (found !== length) throw wrongValue(`${path}.length`, found, `${length}`);
  const items = part(path, { ...(value as unknown[]) });
  return Array.from({ length }, (_, k) => real(items, `${k}`, undefined, least));
}

/** Whether a word is one of some that stand in a string. */
export const among = (words: string, word: unknown): boolean => words.split(' ').includes(word as string);

/** The words for a message. */
export const listed = (words: string): string => words.replaceAll(' ', ', ');

/** What belongs to some names. */
export type Entry<Value> = readonly [names: string, value: Value];

/** That of the first entry with a name. */
export const entryOf = <Value>(entries: readonly Entry<Value>[], name: unknown): Value | undefined =>
  entries.find(([names]) => among(names, name))?.[1];

export const namesOf = (entries: readonly Entry<unknown>[]): string =>
  listed(entries.map(([names]) => names).join(' '));
