// Encodings of several coordinates (grids, Fourier features, sections), from the caller's objects to the module's rows.
import { copy, product, readArray } from './arrays.js';
import { type Asked, type Calls, type Rows, rowsAt } from './calls.js';
import { At, type EncodingArguments, encodingOf, OF_AXES } from './encoding.js';
import { wrongType, wrongValue } from './errors.js';
import { fields, reader, wordsOf } from './fields.js';
import { Operation } from './module.js';
import { type Places, positionAt, readPositions } from './positions.js';

/** The order of each list of names is the order of the C++ enumeration. */
const PLACE = wordsOf('coordinates:index|ends|centres|fractions offset=0 reference?');
const AXIS = [...PLACE.keys, ...OF_AXES];
const OPTIONS = 'identity=false classRows=0 dim? pairing:adjacent|half';
const readGridFields = reader(`axes* axisOrder[] blocks:axis-major|function-major|frequency-major ${OPTIONS} kind*`);
const FOURIER = wordsOf('dim! axes! frequencies[!] axisOrder[] identity=false');
const OF_FOURIER = [...FOURIER.keys, ...PLACE.keys, 'kind', 'unit', 'layout', 'order', 'valueScale', 'pairing'];

/** How axes are mixed, in the order of the C++ enumeration. */
enum Mix {
  concatenation,
  selection,
  sum,
}

const MOST_AXES = 8;
const NO_ORDER = new Float64Array(0);

interface Axis {
  /** Absent: the one in use. */
  readonly encoding?: EncodingArguments;
  /** Coordinates, offset, reference. */
  readonly place: readonly [number, number, number | undefined];
}

interface Arrangement {
  readonly axes: readonly Axis[];
  /** Of `beginPoints`: the number of axes, and of a sum its width and the number of its frequencies. */
  readonly begin: readonly [number, number, number];
  /** Of `arrangePoints`, before the length of the order. */
  readonly numbers: readonly (number | boolean)[];
  readonly order?: Float64Array | undefined;
}

/** Says of a problem which axis has it. */
function within<T>(axis: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replace('invalid ', `invalid axes[${axis}].`);
    throw error;
  }
}

/** Of axes that are far too many, as many as show that they are. */
const axesOf = (count: number, read: (k: number) => Axis): Axis[] =>
  Array.from({ length: Math.min(count, MOST_AXES) }, (_, k) => read(k));

export function readGrid(encoding: object, positions: unknown, shape: unknown): Asked {
  const [given, order, blocks, identity, classRows, dim, pairing] = readGridFields('encoding', encoding);
  const list = readArray('axes', given, 'objects');
  const { length } = list;
  const axes = axesOf(length, (k) => {
    const own = fields(`axes[${k}]`, list[k], AXIS);
    return within(k, () => {
      const described = encodingOf(own);
      described.numbers[At.pairing] = pairing;
      return { encoding: described, place: PLACE.values(own) };
    });
  });
  const numbers = [Mix.concatenation, blocks, identity, classRows, dim !== undefined, dim ?? 0];
  return pointsOf(positions, shape, { axes, begin: [length, 0, 0], numbers, order }, classRows);
}

export function readFourier(encoding: object, positions: unknown, shape: unknown): Asked {
  const given = fields('encoding', encoding, OF_FOURIER);
  const [width, count, all, order, identity] = FOURIER.values(given);
  const place = PLACE.values(given);
  const axes = axesOf(count, (k) => ({
    encoding: encodingOf({
      ...given,
      kind: undefined,
      dim: width,
      frequencies: all.subarray((k * width) / 2, ((k + 1) * width) / 2),
    }),
    place,
  }));
  const begin = [count, width, all.length] as const;
  return pointsOf(positions, shape, { axes, begin, numbers: [Mix.sum, 0, identity, 0, 0, 0], order });
}

function pointsOf(positions: unknown, shape: unknown, arrangement: Arrangement, classRows = 0): Asked {
  const places = readPositions('positions', positions, shape, true);
  return {
    given: [places.given],
    check: (calls) => pointRows(calls, places, arrangement.begin[0], arrange(calls, arrangement), classRows),
  };
}

/** Gives the module an encoding; returns the columns of a row. */
function arrange({ call, doubles, use }: Calls, { axes, begin, numbers, order = NO_ORDER }: Arrangement): number {
  call(Operation.beginPoints, ...begin);
  axes.forEach(({ encoding, place: [coordinates, offset, reference] }, k) => {
    const add = () => {
      if (encoding) use(encoding);
      call(Operation.addAxis, coordinates, offset, reference ?? 0, reference !== undefined);
    };
    if (numbers[0] === Mix.concatenation) within(k, add);
    else add();
  });
  copy(doubles, order);
  return call(Operation.arrangePoints, ...numbers, order.length);
}

function pointRows(calls: Calls, places: Places, axes: number, columns: number, classRows: number): Rows {
  const { call, doubles } = calls;
  const { list, cells, shape } = places;
  const last = shape.length - 1;
  if (cells) {
    copy(doubles, cells);
    call(Operation.setCells, cells.length);
  } else if (!list) {
    throw wrongType('positions', places.count, 'points or { grid }, since there are several coordinates');
  } else if (last && shape[last] !== axes) {
    throw wrongValue(`shape[${last}]`, shape[last], `${axes}, the coordinates of a point`);
  } else if (list.length % axes) {
    throw wrongValue('positions.length', list.length, `a multiple of ${axes}, the coordinates of a point`);
  } else {
    calls.place(places, Operation.checkPoints);
  }
  const own = cells ? shape : last ? shape.slice(0, -1) : [places.count / axes];
  const count = product(own) + classRows;
  return {
    columns,
    count,
    shape: classRows ? [count] : own,
    batched: !cells && !classRows && own.length > 1,
    called: cells ? 'grid' : 'count',
    numbers: axes,
    fill:
      list &&
      ((first, rows) => {
        const at = (row: number): number => Math.max(row - classRows, 0) * axes;
        copy(doubles, list.subarray(at(first), at(first + rows)));
      }),
  };
}

/** Rows of an encoding with sections, which is in use with its positions checked: [streams, ...], or all streams alike. */
export function streamRows(calls: Calls, streams: number, places: Places): Rows {
  const { shape } = places;
  const alike = shape.length < 2;
  if (!alike && shape[0] !== streams) {
    throw wrongValue('shape[0]', shape[0], `${streams}, the position streams`);
  }
  // That of all streams is in use already.
  const axes = [{ place: [0, 0, undefined] as const }];
  const columns = arrange(calls, { axes, begin: [1, 0, 0], numbers: [Mix.selection, 0, 0, 0, 0, 0] });
  const own = alike ? shape : shape.slice(1);
  const count = product(own);
  return rowsAt({ ...places, count, shape: own }, columns, {
    numbers: streams,
    fill(first, rows) {
      for (let k = 0; k < rows * streams; ++k) {
        const row = first + Math.floor(k / streams);
        calls.doubles[k] = positionAt(places, alike ? row : (k % streams) * count + row);
      }
    },
  });
}
