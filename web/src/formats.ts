/**
 * Number formats of machine learning as rounding functions on doubles: to nearest, ties to even, with subnormals and
 * overflow to infinity as IEEE 754 has them. Doubles hold every value of all four formats.
 */

export interface NumberFormat {
  readonly id: 'float32' | 'bfloat16' | 'float16' | 'tf32';
  /** Bits of the significand, the hidden one counted: whole numbers up to 2^precision are exact. */
  readonly precision: number;
  /** The smallest exponent of a normal number. */
  readonly minExponent: number;
  readonly maxExponent: number;
}

export type FormatId = NumberFormat['id'];

export const numberFormats: Readonly<Record<FormatId, NumberFormat>> = {
  float32: { id: 'float32', precision: 24, minExponent: -126, maxExponent: 127 },
  // The range of float32 with 8 bits.
  bfloat16: { id: 'bfloat16', precision: 8, minExponent: -126, maxExponent: 127 },
  float16: { id: 'float16', precision: 11, minExponent: -14, maxExponent: 15 },
  // NVIDIA's format inside matrix products: the range of float32 with the precision of float16.
  tf32: { id: 'tf32', precision: 11, minExponent: -126, maxExponent: 127 },
};

export type Rounding = (value: number) => number;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Adding it leaves no room for a fraction: the sum is rounded to a whole number, ties to even. */
const shifter = 1.5 * 2 ** 52;

/** The exponent of a normal double: floor(log2 |value|). */
function exponentOf(value: number): number {
  double[0] = value;
  return (((words[1] as number) >>> 20) & 0x7ff) - 1023;
}

/** The largest finite number of a format. */
export const largestOf = (id: FormatId): number => {
  const { precision, maxExponent } = numberFormats[id];
  return 2 ** maxExponent * (2 - 2 ** (1 - precision));
};

/** The rounding of a format. */
export function roundingTo(id: FormatId): Rounding {
  if (id === 'float32') return Math.fround;
  const { precision, minExponent } = numberFormats[id];
  const largest = largestOf(id);
  return (value) => {
    if (!Number.isFinite(value) || value === 0) return value;
    // Below the smallest normal number the steps stay the same: subnormals.
    const step = 2 ** (Math.max(exponentOf(value), minExponent) - precision + 1);
    const rounded = (value / step + shifter - shifter) * step;
    if (Math.abs(rounded) > largest) return value < 0 ? -Infinity : Infinity;
    return rounded === 0 && value < 0 ? -0 : rounded;
  };
}

/**
 * The rounding of a result that is computed in float32 and stored in a format, as PyTorch does on a CPU. Rounding twice
 * is not always rounding once: 1 + 2^-8 + 2^-30 becomes 1 in bfloat16, though the next value is nearer.
 */
export function storedAs(id: FormatId): Rounding {
  const round = roundingTo(id);
  return (value) => round(Math.fround(value));
}

/** The first whole number that becomes its predecessor: 2^precision + 1. */
export const firstCollision = (id: FormatId): number => 2 ** numberFormats[id].precision + 1;

/** How many values the whole numbers from `first` to `last` become. */
export function distinctCount(id: FormatId, first: number, last: number): number {
  const round = roundingTo(id);
  let [count, before] = [0, Number.NaN];
  for (let whole = first; whole <= last; whole++) {
    const value = round(whole);
    if (value !== before) count++;
    before = value;
  }
  return count;
}
