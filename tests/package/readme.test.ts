// The README's examples run as they stand there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPosenc, presets } from 'posenc';
import { describe, expect, test } from 'vitest';

const top = new URL('../../', import.meta.url).pathname;
const folder = join(top, 'build/readme');
const readme = readFileSync(join(top, 'README.md'), 'utf8');

const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1] as string);

mkdirSync(folder, { recursive: true });
// console.assert only prints: here it must fail.
writeFileSync(join(folder, 'assert.mjs'), "import assert from 'node:assert';\nconsole.assert = assert.ok;\n");

describe('what there is stands in the README', () => {
  const named = new Set(Array.from(readme.matchAll(/`(\w+)[`(]/g), ([, name]) => name as string));
  const lacking = (names: readonly string[]) => names.filter((name) => !named.has(name));
  test('presets', () => expect(lacking(Object.keys(presets))).toEqual([]));
  test('operations', async () => expect(lacking(Object.keys(await createPosenc()))).toEqual([]));
});

describe('examples in the README', () => {
  const examples = blocks('js');
  test('there are some', () => expect(examples.length).toBeGreaterThanOrEqual(3));

  // Inside the repository 'posenc' is the package itself.
  test.each(examples.map((code, k) => [k + 1, code] as const))('JavaScript example %i', (k, code) => {
    const file = join(folder, `example-${k}.mjs`);
    writeFileSync(file, code);
    execFileSync('node', ['--import', join(folder, 'assert.mjs'), file], { stdio: 'pipe' });
  });

  test.each(blocks('cpp').map((code, k) => [k + 1, code] as const))('C++ example %i', (k, code) => {
    const library = join(top, 'build/native/libposenc.a');
    expect(existsSync(library), 'build/native is made by cmake --preset native').toBe(true);
    const file = join(folder, `example-${k}.cpp`);
    const program = join(folder, `example-${k}`);
    writeFileSync(file, code);
    execFileSync('c++', ['-std=c++20', '-I', join(top, 'src'), file, library, '-o', program], { stdio: 'pipe' });
    execFileSync(program, { stdio: 'pipe' });
  });
});
