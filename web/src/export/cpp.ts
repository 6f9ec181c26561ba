/**
 * An encoding as the C++ struct that posenc.hpp declares for it. Fields, their order and their enumerators are those of
 * the header itself, so that what the header does not know is an error here.
 */

import type { BiasEncoding, Encoding } from 'posenc';

interface Field {
  readonly type: string;
  readonly name: string;
  /** What the field is when nothing is said, as the header writes it. */
  readonly absent: string;
}

export interface Header {
  readonly structs: ReadonlyMap<string, readonly Field[]>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** A field's name or an enumerator as C++ has it. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const enumerator = (value: string): string => value.replaceAll('-', '_');

const KINDS = {
  sinusoid: 'Encoding',
  grid: 'Grid',
  fourier: 'Fourier',
  learned: 'Learned',
  alibi: 'Alibi',
  t5: 'T5',
  deberta: 'Deberta',
} as const;

type Values = Readonly<Record<string, unknown>>;

/** The axis of a grid is an encoding and what a grid adds to it. */
function axisOf(header: Header, axis: Values): Values {
  const own = (header.structs.get('Axis') ?? []).map(({ name }) => name);
  const entries = Object.entries(axis);
  const encoding = Object.fromEntries(entries.filter(([name]) => !own.includes(snake(name))));
  return { encoding, ...Object.fromEntries(entries.filter(([name]) => own.includes(snake(name)))) };
}

/** What is not said where it is what the field is anyway. */
const isAbsent = ({ absent }: Field, value: string): boolean => absent === value.replace(/^posenc::/, '');

const WIDEST = 72;

/** Parts in braces: in one line, or in lines of their own where that is too long; of numbers as many as a line has room for. */
function braces(parts: readonly string[], indent: string): string {
  const line = `{${parts.join(', ')}}`;
  if (indent.length + line.length <= WIDEST && !line.includes('\n')) return line;
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part},`;
    const isNext = /^[-+.\de]+$/.test(part) && lines.length > 0 && indent.length + 4 + longer.length <= WIDEST;
    if (isNext) lines[lines.length - 1] = longer;
    else lines.push(`${part},`);
  }
  return `{\n${lines.map((one) => `${indent}    ${one}\n`).join('')}${indent}}`;
}

function written(header: Header, type: string, value: unknown, indent: string): string {
  const inner = type.match(/^std::(?:optional|vector|span)<(.*?)(?: const)?>$/)?.[1];
  if (inner !== undefined && Array.isArray(value)) {
    const items = value.map((item) => written(header, inner, item, `${indent}    `));
    return braces(items, indent);
  }
  if (inner !== undefined) return type.includes('optional') ? written(header, inner, value, indent) : String(value);
  const names = header.enums.get(type);
  if (names) {
    const name = enumerator(String(value));
    if (!names.includes(name)) throw new Error(`posenc.hpp has no ${type}::${name}`);
    return `posenc::${type}::${name}`;
  }
  if (header.structs.has(type)) {
    const values = value as Values;
    // An optional struct has to say its name.
    const name = type === 'XPos' ? 'posenc::XPos' : '';
    return name + fieldsOf(header, type, type === 'Axis' ? axisOf(header, values) : values, indent);
  }
  return String(value);
}

/** A designated initialiser of a struct: its fields in the header's order. */
function fieldsOf(header: Header, struct: string, values: Values, indent: string): string {
  const fields = header.structs.get(struct);
  if (!fields) throw new Error(`posenc.hpp has no struct ${struct}`);
  const given = new Map(
    Object.entries(values)
      .filter(([name, value]) => name !== 'kind' && value !== undefined)
      .map(([name, value]) => [snake(name), value]),
  );
  const parts = fields
    .filter(({ name }) => given.has(name))
    .map((field) => ({ field, value: written(header, field.type, given.get(field.name), `${indent}    `) }))
    .filter(({ field, value }) => !isAbsent(field, value))
    .map(({ field, value }) => `.${field.name} = ${value}`);
  const known = fields.map(({ name }) => name);
  for (const name of given.keys()) {
    if (!known.includes(name)) throw new Error(`posenc.hpp's ${struct} has no field ${name}`);
  }
  return braces(parts, indent);
}

/** The declaration of an encoding in C++, or, for Swin, whose window is an argument, the call. */
export function cppOf(header: Header, encoding: Encoding | BiasEncoding, name = 'encoding'): string {
  const { kind = 'sinusoid', ...fields } = encoding as Values & { kind?: string };
  if (kind === 'swin') {
    const { window, classToken = false } = fields as { window: readonly number[]; classToken?: boolean };
    return `posenc::swin_index(${window.join(', ')}, ${classToken}, out);`;
  }
  const struct = KINDS[kind as keyof typeof KINDS];
  return `posenc::${struct} const ${name}${fieldsOf(header, struct, fields, '')};`;
}
