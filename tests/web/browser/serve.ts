/** Serves the built page for the tests, as `vite preview` does. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import type { TestProject } from 'vitest/node';

const config = fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url));
const built = fileURLToPath(new URL('../../../build/page/index.html', import.meta.url));

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(built)) throw new Error(`There is no built page at ${built}: run \`npm run build\` first.`);
  const server = await preview({ configFile: config, logLevel: 'error', preview: { port: 4400, strictPort: false } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The preview server gave no address.');
  project.provide('url', url);
  return () => server.close();
}

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}
