/** Encodings with a row for each position or cell: added to embeddings, or turning queries and keys. */

import type { Encoding, GridEncoding, GridPositions, Positions, SinusoidEncoding } from 'posenc';
import type { Positional } from '../../attention.ts';
import { noPositions } from '../../encoding.ts';
import { isGridKind } from '../../fields.ts';
import { streamOf } from '../../source.ts';
import { wholeLabel } from '../../ticks.ts';
import { type Cells, cellsFor, cellsWay } from './cells.ts';
import {
  type Asked,
  changeWay,
  modelWay,
  type Package,
  type Page,
  type Placing,
  plainDim,
  type Unplaced,
} from './placing.ts';

type Turning = Exclude<Encoding, { readonly kind: 'learned' }>;

/** Numbers of a matrix of the layer: more would take too long to multiply with. */
const mostWeights = 2 ** 18;
/** Columns of all heads together where queries and keys turn. */
const mostTurned = 2 ** 14;

/** Rows before those of a grid belong to class tokens, which no word of a sentence is. */
function withoutClass(encoding: Encoding): Encoding {
  if (encoding.kind !== 'grid') return encoding;
  const { classRows: _, ...cells } = encoding;
  return cells;
}

/** Whether queries and keys can turn by an encoding, and whether it has what only rotations have. Reads signals. */
export function turns(posenc: Package, { encoding, kind, value }: Page): { canTurn: boolean; isMadeForIt: boolean } {
  if (kind.value === 'learned') return { canTurn: false, isMadeForIt: false };
  const own = withoutClass(encoding.value as Encoding) as Turning;
  const isSaid = (part: object, name: string): boolean => part[name as keyof object] !== undefined;
  const isMadeForIt =
    ['pairing', 'scaling', 'sections', 'xpos'].some((name) => isSaid(own, name)) ||
    (own.kind === 'grid' && own.axes.some((axis) => isSaid(axis, 'scaling')));
  try {
    posenc.rotary(own, noPositions(kind.value, Number(value('axes') ?? 1)));
    return { canTurn: true, isMadeForIt };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    return { canTurn: false, isMadeForIt };
  }
}

/** Where the words stand: positions from the page's first on, or the first cells of its grid. */
interface Places {
  readonly positions: Positions | GridPositions;
  readonly said: string;
  readonly nameOf: (word: number) => string;
}

function placesOf(page: Page, words: number): Places | Unplaced {
  const encoding = page.encoding.value as Encoding;
  if (isGridKind(page.kind.value)) {
    const sizes = page.value('cells') as readonly number[];
    const cells = cellsFor(sizes, words);
    if (!cells) {
      return {
        why: `The grid of ${sizes.join(' × ')} has too few cells for ${words} words: each word stands on one of its own.`,
        ways: [cellsWay(page, 'cells', 'A grid of', sizes, words), modelWay('MAE ViT-B/16')],
      };
    }
    return { positions: { grid: sizes }, ...gridWords(cells, words, (encoding as GridEncoding).classRows ?? 0) };
  }
  const { start } = page.rows.value;
  const streams = streamOf(encoding);
  const first = wholeLabel(start);
  const last = wholeLabel(start + words - 1);
  const same = streams > 0 ? ` Each stands at the same position in all ${streams} streams, as text does.` : '';
  return {
    positions: { start, count: words },
    said: `The first word stands at position ${first}, the last at ${last}.${same}`,
    nameOf: (word) => `position ${wholeLabel(start + word)}`,
  };
}

function gridWords({ nameOf, sizes }: Cells, words: number, classRows: number): Pick<Places, 'said' | 'nameOf'> {
  const classes = classRows > 0 ? ' Rows of class tokens are left out: no word of the sentence is such a token.' : '';
  return {
    said:
      `Words stand on the cells of the grid of ${sizes.join(' × ')} as patches of an image do, row by row: ` +
      `the first on ${nameOf(0)}, the last on ${nameOf(words - 1)}.${classes}`,
    nameOf: (word) => `cell ${nameOf(word)}`,
  };
}

const betweenOf =
  ({ nameOf }: Places) =>
  (from: number, to: number): string =>
    from === to ? nameOf(from) : `${nameOf(from)} and ${nameOf(to)}`;

/** Rows that are added to the embeddings. */
export function tabled(posenc: Package, page: Page, { words, heads }: Asked): Placing | Unplaced {
  const encoding = withoutClass(page.encoding.value as Encoding);
  if (encoding.kind === 'learned') {
    const needed = page.rows.value.start + words + (encoding.origin ?? 0);
    if (needed > encoding.length) {
      return {
        why: `The table has ${wholeLabel(encoding.length)} rows, and the last word would need row ${wholeLabel(needed - 1)}: a learned table ends.`,
        ways: [changeWay(page, `A table of ${wholeLabel(needed)} rows`, { rows: needed }), modelWay('BERT base')],
      };
    }
  }
  const places = placesOf(page, words);
  if ('why' in places) return places;
  const { data, shape } = posenc.encode(encoding, places.positions, { dtype: 'float64' });
  const dim = shape.at(-1) as number;
  const width = Math.max(1, Math.min(Math.ceil(dim / heads), Math.floor(mostWeights / dim / heads)));
  const narrow =
    width * heads < dim
      ? ` ${heads === 1 ? 'The head has' : 'Each head has'} ${wholeLabel(width)} columns: more would take too long here.`
      : '';
  return {
    ...{ dim, width, added: data.slice(0, words * dim), positional: {} },
    said: places.said + narrow,
    between: betweenOf(places),
  };
}

/** Queries and keys that turn. */
export function rotated(posenc: Package, page: Page, { words, heads }: Asked): Placing | Unplaced {
  const encoding = withoutClass(page.encoding.value as Encoding) as Turning;
  const places = placesOf(page, words);
  if ('why' in places) return places;
  const angles = (of: Turning): Angles => {
    const { cos, sin } = posenc.rotary(of, places.positions, { dtype: 'float64' });
    return { cos: cos.data, sin: sin.data, pairs: cos.shape.at(-1) as number };
  };
  const own = page.columns.value.dim;
  if (own * heads > mostTurned) {
    return {
      why: `${heads === 1 ? 'A head' : `Each of ${heads} heads`} of ${wholeLabel(own)} columns is wider than this view turns (${wholeLabel(mostTurned)} in all).`,
      ways: [modelWay('Llama 2 7B'), modelWay('Llama 3.1 8B')],
    };
  }
  const { xpos } = encoding as SinusoidEncoding;
  // Keys take the decay of queries turned round, whichever of both the page's encoding is.
  const decaying = (sign: 1 | -1): Turning =>
    xpos
      ? { ...(encoding as SinusoidEncoding), xpos: { ...xpos, scaleBase: sign * Math.abs(xpos.scaleBase) } }
      : encoding;
  const query = angles(decaying(1));
  const key = xpos ? angles(decaying(-1)) : query;
  const isHalf = encoding.pairing === 'half';
  return {
    ...{ dim: plainDim, width: 2 * query.pairs },
    positional: { turn: (rows, width, of) => turned(rows, width, of === 'query' ? query : key, isHalf) },
    said: places.said,
    between: betweenOf(places),
  };
}

interface Angles {
  /** [rows, pairs], times the decay of xPos. */
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  readonly pairs: number;
}

/** Turns each row by its angles: (x, y) of a pair becomes (c x - s y, s x + c y). */
function turned(
  rows: Float64Array,
  width: number,
  { cos, sin, pairs }: Angles,
  isHalf: boolean,
): ReturnType<NonNullable<Positional['turn']>> {
  const result = rows.slice();
  for (let word = 0; word * width < rows.length; word++) {
    for (let pair = 0; pair < pairs; pair++) {
      const first = word * width + (isHalf ? pair : 2 * pair);
      const second = first + (isHalf ? pairs : 1);
      const [x, y] = [rows[first] as number, rows[second] as number];
      const [c, s] = [cos[word * pairs + pair] as number, sin[word * pairs + pair] as number];
      result[first] = c * x - s * y;
      result[second] = s * x + c * y;
    }
  }
  return result;
}
