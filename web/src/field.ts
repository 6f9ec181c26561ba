/**
 * What a field is: one named value that a link holds and a control changes. Encodings, positions and the options of
 * views are all made of fields, so that reading, writing, checking and showing them is written once.
 */

export type Value = number | string | boolean | readonly number[];
export type Values = Readonly<Record<string, Value>>;
/** Changes of fields; null takes a field back to its default. */
export type Patch = Readonly<Record<string, Value | null>>;

export type Choices = readonly (readonly [value: string, label: string])[];

export interface Field {
  /** The key in links, unique; for a field of an encoding mostly its path, such as 'scaling.factor' or 'axes.0.dim'. */
  readonly name: string;
  readonly type: 'number' | 'numbers' | 'choice' | 'flag' | 'text';
  readonly label: string;
  /** What a number counts: 'positions'. */
  readonly unit?: string;
  readonly choices?: Choices;
  /** The value when nothing is said. Without one the field is optional, and an empty control means that it is absent. */
  readonly default?: Value;
  /** Values that a slider reaches. Text fields and links may say anything that is allowed. */
  readonly ladder?: readonly number[];
  /** For fields that the page checks itself; those of an encoding are for the package to judge. */
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  /** For texts: the most characters; for lists the most numbers. */
  readonly most?: number;
  /** Where it stands among the controls: always seen, among the choices, or under "More". */
  readonly place?: 'main' | 'choice' | 'more';
  /** Known and kept, but not shown among the controls. */
  readonly isHidden?: boolean;
  /** Where the value goes in the encoding, if not to `name`; null: it is the page's own. */
  readonly path?: string | null;
  /** Fields whose old values would not fit a new one of this: they go back to their defaults. */
  readonly resets?: readonly string[];
  /** Said even where it is the default: the package has none of its own. */
  readonly isRequired?: boolean;
}

/** A decimal number as one writes it, or NaN. Unlike Number(), '' and '0x10' and 'Infinity' are none. */
export function readNumber(text: string): number {
  const bare = text
    .trim()
    .replace(/[\s_,'’]/g, '')
    .replace('−', '-');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : Number.NaN;
}

/** Longer words in a sentence help nobody. */
export const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const bounds = ({ min, max }: Field): string => {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` from ${min}`;
  return max !== undefined ? ` up to ${max}` : '';
};

/** What a field can be, in words: 'a whole number from 1 to 64'. */
export function allowedWords(field: Field): string {
  const { type, choices, isWhole, most } = field;
  if (type === 'choice') return (choices ?? []).map(([value]) => value).join(', ');
  if (type === 'flag') return 'true or false';
  if (type === 'text') return most === undefined ? 'any text' : `at most ${most} characters`;
  const number = `${isWhole ? 'whole number' : 'number'}${type === 'numbers' ? 's' : ''}${bounds(field)}`;
  if (type === 'number') return `a ${number}`;
  return `${most === undefined ? '' : `at most ${most} `}${number}, with commas between`;
}

const isWithin = ({ isWhole, min = -Infinity, max = Infinity }: Field, value: number): boolean =>
  value >= min && value <= max && (!isWhole || Number.isInteger(value));

/** Whether a value is one of the field's, as far as the page knows. */
export function isAllowed(field: Field, value: unknown): value is Value {
  const { type, choices, most = Infinity } = field;
  if (type === 'number') return typeof value === 'number' && isWithin(field, value);
  if (type === 'flag') return typeof value === 'boolean';
  if (type === 'text') return typeof value === 'string' && value.length <= most;
  if (type === 'choice') return choices?.some(([name]) => name === value) ?? false;
  return Array.isArray(value) && value.length <= most && value.every((item) => isWithin(field, item));
}

/**
 * A field's value from a text, or undefined where it is no text of such a value. Whether it is allowed is not asked. A
 * number beyond all doubles stays the text that it was, so that a sentence can quote it.
 */
export function readValue({ type, choices }: Field, text: string): Value | undefined {
  switch (type) {
    case 'number': {
      const value = readNumber(text);
      return Number.isNaN(value) ? undefined : Number.isFinite(value) ? value : text.trim();
    }
    case 'numbers': {
      const values = text.trim() === '' ? [] : text.split(/[,;\s]+/).map(readNumber);
      if (values.some(Number.isNaN)) return undefined;
      return values.every(Number.isFinite) ? values : text.trim();
    }
    case 'flag':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
    case 'choice':
      return choices?.some(([value]) => value === text) ? text : undefined;
    default:
      return text;
  }
}

export const writeValue = (value: Value): string => (Array.isArray(value) ? value.join(',') : String(value));

export const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, k) => x === b[k]));

/** What a field is now: as said, or its default. */
export const valueNow = (field: Field, values: Values): Value | undefined => values[field.name] ?? field.default;
