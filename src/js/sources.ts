// `positions`: where tokens stand, from what a sequence is made of.
import { allocate, LIST, type Numbers, readNumbers } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, type Fields, fields, reader } from './fields.js';
import { Operation } from './module.js';
import { listed, type Places, type Progression, positionAt } from './positions.js';
import { eachPart } from './scratch.js';
import { readTarget, resultOf } from './target.js';

const DTYPES = ['float64', 'int64'] as const;
const FLOAT64 = 1;
/** In the order of the C++ enumerations. */
const RUNS = ['tokens', 'mask', 'segments'] as const;
const RUN_READERS = [
  reader('tokens* shape* dtype* padding!'),
  reader('mask* shape* dtype* fill=1 axes* normalise=false'),
  reader('segments* shape* dtype*'),
] as const;
const readGrids = reader('grids* spatialMerge=2 tokensPerSecond? dtype*');
const KEYS = [...RUN_READERS, readGrids].flatMap(({ keys }) => keys);
const MASK = 1;
const PARTS = ['text', 'image', 'video'] as const;
const PART_READERS = [reader('text!'), reader('image*'), reader('video* secondsPerGrid=1')] as const;
const PART_KEYS = PART_READERS.flatMap(({ keys }) => keys);
const TEXT = 0;
const VIDEO = 2;

/** A part of a sequence: its kind, and its numbers for the module after its beginning. */
interface Part {
  readonly kind: number;
  readonly numbers: readonly number[];
}

function readPart(parameter: string, value: unknown, merge: number, rate: number | undefined): Part {
  const given: Fields<string> = fields(parameter, value, PART_KEYS);
  const kind = PARTS.findIndex((name) => given[name] !== undefined);
  if (kind < 0) throw wrongType(parameter, value, '{ text }, { image } or { video }');
  const name = PARTS[kind] as string;
  const [asked, seconds = 1] = (PART_READERS[kind] as (typeof PART_READERS)[2])(parameter, given);
  const sizes =
    kind === TEXT ? [asked, 0, 0] : readNumbers(name, asked, 3, 'an array of three numbers: time, height and width');
  const timed = seconds !== undefined && rate !== undefined && kind === VIDEO;
  return { kind, numbers: [merge, ...(timed ? [seconds, rate] : [1, 1]), ...Array.from(sizes as Numbers)] };
}

export function positionsOver({ call, doubles, take, check, place, fill, arrayOf, table }: Calls) {
  /** Has the module check a list for a kind of run, and begin with it. */
  const begin = (kind: number, places: Progression, ...numbers: number[]): void => {
    check(call(Operation.setRun, kind, ...numbers));
    place(places, Operation.checkNumbers);
  };

  /** Rows along the last axis. */
  const alongRows = (kind: number, places: Places, filler: number, dtype: unknown): unknown => {
    const { count, shape } = places;
    const target = readTarget(dtype, undefined, DTYPES);
    begin(kind, places, count, shape.at(-1) ?? 1, filler);
    const rows = {
      columns: 1,
      count,
      called: `${RUNS[kind]}.length`,
      fill: (first: number, here: number) => fill(places, first, here),
      make: Operation.writeRun,
    };
    return table(target, rows, shape);
  };

  /** Rows and columns of images. */
  const alongImages = (places: Places, normalise: number, dtype: unknown, given: unknown): unknown => {
    choice('dtype', dtype, ['float64']);
    const { count, shape } = places;
    const [height, width] = shape.slice(-2) as [number, number];
    if (shape.length < 2) throw wrongValue('shape', given, '[..., height, width]');
    begin(MASK, places, 1, 1, 0);
    check(call(Operation.checkImages, count, height, width));
    const data = allocate<Float64Array>('Float64Array', 2 * count, 'mask.length', count);
    const lines = new Float64Array(Math.max(height, width));
    for (let axis = 0; axis < 2; ++axis) {
      const [size, stride] = axis ? [width, 1] : [height, width];
      for (let line = 0; line * size < count; ++line) {
        const first = axis ? line * width : Math.floor(line / width) * width * height + (line % width);
        for (let k = 0; k < size; ++k) doubles[k] = positionAt(places, first + k * stride);
        call(Operation.countLine, FLOAT64, size, normalise);
        take(FLOAT64, lines, 0, size);
        for (let k = 0; k < size; ++k) data[2 * (first + k * stride) + axis] = lines[k] as number;
      }
    }
    return { data, shape: [...shape, 2], dtype: 'float64' };
  };

  const alongGrids = (value: unknown): unknown => {
    const [grids, merge, rate, dtype] = readGrids('source', value);
    const listOf = (parameter: string, list: unknown): unknown[] => {
      if (arrayClass(list) !== 'Array') throw wrongType(parameter, list, 'an array of parts');
      return Array.from(list as readonly unknown[]);
    };
    const items = listOf('grids', grids);
    const batched = arrayClass(items[0]) === 'Array';
    const sequences = (batched ? items : [items]).map((parts, row) => {
      const name = batched ? `grids[${row}]` : 'grids';
      return listOf(name, parts).map((part, k) => readPart(`${name}[${k}]`, part, merge, rate));
    });
    const target = readTarget(dtype, undefined, DTYPES);
    /** Calls work(tokens) for each part, chosen in the module, and returns where the sequence ends. */
    const walk = (parts: readonly Part[], work: (tokens: number) => void): number => {
      let start = 0;
      for (const { kind, numbers } of parts) {
        const tokens = call(Operation.setPart, kind, start, ...numbers);
        check(tokens >= 0);
        work(tokens);
        start = call(Operation.partEnd);
      }
      return start;
    };
    const lengths: number[] = [];
    const next = sequences.map((parts) => {
      let length = 0;
      const end = walk(parts, (tokens) => {
        length += tokens;
      });
      lengths.push(length);
      return end;
    });
    const length = lengths[0] as number;
    lengths.forEach((other, row) => {
      if (other !== length) throw wrongValue(`grids[${row}]`, other, `${length} tokens, as the first sequence has`);
    });
    const data = arrayOf(target, length, 3 * sequences.length, 'grids');
    const { format } = target;
    sequences.forEach((parts, row) => {
      let done = 0;
      walk(parts, (tokens) => {
        for (let stream = 0; stream < 3; ++stream) {
          eachPart(tokens, doubles.length, (first, count) => {
            call(Operation.writePart, format, first, count, stream);
            take(format, data, (stream * sequences.length + row) * length + done + first, count);
          });
        }
        done += tokens;
      });
    });
    const shape = batched ? [3, sequences.length, length] : [3, length];
    return { ...resultOf(target, data, shape), next };
  };

  return (source: unknown): unknown => {
    const all: Fields<string> = fields('source', source, KEYS);
    if (all.grids !== undefined) return alongGrids(all);
    const kind = RUNS.findIndex((name) => name in all);
    if (kind < 0) throw wrongType('source', source, 'an object with tokens, mask, segments or grids');
    const name = RUNS[kind] as string;
    const read = RUN_READERS[kind] as (typeof RUN_READERS)[1];
    const [given, sizes, dtype, filler = 0, axes, normalise] = read('source', all);
    if (axes !== undefined && axes !== 2) throw wrongValue('axes', axes, '2');
    const places = listed(readNumbers(name, given, undefined, LIST, kind === MASK), given, sizes, name);
    return axes ? alongImages(places, normalise, dtype, sizes) : alongRows(kind, places, filler, dtype);
  };
}
