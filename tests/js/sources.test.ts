// Positions from masks, segments, padded images, and grids of images and videos.
import { presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import { distance, errorOf, golden, posenc } from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: some of these tests pass what the types forbid
const loose = posenc as any;

test('attention masks, left and right padding', () => {
  const mask = [0, 0, 1, 1, 1, /**/ 1, 1, 0, 0, 0, /**/ 1, 1, 1, 1, 1, /**/ 0, 0, 0, 0, 0];
  const wanted = [1, 1, 0, 1, 2, /**/ 0, 1, 1, 1, 1, /**/ 0, 1, 2, 3, 4, /**/ 1, 1, 1, 1, 1];
  const got = posenc.positions({ mask, shape: [4, 5] });
  expect([Array.from(got.data), got.shape, got.dtype]).toEqual([wanted, [4, 5], 'float64']);
  const wide = posenc.positions({ mask: mask.map(Boolean), shape: [4, 5], fill: -7, dtype: 'int64' });
  expect(wide.data).toEqual(BigInt64Array.from(wanted.map((p, k) => BigInt(mask[k] ? p : -7))));
  expect(Array.from(posenc.positions({ mask: Uint8Array.from(mask) }).data).at(-6)).toBe(9);
});

test('packed segments', () => {
  const segments = [4, 4, 4, 9, 9, 4, /**/ 4, 4, 1, 2, 2, 2];
  const got = posenc.positions({ segments, shape: [2, 6] });
  expect(Array.from(got.data)).toEqual([0, 1, 2, 0, 1, 0, /**/ 0, 1, 0, 0, 1, 2]);
});

test('rows across pieces of the scratch buffer', () => {
  const mask = Uint8Array.from({ length: 7 * 30_001 }, (_, k) => +(k % 3 > 0));
  const { data } = posenc.positions({ mask, shape: [7, 30_001] });
  let count = -1;
  let wrong = 0;
  data.forEach((position, k) => {
    if (k % 30_001 === 0) count = -1;
    wrong += +(position !== (mask[k] ? ++count : 1));
  });
  expect(wrong).toBe(0);
});

describe('padded images', () => {
  const mask = [1, 1, 0, 1, 1, 0, /**/ 1, 1, 1, 0, 0, 0];
  test('counts', () => {
    const got = posenc.positions({ mask, shape: [2, 2, 3], axes: 2 });
    // Row and column of each cell.
    const wanted = [
      [1, 1],
      [1, 2],
      [0, 2],
      [2, 1],
      [2, 2],
      [0, 2],
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 0],
      [1, 0],
      [1, 0],
    ].flat();
    expect(Array.from(got.data)).toEqual(wanted);
    expect(got.shape).toEqual([2, 2, 3, 2]);
    const shares = posenc.positions({ mask: mask.map(Boolean), shape: [2, 2, 3], axes: 2, normalise: true }).data;
    expect(shares[2 * 3]).toBe(2 / (2 + 1e-6));
    expect(shares[2 * 5]).toBe(0);
    expect(shares[2 * 8 + 1]).toBe(3 / (3 + 1e-6));
    expect(
      distance(
        shares,
        wanted.map(
          (v, k) =>
            v / (([2, 2, 2, 2, 0, 2, 2, 2, 2, 2, 0, 2, 1, 3, 1, 3, 1, 3, 1, 0, 1, 0, 1, 0][k] as number) + 1e-6),
        ),
      ),
    ).toBe(0);
  });
  test('nothing', () => {
    expect(posenc.positions({ mask: [], shape: [0, 4, 4], axes: 2 }).shape).toEqual([0, 4, 4, 2]);
    expect(posenc.positions({ mask: [], shape: [3, 0, 4], axes: 2 }).shape).toEqual([3, 0, 4, 2]);
  });
});

describe('M-RoPE', () => {
  const runs = golden('hf_qwen_vl_mrope').filter(({ name }) => name.startsWith('get_rope_index'));
  test.each(runs.map((run) => [run.name, run] as const))('%s', (_, run) => {
    const { params } = run;
    const ids = params.input_ids as number[];
    const images = [...((params.image_grid_thw ?? []) as unknown as [number, number, number][])];
    const videos = [...((params.video_grid_thw ?? []) as unknown as [number, number, number][])];
    const merge = params.spatial_merge_size as number;
    const grids: object[] = [];
    for (let k = 0; k < ids.length; ) {
      const image = ids[k] === params.image_token_id;
      const size = image ? images.shift() : ids[k] === params.video_token_id ? videos.shift() : undefined;
      if (size) {
        grids.push(image ? { image: size } : { video: size });
        k += (size[0] * size[1] * size[2]) / merge ** 2;
      } else {
        grids.push({ text: 1 });
        ++k;
      }
    }
    const got = loose.positions({ grids: [grids], spatialMerge: merge });
    expect(got.shape).toEqual(run.shape);
    expect(Array.from(got.data)).toEqual(run.data);
    expect(got.next).toEqual([(run.outputs.mrope_position_deltas?.data[0] as number) + ids.length]);
    const wide = loose.positions({ grids, spatialMerge: merge, dtype: 'int64' });
    expect(wide.shape).toEqual([3, ids.length]);
    expect(Array.from(wide.data, Number)).toEqual(run.data);
  });

  test('seconds of a video, rounded down after the product', () => {
    const { data, next, shape } = posenc.positions({
      grids: [{ text: 2 }, { video: [4, 2, 4], secondsPerGrid: 0.7 }, { text: 1 }],
      tokensPerSecond: 2,
    });
    expect(shape).toEqual([3, 11]);
    expect(Array.from(data)).toEqual([
      ...[0, 1, 2, 2, 3, 3, 4, 4, 6, 6, 7],
      ...[0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 7],
      ...[0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 7],
    ]);
    expect(next).toEqual([8]);
  });

  test('batches, and parts of nothing', () => {
    const got = posenc.positions({ grids: [[{ text: 4 }], [{ image: [1, 4, 4] }, { text: 0 }]] });
    expect(got.shape).toEqual([3, 2, 4]);
    expect(Array.from(got.data)).toEqual([0, 1, 2, 3, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 1, 1, 0, 1, 2, 3, 0, 1, 0, 1]);
    expect(got.next).toEqual([4, 2]);
    // A result is what positions may be, as it is.
    const { data, shape } = got;
    expect(posenc.rotary(presets.qwen2Vl(128), got)).toEqual(posenc.rotary(presets.qwen2Vl(128), { data, shape }));
    expect(posenc.positions({ grids: [] }).shape).toEqual([3, 0]);
    expect(posenc.positions({ grids: [{ image: [0, 4, 4] }, { text: 1 }] }).next).toEqual([1]);
  });
});

describe('errors', () => {
  test.each([
    [{}, 'TypeError: invalid source: an object (an object with tokens, mask, segments or grids)'],
    [{ mask: [0, 2] }, 'RangeError: invalid mask[1]: 2 (0 or 1)'],
    [{ mask: 'x' }, "TypeError: invalid mask: 'x' (an array of numbers)"],
    [{ tokens: [true], padding: 1 }, 'TypeError: invalid tokens[0]: true (a number)'],
    [{ mask: [1], fill: 0.5 }, 'RangeError: invalid fill: 0.5 (a whole number, at most 2^53 in size)'],
    [
      { mask: [1], padding: 2 },
      "TypeError: invalid source: unknown key 'padding' (known are mask, shape, dtype, fill, axes, normalise)",
    ],
    [{ segments: [1, Number.NaN] }, 'RangeError: invalid segments[1]: NaN (a finite number)'],
    [{ mask: [1], shape: [1, 1], axes: 3 }, 'RangeError: invalid axes: 3 (2)'],
    [{ mask: [1], shape: [1, 1], normalise: true }, 'RangeError: invalid axes: undefined (2)'],
    [{ mask: [1], axes: 2 }, 'RangeError: invalid shape: undefined ([..., height, width])'],
    [{ mask: [3], shape: [1, 1], axes: 2 }, 'RangeError: invalid mask[0]: 3 (0 or 1)'],
    [{ grids: 5 }, 'TypeError: invalid grids: 5 (an array of parts)'],
    [{ grids: [{ txt: 1 }] }, "TypeError: invalid grids[0]: unknown key 'txt' (did you mean 'text'?)"],
    [{ grids: [{}] }, 'TypeError: invalid grids[0]: an object ({ text }, { image } or { video })'],
    [
      { grids: [{ text: 1, secondsPerGrid: 2 }] },
      "TypeError: invalid grids[0]: unknown key 'secondsPerGrid' (known are text)",
    ],
    [
      { grids: [{ image: [1, 4] }] },
      'TypeError: invalid image: Array (an array of three numbers: time, height and width)',
    ],
    [{ grids: [{ image: [1, 4, 5] }] }, 'RangeError: invalid image[2]: 5 (a multiple of spatialMerge, 2)'],
    [
      { grids: [{ video: [1, -4, 4] }] },
      'RangeError: invalid video[1]: -4 (a whole number from 0 to 9007199254740992)',
    ],
    [{ grids: [{ text: 1.5 }] }, 'RangeError: invalid text[0]: 1.5 (a whole number from 0 to 9007199254740992)'],
    [
      { grids: [{ text: 1 }], spatialMerge: 0 },
      'RangeError: invalid spatialMerge: 0 (a whole number from 1 to 9007199254740992)',
    ],
    [
      { grids: [[{ text: 1 }], [{ text: 2 }]] },
      'RangeError: invalid grids[1]: 2 (1 tokens, as the first sequence has)',
    ],
    [
      { grids: [{ text: 2 ** 53 }, { text: 2 }] },
      'RangeError: invalid text[0]: 2 (the last position, 9007199254740994, would be beyond 2^53)',
    ],
    [
      { grids: [{ text: 1e12 }] },
      'RangeError: invalid grids: 1000000000000 (the result would take 24000000000000 bytes, more than there is)',
    ],
  ])('%o', (source, message) => {
    expect(errorOf(() => loose.positions(source))).toBe(message);
  });
});
