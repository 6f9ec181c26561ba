import type { Family, Recipe } from '../recipe.ts';

/** ggml_rope_ext(ctx, x, positions, factors, n_dims, mode, n_ctx_orig, freq_base, freq_scale, ext, attn, fast, slow). */
const ext = (
  dims: number,
  mode: string,
  { factors = 'NULL', context = 4096, base = 10000, mix = '1.0f, 0.0f, 1.0f' },
) =>
  `x = ggml_rope_ext(ctx, x, positions, ${factors}, ${dims}, ${mode},
                  ${context}, ${base}.0f, ${mix}, 32.0f, 1.0f);`;

/** ggml_rope_multi, which takes the sections too. */
const multi = (dims: number, sections: string, mode: string, base: number) => `int sections[4] = {${sections}};
x = ggml_rope_multi(ctx, x, positions, NULL, ${dims}, sections,
                    ${mode}, 4096, ${base}.0f,
                    1.0f, 0.0f, 1.0f, 32.0f, 1.0f);`;

/** How a case was made says them; the calls do not. */
const unsaid = ['mode', 'ne0', 'heads', 'positions', 'back'];

const recipe = (number: number, rest: Omit<Recipe, 'library' | 'language' | 'compared' | 'proof'>): Recipe => ({
  library: 'ggml',
  language: 'C',
  compared: [{ ours: 'x' }],
  proof: { file: 'ggml_rope', number, inputs: { x: 'x' }, unsaid },
  ...rest,
});

const streams = `// Four streams: time, height, width, and one that is 0.
const data = [0, 1, 2, 2, 4, 0, 1, 2, 3, 4, 0, 1, 2, 5, 4, 0, 0, 0, 0, 0];`;

export const ggml: Family = {
  id: 'ggml',
  title: 'ggml and llama.cpp',
  about:
    'All modes of ggml’s rope. It reaches pair i by i products in float32, so its own error grows with the pair and ' +
    'the position; posenc’s does not.',
  recipes: [
    recipe(0, {
      id: 'ggml-normal',
      title: 'NORMAL: neighbours turn',
      original: `// x: 8 channels, 2 heads, at the positions 0, 1, 2, 100
${ext(8, 'GGML_ROPE_TYPE_NORMAL', {})}`,
      posenc: `const encoding = presets.ggml('normal', 8);
const layout = { shape: [4, 2, 8], sequenceAxis: 0 };
posenc.rotate(encoding, [0, 1, 2, 100], x, layout);`,
      cpp: {
        text: `std::int64_t const shape[]{4, 2, 8};
std::vector<double> const positions{0, 1, 2, 100};
posenc::rotate(encoding, positions, x,
               {.shape = shape, .sequence_axis = 0});`,
        compared: [{ ours: 'x' }],
      },
    }),
    recipe(6, {
      id: 'ggml-neox',
      title: 'NEOX: channels i and i + n',
      original: `// x: 8 channels, 2 heads, at the positions 0, 1, 2, 100
${ext(8, 'GGML_ROPE_TYPE_NEOX', {})}`,
      posenc: `const encoding = presets.ggml('neox', 8);
const layout = { shape: [4, 2, 8], sequenceAxis: 0 };
posenc.rotate(encoding, [0, 1, 2, 100], x, layout);`,
    }),
    recipe(1, {
      id: 'ggml-partial',
      title: 'The first 8 of 12 channels',
      original: `// x: 12 channels, 1 head, at the positions 0, 7, 4095
${ext(8, 'GGML_ROPE_TYPE_NORMAL', {})}`,
      posenc: `const encoding = presets.ggml('normal', 8);
const layout = { shape: [3, 1, 12], sequenceAxis: 0 };
posenc.rotate(encoding, [0, 7, 4095], x, layout);`,
    }),
    recipe(2, {
      id: 'ggml-factors',
      title: 'Frequency factors',
      original: `// factors: a tensor of {1, 1.5, 4, 32}; positions 0, 3, 9999
${ext(8, 'GGML_ROPE_TYPE_NORMAL', { factors: 'factors' })}`,
      posenc: `const encoding = presets.ggml('normal', 8, { freqFactors: [1, 1.5, 4, 32] });
const layout = { shape: [3, 1, 8], sequenceAxis: 0 };
posenc.rotate(encoding, [0, 3, 9999], x, layout);`,
      note: 'They divide the angles. Llama 3.1’s scaling comes as such factors in GGUF files (rope_freqs.weight).',
    }),
    recipe(8, {
      id: 'ggml-linear',
      title: 'Linear scaling',
      original: `// positions 0, 3, 999
${ext(8, 'GGML_ROPE_TYPE_NEOX', { mix: '0.25f, 0.0f, 1.0f' })}`,
      posenc: `const encoding = presets.ggml('neox', 8, { freqScale: 0.25 });
const layout = { shape: [3, 1, 8], sequenceAxis: 0 };
posenc.rotate(encoding, [0, 3, 999], x, layout);`,
      note: 'freq_scale multiplies: it is 1 / factor.',
    }),
    recipe(9, {
      id: 'ggml-yarn',
      title: 'YaRN',
      original: `// positions 2, 60000
${ext(32, 'GGML_ROPE_TYPE_NEOX', { mix: '0.0625f, 1.0f, 0.9f' })}`,
      posenc: `const options = {
  freqScale: 1 / 16, extFactor: 1, attnFactor: 0.9, nCtxOrig: 4096,
};
const encoding = presets.ggml('neox', 32, options);
const layout = { shape: [2, 1, 32], sequenceAxis: 0 };
posenc.rotate(encoding, [2, 60000], x, layout);`,
      note: 'Values are multiplied by 1 + 0.1 ln(16) on top of attn_factor.',
    }),
    recipe(4, {
      id: 'ggml-back',
      title: 'Backwards',
      original: `// positions 0, 1, 77
x = ggml_rope_ext_back(ctx, x, positions, NULL, 8, 0,
                       4096, 10000.0f, 1.0f, 0.0f, 1.0f, 32.0f, 1.0f);`,
      posenc: `const options = { shape: [3, 1, 8], sequenceAxis: 0, inverse: true };
posenc.rotate(presets.ggml('normal', 8), [0, 1, 77], x, options);`,
    }),
    recipe(11, {
      id: 'ggml-mrope',
      title: 'MROPE: sections of the pairs',
      original: multi(16, '2, 3, 3, 0', 'GGML_ROPE_TYPE_MROPE', 1000000),
      posenc: `${streams}
const options = { freqBase: 1000000, sections: [2, 3, 3, 0] };
const encoding = presets.ggml('mrope', 16, options);
const layout = { shape: [5, 1, 16], sequenceAxis: 0 };
posenc.rotate(encoding, { data, shape: [4, 5] }, x, layout);`,
    }),
    recipe(12, {
      id: 'ggml-imrope',
      title: 'IMROPE: pairs in turn',
      original: multi(16, '4, 2, 2, 0', 'GGML_ROPE_TYPE_IMROPE', 5000000),
      posenc: `${streams}
const options = { freqBase: 5000000, sections: [4, 2, 2, 0] };
const encoding = presets.ggml('imrope', 16, options);
const layout = { shape: [5, 1, 16], sequenceAxis: 0 };
posenc.rotate(encoding, { data, shape: [4, 5] }, x, layout);`,
      note: 'Pairs past a section go to the fourth stream. Qwen3-VL’s own code gives them to time.',
    }),
    recipe(13, {
      id: 'ggml-vision',
      title: 'VISION: rows, then columns',
      original: `// rows 0, 1, 2, 9 and columns 3, 2, 1, 30; 16 channels turn
${multi(8, '4, 4, 0, 0', 'GGML_ROPE_TYPE_VISION', 10000)}`,
      posenc: `const encoding = presets.ggml('vision', 8);
const points = { data: [0, 3, 1, 2, 2, 1, 9, 30], shape: [4, 2] };
const layout = { shape: [4, 1, 16], sequenceAxis: 0 };
posenc.rotate(encoding, points, x, layout);`,
    }),
  ],
};
