// The golden runner itself: it must pass what is right, and find what is wrong, unknown or not to be mapped.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { here, removeFolders, run, runFiles } from './running.js';
import {
  type Case,
  fairseqForward,
  fairseqTable,
  golden,
  marian,
  range,
  roundedTutorial,
  timing,
  truth,
  tutorial,
  tutorialTable,
  whisper,
} from './variants/tables.js';

removeFolders();

const runCases = (name: string, ...cases: Case[]) => runFiles({ [`${name}.json`]: golden(name, cases) });

const none = { passed: 0, weak: 0, failed: 0, unsupported: 0 };

function expectPassed(result: ReturnType<typeof run>, passed: number) {
  expect(result.counts, result.stdout + result.stderr).toEqual({ ...none, passed });
  expect(result.status).toBe(0);
}

function expectVerdict(result: ReturnType<typeof run>, verdict: 'failed' | 'unsupported', reason: RegExp) {
  expect(result.counts, result.stdout + result.stderr).toEqual({ ...none, [verdict]: 1 });
  expect(result.stdout).toMatch(reason);
  expect(result.status).toBe(1);
}

describe('the stored files', () => {
  it('pass, one line a file and a total', () => {
    const result = run(here);
    const names = readdirSync(here).filter((name) => name.endsWith('.json'));
    expect(result.status, result.stdout + result.stderr).toBe(0);
    expect(result.lines).toHaveLength(names.length + 1);
    for (const name of names) {
      const line = result.lines.find((text) => text.startsWith(`${name.replace('.json', '')} `));
      expect(line).toMatch(/^\w+ passed=\d+ weak=0 failed=0 unsupported=0 worst=[\d.e-]+$/);
    }
    expect(result.counts.passed).toBe(270);
  });
});

describe('other parameters', () => {
  it('of the tutorial', () => {
    expectPassed(
      runCases(
        'pytorch_tutorial',
        tutorialTable(2, 9),
        tutorialTable(50, 33),
        tutorial(12, [5, 3.5, 0, -2, 400]),
        tutorial(20, [0, 7, 900], 'float64'),
      ),
      4,
    );
  });

  it('of fairseq, whose padding_idx may be a number, null or absent', () => {
    expectPassed(
      runCases(
        'fairseq_sinusoid',
        fairseqTable(7, 10, 0),
        fairseqTable(7, 11, 4),
        fairseqTable(9, 6, null),
        fairseqTable(9, 6),
        fairseqForward(
          [
            [9, 3, 3, 8],
            [3, 3, 3, 3],
            [1, 2, 4, 5],
          ],
          6,
          3,
        ),
        fairseqForward([[0, 0, 7]], 4, 0),
      ),
      6,
    );
  });

  it('of tensor2tensor, absent ones by their defaults', () => {
    const defaults = timing(5, 6, 1, 10000, 0);
    defaults.params = { length: 5, channels: 6 };
    expectPassed(
      runCases(
        'tensor2tensor_timing',
        timing(4, 13, 2, 300, 5),
        timing(3, 2, 0.25, 7, 1),
        timing(2, 8, 1, 1, 0),
        defaults,
      ),
      4,
    );
  });

  it('of Marian and Whisper', () => {
    expectPassed(runCases('hf_misc_sinusoid', marian(6, 9), marian(5, 14), marian(3, 1), whisper(7, 10, 500)), 4);
  });

  it('of the truth', () => {
    expectPassed(runCases('truth_sinusoid', truth(50, 5, [0, 2], [1, 2, 0.25, -3]), truth(2000, 16, [7], [0, 12])), 2);
  });

  it('at some indices only', () => {
    const whole = tutorialTable(6, 10);
    const indices = [3, 17, 59, 4];
    expectPassed(runCases('pytorch_tutorial', { ...whole, indices, data: indices.map((k) => whole.data[k] ?? 0) }), 1);
  });
});

describe('peers that round', () => {
  const far = [3, 70000, 16777217, 1e9 + 7, 2 ** 53 - 1];

  it('pass with their roundings reproduced', () => {
    expectPassed(runCases('pytorch_tutorial', roundedTutorial(24, far)), 1);
  });

  it('are weak where nothing explains them, and weak fails nothing', () => {
    const strange = roundedTutorial(24, far);
    strange.data[50] = -(strange.data[50] ?? 0);
    const result = runCases('pytorch_tutorial', strange);
    expect(result.counts, result.stdout).toEqual({ ...none, weak: 1 });
    expect(result.status).toBe(0);
  });

  it('still fail at near positions', () => {
    const wrong = roundedTutorial(24, far);
    wrong.data[1] = (wrong.data[1] ?? 0) + 1e-5;
    expectVerdict(runCases('pytorch_tutorial', wrong), 'failed', /value 1 of/);
  });

  it('may cast their float32 to the neighbour in 16 bits, but no further', () => {
    const cast = (data: number[]): Case => ({
      name: 'table, buffer cast',
      params: { d_model: 2, max_len: 2, cast: 'torch.float16' },
      shape: [2, 2],
      dtype: 'float16',
      measured_max_abs_err: 2 ** -12,
      data,
    });
    // sin 1 and cos 1 rounded to 11 bits, and one unit off.
    expectPassed(runCases('pytorch_tutorial', cast([0, 1, 0.84130859375, 0.54052734375])), 1);
    expectVerdict(runCases('pytorch_tutorial', cast([0, 1, 0.84130859375, 0.541015625])), 'failed', /value 3 of/);
  });
});

describe('what is wrong', () => {
  const changed = (change: (golden: Case) => void, make: () => Case = () => tutorialTable(6, 10)) => {
    const copy = make();
    change(copy);
    return copy;
  };

  it('is found in every value', () => {
    for (const index of [0, 1, 31, 59]) {
      const wrong = changed((copy) => {
        copy.data[index] = (copy.data[index] ?? 0) + 1e-4;
      });
      expectVerdict(runCases('pytorch_tutorial', wrong), 'failed', new RegExp(`value ${index} of`));
    }
  });

  it('is one unit in the last place of a float32 truth', () => {
    const wrong = changed(
      (copy) => {
        const data = copy.outputs?.sin_f32?.data ?? [];
        data[0] = Math.fround((data[0] ?? 0) * (1 + 2 ** -23));
      },
      () => truth(50, 5, [0, 2], [1, 2]),
    );
    expectVerdict(runCases('truth_sinusoid', wrong), 'failed', /sin_f32: value 0/);
  });

  it('is an integer output that is off by one', () => {
    const wrong = changed(
      (copy) => {
        const data = copy.outputs?.positions?.data ?? [];
        data[1] = (data[1] ?? 0) + 1;
      },
      () => fairseqForward([[9, 3, 8]], 6, 3),
    );
    expectVerdict(runCases('fairseq_sinusoid', wrong), 'failed', /positions: value 1/);
  });

  /** One file with a case for each change: a run of its own for each would take half a minute. */
  function expectAll(verdict: 'failed' | 'unsupported', changes: [change: (golden: Case) => void, reason: RegExp][]) {
    const result = runCases('pytorch_tutorial', ...changes.map(([change]) => changed(change)));
    expect(result.counts, result.stdout).toEqual({ ...none, [verdict]: changes.length });
    changes.forEach(([, reason], k) => {
      expect(result.lines[k + 1]).toMatch(new RegExp(`^  ${verdict}: case ${k} `));
      expect(result.lines[k + 1]).toMatch(reason);
    });
    expect(result.status).toBe(1);
  }

  it('is a case that contradicts itself or us', () => {
    expectAll('failed', [
      [(copy) => (copy.shape = [6, 10]), /shape \[10,6\], not \[6,10\]/],
      [(copy) => copy.data.pop(), /59 data/],
      [(copy) => Object.assign(copy, { shape: [0, 6], data: [] }), /no data/],
      [(copy) => Object.assign(copy, { data: [], indices: [] }), /no data/],
      [(copy) => (copy.data[3] = null as unknown as number), /not all numbers/],
      [(copy) => (copy.indices = range(60, 1)), /indices/],
      [(copy) => (copy.dtype = 'float64'), /dtype float32, not float64/],
      [(copy) => (copy.dtype = 'float8'), /unknown dtype/],
    ]);
  });

  it('is unsupported if it is unknown or cannot be mapped', () => {
    const stranger = { x: { shape: [1], dtype: 'float32', data: [1] } };
    expectAll('unsupported', [
      [(copy) => (copy.params.dropout = 0), /unknown parameter: dropout/],
      [(copy) => (copy.params.scale = null), /unknown parameter: scale/],
      [(copy) => delete copy.params.d_model, /missing parameter: d_model/],
      [(copy) => (copy.params.max_len = null), /max_len: null/],
      [(copy) => (copy.params.d_model = '6'), /d_model: "6"/],
      [(copy) => (copy.params.d_model = 7), /d_model: 7/], // the original refuses odd widths
      [(copy) => (copy.params.precision = 'float8'), /precision: "float8"/],
      [(copy) => (copy.params.cast = 'torch.int8'), /cast: "torch.int8"/],
      [(copy) => (copy.params = null as unknown as Case['params']), /no parameters object/],
      [(copy) => (copy.name = 'tables'), /unknown case: tables/],
      [(copy) => (copy.transposed = true), /unknown key of a case: transposed/],
      [(copy) => (copy.inputs = stranger), /unknown input: x/],
      [(copy) => (copy.outputs = stranger), /unknown output: x/],
      [(copy) => (copy.primary = 'cos'), /primary output: cos/],
    ]);
  });

  it('is a position that no double holds: unsupported', () => {
    const beyond = truth(50, 5, [0], [1]);
    beyond.params.positions = ['9007199254740993'];
    expectVerdict(runCases('truth_sinusoid', beyond), 'unsupported', /positions/);
  });

  it('is an unknown source: unsupported', () => {
    const files = ['repo', 'path', 'function'].map((key) => {
      const file = golden('pytorch_tutorial', [tutorialTable(6, 10)]);
      file.source[key] = 'another';
      return [`${key}.json`, file] as const;
    });
    const result = runFiles(Object.fromEntries(files));
    expect(result.counts, result.stdout).toEqual({ ...none, unsupported: 3 });
    expect(result.status).toBe(1);
  });

  it('is a file that is no golden file', () => {
    const files = ['{', '{"cases": 3}', '[]', 'null', JSON.stringify(golden('pytorch_tutorial', []))];
    const result = runFiles(Object.fromEntries(files.map((text, k) => [`broken${k}.json`, text])));
    expect(result.counts, result.stdout).toEqual({ ...none, failed: files.length });
    expect(result.stdout).toMatch(/^broken0 passed=0 weak=0 failed=1 unsupported=0 worst=Infinity$/m);
    expect(result.status).toBe(1);
  });

  it('is a case that is none', () => {
    const file = golden('pytorch_tutorial', [null as unknown as Case, tutorialTable(6, 10)]);
    const result = runFiles({ 'pytorch_tutorial.json': file });
    expect(result.counts, result.stdout).toEqual({ ...none, passed: 1, failed: 1 });
    expect(result.status).toBe(1);
  });

  it('leaves other files alone', () => {
    const result = runFiles({
      'a.json': '{',
      'b.json': golden('pytorch_tutorial', [tutorialTable(6, 10)]),
      'notes.md': 'no golden file',
    });
    expect(result.counts).toEqual({ ...none, passed: 1, failed: 1 });
  });
});

describe('the command', () => {
  it.each([[[]], [['/no/such/folder']], [['--fast', here]], [[here, here]]])('refuses %j with status 2', (options) => {
    const result = run(...options);
    expect(result.status).toBe(2);
    expect(result.stderr).not.toBe('');
  });

  it('refuses a folder without golden files', () => {
    expect(runFiles({ 'notes.md': '' }).status).toBe(2);
  });
});
