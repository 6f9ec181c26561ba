// The WebAssembly module as src/wasm/bindings.cpp makes it: operations on numbers. A call costs a quarter of a microsecond.

/** In the order of src/wasm/operations.hpp. What each takes and returns is said where it is defined, in src/wasm. */
export enum Operation {
  addresses,
  problem,
  setList,
  setEncoding,
  reach,
  setProgression,
  setPicture,
  checkList,
  checkOffsets,
  setDistance,
  checkBatch,
  checkInto,
  checkEmbeddings,
  pairCount,
  encodeRows,
  add,
  frequencies,
  wavelengths,
  shift,
  similarity,
  pictureWidth,
  window,
  beginPoints,
  addAxis,
  arrangePoints,
  setCells,
  checkPoints,
  checkRotary,
  checkRotation,
  rotaryRows,
  rotate,
  setBias,
  setLearned,
  setPlaces,
  setBiasTable,
  setResample,
  setRun,
  setPart,
  checkNumbers,
  checkNumbersOf,
  checkImages,
  writeBias,
  resample,
  writeRun,
  countLine,
  writePart,
}

/** What Embind makes. */
export interface EmbindModule {
  /** Runs an operation on the numbers at `arguments`. */
  call(operation: number): number;
  /** An address. */
  arguments(): number;
}

/** A module with its memory, which never grows. */
export interface Instance {
  /** Of the benchmarks' module there is more. */
  readonly module: EmbindModule;
  readonly memory: WebAssembly.Memory;
  /** What an operation returns. Throws the module's problem if that is 0, as it is of checks that were not passed. */
  call(operation: Operation, ...numbers: readonly (number | boolean)[]): number;
  /** Where an operation leaves further results. */
  readonly results: Float64Array;
}

export function instanceOf(module: EmbindModule, memory: WebAssembly.Memory): Instance {
  const results = new Float64Array(memory.buffer, module.arguments());
  /** True and false are 1 and 0 for the module. */
  const call: Instance['call'] = (operation, ...numbers) => {
    for (let k = 0; k < numbers.length; ++k) results[k] = numbers[k] as number;
    const answer = module.call(operation);
    if (answer) return answer;
    const value = module.call(Operation.problem);
    const [parameter, allowed, limit, index] = results as unknown as [number, number, number, number];
    const place = textAt(memory, parameter) + (index < 0 ? '' : `[${index}]`);
    const shown = index < -1 ? value > 0 : value;
    throw new RangeError(`invalid ${place}: ${shown} (${textAt(memory, allowed).replace('%', String(limit))})`);
  };
  return { module, memory, call, results };
}

/** Texts of the module are addresses of zero-terminated ASCII. */
export function textAt({ buffer }: WebAssembly.Memory, address: number): string {
  const bytes = new Uint8Array(buffer, address);
  return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}
