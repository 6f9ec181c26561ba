// A result depends on its arguments alone, not on the calls before: the module keeps the encoding in use and its tables.
import { readFileSync } from 'node:fs';
import type { Encoding, GridEncoding, Posenc, Positions, SinusoidEncoding } from 'posenc';
import { createPosenc } from 'posenc';
import { expect, test } from 'vitest';
import { posenc } from './support.js';

/** The same irregular numbers at every run. */
let state = 20261130;
function below(count: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

const sinusoids: readonly SinusoidEncoding[] = [
  { dim: 6 },
  { dim: 6, order: 'cos-sin' },
  { dim: 6, layout: 'halves' },
  { dim: 6, pairing: 'half', origin: 2 },
  { dim: 6, valueScale: 2, padding: 1 },
  { dim: 6, scaling: { type: 'dynamic', factor: 2, originalLength: 8 } },
  { dim: 6, frequencies: [1, 0.5, 0.25] },
  { dim: 6, frequencies: [1, 0.5, 0.125], frequencyFactors: [1, 2, 4] },
];
const grids: readonly GridEncoding[] = [
  { kind: 'grid', axes: [{ dim: 6 }, { dim: 4, order: 'cos-sin' }] },
  { kind: 'grid', axes: [{ dim: 4 }, { dim: 6, layout: 'halves' }], blocks: 'function-major' },
];
const sections: SinusoidEncoding = { dim: 6, sections: [1, 1, 1] };
const learned: Encoding = { kind: 'learned', dim: 6, length: 40 };
const positions: readonly Positions[] = [0, 3, 20, { start: 5, count: 4 }, [0, 2.5, 7, 1e9]];

type Call = (library: Posenc) => ArrayBufferView;

/** One of all kinds of calls: what is chosen is chosen here, so that the call is the same at every library. */
function someCall(): Call {
  const [encoding, at, grid] = [pick(sinusoids), pick(positions), pick(grids)];
  const cells = { grid: [1 + below(3), 2] };
  return pick<Call>([
    (library) => library.encode(encoding, at).data,
    (library) => library.encode(encoding, at, { dtype: 'float64' }).data,
    (library) => library.rotary(encoding, at).sin.data,
    (library) => library.rotate(encoding, 4, new Float32Array(24).fill(1), { shape: [4, 6] }).data as Float32Array,
    (library) => library.rotary(grid, cells).cos.data,
    (library) => library.encode(grid, cells).data,
    (library) => library.encode(sections, 5).data,
    (library) => library.rotary(sections, 5).cos.data,
    (library) => library.encode(learned, 9).data,
    (library) => library.similarity(encoding, [0, 1, 5]).data,
    (library) => library.frequencies(encoding).data,
    (library) => library.shift(encoding, 3).data,
    (library) => library.window(encoding, { height: 4 }).data,
    (library) => library.add(encoding, 4, new Float32Array(24)).data as Float32Array,
    (library) => {
      // A refused encoding is not the one in use afterwards.
      expect(() => library.encode({ ...encoding, base: -1 }, 2)).toThrow('base');
      return library.encode(encoding, at).data;
    },
  ]);
}

const bytes = (view: ArrayBufferView) => Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('hex');

test('a call in a long series gives what it gives alone', async () => {
  const compiled = await WebAssembly.compile(readFileSync(new URL('../../dist/posenc.wasm', import.meta.url)));
  for (let k = 0; k < 1000; ++k) {
    const call = someCall();
    const alone = bytes(call(await createPosenc(compiled)));
    expect(bytes(call(posenc)), `call ${k}, ${call}`).toBe(alone);
  }
});

test('an encoding that the caller changed is the changed one', () => {
  const rows = (encoding: object) => Array.from(posenc.encode(encoding as SinusoidEncoding, 3).data);
  const encoding: Record<string, unknown> = { dim: 4 };
  const plain = rows(encoding);
  encoding.base = 100;
  expect(rows(encoding)).toEqual(rows({ base: 100, dim: 4 }));
  expect(rows(encoding)).not.toEqual(plain);
  encoding.base = undefined;
  expect(rows(encoding)).toEqual(plain);
  encoding.frequencies = [1, 2];
  const listed = rows(encoding);
  (encoding.frequencies as number[])[1] = 3;
  expect(rows(encoding)).toEqual(rows({ dim: 4, frequencies: [1, 3] }));
  expect(rows(encoding)).not.toEqual(listed);
});

test('fields that are unknown or wrong are refused after the same without them', () => {
  const of = (encoding: object) => () => posenc.encode(encoding as SinusoidEncoding, 2);
  posenc.encode({ dim: 4, base: 100 }, 2);
  expect(of({ dim: 4, base: 100, basis: undefined })).toThrow("unknown key 'basis'");
  posenc.encode({ dim: 4, base: undefined }, 2);
  expect(of({ dim: 4, basis: undefined })).toThrow("unknown key 'basis'");
  expect(of({ dim: 4, base: null })).toThrow('invalid base: null');
  posenc.frequencies({ dim: 4, base: 7 });
  expect(of({ dim: 4, bass: 7 })).toThrow("unknown key 'bass'");
  expect(of({ dim: 4 })).not.toThrow();
});

test('frequencies are kept whatever an encoding between has left: a wide row does not make them anew', () => {
  const row = new Float32Array(32768);
  const wide = (k: number) => {
    const begin = performance.now();
    posenc.encode({ dim: 32768 }, { start: k, count: 1 }, { into: row });
    return performance.now() - begin;
  };
  const median = (call: (k: number) => number) =>
    Array.from({ length: 41 }, (_, k) => call(k)).sort((a, b) => a - b)[20] as number;
  const scaling = { type: 'dynamic', factor: 2, originalLength: 4 } as const;
  const alone = median(wide);
  const between = median((k) => {
    posenc.encode({ dim: 4, scaling }, { start: k + 9, count: 1 });
    return wide(k);
  });
  // Making them takes a dozen times as long as the row.
  expect(between).toBeLessThan(4 * alone);
});
