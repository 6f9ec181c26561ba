// The budgets, in gzipped bytes; a kilobyte is 1000.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { gzip, root } from './support.js';

const dist = (name: string) => readFileSync(join(root, 'dist', name));
const wasm = gzip(dist('posenc.wasm'));

function bundle(code: string): { bytes: number; files: string[]; text: string } {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  const [output] = Object.values(metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { bytes: gzip(text), text, files: files.map(([path]) => path) };
}

/**
 * Budgets, and what must not grow while they are not reached: with every family in the one WebAssembly file the sizes
 * are above them.
 */
const SIZES = {
  encode: { budget: 32_000, ceiling: 36_900 },
  inline: { budget: 40_000, ceiling: 44_950 },
  whole: { budget: 40_000, ceiling: 55_750 },
};

function expectSize(what: keyof typeof SIZES, bytes: number, detail = ''): void {
  const { budget, ceiling } = SIZES[what];
  console.log(`${what}: ${bytes} bytes, ${detail}budget ${budget}${bytes > budget ? ', NOT REACHED' : ''}`);
  expect(bytes).toBeLessThanOrEqual(ceiling);
}

const encodeAlone = "import { createPosenc } from 'posenc'; console.log((await createPosenc()).encode({ dim: 2 }, 3));";

/** Files of dist/ of which something is in the bundle. */
const filesOf = (script: ReturnType<typeof bundle>): string[] =>
  script.files.map((path) => path.replace(/^.*dist\//, '')).filter((path) => path.endsWith('.js'));

test('a bundle that uses encode alone, with the WebAssembly', () => {
  const script = bundle(encodeAlone);
  expectSize('encode', wasm + script.bytes, `WebAssembly ${wasm} + JavaScript ${script.bytes}, `);
});

test('what is not used is not in the bundle', () => {
  const script = bundle(encodeAlone);
  expect(filesOf(script).sort()).toEqual(['base.js', 'core.js', 'generated/version.js', 'index.js']);
  for (const word of ['maxTimescale', 'NUMPY', 'data_offsets', 'rope_parameters', 'parseArgs', 'cosine first']) {
    expect(script.text).not.toContain(word);
  }
});

test('each part brings itself alone', () => {
  const parts = (code: string) =>
    filesOf(bundle(code)).filter((name) => !/^(?:base|core|index)\.js$|^generated/.test(name));
  expect(parts("import { readNpy } from 'posenc/files'; console.log(readNpy);")).toEqual(['files.js']);
  expect(bundle("import { readNpy } from 'posenc/files'; console.log(readNpy);").text).not.toMatch(
    /data_offsets|WebAssembly/,
  );
  expect(parts("import { presets } from 'posenc'; console.log(presets.whisper(8));")).toEqual(['presets.js']);
  expect(parts("import { createPosenc, identify } from 'posenc'; console.log(identify, createPosenc);")).toEqual([
    'identify.js',
  ]);
});

test('a bundle of the inline entry, without the locator', () => {
  const script = bundle(
    "import { createPosenc } from 'posenc/inline'; console.log((await createPosenc()).encode({ dim: 2 }, 3));",
  );
  expectSize('inline', script.bytes);
  expect(script.text).not.toContain('import.meta.url');
});

test('the whole package at run time', () => {
  // All that can be imported, in one bundle: what a page that uses all of it loads. The command line is a program apart.
  const entries = ['index', 'files'].map((name) => `export * from './dist/${name}.js';`);
  const script = bundle(entries.join('\n'));
  // Without a bundler each file is gzipped alone. The bytes of the inline entry are those of the file.
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && !name.endsWith('bytes.js') && name !== 'cli.js',
  );
  const alone = files.reduce((sum, name) => sum + gzip(dist(name)), wasm);
  const each = files.map((name) => `${name} ${gzip(dist(name))}`).join(', ');
  expectSize('whole', wasm + script.bytes, `as files ${alone}: ${each}, beside it cli.js ${gzip(dist('cli.js'))}, `);
});
