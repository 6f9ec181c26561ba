// `positions`: where tokens stand, from what a sequence is made of.
import { allocate, LIST, type Numbers, readArray, readNumbers } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, variants } from './fields.js';
import { Operation } from './module.js';
import { listed, type Places, type Progression, positionAt, sizesIf } from './positions.js';
import { eachPart } from './scratch.js';
import { Format, readTarget, resultOf } from './target.js';

const DTYPES = ['float64', 'int64'] as const;
/** Runs in the order of the C++ enumeration, and grids. */
const SOURCES = {
  tokens: 'tokens* shape* dtype* padding!',
  mask: 'mask* shape* dtype* fill=1 axes* normalise=false',
  segments: 'segments* shape* dtype*',
  grids: 'grids* spatialMerge=2 tokensPerSecond? dtype*',
};
enum Kind {
  tokens,
  mask,
  segments,
  grids,
}
const readSource = variants(SOURCES);

/** In the order of the C++ enumeration. */
const PARTS = { text: 'text!', image: 'image*', video: 'video* secondsPerGrid=1' };
enum PartKind {
  text,
  image,
  video,
}
const readParts = variants(PARTS);

/** A part of a sequence: its kind, and its numbers for the module after its beginning. */
type Part = [kind: number, ...numbers: number[]];

function readPart(parameter: string, value: unknown, merge: number, rate: number | undefined): Part {
  const [kind, [asked, seconds]] = readParts(parameter, value);
  if (kind < 0) throw wrongType(parameter, value, '{ text }, { image } or { video }');
  const sizes =
    kind === PartKind.text
      ? [asked as number, 0, 0]
      : readNumbers(Object.keys(PARTS)[kind] as string, asked, 3, 'an array of three numbers: time, height and width');
  const timed = rate !== undefined && kind === PartKind.video;
  return [kind, merge, ...(timed ? [seconds as number, rate] : [1, 1]), ...Array.from(sizes)];
}

export function positionsOver({ call, results, doubles, outputs, take, place, fill, arrayOf, table }: Calls) {
  /** Has the module check a list for a kind of run, and begin with it. */
  const begin = (kind: number, places: Progression, ...numbers: number[]): void => {
    call(Operation.setRun, kind, ...numbers);
    place(places, Operation.checkNumbers);
  };

  /** Rows along the last axis. */
  const alongRows = (kind: number, name: string, places: Places, filler: number, dtype: unknown): unknown => {
    const { count, shape } = places;
    const target = readTarget(dtype, undefined, DTYPES);
    begin(kind, places, count, shape.at(-1) ?? 1, filler);
    const rows = {
      columns: 1,
      count,
      called: `${name}.length`,
      fill: fill(places),
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
    begin(Kind.mask, places, 1, 1, 0);
    call(Operation.checkImages, count, height, width);
    const data = allocate<Float64Array>('Float64Array', 2 * count, 'mask.length', count);
    const counts = outputs[Format.float64] as Numbers;
    for (let axis = 0; axis < 2; ++axis) {
      const [size, stride] = axis ? [width, 1] : [height, width];
      for (let line = 0; line * size < count; ++line) {
        const first = (line - (line % stride)) * size + (line % stride);
        for (let k = 0; k < size; ++k) doubles[k] = positionAt(places, first + k * stride);
        call(Operation.countLine, Format.float64, size, normalise);
        for (let k = 0; k < size; ++k) data[2 * (first + k * stride) + axis] = counts[k] as number;
      }
    }
    return { data, shape: [...shape, 2], dtype: 'float64' };
  };

  const alongGrids = (grids: unknown, merge: number, rate: number | undefined, dtype: unknown): unknown => {
    // One by one, so that the first that is none ends it, however many a list says it has.
    const listOf = <T>(parameter: string, list: unknown, read: (parameter: string, item: unknown) => T): T[] =>
      Array.from(readArray(parameter, list, 'parts'), (item, k) => read(`${parameter}[${k}]`, item));
    const partOf = (parameter: string, part: unknown) => readPart(parameter, part, merge, rate);
    let batched: boolean | undefined;
    const items = listOf<Part | Part[]>('grids', grids, (parameter, item) => {
      batched ??= arrayClass(item) === 'Array';
      return batched ? listOf(parameter, item, partOf) : partOf(parameter, item);
    });
    const sequences = (batched ? items : [items]) as Part[][];
    const target = readTarget(dtype, undefined, DTYPES);
    /** Calls work(first, tokens) for each part, chosen in the module; returns the tokens and where the sequence ends. */
    const walk = (parts: readonly Part[], work?: (first: number, tokens: number) => void): [number, number] => {
      let [length, end] = [0, 0];
      for (const [kind, ...numbers] of parts) {
        call(Operation.setPart, kind, end, ...numbers);
        const [tokens, next] = results as unknown as [number, number];
        work?.(length, tokens);
        length += tokens;
        end = next;
      }
      return [length, end];
    };
    let length = 0;
    const next = sequences.map((parts, row) => {
      const [tokens, end] = walk(parts);
      if (row && tokens !== length) {
        throw wrongValue(`grids[${row}]`, tokens, `${length} tokens, as the first sequence has`);
      }
      length = tokens;
      return end;
    });
    const data = arrayOf(target, length, 3 * sequences.length, 'grids');
    const { format } = target;
    sequences.forEach((parts, row) => {
      walk(parts, (before, tokens) => {
        for (let stream = 0; stream < 3; ++stream) {
          eachPart(tokens, doubles.length, (first, count) => {
            call(Operation.writePart, format, first, count, stream);
            take(format, data, (stream * sequences.length + row) * length + before + first, count);
          });
        }
      });
    });
    const shape = batched ? [3, sequences.length, length] : [3, length];
    return { ...resultOf(target, data, shape), next };
  };

  return (source: unknown): unknown => {
    const [kind, values] = readSource('source', source);
    if (kind < 0) throw wrongType('source', source, 'an object with tokens, mask, segments or grids');
    if (kind === Kind.grids) return alongGrids(...(values as Parameters<typeof alongGrids>));
    const [given, sizes, dtype, filler = 0, axes, normalise] = values as [
      unknown,
      unknown,
      unknown,
      number,
      unknown,
      number,
    ];
    if (axes !== 2 && (axes !== undefined || normalise)) throw wrongValue('axes', axes, '2');
    const name = Object.keys(SOURCES)[kind] as string;
    const shape = sizesIf(sizes);
    const places = listed(readNumbers(name, given, undefined, LIST, kind === Kind.mask), given, name, shape);
    return axes ? alongImages(places, normalise, dtype, sizes) : alongRows(kind, name, places, filler, dtype);
  };
}
