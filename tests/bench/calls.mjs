// Small calls: one row, adding to embeddings, the first value of a fresh process.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as loops from './loops.mjs';
import { median, race } from './measure.mjs';

export function row(posenc, module, quick, report) {
  const width = 768;
  const encoding = { dim: width };
  const into = new Float32Array(width);
  const options = { into };
  const frequency = loops.frequencies(width);
  const positions = [0];
  const atOnce = 64;
  let first = 0;
  let next = 0;
  const time = race(
    {
      call: () => {
        next = (next + 1) & 4095;
        posenc.encode(encoding, { start: next, count: 1 }, options);
      },
      computing: () => {
        first = (first + atOnce) & 4095;
        module.benchRows(first, atOnce, width);
      },
      javascript: () => {
        positions[0] = (positions[0] + 1) & 4095;
        loops.writeList(frequency, positions, into);
      },
    },
    { quick },
  );
  const computing = time.computing / atOnce;
  report.time('a row of 768, over computing it', (time.call - computing) * 1e6, 'us', 2, {
    detail: `${report.number(time.call * 1e6)} us a call, ${report.number(computing * 1e6)} us computing`,
  });
  report.ratio('a row of 768: / JavaScript loop', time.javascript / time.call);
}

export function add(posenc, quick, report) {
  const [batch, length, dim] = [32, 128, 512];
  const embeddings = new Float32Array(batch * length * dim);
  const copy = new Float32Array(embeddings.length);
  const table = posenc.encode({ dim }, length).data;
  const time = race(
    {
      add: () => posenc.add({ dim }, length, embeddings, { batch }),
      javascript: () => loops.addTable(embeddings, table, batch),
      copy: () => copy.set(embeddings),
    },
    { quick },
  );
  const name = `add to (${batch}, ${length}, ${dim})`;
  report.ratio(`${name}: / JavaScript loop over a ready table`, time.javascript / time.add);
  report.ratio(`${name}: / copying the bytes`, time.copy / time.add);
}

/** Time on the clock, not of the processor: the compiler's threads work while the main one waits. */
export function firstValue(quick, report) {
  const script = fileURLToPath(new URL('first_value.mjs', import.meta.url));
  const runs = Array.from({ length: quick ? 1 : 15 }, () =>
    JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })),
  );
  const of = (key) => median(runs.map((run) => run[key]));
  const others = `${report.number(of('processor'))} ms of all its threads, ${report.number(of('import'))} ms to import`;
  report.time('createPosenc() to the first value', of('create'), 'ms', 15, { detail: others });
}
