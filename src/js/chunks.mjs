// The package's JavaScript: modules of src/js joined to as few files as bundlers can drop parts of, minified.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { minifySync } from 'vite';

/** Files that stand alone, each with the modules of the folder of its name: what is not used is not loaded. */
const ALONE = ['index', 'inline', 'presets', 'files', 'huggingface', 'identify', 'pairing', 'cli'];
/** What all of them share. The rest of the library is 'core'. */
const BASE = ['arrays', 'errors', 'fields', 'frozen', 'precision', 'registry'];

/** The file that a module, such as 'files/npy', goes into. */
function chunkOf(module) {
  if (module.startsWith('generated/')) return module;
  const [first] = module.split('/');
  if (ALONE.includes(first)) return first;
  return BASE.includes(first) ? 'base' : 'core';
}

/** Modules by chunk, and of each chunk the names that others import from it. */
function graphOf(folder) {
  const modules = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !/^types\b/.test(name))
    .map((name) => name.slice(0, -'.ts'.length));
  const chunks = new Map(modules.map((module) => [chunkOf(module), new Map()]));
  for (const module of modules) {
    const text = readFileSync(join(folder, `${module}.ts`), 'utf8');
    for (const [, names, path] of text.matchAll(/^(?:import|export) \{([^}]*)\} from '(\.[^']*)\.js'/gm)) {
      const target = join(dirname(module), path);
      if (chunkOf(target) === chunkOf(module) || !chunks.has(chunkOf(target))) continue;
      const exported = chunks.get(chunkOf(target));
      const values = names.split(',').map((name) => name.trim().split(' as ')[0]);
      const wanted = values.filter((name) => name && !name.startsWith('type '));
      if (wanted.length) exported.set(target, new Set([...(exported.get(target) ?? []), ...wanted]));
    }
  }
  return chunks;
}

/** The text of a chunk's entry: the public module, and what others need besides. */
function entryOf(chunk, exported) {
  const own = chunk === 'cli' ? "import './cli/main.js';" : `export * from './${chunk}.js';`;
  const lines = [...exported]
    .filter(([module]) => module !== chunk)
    .map(([module, names]) => `export { ${[...names].join(', ')} } from './${module}.js';`);
  return [...(ALONE.includes(chunk) ? [own] : []), ...lines].join('\n');
}

/** @returns {Promise<{ name: string, text: string }[]>} */
export async function chunksOf(folder) {
  const made = [];
  for (const [chunk, exported] of graphOf(folder)) {
    const neighbours = {
      name: 'neighbours',
      setup(builder) {
        builder.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
          const module = relative(folder, resolve(resolveDir, path)).replace(/\.js$/, '');
          const other = chunkOf(module);
          // Others than this are files of their own, with an effect where they announce themselves.
          if (other !== chunk) return { path: `./${other}.js`, external: true, sideEffects: true };
          return { path: join(folder, `${module}.ts`), sideEffects: true };
        });
      },
    };
    const { outputFiles } = await build({
      stdin: { contents: entryOf(chunk, exported), resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      platform: chunk === 'cli' ? 'node' : 'neutral',
      plugins: [neighbours],
      write: false,
      banner: chunk === 'cli' ? { js: '#!/usr/bin/env node' } : {},
    });
    // Its names and quotes compress better: 5 % less after gzip.
    const options = { module: true, compress: { target: 'es2022' }, mangle: { toplevel: true } };
    const { code, errors } = minifySync(`${chunk}.js`, outputFiles[0].text, options);
    if (errors.length) throw new Error(errors[0].message);
    made.push({ name: `${chunk}.js`, text: `${code}\n` });
  }
  return made;
}
