/** Which requests the nginx of deploy/ sends to a second node when the first one fails. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.mjs';
import { problemSchema } from '../../src/contract/problem.ts';
import { follow, isEvent } from '../support/live-client.ts';
import { hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts';
import { headersOf, type RecordingNode, respondWith, startRecordingNode } from '../support/recording-node.ts';

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

/** Nothing follows the first message. */
const STREAM = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: hello\ndata: {}\n\n';
/** Longer than nginx waits for the response to a read. */
const SILENCE = 11_000;

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
      // Concurrent requests share the order of the nodes, so one may come to the same node again and again.
      for (let round = 0; round < 5; round += 1) {
        const responses = await Promise.all(Array.from({ length: 20 }, () => send(method)));
        for (const { status } of responses) expect(status).toBe(200);
      }
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

  test.each([
    ['ends', (node: RecordingNode) => node.close()],
    ['cuts its connections', (node: RecordingNode) => node.behave('cut')],
    ['is not ready', (node: RecordingNode) => node.behave(UNAVAILABLE)],
  ])('loses no read when one node %s while nginx still considers the other one failed', async (_, fail) => {
    nodes[1].behave(UNAVAILABLE);
    for (let count = 0; count < 6; count += 1) expect((await request('/api/admin/me')).status).toBe(200);
    nodes[1].behave(respondWith('200 OK', 'served'));
    await fail(nodes[0]);
    for (let count = 0; count < 6; count += 1) expect((await request('/api/admin/me')).status).toBe(200);
  });

  test.each(['/api/live', '/api/admin/live'])(
    'keeps a silent stream of %s open that a node has accepted after all other attempts failed',
    async (path) => {
      for (const node of nodes) node.behave('cut', 'cut', STREAM);
      const client = follow(await request(path));
      await client.waitFor(isEvent('hello'));
      expect(received().length).toBeGreaterThan(3);
      expect(
        await Promise.race([client.ended.then(() => 'ended'), Bun.sleep(SILENCE).then(() => 'open')]),
      ).toBe('open');
      client.close();
    },
  );

  test('tries the other node after a 404 for an asset, but not for other paths', async () => {
    nodes[0].behave(respondWith('404 Not Found', 'none'));
    for (let count = 0; count < 4; count += 1)
      expect((await request(`/assets/${count}.js`)).status).toBe(200);
    const receivedBefore = received().length;
    const statuses = [(await request('/api/draws/1')).status, (await request('/api/draws/2')).status];
    expect(statuses.sort()).toEqual([200, 404]);
    expect(received().length - receivedBefore).toBe(2);
  });

  test('returns the 503 of the nodes when none can serve, with at most three attempts for each read', async () => {
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
    expect(received().length).toBeLessThanOrEqual(3 * reads);
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

  test('sends a large body to the second node when the first refuses connections', async () => {
    await nodes[0].close();
    const body = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 4; count += 1) {
      expect((await request('/api/admin/draws/import', { method: 'POST', body })).status).toBe(200);
    }
    const lengths = received().map((request) => headersOf(request).get('Content-Length'));
    expect(lengths).toEqual(Array(4).fill(String(body.length)));
  });
});
