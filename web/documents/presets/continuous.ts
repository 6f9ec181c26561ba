import type { Group } from './fact.ts';

export const continuous: Group = {
  id: 'continuous',
  title: 'Steps, times, coordinates',
  facts: [
    {
      name: 'diffusersTimesteps',
      formula: [
        ['column i', 'sin(t · scale · maxPeriod^{−i/(n−shift)})'],
        ['column n + i', 'cos of it; flipSinToCos puts cosines first'],
        ['last column', '0 if D is odd'],
      ],
      letters: 'n = ⌊D/2⌋, shift is downscaleFreqShift',
      source: {
        project: 'huggingface/diffusers',
        file: 'src/diffusers/models/embeddings.py',
        function: 'get_timestep_embedding',
        golden: 'diffusers_embeddings',
      },
      calls: ['128', '320, { flipSinToCos: true, downscaleFreqShift: 0 }'],
    },
    {
      name: 'timesteps',
      formula: [
        ['column i', 'cos(t · maxPeriod^{−i/n})'],
        ['column n + i', 'sin(t · maxPeriod^{−i/n})'],
        ['last column', '0 if D is odd'],
      ],
      letters: 'n = ⌊D/2⌋',
      source: { project: 'openai/glide-text2im', file: 'glide_text2im/nn.py', function: 'timestep_embedding' },
      calls: ['320'],
    },
    {
      name: 'gaussianFourier',
      formula: [
        ['column i', 'sin(2π · x · W_{i})'],
        ['column n + i', 'cos(2π · x · W_{i})'],
      ],
      letters: 'n weights W, the model’s own',
      source: {
        project: 'huggingface/diffusers',
        file: 'src/diffusers/models/embeddings.py',
        function: 'GaussianFourierProjection',
        golden: 'diffusers_embeddings',
      },
      calls: ['[1.5, -0.25, 4]'],
    },
    {
      name: 'nerf',
      formula: [
        ['first', 'x itself, with includeInput'],
        ['then, for each band', 'sin(x · 2^{k}), cos(x · 2^{k})'],
      ],
      letters: 'k from 0 to numFreqs − 1; linear bands run from 1 to 2^{numFreqs − 1}',
      source: {
        project: 'bmild/nerf',
        file: 'run_nerf_helpers.py',
        function: 'Embedder',
      },
      calls: ['10'],
    },
    {
      name: 'timestamps',
      formula: [
        ['column 2i', 'sin(2π · t / λ_{i})'],
        ['column 2i + 1', 'cos(2π · t / λ_{i})'],
        ['wavelength', 'λ_{i} = shortest · (longest/shortest)^{i/(n−1)}'],
      ],
      letters: 'n = dim/2',
      source: { project: 'posenc itself, for data with a known span', named: 'chosen wavelengths' },
      calls: ['{ dim: 64, shortest: 60, longest: 31557600 }'],
    },
  ],
};
