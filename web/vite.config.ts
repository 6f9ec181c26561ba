import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { documents } from './documents/plugin.ts';
import { header } from './header.ts';
import { offline } from './offline.ts';

/** What the page may load: its own files, and WebAssembly compiled from them. */
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** The module is asked for with the page, not when the scripts that name it have run; its words and style come first. */
const preloads: Plugin = {
  name: 'posenc-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { filename, bundle = {} }) =>
      filename.endsWith('index.html')
        ? Object.keys(bundle)
            .filter((name) => name.endsWith('.wasm'))
            .map((name) => ({
              tag: 'link',
              attrs: {
                rel: 'preload',
                as: 'fetch',
                fetchpriority: 'low',
                type: 'application/wasm',
                crossorigin: true,
                href: `./${name}`,
              },
              injectTo: 'head' as const,
            }))
        : [],
  },
};

/** The policy as a meta tag, for static hosts that send no headers. Vite's own dev server needs inline styles. */
const policyTag: Plugin = {
  name: 'posenc-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './', // any folder of any static host
  plugins: [policyTag, preloads, header(), documents(), offline()],
  worker: { format: 'es' },
  build: {
    outDir: '../build/page',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome125', 'firefox120', 'safari17.5'], // light-dark()
    assetsInlineLimit: 0, // the policy allows no data: URLs
    // What a view needs is asked for by its own script; the polyfill would be dead weight.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // What the first load needs of the page is one file beside the package: parts compress better together.
    rolldownOptions: {
      checks: { pluginTimings: false }, // on a busy machine it warns of whatever ran
      input: ['index', 'recipes', 'presets'].map((name) => `${import.meta.dirname}/${name}.html`),
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], test: /web[\\/]src[\\/](?!main)|node_modules|vite[\\/]preload/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', headers: { 'Content-Security-Policy': policy } },
});
