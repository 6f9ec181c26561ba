/** Tables as text: comma, semicolon, tab or spaces between the cells of a line, quotes as in RFC 4180, # comments. */

export interface TextTable {
  readonly delimiter: string;
  /** The words of the first line, if it is a header; else the columns have none. */
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** In which line of the text each row begins, counted from 1. */
  readonly lines: readonly number[];
}

const delimiters = ['\t', ';', ',', ' '];

/** A number of a cell, or NaN. Where commas do not separate cells, one stands for the decimal point. */
export function cellNumber(text: string, delimiter = ','): number {
  const bare = text.trim();
  const plain = delimiter === ',' ? bare : bare.replace(/^([+-]?\d*),(\d+)(?=$|e)/i, '$1.$2');
  if (/^[+-]?(nan|inf(inity)?)$/i.test(plain)) {
    return /nan/i.test(plain) ? Number.NaN : plain.startsWith('-') ? -Infinity : Infinity;
  }
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Whether a cell says a number, be it that there is none (NaN). */
export const isNumber = (text: string, delimiter = ','): boolean =>
  /^\s*[+-]?(nan|inf(inity)?)\s*$/i.test(text) || !Number.isNaN(cellNumber(text, delimiter));

/** Cells of every line; quotes protect delimiters and ends of lines. */
function cellsOf(text: string, delimiter: string): { rows: string[][]; lines: number[] } {
  const rows: string[][] = [];
  const lines: number[] = [];
  let row: string[] = [];
  let cell = '';
  let line = 1;
  let begin = 1;
  let isQuoted = false;
  let wasQuoted = false;
  const endCell = (): void => {
    // Several spaces are one delimiter.
    if (delimiter !== ' ' || cell !== '' || wasQuoted) row.push(wasQuoted ? cell : cell.trim());
    cell = '';
    wasQuoted = false;
  };
  const endRow = (): void => {
    endCell();
    if (row.some((one) => one !== '')) {
      rows.push(row);
      lines.push(begin);
    }
    row = [];
    begin = line;
  };
  for (let k = 0; k < text.length; k++) {
    const c = text[k] as string;
    if (isQuoted) {
      if (c === '\n') line++;
      if (c !== '"') cell += c;
      else if (text[k + 1] === '"') cell += text[k++] as string;
      else isQuoted = false;
    } else if (c === '"' && cell.trim() === '') {
      [cell, isQuoted, wasQuoted] = ['', true, true];
    } else if (c === '#' && row.length === 0 && cell.trim() === '') {
      while (k + 1 < text.length && text[k + 1] !== '\n') k++;
    } else if (c === delimiter || (delimiter === ' ' && c === '\t')) endCell();
    else if (c === '\n') {
      line++;
      endRow();
    } else if (c !== '\r') cell += c;
  }
  if (isQuoted) throw new RangeError(`A quotation mark in line ${begin} is never closed.`);
  endRow();
  return { rows, lines };
}

/** The first delimiter that cuts the first lines into the same number of cells, more than one. */
export function delimiterOf(text: string): string {
  const lines = text
    .split(/\r?\n/, 40)
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .slice(0, 20);
  for (const delimiter of delimiters) {
    const counts = lines.map(
      (line) =>
        line
          .replace(/"[^"]*"/g, '')
          .trim()
          .split(delimiter === ' ' ? / +/ : delimiter).length,
    );
    // A date and its time have a space between.
    const isDate = delimiter === ' ' && lines.some((line) => /\d{4}-\d\d-\d\d \d\d?:/.test(line));
    if (!isDate && counts.length > 0 && (counts[0] as number) > 1 && counts.every((n) => n === counts[0])) {
      return delimiter;
    }
  }
  return delimiters.find((delimiter) => delimiter !== ' ' && lines[0]?.includes(delimiter)) ?? ',';
}

/**
 * @param isValue whether a cell is one of the values of a table; a first line without any is the header
 * @throws RangeError in a sentence
 */
export function readText(text: string, isValue: (cell: string, delimiter: string) => boolean = isNumber): TextTable {
  const bare = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(bare);
  const { rows, lines } = cellsOf(bare, delimiter);
  const [first] = rows;
  if (!first) throw new RangeError('There is nothing to read: the text is empty.');
  const hasHeader = !first.some((cell) => isValue(cell, delimiter));
  return {
    delimiter,
    header: hasHeader ? first : null,
    rows: hasHeader ? rows.slice(1) : rows,
    lines: hasHeader ? lines.slice(1) : lines,
  };
}

/**
 * A table of numbers as [rows, columns].
 * @throws RangeError that names the line and the cell that is none
 */
export function numbersOf({ header, rows, lines, delimiter }: TextTable): { data: Float64Array; shape: number[] } {
  if (rows.length === 0) throw new RangeError('There are no numbers: the text has only one line, of words.');
  const columns = header?.length ?? (rows[0] as readonly string[]).length;
  const data = new Float64Array(rows.length * columns);
  rows.forEach((row, r) => {
    if (row.length !== columns) {
      throw new RangeError(
        `Line ${lines[r]} has ${row.length} ${row.length === 1 ? 'cell' : 'cells'} where ${columns} are expected: this is not a table.`,
      );
    }
    row.forEach((cell, c) => {
      if (!isNumber(cell, delimiter)) {
        throw new RangeError(`Line ${lines[r]}, cell ${c + 1} says “${cell.slice(0, 40)}”, which is not a number.`);
      }
      data[r * columns + c] = cellNumber(cell, delimiter);
    });
  });
  return { data, shape: [rows.length, columns] };
}
