// From a source to a running module. Nothing is remembered between calls, so that a failure is forgotten at once.
import { start } from './embind.js';
import { arrayClass, classOf, wrongType } from './errors.js';
import type { Instance } from './module.js';

export async function load(source: unknown): Promise<Instance> {
  if (typeof WebAssembly !== 'object') throw failure('there is no WebAssembly here');
  if (!WebAssembly.validate(SIMD)) {
    throw failure('WebAssembly has no SIMD here (Chrome 91, Firefox 89, Safari 16.4 and Node 16.4 have)');
  }
  const compiled = await compile(await source);
  try {
    return await start(compiled);
  } catch (cause) {
    throw failure(`this is another WebAssembly module, or of another version: ${cause}`, cause);
  }
}

/** The type of a function that returns a v128. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123);

const failure = (text: string, cause?: unknown): Error =>
  new Error(`posenc: ${text}`, cause === undefined ? {} : { cause });

async function compile(source: unknown): Promise<WebAssembly.Module> {
  let found = source;
  let where = 'the source';
  let page = false;
  if (typeof source === 'string' || classOf(source) === 'URL') {
    const url = String(source);
    const data = url.startsWith('data:');
    where = data ? 'the data: URL' : url;
    // Node's fetch has no file:. Without an import, no bundler ever looks for node:fs.
    const files =
      url.startsWith('file:') && (globalThis as unknown as NodeGlobal).process?.getBuiltinModule?.('node:fs/promises');
    const hint = files === undefined ? " (where files cannot be read, use 'posenc/inline')" : '';
    found = await attempt<unknown>(`load ${where}${hint}`, () =>
      data ? decode(url) : files ? files.readFile(new URL(url)) : fetch(url),
    );
  }
  if (classOf(found) === 'Response') {
    const response = found as Response;
    where = response.url || 'the response';
    if (!response.ok) throw failure(`cannot load ${where}: status ${response.status} ${response.statusText}`);
    page = /^text\/html/i.test(response.headers.get('content-type') ?? '');
    // Without streaming, which saves nothing at this size and wants a media type that many servers lack.
    found = await attempt(`load ${where}`, () => response.arrayBuffer());
  }
  const kind = classOf(found);
  if (kind === 'WebAssembly.Module') return found as WebAssembly.Module;
  if (arrayClass(found) === 'Array' || !(ArrayBuffer.isView(found) || kind.endsWith('ArrayBuffer'))) {
    throw wrongType('source', found, 'a URL, a Response, bytes or a WebAssembly.Module');
  }
  const { buffer, byteOffset, byteLength } = found as ArrayBufferView;
  const compiling = `compile ${where}`;
  // A copy: shared memory cannot be compiled. Memory itself has no buffer.
  const bytes = await attempt(compiling, () =>
    new Uint8Array(buffer ?? (found as ArrayBuffer), byteOffset, byteLength).slice(),
  );
  if (page || bytes[0] === 60 /* < */) {
    throw failure(
      `${where} is an HTML page, not WebAssembly: some servers send one where a file is missing. ` +
        "With Vite, set optimizeDeps: { exclude: ['posenc'] }, or pass the file's URL: createPosenc(url)",
    );
  }
  return attempt(compiling, () => WebAssembly.compile(bytes));
}

interface NodeGlobal {
  process?: {
    getBuiltinModule?(name: string): { readFile(url: URL): Promise<Uint8Array> } | undefined;
  };
}

/** Without fetch, whose data: URLs many content security policies refuse. */
function decode(url: string): Uint8Array {
  const [, base64, body] = /^[^,]*?(;base64)?,(.*)/s.exec(url) as unknown as [string, string | undefined, string];
  const bytes = body.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(base64 ? atob(bytes) : bytes, (character) => character.charCodeAt(0));
}

/** Does what may fail. Chromium names 'unsafe-eval' in its message, but 'wasm-unsafe-eval' is enough. */
async function attempt<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const refused = /content security policy|\bCSP\b|unsafe-eval|code generation/i.test(String(cause));
    throw failure(
      refused
        ? "compiling is forbidden here: a page's content security policy needs script-src 'wasm-unsafe-eval'; " +
            'elsewhere pass a WebAssembly.Module'
        : `cannot ${what}: ${cause}`,
      cause,
    );
  }
}
