// Every test in JavaScript; each folder is a project of its own. They test what `npm run build` made.
import { defineConfig } from 'vitest/config';
import { header } from '../web/header.ts';
import type { BrowserName } from './web/browser/browsers.ts';

const folder = (name: string) => new URL(`./${name}/`, import.meta.url).pathname;

// Two cores are all that a small machine has; encodings, bundlers and browsers take seconds there.
const common = { maxWorkers: 2, testTimeout: 120_000, hookTimeout: 60_000, include: ['*.test.ts'] };
// Published code is tested as it is published.
const published = { server: { deps: { external: [/\/dist\//] } } };

/** The page in a browser. All files share one worker, and so one browser: timings and memory stay small. */
const browserProject = (name: string, browser: BrowserName, include = 'browser/*.test.ts') => ({
  test: {
    ...common,
    name,
    root: folder('web'),
    include: [include],
    globalSetup: ['browser/serve.ts'],
    provide: { browser },
    maxWorkers: 1,
    isolate: false,
  },
});

export default defineConfig({
  cacheDir: '../node_modules/.vitest',
  test: {
    projects: [
      { test: { ...common, ...published, name: 'js', root: folder('js') } },
      { test: { ...common, ...published, name: 'package', root: folder('package') } },
      { test: { ...common, name: 'golden', root: folder('golden') } },
      { plugins: [header()], test: { ...common, name: 'web', root: folder('web') } },
      browserProject('browser', 'chromium'),
      browserProject('firefox', 'firefox'),
      browserProject('redraw', 'chromium', 'redraw.bench.ts'), // starts both
    ],
  },
});
