/** The whole table of a state, piece by piece: what the export worker computes. */

import type { BiasEncoding, Encoding, Posenc } from 'posenc';
import type { AnyEncoding } from '../encoding.ts';
import type { Values } from '../field.ts';
import { encodingFrom, isTableKind, kindOf } from '../fields.ts';
import { dimOf, rowsOf } from '../rows.ts';
import { biasRows, streamOf, wholePositions } from '../source.ts';
import { streamNpy, streamSafetensors } from './formats.ts';
import { parametersOf, stampOf } from './stamp.ts';

export type TableFormat = 'npy' | 'safetensors' | 'csv';

/** Bytes of values that are computed at once. */
const pieceBytes = 4 * 2 ** 20;

export interface WholeTable {
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'int32';
  readonly pieces: Iterable<Float32Array | Int32Array>;
}

/** The table: [positions, dim]; of a bias [heads, queries, keys], or buckets [queries, keys]. */
export function wholeTable(posenc: Posenc, values: Values): WholeTable {
  const encoding = encodingFrom(values) as unknown as AnyEncoding;
  const kind = kindOf(values);
  const { start, length } = rowsOf(values);
  const dim = dimOf(values, encoding);
  if (encoding.kind === 'alibi') {
    const { heads } = encoding;
    const { valuesOf, offsetOf } = biasRows(posenc, encoding, length);
    return {
      shape: [heads, length, length],
      dtype: 'float32',
      pieces: (function* () {
        for (let head = 0; head < heads; head++) {
          const values = valuesOf(head);
          const piece = new Float32Array(length * length);
          for (let query = 0; query < length; query++) {
            piece.set(values.subarray(offsetOf(query), offsetOf(query) + length), query * length);
          }
          yield piece;
        }
      })(),
    };
  }
  if (!isTableKind(kind)) {
    const request = kind === 'swin' ? {} : { queries: length, keys: length };
    const { data, shape, dtype } = posenc.bias(encoding as BiasEncoding, request);
    return { shape, dtype: dtype as 'float32' | 'int32', pieces: [data as Float32Array | Int32Array] };
  }
  if (kind === 'sinusoid' && streamOf(encoding) === 0) {
    const rows = Math.max(1, Math.floor(pieceBytes / 4 / dim));
    return {
      shape: [length, dim],
      dtype: 'float32',
      pieces: (function* () {
        for (let first = 0; first < length; first += rows) {
          const count = Math.min(rows, length - first);
          yield posenc.encode(encoding as Encoding, { start: start + first, count }).data;
        }
      })(),
    };
  }
  const { data } = posenc.encode(encoding as Encoding, wholePositions(encoding, values));
  return { shape: [data.length / dim, dim], dtype: 'float32', pieces: [data] };
}

/** The file's bytes in pieces. */
export function fileOf(table: WholeTable, format: TableFormat, values: Values): AsyncIterable<Uint8Array> {
  if (format === 'npy') return streamNpy(table);
  if (format === 'safetensors') {
    return streamSafetensors({ encoding: table }, { metadata: { ...parametersOf(values), made_by: 'posenc' } });
  }
  return csvOf(table, values);
}

/** Rows of numbers as text: the shortest that reads back as the same float32. */
async function* csvOf({ shape, dtype, pieces }: WholeTable, values: Values): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const columns = shape[shape.length - 1] as number;
  yield encoder.encode(`# ${stampOf(values)}\n# shape ${shape.join(' x ')}\n`);
  const show = dtype === 'float32' ? shortest : String;
  for (const piece of pieces) {
    for (let first = 0; first < piece.length; first += columns * 1024) {
      const lines: string[] = [];
      for (let k = first; k < Math.min(piece.length, first + columns * 1024); k += columns) {
        lines.push(`${Array.from(piece.subarray(k, k + columns), show).join(',')}\n`);
      }
      yield encoder.encode(lines.join(''));
    }
  }
}

/** The shortest decimal number whose nearest float32 is the value. */
export function shortest(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
