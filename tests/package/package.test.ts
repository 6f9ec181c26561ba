import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
        './posenc.wasm': './dist/posenc.wasm',
        './package.json': './package.json',
      }),
    );
    expect(manifest.types).toBe('./dist/index.d.ts');
    expect(manifest.type).toBe('module');
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

test('the tarball: these files and no others', () => {
  expect(user.files.sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/arrays.js',
    'dist/calls.js',
    'dist/encoding.js',
    'dist/errors.js',
    'dist/fields.js',
    'dist/generated/bytes.js',
    'dist/generated/glue.js',
    'dist/generated/version.js',
    'dist/huggingface.d.ts',
    'dist/huggingface.js',
    'dist/huggingface/read.js',
    'dist/huggingface/rope.js',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/inline.d.ts',
    'dist/inline.js',
    'dist/loader.js',
    'dist/module.js',
    'dist/picture.js',
    'dist/posenc.js',
    'dist/posenc.wasm',
    'dist/positions.js',
    'dist/presets.d.ts',
    'dist/presets.js',
    'dist/presets/bias.d.ts',
    'dist/presets/bias.js',
    'dist/presets/continuous.d.ts',
    'dist/presets/continuous.js',
    'dist/presets/ggml.d.ts',
    'dist/presets/ggml.js',
    'dist/presets/grids.d.ts',
    'dist/presets/grids.js',
    'dist/presets/learned.d.ts',
    'dist/presets/learned.js',
    'dist/presets/lucidrains.d.ts',
    'dist/presets/lucidrains.js',
    'dist/presets/one-axis.d.ts',
    'dist/presets/one-axis.js',
    'dist/presets/options.d.ts',
    'dist/presets/options.js',
    'dist/presets/rotary.d.ts',
    'dist/presets/rotary.js',
    'dist/presets/timm.d.ts',
    'dist/presets/timm.js',
    'dist/relations.js',
    'dist/scratch.js',
    'dist/tables.js',
    'dist/target.js',
    'dist/tokens.js',
    'dist/types.d.ts',
    'package.json',
  ]);
});

describe('what is published', () => {
  const files = (extension: string) =>
    readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension));
  const text = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');

  test('needs no eval, no Node module and no top-level await', () => {
    for (const name of files('.js')) {
      const code = text(name);
      expect(code).not.toMatch(/new Function|\beval\(/);
      expect(code).not.toMatch(/\brequire\(|from ['"]node:|import\(/);
      expect(code).not.toMatch(/^(?:const \w+ = )?await /m);
    }
  });
  test('names the file of WebAssembly once, in the locator that inline does without', () => {
    const naming = files('.js').filter((name) => text(name).includes('import.meta.url'));
    expect(naming).toEqual(['index.js']);
    expect(text('inline.js')).not.toMatch(/index\.js/);
  });
  test('says which compiler made it', () => {
    expect(text('generated/glue.js')).toMatch(/^\/\* Glue of Emscripten \d+\.\d+\.\d+, minified\. \*\//);
    expect(text('generated/version.js')).toContain(`'${manifest.version}'`);
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
  test('internal files are not importable', () => {
    const code = "import('posenc/dist/loader.js').catch((error) => console.log(error.code))";
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
