// `identify` and `config`: files read and described.
import process from 'node:process';
import { readNpy, readSafetensors } from '../files.js';
import { fromHuggingFace } from '../huggingface.js';
import { createPosenc, identify as identifyTable } from '../index.js';
import type { FileTable, IdentifyTable } from '../types.js';
import { type Arguments, UsageError } from './arguments.js';
import { standardOutput } from './output.js';
import { read } from './request.js';
import { readSizes } from './rows.js';

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

function tableOf(path: string, bytes: Uint8Array, given: Arguments): FileTable {
  const name = given.text('tensor');
  if (bytes[0] === 0x93) {
    if (name !== undefined) throw new UsageError('--tensor is for .safetensors files');
    return readNpy(bytes);
  }
  // The header in JSON.
  if (bytes[8] !== 0x7b) {
    const zip = bytes[0] === 0x50 && bytes[1] === 0x4b ? ', but a zip such as .npz or .pt: take a table out of it' : '';
    throw new Error(`this is no .npy or .safetensors file${zip}`);
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
  const bytes = read(path);
  const table = within(path, () => {
    const { data, shape, dtype } = tableOf(path, bytes, given);
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
