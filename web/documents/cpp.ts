/** What posenc.hpp declares: its structs with their fields in order, and its enumerators. */

import { readFileSync } from 'node:fs';
import type { Header } from '../src/export/cpp.ts';

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

export function readHeader(text = readFileSync(new URL('../../src/posenc.hpp', import.meta.url), 'utf8')): Header {
  const code = withoutComments(text);
  const structs = [...code.matchAll(/^struct (\w+) \{\n([\s\S]*?)^\};/gm)].map(([, name, body]) => {
    const fields = [...(body ?? '').matchAll(/^ {4}([\w:<> ]+?) (\w+)(?: = ([^;]*))?;$/gm)].map(
      ([, type, field, absent]) => ({ type: type as string, name: field as string, absent: absent ?? '' }),
    );
    return [name as string, fields] as const;
  });
  const enums = [...code.matchAll(/^enum class (\w+) : [\w:]+ \{([^}]*)\};/gm)].map(([, name, body]) => {
    const names = (body ?? '').split(',').map((item) => item.trim());
    return [name as string, names.filter((item) => item !== '')] as const;
  });
  return { structs: new Map(structs), enums: new Map(enums) };
}
