/**
 * Which convention a table is of.
 */
import { lines, lowPrecision, mistakes, otherPlanes, planes, rotary, WIDEST } from './identify/candidates.js';
import { compare, type Difference, type Model } from './identify/models.js';
import { readTable, survey, type TableView, transpose } from './identify/table.js';
import { provide } from './registry.js';
import type { Identification, IdentifyMatch, IdentifyOptions, IdentifyTable, Posenc } from './types.js';

/** Rows up to here are right in every arithmetic that is of any use: they tell conventions apart. */
const EARLY = 128;
const LISTED = 5;
/** How much nearer a candidate without round parameters must be. */
const ROUGH = 20;

/** Rows to compare at first: small ones, those where formats of few bits begin to fail, the last. */
function sampleOf({ rows, columns }: TableView): number[] {
  const wide = columns > 2048;
  const some = wide
    ? [0, 1, 2, 5, 17, 100, 257]
    : [0, 1, 2, 3, 4, 5, 7, 8, 11, 16, 23, 37, 64, 97, 127, 255, 257, 259, 511, 1023, 2047, 2049, 2051, 4095];
  const spread = Array.from({ length: wide ? 2 : 8 }, (_, k) => Math.floor(((k + 1) * (rows - 1)) / (wide ? 2 : 8)));
  return [...new Set([...some, ...spread])].filter((row) => row < rows).sort((a, b) => a - b);
}

interface Scored {
  readonly model: Model;
  readonly early: number;
  readonly difference: Difference;
}

/** Some of a list, evenly, with its ends. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, k) => list[Math.round((k * (list.length - 1)) / (count - 1))] as T);

/** All candidates at a few rows and columns, then the better ones at more. */
function score(posenc: Posenc, table: TableView, models: readonly Model[]): Scored[] {
  const sample = sampleOf(table);
  const few = sample.filter((row) => row < EARLY);
  const columns = spread(table.all, 48);
  // What is within rounding is equal: then the order of the list counts.
  const precise = table.tolerance(1);
  const rank = (a: number, b: number) => Math.max(a, precise) - Math.max(b, precise);
  const sieve = (candidates: readonly Model[], rows: readonly number[], across: readonly number[]) =>
    candidates
      .flatMap((model) => {
        const largest = compare(posenc, table, model, rows, across)?.largest;
        return largest === undefined ? [] : [{ model, early: largest * (model.rough ? ROUGH : 1) }];
      })
      .sort((a, b) => rank(a.early, b.early));
  const better = sieve(models, spread(few, 6), columns).slice(0, 4 * LISTED);
  return sieve(
    better.map(({ model }) => model),
    few,
    table.all,
  )
    .slice(0, 2 * LISTED)
    .flatMap(({ model, early }) => {
      const difference = compare(posenc, table, model, sample);
      return difference ? [{ model, early, difference }] : [];
    })
    .sort((a, b) => rank(a.early, b.early) || rank(a.difference.largest, b.difference.largest));
}

const keyOf = ({ model }: Scored): string => JSON.stringify([model.encoding, model.words]);

/** The best, by the kinds of candidates that explain it at all, the simplest first. */
function search(posenc: Posenc, table: TableView): Scored[] {
  const enough = (found: readonly Scored[]) =>
    found[0] !== undefined &&
    found[0].early / (found[0].model.rough ? ROUGH : 1) <= 4 * table.tolerance(found[0].model.size);
  let found: Scored[] = [];
  for (const kind of [lines, mistakes, planes, rotary, otherPlanes]) {
    const models = kind(table, posenc);
    const more = score(posenc, table, models);
    if (enough(more) && !enough(found)) found = [...more, ...found];
    else found = [...found, ...more];
    if (enough(found) && !(kind === lines && table.grid)) break;
  }
  const order = [...found].sort(
    (a, b) => Math.max(a.early, table.tolerance(1)) - Math.max(b.early, table.tolerance(1)),
  );
  const seen = new Set<string>();
  return order.filter((item) => {
    const key = item.model.name + keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
}

function explain(posenc: Posenc, table: TableView, best: Scored): Scored {
  const tolerance = table.tolerance(best.model.size);
  const { largest } = best.difference;
  if (largest <= 20 * tolerance) return best;
  const better = score(posenc, table, lowPrecision(posenc, best.model, table.columns)).sort(
    (a, b) => a.difference.largest - b.difference.largest,
  )[0];
  if (better && better.difference.largest < Math.max(4 * tolerance, 0.02 * largest)) return better;
  return best;
}

/** What the differences say of the arithmetic that made the table. */
function arithmetic(posenc: Posenc, table: TableView, { model }: Scored): string[] {
  const tolerance = table.tolerance(model.size);
  const apart = sampleOf(table).map((row) => ({ row, by: compare(posenc, table, model, [row])?.largest ?? 0 }));
  const far = apart.filter(({ by }) => by > 2 * tolerance);
  if (!far.length) return [];
  const words: string[] = [];
  const grown = far.every(({ row, by }) => by <= model.size * 4e-7 * (row + 4));
  if (grown && far.some(({ row }) => row > 8)) words.push('float32 arithmetic: differences grow by about 6e-8 a row');
  else if ((far[0]?.row ?? 0) > 200)
    words.push(
      `the same up to row ${apart.filter(({ row }) => row < (far[0]?.row as number)).at(-1)?.row}, then differences grow: angles of few bits`,
    );
  return words;
}

function equalRows({ rows, columns, at }: TableView, words: readonly string[]): string[] {
  if (!words.some((word) => word.includes('positions'))) return [];
  for (const [a, b] of [
    [257, 256],
    [2049, 2048],
  ] as const) {
    if (a >= rows) break;
    let same = true;
    for (let column = 0; column < columns; ++column) same &&= at(a, column) === at(b, column);
    if (same) return [`rows ${a} and ${b} are equal`];
  }
  return [];
}

const place = ([row, column]: readonly [number, number], { transposed }: TableView): [number, number] =>
  transposed ? [column, row] : [row, column];

function inspect(
  posenc: Posenc,
  table: TableView,
): { matches: IdentifyMatch[]; verdict: 'exact' | 'near' | 'none'; ambiguous: string[] } {
  const found = search(posenc, table);
  const first = found[0];
  if (!first) return { matches: [], verdict: 'none', ambiguous: [] };
  const best = explain(posenc, table, first);
  const tolerance = table.tolerance(best.model.size);
  const everyRow = Array.from({ length: table.rows }, (_, row) => row);
  // What is far off at first is not near as a whole.
  const hopeless = best.early / (best.model.rough ? ROUGH : 1) > best.model.size / 2;
  const whole = hopeless ? best.difference : (compare(posenc, table, best.model, everyRow) as Difference);
  const words = [...best.model.words];
  if (table.transposed) words.push('transposed: [dim, positions]');
  words.push(...equalRows(table, words));
  const exact = whole.largest <= 2 * tolerance && !best.model.explained;
  const reasons = exact || hopeless ? [] : arithmetic(posenc, table, best);
  words.push(...reasons);
  const { wrong } = whole;
  const count = table.rows * table.columns;
  const few = !hopeless && wrong > 0 && wrong < 0.02 * count;
  if (few && !reasons.length) words.push(`${wrong} of ${count} values differ by more than rounding`);
  if (exact && table.precision !== 'float64') words.push(`values rounded to ${table.precision}`);
  const verdict = exact
    ? 'exact'
    : whole.largest <= Math.max(0.03 * best.model.size, 8 * tolerance) || reasons.length > 0 || few
      ? 'near'
      : 'none';
  const matchOf = ({ model, difference }: Scored, its: readonly string[]): IdentifyMatch => ({
    name: model.name,
    encoding: model.encoding,
    ...(model.preset && !model.explained ? { preset: model.preset } : {}),
    largestDifference: difference.largest,
    at: place(difference.at, table),
    words: its,
  });
  const others = found.filter((item) => item !== first);
  // Other encodings that the values cannot tell from the best.
  const ties = others.filter((item) => exact && item.difference.largest <= 2 * tolerance && !item.model.explained);
  const ambiguous = ties.filter((item) => JSON.stringify(item.model.encoding) !== JSON.stringify(best.model.encoding));
  return {
    matches: [
      matchOf({ ...best, difference: whole }, words),
      ...others.slice(0, LISTED - 1).map((item) => matchOf(item, item.model.words)),
    ],
    verdict,
    ambiguous: [...new Set(ambiguous.map(({ model }) => `${model.name} (${model.words.join(', ')})`))],
  };
}

/**
 * Finds the convention of a table: layout, order, spacing, base, origin, scales, well-known mistakes, arithmetic of few
 * bits, grids, rotary tables. Rows are positions 0, 1, 2, ... A part of the rows is compared with all candidates, the
 * whole table with the best.
 *
 * @throws TypeError or RangeError for a table without a shape of [rows, dim]
 */
export function identify(posenc: Posenc, table: IdentifyTable, options: IdentifyOptions = {}): Identification {
  const view = readTable(table, options);
  const { bad, firstBad, constant, first, mean, deviation } = survey(view);
  const none = (text: string): Identification => ({ matches: [], verdict: 'none', text });
  if (bad)
    return none(
      `${bad} of ${view.rows * view.columns} values are not finite, the first at row ${firstBad[0]}, column ${firstBad[1]}.`,
    );
  if (constant && view.rows * view.columns > 1) return none(`Constant: every value is ${first}.`);
  let result = inspect(posenc, view);
  if (result.verdict === 'none' && view.rows > 1 && view.columns > 1 && view.rows <= WIDEST && !view.grid) {
    const other = inspect(posenc, transpose(view));
    if (other.verdict !== 'none') result = other;
  }
  const { matches, verdict, ambiguous } = result;
  const [best] = matches;
  const difference = best
    ? `largest difference ${best.largestDifference.toPrecision(2)} at row ${best.at[0]}, column ${best.at[1]}`
    : '';
  if (verdict !== 'none' && best) {
    const also = ambiguous.length
      ? ` Ambiguous: ${view.rows} x ${view.columns} values do not tell it from ${ambiguous.slice(0, 4).join('; ')}.`
      : '';
    const title = `${best.name} (${best.words.join('; ')})`;
    return { matches, verdict, text: `${verdict === 'exact' ? '' : 'Near '}${title}, ${difference}.${also}` };
  }
  const nearest = best ? ` Nearest is ${best.name}, ${difference}.` : '';
  const small = deviation > 0 && deviation < 0.3 && Math.abs(mean) < deviation;
  if (small && view.rows > 3 && view.columns > 3 && !related(view)) {
    const size = deviation.toPrecision(2);
    return {
      matches,
      verdict: 'learned',
      text: `Learned, or random: no sinusoid, values with a deviation of ${size}, rows that have nothing in common.${nearest}`,
    };
  }
  return { matches, verdict: 'none', text: `None of the known conventions.${nearest}` };
}

/** Whether most rows go on where the row before was: the cosine of neighbours. */
function related({ rows, columns, at }: TableView): boolean {
  let sum = 0;
  const pairs = Math.min(rows - 1, 64);
  for (let k = 0; k < pairs; ++k) {
    const row = Math.floor((k * (rows - 1)) / pairs);
    let [dot, a, b] = [0, 0, 0];
    for (let column = 0; column < columns; ++column) {
      const [x, y] = [at(row, column), at(row + 1, column)];
      dot += x * y;
      a += x * x;
      b += y * y;
    }
    sum += dot / (Math.sqrt(a * b) || 1);
  }
  return Math.abs(sum / pairs) > 0.9;
}

provide(identify);
