import type { Family } from '../recipe.ts';

const steps = '[0, 1, 2.5, 10, 100.25, 499, 999]';

export const measures: Family = {
  id: 'measures',
  title: 'Steps, times, coordinates',
  about: 'Positions that are measured, not counted: any real number is a position, at full exactness.',
  recipes: [
    {
      id: 'stable-diffusion',
      title: 'Timesteps of Stable Diffusion and DiT',
      library: 'diffusers',
      original: `t = torch.tensor([1, 981])
get_timestep_embedding(t, 320, flip_sin_to_cos=True,
                       downscale_freq_shift=0)`,
      posenc: `const encoding = presets.timesteps(320);
const { data } = posenc.encode(encoding, [1, 981]);`,
      cpp: {
        text: `std::vector<double> const steps{1, 981};
std::vector<float> table(2 * 320);
posenc::encode(encoding, steps, table);`,
        compared: [{ ours: 'table' }],
      },
      compared: [{ ours: 'data' }],
      proof: { file: 'diffusers_embeddings', number: 6, unsaid: ['scale', 'max_period'] },
      note: 'Cosines first. With the function’s own defaults, sines come first and the exponent is divided by n − 1.',
    },
    {
      id: 'ddpm',
      title: 'Timesteps by the defaults, as in DDPM',
      library: 'diffusers',
      original: `t = torch.tensor(${steps})
get_timestep_embedding(t, 8)`,
      posenc: `const steps = ${steps};
const { data } = posenc.encode(presets.diffusersTimesteps(8), steps);`,
      compared: [{ ours: 'data' }],
      proof: {
        file: 'diffusers_embeddings',
        number: 0,
        unsaid: ['downscale_freq_shift', 'scale', 'max_period'],
      },
    },
    {
      id: 'timesteps-odd',
      title: 'An odd width',
      library: 'diffusers',
      original: `t = torch.tensor(${steps})
get_timestep_embedding(t, 9)`,
      posenc: `const steps = ${steps};
const { data } = posenc.encode(presets.diffusersTimesteps(9), steps);`,
      compared: [{ ours: 'data' }],
      proof: {
        file: 'diffusers_embeddings',
        number: 2,
        unsaid: ['downscale_freq_shift', 'scale', 'max_period'],
      },
    },
    {
      id: 'flow-times',
      title: 'Times from 0 to 1, scaled',
      library: 'diffusers',
      original: `t = torch.tensor([0, 0.001, 0.25, 1])
get_timestep_embedding(t, 16, flip_sin_to_cos=True, scale=1000)`,
      posenc: `const options = { flipSinToCos: true, scale: 1000 };
const encoding = presets.diffusersTimesteps(16, options);
const times = [0, 0.001, 0.25, 1].map(Math.fround); // t is a float32 tensor
const { data } = posenc.encode(encoding, times);`,
      compared: [{ ours: 'data' }],
      proof: { file: 'diffusers_embeddings', number: 3, unsaid: ['downscale_freq_shift', 'max_period'] },
      note: 'The scale multiplies angles, so 0.001 in float32 already carries its rounding into them: Math.fround repeats it.',
    },
    {
      id: 'nerf',
      title: 'Points in space',
      library: 'NeRF',
      original: `embed, width = get_embedder(10)  # multires
embed(x)  # x: [5, 3]`,
      posenc: `const encoding = presets.nerf(10);
const { data } = posenc.encode(encoding, { data: x, shape: [5, 3] });`,
      cpp: {
        text: `std::vector<double> const points(x.begin(), x.end());
std::vector<float> table(5 * 63);
posenc::encode(encoding, posenc::Points{.coordinates = points}, table);`,
        compared: [{ ours: 'table' }],
      },
      compared: [{ ours: 'data' }],
      proof: {
        file: 'nerf_embedder',
        number: 1,
        inputs: { x: 'x' },
        unsaid: ['max_freq_log2'],
      },
      note: 'The paper’s formula has a factor pi that its code has not: { pi: true } is the paper’s, and tiny-cuda-nn’s.',
    },
    {
      id: 'nerf-linear',
      title: 'Linear bands, without the point itself',
      library: 'NeRF',
      original: `Embedder(input_dims=1, num_freqs=6, max_freq_log2=5,
         include_input=False, log_sampling=False,
         periodic_fns=[torch.sin, torch.cos]).embed(x)  # [5, 1]`,
      posenc: `const options = { inputDims: 1, includeInput: false, logSampling: false };
const encoding = presets.nerf(6, options);
const { data } = posenc.encode(encoding, { data: x, shape: [5, 1] });`,
      compared: [{ ours: 'data' }],
      proof: { file: 'nerf_embedder', number: 2, inputs: { x: 'x' } },
    },
  ],
};
