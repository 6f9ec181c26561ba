// Against what the code that people port from printed when it was run.
import { type Encoding, presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { bitsOf, type GoldenCase, golden, posenc } from './support.js';

/** Twice the peer's own error and a few ulps; a peer that is farther off says nothing. */
function agrees(run: GoldenCase, encoding: Encoding, positions: number | number[], dtype: 'float32' | 'float64') {
  const { data } = posenc.encode(encoding, positions, { dtype });
  const largest = run.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const tolerance = 2 * run.measured_max_abs_err + (dtype === 'float32' ? 2.4e-7 : 1e-15) * largest;
  let worst = 0;
  run.data.forEach((value, k) => {
    worst = Math.max(worst, Math.abs(value - (data[run.indices?.[k] ?? k] as number)));
  });
  expect(data.length).toBe(run.shape.reduce((product, size) => product * size, 1));
  expect(worst).toBeLessThanOrEqual(tolerance);
}

const number = (run: GoldenCase, name: string) => run.params[name] as number;

describe('pytorch', () => {
  const runs = golden('pytorch_tutorial');
  test.each(runs.filter(({ params }) => params.max_len && !params.cast))('$name $params', (run) => {
    agrees(run, presets.pytorch(number(run, 'd_model')), number(run, 'max_len'), run.dtype as 'float32');
  });
  // In float64 the tutorial's code is good at far positions too.
  test.each(runs.filter(({ params }) => params.positions && params.precision === 'float64'))('$name $params', (run) => {
    agrees(run, presets.pytorch(number(run, 'd_model')), run.params.positions as number[], 'float64');
  });
  test('a buffer cast to bfloat16: all but those on the edge between two', () => {
    const run = runs.find(({ params }) => params.cast === 'torch.bfloat16') as GoldenCase;
    const { data } = posenc.encode(presets.pytorch(64), 40, { dtype: 'bfloat16' });
    const same = run.data.filter((value, k) => bitsOf(value, 'bfloat16') === data[k]).length;
    expect(same / run.data.length).toBeGreaterThan(0.999);
  });
});

describe('tensor2tensor', () => {
  test.each(golden('tensor2tensor_timing'))('$name $params', (run) => {
    const encoding = presets.tensor2tensor(number(run, 'channels'), {
      minTimescale: number(run, 'min_timescale'),
      maxTimescale: number(run, 'max_timescale'),
      startIndex: number(run, 'start_index'),
    });
    agrees(run, encoding, number(run, 'length'), 'float32');
  });
});

describe('fairseq', () => {
  test.each(golden('fairseq_sinusoid').filter(({ params }) => params.num_embeddings))('$name $params', (run) => {
    const padding = run.params.padding_idx as number | null;
    const encoding = presets.fairseq(number(run, 'embedding_dim'), padding === null ? {} : { padding });
    agrees(run, encoding, number(run, 'num_embeddings'), 'float32');
  });
});

describe('marian and whisper', () => {
  test.each(golden('hf_misc_sinusoid'))('$name $params', (run) => {
    if (run.name === 'marian') {
      agrees(run, presets.marian(number(run, 'embedding_dim')), number(run, 'num_positions'), 'float32');
    } else {
      const maxTimescale = number(run, 'max_timescale');
      agrees(run, presets.whisper(number(run, 'channels'), { maxTimescale }), number(run, 'length'), 'float32');
    }
  });
});

test('presets are frozen plain data, and the same through JSON', () => {
  for (const preset of [
    presets.pytorch(8),
    presets.tensor2tensor(8),
    presets.fairseq(8),
    presets.fairseq(8, { padding: 1 }),
    presets.marian(8),
    presets.whisper(8),
  ]) {
    expect(Object.isFrozen(preset)).toBe(true);
    expect(JSON.parse(JSON.stringify(preset))).toEqual(preset);
    expect(posenc.encode(JSON.parse(JSON.stringify(preset)), 3)).toEqual(posenc.encode(preset, 3));
  }
});

test('what a preset is given wrongly', () => {
  expect(() => presets.whisper(8, { maxTimescales: 1 } as never)).toThrow(
    new TypeError("invalid options: unknown key 'maxTimescales' (did you mean 'maxTimescale'?)"),
  );
  expect(() => presets.tensor2tensor(8, { minTimescale: '1' } as never)).toThrow(
    new TypeError("invalid minTimescale: '1' (a number)"),
  );
  expect(() => presets.fairseq(8, { padding: null } as never)).toThrow(
    new TypeError('invalid padding: null (a number)'),
  );
  expect(() => posenc.encode(presets.whisper(7), 1)).toThrow(
    new RangeError("invalid dim: 7 (an even number, since odd is 'error')"),
  );
});
