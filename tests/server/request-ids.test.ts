/** Every response has an id, which is also in problems and in the log line of a failure. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { wholeApi } from '../../src/server/api/routes.ts';
import { type Listener, takePort } from '../../src/server/http/listen.ts';
import { SHARED_ROUTES } from '../../src/server/http/shared-routes.ts';
import { createLog } from '../../src/server/log.ts';
import type { LogLine } from '../faults/postgres-nodes.ts';
import { listenTo } from '../support/live-client.ts';
import { sendRaw } from '../support/raw-http.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { type ApiSite, openApiSite, routeNames } from './api-site.ts';
import { idOf, TOKEN } from './response-id.ts';

setDefaultTimeout(60_000);

describe('every response has an id:', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await openApiSite();
  });
  afterAll(() => site.stop());

  test.each(routeNames(wholeApi.routes.routes))('%s, to strangers and to an Admin', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    // Signing out would end the Admin's session.
    const clients = route.endsWith('/sign-out') ? [site.anonymous] : [site.anonymous, site.admin];
    const ids = await Promise.all(
      clients.map(async (call) =>
        idOf(await call(method, path.replace(/:\w+/g, 'UNKNOWN'), method === 'GET' ? {} : { body: {} })),
      ),
    );
    expect(new Set(ids).size).toBe(clients.length);
  });

  test.each([...SHARED_ROUTES.keys()])('%s: new, cached, not modified and HEAD', async (route) => {
    const path = route.replace(':slot', '12-00').replace(/:\w+/g, 'UNKNOWN');
    const made = await site.anonymous('GET', path);
    const tag = made.headers.get('ETag');
    const ids = [await idOf(made), await idOf(await site.anonymous('GET', path))];
    if (tag) {
      const unchanged = await site.anonymous('GET', path, { headers: { 'If-None-Match': tag } });
      // A page with the current time may have changed.
      expect([200, 304]).toContain(unchanged.status);
      ids.push(await idOf(unchanged));
    }
    const head = await site.anonymous('HEAD', path);
    expect(head.headers.get('X-Request-Id')).toMatch(TOKEN);
    ids.push(head.headers.get('X-Request-Id') ?? '');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('files, redirects, other spellings, wrong methods and large bodies', async () => {
    const page = await (await site.anonymous('GET', '/')).text();
    const [file = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
    const whole = await site.anonymous('GET', file);
    const tag = whole.headers.get('ETag') ?? '';
    const robots = await site.anonymous('GET', '/robots.txt');
    const robotsTag = robots.headers.get('ETag') ?? '';
    const responses: [number, Response][] = [
      [200, robots],
      [304, await site.anonymous('GET', '/robots.txt', { headers: { 'If-None-Match': robotsTag } })],
      [200, whole],
      [304, await site.anonymous('GET', file, { headers: { 'If-None-Match': tag } })],
      [308, await site.anonymous('GET', '/results/')],
      [404, await site.anonymous('GET', '/no/such/page')],
      [404, await site.anonymous('GET', '/api/nope')],
      [405, await site.anonymous('DELETE', '/api/today')],
      [405, await site.anonymous('POST', '/results', { body: {} })],
      [413, await site.anonymous('POST', '/api/contact', { body: 'x'.repeat(70_000) })],
      [204, await site.anonymous('OPTIONS', '/api/today')],
      [403, await site.foreign('POST', '/api/admin/drafts', { body: {} })],
    ];
    expect(responses.map(([, { status }]) => status)).toEqual(responses.map(([status]) => status));
    const ids = await Promise.all(responses.map(([, response]) => idOf(response)));
    expect(new Set(ids).size).toBe(ids.length);
    for (const target of ['/api/%61dmin/draws', '/api//today', '/a/../api/today', '/api/today#x']) {
      const { headers, body, status } = await sendRaw(site.server.url, { target });
      expect(await idOf(new Response(body, { status, headers }))).toMatch(TOKEN);
    }
  });

  test('streams', async () => {
    const stream = await listenTo(`${site.server.url}/api/live`);
    expect(stream.response.headers.get('X-Request-Id')).toMatch(TOKEN);
    stream.close();
  });

  test('too many requests', async () => {
    const send = () =>
      site.anonymous('POST', '/api/auth/sign-in/email', {
        body: { email: 'nobody@example.org', password: 'wrong password' },
      });
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const response = await send();
      const { status } = response;
      expect(await idOf(response)).toMatch(TOKEN);
      if (status === 429) return;
    }
    throw new Error('never refused');
  });

  test('HEAD has the Content-Length of GET', async () => {
    for (const path of ['/api/draws/UNKNOWN', '/api/draws?date=x']) {
      const whole = await site.anonymous('GET', path);
      const { length } = await whole.text();
      const head = await site.anonymous('HEAD', path);
      expect([path, whole.headers.get('Content-Length')]).toEqual([path, String(length)]);
      expect([path, head.headers.get('Content-Length')]).toEqual([path, String(length)]);
    }
  });

  test('responses in maintenance', async () => {
    const settings = await (await site.admin('GET', '/api/admin/settings')).json();
    const set = (maintenanceMode: boolean) =>
      site.admin('PUT', '/api/admin/settings', { body: { ...settings, maintenanceMode } });
    expect((await set(true)).status).toBe(200);
    for (const path of ['/', '/ml/results', '/api/today', '/api/draws.csv']) {
      const response = await site.anonymous('GET', path);
      expect(response.status).toBe(503);
      await idOf(response);
    }
    expect((await set(false)).status).toBe(200);
  });

  test('an X-Request-Id of a client is ignored', async () => {
    const response = await site.anonymous('GET', '/api/today', {
      headers: { 'X-Request-Id': 'sent-by-me-123' },
    });
    expect(await idOf(response)).not.toBe('sent-by-me-123');
  });
});

describe('responses outside of the handler have an id:', () => {
  let listener: Listener;
  const lines: LogLine[] = [];
  beforeAll(() => {
    const log = createLog('info', { now: () => 0 }, (line) => lines.push(JSON.parse(line)));
    listener = takePort('127.0.0.1', 0, { log });
  });
  afterAll(() => listener.drain(100));
  const send = (headers = {}) => fetch(`http://127.0.0.1:${listener.port}/api/today`, { headers });

  test('a node that is not ready', async () => {
    expect((await send()).status).toBe(503);
    expect(await idOf(await send())).not.toBe(await idOf(await send()));
    await idOf(await fetch(`http://127.0.0.1:${listener.port}/`, { headers: { Accept: 'text/html' } }));
  });

  test.each([
    [
      'throws',
      (): Response => {
        throw new Error('a bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a bug'))],
  ])('a handler that %s', async (_how, handler) => {
    listener.setHandler(handler);
    lines.length = 0;
    const response = await send();
    expect(response.status).toBe(500);
    const id = await idOf(response);
    expect(lines).toMatchObject([{ msg: 'request failed', requestId: id }]);
  });
});

describe('behind a trusted proxy', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.stop());
  const send = async (id: string) =>
    idOf(await fetch(`${server.url}/api/nope`, { headers: { 'X-Request-Id': id } }));

  test('its X-Request-Id is used', async () => {
    for (const id of ['12345678', 'a.B_c-9'.padEnd(64, 'x')]) expect(await send(id)).toBe(id);
  });

  test.each(['short', 'x'.repeat(65), 'with space', 'with"quote', '<script>', 'a,b,c,d,e,f'])(
    'the invalid id %s is ignored',
    async (id) => {
      expect(await send(id)).not.toBe(id);
    },
  );
});
