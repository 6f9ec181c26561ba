/**
 * A Vite plugin that fills the documents when they are built or served: what stands there was run just then, with the
 * package as it is.
 */

import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** What takes the place of comments, by the document. Loaded when asked for, since it needs the package. */
const PARTS: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  'recipes.html': async () => ({ ...(await (await import('./recipes-page.ts')).recipesPage()) }),
  'presets.html': async () => ({ html: await (await import('./presets-page.ts')).presetsPage() }),
};

export function documents(): Plugin {
  return {
    name: 'posenc-documents',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const parts = (await PARTS[basename(filename)]?.()) ?? {};
        return html.replace(/<!-- made: (\w+) -->/g, (_, name) => {
          const part = parts[name];
          if (part === undefined) throw new Error(`${filename}: nothing makes ${name}`);
          return part;
        });
      },
    },
  };
}
