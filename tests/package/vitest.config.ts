import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vitest',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
