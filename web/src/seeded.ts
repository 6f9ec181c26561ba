/**
 * Numbers that look random and are the same everywhere: for weights and embeddings that nobody has trained.
 *
 * The generator is a counter with a hash: number k of a seed is mix(mix(seed) + k * 0x9e3779b9), in 32-bit whole numbers,
 * where mix is the finaliser of MurmurHash3. Texts become seeds by FNV-1a over their UTF-16 units. Nothing but whole
 * numbers, one product and one sum is used, so every browser gives the same bits.
 */

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The seed of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return hash >>> 0;
}

/**
 * `count` numbers with mean 0 and the given standard deviation, evenly spread over
 * [-sqrt(3) * deviation, sqrt(3) * deviation].
 */
export function seededValues(seed: number, count: number, deviation = 1): Float64Array {
  const first = mix(seed);
  const spread = Math.sqrt(3) * deviation;
  const values = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    // In the middle of one of 2^32 steps from 0 to 1, so that -a is as likely as a.
    const unit = (mix(first + Math.imul(k, 0x9e3779b9)) + 0.5) / 2 ** 32;
    values[k] = (2 * unit - 1) * spread;
  }
  return values;
}
