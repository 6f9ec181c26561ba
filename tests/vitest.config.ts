// Every test in JavaScript; each folder is a project of its own. They test what `npm run build` made.
import { defineConfig } from 'vitest/config';

const folder = (name: string) => new URL(`./${name}/`, import.meta.url).pathname;

// Two cores are all that a small machine has; encodings, bundlers and browsers take seconds there.
const common = { maxWorkers: 2, testTimeout: 120_000, hookTimeout: 60_000, include: ['*.test.ts'] };
// Published code is tested as it is published.
const published = { server: { deps: { external: [/\/dist\//] } } };

export default defineConfig({
  cacheDir: '../node_modules/.vitest',
  test: {
    projects: [
      { test: { ...common, ...published, name: 'js', root: folder('js') } },
      { test: { ...common, ...published, name: 'package', root: folder('package') } },
      { test: { ...common, name: 'golden', root: folder('golden') } },
      { test: { ...common, name: 'web', root: folder('web') } },
      {
        test: {
          ...common,
          name: 'browser',
          root: folder('web'),
          include: ['browser/*.test.ts'],
          globalSetup: ['browser/serve.ts'],
          fileParallelism: false, // one browser at a time: timings and memory stay the same on small machines
        },
      },
    ],
  },
});
