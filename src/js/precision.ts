// Formats of floating-point numbers: how finely they round, and what their bits mean.

/** How close a value rounded once is, for values up to 1; bits of the fraction; the smallest normal number's exponent. */
export const FORMATS = {
  float32: [6.1e-8, 23, -126],
  float64: [1e-14, 52, -1022],
  float16: [2.5e-4, 10, -14],
  bfloat16: [2e-3, 7, -126],
} as const;
export type Precision = keyof typeof FORMATS;

/** The number that the bits of a 16-bit format are. */
export function widened(bits: number, format: Precision): number {
  const [, places, least] = FORMATS[format];
  const [exponent, fraction] = [(bits & 0x7fff) >> places, (bits % 2 ** places) / 2 ** places];
  const top = fraction ? Number.NaN : Number.POSITIVE_INFINITY;
  const normal = exponent === 0x7fff >> places ? top : (1 + fraction) * 2 ** (exponent - 1);
  const size = exponent ? normal : fraction;
  return (bits >> 15 ? -size : size) * 2 ** least;
}

/** A number rounded once to a format, to nearest even: a sum with 1.5 * 2^52 units has no room for less than one. */
export function rounded(x: number, format: Precision): number {
  const [, places, least] = FORMATS[format];
  const units = 1.5 * 2 ** (52 - places + Math.max(Math.floor(Math.log2(Math.abs(x))), least));
  return format === 'float64' ? x : x + units - units;
}
