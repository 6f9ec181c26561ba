/**
 * A Vite plugin that writes the service worker: after the first view has answered, it fetches all files of the page, so
 * that all of it works without a network.
 *
 * The list of files and a version made of their contents are known only when everything is built.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export function offline(): Plugin {
  return {
    name: 'posenc-offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const hash = createHash('sha256');
        const files = Object.values(bundle)
          .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
          .map((file) => {
            hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
            return file.fileName;
          });
        const worker = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');
        hash.update(worker);
        const list = JSON.stringify(['./', 'icon.svg', ...files.filter((name) => name !== 'index.html')]);
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: worker
            .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 12)))
            .replace("['FILES']", list),
        });
      },
    },
  };
}
