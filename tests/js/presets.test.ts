// Against what the code that people port from printed when it was run.
import { type Encoding, presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { bitsOf, errorOf, type GoldenCase, golden, posenc } from './support.js';

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

/** Each preset, with options that put every field there is into its encoding. */
const ALL: Record<keyof typeof presets, object[]> = {
  alibi: [presets.alibi(8)],
  bart: [presets.bart()],
  beit: [presets.beit(), presets.beit([2, 3])],
  bert: [presets.bert()],
  bigVision: [presets.bigVision(8, { temperature: 20 })],
  bloom: [presets.bloom(8)],
  burn: [presets.burn(8)],
  deberta: [presets.deberta(), presets.deberta({ bucketSize: null })],
  deepseek: [presets.deepseek(), presets.deepseek(64, { maxLength: 4096 })],
  detr: [presets.detr(), presets.detr(8, { normalise: true, scale: 3 })],
  diffusers2d: [presets.diffusers2d(8, { classRows: 1, interpolationScale: 2 })],
  diffusers3d: [presets.diffusers3d(16)],
  diffusersRotary: [presets.diffusersRotary(8, { linearFactor: 2, ntkFactor: 3 })],
  diffusersTimesteps: [presets.diffusersTimesteps(8), presets.diffusersTimesteps(8, { downscaleFreqShift: 0.5 })],
  dinov3: [presets.dinov3(8)],
  fairseq: [presets.fairseq(8), presets.fairseq(8, { padding: 1 })],
  flux: [presets.flux()],
  gaussianFourier: [presets.gaussianFourier([1, 2])],
  ggml: [
    presets.ggml('neox', 8, { freqScale: 0.5, extFactor: 1, attnFactor: 2, freqFactors: Float32Array.of(1, 1, 2, 3) }),
    presets.ggml('vision', 8, { freqFactors: [1, 2, 3, 4, 1, 2, 3, 4], sections: [4, 4, 0, 0] }),
    presets.ggml('imrope', 8, { sections: [2, 1, 1, 0] }),
  ],
  gpt2: [presets.gpt2()],
  gptJ: [presets.gptJ()],
  gptJTable: [presets.gptJTable(8)],
  gptNeoX: [presets.gptNeoX(96, { rotaryPct: 0.25 })],
  keras: [presets.keras(7, { startIndex: 3 })],
  llama: [presets.llama(128, { useScaled: true })],
  lucidrains: [
    presets.lucidrains(8, { useXpos: true, keys: true, thetaRescaleFactor: 2 }),
    presets.lucidrains(8, { freqsFor: 'pixel' }),
  ],
  lucidrainsAxial: [presets.lucidrainsAxial(8, 2, { freqsFor: 'pixel' })],
  mae: [presets.mae(8), presets.mae(8, { classRows: 1 })],
  marian: [presets.marian(8)],
  marianNmt: [presets.marianNmt(8)],
  mlx: [presets.mlx(8)],
  moco: [presets.moco(8)],
  mpt: [presets.mpt(8), presets.mpt(8, { alibiBiasMax: 16 })],
  nerf: [presets.nerf(4), presets.nerf(4, { logSampling: false, pi: true, includeInput: false })],
  openNmt: [presets.openNmt(8)],
  opt: [presets.opt()],
  proportional: [presets.proportional(512, { factor: 8 })],
  pytorch: [presets.pytorch(8)],
  qwen2Vl: [presets.qwen2Vl()],
  qwen3Vl: [presets.qwen3Vl()],
  qwenVision: [presets.qwenVision(80)],
  roberta: [presets.roberta()],
  rope: [presets.rope(8, { scaling: { type: 'linear', factor: 2 } })],
  sam: [presets.sam(Float32Array.of(1, 2, 3, 4))],
  scaledSinusoid: [presets.scaledSinusoid(8)],
  swin: [presets.swin()],
  t5: [presets.t5(), presets.t5({ decoder: true })],
  tatp22: [presets.tatp22(7)],
  tatp22Grid: [presets.tatp22Grid(7, 3)],
  tensor2tensor: [presets.tensor2tensor(8)],
  tensor2tensorNd: [presets.tensor2tensorNd(10, 2)],
  timesteps: [presets.timesteps(8)],
  timestamps: [presets.timestamps({ dim: 8, shortest: 1, longest: 100 })],
  timmFourier: [presets.timmFourier(4, { includeGrid: true, refFeatShape: [2, 3], gridIndexing: 'xy' })],
  timmRotary: [presets.timmRotary(8, { inPixels: false, gridOffset: 1 })],
  timmSincos2d: [presets.timmSincos2d(8, { interleaveSinCos: true })],
  vit: [presets.vit(768, [14, 7], { prefix: 2 })],
  whisper: [presets.whisper(8)],
  yarn: [presets.yarn(8, { factor: 4, attnFactor: 0.9 })],
};

test('presets are frozen plain data, and the same through JSON', () => {
  const isFrozen = (value: unknown): boolean =>
    typeof value !== 'object' || (Object.isFrozen(value) && Object.values(value as object).every(isFrozen));
  expect(Object.keys(ALL).sort()).toEqual(Object.keys(presets).sort());
  for (const preset of Object.values(ALL).flat()) {
    expect(isFrozen(preset)).toBe(true);
    expect(JSON.parse(JSON.stringify(preset))).toStrictEqual(preset);
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
  const calls: [() => unknown, string][] = [
    // What the original asserts.
    [() => presets.mae(6), 'RangeError: invalid embedDim: 6 (a multiple of 4)'],
    [() => presets.moco(10), 'RangeError: invalid embedDim: 10 (a multiple of 4)'],
    [() => presets.bigVision(6), 'RangeError: invalid width: 6 (a multiple of 4)'],
    [() => presets.timmSincos2d(Number.NaN), 'RangeError: invalid dim: NaN (a multiple of 4)'],
    [() => presets.timmRotary(6), 'RangeError: invalid dim: 6 (a multiple of 4)'],
    [() => presets.diffusers2d(6), 'RangeError: invalid embedDim: 6 (a multiple of 4)'],
    [() => presets.diffusers3d(8), 'RangeError: invalid embedDim: 8 (a multiple of 16)'],
    [() => presets.detr(8, { scale: 2 }), 'RangeError: invalid scale: 2 (only with normalise)'],
    // What would be a list of a caller's length, before it is made.
    [
      () => presets.nerf(4, { inputDims: 1e9 }),
      'RangeError: invalid inputDims: 1000000000 (a whole number from 1 to 8)',
    ],
    [() => presets.tensor2tensorNd(8, 0), 'RangeError: invalid axes: 0 (a whole number from 1 to 8)'],
    [() => presets.tatp22Grid(8, 4 as never), 'RangeError: invalid axes: 4 (a whole number from 2 to 3)'],
    [() => presets.timmFourier(8, { refFeatShape: [1] }), 'RangeError: invalid refFeatShape: Array (2 numbers)'],
    // Types.
    [() => presets.mlx('8' as never), "TypeError: invalid dims: '8' (a number)"],
    [() => presets.mlx(8, { cosFirst: 1 } as never), 'TypeError: invalid cosFirst: 1 (true or false)'],
    [() => presets.sam(5 as never), 'TypeError: invalid matrix: 5 (an array of numbers)'],
    [() => presets.sam(['1'] as never), "TypeError: invalid matrix: '1' (a number)"],
    [() => presets.rope(8, { scaling: 'linear' } as never), "TypeError: invalid scaling: 'linear' (an object)"],
    [() => presets.rope(8, { pairing: 'both' } as never), "RangeError: invalid pairing: 'both' ('adjacent' or 'half')"],
    [() => presets.yarn(8, {} as never), 'TypeError: invalid factor: undefined (a number)'],
    [() => presets.timestamps({ dim: 8 } as never), 'TypeError: invalid shortest: undefined (a number)'],
    [() => presets.timestamps(8 as never), 'TypeError: invalid options: 8 (an object)'],
    [() => presets.deberta({ bucketSize: '1' } as never), "TypeError: invalid bucketSize: '1' (a number)"],
    // ggml's modes and what belongs to them.
    [
      () => presets.ggml('glm' as never, 8),
      "RangeError: invalid mode: 'glm' ('normal', 'neox', 'mrope', 'imrope' or 'vision')",
    ],
    [
      () => presets.ggml(undefined as never, 8),
      "TypeError: invalid mode: null ('normal', 'neox', 'mrope', 'imrope' or 'vision')",
    ],
    [() => presets.ggml('mrope', 8), 'RangeError: invalid sections: undefined (pairs of each of the four streams)'],
    [
      () => presets.ggml('neox', 8, { sections: [1, 1, 1, 1] }),
      "RangeError: invalid sections: Array (none, since mode is 'neox')",
    ],
    [
      () => presets.ggml('vision', 8, { sections: [2, 4, 0, 0] }),
      "RangeError: invalid sections: Array (4 for the first two, since mode is 'vision')",
    ],
    [() => presets.ggml('vision', 8, { extFactor: 1 }), "RangeError: invalid extFactor: 1 (0, since mode is 'vision')"],
  ];
  for (const [call, message] of calls) expect(errorOf(call)).toBe(message);
  expect(errorOf(() => presets.qwenVision(8, { tetha: 1 } as never))).toContain("did you mean 'theta'?");
  for (const [width, named] of [
    [null, 'null'],
    [Float32Array.of(8), 'Float32Array'],
  ])
    expect(errorOf(() => posenc.encode(presets.pytorch(width as never), 1))).toBe(
      `TypeError: invalid dim: ${named} (a number)`,
    );
});
