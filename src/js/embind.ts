// The JavaScript side of Embind, for what the bindings are: functions of numbers. WebAssembly itself makes doubles, ints
// and bools of numbers and booleans, so that types need neither to be registered nor to be converted.
import { type EmbindModule, type Instance, instanceOf, textAt } from './module.js';

/** What Emscripten exports of a module that stands alone. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  /** Runs C++'s constructors, those of EMSCRIPTEN_BINDINGS with them. */
  _initialize(): void;
}

/** Runs a module until its functions are there. */
export async function start(compiled: WebAssembly.Module): Promise<Instance> {
  const functions: Record<string, unknown> = {};
  const env = {
    /** `invoker` calls the function at `address`; the arguments between say how many parameters of which types it has. */
    _embind_register_function(
      name: number,
      _1: number,
      _2: number,
      _3: number,
      invoker: number,
      address: number,
    ): void {
      functions[textAt(memory, name)] = table.get(invoker).bind(undefined, address);
    },
    _embind_register_bindings(): void {},
  };
  // Called by abort() alone, which then stops the module by itself.
  const wasi_snapshot_preview1 = { proc_exit(): void {} };
  const { exports } = await WebAssembly.instantiate(compiled, { env, wasi_snapshot_preview1 });
  const { memory, __indirect_function_table: table, _initialize } = exports as unknown as Exports;
  _initialize();
  return instanceOf(functions as unknown as EmbindModule, memory);
}
