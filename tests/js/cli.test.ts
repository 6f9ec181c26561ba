// The command line as a process: dist/cli.js.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { presets } from 'posenc';
import { readNpy, readSafetensors, writeNpy, writeSafetensors } from 'posenc/files';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { posenc } from './support.js';

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'posenc-cli-'));
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const file = (name: string) => new Uint8Array(readFileSync(at(name)));

interface Result {
  status: number;
  out: string;
  bytes: Buffer;
  err: string;
}

function run(...words: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...words],
      { cwd: folder, encoding: 'buffer', maxBuffer: 1 << 28 },
      (error, out, err) =>
        resolve({ status: error ? Number(error.code) : 0, out: out.toString(), bytes: out, err: err.toString() }),
    );
  });
}
const posencOf = (line: string) => run(...line.split(' '));

describe('encode', () => {
  test('the bytes of writeNpy', async () => {
    expect(await posencOf('encode --dim 512 --count 3000 --out table.npy')).toMatchObject({
      status: 0,
      out: '',
      err: '',
    });
    expect(Buffer.compare(file('table.npy'), writeNpy(posenc.encode({ dim: 512 }, 3000)))).toBe(0);
    expect(readdirSync(folder)).toEqual(['table.npy']);
  });
  test.each([
    [
      '--dim 6 --count 4 --base 100 --spacing endpoint --layout halves --order cos-sin',
      { dim: 6, base: 100, spacing: 'endpoint', layout: 'halves', order: 'cos-sin' },
      4,
    ],
    [
      '--dim 5 --count 4 --odd zero --origin -2.5 --scale 3 --value-scale 0.5 --padding 1',
      { dim: 5, odd: 'zero', origin: -2.5, scale: 3, valueScale: 0.5, padding: 1 },
      4,
    ],
    ['--dim 4 --start -7 --step 3 --count 5', { dim: 4 }, { start: -7, step: 3, count: 5 }],
    ['--dim=4 --start=1.7e9 --step 0.1 --count 500000', { dim: 4 }, { start: 1.7e9, step: 0.1, count: 500_000 }],
    ['--dim 4 --positions -1,0,2.5', { dim: 4 }, [-1, 0, 2.5]],
    ['--preset whisper --dim 8 --count 3', presets.whisper(8), 3],
    ['--preset whisper --set maxTimescale=500 --dim 8 --count 3', presets.whisper(8, { maxTimescale: 500 }), 3],
    ['--preset marian --dim 8 --origin 2 --count 3', { ...presets.marian(8), origin: 2 }, 3],
    ['--encoding {"dim":8,"layout":"halves"} --base 50 --count 3', { dim: 8, layout: 'halves', base: 50 }, 3],
  ] as const)('%s', async (line, encoding, positions) => {
    const { status, bytes, err } = await posencOf(`encode ${line} --format raw --out -`);
    expect([status, err]).toEqual([0, '']);
    const { data } = posenc.encode(encoding as never, positions as never);
    expect(Buffer.compare(bytes, new Uint8Array(data.buffer))).toBe(0);
  });
  test('positions of files, an encoding of a file', async () => {
    writeFileSync(at('list.txt'), '0 1\n2.5,7\n');
    writeFileSync(at('list.npy'), writeNpy({ data: BigInt64Array.of(0n, 9n, -4n, 5n), shape: [2, 2] }));
    writeFileSync(at('encoding.json'), JSON.stringify(presets.fairseq(6)));
    await posencOf('encode --encoding @encoding.json --positions list.txt -o a.npy');
    await posencOf('encode --encoding @encoding.json --positions list.npy -o b.npy');
    expect(file('a.npy')).toEqual(writeNpy(posenc.encode(presets.fairseq(6), [0, 1, 2.5, 7])));
    expect(file('b.npy')).toEqual(writeNpy(posenc.encode(presets.fairseq(6), [0, 9, -4, 5], { shape: [2, 2] })));
  });
  test('positions of the standard input', async () => {
    const table = writeNpy({ data: Float64Array.of(0, 2.5), shape: [2] });
    for (const input of ['0\n2.5\n', table]) {
      const child = spawn(process.execPath, [program, ...'encode --dim 4 --positions - -o a.npy -f'.split(' ')], {
        cwd: folder,
      });
      child.stdin.end(input);
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
      expect(file('a.npy')).toEqual(writeNpy(posenc.encode({ dim: 4 }, [0, 2.5])));
    }
  });
  test('points and position streams of files', async () => {
    const same = (name: string, table: ReturnType<typeof posenc.encode>) =>
      expect(Buffer.compare(file(name), writeNpy(table)), name).toBe(0);
    // Several pieces of 4 MiB each.
    const points = { data: Float64Array.from({ length: 2 * 3000 }, (_, k) => (k * 7) % 31), shape: [30, 100, 2] };
    writeFileSync(at('points.npy'), writeNpy(points));
    await posencOf('encode --preset mae --dim 1024 --positions points.npy -o a.npy');
    same('a.npy', posenc.encode(presets.mae(1024), points));
    await posencOf('encode --preset mae --dim 1024 --set classRows=1 --positions points.npy -o b.npy');
    same('b.npy', posenc.encode(presets.mae(1024, { classRows: 1 }), points));
    await posencOf('encode --preset mae --dim 8 --positions 0,1,1,0 -o c.npy');
    same('c.npy', posenc.encode(presets.mae(8), [0, 1, 1, 0]));
    const steps = BigInt64Array.from({ length: 3 * 20_000 }, (_, k) => BigInt((k * 7) % 8999));
    const streams = { data: steps, shape: [3, 2, 10_000] };
    writeFileSync(at('streams.npy'), writeNpy(streams));
    await posencOf('rotary --preset qwen2Vl --dim 128 --positions streams.npy -o d.npy');
    const { cos, sin } = posenc.rotary(presets.qwen2Vl(128), streams);
    same('d.cos.npy', cos);
    same('d.sin.npy', sin);
    writeFileSync(at('two.npy'), writeNpy({ data: Float64Array.of(1, 2), shape: [2, 1] }));
    for (const [line, message] of [
      ['mae --dim 8 --positions 0,1,1', 'positions.length: 3 (a multiple of 2, the coordinates of a point)'],
      ['qwen2Vl --dim 128 --positions two.npy', 'shape[0]: 2 (3, the position streams)'],
      ['pytorch --dim 8 --positions 0,1,,1', "--positions: '' (a number)"],
    ] as const)
      expect(await posencOf(`encode --preset ${line} -o e.npy`)).toMatchObject({
        status: 2,
        err: expect.stringContaining(`invalid ${message}`),
      });
  });
  test.each(['float64', 'float16', 'bfloat16'] as const)('%s', async (dtype) => {
    await posencOf(`encode --dim 12 --count 50 --dtype ${dtype} --out a.safetensors`);
    const table = posenc.encode({ dim: 12 }, 50, { dtype });
    expect(readSafetensors(file('a.safetensors'))).toEqual({ tensors: { table }, metadata: {} });
    const { status, err } = await posencOf(`encode --dim 12 --count 50 --dtype ${dtype} --out a.npy`);
    if (dtype === 'bfloat16') expect([status, err]).toEqual([2, expect.stringContaining('.safetensors has bfloat16')]);
    else expect(readNpy(file('a.npy'))).toEqual(table);
  });
  test('no row at all', async () => {
    expect((await posencOf('encode --dim 4 --count 0 --out a.npy')).status).toBe(0);
    expect(readNpy(file('a.npy')).shape).toEqual([0, 4]);
  });
  test('a file that exists is kept, but for --force', async () => {
    writeFileSync(at('a.npy'), 'mine');
    expect(await posencOf('encode --dim 4 --count 2 --out a.npy')).toMatchObject({
      status: 1,
      err: 'posenc: a.npy exists (--force overwrites it)\n',
    });
    expect(readFileSync(at('a.npy'), 'utf8')).toBe('mine');
    expect((await posencOf('encode --dim 4 --count 2 --out a.npy --force')).status).toBe(0);
    expect(readNpy(file('a.npy')).shape).toEqual([2, 4]);
    expect(readdirSync(folder)).toEqual(['a.npy']);
  });
  test('progress, if asked for', async () => {
    const { status, err } = await posencOf('encode --dim 64 --count 100 --out a.npy --progress');
    expect([status, err]).toEqual([0, expect.stringMatching(/\r100 % {2}25\.6 kB of 25\.6 kB, .*\/s +\n$/)]);
  });
});

describe('any size, in constant memory', () => {
  // The process's own: resourceUsage counts the parent's memory, which it was forked from, too.
  const measure = [
    '--import',
    `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write(
      'RSS '+/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1]))`,
  ];
  test.each([
    ['float32', '400000', '/dev/null'],
    ['float64', '150000', '-'],
  ])('%s: some 800 MB into %s', async (dtype, count, out) => {
    const child = spawn(process.execPath, [
      ...measure,
      program,
      'encode',
      '--dim',
      '512',
      '--count',
      count,
      '--dtype',
      dtype,
      '--format',
      'npy',
      '--out',
      out,
    ]);
    let received = 0;
    let err = '';
    child.stderr.on('data', (text) => (err += text));
    // A slow reader: what is not read must not be held.
    child.stdout.on('data', (bytes: Buffer) => {
      received += bytes.length;
      if (received % 7 === 0) {
        child.stdout.pause();
        setTimeout(() => child.stdout.resume(), 1);
      }
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    const megabytes = Number(/RSS (\d+)/.exec(err)?.[1]) / 1000;
    console.log(`${dtype} into ${out}: ${megabytes.toFixed(0)} MB resident at most`);
    expect(status).toBe(0);
    if (out === '-') expect(received).toBe(128 + 150_000 * 512 * 8);
    expect(megabytes).toBeLessThan(150);
  });
  test('a reader that goes away is no failure', async () => {
    const child = spawn('sh', [
      '-c',
      `"$0" "$1" encode --dim 512 --count 1000000 --format raw --out - | head -c 100000 | wc -c; exit`,
      process.execPath,
      program,
    ]);
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    await new Promise((resolve) => child.on('close', resolve));
    expect([out.trim(), err]).toEqual(['100000', '']);
  });
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s leaves nothing behind', async (signal, code) => {
    const child = spawn(
      process.execPath,
      [program, 'encode', '--dim', '4096', '--count', '1000000000', '--out', 'large.npy'],
      { cwd: folder },
    );
    const ended = new Promise((resolve) => child.on('close', resolve));
    for (let k = 0; k < 200 && !readdirSync(folder).length; ++k)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.large\.npy\.\d+\.part$/)]);
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(readdirSync(folder)).toEqual([]);
  });
  test('a full disk is said, and nothing is left', async () => {
    // A limit of 2 MB on the size of files stands for it.
    const child = spawn(
      'sh',
      [
        '-c',
        `trap '' XFSZ; ulimit -f 2048; exec "$0" "$1" encode --dim 512 --count 100000 --out large.npy`,
        process.execPath,
        program,
      ],
      { cwd: folder },
    );
    let err = '';
    child.stderr.on('data', (text) => (err += text));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
    expect(err).toMatch(/^posenc: cannot write large\.npy: larger than files may be here after 1\.0 MB|2\.\d MB\n$/);
    expect(readdirSync(folder)).toEqual([]);
    const full = await posencOf('encode --dim 512 --count 10000 --format raw --out /dev/full');
    expect(full).toMatchObject({ status: 1, err: 'posenc: cannot write /dev/full: no space left on the device\n' });
  });
});

describe('rotary', () => {
  const angles = (p: number) => [0, 1, 2, 3].map((i) => p * 500 ** (-i / 4));
  const expected = (f: (x: number) => number) => Float32Array.from([0, 1, 2].flatMap((p) => angles(p).map(f)));
  test('cosines and sines in one .safetensors', async () => {
    expect(await posencOf('rotary --dim 8 --base 500 --count 3 --out rope.safetensors')).toMatchObject({
      status: 0,
      err: '',
    });
    const { tensors } = readSafetensors(file('rope.safetensors'));
    expect(tensors.cos).toEqual({ data: expected(Math.cos), shape: [3, 4], dtype: 'float32' });
    expect(tensors.sin).toEqual({ data: expected(Math.sin), shape: [3, 4], dtype: 'float32' });
  });
  test('in two .npy', async () => {
    await posencOf('rotary --dim 8 --base 500 --count 3 --form full --pairing half --out rope.npy');
    expect(readdirSync(folder).sort()).toEqual(['rope.cos.npy', 'rope.sin.npy']);
    const { data, shape } = readNpy(file('rope.sin.npy'));
    expect(shape).toEqual([3, 8]);
    expect(data.slice(8, 12)).toEqual(expected(Math.sin).slice(4, 8));
    expect(data.slice(12, 16)).toEqual(expected(Math.sin).slice(4, 8));
  });
  test('not both into one stream of .npy', async () => {
    expect(await posencOf('rotary --dim 8 --count 3 --format npy --out -')).toMatchObject({
      status: 2,
      err: expect.stringContaining('--format safetensors alone'),
    });
  });
});

describe('identify and config', () => {
  test('a .npy, a .safetensors, the standard input', async () => {
    const table = posenc.encode(presets.whisper(64), 100);
    writeFileSync(at('a.npy'), writeNpy(table));
    writeFileSync(
      at('a.safetensors'),
      writeSafetensors({ one: table, two: { data: new Float32Array(4), shape: [2, 2] } }),
    );
    const { status, out } = await posencOf('identify a.npy');
    expect([status, out]).toEqual([0, expect.stringMatching(/^exact: tensor2tensor \(halves layout; endpoint/)]);
    expect(out).toContain('presets.whisper(64)');
    const found = JSON.parse((await posencOf('identify --json --tensor one a.safetensors')).out);
    expect([found.verdict, found.matches[1].name]).toEqual(['exact', 'whisper']);
    expect(await posencOf('identify a.safetensors')).toMatchObject({
      status: 2,
      err: expect.stringContaining('--tensor is missing: one of one, two'),
    });
    expect((await posencOf('identify a.safetensors --tensor two')).out).toContain('Constant: every value is 0');
    const piped = spawn('sh', ['-c', '"$0" "$1" identify - < a.npy', process.execPath, program], { cwd: folder });
    let text = '';
    piped.stdout.on('data', (part) => (text += part));
    await new Promise((resolve) => piped.on('close', resolve));
    expect(text).toBe(out);
  });
  test('what is no table', async () => {
    writeFileSync(at('a.npy'), writeNpy(posenc.encode({ dim: 4 }, 4)).subarray(0, 150));
    expect(await posencOf('identify a.npy')).toMatchObject({
      status: 1,
      err: expect.stringContaining(
        'posenc: a.npy: invalid shape: [4, 4] (16 values of float32 take 64 bytes, but there are 22)',
      ),
    });
    expect(await posencOf('identify none.npy')).toMatchObject({
      status: 1,
      err: 'posenc: cannot read none.npy: no such file\n',
    });
    for (const where of ['--positions none.txt --dim 4', '--encoding @none.txt --count 1']) {
      expect(await posencOf(`encode ${where} --out b.npy`)).toMatchObject({
        status: 1,
        err: expect.stringContaining('posenc: cannot read none.txt: no such file'),
      });
    }
    writeFileSync(at('half.npy'), writeNpy({ data: Uint16Array.of(0x3c00), shape: [1], dtype: 'float16' }));
    expect(await posencOf('encode --dim 4 --positions half.npy --out b.npy')).toMatchObject({
      status: 2,
      err: expect.stringContaining('invalid --positions: float16 in half.npy (a wider format)'),
    });
    writeFileSync(at('two.safetensors'), writeSafetensors({ one: { data: Float32Array.of(1), shape: [1, 1] } }));
    expect(await posencOf('identify two.safetensors --tensor __proto__')).toMatchObject({
      status: 2,
      err: expect.stringContaining("there is no '__proto__' in two.safetensors: one"),
    });
    writeFileSync(at('text.npy'), 'hello, this is a text');
    expect(await posencOf('identify text.npy')).toMatchObject({
      status: 1,
      err: 'posenc: text.npy: this is no .npy or .safetensors file\n',
    });
    writeFileSync(at('a.npz'), 'PK\x03\x04 and the rest of a zip');
    expect(await posencOf('identify a.npz')).toMatchObject({
      status: 1,
      err: expect.stringContaining('but a zip such as .npz or .pt'),
    });
    expect(await posencOf('identify .')).toMatchObject({ status: 1, err: 'posenc: cannot read .: is a folder\n' });
  });
  test('a config.json', async () => {
    const config = {
      model_type: 'llama',
      hidden_size: 4096,
      num_attention_heads: 32,
      head_dim: 128,
      max_position_embeddings: 8192,
      rope_theta: 500000,
    };
    writeFileSync(at('config.json'), JSON.stringify(config));
    const { status, out } = await posencOf('config config.json');
    expect(status).toBe(0);
    expect(JSON.stringify(JSON.parse(out))).toContain('500000');
    writeFileSync(at('config.json'), '{');
    expect(await posencOf('config config.json')).toMatchObject({
      status: 1,
      err: expect.stringContaining('posenc: config.json: '),
    });
  });
});

describe('the command line itself', () => {
  test('help and version', async () => {
    const help = await posencOf('--help');
    expect(help).toMatchObject({ status: 0, err: '' });
    for (const command of ['encode', 'rotary', 'identify', 'config']) {
      expect(help.out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
      const own = await posencOf(`${command} -h`);
      expect([own.status, own.out]).toEqual([0, expect.stringContaining(`Usage: posenc ${command}`)]);
    }
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await posencOf('--version')).out).toBe(`${version}\n`);
  });
  test.each([
    ['', 'a command is missing'],
    ['encod', "unknown command 'encod' (did you mean 'encode'?)"],
    ['frobnicate', "unknown command 'frobnicate'\n"],
    ['encode --dimm 4', "unknown option '--dimm' (did you mean '--dim'?)"],
    ['encode --colour red', "unknown option '--colour'\n"],
    ['encode -x', "unknown option '-x'"],
    ['encode --dim', '--dim needs a value: N'],
    ['encode --dim 4 --dim 5 --count 1 --out a.npy', '--dim is given twice'],
    ['encode --dim abc --count 1 --out a.npy', "invalid --dim: 'abc' (a number)"],
    ['encode --dim 0 --count 1 --out a.npy', 'invalid dim: 0 (a whole number from 1 to 65536)'],
    ['encode --dim 4 --count 1.5 --out a.npy', 'invalid --count: 1.5'],
    ['encode --dim 4 --count 1 --layout half --out a.npy', "invalid layout: 'half' ('interleaved' or 'halves')"],
    ['encode --dim 4 --count 9 --start 9007199254740990 --out a.npy', 'invalid '],
    ['encode --dim 4 --out a.npy', 'one of --count, --positions and --grid is needed'],
    ['encode --dim 4 --count 1 --positions 1 --out a.npy', 'one of --count'],
    ['encode --count 1 --out a.npy', '--dim is missing'],
    ['encode --dim 4 --count 1', '--out is missing'],
    ['encode --dim 4 --count 1 --out table', '--format is missing'],
    ['encode --dim 4 --count 1 --out table --format pickle', "invalid --format: 'pickle'"],
    ['encode --dim 4 --count 1 --dtype int8 --out a.npy', "invalid --dtype: 'int8'"],
    ['encode --dim 4 --count 1 --force=yes --out a.npy', '--force takes no value'],
    ['encode --dim 4 --count 1 --preset wisper --out a.npy', "unknown preset 'wisper' (did you mean 'whisper'?)"],
    ['encode --dim 4 --count 1 --preset whisper --set x --out a.npy', "invalid --set: 'x' (KEY=VALUE)"],
    ['encode --dim 4 --count 1 --preset whisper --set maxTimscale=5 --out a.npy', "did you mean 'maxTimescale'?"],
    [
      'encode --dim 4 --count 1 --preset pytorch --set base=5 --out a.npy',
      "--set: the preset 'pytorch' has no options",
    ],
    ['encode --encoding {"dim": --count 1 --out a.npy', 'invalid --encoding: '],
    ['encode --encoding [4] --count 1 --out a.npy', 'invalid --encoding: [4] (an object)'],
    ['encode --encoding null --count 1 --out a.npy', 'invalid --encoding: null (an object)'],
    ['encode --dim 65536 --count 9007199254740991 --out a.npy', 'more than 2^53 bytes'],
    ['encode table.npy --dim 4 --count 1', "unexpected 'table.npy'"],
    ['identify', 'identify needs a FILE'],
    ['identify a.npy b.npy', "unexpected 'b.npy'"],
  ])('%s: a usage error', async (line, message) => {
    const { status, out, err } = await run(...line.split(' ').filter(Boolean));
    expect([status, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(err).toMatch(/^posenc: .*\nTry 'posenc (\w+ )?--help'\.\n$/s);
    expect(existsSync(at('a.npy'))).toBe(false);
  });
  test('a folder that is not there', async () => {
    expect(await posencOf('encode --dim 4 --count 1 --out none/a.npy')).toMatchObject({
      status: 1,
      err: 'posenc: cannot write none/a.npy: no such folder\n',
    });
  });
});
