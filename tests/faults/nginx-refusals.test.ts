/** Requests that the nginx of deploy/ refuses without a node, with the same problem format as the nodes. */
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { findFreePort } from '../../scripts/free-port.mjs';
import { PROBLEM_CONTENT_TYPE, problemSchema } from '../../src/contract/problem.ts';
import { commonHeaders } from '../../src/server/http/security-headers.ts';
import { CLIENT_HEADER, hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts';
import { type RawRequest, type RawResponse, sendRaw } from '../support/raw-http.ts';
import { type RecordingNode, respondWith, startRecordingNode } from '../support/recording-node.ts';
import { waitUntil } from '../support/wait-until.ts';

setDefaultTimeout(30_000);

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Longer than nginx accepts for one header or for the request line. */
const LONG = 'x'.repeat(9_000);
const SHORTER = 'x'.repeat(6_000);

let nodes: [RecordingNode, RecordingNode];
let nginx: RunningNginx;

const received = (): string[] => nodes.flatMap(({ requests }) => requests);

function expectProblem(response: RawResponse, status: number, code: string): void {
  expect([response.status, response.headers.get('Content-Type')]).toEqual([status, PROBLEM_CONTENT_TYPE]);
  const problem = problemSchema.parse(JSON.parse(response.body));
  expect([problem.status, problem.code]).toEqual([status, code]);
  expect(problem.requestId).toBe(response.headers.get('X-Request-Id') ?? 'no id');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  for (const name of ['X-Content-Type-Options', 'Strict-Transport-Security']) {
    expect([name, response.headers.get(name)]).toEqual([
      name,
      commonHeaders('https://localhost')[name] ?? '',
    ]);
  }
}

describe.skipIf(!hasNginx)('nginx', () => {
  beforeAll(async () => {
    nodes = [await startRecordingNode(), await startRecordingNode()];
    nginx = await startNginx({ https: await findFreePort(), nodes: [nodes[0].port, nodes[1].port] });
  });
  beforeEach(() => {
    for (const node of nodes) {
      node.requests.length = 0;
      node.behave(respondWith('200 OK', 'served'));
    }
  });
  afterAll(async () => {
    await nginx.stop();
    await Promise.all(nodes.map((node) => node.close()));
  });

  test.each(['FOO', 'AAAA', 'PROPFIND', 'TRACE', 'G-E_T'])(
    'returns 405 for %s without forwarding it',
    async (method) => {
      // If these were forwarded, nginx would soon consider the nodes failed.
      for (const node of nodes) node.behave('cut');
      for (let count = 0; count < 6; count += 1) {
        const response = await sendRaw(nginx.url, { method, target: '/api/today' });
        expectProblem(response, 405, 'method-not-allowed');
        expect(response.headers.get('Allow')).toBe(METHODS.join(', '));
        expect(await nginx.logged([response])).toMatchObject([{ method, path: '/api/today', upstream: '' }]);
      }
      expect(received()).toEqual([]);
    },
  );

  test('returns 405 for an unknown method over HTTP/2', async () => {
    const session = connectHttp2(nginx.url, { ca: nginx.certificate });
    const stream = session.request({ ':path': '/api/today', ':method': 'FOO' });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    stream.on('response', (headers) => resolve(headers[':status']));
    stream.on('error', resolve);
    stream.resume();
    expect(await promise).toBe(405);
    session.destroy();
    expect(received()).toEqual([]);
  });

  test.each(METHODS)('forwards %s', async (method) => {
    await sendRaw(nginx.url, { method, target: '/api/admin/me', timeoutMs: 1_000 });
    expect(received().map((request) => request.split(' ')[0])).toEqual([method]);
  });

  test.each<[string, number, string, RawRequest]>([
    ['a path with %00', 400, 'bad-request', { target: '/api/%00' }],
    ['a path that leaves the root', 400, 'bad-request', { target: '/../x' }],
    ['a method in lower case', 400, 'bad-request', { method: 'get', target: '/' }],
    ['the preface of HTTP/2 after the handshake', 400, 'bad-request', { method: 'PRI', target: '*' }],
    [
      'two lengths of one body',
      400,
      'bad-request',
      { method: 'POST', target: '/', body: '0\r\n\r\n', headers: { 'Transfer-Encoding': 'chunked' } },
    ],
    [
      'an unknown transfer encoding',
      501,
      'bad-request',
      { method: 'POST', target: '/', headers: { 'Transfer-Encoding': 'gzip' } },
    ],
    ['a long header', 431, 'too-large', { target: '/api/today', headers: { 'X-Long': LONG } }],
    [
      'headers that are too long together',
      431,
      'too-large',
      { target: '/', headers: { 'X-1': SHORTER, 'X-2': SHORTER, 'X-3': SHORTER } },
    ],
    ['a long address', 414, 'too-large', { target: `/${LONG}` }],
    ['the internal path of its error responses', 400, 'bad-request', { target: '/.nginx/refused' }],
  ])('%s gets %i %s', async (_, status, code, request) => {
    const response = await sendRaw(nginx.url, request);
    expectProblem(response, status, code);
    expect(await nginx.logged([response])).toMatchObject([{ status, upstream: '' }]);
    expect(received()).toEqual([]);
  });

  test('returns 400 for http on the https port', async () => {
    const plainUrl = nginx.url.replace('https:', 'http:');
    expectProblem(await sendRaw(plainUrl, { target: '/' }), 400, 'bad-request');
  });

  test('closes connections whose request is malformed or not for this host', async () => {
    const plainToTls = nginx.url.replace('https:', 'http:');
    const closed = [
      sendRaw(nginx.httpUrl, { target: '/%00' }),
      sendRaw(nginx.httpUrl, { target: `/${LONG}` }),
      sendRaw(nginx.httpUrl, { target: '/', host: null }),
      sendRaw(nginx.url, { target: '/', host: null }),
      sendRaw(plainToTls, { target: '/', host: 'elsewhere.example' }),
    ];
    expect((await Promise.all(closed)).map(({ status }) => status)).toEqual(closed.map(() => 0));
  });

  describe('too many requests of one network', () => {
    const DEAR = [
      ...['/api/draws.csv', '/draws/SC131120261/picture.png', '/ml/results/2026-11-13/sheet.pdf'],
      ...['/api/draws?q=12', '/api/draws?limit=5&find=12', '/api/draws?endsWith=1', '/api/check?text=1'],
      ...['/?check=12', '/results.data?q=x', '/ml/results?ends=1', '/api/statistics?from=2026-01-01'],
      ...['/api/draws?%71=12', '/api/draws?q', '/api/admin/draws/import'],
    ];
    const ORDINARY = [
      ...['/', '/api/today', '/results', '/results?month=2026-11', '/icon-192.png', '/assets/root.js'],
      ...['/api/admin/draws?q=12', '/api/news?limit=5', '/api/draws?month=2026-11', '/api/faqs?quiz=1'],
    ];
    /** More than a network may send at once, even if the machine takes ten seconds for them. */
    const MANY = 300;
    const send = (target: string, client: string, accept = '*/*') =>
      sendRaw(nginx.url, { target, headers: { [CLIENT_HEADER]: client, Accept: accept } });
    const sendMany = (targets: readonly string[], clientOf: (index: number) => string) =>
      Promise.all(
        Array.from({ length: MANY }, async (_, index) => {
          const target = targets[index % targets.length] ?? '/';
          const inBrowser = Math.floor(index / targets.length) % 2 === 1;
          const response = await send(target, clientOf(index), inBrowser ? 'text/html' : '*/*');
          return { target, inBrowser, ...response };
        }),
      );
    const refusedOf = <Response extends { status: number }>(responses: readonly Response[]) =>
      responses.filter(({ status }) => status !== 200);

    test('for dear addresses get 503 without a node, while it gets all others', async () => {
      const client = () => '203.0.113.1';
      const refused = refusedOf(await sendMany(DEAR, client));
      for (const response of refused) {
        expect(response.headers.get('Retry-After')).toBe('2');
        if (response.inBrowser && !response.target.startsWith('/api/')) {
          expect([response.status, response.headers.get('Content-Type')]).toEqual([503, 'text/html']);
          expect(response.body).toContain('back in a moment');
        } else expectProblem(response, 503, 'busy');
      }
      expect(new Set(refused.map(({ target }) => target))).toEqual(new Set(DEAR));
      expect(received()).toHaveLength(MANY - refused.length);
      expect(received().length).toBeGreaterThan(DEAR.length);
      expect(refusedOf(await sendMany(ORDINARY, client))).toEqual([]);
    });

    test('are counted by /64 with IPv6, and do not affect another network', async () => {
      const inOneNetwork = (index: number) => `2001:db8:0:a::${(index + 10).toString(16)}`;
      expect(refusedOf(await sendMany(['/api/draws.csv'], inOneNetwork)).length).toBeGreaterThan(0);
      expect((await send('/api/draws.csv', '2001:db8:0:b::10')).status).toBe(200);
    });
  });

  test('logs one line of JSON in UTF-8 for each request, also for invalid bytes', async () => {
    const socket = connectTls({ port: nginx.port, servername: 'localhost', ca: nginx.certificate });
    const head = 'GET /\xc3( HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \xff\r\nConnection: close\r\n\r\n';
    socket.resume().write(head, 'latin1');
    await once(socket, 'close');
    const plain = await sendRaw(nginx.url, { target: '/caf%C3%A9?x=\u0d2e', headers: { 'User-Agent': 'a' } });
    // Log entries are in the order of the requests.
    expect(await nginx.logged([plain])).toMatchObject([{ path: '/caf%C3%A9', userAgent: 'a' }]);
    const notAscii = '(not ASCII)';
    expect(nginx.accessLog().at(-2)).toMatchObject({ path: notAscii, userAgent: notAscii });
    expect(nginx.logText()).not.toContain('\ufffd');
  });

  // The last test, because its responses are in progress until nginx is stopped.
  test('a network can have fifty dear responses in progress', async () => {
    for (const node of nodes) node.behave('silent');
    const refused: number[] = [];
    const headers = { [CLIENT_HEADER]: '203.0.113.3' };
    for (let count = 0; count < 60; count += 1)
      void sendRaw(nginx.url, { target: '/api/draws.csv', headers }).then(({ status }) =>
        refused.push(status),
      );
    await waitUntil(() => received().length + refused.length === 60);
    expect(refused).toEqual(Array(10).fill(503));
  });
});
