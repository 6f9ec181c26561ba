// The command `posenc`: exit status 0 if all is well, 1 for a failure, 2 for a wrong command line.
import { constants } from 'node:os';
import process from 'node:process';
import { version } from '../generated/version.js';
import { type Arguments, readArguments, UsageError } from './arguments.js';
import { config, identify } from './inspect.js';
import { Closed, discardAll, standardOutput } from './output.js';
import { encode, rotary } from './tables.js';
import { help } from './usage.js';

const RUN: { readonly [command: string]: (given: Arguments) => Promise<void> } = { encode, rotary, identify, config };

const print = (text: string): Promise<void> => standardOutput().write(new TextEncoder().encode(text));

async function main(words: readonly string[]): Promise<void> {
  const given = readArguments(words);
  const { command } = given;
  if (given.flag('help')) return print(help(command));
  if (given.flag('version')) return print(`${version}\n`);
  if (command === undefined) throw new UsageError('a command is missing');
  return RUN[command]?.(given);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    discardAll();
    process.exit(128 + constants.signals[signal]);
  });
}

const words = process.argv.slice(2);
main(words).catch((error: unknown) => {
  discardAll();
  if (error instanceof Closed) return;
  const usage = error instanceof UsageError || (error as Error).cause instanceof UsageError;
  const [command] = words;
  const more = usage ? `\nTry 'posenc ${command && command in RUN ? `${command} ` : ''}--help'.` : '';
  process.stderr.write(`posenc: ${error instanceof Error ? error.message : error}${more}\n`);
  process.exitCode = usage ? 2 : 1;
});
