/** The law of an encoding of any kind: what its letters are, the law in symbols, and what it means in words. */

import type {
  AlibiEncoding,
  DebertaEncoding,
  FourierEncoding,
  GridAxis,
  GridEncoding,
  LearnedEncoding,
  Posenc,
  SinusoidEncoding,
  SwinEncoding,
  T5Encoding,
} from 'posenc';
import { type Columns, columnsOf } from './columns.ts';
import type { AnyEncoding } from './encoding.ts';
import { alibiFormula, lawOf } from './formula.ts';
import { functionFormulas, lawFormulas, lawWords } from './law.ts';
import { call, type Formula, frac, mi, mn, mo, row, sub, within } from './math.ts';
import { coordinateNames } from './rows.ts';
import { numberLabel, wholeLabel } from './ticks.ts';

export interface Laws {
  /** What the letters are, up to the law itself; letters stand in braces. */
  readonly lead: string;
  readonly lines: readonly Formula[];
  /** Sentences. */
  readonly words: readonly string[];
}

const [i, j] = [mi('i'), mi('j')];
const equals = mo('=');
const plus = (...terms: Formula[]): Formula => row(...terms.flatMap((term, k) => (k === 0 ? [term] : [mo('+'), term])));
const less = (a: Formula, b: Formula): Formula => row(a, mo('−'), b);
/** ln(|letter| / from) / ln(to / from): how far along between two distances, as logarithms count. */
const share = (letter: string, from: number, to: number): Formula =>
  frac(call('ln', row(within('||', mi(letter)), mo('/'), mn(from))), call('ln', row(mn(to), mo('/'), mn(from))));
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function sinusoidLaw(encoding: SinusoidEncoding, columns: Columns): Laws {
  const law = lawOf(encoding, columns);
  const rotary =
    encoding.pairing === 'half' && !columns.zero && columns.dim % 2 === 0
      ? [
          `As a rotary encoding it adds nothing: pair i turns channels i and i + ${columns.dim / 2} of queries and keys by its angle, and the matrix shows the sine and the cosine of it.`,
        ]
      : [];
  return {
    lead: 'With {p} the position, {i} the pair, {d} the number of columns (dim) and {b} the base, the encoding chosen above is',
    lines: lawFormulas(law),
    words: [...lawWords(law), ...rotary],
  };
}

/** How the coordinates of cells come about. */
function coordinateWords({
  coordinates = 'index',
  offset = 0,
  reference,
}: Pick<GridAxis, 'coordinates' | 'offset' | 'reference'>): string {
  const ways = {
    index: `are counted from ${numberLabel(offset)}`,
    ends: 'go from −1 to 1, both of them cells',
    centres: 'are the centres of cells on a side from −1 to 1',
    fractions: 'are parts of the side, 1 at its last cell',
  };
  const scaled = reference === undefined ? '' : `, scaled as if there were ${numberLabel(reference)} cells`;
  return `Coordinates ${ways[coordinates]}${scaled}.`;
}

function gridLaw(encoding: GridEncoding): Laws {
  const { axes, axisOrder, blocks = 'axis-major', classRows = 0, identity } = encoding;
  const names = coordinateNames(axes.length);
  const ordered = (axisOrder ?? names.map((_, k) => k)).map((axis) => names[axis] as string);
  const isAlike = axes.every((axis) => JSON.stringify(axis) === JSON.stringify(axes[0]));
  const linesOf = (axis: GridAxis, letter: string): Formula[] =>
    functionFormulas(lawOf(axis as SinusoidEncoding, columnsOf(axis as SinusoidEncoding, axis.dim)), letter);
  const places = {
    'axis-major': `Columns of ${ordered[0]} stand first, then those of ${listed(ordered.slice(1))}.`,
    'function-major': `First functions of ${listed(ordered)} stand first, then the second ones.`,
    'frequency-major': `Pair after pair has the first functions of ${listed(ordered)}, then the second ones.`,
  };
  return {
    lead: isAlike
      ? `A cell has the coordinates ${listed(names)}. With {c} one of them, {i} the pair, {d} the columns of one coordinate and {b} the base, each has columns of its own:`
      : `A cell has the coordinates ${listed(names)}, each with columns and a law of its own. With {i} the pair, {d} the columns of the coordinate and {b} its base:`,
    lines: isAlike ? linesOf(axes[0] as GridAxis, 'c') : axes.flatMap((axis, k) => linesOf(axis, names[k] as string)),
    words: [
      ...(axes.length > 1 ? [places[blocks]] : []),
      isAlike ? coordinateWords(axes[0] as GridAxis) : '',
      identity ? 'Before them stand the coordinates themselves.' : '',
      classRows > 0
        ? `The first ${classRows === 1 ? 'row is' : `${classRows} rows are`} 0: ${classRows === 1 ? 'it belongs to the class token' : 'they belong to tokens that are no patches'}.`
        : '',
      `Rows of the matrix are the cells, counted so that ${names.at(-1)} runs fastest.`,
    ],
  };
}

function fourierLaw(encoding: FourierEncoding): Laws {
  const { axes, layout = 'interleaved', order = 'sin-cos' } = encoding;
  const names = coordinateNames(axes);
  const sum = plus(...names.map((name, k) => row(sub(mi('f'), row(mn(k), mo(','), i)), mo('·'), mi(name))));
  const functions = order === 'sin-cos' ? ['sin', 'cos'] : ['cos', 'sin'];
  return {
    lead: `A cell has the coordinates ${listed(names)}. With {i} the pair and {f} its frequencies, one for each coordinate, the two functions of a pair are`,
    lines: functions.map((name) => call(name, sum)),
    words: [
      layout === 'interleaved'
        ? 'The two of a pair stand side by side.'
        : `All ${functions[0]} columns stand first, then all ${functions[1]} columns.`,
      coordinateWords(encoding),
      'Each pair is a wave over the image in a direction of its own; a grid’s waves run along its axes alone.',
    ],
  };
}

function learnedLaw({
  length,
  origin = 0,
  distribution = 'normal',
  mean = 0,
  deviation = 0.02,
}: LearnedEncoding): Laws {
  const noise = {
    normal: `normal noise with a deviation of ${numberLabel(deviation)}`,
    'truncated-normal': `normal noise with a deviation of ${numberLabel(deviation)}, none of it past two deviations`,
    uniform: `noise spread evenly within ${numberLabel(deviation)}`,
  };
  const p = mi('p');
  const place = origin === 0 ? p : origin > 0 ? plus(p, mn(origin)) : less(p, mn(-origin));
  return {
    lead: 'With {p} the position and {W} a table of numbers that training finds, the row that is added is',
    lines: [row(call('PE', p), equals, mi('W'), within('[]', place))],
    words: [
      `The table has ${wholeLabel(length)} rows, and no position past them. Shown is what training begins with: ${noise[distribution]}${mean === 0 ? '' : ` about ${numberLabel(mean)}`}.`,
      'No formula ties one row to the next, so nothing here is a wave, and similar positions become similar only by training.',
    ],
  };
}

function alibiLaw(encoding: AlibiEncoding, posenc: Pick<Posenc, 'slopes'>, head: number): Laws {
  const slopes = posenc.slopes(encoding).data;
  const { anchor = 'distance', heads } = encoding;
  const last = anchor === 'last-key' ? ', {n} the number of keys' : '';
  return {
    lead: `With {i} the query, {j} the key${last} and {m} the slope of the head, what is added to a score is`,
    lines: [
      row(call('bias', i, j), equals, alibiFormula(encoding, [mi('m'), i, j, within('()', less(mi('n'), mn(1)))])),
    ],
    words: [
      `Head ${head} of ${wholeLabel(heads)} has the slope ${numberLabel(slopes[head] as number)}; slopes go from ${numberLabel(Math.min(...slopes))} to ${numberLabel(Math.max(...slopes))}. A head with a steep slope looks at what is near, one with a flat slope at everything.`,
      ...(anchor === 'distance'
        ? []
        : [
            'A row differs from that of −m·|i − j| by one number, as far as keys stand before the query: softmax takes it out.',
          ]),
      'Nothing of it is learned, and nothing is added to embeddings.',
    ],
  };
}

const learnedNumber =
  'The matrix shows the bucket. A model learns a number for each bucket and head, and adds it to the score of query and key.';

function t5Law({ buckets = 32, maxDistance = 128, bidirectional = true }: T5Encoding): Laws {
  const most = bidirectional ? Math.floor(buckets / 2) : buckets;
  const exact = Math.floor(most / 2);
  const wide = row(mn(exact), mo('+'), within('⌊⌋', mn(most - exact), mo('·'), share('r', exact, maxDistance)));
  const far = `distances below ${exact} have a bucket each, those from ${maxDistance} on share bucket ${most - 1}, and between them is the law above.`;
  return {
    lead: `With {r} = {j} − {i} the way from query {i} to key {j}, distances from ${exact} to ${maxDistance} fall into bucket`,
    lines: [row(call('bucket', mi('r')), equals, wide)],
    words: [
      `Near ones are told apart, far ones are not: ${far}`,
      bidirectional
        ? `For keys after the query ${most} is added: they have buckets of their own.`
        : 'Keys after the query all have bucket 0: a decoder does not see them.',
      learnedNumber,
    ],
  };
}

function debertaLaw({ buckets, maxPosition = 512 }: DebertaEncoding): Laws {
  const delta = mi('δ');
  if (!buckets) {
    return {
      lead: 'With {i} the query and {j} the key, the matrix shows the way between them',
      lines: [row(delta, equals, less(i, j))],
      words: ['A model has a learned embedding for each δ, which meets the word’s query and key.'],
    };
  }
  const middle = Math.floor(buckets / 2);
  const wide = row(mn(middle), mo('+'), within('⌈⌉', mn(middle - 1), mo('·'), share('δ', middle, maxPosition - 1)));
  return {
    lead: `With {δ} = {i} − {j} the way from key {j} to query {i}, distances past ${middle} fall into bucket`,
    lines: [row(within('||', call('bucket', delta)), equals, wide)],
    words: [
      `The bucket has the sign of δ. Distances up to ${middle} are their own bucket; past it buckets grow wider, all by the same factor.`,
      'A model has a learned embedding for each bucket, which meets the word’s query and key.',
    ],
  };
}

function swinLaw({ window: [height, width], classToken }: SwinEncoding): Laws {
  const step = (name: string, size: number): Formula =>
    row(less(sub(mi(name), i), sub(mi(name), j)), mo('+'), mn(size - 1));
  return {
    lead: `With {i} the query’s cell and {j} the key’s in a window of ${height} × ${width}, at rows {y} and columns {x}, the index is`,
    lines: [
      row(
        call('index', i, j),
        equals,
        mn(2 * width - 1),
        mo('·'),
        within('()', step('y', height)),
        mo('+'),
        step('x', width),
      ),
    ],
    words: [
      `Two pairs of cells with the same steps between them have the same index, of ${(2 * height - 1) * (2 * width - 1)} in all. A model learns a number for each index and head, and adds it to the score.`,
      classToken ? 'The class token has three more: to cells, from cells, and to itself.' : '',
    ],
  };
}

/** @param head of ALiBi, which is looked at */
export function lawsOf(encoding: AnyEncoding, columns: Columns, posenc: Pick<Posenc, 'slopes'>, head: number): Laws {
  switch (encoding.kind) {
    case 'grid':
      return gridLaw(encoding);
    case 'fourier':
      return fourierLaw(encoding);
    case 'learned':
      return learnedLaw(encoding);
    case 'alibi':
      return alibiLaw(encoding, posenc, head);
    case 't5':
      return t5Law(encoding);
    case 'deberta':
      return debertaLaw(encoding);
    case 'swin':
      return swinLaw(encoding);
    default:
      return sinusoidLaw(encoding, columns);
  }
}
