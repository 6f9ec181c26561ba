// Golden files of the same form with other parameters, made by formulas in plain doubles that share nothing with Posenc.
import { readFileSync } from 'node:fs';

export type Entry = { shape: number[]; dtype: string; data: number[]; indices?: number[] };
export type Case = Entry & {
  name: string;
  params: Record<string, unknown>;
  inputs?: Record<string, Entry>;
  outputs?: Record<string, Entry>;
  primary?: string;
  measured_max_abs_err?: number;
  [key: string]: unknown;
};
export type Golden = { source: Record<string, unknown>; cases: Case[]; [key: string]: unknown };

/** A stored file's frame with other cases. */
export function golden(name: string, cases: Case[]): Golden {
  const stored = JSON.parse(readFileSync(new URL(`../${name}.json`, import.meta.url), 'utf8')) as Golden;
  return { ...stored, cases };
}

export const range = (count: number, start = 0) => Array.from({ length: count }, (_, k) => start + k);

const paper = (width: number) => range(Math.ceil(width / 2)).map((i) => 10000 ** ((-2 * i) / width));
const endpoint = (width: number, least: number, most: number) => {
  const pairs = Math.floor(width / 2);
  return range(pairs).map((i) => least * (most / least) ** (-i / Math.max(pairs - 1, 1)));
};

const interleaved = (position: number, frequencies: number[]) =>
  frequencies.flatMap((w) => [Math.sin(position * w), Math.cos(position * w)]);
const halves = (position: number, frequencies: number[]) => [
  ...frequencies.map((w) => Math.sin(position * w)),
  ...frequencies.map((w) => Math.cos(position * w)),
];

/** One that is within the error of plain doubles, rounded to float32. */
const float32 = { dtype: 'float32', measured_max_abs_err: 3e-8 };

export function tutorial(d_model: number, positions: number[], precision = 'float32'): Case {
  const data = positions.flatMap((p) => interleaved(p, paper(d_model)));
  return {
    name: 'far positions',
    params: { d_model, positions, precision },
    shape: [positions.length, d_model],
    ...float32,
    dtype: precision,
    data: precision === 'float32' ? data.map(Math.fround) : data,
  };
}

export function tutorialTable(d_model: number, max_len: number): Case {
  return { ...tutorial(d_model, range(max_len)), name: 'table', params: { d_model, max_len, precision: 'float32' } };
}

/** The tutorial in float32 throughout: frequencies, positions and products are rounded before the sine. */
export function roundedTutorial(d_model: number, positions: number[]): Case {
  const round = Math.fround;
  const rate = round(-Math.log(10000) / d_model);
  const frequencies = range(d_model / 2).map((i) => round(Math.exp(round(2 * i * rate))));
  const data = positions.flatMap((p) =>
    frequencies.flatMap((w) => {
      const angle = round(round(p) * w);
      return [round(Math.sin(angle)), round(Math.cos(angle))];
    }),
  );
  return { ...tutorial(d_model, positions), data, measured_max_abs_err: 1 };
}

export function fairseqTable(num_embeddings: number, embedding_dim: number, padding_idx?: number | null): Case {
  const zero = embedding_dim % 2 ? [0] : [];
  const rows = range(num_embeddings).map((p) => [...halves(p, endpoint(embedding_dim, 1, 10000)), ...zero]);
  if (typeof padding_idx === 'number') rows[padding_idx]?.fill(0);
  return {
    name: 'get_embedding',
    params: { num_embeddings, embedding_dim, ...(padding_idx === undefined ? {} : { padding_idx }) },
    shape: [num_embeddings, embedding_dim],
    ...float32,
    data: rows.flat().map(Math.fround),
  };
}

export function fairseqForward(tokens: number[][], embedding_dim: number, padding_idx: number): Case {
  const shape = [tokens.length, tokens[0]?.length ?? 0];
  const positions = tokens.flatMap((row) =>
    row.map((token, k) =>
      token === padding_idx
        ? padding_idx
        : padding_idx + row.slice(0, k + 1).filter((other) => other !== padding_idx).length,
    ),
  );
  const frequencies = endpoint(embedding_dim, 1, 10000);
  const data = positions.flatMap((p) =>
    p === padding_idx ? range(embedding_dim).map(() => 0) : halves(p, frequencies).map(Math.fround),
  );
  return {
    name: 'forward with padding',
    params: { embedding_dim, padding_idx, init_size: 16 },
    inputs: { tokens: { shape, dtype: 'int64', data: tokens.flat() } },
    outputs: { positions: { shape, dtype: 'int64', data: positions } },
    shape: [...shape, embedding_dim],
    ...float32,
    data,
  };
}

export function timing(length: number, channels: number, least: number, most: number, start_index: number): Case {
  const zero = channels % 2 ? [0] : [];
  return {
    name: 'get_timing_signal_1d',
    params: { length, channels, min_timescale: least, max_timescale: most, start_index },
    shape: [1, length, channels],
    ...float32,
    data: range(length, start_index).flatMap((p) => [...halves(p, endpoint(channels, least, most)), ...zero]),
    result_dtype: 'float32',
  };
}

export function marian(num_positions: number, embedding_dim: number): Case {
  const row = (p: number) => halves(p, paper(embedding_dim)).slice(0, embedding_dim);
  return {
    name: 'marian',
    params: { num_positions, embedding_dim },
    shape: [num_positions, embedding_dim],
    ...float32,
    data: range(num_positions).flatMap(row).map(Math.fround),
  };
}

export function whisper(length: number, channels: number, max_timescale: number): Case {
  return {
    name: 'whisper sinusoids',
    params: { length, channels, max_timescale },
    shape: [length, channels],
    ...float32,
    data: range(length).flatMap((p) => halves(p, endpoint(channels, 1, max_timescale)).map(Math.fround)),
  };
}

/** Truth of a small table, where plain doubles round to the right float32. */
export function truth(base: number, d: number, columns: number[], positions: number[]): Case {
  const frequencies = columns.map((i) => base ** ((-2 * i) / d));
  const shape = [positions.length, columns.length];
  const table = (f: (angle: number) => number) => positions.flatMap((p) => frequencies.map((w) => f(p * w)));
  const single = (data: number[], own = shape) => ({ shape: own, dtype: 'float32', data: data.map(Math.fround) });
  const double = (data: number[], own = shape) => ({ shape: own, dtype: 'float64', data });
  return {
    name: `base=${base} d=${d}`,
    params: { base: String(base), d, columns, positions: positions.map(String) },
    ...double(table(Math.sin)),
    outputs: {
      cos_f64: double(table(Math.cos)),
      sin_f32: single(table(Math.sin)),
      cos_f32: single(table(Math.cos)),
      freq_f64: double(frequencies, [columns.length]),
      freq_f32: single(frequencies, [columns.length]),
    },
    primary: 'sin_f64',
  };
}
