// The library over an instance of the WebAssembly module: nothing of the module itself is handed out.
import { callsOf } from './calls.js';
import { version } from './generated/version.js';
import type { Instance } from './module.js';
import { windowOver } from './picture.js';
import { relationsOver } from './relations.js';
import { rotaryOver } from './rotary.js';
import { addOver, encodeOver } from './tables.js';
import { positionsOver } from './tokens.js';
import type { Posenc } from './types.js';

export function posencOver(instance: Instance): Posenc {
  const calls = callsOf(instance);
  return Object.freeze({
    encode: encodeOver(calls),
    add: addOver(calls),
    ...relationsOver(calls),
    ...rotaryOver(calls),
    window: windowOver(calls),
    positions: positionsOver(calls),
    info: () => ({ version, simd: true, memoryBytes: instance.memory.buffer.byteLength }),
  }) as Posenc;
}
