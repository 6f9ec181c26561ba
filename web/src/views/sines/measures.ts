/** Measurements of tables of rows, and which pairs to show: plain functions. */

export interface Rows {
  readonly dim: number;
  readonly count: number;
  /** [count, dim]. */
  readonly values: Float64Array;
}

export const rowsFrom = (count: number, value: (position: number) => number): Rows => ({
  dim: 1,
  count,
  values: Float64Array.from({ length: count }, (_, position) => value(position)),
});

/** The first `count` rows. */
export const firstRows = ({ dim, values }: Rows, count: number): Rows => ({
  dim,
  count,
  values: values.subarray(0, count * dim),
});

/** The rows from number `first` on. */
export const lastRows = ({ dim, count, values }: Rows, first: number): Rows => ({
  dim,
  count: count - first,
  values: values.subarray(first * dim),
});

/** The largest size of a value. */
export const largest = ({ values }: Rows): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The smallest distance between two rows: 0 where two positions cannot be told apart. */
export function smallestDistance({ dim, count, values }: Rows): number {
  let least = Infinity;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      let square = 0;
      for (let c = 0; c < dim && square < least; c++) {
        square += ((values[a * dim + c] as number) - (values[b * dim + c] as number)) ** 2;
      }
      if (square < least) least = square;
    }
  }
  return Math.sqrt(least);
}

function dot({ dim, values }: Rows, a: number, b: number): number {
  let total = 0;
  for (let c = 0; c < dim; c++) total += (values[a * dim + c] as number) * (values[b * dim + c] as number);
  return total;
}

/**
 * The smallest and the largest product of a row and the one `distance` further on, as parts of the mean product of a row
 * with itself. Both are the same where the product depends on the distance alone.
 */
export function similarityRange(rows: Rows, distance: number): readonly [low: number, high: number] {
  let own = 0;
  for (let p = 0; p < rows.count; p++) own += dot(rows, p, p) / rows.count;
  let [low, high] = [Infinity, -Infinity];
  for (let p = 0; p + distance < rows.count; p++) {
    const product = dot(rows, p, p + distance) / (own || 1); // rows of zeros have products of 0
    low = Math.min(low, product);
    high = Math.max(high, product);
  }
  return [low, high];
}

/** Bit `bit` of a whole number, as of a counter that has counted since ever: -1 has all bits set. */
export const bitOf = (value: number, bit: number): number => {
  const digit = Math.floor(value / 2 ** bit) % 2;
  return digit < 0 ? digit + 2 : digit;
};

/** The pairs whose wavelengths are nearest to the periods of a counter's bits, each once. */
export function pairsLikeBits(wavelengths: ArrayLike<number>, periods: readonly number[]): number[] {
  const nearest = periods.map((period) => {
    let best = 0;
    for (let pair = 1; pair < wavelengths.length; pair++) {
      const off = (k: number): number => Math.abs(Math.log((wavelengths[k] as number) / period));
      if (off(pair) < off(best)) best = pair;
    }
    return best;
  });
  return wavelengths.length === 0 ? [] : [...new Set(nearest)];
}

/** A pair as an angle's sine and cosine. */
export interface Hand {
  readonly sine: number;
  readonly cosine: number;
}

/** M of a pair times (sin, cos); `shift` holds [pairs, 2, 2]. */
export function turned(shift: ArrayLike<number>, pair: number, { sine, cosine }: Hand): Hand {
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => shift[4 * pair + k] as number) as [number, number, number, number];
  return { sine: a * sine + b * cosine, cosine: c * sine + d * cosine };
}
