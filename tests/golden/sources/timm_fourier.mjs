// What timm's tables and rotations of grids share: their parameters, coordinates, frequencies and roundings.
import { boolean, finite, listOf, nullable, oneOf, optional, Unsupported, whole } from '../parameters.mjs';
import { cellOf } from './grid.mjs';
import { best, largestError, neighbours, phasors } from './peer.mjs';

const sizes = listOf(whole(1, 65536));
const positive = finite(1e-50, 1e50);

/** The tolerance of most of it. */
export const line = (angle) => 2e-7 * Math.max(1, Math.abs(angle));

/** The original's arguments. */
export const fourier = {
  feat_shape: sizes,
  max_res: optional(positive, 224),
  temperature: optional(positive, 10000),
  linear_bands: optional(boolean, false),
  in_pixels: optional(boolean, true),
  ref_feat_shape: optional(nullable(sizes), null),
  grid_offset: optional(finite(-(2 ** 53), 2 ** 53), 0),
  grid_indexing: optional(oneOf('ij', 'xy'), 'ij'),
  bands: optional(nullable(listOf(finite(-1e100, 1e100))), null),
};

/** The options of our presets that the parameters mean, and the angle of a pair at a cell. */
export function fourierOptions(params) {
  const { feat_shape, max_res, temperature, linear_bands, in_pixels, ref_feat_shape, grid_offset, grid_indexing } =
    params;
  if (feat_shape.length > 3) throw new Unsupported(`${feat_shape.length} axes`);
  if (ref_feat_shape && ref_feat_shape.length !== feat_shape.length)
    throw new Unsupported('ref_feat_shape of other axes');
  return {
    axes: feat_shape.length,
    inPixels: in_pixels,
    linearBands: linear_bands,
    maxRes: max_res,
    temperature,
    gridOffset: grid_offset,
    gridIndexing: grid_indexing,
    ...(ref_feat_shape ? { refFeatShape: ref_feat_shape } : {}),
  };
}

/**
 * Coordinates of a cell, as the original has them.
 * @param round to the format that they are computed in
 */
export function coordinates({ feat_shape, in_pixels, ref_feat_shape, grid_offset, grid_indexing }, round = (x) => x) {
  const cell = cellOf(feat_shape);
  return (row) => {
    const list = cell(row).map((k, axis) => {
      const size = feat_shape[axis];
      const place = round(in_pixels ? (size === 1 ? -1 : (2 * k) / (size - 1) - 1) : k + grid_offset);
      return ref_feat_shape ? round(round(place / size) * ref_feat_shape[axis]) : place;
    });
    return grid_indexing === 'xy' && list.length > 1 ? [list[1], list[0], ...list.slice(2)] : list;
  };
}

/** The encoding with the caller's bands, if there are any, in place of a law's. */
export function withBands(encoding, bands) {
  if (!bands) return encoding;
  const axes = encoding.axes.map(({ base, spacing, unit, ...axis }) => ({
    ...axis,
    dim: 2 * bands.length,
    frequencies: bands,
  }));
  return { ...encoding, axes };
}

export function frequenciesOf(posenc, encoding) {
  const { dim, base, spacing, unit, frequencies } = encoding.axes[0];
  return posenc.frequencies({ dim, base, spacing, unit, frequencies }).data;
}

/**
 * The original's roundings: bands, coordinates and products are float32. Where an angle is a whole number of half turns,
 * its sine is nothing but that. Bands are within two units in the last place: one number for all cells, that which fits.
 * @param width columns of the table, @param pairAt the pair of a column
 */
export function reproduce(posenc, params, frequencies, { width, pairAt, second }, expected) {
  const place = coordinates(params, Math.fround);
  const axisOf = (pair) => Math.floor(pair / frequencies.length);
  const valueBy = (band) => (index) => {
    const pair = pairAt(index % width);
    const angle = Math.fround(place(Math.floor(index / width))[axisOf(pair)] * band(pair % frequencies.length));
    return phasors(posenc, [angle])[second];
  };
  const chosen = Array.from(frequencies, (frequency, k) => {
    const ofBand = (index) => pairAt(index % width) % frequencies.length === k;
    return best(neighbours('float32', frequency, 2), (band) =>
      largestError(
        expected,
        valueBy(() => band),
        ofBand,
      ),
    );
  });
  return valueBy((k) => chosen[k]);
}
