/** A Vite plugin: what one imports of a C++ header are the structs and enumerators that it declares. */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { readHeader } from './documents/cpp.ts';

export const header = (): Plugin => ({
  name: 'posenc-header',
  load(id) {
    if (!id.endsWith('.hpp')) return null;
    this.addWatchFile(id);
    const { structs, enums } = readHeader(readFileSync(id, 'utf8'));
    const entries = (map: ReadonlyMap<string, unknown>): string => JSON.stringify([...map]);
    return `export default { structs: new Map(${entries(structs)}), enums: new Map(${entries(enums)}) };`;
  },
});
