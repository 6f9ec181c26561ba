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
  return { bytes: gzip(text), text, files: Object.keys(metafile.inputs) };
}

test('a bundle that uses encode alone, with the WebAssembly: 26 KB', () => {
  const script = bundle(
    "import { createPosenc } from 'posenc'; console.log((await createPosenc()).encode({ dim: 2 }, 3));",
  );
  console.log(`encode alone: WebAssembly ${wasm} + JavaScript ${script.bytes} = ${wasm + script.bytes} bytes`);
  expect(wasm + script.bytes).toBeLessThanOrEqual(26_000);
  // Presets and the inline bytes are left out.
  expect(script.text).not.toContain('maxTimescale');
  expect(script.files.join()).not.toContain('bytes.js');
});

test('a bundle of the inline entry, without the locator: 40 KB', () => {
  const script = bundle(
    "import { createPosenc } from 'posenc/inline'; console.log((await createPosenc()).encode({ dim: 2 }, 3));",
  );
  console.log(`inline: ${script.bytes} bytes`);
  expect(script.bytes).toBeLessThanOrEqual(40_000);
  expect(script.text).not.toContain('import.meta.url');
});

test('the whole package at run time: 40 KB', () => {
  const scripts = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    // The bytes of the inline entry are those of the file.
    (name) => name.endsWith('.js') && !name.endsWith('bytes.js'),
  );
  const bytes = scripts.reduce((sum, name) => sum + gzip(dist(name)), wasm);
  console.log(`the whole package at run time: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(40_000);
});
