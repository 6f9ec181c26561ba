/** The logic of "Check my own": files, statistics, differences, configs. */

import { createPosenc, identify, type Posenc } from 'posenc';
import { writeNpy, writeSafetensors } from 'posenc/files';
import { beforeAll, describe, expect, test } from 'vitest';
import { createStore } from '../../web/src/store.ts';
import { pageValues, takeValues, wordsOf } from '../../web/src/take.ts';
import { differences, matrixOf, statisticsOf } from '../../web/src/views/check/compare.ts';
import { describeConfig, llamaConfig } from '../../web/src/views/check/config.ts';
import { examples, exampleTable } from '../../web/src/views/check/examples.ts';
import { numbers, openTables } from '../../web/src/views/check/tables.ts';

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc();
});

const blob = (bytes: Uint8Array | string): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);
const table = { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2], dtype: 'float32' as const };

describe('files', () => {
  test('.npy and text', async () => {
    const [npy] = await openTables(blob(writeNpy(table)), 'a.npy');
    expect(await npy?.read()).toEqual(table);
    const [csv] = await openTables(blob('1,2\n3,4\n5,6'), 'a.csv');
    expect([csv?.shape, [...((await csv?.read())?.data ?? [])]]).toEqual([
      [3, 2],
      [1, 2, 3, 4, 5, 6],
    ]);
  });

  test('.safetensors: a list, of which one table is read', async () => {
    const other = { data: Uint16Array.of(0x3f80, 0xc000), shape: [1, 2], dtype: 'bfloat16' as const };
    const opened = await openTables(blob(writeSafetensors({ wpe: table, bias: other })), 'model.safetensors');
    expect(opened.map(({ name, shape }) => [name, shape]).sort()).toEqual([
      ['bias', [1, 2]],
      ['wpe', [3, 2]],
    ]);
    for (const tensor of opened) {
      const read = await tensor.read();
      expect([...numbers(read)]).toEqual(tensor.name === 'wpe' ? [1, 2, 3, 4, 5, 6] : [1, -2]);
    }
  });

  test('lists of JSON', async () => {
    const [tensor] = await openTables(blob(' [[1, 2],\n [3.5, -4]]'), 'table.json');
    expect(await tensor?.read()).toEqual({ data: Float64Array.of(1, 2, 3.5, -4), shape: [2, 2], dtype: 'float64' });
    const [grid] = await openTables(blob('[[[1],[2],[3]],[[4],[5],[6]]]'), 'pasted.csv');
    expect(grid?.shape).toEqual([2, 3, 1]);
  });

  test('float16 as numbers', () => {
    // 1, -2, the smallest, the largest, infinity, none: IEEE 754 binary16.
    const bits = Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0x7e00);
    const values = numbers({ data: bits, shape: [6], dtype: 'float16' });
    expect([...values]).toEqual([1, -2, 2 ** -24, 65504, Infinity, Number.NaN]);
  });

  const npy = writeNpy(table);
  const tensors = writeSafetensors({ wpe: table });
  const header = JSON.stringify({ wpe: { dtype: 'F32', shape: [1, 1], data_offsets: [8, 4] } });
  const backwards = new Uint8Array(8 + header.length + 16);
  backwards[0] = header.length;
  backwards.set(new TextEncoder().encode(header), 8);
  const lying = tensors.slice();
  new DataView(lying.buffer).setBigUint64(0, 2n ** 60n, true);
  test.each([
    ['empty', 'a.npy', new Uint8Array(0), 'The file is empty.'],
    ['ragged lists', 'a.json', '[[1, 2], [3]]', /lists of this JSON are not all of one length/],
    ['lists of words', 'a.json', '[["a"]]', /not all of one length with numbers in them/],
    ['half a list', 'a.json', '[[1, 2]', /^This begins like a list of JSON, but it is none/],
    ['lists without end', 'a.json', `${'['.repeat(5000)}${']'.repeat(5000)}`, /5000 deep/],
    ['a .npy cut off in its data', 'a.npy', npy.slice(0, -4), /take 24 bytes, but there are 20: the file is cut off/],
    [
      'a .npy cut off in its header',
      'a.npy',
      npy.slice(0, 40),
      /no \.npy file that can be read: invalid header length/,
    ],
    ['a .npy of which six bytes are there', 'a.npy', npy.slice(0, 6), /no \.npy file that can be read/],
    [
      'a table that begins behind its end',
      'a.safetensors',
      backwards,
      /“wpe” begins at byte 8, behind its end at byte 4/,
    ],
    [
      'a .safetensors cut off',
      'a.safetensors',
      tensors.slice(0, -4),
      /“wpe” ends at byte 24 of the data, but there are 20/,
    ],
    ['a header that lies', 'a.safetensors', lying, /its header has 1152921504606846976 bytes, but/],
    [
      'text with that ending',
      'a.safetensors',
      new TextEncoder().encode('1,2,3,4,5,6,7,8'),
      /it is no \.safetensors file/,
    ],
    ['a zip', 'a.npz', new TextEncoder().encode('PK\x03\x04\0\0'), /zip archive/],
    ['a pickle', 'a.bin', Uint8Array.of(0x80, 2, 0, 0), /pickle/],
    ['a picture', 'a.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1), /cannot read it as a table/],
    ['words', 'a.csv', new TextEncoder().encode('position,value\n1,two'), /Line 2, cell 2 says “two”/],
  ])('%s: a sentence', async (_, name, bytes, sentence) => {
    await expect(openTables(blob(bytes), name)).rejects.toThrow(sentence);
  });
});

describe('tables', () => {
  test('statistics', () => {
    expect(statisticsOf([1e6 + 1, 1e6 - 1, Number.NaN, Infinity])).toEqual({
      count: 4,
      smallest: 999999,
      largest: 1000001,
      mean: 1e6,
      deviation: 1,
      notFinite: 2,
    });
    const wide = statisticsOf([1e300, -1e300, 1e308, 2]);
    expect(wide.mean / 1e308).toBeCloseTo(0.25, 12);
    expect(wide.deviation / 1e308).toBeCloseTo(Math.sqrt(0.1875), 12);
    expect(statisticsOf([0, 0])).toMatchObject({ smallest: 0, largest: 0, mean: 0, deviation: 0 });
    expect(statisticsOf([])).toMatchObject({ count: 0, mean: Number.NaN, notFinite: 0 });
  });

  test('shapes', () => {
    expect(matrixOf({ shape: [1, 5, 4] })).toEqual({ rows: 5, columns: 4 });
    expect(matrixOf({ shape: [3, 5, 4] })).toEqual({ rows: 15, columns: 4 });
    expect(matrixOf({ shape: [5] })).toMatch(/^It has the shape \[5\]; a table of positions has/);
    expect(matrixOf({ shape: [] })).toMatch(/\[\]/);
    expect(matrixOf({ shape: [0, 4] })).toMatch(/nothing in it/);
    expect(matrixOf({ shape: [2 ** 20, 64] })).toMatch(/at most 33554432/);
  });

  const largest = (values: Float32Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const compared = (data: Float32Array | Float64Array, shape: number[]) => {
    const { matches, verdict } = identify(posenc, { data, shape });
    return { verdict, match: matches[0] as (typeof matches)[number] };
  };

  test.each([
    ['a line', () => posenc.encode({ dim: 16, layout: 'halves' }, 300, { dtype: 'float64' }).data, [300, 16]],
    [
      'a grid that is not square',
      () =>
        posenc.encode({ kind: 'grid', axes: [{ dim: 8 }, { dim: 8 }] }, { grid: [6, 10] }, { dtype: 'float64' }).data,
      [6, 10, 16],
    ],
    [
      'a grid with a class row',
      () =>
        posenc.encode(
          {
            kind: 'grid',
            axes: [
              { dim: 8, layout: 'halves' },
              { dim: 8, layout: 'halves' },
            ],
            axisOrder: [1, 0],
            classRows: 1,
          },
          { grid: [7, 7] },
          { dtype: 'float64' },
        ).data,
      [50, 16],
    ],
    [
      'rotary cosines, halves repeated',
      () => Float64Array.from({ length: 640 }, (_, k) => Math.cos(Math.floor(k / 16) * 10000 ** (-(k % 8) / 8))),
      [40, 16],
    ],
    [
      'rotary sines, a column a pair',
      () => Float64Array.from({ length: 320 }, (_, k) => Math.sin(Math.floor(k / 8) * 10000 ** (-(k % 8) / 8))),
      [40, 8],
    ],
  ] as const)('%s: a map of rounding only', (_, make, shape) => {
    const data = make();
    const { match, verdict } = compared(data, [...shape]);
    expect(verdict).toBe('exact');
    expect(largest(differences(posenc, match, data, shape))).toBeLessThan(1e-13);
  });

  test('transposed', () => {
    const { data } = posenc.encode({ dim: 16 }, 40, { dtype: 'float64' });
    const turned = Float64Array.from(data, (_, k) => data[(k % 40) * 16 + Math.floor(k / 40)] as number);
    const { match } = compared(turned, [16, 40]);
    expect(match.words).toContain('transposed: [dim, positions]');
    expect(largest(differences(posenc, match, turned, [16, 40]))).toBeLessThan(1e-13);
  });

  test('one wrong cell is where it is', () => {
    const { data } = posenc.encode({ dim: 16 }, 3000);
    data[2500 * 16 + 5] = (data[2500 * 16 + 5] as number) + 0.5;
    const apart = differences(posenc, compared(data, [3000, 16]).match, data, [3000, 16]);
    expect(apart[2500 * 16 + 5]).toBeCloseTo(0.5);
    apart[2500 * 16 + 5] = 0;
    expect(largest(apart)).toBeLessThan(1e-7);
  });

  test('the examples are what they are called', () => {
    const words = examples.map(([id]) => identify(posenc, exampleTable(posenc, id)).text);
    expect(words[0]).toMatch(/uses i where 2i is meant/);
    expect(words[1]).toMatch(/bfloat16/);
    expect(words[2]).toMatch(/^(tensor2tensor|whisper)/);
  });
});

describe('configs', () => {
  test('in words, and as the page’s encoding', () => {
    const { model, layers } = describeConfig(llamaConfig);
    const [layer] = layers;
    expect([model, layers.length, layer?.name]).toEqual(['llama', 1, 'All layers']);
    if (!layer) throw new Error();
    const words = wordsOf(layer.encoding);
    expect(words).toMatch(/^Rotary: dim 128/);
    for (const part of [
      'base 500,000',
      'pairing of rotations half',
      'scaling Llama 3',
      'factor 8',
      'original length 8,192',
    ]) {
      expect(words).toContain(part);
    }
    const store = createStore(posenc);
    const values = pageValues(layer.encoding, layer.rows);
    if (typeof values === 'string') throw new Error(values);
    expect(takeValues(store, values)).toBeNull();
    expect(store.encoding.value).toMatchObject({ dim: 128, base: 500000, scaling: { type: 'llama3', factor: 8 } });
    expect(store.value('length')).toBe(131072);
  });

  test('three streams, rows by distance', () => {
    const { layers } = describeConfig(
      JSON.stringify({
        model_type: 'ernie4_5_moe_vl',
        hidden_size: 2560,
        num_attention_heads: 20,
        rope_theta: 500000,
        freq_allocation: 20,
      }),
    );
    const [layer] = layers;
    if (!layer) throw new Error();
    expect(wordsOf(layer.encoding)).toMatch(/128/);
    const store = createStore(posenc);
    const values = pageValues(layer.encoding, layer.rows);
    if (typeof values === 'string') throw new Error(values);
    expect(takeValues(store, values)).toBeNull();
    expect(store.encoding.value).toMatchObject({
      dim: 128,
      sections: [20, 22, 22],
      sectionOrder: 'alternating',
    });
    const bert = { model_type: 'bert', hidden_size: 768, num_attention_heads: 12, max_position_embeddings: 512 };
    expect(describeConfig(JSON.stringify({ ...bert, position_embedding_type: 'relative_key' })).layers).toMatchObject([
      { name: 'Rows by distance of query and key', encoding: { kind: 'learned', dim: 64, length: 1023, origin: 511 } },
    ]);
  });

  test('several types of layers, tables, none', () => {
    const gemma = describeConfig(
      JSON.stringify({
        model_type: 'gemma3_text',
        hidden_size: 2560,
        num_attention_heads: 8,
        head_dim: 256,
        max_position_embeddings: 131072,
        rope_theta: 1e6,
        rope_local_base_freq: 1e4,
        layer_types: ['sliding_attention', 'full_attention'],
      }),
    );
    expect(gemma.layers.map(({ name }) => name).sort()).toEqual([
      'Layers with a sliding window',
      'Layers with full attention',
    ]);
    const bert = describeConfig(JSON.stringify({ model_type: 'bert', hidden_size: 768, max_position_embeddings: 512 }));
    expect(bert.layers[0]).toMatchObject({
      encoding: { kind: 'learned', dim: 768, length: 512 },
      rows: { length: 512 },
    });
    expect(describeConfig('{"model_type":"mamba"}').layers).toEqual([]);
  });

  test.each([
    ['{"model_type": "llama"', /^This begins like a config.json, but it is no JSON/],
    ['{"model_type": "nothing-like-it"}', /model_type/],
    ['{"model_type":"llama","hidden_size":"many","num_attention_heads":32}', /hidden_size/],
  ])('%s: a sentence', (text, sentence) => {
    expect(() => describeConfig(text)).toThrow(sentence);
  });

  test('what the page has no control for is named, and what the package refuses leaves all as it was', () => {
    expect(pageValues({ kind: 'grid', axes: [{ dim: 8, mystery: 1 } as never] })).toMatch(
      /no control for “axes\.0\.mystery”/,
    );
    const store = createStore(posenc);
    store.change({ dim: 64 });
    expect(takeValues(store, { dim: 64, base: -1 })).toMatch(/^invalid base/);
    expect(store.state.value.values).toEqual({ dim: 64 });
  });
});
