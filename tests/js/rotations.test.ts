// Rotations of every convention: what a preset describes, evaluated by the reference, is what the code it names printed.
import { presets, type SinusoidEncoding } from 'posenc';
import { describe, expect, test } from 'vitest';
import { agrees, cases, type GoldenCase, list, number, timmOptions } from './golden.js';
import {
  type Evaluated,
  frequenciesOf,
  gridTable,
  pointsOf,
  range,
  rotated,
  rotation,
  streamsOf,
} from './reference.js';

type Tensor = { shape: number[]; data: number[] };
const input = (run: GoldenCase, name: string) => run.inputs[name] as Tensor;

/** Rotates a tensor; `positionOf` says where the row with these indices stands. */
function rotateAll(
  encoding: Evaluated,
  { shape, data }: Tensor,
  positionOf: (indices: number[]) => number | readonly number[],
  options: Parameters<typeof rotated>[3] = {},
): number[] {
  const width = shape.at(-1) as number;
  return range(data.length / width).flatMap((row) => {
    const indices: number[] = [];
    let rest = row;
    for (const size of shape.slice(0, -1).reverse()) {
      indices.unshift(rest % size);
      rest = Math.floor(rest / size);
    }
    return rotated(encoding, positionOf(indices), data.slice(row * width, (row + 1) * width), options);
  });
}

/** Each value of a half-width row for both channels of its pair. */
const full = (encoding: Evaluated, row: number[]) =>
  encoding.pairing === 'half' ? [...row, ...row] : row.flatMap((value) => [value, value]);

const given = (options: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== null)) as never;

describe('Meta and DeepSeek', () => {
  const complex = (encoding: SinusoidEncoding, positions: number[]) =>
    positions.flatMap((p) => {
      const { cos, sin } = rotation(encoding, p);
      return cos.flatMap((c, i) => [c, sin[i] as number]);
    });
  test.each(cases('meta_llama3_rope'))('$name $params', (run) => {
    const encoding = presets.llama(number(run, 'dim'), {
      theta: number(run, 'theta'),
      useScaled: run.params.use_scaled as never,
    });
    agrees(run, complex(encoding, range(number(run, 'end'))));
    agrees(
      run,
      rotateAll(encoding, input(run, 'x'), ([, p]) => p as number),
      run.outputs.rotated,
    );
    agrees(run, frequenciesOf(encoding).w, run.outputs.freqs);
  });
  test.each(cases('deepseek_v3_rope'))('$name $params', (run) => {
    const encoding = presets.deepseek(number(run, 'qk_rope_head_dim'), {
      theta: number(run, 'rope_theta'),
      factor: number(run, 'rope_factor'),
      originalLength: number(run, 'original_seq_len'),
      maxLength: number(run, 'max_seq_len'),
      betaFast: number(run, 'beta_fast'),
      betaSlow: number(run, 'beta_slow'),
    });
    const rows = list(run, 'rows');
    agrees(run, complex(encoding, rows));
    agrees(
      run,
      rotateAll(encoding, input(run, 'x'), ([, k]) => rows[k as number] as number),
      run.outputs.rotated,
    );
  });
});

test.each(cases('yarn_original'))('$name $params', (run) => {
  const { params } = run;
  const encoding = presets.yarn(number(run, 'dim'), {
    theta: number(run, 'base'),
    factor: number(run, 'scale'),
    originalLength: number(run, 'original_max_position_embeddings'),
    extrapolationFactor: params.extrapolation_factor as number,
    attnFactor: params.attn_factor as number,
    betaFast: number(run, 'beta_fast'),
    betaSlow: number(run, 'beta_slow'),
  });
  const { w, attention } = frequenciesOf(encoding);
  expect(attention).toBeCloseTo(number(run, 'mscale'), 15);
  const exact = run.outputs.inv_freq_f64?.data as number[];
  exact.forEach((value, i) => {
    expect(Math.abs((w[i] as number) / value - 1)).toBeLessThan(1e-14);
  });
  const rows = list(run, 'rows').map((p) => rotation(encoding, p));
  agrees(
    run,
    rows.flatMap(({ cos }) => full(encoding, cos)),
    run.outputs.cos,
  );
  agrees(
    run,
    rows.flatMap(({ sin }) => full(encoding, sin)),
    run.outputs.sin,
  );
});

test.each(cases('hf_gptj_rotary'))('$name $params', (run) => {
  const positions = list(run, 'positions');
  const encoding = presets.gptJ(number(run, 'rot_dim'));
  agrees(
    run,
    rotateAll(encoding, input(run, 'x'), ([, k]) => positions[k as number] as number),
  );
  const table = positions.flatMap((p) =>
    gridTable({ kind: 'grid', axes: [presets.gptJTable(encoding.dim)] }, [p + 1]).slice(-encoding.dim),
  );
  agrees(run, table, run.outputs.sincos_rows);
});

describe('diffusers', () => {
  const describeCase = (run: GoldenCase, repeatInterleaveReal: boolean) =>
    presets.diffusersRotary(number(run, 'dim'), {
      theta: number(run, 'theta'),
      linearFactor: number(run, 'linear_factor'),
      ntkFactor: number(run, 'ntk_factor'),
      repeatInterleaveReal,
    });
  test.each(cases('diffusers_embeddings', 'get_1d'))('$name $params', (run) => {
    const encoding = describeCase(run, run.params.repeat_interleave_real as unknown as boolean);
    const rows = list(run, 'pos').map((p) => rotation(encoding, p));
    agrees(
      run,
      rows.flatMap(({ cos }) => full(encoding, cos)),
    );
    agrees(
      run,
      rows.flatMap(({ sin }) => full(encoding, sin)),
      run.outputs.sin,
    );
  });
  test.each(cases('diffusers_embeddings', 'apply'))('$name $params', (run) => {
    const encoding = describeCase(run, run.params.pairing === 'interleaved');
    agrees(
      run,
      rotateAll(encoding, input(run, 'x'), ([, , k]) => list(run, 'pos')[k as number] as number),
    );
  });
  test('FLUX: three axes', () => {
    const { cos } = rotation(presets.flux([4, 2, 2]), [0, 3, 5]);
    expect(cos).toEqual([1, 1, Math.cos(3), Math.cos(5)]);
  });
});

describe('rotary-embedding-torch', () => {
  const options = ({ params }: GoldenCase) =>
    given({
      theta: params.theta,
      freqsFor: params.freqs_for,
      maxFreq: params.max_freq,
      thetaRescaleFactor: params.theta_rescale_factor,
      interpolateFactor: params.interpolate_factor,
    });
  test.each(cases('lucidrains_rotary', 'freqs'))('$name $params', (run) => {
    agrees(run, frequenciesOf(presets.lucidrains(number(run, 'dim'), options(run))).w);
  });
  const plain = cases('lucidrains_rotary', 'rotate_queries_or_keys').filter(({ dtype }) => dtype === 'float32');
  test.each(plain)('$name $params', (run) => {
    const encoding = presets.lucidrains(number(run, 'dim'), options(run));
    const offset = number(run, 'offset');
    agrees(
      run,
      rotateAll(encoding, input(run, 't'), ([, , p]) => (p as number) + offset),
    );
  });
  test.each(cases('lucidrains_rotary', 'rotate_queries_and_keys'))('$name $params', (run) => {
    const xpos = {
      useXpos: true,
      xposScaleBase: number(run, 'xpos_scale_base'),
      xposCenter: Math.floor((run.shape[2] as number) / 2),
    };
    const queries = presets.lucidrains(number(run, 'dim'), xpos);
    const keys = presets.lucidrains(number(run, 'dim'), { ...xpos, keys: true });
    agrees(
      run,
      rotateAll(queries, input(run, 'q'), ([, , p]) => p as number),
    );
    agrees(
      run,
      rotateAll(keys, input(run, 'k'), ([, , p]) => p as number),
      run.outputs.rotated_k,
    );
  });
  test.each(cases('lucidrains_rotary', 'get_axial_freqs'))('$name $params', (run) => {
    const sizes = list(run, 'dims');
    const encoding = presets.lucidrainsAxial(number(run, 'dim'), sizes.length, options(run));
    const points = pointsOf(encoding, sizes);
    const cell = (indices: number[]) =>
      points[indices.slice(1).reduce((at, k, axis) => at * (sizes[axis] as number) + k, 0)];
    agrees(
      run,
      rotateAll(encoding, input(run, 'x'), (indices) => cell(indices) as number[]),
      run.outputs.rotated,
    );
  });
  test('constant frequencies', () => {
    expect(frequenciesOf(presets.lucidrains(6, { freqsFor: 'constant' })).w).toEqual([1, 1, 1]);
  });
});

describe('timm', () => {
  test.each(cases('timm_pos_embed_sincos', 'build_rotary'))('$name $params', (run) => {
    const encoding = presets.timmRotary(number(run, 'dim'), timmOptions(run));
    const rows = pointsOf(encoding, list(run, 'feat_shape')).map((point) => rotation(encoding, point));
    agrees(
      run,
      rows.flatMap(({ sin }) => full(encoding, sin)),
    );
    agrees(
      run,
      rows.flatMap(({ cos }) => full(encoding, cos)),
      run.outputs.cos,
    );
  });
  test('apply_rot_embed', () => {
    const run = cases('timm_pos_embed_sincos', 'apply').find(({ params }) => !params.half) as GoldenCase;
    const encoding = presets.timmRotary(number(run, 'dim'), timmOptions(run));
    const points = pointsOf(encoding, list(run, 'feat_shape'));
    agrees(
      run,
      rotateAll(encoding, input(run, 'x'), ([, , k]) => points[k as number] as number[]),
    );
  });
  test("indexing 'xy': the column first; offset before the reference", () => {
    const encoding = presets.timmRotary(8, {
      inPixels: false,
      gridOffset: 1,
      refFeatShape: [6, 8],
      gridIndexing: 'xy',
    });
    const { sin } = rotation(encoding, pointsOf(encoding, [3, 2])[3] as number[]);
    // Row 1 of 3, column 1 of 2: x = 2/2 * 8, y = 2/3 * 6.
    expect(sin).toEqual([Math.sin(8), Math.sin(0.08), Math.sin(4), Math.sin(0.04)]);
  });
  test('DINOv3: cell centres, periods 100^(2i/4), both halves', () => {
    const encoding = presets.dinov3(8);
    const { sin } = rotation(encoding, pointsOf(encoding, [2, 3])[0] as number[]);
    [-1 / 2, -1 / 20, -2 / 3, -1 / 15].forEach((turns, k) => {
      expect(sin[k]).toBeCloseTo(Math.sin(2 * Math.PI * turns), 15);
    });
    expect(encoding.pairing).toBe('half');
  });
});

describe('Qwen', () => {
  test.each(cases('hf_qwen_vl_mrope', 'qwen'))('$name $params', (run) => {
    const preset = run.params.interleaved ? presets.qwen3Vl : presets.qwen2Vl;
    const encoding = preset(number(run, 'head_dim'), {
      theta: number(run, 'rope_theta'),
      sections: list(run, 'mrope_section'),
    });
    const ids = run.params.position_ids as unknown as number[][];
    const byStream = ids.length === 3 && (run.shape[2] as number) === ids[0]?.length;
    const places = ([, , k]: number[]) =>
      range(3).map((s) => (byStream ? ids[s]?.[k as number] : ids[k as number]?.[s]) as number);
    agrees(run, rotateAll(encoding, input(run, 'q'), places));
    agrees(run, rotateAll(encoding, input(run, 'k'), places), run.outputs.k);
  });
  test.each(cases('hf_qwen_vl_mrope', 'Vision'))('$name $params', (run) => {
    const encoding = presets.qwenVision(2 * number(run, 'dim'));
    const angles = range(number(run, 'seqlen')).flatMap((p) =>
      frequenciesOf(encoding.axes[0] as SinusoidEncoding).w.map((w) => p * w),
    );
    agrees(run, angles);
    expect(encoding).toMatchObject({ pairing: 'half', axes: [{ dim: 8 }, { dim: 8 }] });
  });
  test('streams: sections of [24, 20, 20], and what a short section gives away', () => {
    const letters = (encoding: SinusoidEncoding) =>
      streamsOf(encoding, encoding.dim / 2)
        .map((s) => 'THWE'[s])
        .join('');
    expect(letters(presets.qwen3Vl())).toBe(`${'THW'.repeat(20)}TTTT`);
    expect(letters(presets.qwen2Vl())).toBe('T'.repeat(16) + 'H'.repeat(24) + 'W'.repeat(24));
    expect(letters(presets.ggml('imrope', 128, { sections: [24, 20, 20, 0] }))).toBe(`${'THW'.repeat(20)}TEET`);
    expect(letters(presets.ggml('imrope', 64, { sections: [8, 12, 12, 0] }))).toBe(`${'THW'.repeat(8)}EHWEHWEH`);
  });
});

const MODES = { 0: 'normal', 2: 'neox', 8: 'mrope', 40: 'imrope', 24: 'vision' } as const;
test.each(cases('ggml_rope'))('ggml $name', (run) => {
  const { params } = run;
  const mode = MODES[params.mode as 0];
  const encoding = presets.ggml(
    mode,
    number(run, 'n_dims'),
    given({
      freqBase: params.freq_base,
      freqScale: params.freq_scale,
      extFactor: params.ext_factor,
      attnFactor: params.attn_factor,
      betaFast: params.beta_fast,
      betaSlow: params.beta_slow,
      nCtxOrig: params.n_ctx_orig,
      freqFactors: params.freq_factors,
      sections: params.sections,
    }),
  );
  const ids = list(run, 'positions');
  const count = run.shape[0] as number;
  const places = ([k]: number[]) =>
    ids.length === count ? (ids[k as number] as number) : range(4).map((s) => ids[s * count + (k as number)] as number);
  agrees(run, rotateAll(encoding, input(run, 'x'), places, { inverse: params.back === 1 }));
});

test('ggml: the amplitude of YaRN and attn_factor', () => {
  const { cos } = rotation(presets.ggml('neox', 8, { freqScale: 0.25, extFactor: 1, attnFactor: 0.9 }), 0);
  expect(cos[0]).toBeCloseTo(0.9 * (1 + 0.1 * Math.log(4)), 15);
});

test('ggml: a share of YaRN, theta_interp * (1 - mix) + theta_extrap * mix', () => {
  const { w } = frequenciesOf(presets.ggml('neox', 8, { freqScale: 0.25, extFactor: 0.5 }));
  // The first pair is below the ramp, so that half of it is kept.
  expect(w[0]).toBe(0.5 * 0.25 + 0.5);
});

describe('frequencies from the formulas', () => {
  const w = (encoding: SinusoidEncoding) => frequenciesOf(encoding).w;
  test('Gemma 4: proportional, not partial', () => {
    expect(w(presets.proportional(16))).toEqual([1, 1e6 ** (-2 / 16), 0, 0, 0, 0, 0, 0]);
    expect(w(presets.gptNeoX(16, { rotaryPct: 0.25, theta: 1e6 }))).toEqual([1, 1e6 ** (-2 / 4)]);
  });
  test('Llama 3.2: 15 pairs kept, 3 blended, 14 divided', () => {
    const scaled = w(presets.llama(64, { theta: 5e5, useScaled: true, factor: 32 }));
    const ratios = w(presets.llama(64, { theta: 5e5 })).map((one, i) => one / (scaled[i] as number));
    expect(ratios.filter((ratio) => ratio === 1)).toHaveLength(15);
    expect(ratios.filter((ratio) => Math.abs(ratio - 32) < 1e-12)).toHaveLength(14);
  });
  test('rope: pairing and scaling', () => {
    const encoding = presets.rope(8, { pairing: 'half', scaling: { type: 'linear', factor: 4 } });
    expect(w(encoding)).toEqual([0.25, 0.1 / 4, 0.01 / 4, 10000 ** -0.75 / 4]);
    expect(encoding.pairing).toBe('half');
    expect(presets.rope(8).pairing).toBe('adjacent');
  });
});
