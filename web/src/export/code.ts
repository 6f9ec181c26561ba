/** Code that makes the numbers of a state: in JavaScript with posenc, in PyTorch alone, in C++ with posenc. */

import header from '../../../src/posenc.hpp';
import type { AnyEncoding } from '../encoding.ts';
import type { Values } from '../field.ts';
import { encodingFrom, isGridKind, isTableKind, type Kind, kindOf } from '../fields.ts';
import { dimOf, rowsOf } from '../rows.ts';
import { valueIn } from '../state.ts';
import { cppOf } from './cpp.ts';
import { stampOf } from './stamp.ts';
import { pytorch } from './torch.ts';

export interface Code {
  readonly language: 'JavaScript' | 'PyTorch' | 'C++';
  readonly text: string;
}

/** A value as JavaScript writes it, keys without quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${literal(item)}`);
    return `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function javascript(values: Values): string {
  const kind = kindOf(values);
  const encoding = encodingFrom(values);
  const { start, length } = rowsOf(values);
  const sections = encoding.sections as readonly number[] | undefined;
  const places = isGridKind(kind)
    ? literal({ grid: valueIn(values, 'cells') })
    : sections
      ? `{ data: Array.from({ length: ${sections.length * length} }, (_, k) => ${start} + (k % ${length})), shape: [${sections.length}, ${length}] }`
      : start === 0
        ? String(length)
        : literal({ start, count: length });
  const lines = [
    `// ${stampOf(values)}`,
    "import { createPosenc } from 'posenc';",
    '',
    'const posenc = await createPosenc();',
    `const encoding = ${literal(encoding)};`,
  ];
  if (isTableKind(kind)) lines.push(`const { data, shape } = posenc.encode(encoding, ${places});`);
  else if (kind === 'swin') lines.push('const { data, shape } = posenc.bias(encoding);');
  else lines.push(`const { data, shape } = posenc.bias(encoding, { queries: ${length}, keys: ${length} });`);
  if (encoding.pairing !== undefined || encoding.scaling !== undefined) {
    lines.push(`const { cos, sin } = posenc.rotary(encoding, ${places}); // to rotate queries and keys with`);
  }
  return `${lines.join('\n')}\n`;
}

/** C++ that makes the table, the biases or the buckets of all rows of a state. */
function cpp(values: Values): string {
  const encoding = encodingFrom(values) as unknown as AnyEncoding;
  const { start, length } = rowsOf(values);
  const columns = dimOf(values, encoding);
  const list = (type: string, name: string, ...sizes: readonly number[]): string =>
    `std::vector<${type}> ${name}(${sizes.map((size, k) => (k === 0 ? `${size}ull` : size)).join(' * ')});`;
  const table = list('float', 'table', length, columns);
  const places = `posenc::Positions{${start === 0 ? '' : `.start = ${start}, `}.count = ${length}}`;
  const cells = (): string => `posenc::Cells{.sizes = {${(valueIn(values, 'cells') as readonly number[]).join(', ')}}}`;
  const iota = 'std::iota(positions.begin(), positions.end(), 0.0);';
  const positions = [list('double', 'positions', length), iota];
  const declared = cppOf(header, encoding);
  const lines: Readonly<Record<Kind, () => readonly string[]>> = {
    sinusoid: () => [declared, table, `posenc::encode(encoding, ${places}, table);`],
    grid: () => [declared, table, `posenc::encode(encoding, ${cells()}, table);`],
    fourier: () => [declared, table, `posenc::encode(encoding, ${cells()}, table);`],
    learned: () => [declared, table, `posenc::learned(encoding, ${places}, table);`],
    alibi: () => [
      ...[declared, ...positions, list('float', 'out', Number(valueIn(values, 'heads')), length, length)],
      'posenc::bias(encoding, positions, positions, out);',
    ],
    t5: () => [
      ...[declared, ...positions, list('std::int64_t', 'out', length, length)],
      'posenc::t5_buckets(encoding, positions, positions, out);',
    ],
    deberta: () => [
      ...[declared, ...positions, list('std::int64_t', 'out', length, length)],
      'posenc::deberta_buckets(encoding, positions, positions, out);',
    ],
    swin: () => [list('std::int64_t', 'out', length, length), declared],
  };
  const body = lines[kindOf(values)]();
  return [
    `// ${stampOf(values)}`,
    ...(body.includes(iota) ? ['#include <numeric>'] : []),
    '#include <vector>',
    '',
    '#include <posenc.hpp>',
    '',
    'int main() {',
    ...body.map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
    '}',
    '',
  ].join('\n');
}

/** The code of a state in every language that has room for it. */
export function codeOf(values: Values): Code[] {
  const codes: [Code['language'], string | null][] = [
    ['JavaScript', javascript(values)],
    ['PyTorch', pytorch(values)],
    ['C++', cpp(values)],
  ];
  return codes.flatMap(([language, text]) => (text === null ? [] : [{ language, text }]));
}
