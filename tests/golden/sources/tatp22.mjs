// tatp22/multidim-positional-encoding: 1 to 3 axes, channels first, added to the input, or cast with its module.
import { is16Bit, numbersOf, toFormat } from '../formats.mjs';
import { listOf, oneOf, optional, remark, tensor, tensorTypes, Unsupported, WIDEST, whole } from '../parameters.mjs';
import { cellOf, farthest } from './grid.mjs';
import { castAs, phasors } from './peer.mjs';
import { float32Line } from './table.mjs';

const product = (sizes) => sizes.reduce((a, b) => a * b, 1);
const AXES = { '1D': 1, '2D': 2, '3D': 3 };
const common = {
  class: oneOf(...Object.keys(AXES)),
  channels: whole(1, WIDEST),
  shape: listOf(whole(1, 65536)),
  note: remark,
};

/** Batch, cells and the encoding that the parameters of a case mean. */
function read(presets, { class: name, channels, shape, layout }, channelsFirst) {
  const axes = AXES[name];
  if (shape.length !== axes + 2) throw new Unsupported(`${axes} axes in the shape [${shape}]`);
  if (channelsFirst !== (layout === 'channels first')) throw new Unsupported(`layout ${layout}`);
  const cells = channelsFirst ? shape.slice(2) : shape.slice(1, -1);
  // A tensor of other channels than the class was made for would be cut in another way.
  if ((channelsFirst ? shape[1] : shape.at(-1)) !== channels)
    throw new Unsupported('channels other than those of shape');
  const encoding = axes === 1 ? presets.tatp22(channels) : presets.tatp22Grid(channels, axes);
  return { axes, batch: shape[0], cells, encoding, positions: axes === 1 ? cells[0] : { grid: cells } };
}

function run({ posenc, presets }, params, channelsFirst) {
  const { channels, shape, cast } = params;
  const { axes, batch, cells, encoding, positions } = read(presets, params, channelsFirst);
  const dtype = cast ? tensorTypes[cast] : 'float32';
  const table = (dtype) => {
    const { data } = posenc.encode(encoding, positions, { dtype, channelsFirst });
    const one = [...numbersOf(dtype, data)];
    // Every image of the batch has the same.
    return Array.from({ length: batch }, () => one).flat();
  };
  const count = product(cells);
  const far = farthest(cells);
  const row = (index) => (channelsFirst ? index % count : Math.floor(index / channels) % count);
  const line = (index) => float32Line(far(row(index)));
  const output = { values: table(dtype), shape, dtype, line };
  if (is16Bit(dtype)) {
    output.unrounded = table('float32');
    output.unroundedLine = line;
    // The module's cast rounds frequencies and positions, too.
    output.line = Number.POSITIVE_INFINITY;
    output.reproduce = (expected) =>
      reproduce(posenc, { axes, channels, cells, dtype, channelsFirst, count }, expected);
  }
  return { '': output };
}

/** A module in 16 bits: frequencies, positions, their product and its sine are rounded to its format. */
function reproduce(posenc, { axes, channels, cells, dtype, channelsFirst, count }, expected) {
  const round = toFormat[dtype];
  if (!round) throw new Unsupported(`roundings of ${dtype}`);
  const width = Math.ceil(channels / (2 * axes)) * 2;
  const frequencies = Array.from(posenc.frequencies({ dim: width }).data, round);
  const cell = cellOf(cells);
  return (index) => {
    const column = channelsFirst ? Math.floor(index / count) % channels : index % channels;
    const row = channelsFirst ? index % count : Math.floor(index / channels) % count;
    const position = round(cell(row)[Math.floor(column / width)]);
    const angle = round(position * frequencies[(column % width) >> 1]);
    return castAs(dtype, phasors(posenc, [angle])[column % 2], expected.get(index));
  };
}

/** The sum with the input, which `add` makes. */
function sum({ posenc, presets }, params, x, channelsFirst) {
  const { shape, channels } = params;
  if (x.shape.join() !== shape.join()) throw new Unsupported('an input of another shape');
  const { batch, cells, encoding, positions } = read(presets, params, channelsFirst);
  const far = farthest(cells);
  const count = product(cells);
  const row = (index) => (channelsFirst ? index % count : Math.floor(index / channels) % count);
  const table = channelsFirst && posenc.encode(encoding, positions, { channelsFirst }).data;
  const data = table
    ? // `add` takes columns last; this is what it does.
      x.values.map((value, k) => Math.fround(value + table[k % table.length]))
    : posenc.add(encoding, positions, Float32Array.from(x.values), { batch }).data;
  // Both sums are rounded once more than their tables.
  const line = (index) => float32Line(far(row(index))) + 2 ** -23 * Math.abs(data[index]);
  return { '': { values: data, shape, dtype: 'float32', line } };
}

export const tatp22 = {
  repo: 'tatp22/multidim-positional-encoding',
  path: 'positional_encodings/torch_encodings.py',
  function: 'PositionalEncoding1D/2D/3D, Permute*, Summer',
  cases: [
    {
      names: [/^PositionalEncoding[123]D( module cast)?$/],
      params: {
        ...common,
        layout: optional(oneOf('channels last'), undefined),
        cast: optional(oneOf('torch.bfloat16', 'torch.float32', 'torch.float64'), undefined),
      },
      run: (library, params) => run(library, params, false),
    },
    {
      names: [/^PositionalEncodingPermute[123]D( module cast)?$/],
      params: {
        ...common,
        layout: oneOf('channels first'),
        cast: optional(oneOf('torch.bfloat16', 'torch.float32', 'torch.float64'), undefined),
      },
      run: (library, params) => run(library, params, true),
    },
    {
      names: [/^Summer\(PositionalEncoding[123]D\)$/],
      params: { ...common, layout: optional(oneOf('channels last'), undefined) },
      inputs: { x: tensor('float32') },
      run: (library, params, { x }) => sum(library, params, x, false),
    },
    {
      names: [/^Summer\(PositionalEncodingPermute[123]D\)$/],
      params: { ...common, layout: oneOf('channels first') },
      inputs: { x: tensor('float32') },
      run: (library, params, { x }) => sum(library, params, x, true),
    },
  ],
};
