/** Requests that the nginx of deploy/ refuses without a node, with the same problem format as the nodes. */
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { findFreePort } from '../../scripts/free-port.mjs';
import { PROBLEM_CONTENT_TYPE, problemSchema } from '../../src/contract/problem.ts';
import { commonHeaders } from '../../src/server/http/security-headers.ts';
import { hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts';
import { type RawRequest, type RawResponse, sendRaw } from '../support/raw-http.ts';
import { type RecordingNode, respondWith, startRecordingNode } from '../support/recording-node.ts';

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
});
