/**
 * Which convention a table is of.
 */
import { lines, lowPrecision, mistakes, planes, rotary, WIDEST } from './identify/candidates.js';
import { compare, type Difference, type Model } from './identify/models.js';
import { readTable, related, survey, type TableView, transpose } from './identify/table.js';
import { provide } from './registry.js';
import type { Identification, IdentifyMatch, IdentifyOptions, IdentifyTable, Posenc } from './types.js';

/** Rows up to here are right in every arithmetic that is of any use: they tell conventions apart. */
const EARLY = 128;
const LISTED = 5;
/** What is wrong in fewer values than this share of them is told, and does not hide what the others are. */
const FEW = 0.02;
/** How much nearer a candidate without round parameters must be. */
const ROUGH = 20;

/** Rows to compare at first: small ones, those where formats of few bits begin to fail, some evenly as far as the last. */
function sampleOf({ rows }: TableView): number[] {
  const some = [0, 1, 2, 3, 4, 5, 7, 8, 11, 16, 23, 37, 64, 97, 127, 255, 257, 259, 511, 1023, 2047, 2049, 2051, 4095];
  const last = Array.from({ length: 9 }, (_, k) => Math.floor((k * (rows - 1)) / 8));
  return [...new Set([...some, ...last])].filter((row) => row < rows).sort((a, b) => a - b);
}

interface Scored {
  readonly model: Model;
  /** The mean difference in early rows, which ranks candidates. */
  readonly early: number;
  readonly difference: Difference;
}

/** The arguments that everything here takes. */
interface Case {
  readonly posenc: Posenc;
  readonly table: TableView;
  readonly sample: readonly number[];
}

/** What is within rounding is equal: then the order of the list counts. */
const rank = ({ table }: Case, { model, early }: Scored): number =>
  Math.max(early * (model.rough ? ROUGH : 1), table.tolerance(model.size));

/** All candidates at a few early rows, then the better ones at more, the nearest first. */
function score(one: Case, models: readonly Model[]): Scored[] {
  const { posenc, table, sample } = one;
  const early = sample.filter((row) => row < EARLY);
  const sieve = (candidates: readonly Model[], rows: readonly number[], count: number): Scored[] =>
    candidates
      .flatMap((model) => {
        const difference = compare(posenc, table, model, rows);
        return difference ? [{ model, early: difference.mean, difference }] : [];
      })
      .sort((a, b) => rank(one, a) - rank(one, b))
      .slice(0, count);
  const few = early.filter((_, k) => k % 4 === 1 || early.length < 4);
  const better = sieve(models, few, 4 * LISTED).map(({ model }) => model);
  return sieve(better, early, 2 * LISTED)
    .map((item) => ({ ...item, difference: compare(posenc, table, item.model, sample) as Difference }))
    .sort((a, b) => rank(one, a) - rank(one, b) || a.difference.largest - b.difference.largest);
}

/** The kinds of candidates, as far as one explains the table, the simplest first. */
function search(one: Case): Scored[] {
  const { table } = one;
  const found: Scored[] = [];
  for (const kind of [lines, mistakes, rotary, planes]) {
    found.push(...score(one, kind(table)));
    if (found.some(({ model, early }) => early <= 4 * table.tolerance(model.size))) break;
  }
  const unique = new Map(found.map((item) => [JSON.stringify([item.model.encoding, item.model.words]), item]));
  return [...unique.values()].sort((a, b) => rank(one, a) - rank(one, b));
}

/** The same convention in arithmetic of few bits, if that explains what differs. */
function explain(one: Case, best: Scored): Scored {
  const tolerance = one.table.tolerance(best.model.size);
  const { largest } = best.difference;
  if (largest <= 20 * tolerance) return best;
  const nearest = score(one, lowPrecision(best.model)).reduce(
    (a, b) => (b.difference.largest < a.difference.largest ? b : a),
    best,
  );
  return nearest.difference.largest < Math.max(4 * tolerance, 0.02 * largest) ? nearest : best;
}

/** What the differences say of the arithmetic that made the table. */
function arithmetic({ posenc, table, sample }: Case, { model }: Scored): string[] {
  const apart = sample.map((row) => ({ row, by: compare(posenc, table, model, [row])?.largest ?? 0 }));
  const far = apart.filter(({ by }) => by > 2 * table.tolerance(model.size));
  const [first] = far;
  if (!first) return [];
  const grown = far.every(({ row, by }) => by <= model.size * 4e-7 * (row + 4));
  if (grown && far.some(({ row }) => row > 8)) return ['float32 arithmetic: differences grow by about 6e-8 a row'];
  const same = sample.filter((row) => row < first.row).at(-1);
  return first.row > 200 ? [`the same up to row ${same}, then differences grow: angles of few bits`] : [];
}

/** The first positions that formats of few bits cannot tell apart. */
function equalRows({ rows, all, at }: TableView): string[] {
  const equal = [257, 2049].find((row) => row < rows && all.every((column) => at(row, column) === at(row - 1, column)));
  return equal ? [`rows ${equal} and ${equal - 1} are equal`] : [];
}

interface Found extends Pick<Identification, 'matches' | 'verdict'> {
  /** Other encodings that the values cannot tell from the best. */
  readonly ambiguous: readonly string[];
}

function inspect(posenc: Posenc, table: TableView): Found {
  const one = { posenc, table, sample: sampleOf(table) };
  const [first, ...seconds] = search(one);
  if (!first) return { matches: [], verdict: 'none', ambiguous: [] };
  const best = explain(one, first);
  const { model } = best;
  const tolerance = table.tolerance(model.size);
  const everyRow = Array.from({ length: table.rows }, (_, row) => row);
  const inAll = ({ model }: Scored): Difference => compare(posenc, table, model, everyRow) as Difference;
  const whole = inAll(best);
  const others = seconds.slice(0, LISTED).map((item) => ({ ...item, difference: inAll(item) }));
  const exact = !whole.wrong && !model.explained;
  const reasons = exact ? [] : arithmetic(one, best);
  const count = table.rows * table.columns;
  const few = whole.wrong > 0 && whole.wrong < FEW * count;
  const words = [
    ...model.words,
    ...(table.transposed ? ['transposed: [dim, positions]'] : []),
    ...(model.angle ? equalRows(table) : []),
    ...reasons,
    ...(few && !reasons.length ? [`${whole.wrong} of ${count} values differ by more than rounding`] : []),
    ...(exact && table.precision !== 'float64' ? [`values rounded to ${table.precision}`] : []),
  ];
  const near = whole.largest <= Math.max(0.03 * model.size, 8 * tolerance) || reasons.length > 0 || few;
  const matchesOf = ({ model, difference }: Scored, words: readonly string[]): IdentifyMatch[] =>
    model.names.map(([name, preset]) => ({
      name,
      encoding: model.encoding,
      ...(preset && !model.explained ? { preset } : {}),
      largestDifference: difference.largest,
      at: table.transposed ? [difference.at[1], difference.at[0]] : difference.at,
      words,
    }));
  const ties = others.filter((item) => exact && !item.difference.wrong && !item.model.explained);
  return {
    matches: [
      ...matchesOf({ ...best, difference: whole }, words),
      ...others.flatMap((item) => matchesOf(item, item.model.words)),
    ].slice(0, LISTED),
    verdict: exact ? 'exact' : near ? 'near' : 'none',
    ambiguous: ties
      .filter((item) => JSON.stringify(item.model.encoding) !== JSON.stringify(model.encoding))
      .map(({ model }) => `${model.names.map(([name]) => name).join(', ')} (${model.words.join(', ')})`),
  };
}

/**
 * Finds the convention of a table: layout, order, spacing, base, origin, scales, well-known mistakes, arithmetic of few
 * bits, grids, rotary tables. Rows are positions 0, 1, 2, ... A part of the rows is compared with all candidates, the
 * whole table with those that are listed.
 *
 * @throws TypeError or RangeError for a table without a shape of [rows, dim]
 */
export function identify(posenc: Posenc, table: IdentifyTable, options: IdentifyOptions = {}): Identification {
  const view = readTable(table, options);
  const { rows, columns } = view;
  const { bad, place, constant, first, mean, deviation } = survey(view);
  const count = rows * columns;
  const none = (text: string): Identification => ({ matches: [], verdict: 'none', text });
  const holes = bad
    ? ` ${bad} of ${count} values are not finite, the first at row ${place[0]}, column ${place[1]}.`
    : '';
  if (bad >= FEW * count) return none(holes.trim());
  if (constant && count > 1) return none(`Constant: every value is ${first}.`);
  let found = inspect(posenc, view);
  if (found.verdict === 'none' && rows > 1 && columns > 1 && rows <= WIDEST && !view.grid) {
    const other = inspect(posenc, transpose(view));
    if (other.verdict !== 'none') found = other;
  }
  const { matches, verdict, ambiguous } = found;
  const [best] = matches;
  const difference = best
    ? `largest difference ${best.largestDifference.toPrecision(2)} at row ${best.at[0]}, column ${best.at[1]}.`
    : '';
  if (best && verdict !== 'none') {
    const also = ambiguous.length
      ? ` Ambiguous: ${rows} x ${columns} values do not tell it from ${ambiguous.slice(0, 4).join('; ')}.`
      : '';
    const near = verdict === 'near' ? 'Near ' : '';
    return { matches, verdict, text: `${near}${best.name} (${best.words.join('; ')}), ${difference}${also}${holes}` };
  }
  const nearest = `${best ? ` Nearest is ${best.name}, ${difference}` : ''}${holes}`;
  const small = deviation > 0 && deviation < 0.3 && Math.abs(mean) < deviation;
  if (small && rows > 3 && columns > 3 && !related(view)) {
    const size = deviation.toPrecision(2);
    return {
      matches,
      verdict: 'learned',
      text: `Learned, or random: no sinusoid, values with a deviation of ${size}, rows that have nothing in common.${nearest}`,
    };
  }
  return { matches, verdict, text: `None of the known conventions.${nearest}` };
}

provide(identify);
