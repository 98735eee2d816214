/** What the nginx configuration of deploy/ forwards to a node, to which node, and how often. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.mjs';
import { problemSchema } from '../../src/contract/problem.ts';
import { hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type RecordingNode, respondWith, startRecordingNode } from '../support/recording-node.ts';

setDefaultTimeout(30_000);

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** The `fail_timeout` of deploy/nginx/local/nodes.conf. */
const FAIL_TIMEOUT = 3_000;

let nodes: [RecordingNode, RecordingNode];
let nginx: RunningNginx;

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(nginx.url + path, { ...init, tls: { ca: nginx.certificate }, keepalive: false } as RequestInit);

const received = (): string[] => nodes.flatMap(({ requests }) => requests);

const send = (method: string): Promise<Response> =>
  request('/api/admin/draws/1', { method, ...(/^P/.test(method) && { body: '{"isWhole":true}' }) });

const headersOf = (request = ''): Headers =>
  new Headers(
    request
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
  );

const UNAVAILABLE = respondWith('503 Service Unavailable', '{"code":"database-down"}', [
  'Content-Type: application/problem+json',
  'Cache-Control: no-store',
  'Retry-After: 2',
]);

describe.skipIf(!hasNginx)('nginx', () => {
  beforeEach(async () => {
    nodes = [await startRecordingNode(), await startRecordingNode()];
    nginx = await startNginx({ https: await findFreePort(), nodes: [nodes[0].port, nodes[1].port] });
  });
  afterEach(async () => {
    await nginx.stop();
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('replaces forwarding headers that a client sends', async () => {
    const response = await request('/api/today', {
      headers: {
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Proto': 'http',
        'X-Forwarded-Host': 'elsewhere.example',
        'X-Forwarded-Port': '1',
        'X-Real-IP': '203.0.113.9',
        'X-Request-Id': 'forged-by-the-client',
        Forwarded: 'for=203.0.113.9;host=elsewhere.example',
        Upgrade: 'h2c',
      },
    });
    const seen = headersOf(received()[0]);
    expect(seen.get('X-Forwarded-For')).toBe('127.0.0.1');
    expect(seen.get('X-Forwarded-Proto')).toBe('https');
    expect(seen.get('Host')).toBe('localhost');
    for (const name of [
      'X-Forwarded-Host',
      'X-Forwarded-Port',
      'X-Real-IP',
      'Forwarded',
      'Upgrade',
      'Connection',
    ]) {
      expect([name, seen.get(name)]).toEqual([name, null]);
    }
    const requestId = seen.get('X-Request-Id') ?? '';
    expect(requestId).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
    expect(requestId).not.toBe('forged-by-the-client');
    expect(response.headers.get('X-Request-Id')).toBe(requestId);
    expect(await nginx.logged([response])).toMatchObject([{ requestId, client: '127.0.0.1' }]);
  });

  test.each(['GET', 'POST'])('forwards the path of a %s unchanged', async (method) => {
    const targets = [
      '/api/%61dmin/draws',
      '//api//today',
      '/api/./today',
      '/a;b/c',
      '/api%2ftoday',
      '/%E0%B4%AE?x=%41&x=',
    ];
    for (const target of targets) {
      await sendRaw(nginx.url, { method, target, ...(method === 'POST' && { body: '{}' }) });
    }
    const forwarded = received().map((request) => request.split(' ')[1] ?? '');
    expect(forwarded.sort()).toEqual(targets.sort());
  });

  test('forwards only WebSocket upgrades, and only to stream routes', async () => {
    const upgrade = { Upgrade: 'websocket', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    const upgradeSeenAt = async (target: string) => {
      await sendRaw(nginx.url, { target, headers: upgrade });
      const seen = headersOf(received().find((request) => request.startsWith(`GET ${target} `)));
      return [seen.get('Upgrade'), seen.get('Connection')];
    };
    expect(await upgradeSeenAt('/api/live?after=x')).toEqual(['websocket', 'upgrade']);
    expect(await upgradeSeenAt('/api/today')).toEqual([null, null]);
  });

  test.each(WRITES)('sends a %s that gets no response to one node only', async (method) => {
    // First over a new connection, then over one that is already open.
    for (const reads of [0, 2]) {
      for (let count = 0; count < reads; count += 1) expect((await send('GET')).status).toBe(200);
      for (const node of nodes) node.behave('cut');
      const response = await send(method);
      expect(response.status).toBe(502);
      expect(problemSchema.parse(await response.json()).code).toBe('no-answer');
      expect(received().filter((request) => request.startsWith(method))).toHaveLength(reads === 0 ? 1 : 2);
      for (const node of nodes) node.behave(respondWith('200 OK', 'served'));
    }
  });

  test.each(['POST', 'DELETE'])('sends a %s that gets 503 to one node only', async (method) => {
    for (const node of nodes) node.behave(UNAVAILABLE);
    const response = await request('/api/admin/draws/1', { method });
    expect([response.status, await response.json()]).toEqual([503, { code: 'database-down' }]);
    expect(received()).toHaveLength(1);
  });

  test.each(['GET', ...WRITES])('loses no %s when one node refuses connections', async (method) => {
    await nodes[0].close();
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await send(method)).status);
    // After this nginx tries the node again.
    await Bun.sleep(FAIL_TIMEOUT + 500);
    for (let count = 0; count < 4; count += 1) statuses.push((await send(method)).status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(nodes[1].requests).toHaveLength(statuses.length);
  });

  test.each(WRITES)(
    'loses no %s when one node ends while nginx still considers the other one failed',
    async (method) => {
      nodes[1].behave(UNAVAILABLE);
      for (let count = 0; count < 6; count += 1) expect((await send('GET')).status).toBe(200);
      nodes[1].behave(respondWith('200 OK', 'served'));
      await nodes[0].close();
      for (let count = 0; count < 6; count += 1) expect((await send(method)).status).toBe(200);
    },
  );

  test.each(WRITES)(
    'sends a %s to one node only when the other refuses connections and this one cuts them',
    async (method) => {
      await nodes[0].close();
      nodes[1].behave('cut');
      for (let count = 1; count <= 8; count += 1) {
        const response = await send(method);
        expect([response.status, problemSchema.parse(await response.json()).code]).toEqual([
          502,
          'no-answer',
        ]);
        expect(nodes[1].requests).toHaveLength(count);
      }
    },
  );

  test.each(WRITES)('returns 503 with Retry-After for a %s if no node can be reached', async (method) => {
    await Promise.all(nodes.map((node) => node.close()));
    for (let count = 0; count < 4; count += 1) {
      const response = await send(method);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
      expect(problemSchema.parse(await response.json()).code).toBe('unreachable');
    }
  });

  test.each([
    ['cuts the connection', 'cut'],
    ['is not ready', UNAVAILABLE],
  ])('uses the other node when one %s, and soon stops trying the failed one', async (_, behaviour) => {
    nodes[0].behave(behaviour);
    for (let count = 0; count < 8; count += 1) expect((await request('/api/admin/me')).status).toBe(200);
    expect(nodes[0].requests.length).toBeGreaterThan(0);
    expect(nodes[0].requests.length).toBeLessThan(4);
  });

  test('loses no read when one node ends while nginx still considers the other one failed', async () => {
    nodes[1].behave(UNAVAILABLE);
    for (let count = 0; count < 6; count += 1) expect((await request('/api/admin/me')).status).toBe(200);
    nodes[1].behave(respondWith('200 OK', 'served'));
    await nodes[0].close();
    for (let count = 0; count < 6; count += 1) expect((await request('/api/admin/me')).status).toBe(200);
  });

  test('tries the other node after a 404 for an asset, but not for other paths', async () => {
    nodes[0].behave(respondWith('404 Not Found', 'none'));
    for (let count = 0; count < 4; count += 1)
      expect((await request(`/assets/${count}.js`)).status).toBe(200);
    const receivedBefore = received().length;
    const statuses = [(await request('/api/draws/1')).status, (await request('/api/draws/2')).status];
    expect(statuses.sort()).toEqual([200, 404]);
    expect(received().length - receivedBefore).toBe(2);
  });

  test('returns the 503 of the nodes when none can serve, with at most two attempts for each read', async () => {
    for (const node of nodes) node.behave(UNAVAILABLE);
    const reads = 12;
    for (let count = 0; count < reads; count += 1) {
      const response = await request('/api/today');
      expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
        503,
        '2',
        { code: 'database-down' },
      ]);
    }
    expect(received().length).toBeLessThanOrEqual(2 * reads);
    for (const node of nodes) node.behave(respondWith('200 OK', 'served'));
    expect((await request('/api/admin/settings', { method: 'PUT', body: '{}' })).status).toBe(200);
    expect((await request('/api/today')).status).toBe(200);
  });

  test('returns 503 as JSON or HTML, as requested, if no node can be reached', async () => {
    await Promise.all(nodes.map((node) => node.close()));
    const problem = await request('/api/today');
    expect([problem.status, problem.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(problemSchema.parse(await problem.json()).code).toBe('unreachable');
    const page = await request('/results', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Content-Type'), page.headers.get('Cache-Control')]).toEqual([
      503,
      'text/html',
      'no-store',
    ]);
    expect(await page.text()).toContain('lang="ml"');
  });

  test('returns 413 for bodies over the limit of the route, which is higher for the import', async () => {
    const send = (path: string, kibibytes: number) =>
      request(path, { method: 'POST', body: 'x'.repeat(kibibytes * 1024) });
    const refused = await send('/api/contact', 200);
    expect(refused.status).toBe(413);
    expect(problemSchema.parse(await refused.json()).code).toBe('too-large');
    expect((await send('/api/contact', 100)).status).toBe(200);
    expect((await send('/api/admin/draws/import', 5 * 1024)).status).toBe(200);
    expect((await send('/api/admin/draws/import', 7 * 1024)).status).toBe(413);
    expect(received()).toHaveLength(2);
  });

  test('sends a large body to the second node when the first refuses connections', async () => {
    await nodes[0].close();
    const body = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 4; count += 1) {
      expect((await request('/api/admin/draws/import', { method: 'POST', body })).status).toBe(200);
    }
    const lengths = received().map((request) => headersOf(request).get('Content-Length'));
    expect(lengths).toEqual(Array(4).fill(String(body.length)));
  });

  test('closes connections for other hosts, and redirects http to https', async () => {
    expect((await sendRaw(nginx.url, { target: '/', host: 'elsewhere.example' })).status).toBe(0);
    expect((await sendRaw(nginx.httpUrl, { target: '/', host: 'elsewhere.example' })).status).toBe(0);
    const redirect = await sendRaw(nginx.httpUrl, { target: '/results?q=%37', host: 'localhost' });
    expect([redirect.status, redirect.headers.get('Location')]).toEqual([
      308,
      'https://localhost/results?q=%37',
    ]);
    const challenge = await sendRaw(nginx.httpUrl, {
      target: '/.well-known/acme-challenge/token',
      host: 'localhost',
    });
    expect([challenge.status, challenge.body]).toEqual([200, 'proof']);
    expect(received()).toEqual([]);
  });

  test('logs neither the query nor the Referer', async () => {
    const path = '/admin/welcome';
    const headers = { Referer: 'https://localhost/?secret-in-referer' };
    const served = await request(`${path}?token=secret-in-query`, { headers });
    await Promise.all(nodes.map((node) => node.close()));
    const failed = await request(`${path}?token=secret-in-query`, { headers });
    expect([served.status, failed.status]).toEqual([200, 503]);
    expect(await nginx.logged([served, failed])).toMatchObject([{ path }, { path }]);
    expect(nginx.logText()).not.toContain('secret');
  });
});
