// Files that are there as a whole or not at all, and streams that may be closed early.
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

/** The reader of the standard output has gone: no failure of ours. */
export class Closed extends Error {}

export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Puts the file in its place. */
  finish(): Promise<void>;
  /** Removes what there is of it. */
  discard(): Promise<void>;
}

const unfinished = new Set<string>();

/** Whatever ends the program: nothing unfinished stays. */
export function discardAll(): void {
  for (const path of unfinished) rmSync(path, { force: true });
  unfinished.clear();
}

export function standardOutput(): Sink {
  const { stdout } = process;
  // Else the error would also end the program by itself.
  stdout.on('error', () => {});
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stdout.write(bytes, (error) => {
          if (!error) resolve();
          else reject((error as NodeJS.ErrnoException).code === 'EPIPE' ? new Closed() : error);
        });
      }),
    finish: async () => {},
    discard: async () => {},
  };
}

const exists = (path: string) => new Error(`${path} exists (--force overwrites it)`);

/** A file, written beside its place under another name; a device or a pipe is written as it is. */
export async function fileSink(path: string, force: boolean): Promise<Sink> {
  const regular = !existsSync(path) || statSync(path).isFile();
  if (regular && existsSync(path) && !force) throw exists(path);
  const target = regular ? join(dirname(path), `.${basename(path)}.${process.pid}.part`) : path;
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(target, regular ? 'wx' : 'w');
  } catch (error) {
    throw explained(error, path, 0);
  }
  if (regular) unfinished.add(target);
  let written = 0;
  const discard = async () => {
    await file.close().catch(() => {});
    if (unfinished.delete(target)) rmSync(target, { force: true });
  };
  return {
    async write(bytes) {
      try {
        for (let at = 0; at < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, at);
          at += bytesWritten;
          written += bytesWritten;
        }
      } catch (error) {
        throw explained(error, path, written);
      }
    },
    async finish() {
      await file.close();
      if (!regular) return;
      place(target, path, force);
      unfinished.delete(target);
    },
    discard,
  };
}

/** A file that has come into being meanwhile is not overwritten either. */
function place(made: string, path: string, force: boolean): void {
  if (!force) {
    try {
      linkSync(made, path);
      rmSync(made);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(path);
      // A file system without links.
    }
  }
  renameSync(made, path);
}

const REASONS: { readonly [code: string]: string } = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'larger than files may be here',
  ENOENT: 'no such folder',
  ENOTDIR: 'no such folder',
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  EROFS: 'the file system is read-only',
};

function explained(error: unknown, path: string, written: number): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const after = written ? ` after ${size(written)}` : '';
  return code === 'EPIPE'
    ? new Closed()
    : new Error(`cannot write ${path}: ${REASONS[code] ?? message}${after}`, { cause: error });
}

/** Bytes for people: 4.2 MB. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    ++unit;
  }
  return `${unit ? value.toFixed(1) : value} ${units[unit]}`;
}

const INTERVAL = 100;

export interface Progress {
  add(bytes: number): void;
  end(): void;
}

/** One line on the standard error, written again and again. */
export function progressOver(total: number, shown: boolean): Progress {
  const begun = performance.now();
  let done = 0;
  let last = begun;
  const line = (now: number) => {
    const speed = done / Math.max((now - begun) / 1000, 1e-3);
    const share = total ? Math.floor((100 * done) / total) : 100;
    process.stderr.write(`\r${String(share).padStart(3)} %  ${size(done)} of ${size(total)}, ${size(speed)}/s   `);
  };
  return {
    add(bytes) {
      done += bytes;
      const now = performance.now();
      if (!shown || now - last < INTERVAL) return;
      last = now;
      line(now);
    },
    end() {
      if (!shown) return;
      line(performance.now());
      process.stderr.write('\n');
    },
  };
}
