// Makes dist/, the package's files, from src/js and build/wasm.
//   node src/js/build.mjs
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync } from 'vite';
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
writeFileSync(at(`${made}/generated/version.js`), `export const version = '${version}';\n`);
writeFileSync(at(`${made}/generated/glue.js`), `/* Glue of Emscripten ${emscripten()}, minified. */\n${glue()}\n`);

rmSync(at('dist'), { recursive: true, force: true });
renameSync(at(made), at('dist'));

function emscripten() {
  return /\d+\.\d+\.\d+/.exec(execFileSync('emcc', ['--version'], { encoding: 'utf8' }))?.[0];
}

/**
 * Emscripten's glue without what this module never uses, half of it. What is replaced looks alike in Emscripten 3.1.6
 * and 3.1.69; where it is not found, the glue is larger but as good.
 */
function glue() {
  const source = read('build/wasm/posenc_wasm.mjs')
    // Types that no function of bindings.cpp takes or returns.
    .replace(/("?\b\w+"?:\s*)__embind_register_(?:bigint|emval|memory_view|std_string|std_wstring)\b/g, '$1()=>{}')
    .replace('init_emval();', '')
    // 64-bit integers (signatures with a j), values in memory, overloaded functions and types that are missing.
    .replace(/\w+\.includes\(["']j["']\)/g, 'false')
    .replace(/("readValueFromPointer":\s*)(?!function)\w+\([^()]*\)/g, '$1null')
    .replace(/ensureOverloadTable\(Module,\s*name,\s*name\);/, '')
    .replace(/throwUnboundTypeError\("[^()]*\)/, '0')
    // Classes of errors that nobody catches.
    .replace(/Module\["\w+"\]=extendError\(Error,"\w+"\)/g, 'Error')
    // The loader always gives the hook: looking for the file and fetching it by the glue itself is dead code.
    .replace(/if\s*\(Module\["instantiateWasm"\]\)/, 'if(true)')
    .replace(/if\s*\(!isDataURI\(wasmBinaryFile\)\)/, 'if(false)')
    .replace(/if\s*\(ENVIRONMENT_IS_WEB\s*\|\|\s*ENVIRONMENT_IS_WORKER\)\s*\{/, 'if(false){')
    .replaceAll('typeof document', '"undefined"');
  const { code, errors } = minifySync('glue.js', source, {
    module: true,
    compress: { target: 'es2022' },
    mangle: { toplevel: true },
  });
  if (errors.length) throw new Error(errors[0].message);
  return code;
}
