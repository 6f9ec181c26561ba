/** Times out of a text: dates as ISO 8601 writes them, or numbers; and what to encode them with. */

import { cellNumber, readText, type TextTable } from '../../csv.ts';

export interface Times {
  /** Unix seconds of dates; numbers as they are. */
  readonly values: Float64Array;
  readonly isDates: boolean;
  /** Names of the columns that hold times, the chosen one among them; without a header their numbers from 1. */
  readonly columns: readonly string[];
  readonly column: string;
  /** How many characters of `YYYY-MM-DD HH:MM:SS.mmm` all dates need. */
  readonly digits: number;
  /** Whether each time is at least the one before. */
  readonly isSorted: boolean;
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** Unix seconds of a date, or NaN. A date without a zone is UTC, so that everybody sees the same. */
export function unixSeconds(text: string): number {
  const match = iso.exec(text.trim());
  if (!match) return Number.NaN;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const parts = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [y, mo, d, h, mi, s] = parts;
  const date = new Date(Date.UTC(y, mo - 1, d, h, mi, s));
  date.setUTCFullYear(y);
  // The 31st of February is none; second 60 is a leap second, which Unix time does not have.
  const isReal = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d && h < 24 && mi < 60 && s < 60;
  if (!isReal) return Number.NaN;
  const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  const ahead = offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0)) * 60 : 0;
  return date.getTime() / 1000 - ahead + (fraction === '' ? 0 : Number(`0.${fraction}`));
}

const timeOf = (cell: string, delimiter: string): number => {
  const seconds = unixSeconds(cell);
  return Number.isNaN(seconds) ? cellNumber(cell, delimiter) : seconds;
};
const isTime = (cell: string, delimiter: string): boolean => Number.isFinite(timeOf(cell, delimiter));
/** Whether a cell is written as a date, but of a day or a time that does not exist. */
const isFalseDate = (cell: string): boolean => iso.test(cell.trim()) && Number.isNaN(unixSeconds(cell));

/** Headers under which times usually stand. */
const likely = /time|date|stamp|\bts\b|epoch|when|zeit|datum/i;
const mostRows = 2 ** 20;

/** The column that is asked for, else the first whose header speaks of time, else the first of dates, else the first. */
function choose(table: TextTable, names: readonly string[], candidates: readonly number[], asked: string): number {
  const named = candidates.find((k) => names[k] === asked);
  if (named !== undefined) return named;
  const isDate = (k: number): boolean => !Number.isNaN(unixSeconds(table.rows[0]?.[k] ?? ''));
  return (
    (table.header ? candidates.find((k) => likely.test(names[k] ?? '')) : undefined) ??
    candidates.find(isDate) ??
    (candidates[0] as number)
  );
}

/**
 * @param asked the name of a column; '' or one that is not there: the likeliest
 * @throws RangeError in a sentence that names the line
 */
export function readTimes(text: string, asked = ''): Times {
  // A date that is none is no name of a column.
  const table = readText(text, (cell, delimiter) => isTime(cell, delimiter) || isFalseDate(cell));
  const { rows, lines, header, delimiter } = table;
  const [first] = rows;
  if (!first) throw new RangeError('There are no times: the text has only one line, of words.');
  if (rows.length > mostRows)
    throw new RangeError(`There are ${rows.length} times; this page shows at most ${mostRows}.`);
  const names = header ?? first.map((_, k) => `Column ${k + 1}`);
  const candidates = first.flatMap((cell, k) => (isTime(cell, delimiter) ? [k] : []));
  const wrong = first.find(isFalseDate);
  if (wrong !== undefined && (candidates.length === 0 || (header === null && !names.includes(asked)))) {
    throw new RangeError(`Line ${lines[0]} says “${wrong.slice(0, 40)}”: there is no such day or time.`);
  }
  if (candidates.length === 0) {
    throw new RangeError(
      `Line ${lines[0]} has no time: “${first.join(delimiter).slice(0, 60)}”. Times are dates such as 2024-05-01 or 2024-05-01T12:30:00Z, or numbers.`,
    );
  }
  const column = choose(table, names, candidates, asked);
  const values = new Float64Array(rows.length);
  const isDates = !Number.isNaN(unixSeconds(first[column] ?? ''));
  const read = (cell: string): number => (isDates ? unixSeconds(cell) : cellNumber(cell, delimiter));
  let isSorted = true;
  rows.forEach((row, r) => {
    const cell = row[column] ?? '';
    const value = read(cell);
    if (!Number.isFinite(value)) {
      const what = cell.trim() === '' ? 'has nothing' : `says “${cell.slice(0, 40)}”`;
      throw new RangeError(
        `Line ${lines[r]} ${what} in “${names[column]}”, where the first line has ${isDates ? 'a date' : 'a number'}.`,
      );
    }
    if (Math.abs(value) > 2 ** 53)
      throw new RangeError(`Line ${lines[r]} says ${cell.slice(0, 40)}; times may be at most 2^53.`);
    values[r] = value;
    if (r > 0 && value < (values[r - 1] as number)) isSorted = false;
  });
  return {
    values,
    isDates,
    columns: candidates.map((k) => names[k] as string),
    column: names[column] as string,
    digits: isDates ? digitsOf(values) : 0,
    isSorted,
  };
}

export interface Span {
  readonly first: number;
  readonly last: number;
  /** The smallest and the median step above 0 between times in order; 0 where all are equal. */
  readonly step: number;
  readonly usual: number;
}

export function spanOf(values: Float64Array): Span {
  const sorted = values.slice().sort();
  const steps = sorted
    .slice(1)
    .map((value, k) => value - (sorted[k] as number))
    .filter((step) => step > 0)
    .sort();
  return {
    first: sorted[0] ?? 0,
    last: sorted.at(-1) ?? 0,
    step: steps[0] ?? 0,
    usual: steps[Math.floor(steps.length / 2)] ?? 0,
  };
}

/** Up to the next number with two digits: 86400 becomes 87000. */
const roundedUp = (value: number): number => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(12));
};

/**
 * Wavelengths for a span: the smallest step is a quarter of the first turn, so that neighbours are far apart; the whole
 * span is half of the last turn, so that no two times have the same values there.
 */
export function wavelengthsFor({ first, last, step }: Span): { shortest: number; longest: number } {
  const shortest = step > 0 ? 4 * step : 1;
  const longest = last > first ? roundedUp(2 * (last - first)) : 2 * shortest;
  return { shortest, longest: Math.max(longest, 2 * shortest) };
}

/** Distances of neighbouring rows of a table, and what they say. */
export interface Distinctness {
  readonly distances: Float64Array;
  readonly smallest: number;
  /** The row before the smallest distance. */
  readonly at: number;
  /** Neighbours with the same time. */
  readonly equal: number;
  /** Neighbours with different times that are one in float32. */
  readonly lostInFloat32: number;
}

export function distinctness(values: Float64Array, table: Float64Array, dim: number): Distinctness {
  const count = Math.max(0, values.length - 1);
  const distances = new Float64Array(count);
  let [smallest, at, equal, lostInFloat32] = [Infinity, 0, 0, 0];
  for (let r = 0; r < count; r++) {
    let squares = 0;
    for (let k = r * dim; k < (r + 1) * dim; k++) squares += ((table[k + dim] as number) - (table[k] as number)) ** 2;
    distances[r] = Math.sqrt(squares);
    const [here, next] = [values[r] as number, values[r + 1] as number];
    if (here === next) equal++;
    else {
      if (Math.fround(here) === Math.fround(next)) lostInFloat32++;
      if ((distances[r] as number) < smallest) [smallest, at] = [distances[r] as number, r];
    }
  }
  return { distances, smallest, at, equal, lostInFloat32 };
}

/** Rows of a picture in the order of the times: the index of each time, and -1 for room where times are missing. */
export function rowsWithGaps(values: Float64Array, usual: number, hasGaps: boolean): Int32Array {
  const rows: number[] = [];
  // A gap is as high as the times that it could have held, at most a twelfth of all.
  const most = Math.max(1, Math.floor(values.length / 12));
  values.forEach((value, k) => {
    const missing = k === 0 || usual === 0 ? 0 : Math.round((value - (values[k - 1] as number)) / usual) - 1;
    if (hasGaps && missing >= 2) for (let n = 0; n < Math.min(missing, most); n++) rows.push(-1);
    rows.push(k);
  });
  return Int32Array.from(rows);
}

const units: readonly (readonly [seconds: number, name: string])[] = [
  [31557600, 'year'],
  [86400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A duration in words: '1.5 days'; of plain numbers the number. */
export function durationLabel(value: number, isDates: boolean): string {
  const short = (number: number): string => String(Number(number.toPrecision(3)));
  if (!isDates) return short(value);
  const [seconds, name] = units.find(([size]) => value >= size) ?? [1, 'second'];
  const number = short(value / seconds);
  return `${number} ${name}${number === '1' ? '' : 's'}`;
}

const digitsOf = (values: Float64Array): number => {
  const isWhole = (unit: number): boolean => values.every((value) => value % unit === 0);
  return isWhole(86400) ? 10 : isWhole(60) ? 16 : isWhole(1) ? 19 : 23;
};

/** A time as one reads it, dates as fine as all of them need. */
export function timeLabel(value: number, { isDates, digits }: Pick<Times, 'isDates' | 'digits'>): string {
  if (!isDates) return String(value);
  return new Date(value * 1000).toISOString().replace('T', ' ').slice(0, digits);
}

/** Half-hourly readings of two days, with a night that is missing, and some days later. */
export function exampleText(): string {
  const line = (seconds: number): string => {
    const hours = (seconds / 3600) % 24;
    return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z,${(14 + 6 * Math.sin(((hours - 9) / 24) * 2 * Math.PI)).toFixed(1)}`;
  };
  const begin = Date.UTC(2024, 4, 1) / 1000;
  const times = Array.from({ length: 240 }, (_, k) => begin + 1800 * k).filter(
    (_, k) => !(k >= 60 && k < 84) && !(k >= 150 && k < 180),
  );
  return `time,temperature\n${times.map(line).join('\n')}\n`;
}
