// Makes dist/, the package's files, from src/js and build/wasm.
//   node src/js/build.mjs
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chunksOf } from './chunks.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path) => readFileSync(at(path), 'utf8');
const { version } = JSON.parse(read('package.json'));

// Made aside and moved at the end, so that a failed build leaves the last dist/ as it was.
const made = 'build/package';
rmSync(at(made), { recursive: true, force: true });
mkdirSync(at(`${made}/generated`), { recursive: true });
const compile = ['--project', at('src/js/tsconfig.json'), '--emitDeclarationOnly', '--outDir', at(made)];
execFileSync(at('node_modules/.bin/tsc'), compile, { stdio: 'inherit' });
for (const { name, text } of await chunksOf(at('src/js'))) writeFileSync(at(`${made}/${name}`), text);
chmodSync(at(`${made}/cli.js`), 0o755);

// Types are published for what users import; the rest is internal.
const typed =
  /^(?:index|inline|presets|files|huggingface|identify|pairing|types|(?:types|presets|files|huggingface)\/.*)\.d\.ts$/;
for (const name of readdirSync(at(made), { recursive: true })) {
  if (name.endsWith('.d.ts') && !typed.test(name)) rmSync(at(`${made}/${name}`));
}

const wasm = readFileSync(at('build/wasm/posenc_wasm.wasm'));
writeFileSync(at(`${made}/posenc.wasm`), wasm);
const base64 = wasm.toString('base64');
writeFileSync(at(`${made}/generated/bytes.js`), `export const base64 =\n  '${base64}';\n`);
const compiler = `/* posenc.wasm was made by Emscripten ${emscripten()}. */`;
writeFileSync(at(`${made}/generated/version.js`), `${compiler}\nexport const version = '${version}';\n`);

rmSync(at('dist'), { recursive: true, force: true });
renameSync(at(made), at('dist'));

function emscripten() {
  return /\d+\.\d+\.\d+/.exec(execFileSync('emcc', ['--version'], { encoding: 'utf8' }))?.[0];
}
