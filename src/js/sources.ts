// `positions`: where tokens stand, from what a sequence is made of.
import { allocate, type Numbers, readList, readShape } from './arrays.js';
import type { Calls } from './calls.js';
import { arrayClass, wrongType, wrongValue } from './errors.js';
import { choice, type Fields, fields, flag, number } from './fields.js';
import { Operation } from './module.js';
import { eachPart } from './scratch.js';

const DTYPES = ['float64', 'int64'];
const CLASSES = ['Float64Array', 'BigInt64Array'];
const FLOAT64 = 1;
const INT64 = 5;
/** In the order of the C++ enumerations. */
const RUNS = ['tokens', 'mask', 'segments'] as const;
const PARTS = ['text', 'image', 'video'] as const;
const RUN_KEYS = [['padding'], ['fill', 'axes', 'normalise'], []];
const GRIDS = ['grids', 'spatialMerge', 'tokensPerSecond', 'dtype'];

type Given = Fields<string>;

/** A part of a sequence: its kind, and its numbers for the module after its beginning. */
interface Part {
  readonly kind: number;
  readonly numbers: readonly number[];
}

export function positionsOver({ call, scratch, check, eachList }: Calls) {
  const output = (given: Given, length: number, what: string, count: number) => {
    const dtype = choice('dtype', given.dtype, DTYPES);
    return {
      format: dtype ? INT64 : FLOAT64,
      dtype: DTYPES[dtype],
      make: () => allocate<Numbers>(CLASSES[dtype] as string, 8, length, what, count),
    };
  };

  const listOf = (name: string, given: Given): { list: Numbers; shape: number[] } => {
    const list = readList(name, given[name], name === 'mask');
    if (!list) throw wrongType(name, given[name], 'an array of numbers');
    const shape = given.shape === undefined ? [list.length] : readShape(given.shape, list.length, `${name}`);
    return { list, shape };
  };

  const alongRows = (kind: number, given: Given): unknown => {
    const name = RUNS[kind] as string;
    const filler = kind === 0 ? number('padding', given.padding) : number('fill', given.fill, 1);
    const { list, shape } = listOf(name, given);
    const { length: count } = list;
    const { format, dtype, make } = output(given, count, `${name}.length`, count);
    const start = (): void => {
      check(call(Operation.setRun, kind, count, shape.at(-1) ?? 1, filler));
    };
    start();
    eachList(list, (first, here) => check(call(Operation.checkNumbers, here, first)));
    start();
    const data = make();
    eachList(list, (first, here) => {
      call(Operation.writeRun, here);
      call(Operation.take, format, here);
      scratch.take(format, data, first, here);
    });
    return { data, shape, dtype };
  };

  const alongImages = (given: Given): unknown => {
    if (given.axes !== 2) throw wrongValue('axes', given.axes, '2');
    const normalise = flag('normalise', given.normalise, false);
    choice('dtype', given.dtype, ['float64']);
    const { list, shape } = listOf('mask', given);
    const { length: count } = list;
    const [height, width] = shape.slice(-2) as [number, number];
    if (shape.length < 2) throw wrongValue('shape', given.shape, '[..., height, width]');
    check(call(Operation.setRun, 1, 1, 1, 0));
    eachList(list, (first, here) => check(call(Operation.checkNumbers, here, first)));
    check(call(Operation.checkImages, count, height, width));
    const data = allocate<Float64Array>('Float64Array', 8, 2 * count, 'mask.length', count);
    const { doubles } = scratch;
    const lines = new Float64Array(Math.max(height, width));
    for (let axis = 0; axis < 2; ++axis) {
      const size = axis ? width : height;
      const stride = axis ? 1 : width;
      for (let line = 0; line * size < count; ++line) {
        const first = axis ? line * width : Math.floor(line / width) * width * height + (line % width);
        for (let k = 0; k < size; ++k) doubles[k] = list[first + k * stride] as number;
        call(Operation.countLine, size, Number(normalise));
        call(Operation.take, FLOAT64, size);
        scratch.take(FLOAT64, lines, 0, size);
        for (let k = 0; k < size; ++k) data[2 * (first + k * stride) + axis] = lines[k] as number;
      }
    }
    return { data, shape: [...shape, 2], dtype: 'float64' };
  };

  const readPart = (parameter: string, value: unknown, merge: number, tokensPerSecond: number | undefined): Part => {
    const given = fields(parameter, value, [...PARTS, 'secondsPerGrid']);
    const kind = PARTS.findIndex((name) => given[name] !== undefined);
    if (kind < 0) throw wrongType(parameter, value, '{ text }, { image } or { video }');
    const name = PARTS[kind] as (typeof PARTS)[number];
    fields(parameter, given, kind === 2 ? ['video', 'secondsPerGrid'] : [name]);
    const seconds = number('secondsPerGrid', given.secondsPerGrid, 1);
    const timed = kind === 2 && tokensPerSecond !== undefined;
    let sizes: ArrayLike<number> | undefined = [0, 0, 0];
    if (kind === 0) sizes = [number(name, given[name]), 0, 0];
    else sizes = readList(name, given[name]);
    if (sizes?.length !== 3) throw wrongType(name, given[name], 'an array of three numbers: time, height and width');
    return { kind, numbers: [merge, timed ? seconds : 1, timed ? tokensPerSecond : 1, ...Array.from(sizes)] };
  };

  const alongGrids = (given: Given): unknown => {
    const merge = number('spatialMerge', given.spatialMerge, 2);
    const rate = given.tokensPerSecond === undefined ? undefined : number('tokensPerSecond', given.tokensPerSecond);
    if (arrayClass(given.grids) !== 'Array') throw wrongType('grids', given.grids, 'an array of parts');
    const items = Array.from(given.grids as readonly unknown[]);
    const batched = arrayClass(items[0]) === 'Array';
    const sequences = (batched ? items : [items]).map((parts, row) => {
      const name = batched ? `grids[${row}]` : 'grids';
      if (arrayClass(parts) !== 'Array') throw wrongType(name, parts, 'an array of parts');
      return Array.from(parts as readonly unknown[], (part, k) => readPart(`${name}[${k}]`, part, merge, rate));
    });
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
    const { format, dtype, make } = output(given, 3 * length * sequences.length, 'grids', length);
    const data = make();
    const atOnce = scratch.doubles.length;
    sequences.forEach((parts, row) => {
      let done = 0;
      walk(parts, (tokens) => {
        for (let stream = 0; stream < 3; ++stream) {
          eachPart(tokens, atOnce, atOnce, (first, count) => {
            call(Operation.writePart, stream, first, count);
            call(Operation.take, format, count);
            scratch.take(format, data, (stream * sequences.length + row) * length + done + first, count);
          });
        }
        done += tokens;
      });
    });
    return { data, shape: batched ? [3, sequences.length, length] : [3, length], dtype, next };
  };

  return (source: unknown): unknown => {
    const all: Given = fields('source', source, [...RUNS, ...RUN_KEYS.flat(), 'shape', ...GRIDS]);
    if (all.grids !== undefined) return alongGrids(fields('source', all, GRIDS));
    const kind = RUNS.findIndex((name) => name in all);
    if (kind < 0) throw wrongType('source', source, 'an object with tokens, mask, segments or grids');
    const given: Given = fields('source', all, [
      RUNS[kind] as string,
      ...(RUN_KEYS[kind] as string[]),
      'shape',
      'dtype',
    ]);
    return kind === 1 && given.axes !== undefined ? alongImages(given) : alongRows(kind, given);
  };
}
