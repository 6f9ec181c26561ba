// What can be said of an encoding without a table: frequencies, wavelengths, shifts, similarity.
import { product } from './arrays.js';
import type { Calls } from './calls.js';
import { readEncoding, withoutOrigin } from './encoding.js';
import { number, optional } from './fields.js';
import { Operation } from './module.js';
import { readPositions } from './positions.js';
import { readFloat64Target } from './target.js';

const readOptions = optional('into*');

export function relationsOver({ call, results, use, place, fill, table }: Calls) {
  /** A result for each pair: a number, or what has these sizes. */
  const perPair = (
    encoding: unknown,
    options: unknown,
    make: Operation,
    distance = 0,
    sizes: number[] = [],
  ): unknown => {
    const [into] = readOptions(options);
    const described = readEncoding(encoding);
    const target = readFloat64Target(into);
    use(described);
    call(Operation.setDistance, distance);
    call(Operation.pairCount);
    const [count] = results as unknown as [number];
    return table(target, { columns: product(sizes), count, make }, [count, ...sizes]);
  };

  return {
    frequencies: (encoding: unknown, options?: unknown) => perPair(encoding, options, Operation.frequencies),

    wavelengths: (encoding: unknown, options?: unknown) => perPair(encoding, options, Operation.wavelengths),

    shift(encoding: unknown, k: unknown, options?: unknown): unknown {
      const distance = number('k', k);
      return perPair(encoding, options, Operation.shift, distance, [2, 2]);
    },

    similarity(encoding: unknown, offsets: unknown, options?: unknown): unknown {
      const [into] = readOptions(options);
      const described = readEncoding(encoding);
      const places = readPositions('offsets', offsets);
      const target = readFloat64Target(into, [places.given]);
      use(described);
      // Only the distance counts: without an origin, what is allowed for positions is what is allowed for offsets.
      use(withoutOrigin(described));
      place(places, Operation.checkOffsets);
      const { count, shape } = places;
      return table(target, { columns: 1, count, fill: fill(places), make: Operation.similarity }, shape);
    },
  };
}
