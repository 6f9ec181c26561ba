// Inside the module: a table against SIMD stores into the same bytes of its memory.
import { readFileSync } from 'node:fs';
import * as loops from './loops.mjs';
import { race } from './measure.mjs';

const WIDTH = 1024;

/** The module for benchmarks, by its own glue. */
export async function loadModule(folder) {
  const { default: create } = await import(new URL('posenc_wasm_bench.mjs', folder));
  const bytes = readFileSync(new URL('posenc_wasm_bench.wasm', folder));
  return await new Promise((resolve, reject) => {
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(bytes, imports).then(({ instance }) => done(instance), reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

export function insideModule(module, quick, report) {
  for (const mebibytes of [1, 16, 128]) {
    const rows = mebibytes * 256;
    const javascript = new Float32Array(rows * WIDTH);
    const frequency = loops.frequencies(WIDTH);
    const time = race(
      {
        table: () => module.benchTable(rows, WIDTH, 1),
        stores: () => module.benchStores(mebibytes << 20, 1),
        ...(mebibytes === 128 && { javascript: () => loops.writeTable(frequency, rows, javascript) }),
      },
      { quick },
    );
    module.benchTable(rows, WIDTH, 1);
    const last = module.benchValue(rows * WIDTH - 1);
    if (last !== Math.fround(Math.cos((rows - 1) * frequency[WIDTH / 2 - 1]))) {
      throw new Error(`the table in the module ends with ${last}`);
    }
    const name = `in the module, ${mebibytes} MiB`;
    const speed = (seconds) => mebibytes / 1024 / seconds;
    report.ratio(`${name}: table / stores`, time.stores / time.table, { 128: 0.9, 16: 0.4 }[mebibytes], {
      detail: `${report.number(speed(time.table))} of ${report.number(speed(time.stores))} GiB/s`,
    });
    if (time.javascript) report.ratio(`${name}: table / JavaScript loop`, time.javascript / time.table, 30);
  }
}
