// node tests/golden/run.mjs DIR: every golden file of a folder against the library.
import { loadLibrary } from './library.mjs';
import { goldenFiles, runFile } from './runner.mjs';

const help = `usage: node tests/golden/run.mjs [--verbose] DIR

Reads every *.json golden file of DIR, maps its cases by source, function and parameters onto the library and prints
a line a file and a total:

  NAME passed=N weak=N failed=N unsupported=N worst=X

worst      the largest error as a fraction of its tolerance, weak cases left out: above 1 is a failure
weak       the peer's own number is too far off to check anything within 1e-3
--verbose  a line for every case that is not passed, with the reason

Exit status: 0 if nothing is failed or unsupported, 1 otherwise, 2 if it cannot run.`;

const options = process.argv.slice(2);
const verbose = options.includes('--verbose');
const folders = options.filter((option) => !option.startsWith('-'));
const unknown = options.find((option) => option.startsWith('-') && option !== '--verbose' && option !== '--help');

function giveUp(message) {
  console.error(message);
  process.exit(2);
}

if (options.includes('--help')) {
  console.log(help);
  process.exit(0);
}
if (unknown || folders.length !== 1) giveUp(unknown ? `unknown option: ${unknown}\n\n${help}` : help);

let files = [];
try {
  files = goldenFiles(folders[0]);
} catch (error) {
  giveUp(`cannot read ${folders[0]}: ${error.message}`);
}
if (files.length === 0) giveUp(`no *.json file in ${folders[0]}`);

const library = await loadLibrary().catch((error) => giveUp(error.message));

const line = (name, counts) =>
  `${name} passed=${counts.passed} weak=${counts.weak} failed=${counts.failed} unsupported=${counts.unsupported}` +
  ` worst=${Number(counts.worst.toPrecision(3))}`;

const total = { passed: 0, weak: 0, failed: 0, unsupported: 0, worst: 0 };
for (const file of files) {
  const { name, cases } = runFile(file, library);
  const counts = { passed: 0, weak: 0, failed: 0, unsupported: 0, worst: 0 };
  for (const result of cases) {
    counts[result.verdict] += 1;
    counts.worst = Math.max(counts.worst, result.worst);
  }
  console.log(line(name, counts));
  if (verbose) {
    for (const result of cases) {
      if (result.verdict !== 'passed') console.log(`  ${result.verdict}: ${result.title}: ${result.reason}`);
    }
  }
  for (const key of ['passed', 'weak', 'failed', 'unsupported']) total[key] += counts[key];
  total.worst = Math.max(total.worst, counts.worst);
}
console.log(line('total', total));
process.exitCode = total.failed + total.unsupported === 0 ? 0 : 1;
