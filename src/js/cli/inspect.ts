// `identify` and `config`: files read and described.
import process from 'node:process';
import { readNpy, readSafetensors } from '../files.js';
import { fromHuggingFace } from '../huggingface.js';
import { createPosenc, identify as identifyTable } from '../index.js';
import type { FileTable, IdentifyTable } from '../types.js';
import { type Arguments, UsageError } from './arguments.js';
import { standardOutput } from './output.js';
import { read, readSizes } from './request.js';

const within = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

const print = (text: string): Promise<void> => standardOutput().write(new TextEncoder().encode(`${text}\n`));

/** Typed arrays as lists. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, item) => (ArrayBuffer.isView(item) ? Array.from(item as Float64Array) : item), 2) ?? 'null';

function tableOf(path: string, given: Arguments): FileTable {
  const bytes = read(path);
  const name = given.text('tensor');
  if (bytes[0] === 0x93) {
    if (name !== undefined) throw new UsageError('--tensor is for .safetensors files');
    return readNpy(bytes);
  }
  const { tensors } = readSafetensors(bytes);
  const names = Object.keys(tensors);
  if (name === undefined && names.length !== 1)
    throw new UsageError(
      `--tensor is missing: one of ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', ...' : ''}`,
    );
  const wanted = name ?? (names[0] as string);
  if (!names.includes(wanted))
    throw new UsageError(`there is no '${name}' in ${path}: ${names.slice(0, 20).join(', ')}`);
  return tensors[wanted] as FileTable;
}

export async function identify(given: Arguments): Promise<void> {
  const [path] = given.operands as [string];
  const table = within(path, () => {
    const { data, shape, dtype } = tableOf(path, given);
    const written = given.text('shape');
    const float = /float/.test(dtype) ? { dtype } : {};
    return { data, shape: written === undefined ? shape : readSizes('--shape', written), ...float } as IdentifyTable;
  });
  const posenc = await createPosenc();
  const found = within(path, () => identifyTable(posenc, table));
  if (given.flag('json')) return print(json(found));
  const lines = found.matches.map(({ name, preset, largestDifference, at, words, encoding }) => {
    const where = `${largestDifference.toPrecision(2)} at [${at.join(', ')}]`;
    return `  ${where.padEnd(24)}${name}: ${words.join('; ')}\n${' '.repeat(26)}${preset ?? JSON.stringify(encoding)}`;
  });
  return print(
    [`${found.verdict}: ${found.text}`, ...(lines.length ? ['', 'Largest differences:', ...lines] : [])].join('\n'),
  );
}

export async function config(given: Arguments): Promise<void> {
  const [path] = given.operands as [string];
  const text = new TextDecoder().decode(read(path));
  await print(json(within(path, () => fromHuggingFace(JSON.parse(text)))));
  process.exitCode = 0;
}
