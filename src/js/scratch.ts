// The module's buffers. Memory never grows, so that views of it stay valid.
import { constructorOf, copy, type Numbers } from './arrays.js';
import { type Instance, Operation } from './module.js';
import { classFor, FORMATS, Format } from './target.js';

/** How much of the output buffer ordinary rows fill: the piece being copied stays in the L2 cache. */
export const PIECE_BYTES = 256 << 10;
const TILE_ROWS = 8;

export interface Scratch {
  /** The input buffer: positions, lists of encodings, or other numbers that the module is to read. */
  readonly doubles: Float64Array;
  readonly bytes: number;
  /** The output buffer in each format. */
  readonly outputs: readonly Numbers[];
  /** Addresses of the input buffer, and of the sines that stand beside cosines in the output buffer. */
  readonly input: number;
  readonly sines: number;
  /** Copies `count` values of a format from the output buffer into an array. */
  take(format: number, into: Numbers, at: number, count: number): void;
  /** A view of a buffer of the module, as many values of a format as fit. */
  viewAt(format: number, address: number): Numbers;
}

export function scratchOf({ call, results, memory: { buffer } }: Instance): Scratch {
  const bytes = call(Operation.addresses);
  const [input, output, sines] = results as unknown as [number, number, number];
  const viewAt = (format: number, address: number): Numbers => {
    const View = constructorOf<Numbers>(classFor(format));
    return new View(buffer, address, bytes / View.BYTES_PER_ELEMENT);
  };
  const outputs = FORMATS.map((_, format) => viewAt(format, output));
  // The views last used: calls come in series of one size.
  const kept: Numbers[] = [...outputs];
  return {
    doubles: viewAt(Format.float64, input) as Float64Array,
    bytes,
    input,
    sines,
    outputs,
    viewAt,
    take(format, into, at, count) {
      let view = kept[format] as Numbers;
      if (view.length !== count) {
        view = (outputs[format] as Float32Array).subarray(0, count);
        kept[format] = view;
      }
      copy(into, view, at);
    },
  };
}

/**
 * How many rows to make at a time. The kernel is fastest on whole tiles of eight rows, which rows that are too wide for
 * half of the scratch may still have in all of it.
 */
export function rowsAtOnce(rowBytes: number, scratchBytes: number): number {
  const rows = Math.floor(PIECE_BYTES / rowBytes);
  if (rows >= TILE_ROWS) return rows - (rows % TILE_ROWS);
  return Math.min(TILE_ROWS, Math.floor(scratchBytes / rowBytes));
}

/**
 * Rows of the first piece, so that the others begin where tiles do: at positions with p + origin + 4 a multiple of 8.
 * @param place of the first row: p + origin
 */
export function rowsAtFirst(rows: number, place: number): number {
  const past = (((place + TILE_ROWS / 2) % TILE_ROWS) + TILE_ROWS) % TILE_ROWS;
  return rows % TILE_ROWS === 0 && Number.isInteger(past) ? rows - past : rows;
}

export type Work = (first: number, count: number) => void;

/** Calls work(first, count) for the parts of `length`: one of `atFirst`, others of `atOnce`, the last of what is left. */
export function eachPart(length: number, atOnce: number, work: Work, atFirst = atOnce): void {
  for (let first = 0, count = atFirst; first < length; first += count, count = atOnce) {
    count = Math.min(count, length - first);
    work(first, count);
  }
}
