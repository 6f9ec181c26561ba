// What presets share: reading options, freezing results.
import { arrayClass, wrongType, wrongValue } from '../errors.js';
import { choice, fields, number } from '../fields.js';

/** Base of the frequencies. */
export interface ThetaOptions {
  readonly theta?: number | undefined;
}

type Reader = (parameter: string, value: unknown) => unknown;

/** What an option may be, by what it is when absent. */
type Default = number | boolean | undefined | readonly string[] | Reader;

/** A number, true or false; a number that may be absent; one of some names, first the default; what a function reads. */
type Read<D> = D extends number
  ? number
  : D extends boolean
    ? boolean
    : D extends readonly (infer Name)[]
      ? Name
      : D extends (parameter: string, value: unknown) => infer Value
        ? Value | undefined
        : number | undefined;

/** The options of a preset, read once, or their defaults. */
export function read<T extends object, const D extends { readonly [K in keyof T]-?: Default }>(
  options: T,
  defaults: D,
): { readonly [K in keyof D]: Read<D[K]> } {
  const given = fields('options', options, Object.keys(defaults)) as Readonly<Record<string, unknown>>;
  const entries = Object.entries<Default>(defaults).map(([name, absent]) => [name, one(name, given[name], absent)]);
  return Object.fromEntries(entries);
}

function one(name: string, value: unknown, absent: Default): unknown {
  if (typeof absent === 'object') return absent[choice(name, value, absent)];
  if (value === undefined) return typeof absent === 'function' ? undefined : absent;
  if (typeof absent === 'function') return absent(name, value);
  if (typeof absent !== 'boolean') return number(name, value);
  if (typeof value === 'boolean') return value;
  throw wrongType(name, value, 'true or false');
}

/** A copy of a list, so that an encoding stays JSON-able. */
export function numbers(parameter: string, value: unknown): number[] {
  if (!arrayClass(value)) throw wrongType(parameter, value, 'an array of numbers');
  return Array.from(value as number[], (item) => number(parameter, item));
}

/** What the original asserts. */
export function multiple(parameter: string, value: number, of: number): number {
  if (number(parameter, value) % of !== 0) throw wrongValue(parameter, value, `a multiple of ${of}`);
  return value;
}

/** A small count that decides how long an encoding's own lists are, so that it is checked before they are made. */
export function count(parameter: string, value: unknown, least: number, most: number): number {
  const given = number(parameter, value);
  if (Number.isInteger(given) && given >= least && given <= most) return given;
  throw wrongValue(parameter, given, `a whole number from ${least} to ${most}`);
}
