/** Before a node is ready it returns 503 for every request: a problem, or a page for a browser. */
import { expect, test } from 'bun:test';
import { HtmlValidate } from 'html-validate';
import { problemSchema } from '../../src/contract/problem.ts';
import { type Listener, takePort } from '../../src/server/http/listen.ts';
import { notReadyHandler } from '../../src/server/http/not-ready.ts';
import {
  cleanups,
  createDatabase,
  launchNode,
  startTestProxy,
  stopNodesAfterEach,
} from '../faults/postgres-nodes.ts';
import { sendRaw } from '../support/raw-http.ts';

stopNodesAfterEach();

function listen(): { listener: Listener; url: string } {
  const listener = takePort('127.0.0.1', 0);
  cleanups.push(() => listener.drain(100));
  return { listener, url: `http://127.0.0.1:${listener.port}` };
}

const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

async function expectProblem(response: Response, code: string): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(problemSchema.parse(await response.json())).toMatchObject({ status: 503, code });
}

test('the API and clients that do not accept HTML get a problem, for any method', async () => {
  const { url } = listen();
  await expectProblem(await fetch(`${url}/api/health`), 'starting');
  await expectProblem(await fetch(`${url}/api/live`, asBrowser), 'starting');
  await expectProblem(await fetch(`${url}/api/contact`, { method: 'POST', body: '{}' }), 'starting');
  await expectProblem(await fetch(`${url}/`), 'starting');
  await expectProblem(await fetch(`${url}/assets/app.js`, { headers: { Accept: '*/*' } }), 'starting');
  expect((await fetch(`${url}/api/health`, { method: 'HEAD' })).status).toBe(503);
});

test('requests without a host, or with an invalid one, get 503', async () => {
  const { url } = listen();
  for (const target of ['/api/health', '/', '/api/live']) {
    expect((await sendRaw(url, { target, host: null, version: '1.0' })).status).toBe(503);
    expect((await sendRaw(url, { target, host: 'a b', headers: asBrowser.headers })).status).toBe(503);
  }
});

test('a browser gets a page in both languages that refreshes and has no script', async () => {
  const { url } = listen();
  for (const path of ['/', '/ml/results', '/admin']) {
    const response = await fetch(url + path, asBrowser);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('lang="ml"');
    expect(html).toMatch(/<meta http-equiv="refresh" content="\d+">/);
    expect(html).not.toContain('<script');
    const report = await new HtmlValidate({
      extends: ['html-validate:recommended'],
      // The page has no script, so only this can refresh it.
      rules: { 'meta-refresh': 'off' },
    }).validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  }
});

test('a browser that sends a form gets a page that says so, and that does not send it again', async () => {
  const { url } = listen();
  const response = await fetch(`${url}/contact`, { method: 'POST', ...asBrowser });
  expect(response.status).toBe(503);
  const html = await response.text();
  expect(html).toContain('your message was not sent');
  expect(html).not.toContain('http-equiv="refresh"');
  expect(html).not.toContain('<script');
});

test('the code is database-down while the database is awaited, and then the handler responds', async () => {
  const { listener, url } = listen();
  listener.setHandler(notReadyHandler('database-down'));
  await expectProblem(await fetch(`${url}/api/today`), 'database-down');
  expect(await (await fetch(url, asBrowser)).text()).toContain('lang="ml"');
  listener.setHandler(() => new Response('served'));
  expect(await (await fetch(url, asBrowser)).text()).toBe('served');
});

test('a real node returns 503 while its database does not respond', async () => {
  const line = await startTestProxy(await createDatabase());
  line.silence();
  const node = await launchNode(line.url);
  await expectProblem(await fetch(`${node.url}/api/health`), 'database-down');
  // Its start has to end before it can be stopped in this process: at once with a new connection.
  line.endSilence();
  line.cut();
}, 30_000);
