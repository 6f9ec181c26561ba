// From the words of a command line to the values of its options.
import { parseArgs } from 'node:util';
import { nearestOf } from '../fields.js';
import { COMMANDS, type Option, STANDARD } from './usage.js';

/** A command line that cannot be meant: exit status 2. */
export class UsageError extends Error {}

export interface Arguments {
  /** The command; undefined for the standard options alone. */
  readonly command?: string | undefined;
  readonly operands: readonly string[];
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
  number(name: string): number | undefined;
}

const maybe = (word: string, known: readonly string[], prefix = ''): string => {
  const nearest = nearestOf(word, known);
  return nearest === undefined ? '' : ` (did you mean '${prefix}${nearest}'?)`;
};

export function readArguments(words: readonly string[]): Arguments {
  const [first] = words;
  const command = first !== undefined && !first.startsWith('-') ? first : undefined;
  if (command !== undefined && !Object.hasOwn(COMMANDS, command)) {
    throw new UsageError(`unknown command '${command}'${maybe(command, Object.keys(COMMANDS))}`);
  }
  const known: { readonly [name: string]: Option } =
    command === undefined ? STANDARD : (COMMANDS[command]?.options ?? {});
  const { values, positionals, tokens } = parseArgs({
    args: joined(command === undefined ? words : words.slice(1), known),
    // What is not known is found below, and named with the nearest.
    options: Object.fromEntries(
      Object.entries(known).map(([name, { type, short }]) => [
        name,
        { type, multiple: true, ...(short ? { short } : {}) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!option) throw new UsageError(`unknown option '${rawName}'${maybe(name, Object.keys(known), '--')}`);
    if (option.type === 'string' && value === undefined)
      throw new UsageError(`${rawName} needs a value: ${option.value}`);
    if (option.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value`);
    if (!option.multiple && (values[name] as unknown[]).length > 1) throw new UsageError(`${rawName} is given twice`);
  }
  const help = values.help !== undefined;
  const operands = command === undefined ? 0 : (COMMANDS[command]?.operands ?? 0);
  if (!help && positionals.length !== operands) {
    const extra = positionals[operands];
    throw new UsageError(extra === undefined ? `${command} needs a FILE` : `unexpected '${extra}'`);
  }
  const texts = (name: string) => (values[name] ?? []) as readonly string[];
  const text = (name: string) => texts(name)[0];
  return {
    command,
    operands: positionals,
    texts,
    text,
    flag: (name) => values[name] !== undefined,
    number(name) {
      const written = text(name);
      return written === undefined ? undefined : readNumber(`--${name}`, written);
    },
  };
}

export function readNumber(parameter: string, written: string): number {
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`invalid ${parameter}: '${written}' (a number)`);
  return value;
}

/** Puts an option and its value into one word, since '-5' and '-' would look like options. */
function joined(words: readonly string[], known: { readonly [name: string]: Option }): string[] {
  const result: string[] = [];
  const shorts = new Map<string, string>(
    Object.entries(known).flatMap(([name, { short }]) => (short ? [[`-${short}`, name] as const] : [])),
  );
  for (let k = 0; k < words.length; ++k) {
    const word = words[k] as string;
    if (word === '--') return [...result, ...words.slice(k)];
    const name = shorts.get(word) ?? (word.startsWith('--') ? word.slice(2) : '');
    const next = words[k + 1];
    if (Object.hasOwn(known, name) && known[name]?.type === 'string' && next !== undefined && !/^--\w/.test(next)) {
      result.push(`--${name}=${next}`);
      ++k;
    } else result.push(word);
  }
  return result;
}
