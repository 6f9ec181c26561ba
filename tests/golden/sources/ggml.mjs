// ggml's rope in all of its modes.
import {
  evenWhole,
  finite,
  listOf,
  nullable,
  oneOf,
  tensor,
  tuple,
  Unsupported,
  WIDEST,
  whole,
} from '../parameters.mjs';
import { best, largestError, neighbours, phasors } from './peer.mjs';
import { rotatedBy, rotateOutput } from './rotate.mjs';

const MODES = { 0: 'normal', 2: 'neox', 8: 'mrope', 24: 'vision', 40: 'imrope' };
const positive = finite(1e-30, 1e30);

/**
 * The original reaches pair i by i float32 products, whose errors add up; beyond the fourth that is more than 4e-7 of the
 * angle.
 */
const line = (angle, products) => 3e-7 + 4e-7 * Math.abs(angle) * Math.max(1, products / 4);

/** Which stream each pair has, by the original's sections: they begin again where they end before the last pair. */
function streamsOf(mode, sections, pairs) {
  const total = sections.reduce((a, b) => a + b, 0);
  if (total === 0) throw new Unsupported('no sections');
  const bounds = sections.map((_, k) => sections.slice(0, k + 1).reduce((a, b) => a + b, 0));
  return Array.from({ length: pairs }, (_, pair) => {
    const sector = pair % total;
    if (mode !== 'imrope') return bounds.findIndex((end) => sector < end);
    return sector < 3 * sections[sector % 3] ? sector % 3 : 3;
  });
}

/** Positions, encoding and angles of the modes with several streams. */
function multi({ posenc, presets }, mode, params, options) {
  const { n_dims, ne0, positions, sections } = params;
  const length = positions.length / 4;
  const stream = (k) => positions.slice(k * length, (k + 1) * length);
  if (mode === 'vision') {
    if (2 * n_dims !== ne0) throw new Unsupported('vision rotates the whole row');
    const encoding = presets.ggml(mode, n_dims, { ...options, sections });
    const points = Float64Array.from({ length: 2 * length }, (_, k) => stream(k % 2)[k >> 1]);
    const { data } = posenc.frequencies({ dim: n_dims, base: params.freq_base, scale: params.freq_scale });
    const half = n_dims / 2;
    const factor = (pair) => params.freq_factors?.[pair] ?? 1;
    return {
      encoding,
      positions: { data: points, shape: [length, 2] },
      pairs: n_dims,
      angle: (row, pair) => (data[pair % half] / factor(pair)) * points[2 * row + (pair < half ? 0 : 1)],
      products: (pair) => pair % half,
      length,
    };
  }
  const streams = streamsOf(mode, sections, n_dims / 2);
  const { sectionOrder, ...plain } = presets.ggml(mode, n_dims, { ...options, sections });
  const complete = sections.reduce((a, b) => a + b, 0) === n_dims / 2;
  const own = {
    positions: { data: Float64Array.from(positions), shape: [4, length] },
    encoding: { ...plain, sectionOrder },
  };
  const { sections: _, ...single } = plain;
  const { data } = posenc.frequencies(single);
  const shared = {
    pairs: n_dims / 2,
    angle: (row, pair) => data[pair] * stream(streams[pair])[row],
    products: (pair) => pair,
    length,
  };
  if (complete) return { ...own, ...shared };
  // Sections that do not add up to the pairs: the same, written out as runs of pairs of one stream.
  const runs = [];
  for (const of of streams) {
    if (runs.at(-1)?.of === of) runs.at(-1).count += 1;
    else runs.push({ of, count: 1 });
  }
  if (runs.length > 8) throw new Unsupported(`${runs.length} runs of sections`);
  return {
    ...shared,
    encoding: { ...plain, sections: runs.map(({ count }) => count) },
    positions: { data: Float64Array.from(runs.flatMap(({ of }) => stream(of))), shape: [runs.length, length] },
  };
}

function single({ posenc, presets }, mode, { n_dims, positions }, options) {
  const encoding = presets.ggml(mode, n_dims, options);
  const { data } = posenc.frequencies(encoding);
  return {
    encoding,
    positions: Float64Array.from(positions),
    pairs: n_dims / 2,
    angle: (row, pair) => data[pair] * positions[row],
    products: (pair) => pair,
    length: positions.length,
  };
}

function run(library, params, { x }) {
  const { mode: number, n_dims, ne0, heads, positions, sections, back } = params;
  const { freq_base, freq_scale, ext_factor, attn_factor, beta_fast, beta_slow, n_ctx_orig, freq_factors } = params;
  const mode = MODES[number];
  const several = number >= 8;
  if (several !== (sections !== null)) throw new Unsupported(`sections ${sections} in mode ${mode}`);
  if (n_dims > ne0) throw new Unsupported('n_dims above ne0');
  if (several && positions.length % 4) throw new Unsupported(`${positions.length} positions for four streams`);
  const options = {
    freqBase: freq_base,
    freqScale: freq_scale,
    extFactor: ext_factor,
    attnFactor: attn_factor,
    betaFast: beta_fast,
    betaSlow: beta_slow,
    nCtxOrig: n_ctx_orig,
    ...(freq_factors ? { freqFactors: freq_factors } : {}),
  };
  const made = (several ? multi : single)(library, mode, params, options);
  if (x.shape.join() !== [made.length, heads, ne0].join()) throw new Unsupported(`x of the shape [${x.shape}]`);
  const { encoding, pairs, angle, products } = made;
  const inverse = back !== 0 && back !== false;
  const output = rotateOutput(library.posenc, encoding, made.positions, x, {
    sequenceAxis: 0,
    pairs,
    inverse,
    line: (row, pair) => line(angle(row, pair), products(pair)),
  });
  if (!several && ext_factor === 0) {
    const how = { shape: x.shape, sequenceAxis: 0, pairs, pairing: encoding.pairing, inverse };
    output.reproduce = (expected) => reproduce(library.posenc, params, x.values, how, expected);
  }
  return { '': output };
}

/**
 * The original's angles: p * theta_scale * theta_scale * ..., each product rounded to float32, divided by the frequency
 * factor and multiplied by freq_scale. theta_scale is within one unit in the last place of freq_base^(-2/n_dims).
 */
function reproduce(posenc, { n_dims, positions, freq_base, freq_scale, attn_factor, freq_factors }, x, how, expected) {
  const round = Math.fround;
  const candidates = neighbours('float32', round(freq_base) ** round(-2 / n_dims), 1).map((step) => {
    const rows = positions.map((position) => {
      let theta = round(position);
      const angles = [];
      for (let pair = 0; pair < n_dims / 2; ++pair) {
        const extrapolated = freq_factors ? round(theta / round(freq_factors[pair])) : theta;
        angles.push(round(round(freq_scale) * extrapolated));
        theta = round(theta * step);
      }
      return phasors(posenc, angles).map((value) => value * attn_factor);
    });
    return rotatedBy(x, how, (row, pair) => rows[row].subarray(2 * pair, 2 * pair + 2));
  });
  return best(candidates, (valueAt) => largestError(expected, valueAt));
}

export const ggml = {
  repo: 'ggml-org/ggml',
  path: 'src/ggml-cpu/ops.cpp, src/ggml.c',
  function: 'ggml_rope_ext, ggml_rope_multi (ggml_compute_forward_rope, f32)',
  cases: [
    {
      // What the parameters say, in words.
      names: [/./],
      params: {
        mode: oneOf(...Object.keys(MODES).map(Number)),
        n_dims: evenWhole(2, WIDEST),
        ne0: evenWhole(2, WIDEST),
        heads: whole(1, 65536),
        positions: listOf(whole(-(2 ** 31), 2 ** 31 - 1)),
        n_ctx_orig: whole(0, 2 ** 31 - 1),
        freq_base: positive,
        freq_scale: positive,
        ext_factor: finite(0, 1),
        attn_factor: finite(1e-10, 1e10),
        beta_fast: positive,
        beta_slow: positive,
        freq_factors: nullable(listOf(positive)),
        sections: nullable(tuple(4, whole(0, WIDEST))),
        back: oneOf(0, 1, true, false),
      },
      inputs: { x: tensor('float32') },
      run,
    },
  ],
};
