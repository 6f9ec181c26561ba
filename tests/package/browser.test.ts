// A page without any bundler, in Chromium, under content security policies.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support.js';

const policies = {
  open: '',
  strict: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  refused: "default-src 'none'; script-src 'self'; connect-src 'self'",
  unconnected: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
};

const script = (module: string) => `
  import { createPosenc } from '/dist/${module}.js';
  window.outcome = createPosenc().then(
    (posenc) => posenc.encode({ dim: 2 }, [1]).data.join(),
    (error) => String(error),
  );`;

let server: Server;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const send = (type: string, body: string | Buffer, headers = {}) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    const module = searchParams.get('module') ?? '';
    if (pathname === '/page') {
      const policy = policies[searchParams.get('policy') as keyof typeof policies];
      send('text/html', `<!doctype html><script type="module" src="/start?module=${module}"></script>`, {
        'content-security-policy': policy,
      });
    } else if (pathname === '/start') send('text/javascript', script(module));
    else if (pathname === '/lost/posenc.wasm') send('text/html', '<!doctype html>');
    else if (pathname.endsWith('.wasm')) send('application/wasm', readFileSync(join(root, 'dist/posenc.wasm')));
    else if (pathname === '/favicon.ico') response.writeHead(204).end();
    else send('text/javascript', readFileSync(join(root, 'dist', pathname.replace(/^\/(?:dist|lost)\//, ''))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
});
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server.close(resolve));
});

async function outcome(policy: keyof typeof policies, module: string): Promise<{ result: string; errors: string[] }> {
  const page = await browser.newPage();
  try {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${origin}/page?policy=${policy}&module=${module}`);
    await page.waitForFunction('window.outcome');
    return { result: await page.evaluate('window.outcome'), errors };
  } finally {
    await page.close();
  }
}

const values = Float32Array.of(Math.sin(1), Math.cos(1)).join();

test.each(['index', 'inline'])('%s loads without a word on the console', async (module) => {
  expect(await outcome('open', module)).toEqual({ result: values, errors: [] });
  expect(await outcome('strict', module)).toEqual({ result: values, errors: [] });
});

test.each(['index', 'inline'])("%s under a policy without 'wasm-unsafe-eval'", async (module) => {
  const { result } = await outcome('refused', module);
  expect(result).toMatch(/^Error: posenc: compiling is forbidden here: .*'wasm-unsafe-eval'/);
});

test('inline connects to nothing', async () => {
  expect(await outcome('unconnected', 'inline')).toEqual({ result: values, errors: [] });
  expect((await outcome('unconnected', 'index')).result).toMatch(/^Error: posenc: cannot load http/);
});

test("a server that answers with its page, as Vite's does in development", async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/page?policy=open&module=inline`);
  const message = await page.evaluate(
    `import('/lost/index.js').then(({ createPosenc }) => createPosenc()).catch((error) => error.message)`,
  );
  await page.close();
  expect(message).toContain("optimizeDeps: { exclude: ['posenc'] }");
});

test('a Float16Array, which Node 20 lacks', async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/page?policy=open&module=index`);
  const outcome = await page.evaluate(`import('/dist/index.js').then(async ({ createPosenc }) => {
    const posenc = await createPosenc();
    const into = new Float16Array(4);
    const { data, dtype } = posenc.encode({ dim: 4 }, [1], { into });
    const refusal = (() => {
      try {
        posenc.encode({ dim: 4 }, [1], { dtype: 'bfloat16', into });
      } catch (error) {
        return String(error);
      }
    })();
    const stated = [Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)].map(Math.f16round);
    const listed = posenc.encode({ dim: 4 }, new Float16Array([1])).data.join() === posenc.encode({ dim: 4 }, [1]).data.join();
    return { same: data === into, dtype, right: into.join() === stated.join(), listed, refusal };
  })`);
  await page.close();
  expect(outcome).toEqual({
    same: true,
    dtype: 'float16',
    right: true,
    listed: true,
    refusal: "TypeError: invalid into: Float16Array (a Uint16Array, since dtype is 'bfloat16')",
  });
});
