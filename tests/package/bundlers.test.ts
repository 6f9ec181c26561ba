// Bundlers find the file of WebAssembly, or take it by its name; what they make runs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { build, type InlineConfig } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install, type Packed, run } from './support.js';

let user: Packed;
beforeAll(() => {
  user = install();
});
afterAll(() => user.remove());

const show = 'console.log(posenc.encode(presets.pytorch(2), [1]).data.join());';
const expected = Float32Array.of(Math.sin(1), Math.cos(1)).join();

function write(name: string, code: string): string {
  mkdirSync(join(user.folder, 'src'), { recursive: true });
  writeFileSync(join(user.folder, 'src', name), code);
  return join(user.folder, 'src', name);
}

/** Without the helper for old browsers, which wants a document, so that the result runs here. */
const page = (outDir: string): InlineConfig => ({
  root: user.folder,
  base: './',
  logLevel: 'error',
  configFile: false,
  build: { outDir, target: 'es2022', modulePreload: { polyfill: false } },
});

const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

test('esbuild, the file by its name', () => {
  const entry = write(
    'esbuild.js',
    `import { createPosenc, presets } from 'posenc';
     import url from 'posenc/posenc.wasm';
     const posenc = await createPosenc(new URL(url, import.meta.url)); ${show}`,
  );
  const outdir = join(user.folder, 'esbuild');
  buildSync({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', outdir, loader: { '.wasm': 'file' } });
  expect(files(outdir).filter((name) => name.endsWith('.wasm')).length).toBe(1);
  expect(run(outdir, process.execPath, 'esbuild.js').trim()).toBe(expected);
});

test('esbuild, inline, as one script of the old kind', () => {
  const entry = write(
    'inline.js',
    `import { createPosenc, presets } from 'posenc/inline'; createPosenc().then((posenc) => { ${show} });`,
  );
  const outfile = join(user.folder, 'inline.cjs');
  buildSync({ entryPoints: [entry], bundle: true, minify: true, format: 'iife', target: 'es2020', outfile });
  expect(run(user.folder, process.execPath, outfile).trim()).toBe(expected);
});

test('one preset brings itself alone', () => {
  const entry = write(
    'preset.js',
    "import { whisper } from 'posenc/presets'; console.log(JSON.stringify(whisper(8)));",
  );
  const outfile = join(user.folder, 'preset.mjs');
  buildSync({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', outfile });
  // 2,400 bytes, most of them messages; all presets are six times as many.
  const text = readFileSync(outfile, 'utf8');
  expect(text.length).toBeLessThan(4000);
  expect(text).not.toMatch(/maxWavelength|alibi|WebAssembly/);
  expect(JSON.parse(run(user.folder, process.execPath, outfile))).toEqual({
    kind: 'sinusoid',
    dim: 8,
    base: 10000,
    spacing: 'endpoint',
    layout: 'halves',
    odd: 'error',
  });
});

test('vite finds the file by itself, once', async () => {
  write('vite.js', `import { createPosenc, presets } from 'posenc'; const posenc = await createPosenc(); ${show}`);
  writeFileSync(join(user.folder, 'index.html'), '<script type="module" src="./src/vite.js"></script>');
  const outDir = join(user.folder, 'vite');
  await build(page(outDir));
  const made = files(outDir);
  expect(made.filter((name) => name.endsWith('.wasm')).length).toBe(1);
  const script = made.find((name) => name.endsWith('.js')) as string;
  // Nor the inline bytes, nor presets that are not used.
  expect(readFileSync(join(outDir, script), 'utf8')).not.toMatch(/AGFzbQ|maxTimescale/);
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
  expect(run(outDir, process.execPath, script).trim()).toBe(expected);
});

test('vite, inline: no file of WebAssembly', async () => {
  write(
    'both.js',
    `import { createPosenc, presets } from 'posenc/inline'; createPosenc().then((posenc) => { ${show} });`,
  );
  writeFileSync(join(user.folder, 'index.html'), '<script type="module" src="./src/both.js"></script>');
  const outDir = join(user.folder, 'vite-inline');
  await build(page(outDir));
  const made = files(outDir);
  expect(made.filter((name) => name.endsWith('.wasm'))).toEqual([]);
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
  expect(run(outDir, process.execPath, made.find((name) => name.endsWith('.js')) as string).trim()).toBe(expected);
});

test('a bundle without identify says so; with it, both ways work', () => {
  const made = (name: string, code: string) => {
    const entry = write(`${name}.js`, code);
    const outfile = join(user.folder, `${name}.mjs`);
    buildSync({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', outfile });
    return run(user.folder, process.execPath, outfile).trim();
  };
  const start = 'const posenc = await createPosenc(); const table = posenc.encode({ dim: 8 }, 50);';
  expect(
    made(
      'without',
      `import { createPosenc } from 'posenc/inline'; ${start}
       try { posenc.identify(table); } catch (error) { console.log(String(error)); }`,
    ),
  ).toBe(
    "Error: posenc: identify is not in this bundle: import { identify } from 'posenc' and call identify(posenc, table, options)",
  );
  expect(
    made(
      'with',
      `import { createPosenc, identify } from 'posenc/inline'; ${start}
       console.log(identify(posenc, table).verdict, posenc.identify(table).verdict);`,
    ),
  ).toBe('exact exact');
});

test('vite drops identify, or keeps it', async () => {
  for (const kept of [false, true]) {
    write(
      'dropped.js',
      `import { createPosenc${kept ? ', identify' : ''} } from 'posenc/inline'; const posenc = await createPosenc();
       console.log(${kept ? 'identify(posenc, posenc.encode({ dim: 8 }, 50)).verdict' : "'nothing'"});`,
    );
    writeFileSync(join(user.folder, 'index.html'), '<script type="module" src="./src/dropped.js"></script>');
    const outDir = join(user.folder, `vite-identify-${kept}`);
    await build(page(outDir));
    const script = files(outDir).find((name) => name.endsWith('.js')) as string;
    expect(readFileSync(join(outDir, script), 'utf8').includes('cosine first')).toBe(kept);
    writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
    expect(run(outDir, process.execPath, script).trim()).toBe(kept ? 'exact' : 'nothing');
  }
});
