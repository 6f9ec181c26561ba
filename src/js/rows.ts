// Rows: what an encoding makes at some positions, whatever the kind of the encoding. All functions that make rows read
// what they are asked for here, have the module check it, and then make rows piece by piece (`eachPiece` in calls.ts).
import { type Asked, rowsAt } from './calls.js';
import { At, describedBy, streamsOf } from './encoding.js';
import { choice, type Given, plain } from './fields.js';
import { readLearned } from './learned.js';
import { readFourier, readGrid, streamRows } from './points.js';
import { readPositions } from './positions.js';

const READERS = { sinusoid: readSinusoid, grid: readGrid, fourier: readFourier, learned: readLearned };
type Kind = keyof typeof READERS;
const KINDS = Object.keys(READERS) as Kind[];
/** Those that can rotate. */
export const ROTARY_KINDS = KINDS.slice(0, 3);

export function readRows(encoding: unknown, positions: unknown, shape?: unknown, kinds = KINDS): Asked {
  const given = plain('encoding', encoding);
  return READERS[kinds[choice('kind', given.kind, kinds)] as Kind](given, positions, shape);
}

function readSinusoid(encoding: Given, positions: unknown, shape: unknown): Asked {
  const described = describedBy(encoding);
  const places = readPositions('positions', positions, shape);
  return {
    given: [places.given],
    check(calls) {
      calls.use(described, places);
      calls.place(places);
      const streams = streamsOf(described);
      if (streams) return streamRows(calls, streams, places);
      const { list, start, step } = places;
      const { numbers } = described;
      return rowsAt(places, numbers[At.dim] as number, {
        place: step === 1 && !list ? start + (numbers[At.origin] as number) : undefined,
        fill: list && calls.fill(places),
      });
    },
  };
}
