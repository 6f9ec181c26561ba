// Runs the golden runner on files that a test makes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Golden } from './variants/tables.js';

export const here = fileURLToPath(new URL('.', import.meta.url));

const folders: string[] = [];
/** Called by every test file that runs files. */
export const removeFolders = () =>
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

/** Runs the runner; the counts of its last line are what the tests look at. */
export function run(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(here, 'run.mjs'), ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const lines = stdout.trimEnd().split('\n');
  const match = lines.at(-1)?.match(/^total passed=(\d+) weak=(\d+) failed=(\d+) unsupported=(\d+) worst=\S+$/);
  const [passed, weak, failed, unsupported] = match?.slice(1).map(Number) ?? [];
  return { status, stdout, stderr, lines, counts: { passed, weak, failed, unsupported } };
}

export function runFiles(files: Record<string, Golden | string>) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-golden-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return run('--verbose', folder);
}
