/**
 * Tables in files: NumPy's .npy and .safetensors, read and written, whole or in pieces.
 */
export { readNpy, streamNpy, writeNpy } from './files/npy.js';
export { readSafetensors, streamSafetensors, writeSafetensors } from './files/safetensors.js';
export { widen } from './files/widen.js';
export type {
  Bytes,
  FileArray,
  FileBytes,
  FileDType,
  FileTable,
  PiecewiseTable,
  Safetensors,
  SafetensorsOptions,
  WritableTable,
} from './types.js';
