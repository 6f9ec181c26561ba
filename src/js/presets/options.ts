// What presets share: reading options, freezing results.
import { arrayClass, wrongType, wrongValue } from '../errors.js';
import { fields, number } from '../fields.js';

/** Base of the frequencies. */
export interface ThetaOptions {
  readonly theta?: number | undefined;
}

/** The options of a preset, read once. */
export const read = <T extends object>(value: T, known: readonly (keyof T & string)[]): T =>
  fields('options', value, known) as T;

/** Freezes an encoding throughout, without the fields that nobody gave. */
export function frozen<T extends object>(value: T): T {
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) delete value[key as keyof T];
    else if (typeof part === 'object') frozen(part);
  }
  return Object.freeze(value);
}

/** A number that may be absent. */
export const maybe = (parameter: string, value: unknown): number | undefined =>
  value === undefined ? undefined : number(parameter, value);

export function flag(parameter: string, value: unknown, absent = false): boolean {
  if (typeof value === 'boolean') return value;
  if (value === undefined) return absent;
  throw wrongType(parameter, value, 'true or false');
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
