import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { buildSync } from 'esbuild';
import { createPosenc } from 'posenc';
import { createPosenc as createInline } from 'posenc/inline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const wasmUrl = new URL('dist/posenc.wasm', root);
const wasm = readFileSync(wasmUrl);
const arrayBuffer = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
const page = '<!doctype html><title>Not found</title>';

const works = async (promise: ReturnType<typeof createPosenc>) =>
  expect((await promise).encode({ dim: 2 }, [1]).data).toEqual(Float32Array.of(Math.sin(1), Math.cos(1)));

async function failure(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing went wrong');
}

describe('sources', () => {
  test('nothing', () => works(createPosenc()));
  test('undefined', () => works(createPosenc(undefined)));
  test('a file: URL', () => works(createPosenc(wasmUrl)));
  test('a file: URL as a string', () => works(createPosenc(String(wasmUrl))));
  test('an ArrayBuffer', () => works(createPosenc(arrayBuffer)));
  test('a SharedArrayBuffer', () => {
    const shared = new SharedArrayBuffer(wasm.length);
    new Uint8Array(shared).set(wasm);
    return works(createPosenc(shared));
  });
  test('a Buffer of Node', () => works(createPosenc(wasm)));
  test('a Uint8Array somewhere in a buffer', () => {
    const wide = new Uint8Array(wasm.length + 100);
    wide.set(wasm, 33);
    return works(createPosenc(wide.subarray(33, 33 + wasm.length)));
  });
  test('a DataView', () => works(createPosenc(new DataView(arrayBuffer))));
  test('a WebAssembly.Module, several times', async () => {
    const compiled = new WebAssembly.Module(wasm);
    await Promise.all([works(createPosenc(compiled)), works(createPosenc(compiled)), works(createInline(compiled))]);
  });
  test('a promise of any of these', () => works(createPosenc(Promise.resolve(wasm))));
  test('a data: URL in base64', () => works(createPosenc(`data:application/wasm;base64,${wasm.toString('base64')}`)));
  test('a data: URL in percent signs', () => {
    const percent = Array.from(wasm, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return works(createPosenc(`data:application/wasm,${percent}`));
  });
  test('inline: nothing, and any other source', async () => {
    await works(createInline());
    await works(createInline(wasmUrl));
    await works(createInline(wasm));
  });
  test('several at once, each with memory of its own', async () => {
    const [one, two] = await Promise.all([createPosenc(), createPosenc()]);
    expect(one).not.toBe(two);
    expect(one.encode({ dim: 6 }, 3)).toEqual(two.encode({ dim: 6 }, 3));
  });
  test('bytes are read at once: changing them later changes nothing', async () => {
    const bytes = Uint8Array.from(wasm);
    const promise = createPosenc(bytes);
    await Promise.resolve();
    await Promise.resolve();
    bytes.fill(0);
    await promise.then(
      (posenc) => expect(posenc.info().simd).toBe(true),
      (error) => expect(String(error)).toContain('cannot compile'),
    );
  });
});

describe('wrong sources', () => {
  test.each([
    [null, 'null'],
    [42, '42'],
    [{}, 'an object'],
    [[0, 97, 115, 109], 'Array'],
    [Symbol('source'), 'Symbol(source)'],
    [() => wasm, 'a function'],
  ])('%s', async (source, shown) => {
    const error = await failure(createPosenc(source as never));
    expect(String(error)).toBe(
      `TypeError: invalid source: ${shown} (a URL, a Response, bytes or a WebAssembly.Module)`,
    );
  });
  test('a file that is not there', async () => {
    const error = await failure(createPosenc(new URL('dist/nothing.wasm', root)));
    expect(error.message).toMatch(/^posenc: cannot load file:.*nothing\.wasm.*ENOENT/);
    expect(error.cause).toMatchObject({ code: 'ENOENT' });
  });
  test('a URL that is none', async () => {
    const error = await failure(createPosenc('posenc.wasm'));
    expect(error.message).toMatch(/^posenc: cannot load posenc\.wasm/);
    expect(error.cause).toBeInstanceOf(TypeError);
  });
  test('bytes that are no WebAssembly', async () => {
    const error = await failure(createPosenc(Uint8Array.of(1, 2, 3, 4)));
    expect(error.message).toMatch(/^posenc: cannot compile the source: CompileError/);
    expect(error.cause).toBeInstanceOf(WebAssembly.CompileError);
  });
  test('half of the bytes', async () => {
    const error = await failure(createPosenc(wasm.subarray(0, 20_000)));
    expect(error.message).toMatch(/^posenc: cannot compile the source: CompileError/);
  });
  test('no bytes, detached bytes', async () => {
    expect((await failure(createPosenc(new Uint8Array(0)))).message).toMatch(/^posenc: cannot compile the source/);
    const gone = Uint8Array.from(wasm);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    expect((await failure(createPosenc(gone))).message).toMatch(/^posenc: cannot compile the source: .*detached/);
  });
  test('bytes of a page', async () => {
    const error = await failure(createPosenc(Buffer.from(page)));
    expect(error.message).toMatch(/^posenc: the source is an HTML page, not WebAssembly:/);
    expect(error.message).toContain("optimizeDeps: { exclude: ['posenc'] }");
  });
  test('a data: URL that is none', async () => {
    const error = await failure(createPosenc('data:application/wasm;base64,?'));
    expect(error.message).toMatch(/^posenc: cannot load the data: URL: /);
    expect(error.cause).toMatchObject({ name: 'InvalidCharacterError' });
  });
  test('another WebAssembly module: the promise settles', async () => {
    const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    for (const source of [empty, new WebAssembly.Module(empty)]) {
      const error = await failure(createPosenc(source));
      expect(error.message).toMatch(/^posenc: this is another WebAssembly module, or of another version/);
      expect(error.cause).toBeInstanceOf(Error);
    }
    // One that imports what it will not get: (import "env" "f" (func)).
    const wants = Uint8Array.of(
      0,
      97,
      115,
      109,
      1,
      0,
      0,
      0,
      1,
      4,
      1,
      96,
      0,
      0,
      2,
      9,
      1,
      3,
      101,
      110,
      118,
      1,
      102,
      0,
      0,
    );
    expect((await failure(createPosenc(wants))).message).toMatch(/^posenc: this is another WebAssembly module/);
  });
  test('a promise that fails keeps its own error', async () => {
    const mine = new Error('mine');
    expect(await failure(createPosenc(Promise.reject(mine)))).toBe(mine);
  });
});

describe('over HTTP', () => {
  let server: Server;
  let origin: string;
  let broken = true;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = request.url ?? '';
      asked.push(url);
      const answer = (status: number, type: string | undefined, body: string | Buffer) => {
        response.writeHead(status, type === undefined ? {} : { 'content-type': type });
        response.end(body);
      };
      if (url === '/posenc.wasm') answer(200, 'application/wasm', wasm);
      else if (url === '/charset.wasm') answer(200, 'application/wasm; charset=utf-8', wasm);
      else if (url === '/octets.wasm') answer(200, 'application/octet-stream', wasm);
      else if (url === '/untyped.wasm') answer(200, undefined, wasm);
      else if (url === '/fallback.wasm') answer(200, 'text/html; charset=utf-8', page);
      else if (url === '/untyped.html') answer(200, undefined, page);
      else if (url === '/garbage.wasm') answer(200, 'application/wasm', 'garbage');
      else if (url === '/text.wasm') answer(200, 'text/plain', 'garbage');
      else if (url === '/cut.wasm') {
        response.writeHead(200, { 'content-type': 'application/wasm', 'content-length': wasm.length });
        response.write(wasm.subarray(0, 1000));
        setTimeout(() => response.destroy(), 20);
      } else if (url === '/later.wasm') {
        if (broken) answer(503, 'text/plain', 'later');
        else answer(200, 'application/wasm', wasm);
      } else answer(404, 'text/html', page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each(['posenc', 'charset', 'octets', 'untyped'])('%s.wasm, with one download', async (name) => {
    asked.length = 0;
    await works(createPosenc(`${origin}/${name}.wasm`));
    await works(createPosenc(new URL(`${origin}/${name}.wasm`)));
    await works(createPosenc(fetch(`${origin}/${name}.wasm`)));
    expect(asked).toEqual([`/${name}.wasm`, `/${name}.wasm`, `/${name}.wasm`]);
  });

  test('a status that is no success', async () => {
    const error = await failure(createPosenc(`${origin}/missing.wasm`));
    expect(error.message).toBe(`posenc: cannot load ${origin}/missing.wasm: status 404 Not Found`);
  });
  test.each(['fallback.wasm', 'untyped.html'])('a page in place of the file: %s', async (name) => {
    const error = await failure(createPosenc(`${origin}/${name}`));
    expect(error.message).toBe(
      `posenc: ${origin}/${name} is an HTML page, not WebAssembly: some servers send one where a file is missing. ` +
        "With Vite, set optimizeDeps: { exclude: ['posenc'] }, or pass the file's URL: createPosenc(url)",
    );
  });
  test.each(['garbage.wasm', 'text.wasm'])('what cannot be compiled: %s', async (name) => {
    const error = await failure(createPosenc(`${origin}/${name}`));
    expect(error.message).toMatch(new RegExp(`^posenc: cannot compile ${origin}/${name}: CompileError`));
    expect(error.cause).toBeInstanceOf(WebAssembly.CompileError);
  });
  test('a connection that breaks off', async () => {
    const error = await failure(createPosenc(`${origin}/cut.wasm`));
    expect(error.message).toMatch(/^posenc: cannot (load|compile) .*cut\.wasm/);
    expect(error.cause).toBeInstanceOf(Error);
  });
  test('nobody there', async () => {
    const error = await failure(createPosenc('http://127.0.0.1:9/posenc.wasm'));
    expect(error.message).toMatch(/^posenc: cannot load http:\/\/127\.0\.0\.1:9\/posenc\.wasm: TypeError/);
    expect(error.cause).toBeInstanceOf(TypeError);
  });
  test('a failure is forgotten: the next attempt works', async () => {
    const url = `${origin}/later.wasm`;
    expect((await failure(createPosenc(url))).message).toContain('status 503');
    broken = false;
    await works(createPosenc(url));
  });
  test('a response that was read already', async () => {
    const response = await fetch(`${origin}/octets.wasm`);
    await response.arrayBuffer();
    expect((await failure(createPosenc(response))).message).toMatch(/^posenc: cannot load /);
  });
});

describe('engines that refuse', () => {
  const attempt = `import { createPosenc } from ${JSON.stringify(String(new URL('dist/index.js', root)))};
    await createPosenc().then(() => console.log('loaded'), (error) => console.log(String(error)));`;
  const run = (...flags: string[]) =>
    execFileSync(process.execPath, [...flags, '--input-type=module', '-e', attempt], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  test('as it is', () => expect(run()).toBe('loaded'));
  test('without SIMD (an x86 processor without SSE 4.1)', () => {
    expect(run('--no-enable-sse4-1')).toBe(
      'Error: posenc: WebAssembly has no SIMD here (Chrome 91, Firefox 89, Safari 16.4 and Node 16.4 have)',
    );
  });
  test('without WebAssembly', () => {
    expect(run('--noexpose-wasm')).toBe('Error: posenc: there is no WebAssembly here');
  });
  test('without eval: no matter', () => expect(run('--disallow-code-generation-from-strings')).toBe('loaded'));

  test('where compiling is forbidden, a module is the way', async () => {
    const { outputFiles } = buildSync({
      stdin: {
        contents: "import { createPosenc } from 'posenc/inline'; globalThis.createPosenc = createPosenc;",
        resolveDir: fileURLToPath(root),
      },
      bundle: true,
      format: 'iife',
      write: false,
    });
    const context = vm.createContext(
      { atob, TextDecoder, console },
      { codeGeneration: { strings: false, wasm: false } },
    );
    vm.runInContext(outputFiles[0]?.text ?? '', context);
    const error = await failure(context.createPosenc());
    expect(error.message).toBe(
      "posenc: compiling is forbidden here: a page's content security policy needs script-src 'wasm-unsafe-eval'; " +
        'elsewhere pass a WebAssembly.Module',
    );
    expect(error.cause).toMatchObject({ name: 'CompileError' });
    // The module comes from another realm, as it would from an import.
    const posenc = await context.createPosenc(new WebAssembly.Module(wasm));
    expect(posenc.encode({ dim: 2 }, 1).shape).toEqual([1, 2]);
  });
});

test('importing does nothing: no file read, nothing compiled', () => {
  const quiet = `
    const { compile, instantiate } = WebAssembly;
    for (const name of ['compile', 'instantiate', 'compileStreaming', 'validate']) {
      WebAssembly[name] = () => { throw new Error(name); };
    }
    process.getBuiltinModule = () => { throw new Error('fs'); };
    globalThis.fetch = () => { throw new Error('fetch'); };
    const loaded = await import(${JSON.stringify(String(pathToFileURL(fileURLToPath(new URL('dist/index.js', root)))))});
    console.log(Object.keys(loaded).sort().join());`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', quiet], { encoding: 'utf8' });
  expect(printed.trim()).toBe('createPosenc,fromHuggingFace,identify,permutePairing,presets');
});

test('info', async () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  expect((await createPosenc()).info()).toEqual({ version, simd: true, memoryBytes: 16 << 20 });
});
