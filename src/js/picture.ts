// `window`: the picture of a matrix at any zoom.
import type { Calls } from './calls.js';
import { At, readEncoding } from './encoding.js';
import { optional, reader } from './fields.js';
import { Operation } from './module.js';
import { readTarget, WIDE_DTYPES } from './target.js';

const readOptions = optional('sample:mean|point dtype* into*');
const readPicture = reader('start=0 positionsPerPixel=1 height! left=0 columnsPerPixel=1 width?');

export const windowOver =
  ({ call, use, table }: Calls) =>
  (encoding: unknown, picture: unknown, options?: unknown): unknown => {
    const [sample, dtype, into] = readOptions(options);
    const described = readEncoding(encoding);
    const [start, positionsPerPixel, height, left, columnsPerPixel, asked] = readPicture('picture', picture);
    const target = readTarget(dtype, into, WIDE_DTYPES);
    use(described, { start: start + positionsPerPixel * height - 1, step: 1, count: 1 });
    const all = call(Operation.pictureWidth, columnsPerPixel);
    const width = asked ?? all - left;
    const numbers = [start, positionsPerPixel, height, left, columnsPerPixel, width];
    call(Operation.setPicture, ...numbers, !sample);
    const rows = {
      columns: width,
      count: height,
      called: 'height',
      // The tiles of wider pixels are counted from the window's first row.
      place: positionsPerPixel === 1 ? start + (described.numbers[At.origin] as number) : 0,
      make: Operation.window,
    };
    return table(target, rows, [height, width]);
  };
