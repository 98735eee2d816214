/** What the nginx of deploy/ refuses by itself: in the form of the nodes' own problems, without asking a node. */
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
/** More than nginx takes for one header or for the request line. */
const LONG = 'x'.repeat(9_000);
const SHORTER = 'x'.repeat(6_000);

let nodes: [RecordingNode, RecordingNode];
let nginx: RunningNginx;

const received = (): string[] => nodes.flatMap(({ requests }) => requests);

function expectProblem(answer: RawResponse, status: number, code: string): void {
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, PROBLEM_CONTENT_TYPE]);
  const problem = problemSchema.parse(JSON.parse(answer.body));
  expect([problem.status, problem.code]).toEqual([status, code]);
  expect(problem.requestId).toBe(answer.headers.get('X-Request-Id') ?? 'no id');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  for (const name of ['X-Content-Type-Options', 'Strict-Transport-Security']) {
    expect([name, answer.headers.get(name)]).toEqual([name, commonHeaders('https://localhost')[name] ?? '']);
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
    'refuses %s without asking a node',
    async (method) => {
      // A node would close the connection: this many of them, and it would not be trusted for a while.
      for (const node of nodes) node.behave('cut');
      for (let count = 0; count < 6; count += 1) {
        const answer = await sendRaw(nginx.url, { method, target: '/api/today' });
        expectProblem(answer, 405, 'method-not-allowed');
        expect(answer.headers.get('Allow')).toBe(METHODS.join(', '));
        expect(await nginx.logged([answer])).toMatchObject([{ method, path: '/api/today', upstream: '' }]);
      }
      expect(received()).toEqual([]);
    },
  );

  test('refuses an unknown method over HTTP/2 too', async () => {
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

  test.each(METHODS)('passes %s on', async (method) => {
    await sendRaw(nginx.url, { method, target: '/api/admin/me', timeoutMs: 1_000 });
    expect(received().map((request) => request.split(' ')[0])).toEqual([method]);
  });

  test.each<[string, number, string, RawRequest]>([
    ['a path with %00', 400, 'bad-request', { target: '/api/%00' }],
    ['a path that leaves the root', 400, 'bad-request', { target: '/../x' }],
    ['a method in small letters', 400, 'bad-request', { method: 'get', target: '/' }],
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
      'headers that are long together',
      431,
      'too-large',
      { target: '/', headers: { 'X-1': SHORTER, 'X-2': SHORTER, 'X-3': SHORTER } },
    ],
    ['a long address', 414, 'too-large', { target: `/${LONG}` }],
    ['the address of its own refusals', 400, 'bad-request', { target: '/.nginx/refused' }],
  ])('refuses %s with %i %s', async (_, status, code, request) => {
    const answer = await sendRaw(nginx.url, request);
    expectProblem(answer, status, code);
    expect(await nginx.logged([answer])).toMatchObject([{ status, upstream: '' }]);
    expect(received()).toEqual([]);
  });

  test('refuses http on the port of https', async () => {
    const plainUrl = nginx.url.replace('https:', 'http:');
    expectProblem(await sendRaw(plainUrl, { target: '/' }), 400, 'bad-request');
  });

  test('closes what is not a request for the site', async () => {
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

  test('logs one line of JSON in UTF-8 for each request, whatever bytes it has', async () => {
    const socket = connectTls({ port: nginx.port, servername: 'localhost', ca: nginx.certificate });
    const head = 'GET /\xc3( HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \xff\r\nConnection: close\r\n\r\n';
    socket.resume().write(head, 'latin1');
    await once(socket, 'close');
    const plain = await sendRaw(nginx.url, { target: '/caf%C3%A9?x=\u0d2e', headers: { 'User-Agent': 'a' } });
    // Entries are written in the order of the requests.
    expect(await nginx.logged([plain])).toMatchObject([{ path: '/caf%C3%A9', userAgent: 'a' }]);
    const notAscii = '(not ASCII)';
    expect(nginx.accessLog().at(-2)).toMatchObject({ path: notAscii, userAgent: notAscii });
    expect(nginx.logText()).not.toContain('\ufffd');
  });
});
