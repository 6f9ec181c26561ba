/**
 * A Vite plugin that fills the documents when they are built or served: what stands there was run just then, with the
 * package as it is.
 */

import type { Plugin } from 'vite';

/** The page's parts by the comment that they take the place of. Loaded when asked for, since they need the package. */
const PARTS: Readonly<Record<string, () => Promise<string>>> = {
  recipes: async () => (await import('./recipes-page.ts')).recipesPage(),
  'recipes-figures': async () => {
    const { recipes, numbers } = await (await import('./recipes-page.ts')).recipesFigures();
    return `${recipes} recipes, ${numbers.toLocaleString('en-US')} numbers`;
  },
  presets: async () => (await import('./presets-page.ts')).presetsPage(),
};

export function documents(): Plugin {
  return {
    name: 'posenc-documents',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        let filled = html;
        for (const [name, part] of Object.entries(PARTS)) {
          const place = `<!-- documents: ${name} -->`;
          if (filled.includes(place)) filled = filled.replace(place, await part().then((text) => () => text));
        }
        return filled;
      },
    },
  };
}
