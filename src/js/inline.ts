/**
 * Positional encodings for Transformers, with the WebAssembly inside: for places where no second file can be loaded.
 */
import { base64 } from './generated/bytes.js';
import { load } from './loader.js';
import { posencOver } from './posenc.js';
import type { Posenc, Source } from './types.js';

export { fromHuggingFace } from './huggingface.js';
// Which makes posenc.identify work too; bundlers drop it where it is not used.
export { identify } from './identify.js';
export * as presets from './presets.js';
export type * from './types.js';

/** Loads the library from the bytes inside, or from another source as the `createPosenc` of 'posenc' does. */
export async function createPosenc(
  source: Source | PromiseLike<Source> = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
): Promise<Posenc> {
  return posencOver(await load(source));
}
