// Inside the module: a table against SIMD stores into the same bytes of its memory.
import { readFileSync } from 'node:fs';
import { load } from '../../dist/core.js';
import * as loops from './loops.mjs';
import { race } from './measure.mjs';

const WIDTH = 1024;

/** The module for benchmarks, as the package starts its own. */
export async function loadModule(folder) {
  const bytes = readFileSync(new URL('posenc_wasm_bench.wasm', folder));
  return (await load(bytes)).module;
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

const HEADS = 32;
const LENGTH = 2048;
const CHANNELS = 128;

/** Queries or keys of 32 heads by ready tables, against a copy of the same bytes. */
export function rotationInsideModule(module, quick, report) {
  const count = HEADS * LENGTH * CHANNELS;
  const javascript = new Float32Array(count).fill(0.5);
  const cosines = new Float32Array((LENGTH * CHANNELS) / 2).fill(0.6);
  const sines = cosines.map(() => 0.8);
  module.benchRotationTables(LENGTH, CHANNELS);
  const turn = (half, format) => module.benchRotate(HEADS, LENGTH, CHANNELS, half, format);
  const halves = 0x38003800; // 0.5 twice as float16, and about as small as bfloat16 or float32
  module.benchFill(4 * count, halves);
  const time = race(
    {
      adjacent: () => turn(false, 0),
      half: () => turn(true, 0),
      copy: () => module.benchCopy(4 * count),
      javascript: () => loops.rotate(javascript, cosines, sines, HEADS, LENGTH, CHANNELS),
    },
    { quick, budget: 6 },
  );
  // Apart, since the bits of floats would be subnormal numbers among others, which processors are slow with.
  module.benchFill(2 * count, halves);
  const time16 = race(
    { float16: () => turn(true, 2), bfloat16: () => turn(true, 3), copy: () => module.benchCopy(2 * count) },
    { quick },
  );
  for (const pairing of ['adjacent', 'half']) {
    const detail = `${report.number(time[pairing] * 1000)} ms`;
    report.ratio(`in the module, rotate ${pairing}: / copy`, time.copy / time[pairing], 0.9, { detail });
    report.ratio(`in the module, rotate ${pairing}: / JavaScript loop`, time.javascript / time[pairing], 6);
  }
  for (const dtype of ['float16', 'bfloat16']) {
    report.ratio(`in the module, rotate ${dtype}: / copy`, time16.copy / time16[dtype]);
  }
}
