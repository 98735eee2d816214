/** What the configuration of deploy/nginx passes to a node, to which one, and how often. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.mjs';
import { problemSchema } from '../../src/contract/problem.ts';
import { hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type RecordingNode, respondWith, startRecordingNode } from '../support/recording-node.ts';

setDefaultTimeout(30_000);

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Of deploy/nginx/local/nodes.conf. */
const FAIL_TIMEOUT = 3_000;

let nodes: [RecordingNode, RecordingNode];
let nginx: RunningNginx;

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(nginx.url + path, { ...init, tls: { ca: nginx.certificate }, keepalive: false } as RequestInit);

const received = (): string[] => nodes.flatMap(({ requests }) => requests);

const send = (method: string): Promise<Response> =>
  ask('/api/admin/draws/1', { method, ...(/^P/.test(method) && { body: '{"isWhole":true}' }) });

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

  test('replaces what a client claims about itself', async () => {
    const answer = await ask('/api/today', {
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
    expect(answer.headers.get('X-Request-Id')).toBe(requestId);
    expect(await nginx.logged([answer])).toMatchObject([{ requestId, client: '127.0.0.1' }]);
  });

  test.each(['GET', 'POST'])('passes the path of a %s on as it was sent', async (method) => {
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

  test('offers only WebSocket as an upgrade, and only where there are streams', async () => {
    const upgrade = { Upgrade: 'websocket', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    const upgradeSeenAt = async (target: string) => {
      await sendRaw(nginx.url, { target, headers: upgrade });
      const seen = headersOf(received().find((request) => request.startsWith(`GET ${target} `)));
      return [seen.get('Upgrade'), seen.get('Connection')];
    };
    expect(await upgradeSeenAt('/api/live?after=x')).toEqual(['websocket', 'upgrade']);
    expect(await upgradeSeenAt('/api/today')).toEqual([null, null]);
  });

  test.each(WRITES)('sends a %s that gets no answer to one node only', async (method) => {
    // Over a new connection, then over one that was open before.
    for (const reads of [0, 2]) {
      for (let count = 0; count < reads; count += 1) expect((await send('GET')).status).toBe(200);
      for (const node of nodes) node.behave('cut');
      const answer = await send(method);
      expect(answer.status).toBe(502);
      expect(problemSchema.parse(await answer.json()).code).toBe('no-answer');
      expect(received().filter((request) => request.startsWith(method))).toHaveLength(reads === 0 ? 1 : 2);
      for (const node of nodes) node.behave(respondWith('200 OK', 'served'));
    }
  });

  test.each(['POST', 'DELETE'])('sends a %s that was answered with 503 to one node only', async (method) => {
    for (const node of nodes) node.behave(UNAVAILABLE);
    const answer = await ask('/api/admin/draws/1', { method });
    expect([answer.status, await answer.json()]).toEqual([503, { code: 'database-down' }]);
    expect(received()).toHaveLength(1);
  });

  test.each(['GET', ...WRITES])('loses no %s when one node refuses connections', async (method) => {
    await nodes[0].close();
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await send(method)).status);
    // By now the node is tried again.
    await Bun.sleep(FAIL_TIMEOUT + 500);
    for (let count = 0; count < 4; count += 1) statuses.push((await send(method)).status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(nodes[1].requests).toHaveLength(statuses.length);
  });

  test.each(WRITES)(
    'loses no %s when one node dies while the other is not trusted again yet',
    async (method) => {
      nodes[1].behave(UNAVAILABLE);
      for (let count = 0; count < 6; count += 1) expect((await send('GET')).status).toBe(200);
      nodes[1].behave(respondWith('200 OK', 'served'));
      await nodes[0].close();
      for (let count = 0; count < 6; count += 1) expect((await send(method)).status).toBe(200);
    },
  );

  test.each(WRITES)(
    'sends a %s to one node only where the other one refuses and this one cuts',
    async (method) => {
      await nodes[0].close();
      nodes[1].behave('cut');
      for (let count = 1; count <= 8; count += 1) {
        const answer = await send(method);
        expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([502, 'no-answer']);
        expect(nodes[1].requests).toHaveLength(count);
      }
    },
  );

  test.each(WRITES)('says of a %s that it may be sent again if no node can be reached', async (method) => {
    await Promise.all(nodes.map((node) => node.close()));
    for (let count = 0; count < 4; count += 1) {
      const answer = await send(method);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
      expect(problemSchema.parse(await answer.json()).code).toBe('unreachable');
    }
  });

  test.each([
    ['cuts the connection', 'cut'],
    ['is not ready', UNAVAILABLE],
  ])('asks the other node where one %s, and soon leaves it alone', async (_, behaviour) => {
    nodes[0].behave(behaviour);
    for (let count = 0; count < 8; count += 1) expect((await ask('/api/admin/me')).status).toBe(200);
    expect(nodes[0].requests.length).toBeGreaterThan(0);
    expect(nodes[0].requests.length).toBeLessThan(4);
  });

  test('loses no read when one node dies while the other is not trusted again yet', async () => {
    nodes[1].behave(UNAVAILABLE);
    for (let count = 0; count < 6; count += 1) expect((await ask('/api/admin/me')).status).toBe(200);
    nodes[1].behave(respondWith('200 OK', 'served'));
    await nodes[0].close();
    for (let count = 0; count < 6; count += 1) expect((await ask('/api/admin/me')).status).toBe(200);
  });

  test('finds a file of the pages that only one node has, and asks once for all else', async () => {
    nodes[0].behave(respondWith('404 Not Found', 'none'));
    for (let count = 0; count < 4; count += 1) expect((await ask(`/assets/${count}.js`)).status).toBe(200);
    const askedBefore = received().length;
    const statuses = [(await ask('/api/draws/1')).status, (await ask('/api/draws/2')).status];
    expect(statuses.sort()).toEqual([200, 404]);
    expect(received().length - askedBefore).toBe(2);
  });

  test('passes on the 503 of the nodes when none can serve, with at most two attempts for each read', async () => {
    for (const node of nodes) node.behave(UNAVAILABLE);
    const reads = 12;
    for (let count = 0; count < reads; count += 1) {
      const answer = await ask('/api/today');
      expect([answer.status, answer.headers.get('Retry-After'), await answer.json()]).toEqual([
        503,
        '2',
        { code: 'database-down' },
      ]);
    }
    expect(received().length).toBeLessThanOrEqual(2 * reads);
    for (const node of nodes) node.behave(respondWith('200 OK', 'served'));
    expect((await ask('/api/admin/settings', { method: 'PUT', body: '{}' })).status).toBe(200);
    expect((await ask('/api/today')).status).toBe(200);
  });

  test('says in the form that was asked for that no node can be reached', async () => {
    await Promise.all(nodes.map((node) => node.close()));
    const problem = await ask('/api/today');
    expect([problem.status, problem.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(problemSchema.parse(await problem.json()).code).toBe('unreachable');
    const page = await ask('/results', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Content-Type'), page.headers.get('Cache-Control')]).toEqual([
      503,
      'text/html',
      'no-store',
    ]);
    expect(await page.text()).toContain('lang="ml"');
  });

  test('refuses bodies that no node would take, and lets a file through where one is expected', async () => {
    const send = (path: string, kibibytes: number) =>
      ask(path, { method: 'POST', body: 'x'.repeat(kibibytes * 1024) });
    const refused = await send('/api/contact', 200);
    expect(refused.status).toBe(413);
    expect(problemSchema.parse(await refused.json()).code).toBe('too-large');
    expect((await send('/api/contact', 100)).status).toBe(200);
    expect((await send('/api/admin/draws/import', 5 * 1024)).status).toBe(200);
    expect((await send('/api/admin/draws/import', 7 * 1024)).status).toBe(413);
    expect(received()).toHaveLength(2);
  });

  test('keeps a large body for the second node', async () => {
    await nodes[0].close();
    const body = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 4; count += 1) {
      expect((await ask('/api/admin/draws/import', { method: 'POST', body })).status).toBe(200);
    }
    const lengths = received().map((request) => headersOf(request).get('Content-Length'));
    expect(lengths).toEqual(Array(4).fill(String(body.length)));
  });

  test('closes requests for other hosts, and sends http to https', async () => {
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
    const served = await ask(`${path}?token=secret-in-query`, { headers });
    await Promise.all(nodes.map((node) => node.close()));
    const failed = await ask(`${path}?token=secret-in-query`, { headers });
    expect([served.status, failed.status]).toEqual([200, 503]);
    expect(await nginx.logged([served, failed])).toMatchObject([{ path }, { path }]);
    expect(nginx.logText()).not.toContain('secret');
  });
});
