import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import { columnsOf } from '../../web/src/columns.ts';
import type { FormatId } from '../../web/src/formats.ts';
import { columnMapOf } from '../../web/src/views/precision/columns.ts';
import { errorLabel } from '../../web/src/views/precision/figures.ts';
import {
  findCollision,
  float32Frequencies,
  type Law,
  logPositions,
  rowMaker,
  type Way,
  worstOf,
} from '../../web/src/views/precision/simulate.ts';

let posenc: Posenc;
let law: Law;
const encoding = { dim: 512 };
const map = columnMapOf(columnsOf(encoding, 512));

beforeAll(async () => {
  posenc = await createPosenc();
  const exact = posenc.frequencies(encoding).data;
  law = { exact, single: float32Frequencies(encoding, exact, 512), origin: 0, amplitude: 1 };
});

const exactRow = (position: number): Float64Array =>
  posenc.encode(encoding, { start: position, count: 1 }, { dtype: 'float64' }).data;
const errorAt = (way: Way, format: FormatId, position: number): number => {
  const exact = exactRow(position);
  return worstOf(rowMaker(way, format, law, map)(position, exact), exact);
};

// "How wrong the peers are", measured on the code itself: width 512, base 10000, the largest error of a row.
const positions = [1, 100, 257, 1000, 8191, 131071, 1e6, 2 ** 24 - 1];
const measured: [string, Way, FormatId, (number | null)[]][] = [
  ['PyTorch tutorial', 'arithmetic', 'float32', [4.9e-8, 4.9e-6, 8.4e-6, 4.1e-5, 3.3e-4, 5.0e-3, 4.5e-2, 7.8e-1]],
  [
    'tutorial, buffer in bfloat16',
    'arithmetic',
    'bfloat16',
    [1.9e-3, 2e-3, 1.9e-3, 2e-3, 2e-3, 5.2e-3, 4.5e-2, 7.8e-1],
  ],
  [
    'tutorial, buffer in float16',
    'arithmetic',
    'float16',
    [2.4e-4, 2.4e-4, 2.5e-4, 2.4e-4, 4.6e-4, 5.1e-3, 4.5e-2, 7.8e-1],
  ],
  ['tatp22 in bfloat16', 'module', 'bfloat16', [2.7e-3, 2.9e-1, 1.1, 1.9, 2, 2, 2, 2]],
  ['Llama with frequencies in bfloat16', 'frequencies', 'bfloat16', [2.7e-3, 1.4e-1, 3.3e-1, 1.2, 2, 2, 2, 2]],
  ['correctly rounded float32', 'cast', 'float32', Array(8).fill(3.0e-8)],
];

describe('errors are those that were measured on the code itself', () => {
  test.each(measured)('%s', (_, way, format, errors) => {
    positions.forEach((position, k) => {
      const error = errorAt(way, format, position);
      const known = errors[k] as number;
      // Two digits were written down; float32 sines and logarithms of a library differ in their last bit.
      expect(error / known, `position ${position}: ${error}`).toBeGreaterThan(0.75);
      expect(error / known, `position ${position}: ${error}`).toBeLessThan(1.34);
    });
  });
});

test('the steps of float32 code: frequencies of the tutorial, one rounding for other laws', () => {
  const exact = posenc.frequencies({ dim: 4, base: 100 }).data;
  const rate = Math.fround(-Math.log(100) / 4);
  expect([...float32Frequencies({ dim: 4, base: 100 }, exact, 4)]).toEqual([
    1,
    Math.fround(Math.exp(Math.fround(2 * rate))),
  ]);
  const endpoint = posenc.frequencies({ dim: 6, spacing: 'endpoint' }).data;
  expect([...float32Frequencies({ dim: 6, spacing: 'endpoint' }, endpoint, 6)]).toEqual([...endpoint].map(Math.fround));
});

describe('collisions', () => {
  const rows = (way: Way, format: FormatId) => {
    const make = rowMaker(way, format, law, map);
    return (position: number) => make(position, way === 'cast' ? exactRow(position) : []);
  };
  function find(way: Way, format: FormatId, count: number, start = 0) {
    const search = findCollision(rows(way, format), start, count);
    while (true) {
      const { done, value } = search.next();
      if (done) return value;
    }
  }

  test('in a module of bfloat16 row 257 is row 256', () => {
    expect(find('module', 'bfloat16', 400)).toEqual({ first: 256, second: 257 });
  });

  test('of float16 and tf32, row 2049 is row 2048', () => {
    expect(find('module', 'float16', 60, 2040)).toEqual({ first: 2048, second: 2049 });
    expect(find('module', 'tf32', 60, 2040)).toEqual({ first: 2048, second: 2049 });
  });

  test('rows that hold NaN equal no other, and each is made once', () => {
    let made = 0;
    const search = findCollision(
      (position) => {
        made++;
        return Float64Array.of(Number.NaN, position % 2);
      },
      0,
      1000,
    );
    let step = search.next();
    while (!step.done) step = search.next();
    expect([step.value, made]).toEqual([null, 1000]);
  });

  test('a table that is cast keeps its rows apart', () => {
    expect(find('cast', 'bfloat16', 600)).toBeNull();
  });
});

test('float16 has no positions above 65504: they are infinite, and their sines no numbers', () => {
  expect(errorAt('module', 'float16', 65504)).toBeGreaterThan(0);
  expect(errorAt('module', 'float16', 1e6)).toBeNaN();
  expect([Number.NaN, 0, 0.0019, 4.5e-8].map(errorLabel)).toEqual(['NaN', '0', '0.0019', '4.5 × 10⁻⁸']);
});

test('positions of a logarithmic axis rise and end where they are to', () => {
  const all = logPositions(1e9, 200);
  expect(all[0]).toBe(1);
  expect(all[all.length - 1]).toBe(1e9);
  expect(all.every((position, k) => k === 0 || position > (all[k - 1] as number))).toBe(true);
});
