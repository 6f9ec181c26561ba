/** Numbers of a report, in words. */

const superscript = (value: number): string =>
  [...String(value)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');

/** A difference or a deviation: as it is, or with a power of ten where it is tiny: 3.0 × 10⁻⁸. */
export function sizeLabel(value: number): string {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) return sign + String(Number(size.toPrecision(4)));
  const [mantissa, exponent] = size.toExponential(1).split('e') as [string, string];
  return `${sign}${mantissa} × 10${superscript(Number(exponent))}`;
}
