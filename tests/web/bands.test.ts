import { readFileSync } from 'node:fs';
import type { Scaling } from 'posenc';
import { describe, expect, test } from 'vitest';
import { type Band, bandsOf, bandsSentence, scaledBy } from '../../web/src/views/wavelengths/bands.ts';

/** base^(-2i/d), as configurations without a scaling have it. */
const plain = (dim: number, base: number): number[] =>
  Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / dim));

interface Golden {
  readonly cases: readonly {
    readonly name: string;
    readonly params: { readonly config: { readonly rope_theta: number } };
    readonly shape: readonly number[];
    readonly outputs: { readonly inv_freq_f64?: { readonly data: readonly number[] } };
  }[];
}

const golden: Golden = JSON.parse(readFileSync(new URL('../golden/hf_rope_params.json', import.meta.url), 'utf8'));

/** Frequencies of a published configuration, as Hugging Face's code computes them in float64. */
function published(name: string): { before: number[]; after: readonly number[] } {
  const found = golden.cases.find((one) => one.name === name);
  const after = found?.outputs.inv_freq_f64?.data;
  if (!found || !after) throw new Error(`no case ${name}`);
  return { before: plain(2 * after.length, found.params.config.rope_theta), after };
}

const kindsOf = (bands: readonly Band[]) => bands.map(({ kind, first, last }) => [kind, first, last]);

describe('bands of published configurations', () => {
  test('YaRN keeps what turns 32 times within 4,096 positions, stretches what turns less than once', () => {
    const { before, after } = published('Yarn-Llama-2-7b-64k');
    const scaling: Scaling = { type: 'yarn', factor: 16, originalLength: 4096 };
    // The pairs that turn 32 times and once: 64 ln(4096/(32 2 pi))/ln 10000 = 20.94 and 45.03, rounded outwards.
    const bands = bandsOf(before, after, scaling);
    expect(kindsOf(bands)).toEqual([
      ['kept', 0, 20],
      ['blended', 21, 45],
      ['stretched', 46, 63],
    ]);
    expect(bands[2]).toMatchObject({ least: expect.closeTo(16, 9), most: expect.closeTo(16, 9) });
    expect(bandsSentence(bands, scaling)).toMatch(
      /^YaRN keeps pairs 0 to 20, blends pairs 21 to 45 \(wavelength × 1\.\d+ to 1\d(\.\d)?\) and stretches pairs 46 to 63 \(wavelength × 16\)\.$/,
    );
  });

  test('Llama 3.1 keeps wavelengths below 2,048, stretches those above 8,192 eight times', () => {
    const { before, after } = published('Llama-3.1-8B');
    const bands = bandsOf(before, after, {
      type: 'llama3',
      factor: 8,
      lowFreqFactor: 1,
      highFreqFactor: 4,
      originalLength: 8192,
    });
    const wavelengths = before.map((w) => (2 * Math.PI) / w);
    const below = wavelengths.filter((lambda) => lambda < 2048).length;
    const notAbove = wavelengths.filter((lambda) => lambda <= 8192).length;
    expect(kindsOf(bands)).toEqual([
      ['kept', 0, below - 1],
      ['blended', below, notAbove - 1],
      ['stretched', notAbove, 63],
    ]);
  });

  test('linear stretches all, dynamic none below its length and by degrees above', () => {
    const linear = published('LongChat-style linear 8');
    const scaling: Scaling = { type: 'linear', factor: 8 };
    const bands = bandsOf(linear.before, linear.after, scaling);
    expect(kindsOf(bands)).toEqual([['stretched', 0, 63]]);
    expect(bandsSentence(bands, scaling)).toBe('Linear scaling stretches all pairs (wavelength × 8).');
    const dynamic: Scaling = { type: 'dynamic', factor: 2, originalLength: 2048 };
    const short = published('dynamic factor 2 @ 1000 (below max)');
    expect(bandsSentence(bandsOf(short.before, short.after, dynamic), dynamic)).toBe(
      'Dynamic NTK scaling changes no pair at this length.',
    );
    const long = published('dynamic factor 2 @ 4096');
    // factor L/M - (factor - 1) = 3: the last pair is stretched by it.
    const [first, second] = bandsOf(long.before, long.after, dynamic);
    expect(first).toMatchObject({ kind: 'kept', first: 0, last: 0 });
    expect(second).toMatchObject({ kind: 'stretched', first: 1, last: 63, most: expect.closeTo(3, 9) });
  });

  test('LongRoPE divides each pair by a factor of its own', () => {
    const { before, after } = published('longrope factor, no original (synthetic, dim 8)');
    const scaling: Scaling = {
      type: 'longrope',
      factor: 8,
      originalLength: 4096,
      longFactor: [1, 2, 4, 8],
      shortFactor: [1, 1, 1.5, 2],
    };
    const bands = bandsOf(before, after, scaling);
    expect(kindsOf(bands)).toEqual([
      ['kept', 0, 0],
      ['stretched', 1, 3],
    ]);
    expect(bandsSentence(bands, scaling)).toBe(
      'LongRoPE keeps pair 0 and stretches pairs 1 to 3 (wavelength × 2 to 8).',
    );
  });

  test('pairs that stand still are stopped', () => {
    const bands = bandsOf([1, 0.1, 0.01], [1, 0, 0], { type: 'proportional', fraction: 1 / 3 });
    expect(kindsOf(bands)).toEqual([
      ['kept', 0, 0],
      ['stopped', 1, 2],
    ]);
  });
});

test('a package that refuses a scaling is quoted', () => {
  const refuse = () => {
    throw new RangeError('invalid scaling.factor: -1 (above 0)');
  };
  const encoding = { dim: 8, scaling: { type: 'linear', factor: -1 } } as const;
  const rows = { start: 0, length: 8 };
  expect(scaledBy({ frequencies: refuse, wavelengths: refuse }, encoding, rows)).toBe(
    'What this scaling does to each pair cannot be shown: invalid scaling.factor: -1 (above 0).',
  );
  expect(scaledBy({ frequencies: refuse, wavelengths: refuse }, { dim: 8 }, rows)).toBeNull();
});
