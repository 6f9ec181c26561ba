// Nothing outlives a call: a million of them leave memory as it was.
import { execFileSync } from 'node:child_process';
import type { GridAxis } from 'posenc';
import { expect, test } from 'vitest';
import { errorOf, posenc } from './support.js';

const megabytes = (bytes: number) => bytes / 2 ** 20;

/** Runs a script with garbage collection at hand; it prints the growth of memory in bytes, outside of the heap and in it. */
function growth(calls: string, times: number): { outside: number; heap: number; wasm: number } {
  const script = `
    import { createPosenc } from ${JSON.stringify(String(new URL('../../dist/index.js', import.meta.url)))};
    const posenc = await createPosenc();
    const row = new Float32Array(64);
    const many = (n) => { for (let k = 0; k < n; ++k) { ${calls} } };
    const usage = () => {
      gc(); gc();
      const { external, arrayBuffers, heapUsed } = process.memoryUsage();
      return [external + arrayBuffers, heapUsed, posenc.info().memoryBytes];
    };
    many(20_000);
    const before = usage();
    many(${times});
    const after = usage();
    console.log(JSON.stringify(after.map((bytes, at) => bytes - before[at])));`;
  const [outside = 0, heap = 0, wasm = 0] = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], { encoding: 'utf8' }),
  );
  return { outside, heap, wasm };
}

test.each([
  ['rows into an array', 1_000_000, 'posenc.encode({ dim: 64 }, { start: k, count: 1 }, { into: row });'],
  ['fresh rows of many encodings', 200_000, 'posenc.encode({ dim: 2 + k % 60, base: 2 + k % 7 }, 1);'],
  ['errors', 200_000, 'try { posenc.encode({ dim: 4 }, { start: NaN, count: 1 }) } catch {}'],
])('%s, %d calls', (_, times, calls) => {
  const { outside, heap, wasm } = growth(calls, times);
  expect(wasm).toBe(0);
  expect(megabytes(Math.abs(outside))).toBeLessThan(1);
  expect(megabytes(heap)).toBeLessThan(1);
});

test('whatever is asked, 16 MiB', () => {
  for (let dim = 1; dim <= 65536; dim = dim * 3 + 1) {
    for (const scale of [1, 2, 3, 4, 5]) {
      posenc.encode({ dim, scale }, 3);
      posenc.encode({ dim, scale, layout: 'halves', spacing: 'endpoint' }, [0.5], { dtype: 'float64' });
      posenc.window({ dim, scale }, { height: 2, positionsPerPixel: 3 + scale });
      posenc.shift({ dim, scale }, 2);
    }
  }
  posenc.encode({ dim: 65536 }, 40);
  posenc.add({ dim: 1 }, 3_000_000, new Float32Array(3_000_000));
  expect(posenc.info().memoryBytes).toBe(16 << 20);
  // What was asked first is still right.
  expect(posenc.encode({ dim: 2 }, [1]).data).toEqual(Float32Array.of(Math.sin(1), Math.cos(1)));
});

test('lists of encodings that are no longer kept take no room', () => {
  const frequencies = new Float64Array(32768).fill(1);
  let base = 2;
  // 64 plans are kept: each wide one follows another number of narrow ones.
  for (let before = 0; before < 64; ++before) {
    for (let k = 0; k < 128 + before; ++k) posenc.encode({ dim: 2, base: ++base }, 1);
    const wide = { dim: 65536, frequencies, frequencyFactors: frequencies, scale: 1 + before };
    expect(posenc.encode(wide, [1]).data[0]).toBe(Math.fround(Math.sin(1 + before)));
  }
}, 60_000);

test('lists of axes take no room in the calls that follow', () => {
  const pairs = 32768;
  const ones = new Float64Array(pairs).fill(1);
  const listed = (dim: number, scale: number): GridAxis => {
    const list = Array.from(ones.subarray(0, dim / 2));
    const scaling = {
      type: 'longrope',
      factor: 1,
      originalLength: 2,
      length: 3,
      shortFactor: list,
      longFactor: list,
    } as const;
    return { dim, scale, frequencies: list, frequencyFactors: list, scaling };
  };
  // Wide at another axis in each call.
  for (let last = 7; last >= 0; --last) {
    const axes = Array.from({ length: last + 1 }, (_, k) => (k < last ? { dim: 2 } : listed(2 * pairs - 2 * last, 2)));
    const { data } = posenc.encode(
      { kind: 'grid', axes },
      axes.map(() => 1),
    );
    expect(data.subarray(-2)).toEqual(Float32Array.of(Math.sin(2), Math.cos(2)));
  }
  // More than one call may have, of which no more is taken than it takes to see that.
  const all = Array.from({ length: 8 }, (_, k) => listed(2 * pairs, k + 1));
  expect(errorOf(() => posenc.encode({ kind: 'grid', axes: all }, ones.subarray(0, 8)))).toBe(
    'RangeError: invalid axes[1].dim: 65536 (at most 65536 columns of all axes together)',
  );
  expect(posenc.rotary(listed(2 * pairs, 3), [1]).sin.data[0]).toBe(Math.fround(Math.sin(3)));
});

test('results do not point into the module', () => {
  const { data } = posenc.encode({ dim: 8 }, 4);
  const kept = data.slice();
  posenc.encode({ dim: 9 }, 1000);
  expect(data).toEqual(kept);
  expect(data.buffer.byteLength).toBe(data.byteLength);
  const small = posenc.frequencies({ dim: 8 }).data;
  expect(small.buffer.byteLength).toBe(32);
});
