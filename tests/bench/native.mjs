// The native benchmarks: runs Google Benchmark's program and makes ratios of its medians.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

function medians(program, isa, { quick, filter = '.' }) {
  const text = execFileSync(
    fileURLToPath(program),
    [
      '--benchmark_format=json',
      `--benchmark_filter=${filter}`,
      `--benchmark_repetitions=${quick ? 1 : 11}`,
      `--benchmark_min_time=${quick ? 0.001 : 0.02}`,
      '--benchmark_enable_random_interleaving=true',
    ],
    { encoding: 'utf8', maxBuffer: 1 << 26, env: { ...process.env, ...(isa && { POSENC_ISA: isa }) } },
  );
  const { context, benchmarks } = JSON.parse(text);
  const wanted = quick ? 'iteration' : 'aggregate';
  const time = {};
  for (const { run_type, run_name, aggregate_name, cpu_time, bytes_per_second, real_time } of benchmarks) {
    if (run_type !== wanted || (aggregate_name && aggregate_name !== 'median')) continue;
    time[run_name.replace('/real_time', '')] = { time: cpu_time, speed: (bytes_per_second * real_time) / cpu_time };
  }
  return { isa: context.isa, time };
}

export function natively(program, quick, report) {
  const widest = medians(program, undefined, { quick });
  const of = (isa, time, name, against, aim) =>
    report.ratio(`native ${isa}, ${name}: / ${against.split('/')[0]}`, time[against].time / time[name].time, aim, {
      detail: `${report.number(time[name].speed / 2 ** 30)} GiB/s`,
    });

  for (const mebibytes of [1, 16, 128]) {
    const aim = { 1: 1 / 3, 128: 0.95 }[mebibytes];
    of(widest.isa, widest.time, `encode/${mebibytes}`, `stores/${mebibytes}`, aim);
    of(widest.isa, widest.time, `encode/${mebibytes}`, `memset/${mebibytes}`);
    of(widest.isa, widest.time, `encode/${mebibytes}`, `libm/${mebibytes}`);
  }
  for (const kind of ['whole', 'fractional', 'timestamps']) {
    of(widest.isa, widest.time, `list/${kind}`, `list_libm/${kind}`);
  }
  const perValue = (dtype, bytes) => widest.time[`format/${dtype}`].speed / bytes;
  for (const [dtype, bytes] of [
    ['float64', 8],
    ['float16', 2],
    ['bfloat16', 2],
  ]) {
    const ratio = perValue(dtype, bytes) / perValue('float32', 4);
    report.ratio(
      `native ${widest.isa}, ${dtype} values a second / float32`,
      ratio,
      dtype === 'float64' ? undefined : 1,
    );
  }
  for (const pairing of ['adjacent', 'half']) of(widest.isa, widest.time, `rotate/${pairing}`, 'copy/rotated');
  report.time(`native ${widest.isa}, a row of 768`, widest.time.row.time / 1000, 'us');

  for (const isa of ['avx2', 'sse2']) {
    const forced = medians(program, isa, { quick, filter: '^(encode|stores)/' });
    if (forced.isa !== isa || isa === widest.isa) continue;
    for (const mebibytes of [1, 16, 128]) of(isa, forced.time, `encode/${mebibytes}`, `stores/${mebibytes}`);
  }
}
