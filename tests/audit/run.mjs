/**
 * Lighthouse on the built page, as a phone on a slow network sees it: each category's median of three runs, and what
 * keeps it from a full score. Fails below the limits. Tasks are counted in the processor's time, so that other work of
 * the machine is not laid to the page. Lighthouse and its 200 packages have a folder of their own, so that nothing else
 * waits for them.
 *
 *   npm run build && npm run audit:page
 */

import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { countProcessorTime } from './cpu-time.mjs';

const limits = { performance: 0.9, accessibility: 0.95, 'best-practices': 0.95, seo: 0.95 };
const runs = 3;
const root = fileURLToPath(new URL('../../build/page/', import.meta.url));
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The folder as static hosts send it: with gzip. */
const server = createServer(({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const file = join(root, pathname === '/' ? 'index.html' : pathname);
  if (!file.startsWith(root) || !existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain', 'content-encoding': 'gzip' });
  return createReadStream(file)
    .pipe(createGzip({ level: 9 }))
    .pipe(response);
});

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

if (!existsSync(join(root, 'index.html'))) throw new Error('There is no built page: run `npm run build` first.');
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const page = `http://127.0.0.1:${server.address().port}/`;

/** What Lighthouse says of one load. */
async function report() {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-audit-'));
  const browser = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  const flags = { port: browser.port, logLevel: 'error', onlyCategories: Object.keys(limits) };
  try {
    await lighthouse(page, { ...flags, gatherMode: folder });
    const path = join(folder, 'defaultPass.trace.json');
    const trace = JSON.parse(readFileSync(path, 'utf8'));
    countProcessorTime(trace.traceEvents);
    writeFileSync(path, JSON.stringify(trace));
    const result = await lighthouse(page, { ...flags, auditMode: folder });
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no report');
    return result.lhr;
  } finally {
    browser.kill();
    rmSync(folder, { recursive: true });
  }
}

const reports = [];
for (let k = 0; k < runs; k++) reports.push(await report());
server.close();

let isGood = true;
for (const [id, limit] of Object.entries(limits)) {
  const scores = reports.map(({ categories }) => categories[id].score);
  const score = median(scores);
  isGood &&= score >= limit;
  console.log(`${score >= limit ? 'ok ' : 'LOW'} ${id}: ${score} of ${scores.join(', ')}; at least ${limit}`);
  const [{ audits, categories }] = reports;
  for (const { id: name, weight } of categories[id].auditRefs) {
    const parts = reports.map((one) => one.audits[name]);
    if (weight === 0 || parts.every(({ score }) => score === null || score === 1)) continue;
    console.log(
      `      ${audits[name].title}: ${parts.map((part) => `${part.score} ${part.displayValue ?? ''}`).join(', ')}`,
    );
  }
}
process.exit(isGood ? 0 : 1);
