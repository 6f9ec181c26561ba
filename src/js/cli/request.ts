// What `encode` and `rotary` are asked for: an encoding, and positions that can be made piece by piece.
import { existsSync, readFileSync } from 'node:fs';
import { nearestOf } from '../fields.js';
import { readNpy } from '../files.js';
import { presets } from '../index.js';
import type { Encoding, GridPositions, Positions } from '../types.js';
import { type Arguments, readNumber, UsageError } from './arguments.js';
import { ENCODING } from './usage.js';

const TEXTS = ['spacing', 'unit', 'layout', 'order', 'odd', 'pairing'];
const NOT_FIELDS = ['preset', 'set', 'encoding'];

/** A file's bytes; - is the standard input. */
export function read(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`cannot read ${path}: ${code === 'ENOENT' ? 'no such file' : message}`, { cause: error });
  }
}

const readText = (path: string): string => new TextDecoder().decode(read(path));

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The encoding as options name it: whole as JSON, by a preset, or by its fields; fields given beside override. */
export function readEncoding(given: Arguments): Encoding {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(ENCODING)) {
    if (NOT_FIELDS.includes(name)) continue;
    const value = TEXTS.includes(name) ? given.text(name) : given.number(name);
    if (value !== undefined) fields[camel(name)] = value;
  }
  const json = given.text('encoding');
  const preset = given.text('preset');
  if (json !== undefined && preset !== undefined) throw new UsageError('--encoding and --preset exclude each other');
  if (preset === undefined && given.texts('set').length) throw new UsageError('--set needs --preset');
  if (json !== undefined) {
    const encoding = parseJson('--encoding', json.startsWith('@') ? readText(json.slice(1)) : json);
    return { ...(encoding as Encoding), ...fields };
  }
  if (fields.dim === undefined) throw new UsageError('--dim is missing');
  if (preset === undefined) return fields as unknown as Encoding;
  const makers = presets as unknown as { [name: string]: (...values: unknown[]) => Encoding };
  const known = Object.keys(makers);
  if (!known.includes(preset)) {
    const nearest = nearestOf(preset, known);
    throw new UsageError(
      `unknown preset '${preset}' (${nearest === undefined ? known.join(', ') : `did you mean '${nearest}'?`})`,
    );
  }
  const options = given.texts('set').map((text) => {
    const [key = '', ...rest] = text.split('=');
    if (!rest.length) throw new UsageError(`invalid --set: '${text}' (KEY=VALUE)`);
    const value = rest.join('=');
    try {
      return [key, JSON.parse(value)];
    } catch {
      return [key, value];
    }
  });
  const { dim, ...others } = fields;
  const made = makers[preset]?.(dim, ...(options.length ? [Object.fromEntries(options)] : [])) as Encoding;
  return { ...made, ...others } as Encoding;
}

function parseJson(parameter: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`invalid ${parameter}: ${cause instanceof Error ? cause.message : cause} (JSON)`);
  }
}

export interface Rows {
  /** The sizes that the positions have. */
  readonly shape: readonly number[];
  readonly count: number;
  /** The largest position, for scalings that depend on the length reached. */
  readonly largest: number;
  /** Positions from `first` on, exactly those of the whole; undefined where they cannot be divided. */
  part(first: number, count: number): Positions | GridPositions;
  readonly whole?: GridPositions;
}

export const readSizes = (parameter: string, text: string): number[] => {
  const sizes = text.split(/[x,]/).map((size) => readNumber(parameter, size));
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new UsageError(`invalid ${parameter}: '${text}' (whole numbers from 0, such as 14x14)`);
  return sizes;
};

export function readRows(given: Arguments): Rows {
  const ways = ['count', 'positions', 'grid'].filter((name) => given.text(name) !== undefined);
  if (ways.length !== 1) throw new UsageError('one of --count, --positions and --grid is needed');
  const [start, step] = [given.number('start') ?? 0, given.number('step') ?? 1];
  const written = given.text('positions');
  const grid = given.text('grid');
  if ((written ?? grid) !== undefined && (given.text('start') ?? given.text('step')) !== undefined)
    throw new UsageError('--start and --step need --count');
  if (grid !== undefined) {
    const sizes = readSizes('--grid', grid);
    const whole: GridPositions = { grid: sizes };
    return {
      shape: sizes,
      count: sizes.reduce((product, size) => product * size, 1),
      largest: 0,
      part: () => whole,
      whole,
    };
  }
  if (written !== undefined) return listed(written);
  const count = given.number('count') as number;
  if (!(Number.isSafeInteger(count) && count >= 0))
    throw new UsageError(`invalid --count: ${count} (a whole number from 0)`);
  // Between whole numbers a part of a progression is a progression; else it is the list that the whole means.
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(step) && Number.isSafeInteger(start + step * count);
  const part = (first: number, size: number): Positions =>
    whole
      ? { start: start + first * step, step, count: size }
      : step === 0
        ? { start, step, count: size }
        : Float64Array.from({ length: size }, (_, k) => start + (first + k) * step);
  return { shape: [count], count, largest: Math.max(start, start + step * Math.max(count - 1, 0)), part };
}

const LIST = /^\s*[-+.\deE]+(?:[\s,]+[-+.\deE]+)*\s*,?\s*$/;

function listed(written: string): Rows {
  const isFile = !LIST.test(written) || existsSync(written);
  if (isFile && written.endsWith('.npy')) {
    const { data, shape, dtype } = readNpy(read(written));
    if (dtype === 'float16') throw new UsageError(`invalid --positions: ${dtype} in ${written} (a wider format)`);
    let largest = 0;
    for (const value of data) largest = Math.max(largest, Number(value));
    return { shape, count: data.length, largest, part: (first, count) => data.subarray(first, first + count) };
  }
  const text = isFile ? readText(written) : written;
  const words = text.split(/[\s,]+/).filter(Boolean);
  const data = Float64Array.from(words, (word) => readNumber('--positions', word));
  const largest = data.reduce((most, value) => Math.max(most, value), 0);
  return {
    shape: [data.length],
    count: data.length,
    largest,
    part: (first, count) => data.subarray(first, first + count),
  };
}
