// What is read for a command: files, and the encoding that `encode` and `rotary` are asked for.
import { readFileSync } from 'node:fs';
import { nearestOf } from '../fields.js';
import { presets } from '../index.js';
import type { Encoding } from '../types.js';
import { type Arguments, UsageError } from './arguments.js';
import { ENCODING } from './usage.js';

const TEXTS = ['spacing', 'unit', 'layout', 'order', 'odd', 'pairing'];
const NOT_FIELDS = ['preset', 'set', 'encoding'];

/** A file's bytes; - is the standard input. */
export function read(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reasons: { readonly [code: string]: string } = { ENOENT: 'no such file', EISDIR: 'is a folder' };
    throw new Error(`cannot read ${path}: ${reasons[code] ?? message}`, { cause: error });
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
    if (typeof encoding !== 'object' || encoding === null || Array.isArray(encoding))
      throw new UsageError(`invalid --encoding: ${JSON.stringify(encoding)} (an object)`);
    return { ...encoding, ...fields } as Encoding;
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
  if (!options.length) return { ...(makers[preset]?.(dim) as Encoding), ...others } as Encoding;
  // A preset without options would leave them unread, and make what was not asked for.
  let isRead = false;
  const watched = new Proxy(Object.fromEntries(options), {
    ownKeys(target) {
      isRead = true;
      return Reflect.ownKeys(target);
    },
  });
  const made = makers[preset]?.(dim, watched) as Encoding;
  if (!isRead) throw new UsageError(`invalid --set: the preset '${preset}' has no options`);
  return { ...made, ...others } as Encoding;
}

function parseJson(parameter: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`invalid ${parameter}: ${cause instanceof Error ? cause.message : cause} (JSON)`);
  }
}
