// Medians of interleaved samples.
//
// Time is processor time, so that a busy machine spoils less: what other programs take is not counted, what they do to
// caches and memory still is.

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function sample(work, calls) {
  const start = seconds();
  for (let k = 0; k < calls; ++k) work();
  return (seconds() - start) / calls;
}

/** Calls until code is compiled for speed, pages are touched and frequencies are kept. Gives seconds a call. */
function warm(work) {
  let calls = 1;
  let once = sample(work, 1);
  for (const start = seconds(); seconds() - start < WARM_SECONDS; calls = Math.min(2 * calls, 1000)) {
    once = sample(work, calls);
  }
  return Math.max(once, 1e-8);
}

const WARM_SECONDS = 0.3;

/** A sample is long enough for the clock, and short enough that many fit. */
const SAMPLE_SECONDS = 0.002;

/**
 * Measures contenders A B A B ..., so that all meet the same machine.
 * @param {Record<string, () => void>} contenders
 * @param {{ quick?: boolean, budget?: number }} options seconds for all samples together
 * @returns {Record<string, number>} seconds a call
 */
export function race(contenders, { quick = false, budget = 4 } = {}) {
  const names = Object.keys(contenders);
  if (quick) return Object.fromEntries(names.map((name) => [name, Math.max(sample(contenders[name], 1), 1e-7)]));
  const calls = {};
  let round = 0;
  for (const name of names) {
    const once = warm(contenders[name]);
    calls[name] = Math.max(1, Math.ceil(SAMPLE_SECONDS / once));
    round += calls[name] * once;
  }
  const rounds = Math.min(Math.max(Math.round(budget / round), 5), 101);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let k = 0; k < rounds; ++k) {
    for (const name of names) samples[name].push(sample(contenders[name], calls[name]));
  }
  return Object.fromEntries(names.map((name) => [name, median(samples[name])]));
}

export { median };
