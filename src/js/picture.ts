// `window`: the picture of a matrix at any zoom.
import type { Calls } from './calls.js';
import { readEncoding } from './encoding.js';
import { choice, fields, number } from './fields.js';
import { Operation } from './module.js';
import { eachPart, rowsAtFirst, rowsAtOnce } from './scratch.js';
import { readTarget, resultOf, WIDE_DTYPES } from './target.js';

const SAMPLES = ['mean', 'point'];
const KEYS = ['start', 'positionsPerPixel', 'height', 'left', 'columnsPerPixel', 'width'] as const;

export const windowOver =
  ({ call, scratch, check, use, arrayOf }: Calls) =>
  (encoding: unknown, picture: unknown, options: unknown = {}): unknown => {
    const given = fields('options', options, ['sample', 'dtype', 'into']);
    const mean = choice('sample', given.sample, SAMPLES) === 0;
    const described = readEncoding(encoding);
    const asked = fields('picture', picture, KEYS);
    const start = number('start', asked.start, 0);
    const positionsPerPixel = number('positionsPerPixel', asked.positionsPerPixel, 1);
    const height = number('height', asked.height);
    const left = number('left', asked.left, 0);
    const columnsPerPixel = number('columnsPerPixel', asked.columnsPerPixel, 1);
    let width = number('width', asked.width, 0);
    const target = readTarget(given.dtype, given.into, WIDE_DTYPES);
    use(described, { start: start + positionsPerPixel * height - 1, step: 1, count: 1 });
    const all = call(Operation.pictureWidth, columnsPerPixel);
    check(all);
    if (asked.width === undefined) width = all - left;
    check(call(Operation.setPicture, start, positionsPerPixel, height, left, columnsPerPixel, width, Number(mean)));
    const data = arrayOf(target, height, width, 'height');
    const { format, bytes } = target;
    const atOnce = rowsAtOnce(width * bytes, scratch.bytes);
    // The tiles of wider pixels are counted from the window's first row.
    const atFirst = rowsAtFirst(atOnce, positionsPerPixel === 1 ? start + described.origin : 0);
    eachPart(width && height, atOnce, atFirst, (first, count) => {
      call(Operation.window, format, first, count);
      scratch.take(format, data, first * width, count * width);
    });
    return resultOf(target, data, [height, width]);
  };
