// node tests/bench/run.mjs: all benchmarks in one run, as ratios with the aims beside them.
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { add, firstValue, row } from './calls.mjs';
import { insideModule, loadModule, rotationInsideModule } from './module.mjs';
import { natively } from './native.mjs';
import { formats, lists, rotations, tables } from './package.mjs';
import { machine, newReport } from './report.mjs';

const help = `usage: node tests/bench/run.mjs [--quick] [--only=module|package|native]

Prints how many times as fast each thing is as what it is compared with, medians of interleaved samples. A missed aim
fails nothing. --quick runs everything once, to see that it runs: its figures mean nothing.`;

const root = new URL('../../', import.meta.url);
const wasmFolder = new URL('build/wasm-bench/', root);
const nativeProgram = new URL('build/native-bench/tests/bench/posenc_bench', root);

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length);
const known = (option) => ['--quick', '--help'].includes(option) || /^--only=(module|package|native)$/.test(option);
if (options.includes('--help') || !options.every(known)) {
  console.log(help);
  process.exit(options.includes('--help') ? 0 : 2);
}
const wanted = (part) => !only || only === part;

const needs = [
  [wanted('module') || wanted('package'), new URL('dist/index.js', root), 'npm run build'],
  [wanted('module') || wanted('package'), new URL('posenc_wasm_bench.wasm', wasmFolder), 'bash tests/bench/build.sh'],
  [wanted('native'), nativeProgram, 'bash tests/bench/build.sh'],
];
const missing = needs.filter(([needed, file]) => needed && !existsSync(file));
if (missing.length > 0) {
  const commands = new Set(missing.map(([, , command]) => `  ${command}`));
  console.error(`Not built yet:\n${[...commands].join('\n')}`);
  process.exit(2);
}

const report = newReport();
console.log(machine());
const step = (name) => process.stderr.write(`${name} ...\n`);
if (wanted('module') || wanted('package')) {
  const module = await loadModule(wasmFolder);
  if (wanted('module')) {
    step('inside the module');
    insideModule(module, quick, report);
    rotationInsideModule(module, quick, report);
  }
  if (wanted('package')) {
    const { createPosenc } = await import('posenc');
    const posenc = await createPosenc();
    step('calls');
    row(posenc, module, quick, report);
    add(posenc, quick, report);
    firstValue(quick, report);
    step('tables of the package');
    tables(posenc, quick, report);
    step('lists');
    lists(posenc, quick, report);
    step('formats');
    formats(posenc, quick, report);
    step('rotations');
    rotations(posenc, quick, report);
  }
}
if (wanted('native')) {
  step('native');
  natively(nativeProgram, quick, report);
}
console.log(machine());
report.print();
if (quick) console.log('A quick run: everything runs, the figures mean nothing.');
else if (loadavg()[0] > 1.5) console.log('The machine was busy with other work: cache and memory were shared.');
