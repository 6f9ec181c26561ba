// The library over an instance of the WebAssembly module: nothing of the module itself is handed out.
import { biasOver } from './bias.js';
import { callsOf } from './calls.js';
import { version } from './generated/version.js';
import { resampleOver } from './learned.js';
import type { Instance } from './module.js';
import { windowOver } from './picture.js';
import { provided } from './registry.js';
import { relationsOver } from './relations.js';
import { positionsOver } from './sources.js';
import { addOver, encodeOver } from './tables.js';
import type { IdentifyOptions, IdentifyTable, Posenc } from './types.js';

export function posencOver(instance: Instance): Posenc {
  const calls = callsOf(instance);
  const posenc: Posenc = Object.freeze({
    encode: encodeOver(calls),
    add: addOver(calls),
    ...relationsOver(calls),
    window: windowOver(calls),
    ...biasOver(calls),
    resample: resampleOver(calls),
    positions: positionsOver(calls),
    identify: (table: IdentifyTable, options: IdentifyOptions = {}) => provided()(posenc, table, options),
    info: () => ({ version, simd: true, memoryBytes: instance.memory.buffer.byteLength }),
  }) as Posenc;
  return posenc;
}
