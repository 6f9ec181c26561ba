import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { codeOf } from '../../web/src/export/code.ts';
import { csvText } from '../../web/src/export/csv.ts';
import { crc32, withTexts } from '../../web/src/export/png.ts';
import { fileOf, shortest, type TableFormat, wholeTable } from '../../web/src/export/rows.ts';
import { fileName, stampOf } from '../../web/src/export/stamp.ts';
import type { Values } from '../../web/src/field.ts';
import { sourceOf, tableSource } from '../../web/src/source.ts';

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc();
});

const code = (values: Values, language: string): string =>
  codeOf(values).find((one) => one.language === language)?.text ?? '';

async function bytesOf(values: Values, format: TableFormat): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of fileOf(wholeTable(posenc, values), format, values)) parts.push(part.slice());
  return Buffer.concat(parts);
}

const whisper: Values = { dim: 10, length: 7, start: 3, spacing: 'endpoint', layout: 'halves' };

describe('stamps', () => {
  test('say the parameters', () => {
    expect(stampOf(whisper)).toBe(
      'Posenc: kind=sinusoid length=7 dim=10 base=10000 start=3 spacing=endpoint layout=halves order=sin-cos',
    );
  });
  test('names of files hold what differs', () => {
    expect(fileName(whisper, '', 'npy')).toBe('posenc-sinusoid-7-from3-dim10-endpoint-halves.npy');
    expect(fileName({ kind: 'grid', cells: [14, 14] }, 'matrix', 'png')).toBe('posenc-matrix-grid-196-cells14_14.png');
    expect(fileName({ 'scaling.type': 'llama3' }, 'x/../y', 'npy')).not.toMatch(/[/\\]/);
  });
});

describe('tables as files', () => {
  test('.npy: header by the letter, data bit for bit', async () => {
    const file = await bytesOf(whisper, 'npy');
    expect(file.subarray(0, 8)).toEqual(Buffer.from('\x93NUMPY\x01\x00', 'latin1'));
    const length = file.readUInt16LE(8);
    expect((10 + length) % 64).toBe(0);
    const header = file.subarray(10, 10 + length).toString('latin1');
    expect(header).toMatch(/^\{'descr': '<f4', 'fortran_order': False, 'shape': \(7, 10\), \} *\n$/);
    const table = posenc.encode({ dim: 10, spacing: 'endpoint', layout: 'halves' }, { start: 3, count: 7 }).data;
    expect(file.subarray(10 + length)).toEqual(Buffer.from(table.buffer));
  });

  test('.safetensors: parameters in the metadata', async () => {
    const file = await bytesOf(whisper, 'safetensors');
    const length = Number(file.readBigUInt64LE(0));
    const header = JSON.parse(file.subarray(8, 8 + length).toString());
    expect(header.encoding).toEqual({ dtype: 'F32', shape: [7, 10], data_offsets: [0, 280] });
    expect(header.__metadata__).toMatchObject({ spacing: 'endpoint', start: '3', dim: '10' });
    expect(file.length).toBe(8 + length + 280);
  });

  test('.csv: the shortest numbers that read back as the same float32', async () => {
    const lines = (await bytesOf(whisper, 'csv')).toString().trimEnd().split('\n');
    expect(lines[0]).toBe(`# ${stampOf(whisper)}`);
    const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(',').map(Number));
    const table = posenc.encode({ dim: 10, spacing: 'endpoint', layout: 'halves' }, { start: 3, count: 7 }).data;
    expect(rows.flat().map(Math.fround)).toEqual([...table]);
    expect([shortest(Math.fround(0.1)), shortest(1), shortest(Math.fround(1 / 3))]).toEqual(['0.1', '1', '0.33333334']);
  });

  test('long tables come in pieces', () => {
    const { pieces, shape } = wholeTable(posenc, { dim: 1024, length: 5000 });
    const sizes = [...pieces].map((piece) => piece.length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5000 * 1024);
    expect(shape).toEqual([5000, 1024]);
  });
});

test('small tables as CSV, quoted where needed', () => {
  const rows = [
    ['a "b", c', 0.5],
    ['d', 1e-9],
  ];
  expect(
    csvText({ columns: ['word', 'weight'], rows: () => rows }, {})
      .split('\n')
      .slice(2),
  ).toEqual(['word,weight', '"a ""b"", c",0.5', 'd,1e-9', '']);
});

describe('PNG', () => {
  // One grey pixel.
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  );
  test('checksums are those of the standard', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });
  test('texts stand after the header, and all chunks are whole', () => {
    const bytes = Buffer.from(withTexts(png, { Description: 'base=10000 λ' }));
    const chunks: Record<string, Buffer> = {};
    for (let at = 8; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      chunks[type] = bytes.subarray(at + 8, at + 8 + length);
      expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
      at += 12 + length;
    }
    expect(Object.keys(chunks)).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND']);
    expect(chunks.iTXt?.toString()).toBe('Description\0\0\0\0\0base=10000 λ');
    expect(inflateSync(chunks.IDAT as Buffer).length).toBe(2);
  });
});

describe('tables that are held', () => {
  test('of a window with a class token have its row and column', () => {
    const values: Values = { kind: 'swin', window: [2, 2], classToken: true };
    const source = sourceOf(posenc, { kind: 'swin', window: [2, 2], classToken: true }, values);
    // (dy + 1) * 3 + dx + 1 between the cells; the class token has the three numbers after 8.
    const index = [
      [11, 9, 9, 9, 9],
      [10, 4, 3, 1, 0],
      [10, 5, 4, 2, 1],
      [10, 7, 6, 4, 3],
      [10, 8, 7, 5, 4],
    ];
    index.forEach((row, r) => {
      expect(row.map((_, c) => source.valueAt(r, c))).toEqual(row);
    });
  });

  test.each(['distance', 'key', 'last-key'] as const)(
    'of ALiBi by %s hold one head, and are saved head by head',
    (anchor) => {
      const encoding = { kind: 'alibi', heads: 6, anchor } as const;
      const all = { queries: 40, keys: 40 };
      const whole = posenc.bias(encoding, { ...all, dtype: 'float64' }).data;
      const values: Values = { ...encoding, head: 4, length: 40 };
      const source = sourceOf(posenc, encoding, values);
      const cells = Array.from({ length: 1600 }, (_, k) => source.valueAt(Math.floor(k / 40), k % 40));
      expect(cells).toEqual([...whole.subarray(4 * 1600, 5 * 1600)]);
      const { shape, pieces } = wholeTable(posenc, values);
      expect(shape).toEqual([6, 40, 40]);
      expect([...pieces].flatMap((piece) => [...piece])).toEqual([...posenc.bias(encoding, all).data]);
    },
  );

  test.each([
    { kind: 't5' },
    { kind: 't5', bidirectional: false, buckets: 6, maxDistance: 9 },
    { kind: 'deberta' },
    { kind: 'deberta', buckets: 8, maxPosition: 16 },
  ] as const)('%j are what the package gives between all positions', (encoding) => {
    const { data } = posenc.bias(encoding, { queries: 30, keys: 30 });
    const source = sourceOf(posenc, encoding, { ...encoding, length: 30 });
    expect(Array.from({ length: 900 }, (_, k) => source.valueAt(Math.floor(k / 30), k % 30))).toEqual([...data]);
  });

  test('of ALiBi with many heads ask the package for one query', () => {
    const asked: unknown[] = [];
    const counting = {
      ...posenc,
      bias: (...[encoding, request]: Parameters<Posenc['bias']>) => {
        asked.push(request?.queries);
        return posenc.bias(encoding, request);
      },
    } as Posenc;
    const values: Values = { kind: 'alibi', heads: 112, length: 512 };
    expect(sourceOf(counting, { kind: 'alibi', heads: 112 }, values).valueAt(3, 1)).toBeLessThan(0);
    expect(asked).toEqual([1]);
  });

  test('are exact where the marked cell is read', () => {
    const axes = [{ dim: 4 }, { dim: 4 }];
    const values: Values = { kind: 'grid', cells: [5, 12], 'axes.0.dim': 4, 'axes.1.dim': 4 };
    // y 2, x 9: the sine of x stands in the first column of the second axis.
    expect(sourceOf(posenc, { kind: 'grid', axes }, values).valueAt(2 * 12 + 9, 4)).toBeCloseTo(Math.sin(9), 14);
  });

  test('are averaged over what a pixel covers, and scaled to their largest value', () => {
    const source = tableSource(3, () => [1, 2, -4, 3, 2, 0]);
    const into = new Float64Array(2);
    source.fill({ first: 0, positionsPerPixel: 2, height: 1, left: 0, columnsPerPixel: 2, width: 2 }, 'mean', into);
    expect([source.unit, ...into]).toEqual([4, 2 / 4, -2 / 4]);
    source.fill({ first: 1, positionsPerPixel: 1, height: 1, left: 1, columnsPerPixel: 1, width: 2 }, 'point', into);
    expect([...into]).toEqual([0.5, 0]);
    expect(source.valueAt(1, 0)).toBe(3);
  });
});

describe('code of a state', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));

  test.each<[string, Values]>([
    ['the default', { length: 5, dim: 6 }],
    ['everything said', { ...whisper, dim: 7, odd: 'zero', origin: 2, scale: 3, valueScale: 0.5, order: 'cos-sin' }],
    ['padding', { dim: 4, length: 6, padding: 2 }],
  ])('JavaScript, run: %s', async (_, values) => {
    const folder = mkdtempSync(join(tmpdir(), 'posenc-code-'));
    const file = join(folder, 'state.mjs');
    const text = code(values, 'JavaScript').replace("from 'posenc'", `from '${root}dist/index.js'`);
    writeFileSync(file, `${text}\nconsole.log(JSON.stringify([shape, [...data]]));\n`);
    const [shape, data] = JSON.parse(execFileSync('node', [file], { encoding: 'utf8' }));
    rmSync(folder, { recursive: true });
    const table = wholeTable(posenc, values);
    expect(shape).toEqual(table.shape);
    expect(data).toEqual([...table.pieces].flatMap((piece) => [...piece]));
  });

  test('JavaScript of the other kinds', () => {
    expect(code({ kind: 'grid', cells: [3, 5], 'axes.0.dim': 4, 'axes.1.dim': 4 }, 'JavaScript')).toContain(
      "const encoding = { kind: 'grid', axes: [{ dim: 4 }, { dim: 4 }] };\nconst { data, shape } = posenc.encode(encoding, { grid: [3, 5] });",
    );
    expect(code({ kind: 'alibi', heads: 4, length: 9 }, 'JavaScript')).toContain(
      'posenc.bias(encoding, { queries: 9, keys: 9 });',
    );
    expect(code({ dim: 4, length: 9, pairing: 'half' }, 'JavaScript')).toContain('posenc.rotary(encoding, 9)');
  });

  // torch is large, so the code runs with a stand-in of a few lines that computes with Python's own numbers.
  const python = (values: Values): number[][] => {
    const folder = mkdtempSync(join(tmpdir(), 'posenc-code-'));
    writeFileSync(join(folder, 'state.py'), `${code(values, 'PyTorch')}\nimport json\nprint(json.dumps(table.rows))\n`);
    const path = join(fileURLToPath(new URL('./torch', import.meta.url)));
    const text = execFileSync('python3', [join(folder, 'state.py')], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' },
    });
    rmSync(folder, { recursive: true });
    return JSON.parse(text);
  };
  test.each<[string, Values]>([
    ['paper', { length: 5, dim: 6 }],
    ['endpoint, halves', whisper],
    ['odd widths: truncate', { length: 4, dim: 7 }],
    ['odd widths: truncate-next, halves', { length: 4, dim: 7, odd: 'truncate-next', layout: 'halves' }],
    ['odd widths: zero', { length: 4, dim: 7, odd: 'zero' }],
    [
      'origin, scales, order, padding',
      { length: 4, dim: 6, origin: 2, scale: 3, valueScale: 2, order: 'cos-sin', padding: 1 },
    ],
  ])('PyTorch, run: %s', (_, values) => {
    const rows = python(values);
    const dim = Number(values.dim);
    const table = [...wholeTable(posenc, values).pieces].flatMap((piece) => [...piece]);
    expect(rows.flat()).toHaveLength(table.length);
    rows.flat().forEach((value, k) => {
      expect([Math.floor(k / dim), k % dim, Math.abs(value - (table[k] as number)) < 1e-6]).toEqual([
        Math.floor(k / dim),
        k % dim,
        true,
      ]);
    });
  });

  test('C++: fields in the order of the struct, names as it has them', () => {
    const text = code({ ...whisper, scale: 2, padding: 1, base: 500 }, 'C++').replace(/\s+/g, ' ');
    expect(text).toContain(
      'posenc::Encoding const encoding{ .dim = 10, .base = 500, .spacing = posenc::Spacing::endpoint, ' +
        '.layout = posenc::Layout::halves, .scale = 2, .padding = 1, };',
    );
    expect(text).toContain('posenc::encode(encoding, posenc::Positions{.start = 3, .count = 7}, table);');
  });

  const kinds: readonly Values[] = [
    { ...whisper, order: 'cos-sin', odd: 'truncate-next', valueScale: 2, padding: 1 },
    { length: 7, dim: 12, pairing: 'half', sections: [2, 2, 2], 'scaling.type': 'yarn' },
    { length: 7, dim: 128, 'scaling.type': 'longrope', 'xpos.scaleBase': 512 },
    { kind: 'grid', cells: [2, 3], classRows: 1, axisOrder: [1, 0], 'axes.0.dim': 8, 'axes.1.coordinates': 'ends' },
    { kind: 'fourier', cells: [2, 3], unit: 'turn' },
    { kind: 'learned', length: 7, rows: 9, start: 1, distribution: 'truncated-normal', deviation: 0.01 },
    { kind: 'alibi', length: 7, heads: 3, anchor: 'last-key' },
    { kind: 't5', length: 7, bidirectional: false },
    { kind: 'deberta', length: 7, buckets: 4, maxPosition: 8 },
    { kind: 'swin', window: [2, 3], classToken: true },
  ];

  test('C++ compiles and gives the package’s numbers: every kind', () => {
    const archive = `${root}build/native/libposenc.a`;
    expect(existsSync(archive), 'build/native is made by cmake --preset native').toBe(true);
    const functions = kinds.map((values, k) =>
      code(values, 'C++')
        .replace('int main()', `void kind${k}()`)
        .replace(/\}\n$/, '    print(posenc_out);\n}\n')
        .replace('posenc_out', /std::vector<[\w:]+> (table|out)\(/.exec(code(values, 'C++'))?.[1] ?? ''),
    );
    const program = [
      '#include <cstdio>',
      'void print(auto const& values) {',
      '    for (auto const value : values) std::printf("%.17g ", static_cast<double>(value));',
      '    std::printf("\\n");',
      '}',
      ...functions,
      `int main() { ${kinds.map((_, k) => `kind${k}();`).join(' ')} }`,
      '',
    ].join('\n');
    const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const args = ['-std=c++20', '-Wall', '-Wextra', '-Werror', `-I${root}src`, '-x', 'c++', '-', '-x', 'none', archive];
    execFileSync('g++', [...args, '-o', join(folder, 'kinds')], { input: program });
    const lines = execFileSync(join(folder, 'kinds'), { encoding: 'utf8' }).trimEnd().split('\n');
    kinds.forEach((values, k) => {
      const whole = [...wholeTable(posenc, values).pieces].flatMap((piece) => [...piece]);
      expect((lines[k] as string).trim().split(' ').map(Number)).toEqual(whole);
    });
  });
});
