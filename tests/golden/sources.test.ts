// Every source with other parameters than the stored ones, which the runner must pass, and with a wrong number, which it
// must find.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { here, removeFolders, runFiles } from './running.js';
import { variants } from './variants/index.js';
import { type Case, type Entry, golden } from './variants/tables.js';

removeFolders();

const files = (all: Record<string, Case[]>) =>
  Object.fromEntries(Object.entries(all).map(([name, cases]) => [`${name}.json`, golden(name, cases)]));

/** An entry whose first number but one, or only number, is another one: visibly so in its format. */
function wrong(entry: Entry): Entry {
  const at = Math.min(1, entry.data.length - 1);
  const by = entry.dtype === 'int64' ? 1 : 0.05;
  return { ...entry, data: entry.data.map((value, k) => (k === at ? value + by : value)) };
}

/** For each case one copy with a wrong number in its primary output, and one for each of its other outputs. */
const spoilt = (one: Case): Case[] => [
  { ...one, ...wrong(one) },
  ...Object.entries(one.outputs ?? {}).map(([name, entry]) => ({
    ...one,
    outputs: { ...one.outputs, [name]: wrong(entry) },
  })),
];

describe('every source', () => {
  it('has a variant', () => {
    const stored = readdirSync(here).filter((name) => name.endsWith('.json'));
    expect(Object.keys(files(variants)).sort()).toEqual(stored.sort());
  });

  it('passes with other parameters', () => {
    const result = runFiles(files(variants));
    for (const [name, cases] of Object.entries(variants)) {
      const line = result.lines.find((text) => text.startsWith(`${name} `));
      expect(line, result.stdout + result.stderr).toContain(`passed=${cases.length} weak=0 failed=0 unsupported=0`);
    }
  });

  it('fails with one wrong number in any output', () => {
    const bad = Object.fromEntries(Object.entries(variants).map(([name, cases]) => [name, cases.flatMap(spoilt)]));
    const result = runFiles(files(bad));
    for (const [name, cases] of Object.entries(bad)) {
      // Where a peer's own error is above 1, a number that its roundings do not explain is weak: not passed either.
      const weak = cases.filter((one) => (one.measured_max_abs_err ?? 0) >= 1 && one.dtype === 'bfloat16').length;
      const counts = `passed=0 weak=${weak} failed=${cases.length - weak} unsupported=0`;
      const line = result.lines.find((text) => text.startsWith(`${name} `));
      expect(line, result.stdout + result.stderr).toContain(counts);
    }
  });
});
