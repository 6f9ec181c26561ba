// Where tools that weigh too much for every bundle announce themselves: a bundle without them has the library's core alone.
import type { Identification, IdentifyOptions, IdentifyTable, Posenc } from './types.js';

export type Identify = (posenc: Posenc, table: IdentifyTable, options: IdentifyOptions) => Identification;

let identify: Identify | undefined;

export function provide(tool: Identify): void {
  identify = tool;
}

export function provided(): Identify {
  if (identify) return identify;
  throw new Error(
    "posenc: identify is not in this bundle: import { identify } from 'posenc' and call " +
      'identify(posenc, table, options)',
  );
}
