// What can be said of an encoding without a table: frequencies, wavelengths, shifts, similarity.
import type { Calls } from './calls.js';
import { readEncoding, withoutOrigin } from './encoding.js';
import { fields, number } from './fields.js';
import { Operation } from './module.js';
import { readPositions } from './positions.js';
import { eachPart } from './scratch.js';
import { checkApart, readFloat64Target, resultOf } from './target.js';

const INTO = ['into'] as const;
const FLOAT64 = 1;

export function relationsOver({ call, scratch, check, use, place, eachList, arrayOf }: Calls) {
  /** A result of some values for each pair. */
  const perPair = (
    valuesEach: number,
    encoding: unknown,
    options: unknown = {},
    make: (first: number, count: number) => void,
    distance = 0,
  ): unknown => {
    const given = fields('options', options, INTO);
    const described = readEncoding(encoding);
    const target = readFloat64Target(given.into);
    use(described);
    check(call(Operation.checkDistance, distance));
    const pairs = call(Operation.pairCount);
    const data = arrayOf(target, pairs, valuesEach);
    const atOnce = scratch.bytes / 8 / valuesEach;
    eachPart(pairs, atOnce, atOnce, (first, count) => {
      make(first, count);
      scratch.take(FLOAT64, data, first * valuesEach, count * valuesEach);
    });
    return resultOf(target, data, valuesEach === 1 ? [pairs] : [pairs, 2, 2]);
  };

  return {
    frequencies: (encoding: unknown, options?: unknown) =>
      perPair(1, encoding, options, () => call(Operation.frequencies)),

    wavelengths: (encoding: unknown, options?: unknown) =>
      perPair(1, encoding, options, () => call(Operation.wavelengths)),

    shift(encoding: unknown, k: unknown, options?: unknown): unknown {
      const distance = number('k', k);
      return perPair(4, encoding, options, (first, count) => call(Operation.shift, distance, first, count), distance);
    },

    similarity(encoding: unknown, offsets: unknown, options: unknown = {}): unknown {
      const given = fields('options', options, INTO);
      const described = readEncoding(encoding);
      const places = readPositions('offsets', offsets);
      const target = readFloat64Target(given.into);
      checkApart('into', target.array, places.given);
      use(described);
      // Only the distance counts: without an origin, what is allowed for positions is what is allowed for offsets.
      use(withoutOrigin(described));
      const { list, start, step, count, shape } = places;
      if (list) eachList(list, (first, here) => check(call(Operation.checkOffsets, here, first)));
      else place(places);
      const data = arrayOf(target, count, 1);
      const work = (first: number, here: number): void => {
        call(Operation.similarity, here);
        scratch.take(FLOAT64, data, first, here);
      };
      const { doubles } = scratch;
      if (list) eachList(list, work);
      else {
        eachPart(count, doubles.length, doubles.length, (first, here) => {
          for (let k = 0; k < here; ++k) doubles[k] = start + (first + k) * step;
          work(first, here);
        });
      }
      return resultOf(target, data, shape);
    },
  };
}
