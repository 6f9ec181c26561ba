// The package as users get it: packed, and installed in an empty folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const gzip = (data: string | Uint8Array): number => gzipSync(data, { level: 9 }).length;
export const bin = (name: string): string => join(root, 'node_modules/.bin', name);

export function run(folder: string, command: string, ...args: string[]): string {
  try {
    return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  }
}

export interface Packed {
  folder: string;
  tarball: string;
  /** Paths in the tarball. */
  files: string[];
  remove(): void;
}

export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  // The files are built already: `npm pack` by hand builds them first.
  const [packed] = JSON.parse(run(root, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  return {
    folder,
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }: { path: string }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Packs and installs, without any registry. */
export function install(): Packed {
  const packed = pack();
  writeFileSync(join(packed.folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  run(packed.folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', packed.tarball);
  return packed;
}
