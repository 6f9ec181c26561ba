// Golden cases against the reference: how far off an encoding's description is from what the peer's code printed.
import { expect } from 'vitest';
import { type GoldenCase, golden } from './support.js';

export type { GoldenCase };
export { golden };

/** The cases of a file whose names begin so. */
export const cases = (file: string, name = '') => golden(file).filter((run) => run.name.startsWith(name));

export const number = (run: GoldenCase, name: string) => run.params[name] as number;
export const list = (run: GoldenCase, name: string) => run.params[name] as number[];

type Entry = { shape: number[]; dtype: string; data: number[]; indices?: number[] };

/** Twice the peer's own error and a few of its ulps: what a right description stays within. */
export function agrees(run: GoldenCase, values: readonly number[], entry: Entry = run) {
  const largest = entry.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const tolerance = 2 * run.measured_max_abs_err + (entry.dtype === 'float64' ? 1e-15 : 2.4e-7) * largest;
  const worst = entry.data.reduce(
    (most, value, k) => Math.max(most, Math.abs(value - (values[entry.indices?.[k] ?? k] as number))),
    0,
  );
  expect(values.length).toBe(entry.shape.reduce((product, size) => product * size, 1));
  expect(worst).toBeLessThanOrEqual(tolerance);
}

/** timm's arguments as the presets have them. */
export function timmOptions({ params }: GoldenCase) {
  const known = {
    inPixels: params.in_pixels,
    linearBands: params.linear_bands,
    maxRes: params.max_res,
    temperature: params.temperature,
    gridOffset: params.grid_offset,
    refFeatShape: params.ref_feat_shape,
    axes: (params.feat_shape as number[]).length,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as never;
}
