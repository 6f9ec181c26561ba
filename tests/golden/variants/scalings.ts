// RoPE scalings by their published formulas: Hugging Face's types and the YaRN authors' class.
import { bfloat16, type Case, float32, float64, numbers, powers, range, spread, turned, variant } from './support.js';

const { sin, cos, log, PI } = Math;

type Yarn = {
  dim: number;
  base: number;
  factor: number;
  original: number;
  fast?: number;
  slow?: number;
  truncate?: boolean;
  /** Share of the unscaled frequencies. */
  share?: number;
};

export function yarnFrequencies({
  dim,
  base,
  factor,
  original,
  fast = 32,
  slow = 1,
  truncate = true,
  share = 1,
}: Yarn) {
  const pairAt = (turns: number) => (dim * log(original / (turns * 2 * PI))) / (2 * log(base));
  const low = Math.max(truncate ? Math.floor(pairAt(fast)) : pairAt(fast), 0);
  const top = Math.min(truncate ? Math.ceil(pairAt(slow)) : pairAt(slow), dim - 1);
  const high = top === low ? low + 0.001 : top;
  return powers(dim, base).map((w, i) => {
    const kept = share * (1 - Math.min(Math.max((i - low) / (high - low), 0), 1));
    return (w / factor) * (1 - kept) + w * kept;
  });
}

type Config = Record<string, unknown> & { rope_theta: number; max_position_embeddings: number };
const heads = (dim: number) => ({ hidden_size: 3 * dim, num_attention_heads: 3 });

/** A config with its inverse frequencies and attention factor. */
type Setting = { rope_type: string; config: Config; seq_len?: number; frequencies: number[]; attention: number };

const LONG = [1, 3, 7, 20];
const SHORT = [1, 1.25, 1.5, 2];
const longrope = (factors: number[]) => powers(8, 500).map((w, i) => w / (factors[i] ?? 1));
const longConfig: Config = {
  ...heads(8),
  rope_theta: 500,
  max_position_embeddings: 400,
  original_max_position_embeddings: 50,
  rope_scaling: { rope_type: 'longrope', long_factor: LONG, short_factor: SHORT },
};
const longAttention = Math.sqrt(1 + log(8) / log(50));

const dynamicConfig: Config = {
  ...heads(8),
  rope_theta: 700,
  max_position_embeddings: 30,
  rope_scaling: { rope_type: 'dynamic', factor: 3 },
};
const dynamic = (length: number) => powers(8, 700 * ((3 * length) / 30 - 2) ** (8 / 6));

const llama3 = powers(24, 5000).map((w) => {
  const [wave, most, least] = [(2 * PI) / w, 256 / 1.5, 256 / 3];
  if (wave < least) return w;
  if (wave > most) return w / 5;
  const mix = (256 / wave - 1.5) / 1.5;
  return ((1 - mix) * w) / 5 + mix * w;
});

function settings(): Setting[] {
  const yarn = (more: Record<string, unknown>, config: Record<string, unknown> = {}) => ({
    ...heads(20),
    rope_theta: 2000,
    max_position_embeddings: 640,
    rope_scaling: { rope_type: 'yarn', factor: 5, ...more },
    ...config,
  });
  return [
    {
      rope_type: 'default',
      config: {
        ...heads(20),
        rope_theta: 900,
        max_position_embeddings: 64,
        partial_rotary_factor: 0.6,
        rope_scaling: null,
      },
      frequencies: powers(12, 900),
      attention: 1,
    },
    {
      rope_type: 'linear',
      config: {
        ...heads(4),
        head_dim: 10,
        rope_theta: 900,
        max_position_embeddings: 64,
        rope_scaling: { rope_type: 'linear', factor: 2.5 },
      },
      frequencies: powers(10, 900).map((w) => w / 2.5),
      attention: 1,
    },
    { rope_type: 'dynamic', config: dynamicConfig, seq_len: 90, frequencies: dynamic(90), attention: 1 },
    { rope_type: 'dynamic', config: dynamicConfig, seq_len: 20, frequencies: powers(8, 700), attention: 1 },
    {
      rope_type: 'yarn',
      config: yarn({ original_max_position_embeddings: 128, beta_fast: 10, beta_slow: 2 }),
      frequencies: yarnFrequencies({ dim: 20, base: 2000, factor: 5, original: 128, fast: 10, slow: 2 }),
      attention: 0.1 * log(5) + 1,
    },
    {
      rope_type: 'yarn',
      config: yarn({ truncate: false, mscale: 0.7, mscale_all_dim: 1.5 }),
      frequencies: yarnFrequencies({ dim: 20, base: 2000, factor: 5, original: 640, truncate: false }),
      attention: (0.07 * log(5) + 1) / (0.15 * log(5) + 1),
    },
    // The ramp is a step of 0.001 pairs, or of one pair if it is cut to whole ones.
    ...[true, false].map((truncate) => ({
      rope_type: 'yarn',
      config: yarn({ truncate, original_max_position_embeddings: 128, beta_fast: 4, beta_slow: 4 }),
      frequencies: yarnFrequencies({ dim: 20, base: 2000, factor: 5, original: 128, truncate, fast: 4, slow: 4 }),
      attention: 0.1 * log(5) + 1,
    })),
    {
      rope_type: 'yarn',
      config: yarn({ attention_factor: 0.75, original_max_position_embeddings: 128 }),
      frequencies: yarnFrequencies({ dim: 20, base: 2000, factor: 5, original: 128 }),
      attention: 0.75,
    },
    { rope_type: 'longrope', config: longConfig, seq_len: 50, frequencies: longrope(SHORT), attention: longAttention },
    { rope_type: 'longrope', config: longConfig, seq_len: 51, frequencies: longrope(LONG), attention: longAttention },
    {
      rope_type: 'llama3',
      config: {
        ...heads(24),
        rope_theta: 5000,
        max_position_embeddings: 2048,
        rope_scaling: {
          rope_type: 'llama3',
          factor: 5,
          low_freq_factor: 1.5,
          high_freq_factor: 3,
          original_max_position_embeddings: 256,
        },
      },
      frequencies: llama3,
      attention: 1,
    },
  ];
}

export const ropeParameters = (): Case[] => [
  ...settings().map(({ rope_type, config, seq_len, frequencies, attention }) => ({
    ...variant(
      `a model with ${rope_type}`,
      { rope_type, config, seq_len: seq_len ?? null, attention_factor: attention },
      float32([frequencies.length], frequencies),
      { outputs: { inv_freq_f64: float64([frequencies.length], frequencies) }, primary: 'inv_freq' },
    ),
  })),
  variant(
    'proportional',
    { rope_type: 'proportional', head_dim: 12, rope_theta: 800, partial_rotary_factor: 0.5, factor: 2 },
    float32(
      [6],
      powers(12, 800).map((w, i) => (i < 3 ? w / 2 : 0)),
    ),
  ),
];

/** The module: lengths are those of its positions. */
export function llama(): Case[] {
  const rotated = ({ rope_type, config, frequencies, attention }: Setting, position_ids: number[]) => {
    const dim = 2 * frequencies.length;
    const angles = position_ids.map((p) => frequencies.map((w) => p * w));
    const rows = position_ids.length;
    const [q, k] = [numbers(2 * rows * dim, 11), numbers(rows * dim, 12)];
    const amplitude = () => attention;
    const table = (f: (angle: number) => number) =>
      float32(
        [1, rows, dim],
        angles.flatMap((row) => spread(row, 'half')).map((angle) => attention * f(angle)),
      );
    return variant(
      rope_type,
      { rope_type, config, position_ids, attention_factor: attention },
      float32([1, 2, rows, dim], turned(q, dim, 1, angles, 'half', { amplitude })),
      {
        inputs: { q: float32([1, 2, rows, dim], q), k: float32([1, 1, rows, dim], k) },
        outputs: {
          k: float32([1, 1, rows, dim], turned(k, dim, 1, angles, 'half', { amplitude })),
          cos: table(cos),
          sin: table(sin),
        },
      },
    );
  };
  const dynamicAt = (length: number): Setting => ({
    rope_type: 'dynamic',
    config: dynamicConfig,
    frequencies: length > 30 ? dynamic(length) : powers(8, 700),
    attention: 1,
  });
  const longropeAt = (factors: number[]): Setting => ({
    rope_type: 'longrope',
    config: longConfig,
    frequencies: longrope(factors),
    attention: longAttention,
  });
  const others = settings().filter(({ rope_type }) => !['dynamic', 'longrope'].includes(rope_type));
  return [
    ...others.map((setting) => rotated(setting, [0, 5, 33])),
    rotated(dynamicAt(30), [29, 4]),
    rotated(dynamicAt(60), [59, 4]),
    rotated(longropeAt(SHORT), [3, 49]),
    rotated(longropeAt(LONG), [3, 50]),
    farLlama(),
    castLlama('default, bfloat16 input, float32 inside', (w) => w),
    castLlama('default, module.to(bfloat16): inv_freq buffer itself rounded', bfloat16),
  ];
}

/** Far positions in float32 throughout: the peer's numbers are wrong, and its roundings explain them. */
function farLlama(): Case {
  const position_ids = [2, 300001, 16777215];
  const round = Math.fround;
  const frequencies = range(4).map((i) => round(1 / round(10000 ** (i / 4))));
  const angles = position_ids.map((p) => frequencies.map((w) => round(p * w)));
  const q = numbers(3 * 8, 13);
  return variant(
    'default',
    {
      rope_type: 'default',
      config: { ...heads(8), rope_theta: 10000, max_position_embeddings: 2 ** 24, rope_scaling: null },
      position_ids,
      attention_factor: 1,
    },
    float32([1, 1, 3, 8], turned(q, 8, 1, angles, 'half')),
    { inputs: { q: float32([1, 1, 3, 8], q) }, measured_max_abs_err: 2 },
  );
}

/** Cosines and sines in bfloat16, from frequencies of float32 or rounded to it. */
function castLlama(name: string, cast: (frequency: number) => number): Case {
  const position_ids = [0, 3, 300, 2047];
  const round = Math.fround;
  const frequencies = range(5).map((i) => cast(round(1 / round(700 ** (i / 5)))));
  const angles = position_ids.flatMap((p) =>
    spread(
      frequencies.map((w) => round(p * w)),
      'half',
    ),
  );
  const table = (f: (angle: number) => number) => ({
    shape: [1, 4, 10],
    dtype: 'bfloat16',
    data: angles.map((angle) => bfloat16(f(angle))),
  });
  return variant(
    name,
    {
      rope_type: 'default',
      config: { ...heads(10), rope_theta: 700, max_position_embeddings: 2048, rope_scaling: null },
      position_ids,
      attention_factor: 1,
    },
    table(cos),
    { outputs: { sin: table(sin) }, primary: 'cos', measured_max_abs_err: cast === bfloat16 ? 1 : 2e-3 },
  );
}

export function yarn(): Case[] {
  const rows = [0, 6, 200];
  const frequencies = yarnFrequencies({ dim: 12, base: 900, factor: 6, original: 90, fast: 9, slow: 2, share: 0.5 });
  const mscale = (0.1 * log(6) + 1) * 0.7;
  const table = (f: (angle: number) => number) =>
    float32(
      [3, 12],
      rows.flatMap((p) =>
        spread(
          frequencies.map((w) => mscale * f(p * w)),
          'half',
        ),
      ),
    );
  const params = {
    dim: 12,
    max_position_embeddings: 300,
    base: 900,
    scale: 6,
    original_max_position_embeddings: 90,
    extrapolation_factor: 0.5,
    attn_factor: 0.7,
    beta_fast: 9,
    beta_slow: 2,
    mscale,
    rows,
  };
  return [
    variant('yarn', params, float32([6], frequencies), {
      outputs: { inv_freq_f64: float64([6], frequencies), cos: table(cos), sin: table(sin) },
      primary: 'inv_freq',
    }),
  ];
}
