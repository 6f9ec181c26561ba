// Runs golden files: finds the source, reads the parameters that it declares, asks it for our values, compares.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compare } from './compare.mjs';
import { readEntry } from './formats.mjs';
import { readParameters, Unsupported, watch } from './parameters.mjs';
import { sources } from './sources/index.mjs';

export const goldenFiles = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));

/** Keys of a case that describe it. Any other might change what the case means. */
const DESCRIPTION = [
  'name',
  'params',
  'inputs',
  'outputs',
  'primary',
  'shape',
  'dtype',
  'data',
  'indices',
  'result_dtype',
  'measured_max_abs_err',
  'measured_max_rel_err',
  'measured_against',
  'max_abs_err_by_position',
  'max_abs_err_upto_256',
  'exact_mismatches',
  'exact_mismatches_pos_got_exact',
];
/** The peer's error of one output, by the output's name. */
const measuredKey = (name) => `${name}_max_abs_err`;

const failed = (title, reason) => ({ verdict: 'failed', worst: Infinity, title, reason });

/** @returns {{ name: string, cases: { verdict: string, worst: number, title: string, reason: string }[] }} */
export function runFile(path, library) {
  const name = basename(path, '.json');
  let golden;
  try {
    golden = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return { name, cases: [failed('file', error.message)] };
  }
  const isGolden =
    typeof golden?.source?.function === 'string' && Array.isArray(golden.cases) && golden.cases.length > 0;
  if (!isGolden) return { name, cases: [failed('file', 'not a golden file: no source or no cases')] };

  const source = sources.find(
    ({ repo, path, function: f }) =>
      repo === golden.source.repo && path === golden.source.path && f === golden.source.function,
  );
  return { name, cases: golden.cases.map((goldenCase, k) => runCase(source, golden, goldenCase, k, library)) };
}

function runCase(source, golden, goldenCase, k, library) {
  const title = `case ${k} ${goldenCase?.name} ${JSON.stringify(goldenCase?.params)?.slice(0, 160)}`;
  try {
    if (typeof goldenCase?.name !== 'string') return failed(title, 'a case without a name');
    if (!source) throw new Unsupported(`unknown source: ${golden.source.repo} ${golden.source.function}`);
    return { ...compareCase(source, goldenCase, library), title };
  } catch (error) {
    if (error instanceof Unsupported) return { verdict: 'unsupported', worst: 0, title, reason: error.message };
    return failed(title, error.message);
  }
}

function compareCase(source, goldenCase, library) {
  const kind = source.cases.find(({ names }) => names.some((name) => matches(name, goldenCase.name)));
  if (!kind) throw new Unsupported(`unknown case: ${goldenCase.name}`);
  const { primary } = goldenCase;
  const names = [...Object.keys(goldenCase.outputs ?? {}), primary].map(measuredKey);
  const odd = Object.keys(goldenCase).find((key) => !DESCRIPTION.includes(key) && !names.includes(key));
  if (odd) throw new Unsupported(`unknown key of a case: ${odd}`);

  const params = watch(readParameters('parameter', kind.params, goldenCase.params));
  const inputs = watch(readParameters('input', kind.inputs ?? {}, readAll(goldenCase.inputs)));
  const mine = kind.run(library, params.watched, inputs.watched, goldenCase);
  const unread = [...params.unread(), ...inputs.unread()];
  if (unread.length > 0) throw new Error(`the mapping declares and ignores: ${unread}`);

  const expected = { '': readEntry(goldenCase), ...readAll(goldenCase.outputs) };
  const surplus = Object.keys(expected).find((name) => !Object.hasOwn(mine, name));
  if (surplus !== undefined) throw new Unsupported(`unknown output: ${surplus || 'primary'}`);
  if (![kind.primary].flat().includes(primary)) throw new Unsupported(`primary output: ${primary}`);
  if (goldenCase.result_dtype !== undefined && goldenCase.result_dtype !== goldenCase.dtype) {
    throw new Unsupported(`result_dtype ${goldenCase.result_dtype} of ${goldenCase.dtype}`);
  }

  let result = { verdict: 'passed', worst: 0, reason: '' };
  for (const [name, entry] of Object.entries(expected)) {
    const measured = goldenCase[measuredKey(name || primary)] ?? goldenCase.measured_max_abs_err;
    const one = compare(entry, mine[name], measured);
    result = worse(result, { ...one, reason: name && one.reason ? `${name}: ${one.reason}` : one.reason });
  }
  return result;
}

const ORDER = ['passed', 'weak', 'failed'];

function worse(a, b) {
  const later = ORDER.indexOf(b.verdict) > ORDER.indexOf(a.verdict) ? b : a;
  return { ...later, worst: Math.max(a.worst, b.worst) };
}

/** Of large tables a file may hold some values only, which its indices say; names are those of the whole ones then. */
const matches = (pattern, name) =>
  [name, name.replace(/ \(sampled\)$/, '')].some((one) =>
    typeof pattern === 'string' ? pattern === one : pattern.test(one),
  );

function readAll(entries) {
  if (entries === undefined || entries === null) return {};
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, readEntry(entry)]));
}
