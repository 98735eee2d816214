/** What the nginx configuration of deploy/ forwards to a node, refuses, redirects and logs. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.mjs';
import { problemSchema } from '../../src/contract/problem.ts';
import { hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts';
import { sendRaw } from '../support/raw-http.ts';
import { headersOf, type RecordingNode, startRecordingNode } from '../support/recording-node.ts';

setDefaultTimeout(30_000);

let nodes: [RecordingNode, RecordingNode];
let nginx: RunningNginx;

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(nginx.url + path, { ...init, tls: { ca: nginx.certificate }, keepalive: false } as RequestInit);

const received = (): string[] => nodes.flatMap(({ requests }) => requests);

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
