// The WebAssembly module's functions (src/wasm/bindings.cpp). A call costs a quarter of a microsecond.

/**
 * What is not sinusoidal (src/wasm/bindings_bias.cpp). Arguments of set* stand in the input buffer; write* make values, of
 * which `take` puts the first `count` into the output buffer.
 */
export interface BiasModule {
  setBias(kind: number): number;
  setLearned(distribution: number): number;
  setPlaces(queries: boolean, narrow: boolean): number;
  /** From the input buffer. */
  setBiasTable(buckets: number): number;
  /** Flags: 1 bilinear, 2 antialias, 4 alignCorners, 8 square. The number of channels at once, or 0. */
  setResample(flags: number): number;
  setRun(kind: number): number;
  /** The number of tokens, or -1. */
  setPart(kind: number): number;
  checkNumbers(count: number, first: number): number;
  checkNumbersOf(start: number, step: number, count: number): number;
  checkImages(): number;
  partEnd(): number;
  take(format: number, count: number): number;
  writeBias(head: number, queries: number, keys: number): number;
  writeLearned(rows: number): number;
  writeInput(count: number): number;
  resample(channels: number): number;
  writeRun(count: number): number;
  countLine(count: number, normalise: boolean): number;
  writePart(stream: number, first: number, count: number): number;
}

/** Encodings of points (src/wasm/bindings_points.cpp). */
export interface PointsModule {
  beginPoints(axes: number, dim: number, frequencies: number): boolean;
  /** The encoding in use as the next axis. */
  addAxis(coordinates: number, offset: number, reference: number, hasReference: boolean): boolean;
  /** The columns of a row, or 0 for a problem. */
  arrangePoints(ordered: number): number;
  setCells(count: number): boolean;
  checkPoints(count: number, offset: number): boolean;
}

/** Embind's list. Checks return true if all is well; otherwise the problem* functions tell what is not. */
export interface EmbindModule extends PointsModule, BiasModule {
  /** Takes a list of the encoding to come from the input buffer. */
  setList(which: number, count: number): void;
  /** Takes the encoding's other numbers from the input buffer. */
  setEncoding(): boolean;
  /** The largest position of a call, for an encoding whose scaling leaves its length open. */
  reach(largest: number): void;
  setProgression(start: number, step: number, count: number): boolean;
  setPicture(
    start: number,
    positionsPerPixel: number,
    height: number,
    left: number,
    columnsPerPixel: number,
    width: number,
    mean: boolean,
  ): boolean;
  checkList(count: number, offset: number): boolean;
  checkOffsets(count: number, offset: number): boolean;
  checkDistance(k: number): boolean;
  checkBatch(batch: number): boolean;
  checkInto(length: number, rows: number, columns: number): boolean;
  checkEmbeddings(length: number, rows: number, columns: number): boolean;
  pairCount(): number;
  /** Rows of what was last set: a progression, a list or points. */
  encodeRows(format: number, first: number, rows: number): void;
  add(first: number, count: number): void;
  frequencies(): void;
  wavelengths(): void;
  shift(k: number, first: number, count: number): void;
  similarity(count: number): void;
  /** 0 if `columnsPerPixel` is not allowed. */
  pictureWidth(columnsPerPixel: number): number;
  window(format: number, first: number, rows: number): void;
  outputAddress(): number;
  inputAddress(): number;
  scratchBytes(): number;
  problemParameter(): number;
  problemAllowed(): number;
  problemValue(): number;
  problemLimit(): number;
  problemIndex(): number;
}

/** A module with its memory, which never grows. */
export interface Instance {
  readonly module: EmbindModule;
  readonly memory: WebAssembly.Memory;
}

/** The last problem that a check of the module found. */
export function problemOf({ module, memory }: Instance): RangeError {
  const bytes = new Uint8Array(memory.buffer);
  const text = (address: number): string => {
    let characters = '';
    for (let at = address; bytes[at]; ++at) characters += String.fromCharCode(bytes[at] as number);
    return characters;
  };
  const index = module.problemIndex();
  const parameter = text(module.problemParameter()) + (index < 0 ? '' : `[${index}]`);
  const allowed = text(module.problemAllowed()).replace('%', String(module.problemLimit()));
  return new RangeError(`invalid ${parameter}: ${module.problemValue()} (${allowed})`);
}
