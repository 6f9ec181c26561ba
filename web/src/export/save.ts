/** From bytes to a file of the reader's: straight to the disk where the browser can, else in parts and all at once. */

import type { AnyEncoding } from '../encoding.ts';
import type { Values } from '../field.ts';
import { encodingFrom, isTableKind, kindOf } from '../fields.ts';
import { dimOf, rowsOf } from '../rows.ts';
import { numberIn } from '../state.ts';
import type { TableFormat } from './rows.ts';
import type { Job, Report } from './worker.ts';

/** Without a way to the disk, a file is held whole before it is saved. */
export const mostHeldBytes = 2 * 2 ** 30;

interface FilePicker {
  showSaveFilePicker?(options: {
    suggestedName: string;
  }): Promise<{ createWritable(): Promise<FileSystemWritableFileStream> }>;
}

/** Hands a file to the browser. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to read after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** About how many bytes the file of a table has. */
export function sizeOf(values: Values, format: TableFormat): number {
  const encoding = encodingFrom(values) as unknown as AnyEncoding;
  const cells = rowsOf(values).length * dimOf(values, encoding);
  const heads = isTableKind(kindOf(values)) ? 1 : numberIn(values, 'heads', 1);
  return cells * heads * (format === 'csv' ? 11 : 4);
}

export interface Progress {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Where pieces go: to a file that the reader chose, or into parts of a Blob. */
interface Sink {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

async function sinkOf(name: string, bytes: number): Promise<Sink> {
  const { showSaveFilePicker } = window as FilePicker;
  // Small files need no question where to put them.
  if (showSaveFilePicker && bytes > 64 * 2 ** 20) {
    const file = await (await showSaveFilePicker({ suggestedName: name })).createWritable();
    return { write: (piece) => file.write(piece), close: () => file.close(), abort: () => file.abort() };
  }
  if (bytes > mostHeldBytes) {
    const size = (bytes / 2 ** 30).toFixed(1);
    throw new RangeError(
      `The file would have ${size} GiB; this browser can save at most ${mostHeldBytes / 2 ** 30} GiB. A smaller length helps, or the code in the menu “Share”.`,
    );
  }
  const parts: Blob[] = [];
  return {
    write: async (piece) => {
      parts.push(new Blob([piece]));
    },
    close: async () => download(name, new Blob(parts, { type: 'application/octet-stream' })),
    abort: async () => {
      parts.length = 0;
    },
  };
}

/** Computes and saves a table. Ends with an AbortError if the reader cancels. */
export async function saveTable(name: string, job: Job, { onProgress, signal }: Progress): Promise<void> {
  const bytes = sizeOf(job.values, job.format);
  const sink = await sinkOf(name, bytes);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  try {
    await new Promise<void>((resolve, reject) => {
      let written = 0;
      const refuse = (): void => reject(new DOMException('The export was cancelled.', 'AbortError'));
      if (signal.aborted) refuse();
      signal.addEventListener('abort', refuse, { once: true });
      worker.addEventListener('error', (event) =>
        reject(new Error(event.message || 'The export could not be started.')),
      );
      worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
        if ('problem' in data) reject(new Error(data.problem));
        else if ('isDone' in data) resolve();
        else {
          written += data.piece.length;
          onProgress(Math.min(1, written / bytes));
          sink.write(data.piece).then(() => worker.postMessage('more'), reject);
        }
      });
      worker.postMessage(job);
    });
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  } finally {
    worker.terminate();
  }
}
