// Encodings of several coordinates (grids, Fourier features, sections), from the caller's objects to the module's rows.
import { copy, readFactors } from './arrays.js';
import type { Calls } from './calls.js';
import { ENCODING_KEYS, type EncodingArguments, PAIRINGS, readEncoding } from './encoding.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, type Fields, fields, flag, number } from './fields.js';
import { Operation } from './module.js';
import { type Places, readPositions } from './positions.js';
import type { Asked, Rows } from './rows.js';

/** The order of each list is the order of the C++ enumeration. */
const COORDINATES = ['index', 'ends', 'centres', 'fractions'];
const BLOCKS = ['axis-major', 'function-major', 'frequency-major'];
const CONCATENATION = 0;
const SELECTION = 1;
const SUM = 2;

const MOST_AXES = 8;
const NO_ORDER = new Float64Array(0);
const NOT_OF_AXES = ['kind', 'padding', 'pairing', 'xpos', 'sections', 'sectionOrder'];
const AXIS_KEYS = [
  ...ENCODING_KEYS.filter((key) => !NOT_OF_AXES.includes(key)),
  'coordinates',
  'offset',
  'reference',
] as const;

interface Axis {
  /** Absent: the one in use. */
  readonly encoding?: EncodingArguments;
  readonly coordinates: number;
  readonly offset: number;
  readonly reference?: number | undefined;
}

/** What `beginPoints` and `arrangePoints` of the module take. */
interface Arrangement {
  readonly mixing: number;
  readonly axes: readonly Axis[];
  /** As many as the caller gave, whatever was read of them. */
  readonly count: number;
  /** Of a sum: its width and the number of its frequencies. */
  readonly width?: number;
  readonly frequencies?: number;
  readonly dim?: number | undefined;
  readonly blocks?: number;
  readonly identity?: boolean;
  readonly classRows?: number;
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

function readCoordinates(given: Fields<'coordinates' | 'offset' | 'reference'>): Omit<Axis, 'encoding'> {
  return {
    coordinates: choice('coordinates', given.coordinates, COORDINATES),
    offset: number('offset', given.offset, 0),
    reference: given.reference === undefined ? undefined : number('reference', given.reference),
  };
}

function readAxis(value: unknown, k: number, pairing: unknown): Axis {
  const { coordinates, offset, reference, ...encoding } = fields(`axes[${k}]`, value, AXIS_KEYS);
  return within(k, () => ({
    ...readCoordinates({ coordinates, offset, reference }),
    encoding: readEncoding({ ...encoding, pairing }),
  }));
}

export function readGrid(encoding: object, positions: unknown, shape: unknown): Asked {
  const given = fields('encoding', encoding, [
    'kind',
    'dim',
    'axes',
    'axisOrder',
    'blocks',
    'identity',
    'classRows',
    'pairing',
  ]);
  if (arrayClass(given.axes) !== 'Array') throw wrongType('axes', given.axes, 'an array of objects');
  const list = given.axes as readonly unknown[];
  const count = list.length;
  choice('pairing', given.pairing, PAIRINGS);
  return pointsOf(positions, shape, {
    mixing: CONCATENATION,
    axes: Array.from({ length: Math.min(count, MOST_AXES) }, (_, k) => readAxis(list[k], k, given.pairing)),
    count,
    dim: given.dim === undefined ? undefined : number('dim', given.dim),
    blocks: choice('blocks', given.blocks, BLOCKS),
    identity: flag('identity', given.identity, false),
    classRows: number('classRows', given.classRows, 0),
    order: readFactors('axisOrder', given.axisOrder),
  });
}

export function readFourier(encoding: object, positions: unknown, shape: unknown): Asked {
  const { kind, axes, frequencies, axisOrder, coordinates, offset, reference, identity, ...rest } = fields(
    'encoding',
    encoding,
    [
      'kind',
      'dim',
      'axes',
      'frequencies',
      'unit',
      'axisOrder',
      'layout',
      'order',
      'valueScale',
      'identity',
      'pairing',
      'coordinates',
      'offset',
      'reference',
    ],
  );
  const width = number('dim', rest.dim);
  const count = number('axes', axes);
  const all = readFactors('frequencies', frequencies, false, true) as Float64Array;
  const of = readCoordinates({ coordinates, offset, reference });
  const row = (k: number): Axis => ({
    ...of,
    encoding: readEncoding({ ...rest, frequencies: all.subarray((k * width) / 2, ((k + 1) * width) / 2) }),
  });
  return pointsOf(positions, shape, {
    mixing: SUM,
    axes: Array.from({ length: Math.min(count, MOST_AXES) }, (_, k) => row(k)),
    count,
    width,
    frequencies: all.length,
    identity: flag('identity', identity, false),
    order: readFactors('axisOrder', axisOrder),
  });
}

function pointsOf(positions: unknown, shape: unknown, arrangement: Arrangement): Asked {
  const places = readPositions('positions', positions, shape, true);
  return {
    given: places.given,
    check: (calls) =>
      pointRows(calls, places, arrangement.count, arrange(calls, arrangement), arrangement.classRows ?? 0),
  };
}

/** Gives the module an encoding; returns the columns of a row. */
function arrange({ call, scratch, check, use }: Calls, arrangement: Arrangement): number {
  const { mixing, axes, count, width = 0, frequencies = 0, dim, order = NO_ORDER } = arrangement;
  const { blocks = 0, identity = false, classRows = 0 } = arrangement;
  check(call(Operation.beginPoints, count, width, frequencies));
  axes.forEach(({ encoding, coordinates, offset, reference }, k) => {
    const add = () => {
      if (encoding) use(encoding);
      check(call(Operation.addAxis, coordinates, offset, reference ?? 0, Number(reference !== undefined)));
    };
    if (mixing === CONCATENATION) within(k, add);
    else add();
  });
  copy(scratch.doubles, order);
  const numbers = [mixing, blocks, Number(identity), classRows, Number(dim !== undefined), dim ?? 0];
  const columns = call(Operation.arrangePoints, ...numbers, order.length);
  check(columns);
  return columns;
}

function pointRows(calls: Calls, places: Places, axes: number, columns: number, classRows: number): Rows {
  const { call, scratch, check, eachList } = calls;
  const { doubles } = scratch;
  const { list, cells, shape } = places;
  const rank = shape.length;
  if (cells) {
    copy(doubles, cells);
    check(call(Operation.setCells, cells.length));
  } else if (!list) {
    throw wrongType('positions', places.count, 'points or { grid }, since there are several coordinates');
  } else if (rank > 1 && shape[rank - 1] !== axes) {
    throw wrongValue(`shape[${rank - 1}]`, shape[rank - 1], `${axes}, the coordinates of a point`);
  } else if (list.length % axes) {
    throw wrongValue('positions.length', list.length, `a multiple of ${axes}, the coordinates of a point`);
  } else {
    eachList(list, (first, count) => check(call(Operation.checkPoints, count, first)));
  }
  const points = cells ? places.count : places.count / axes;
  const count = points + classRows;
  const own = cells ? shape : rank > 1 ? shape.slice(0, -1) : [points];
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
        const from = Math.max(first - classRows, 0);
        copy(doubles, list.subarray(from * axes, Math.max(first + rows - classRows, 0) * axes));
      }),
  };
}

/** Rows of an encoding with sections, which is in use with its positions checked: [streams, ...], or all streams alike. */
export function streamRows(calls: Calls, streams: number, { list, start, step, count: all, shape }: Places): Rows {
  const alike = shape.length < 2;
  if (!alike && shape[0] !== streams) {
    throw wrongValue('shape[0]', shape[0], `${streams}, the position streams`);
  }
  // That of all streams is in use already.
  const columns = arrange(calls, { mixing: SELECTION, axes: [{ coordinates: 0, offset: 0 }], count: 1 });
  const count = alike ? all : all / streams;
  const { doubles } = calls.scratch;
  return {
    columns,
    count,
    shape: alike ? shape : shape.slice(1),
    batched: shape.length > 2,
    called: 'count',
    numbers: streams,
    fill(first, rows) {
      for (let k = 0; k < rows * streams; ++k) {
        const row = first + Math.floor(k / streams);
        const at = alike ? row : (k % streams) * count + row;
        doubles[k] = list ? (list[at] as number) : start + at * step;
      }
    },
  };
}
