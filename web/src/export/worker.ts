/** Makes the file of a table away from the page, so that the page stays quick. One job a worker. */

import { createPosenc } from 'posenc';
import type { Values } from '../field.ts';
import { fileOf, type TableFormat, wholeTable } from './rows.ts';

export interface Job {
  readonly values: Values;
  readonly format: TableFormat;
}

export type Report =
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly isDone: true }
  | { readonly problem: string };

/** The page asks for the next piece once it has put away the last, so that pieces never pile up. */
let more: () => void = () => undefined;

async function run({ values, format }: Job): Promise<void> {
  const table = wholeTable(await createPosenc(), values);
  for await (const bytes of fileOf(table, format, values)) {
    const piece = bytes.slice();
    const isWanted = new Promise<void>((resolve) => {
      more = resolve;
    });
    postMessage({ piece } satisfies Report, { transfer: [piece.buffer] });
    await isWanted;
  }
  postMessage({ isDone: true } satisfies Report);
}

addEventListener('message', ({ data }: MessageEvent<Job | 'more'>) => {
  if (data === 'more') more();
  else {
    run(data).catch((error: unknown) => {
      postMessage({ problem: error instanceof Error ? error.message : String(error) } satisfies Report);
    });
  }
});
