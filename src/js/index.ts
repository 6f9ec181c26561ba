/**
 * Positional encodings for Transformers.
 *
 * This file only knows where posenc.wasm is; `posenc/inline` has it inside.
 */
import { load } from './loader.js';
import { posencOver } from './posenc.js';
import type { Posenc, Source } from './types.js';

export { fromHuggingFace } from './huggingface.js';
// Which makes posenc.identify work too; bundlers drop it where it is not used.
export { identify } from './identify.js';
export * as presets from './presets.js';
export type * from './types.js';

/**
 * Loads the library. Several instances may exist, each with 16 MiB of memory; a failed call may be repeated.
 *
 * @param source where posenc.wasm is: a URL, a Response, its bytes or a WebAssembly.Module, or a promise of one. Absent:
 *   beside this file.
 * @throws Error that says what happened (missing file, HTML in its place, no SIMD, content security policy), TypeError
 *   for a source of another kind
 */
export async function createPosenc(
  source: Source | PromiseLike<Source> = new URL('./posenc.wasm', import.meta.url),
): Promise<Posenc> {
  return posencOver(await load(source));
}
