/** Reads files, and compares tables with all conventions, away from the page. It keeps one file, and one table of it. */

import { createPosenc, type FileTable, type Identification, identify } from 'posenc';
import { differences, matrixOf, type Statistics, statisticsOf } from './compare.ts';
import { exampleTable } from './examples.ts';
import { mostValues, numbers, openTables, type Tensor } from './tables.ts';

export type Request =
  | { readonly open: Blob; readonly name: string }
  | { readonly example: string }
  | { readonly look: number }
  | { readonly compare: number };

export interface Looked {
  readonly dtype: string;
  readonly statistics: Statistics;
  readonly rows: number;
  readonly columns: number;
  /** As float32: what a picture needs. */
  readonly values: Float32Array;
  /** Absent where the table is no table of positions; then `problem` says why. */
  readonly identification?: Identification;
  readonly problem?: string;
}

export interface Replies {
  readonly open: readonly Pick<Tensor, 'name' | 'shape' | 'dtype'>[];
  readonly look: Looked;
  readonly compare: Float32Array;
}

export type Reply = { readonly result: Replies[keyof Replies] } | { readonly problem: string };

const ready = createPosenc();
let tensors: readonly Tensor[] = [];
let table: FileTable | undefined;
let values: Float32Array | Float64Array = new Float32Array(0);
let found: Identification | undefined;

async function look(index: number): Promise<Looked> {
  const tensor = tensors[index] as Tensor;
  const size = tensor.shape.reduce((product, axis) => product * axis, 1);
  if (size > mostValues) {
    throw new RangeError(
      `“${tensor.name}” has ${size} values; this page looks at most at ${mostValues}. Choose another table.`,
    );
  }
  table = await tensor.read();
  values = numbers(table);
  const matrix = matrixOf(table);
  const { dtype } = table;
  const base = { dtype, statistics: statisticsOf(values), values: Float32Array.from(values) };
  found = undefined;
  if (typeof matrix === 'string') return { ...base, rows: 0, columns: 0, problem: matrix };
  const isBits = dtype === 'float16' || dtype === 'bfloat16';
  const given = isBits ? { data: table.data as Uint16Array, dtype } : { data: values };
  found = withPaper(identify(await ready, { ...given, shape: table.shape }), matrix.columns);
  return { ...base, ...matrix, identification: found };
}

/** What is meant is compared too: the paper's law, where no match is just that. */
function withPaper(identification: Identification, dim: number): Identification {
  const { matches } = identification;
  const isThere = matches.some(
    ({ encoding, words }) =>
      JSON.stringify(encoding) === JSON.stringify({ dim }) && !words.some((word) => word.includes('meant')),
  );
  if (isThere || matches.length === 0) return identification;
  const paper = {
    name: 'paper',
    encoding: { dim },
    words: ['the law of the paper, to compare with'],
    largestDifference: Number.NaN,
    at: [0, 0] as const,
  };
  return { ...identification, matches: [...matches, paper] };
}

async function answer(request: Request): Promise<Replies[keyof Replies]> {
  if ('open' in request || 'example' in request) {
    if ('open' in request) tensors = await openTables(request.open, request.name);
    else {
      const made = exampleTable(await ready, request.example);
      tensors = [{ name: request.example, shape: made.shape, dtype: made.dtype, read: async () => made }];
    }
    return tensors.map(({ name, shape, dtype }) => ({ name, shape, dtype }));
  }
  if ('look' in request) return look(request.look);
  const match = found?.matches[request.compare];
  if (!match || !table) throw new Error('There is nothing to compare with.');
  return differences(await ready, match, values, table.shape);
}

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    postMessage({ result: await answer(data) } satisfies Reply);
  } catch (error) {
    const isMemory = error instanceof RangeError && /array buffer|invalid array length/i.test(error.message);
    const problem = isMemory
      ? 'The file is too large for the memory of this browser.'
      : error instanceof Error
        ? error.message
        : String(error);
    postMessage({ problem } satisfies Reply);
  }
});
