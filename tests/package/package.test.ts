import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin, install, manifest, type Packed, root, run } from './support.js';

let user: Packed;
beforeAll(() => {
  user = install();
});
afterAll(() => user.remove());

describe('package.json', () => {
  test('exports, in the order in which conditions are tried', () => {
    expect(JSON.stringify(manifest.exports)).toBe(
      JSON.stringify({
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './inline': { types: './dist/inline.d.ts', default: './dist/inline.js' },
        './presets': { types: './dist/presets.d.ts', default: './dist/presets.js' },
        './files': { types: './dist/files.d.ts', default: './dist/files.js' },
        './posenc.wasm': './dist/posenc.wasm',
        './package.json': './package.json',
      }),
    );
    expect(manifest.types).toBe('./dist/index.d.ts');
    expect(manifest.type).toBe('module');
    expect(manifest.bin).toEqual({ posenc: 'dist/cli.js' });
  });
  test('nothing else to install, nothing run on installing, no side effects of importing', () => {
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundleDependencies']) {
      expect(manifest[kind]).toBeUndefined();
    }
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
      expect(manifest.scripts?.[script]).toBeUndefined();
    }
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.engines).toEqual({ node: '>=20.19' });
    expect(manifest.license).toBe('MIT');
  });
  test('development tools in exact versions', () => {
    for (const version of Object.values(manifest.devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

test('the tarball: these files, declarations beside them, and no others', () => {
  expect(user.files.filter((name) => !name.endsWith('.d.ts')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/base.js',
    'dist/cli.js',
    'dist/core.js',
    'dist/files.js',
    'dist/generated/bytes.js',
    'dist/generated/version.js',
    'dist/huggingface.js',
    'dist/identify.js',
    'dist/index.js',
    'dist/inline.js',
    'dist/pairing.js',
    'dist/posenc.wasm',
    'dist/presets.js',
    'package.json',
  ]);
  const folders = /^dist\/(?:(?:types|files|presets|huggingface)\/[\w-]+|\w+)\.d\.ts$/;
  for (const name of user.files.filter((name) => name.endsWith('.d.ts'))) expect(name).toMatch(folders);
});

/** What runs on importing: without the bodies of functions. */
function topLevel(code: string): string {
  const lines = transformSync(code, { minifySyntax: false }).code.split('\n');
  return lines.filter((line) => !/^\s/.test(line) && !/^(?:export )?(?:async )?function/.test(line)).join('\n');
}

describe('what is published', () => {
  const files = (extension: string) =>
    readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension));
  const text = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');

  test('needs no eval, no Node module and no top-level await', () => {
    // But for the command line, which runs in Node alone.
    for (const name of files('.js').filter((name) => name !== 'cli.js')) {
      const code = text(name);
      expect(code).not.toMatch(/new Function|\beval\(/);
      expect(code).not.toMatch(/\brequire\(|from ?['"]node:|import\(/);
      expect(topLevel(code)).not.toContain('await ');
    }
  });
  test('is minified, with the comments in the declarations', () => {
    for (const name of files('.js').filter((name) => !name.startsWith('generated/')))
      expect(text(name).split('\n').length).toBeLessThan(40);
    expect(text('types/posenc.d.ts')).toContain('Every method checks its arguments');
    expect(text('files.d.ts') + text('files/npy.d.ts')).toContain('Reads a .npy file.');
    expect(text('presets.d.ts')).toContain('/**');
  });
  test('every file that is imported is there', () => {
    for (const name of files('.js'))
      for (const [, path] of text(name).matchAll(/(?:from|import) ?"(\.[^"]+)"/g))
        expect(existsSync(join(root, 'dist', dirname(name), path as string)), `${path} in ${name}`).toBe(true);
  });
  test('names the file of WebAssembly once, in the locator that inline does without', () => {
    const naming = files('.js').filter((name) => text(name).includes('import.meta.url'));
    expect(naming).toEqual(['index.js']);
    expect(text('inline.js')).not.toMatch(/index\.js/);
  });
  test('says which compiler made it', () => {
    expect(text('generated/version.js')).toMatch(/^\/\* posenc\.wasm was made by Emscripten \d+\.\d+\.\d+\. \*\//);
    expect(text('generated/version.js')).toMatch(`'${manifest.version}'`);
  });
  test('has the same bytes inline and in the file', async () => {
    const { base64 } = await import(join(root, 'dist/generated/bytes.js'));
    expect(Buffer.from(base64, 'base64').equals(readFileSync(join(root, 'dist/posenc.wasm')))).toBe(true);
  });
});

describe('installed in an empty folder', () => {
  const show = 'console.log(posenc.encode(presets.marian(4), [1]).data.join(), posenc.info().version)';
  const expected = `${Float32Array.of(Math.sin(1), Math.sin(0.01), Math.cos(1), Math.cos(0.01)).join()} ${manifest.version}`;

  test('it comes alone', () => {
    expect(readdirSync(join(user.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['posenc']);
  });
  test.each(['posenc', 'posenc/inline'])('import from %s', (name) => {
    const code = `import { createPosenc, presets } from '${name}'; const posenc = await createPosenc(); ${show}`;
    expect(run(user.folder, process.execPath, '--input-type=module', '-e', code).trim()).toBe(expected);
  });
  test.each(['posenc', 'posenc/inline'])('require %s', (name) => {
    const code = `const { createPosenc, presets } = require('${name}'); createPosenc().then((posenc) => ${show})`;
    expect(run(user.folder, process.execPath, '--no-warnings', '--input-type=commonjs', '-e', code).trim()).toBe(
      expected,
    );
  });
  test('the file of WebAssembly by its name', () => {
    const code = `import { createPosenc, presets } from 'posenc';
      const posenc = await createPosenc(import.meta.resolve('posenc/posenc.wasm')); ${show}`;
    writeFileSync(join(user.folder, 'by-name.mjs'), code);
    expect(run(user.folder, process.execPath, 'by-name.mjs').trim()).toBe(expected);
  });
  test('tables in files', () => {
    const code = `import { readNpy, writeNpy } from 'posenc/files';
      console.log(readNpy(writeNpy({ data: Float32Array.of(1, 2), shape: [2] })).data.join());`;
    expect(run(user.folder, process.execPath, '--input-type=module', '-e', code).trim()).toBe('1,2');
  });
  test('npx posenc', () => {
    expect(run(user.folder, 'npx', '--offline', 'posenc', '--version').trim()).toBe(manifest.version);
  });
  test.each(['posenc', 'posenc/inline'])('posenc.identify, as it is, from %s', (name) => {
    const code = `import { createPosenc } from '${name}'; const posenc = await createPosenc();
      console.log(posenc.identify(posenc.encode({ dim: 8, layout: 'halves' }, 30)).matches[0].name)`;
    expect(run(user.folder, process.execPath, '--input-type=module', '-e', code).trim()).toBe('marian');
  });
  test('internal files are not importable', () => {
    const code = "import('posenc/dist/core.js').catch((error) => console.log(error.code))";
    expect(run(user.folder, process.execPath, '--input-type=module', '-e', code).trim()).toBe(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });
});

test('publint has nothing to say', () => {
  expect(run(root, bin('publint'), user.tarball, '--strict')).toContain('All good!');
});

test('are the types wrong? no', () => {
  // attw removes a tarball that has the package's own name.
  const copy = join(user.folder, 'copy.tgz');
  copyFileSync(user.tarball, copy);
  const options = [
    '--format',
    'ascii',
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    './posenc.wasm',
    '--no-emoji',
  ];
  // A problem is a failing exit status.
  expect(run(root, bin('attw'), copy, ...options)).toContain('node16 (from ESM): OK (ESM)');
  expect(existsSync(user.tarball)).toBe(true);
});

describe('types, as a user compiles them', () => {
  test.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])('module resolution %s', (moduleResolution, module) => {
    copyFileSync(new URL('types.test-d.ts', import.meta.url), join(user.folder, 'types.test-d.ts'));
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', ''];
    expect(
      run(
        user.folder,
        bin('tsc'),
        ...options,
        '--lib',
        'es2022,dom',
        '--module',
        module,
        '--moduleResolution',
        moduleResolution,
        '--ignoreConfig',
        'types.test-d.ts',
      ),
    ).toBe('');
  });
});
