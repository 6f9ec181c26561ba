// Emscripten's glue, minified by build.mjs.
import type { EmbindModule } from '../module.js';

/** What the factory calls in place of loading the module itself. */
export interface Hooks {
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
}

declare const factory: (hooks: Hooks) => Promise<EmbindModule>;
export default factory;
