import type { SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { bitsOf, distance, firstDifference, frequenciesOf, posenc, rowOf } from './support.js';

const close = (numbers: ArrayLike<number>, stated: number[]) => expect(distance(numbers, stated)).toBeLessThan(2e-9);

describe('widths of 5 at position 1, stated by hand', () => {
  const row = (encoding: Omit<SinusoidEncoding, 'dim'>) =>
    posenc.encode({ dim: 5, ...encoding }, { start: 1, count: 1 }, { dtype: 'float64' }).data;

  test('paper, Keras: the last cosine dropped', () => {
    close(row({}), [0.841470985, 0.540302306, 0.0251162229, 0.999684538, 0.000630957303]);
  });
  test('tatp22: the law of 6', () => {
    close(row({ odd: 'truncate-next' }), [0.841470985, 0.540302306, 0.0463992235, 0.998922976, 0.00215443302]);
  });
  test('tensor2tensor, fairseq: the law of 4 by n - 1, a column of zeros', () => {
    close(
      row({ spacing: 'endpoint', layout: 'halves', odd: 'zero' }),
      [0.841470985, 0.0000999999998, 0.540302306, 0.999999995, 0],
    );
  });
  test('diffusers without shift', () => {
    close(row({ layout: 'halves', odd: 'zero' }), [0.841470985, 0.00999983333, 0.540302306, 0.99995, 0]);
  });
  test('diffusers without shift, flipped', () => {
    close(
      row({ layout: 'halves', odd: 'zero', order: 'cos-sin' }),
      [0.540302306, 0.99995, 0.841470985, 0.00999983333, 0],
    );
  });
  test('Marian: three sines, then two cosines', () => {
    close(row({ layout: 'halves' }), [0.841470985, 0.0251162229, 0.000630957303, 0.540302306, 0.999684538]);
  });
});

test('a diffusion step of 3.5 in 6 columns, stated by hand', () => {
  const step = (encoding: Omit<SinusoidEncoding, 'dim'>) =>
    posenc.encode({ dim: 6, layout: 'halves', ...encoding }, [3.5], { dtype: 'float64' }).data;
  close(
    step({ spacing: 'endpoint' }),
    [-0.350783228, 0.0349928546, 0.000349999993, -0.936456687, 0.999387563, 0.999999939],
  );
  close(step({ order: 'cos-sin' }), [-0.936456687, 0.986833084, 0.99997157, -0.350783228, 0.161741968, 0.00754044996]);
});

test('one column, and endpoint spacing with one pair: frequency 1', () => {
  close(posenc.encode({ dim: 1 }, [1]).data, [Math.fround(Math.sin(1))]);
  close(posenc.encode({ dim: 1, odd: 'zero' }, [1]).data, [0]);
  for (const odd of ['truncate', 'zero'] as const) {
    close(posenc.encode({ dim: 2, spacing: 'endpoint', odd }, [2], { dtype: 'float64' }).data, [
      Math.sin(2),
      Math.cos(2),
    ]);
  }
  close(posenc.encode({ dim: 3, spacing: 'endpoint', odd: 'zero' }, [2], { dtype: 'float64' }).data, [
    Math.sin(2),
    Math.cos(2),
    0,
  ]);
});

describe.each(['paper', 'endpoint'] as const)('%s spacing against the formula', (spacing) => {
  describe.each(['interleaved', 'halves'] as const)('%s', (layout) => {
    describe.each(['sin-cos', 'cos-sin'] as const)('%s', (order) => {
      test.each(['truncate', 'truncate-next', 'zero', 'error'] as const)('odd: %s', (odd) => {
        // Around block, tile and segment boundaries of the kernel.
        for (const dim of [
          1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257, 512,
        ]) {
          if (odd === 'error' && dim % 2 === 1) continue;
          const encoding: SinusoidEncoding = { dim, spacing, layout, order, odd, base: 500 };
          const positions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0.5, -1, -7.25];
          const formula = positions.flatMap((p) => rowOf(encoding, p));
          const double = posenc.encode(encoding, positions, { dtype: 'float64' });
          expect(double.shape).toEqual([positions.length, dim]);
          expect(distance(double.data, formula)).toBeLessThan(1e-14);
          // The narrow formats are compared with the exact double rounded; float64 is within 1e-15 of it.
          const truth = double.data;
          expect(distance(posenc.encode(encoding, positions).data, truth.map(Math.fround))).toBeLessThan(6.1e-8);
          for (const dtype of ['float16', 'bfloat16'] as const) {
            const ours = posenc.encode(encoding, positions, { dtype }).data;
            expect(
              firstDifference(
                ours,
                Uint16Array.from(truth, (value) => bitsOf(value, dtype)),
              ),
            ).toBe(-1);
          }
          // Twelve consecutive rows hold a whole tile, which is another way through the kernel.
          const run = posenc.encode(encoding, 13);
          expect(firstDifference(run.data, posenc.encode(encoding, positions.slice(0, 13)).data)).toBe(-1);
        }
      });
    });
  });
});

describe('origin, scales, base and padding', () => {
  test.each([
    { dim: 12, origin: 3 },
    { dim: 12, origin: -2.5 },
    { dim: 12, scale: 0.25 },
    { dim: 12, scale: -3 },
    { dim: 12, valueScale: 7.5 },
    { dim: 12, valueScale: -0.125 },
    { dim: 12, valueScale: 0 },
    { dim: 12, base: 1 },
    { dim: 12, base: 2 },
    { dim: 12, base: 1e9 },
    { dim: 7, padding: 4, layout: 'halves', odd: 'zero' },
    { dim: 12, padding: 4, origin: 5 },
    { dim: 12, padding: 2.5 },
    { dim: 12, padding: -1, scale: 2 },
  ] satisfies SinusoidEncoding[])('%o', (encoding) => {
    const positions = [...Array.from({ length: 21 }, (_, k) => k), 2.5, -1];
    const formula = positions.flatMap((p) => rowOf(encoding, p));
    const size = Math.max(1, Math.abs((encoding as SinusoidEncoding).valueScale ?? 1));
    expect(distance(posenc.encode(encoding, positions, { dtype: 'float64' }).data, formula)).toBeLessThan(1e-13 * size);
    expect(distance(posenc.encode(encoding, positions).data, formula)).toBeLessThan(6.2e-8 * size);
    const run = posenc.encode(encoding, 21).data;
    expect(firstDifference(run, posenc.encode(encoding, positions.slice(0, 21)).data)).toBe(-1);
  });

  test('the row of padding is 0 in every format', () => {
    for (const dtype of ['float32', 'float64', 'float16', 'bfloat16'] as const) {
      const { data } = posenc.encode({ dim: 6, padding: 9 }, 20, { dtype });
      expect(Array.from(data.subarray(54, 60))).toEqual([0, 0, 0, 0, 0, 0]);
      expect(data[53]).not.toBe(0);
      expect(data[60]).not.toBe(0);
    }
  });
});

test('frequencies and wavelengths', () => {
  for (const encoding of [
    { dim: 6 },
    { dim: 7 },
    { dim: 7, odd: 'truncate-next' },
    { dim: 7, odd: 'zero' },
    { dim: 8, spacing: 'endpoint', base: 100, scale: -0.5 },
    { dim: 65535 },
  ] satisfies SinusoidEncoding[]) {
    const stated = frequenciesOf(encoding);
    const { data, shape, dtype } = posenc.frequencies(encoding);
    expect([shape, dtype]).toEqual([[stated.length], 'float64']);
    expect(distance(data, stated)).toBeLessThan(1e-14);
    const waves = posenc.wavelengths(encoding);
    expect(waves.shape).toEqual([stated.length]);
    waves.data.forEach((wavelength, i) => {
      expect(Math.abs((wavelength * Math.abs(stated[i] as number)) / (2 * Math.PI) - 1)).toBeLessThan(1e-12);
    });
  }
});

test('values that a page would show', () => {
  close(posenc.frequencies({ dim: 8 }).data, [1, 0.1, 0.01, 0.001]);
  close(posenc.wavelengths({ dim: 4 }).data, [6.283185307, 628.318530718]);
});
