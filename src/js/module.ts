// The WebAssembly module's functions (src/wasm/bindings.cpp). A call costs a quarter of a microsecond.

/** src/wasm/bindings_rotary.cpp */
export interface RotaryModule {
  checkRotary(): boolean;
  checkRotation(
    axes: number,
    sequenceAxis: number,
    firstChannel: number,
    batch: number,
    length: number,
    width: number,
    positions: number,
    rows: number,
  ): boolean;
  rotaryProgression(format: number, first: number, rows: number, full: boolean): void;
  rotaryList(format: number, rows: number, full: boolean): void;
  rotate(
    format: number,
    first: number,
    rows: number,
    repeat: number,
    cycles: number,
    width: number,
    firstChannel: number,
    inverse: boolean,
  ): void;
  sinesAddress(): number;
}

/** Embind's list. Checks return true if all is well; otherwise the problem* functions tell what is not. */
export interface EmbindModule extends RotaryModule {
  setEncoding(...numbers: EncodingNumbers): boolean;
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
  checkEmbeddings(length: number, rows: number): boolean;
  checkTokens(count: number, length: number, padding: number): boolean;
  pairCount(): number;
  encodeProgression(format: number, first: number, rows: number): void;
  encodeList(format: number, rows: number): void;
  add(first: number, count: number): void;
  frequencies(): void;
  wavelengths(): void;
  shift(k: number, first: number, count: number): void;
  similarity(count: number): void;
  /** 0 if `columnsPerPixel` is not allowed. */
  pictureWidth(columnsPerPixel: number): number;
  window(format: number, first: number, rows: number): void;
  padPositions(count: number, padding: number, position: number): number;
  outputAddress(): number;
  inputAddress(): number;
  scratchBytes(): number;
  problemParameter(): number;
  problemAllowed(): number;
  problemValue(): number;
  problemLimit(): number;
  problemIndex(): number;
}

/** An encoding as the module takes it; names of choices are their indices. */
export type EncodingNumbers = [
  dim: number,
  base: number,
  origin: number,
  scale: number,
  valueScale: number,
  padding: number,
  hasPadding: boolean,
  spacing: number,
  layout: number,
  order: number,
  odd: number,
  pairing: number,
];

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
