/** Responses through the nginx of deploy/: caching, other spellings of a path, limits, TLS. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { newDraw } from '../server/api-seed.ts';
import { hasNginx } from '../support/nginx.ts';
import { type RawResponse, sendRaw } from '../support/raw-http.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { ADMIN, json, type NginxSite, openNginxSite } from './nginx-site.ts';

setDefaultTimeout(60_000);

const DRAW = newDraw('2026-11-13', '10:00', '24680');
const DRAFT = newDraw('2026-11-13', '12:00', '86421', false);
const PRIVATE = new RegExp(`${ADMIN.email}|${DRAFT.drawNo}`);
/** The encodings that the nodes offer, and none. */
const ENCODINGS = ['br', 'zstd', 'gzip', 'identity'];

let site: NginxSite<RunningServer>;
let drawId: string;

const requestTogether = (count: number, path: string): Promise<Response[]> =>
  Promise.all(Array.from({ length: count }, () => site.request(path)));

async function waitUntil(condition: () => Promise<boolean>, most: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > most) throw new Error(`it did not happen within ${most} ms`);
    await Bun.sleep(20);
  }
  return performance.now() - startedAt;
}

describe.skipIf(!hasNginx)('through nginx', () => {
  beforeAll(async () => {
    site = await openNginxSite(startServer);
    drawId = await site.createAsAdmin('/api/admin/draws', DRAW);
    await site.createAsAdmin('/api/admin/draws', DRAFT);
  });
  afterAll(() => site.stop());

  test('a correction and a withdrawal are visible after at most s-maxage, and on pages within seconds', async () => {
    const path = `/api/draws/${DRAW.drawNo}`;
    const before = await site.request(path);
    const allowed = 1_000 * Number(/s-maxage=(\d+)/.exec(before.headers.get('Cache-Control') ?? '')?.[1]);
    expect((await before.json()).digit1).toBe(DRAW.digit1);
    await site.request(`/draws/${DRAW.drawNo}`);

    const corrected = await site.requestAsAdmin(`/api/admin/draws/${drawId}`, {
      method: 'PATCH',
      body: JSON.stringify({ digit1: '9' }),
    });
    expect(corrected.status).toBe(200);
    const took = await waitUntil(
      async () => (await (await site.request(path)).json()).digit1 === '9',
      10_000,
    );
    expect(took).toBeLessThanOrEqual(allowed);

    expect(
      (await site.requestAsAdmin(`/api/admin/draws/${drawId}/unpublish`, { method: 'POST' })).status,
    ).toBe(200);
    expect(
      await waitUntil(async () => (await site.request(path)).status === 404, 10_000),
    ).toBeLessThanOrEqual(allowed);
    // Other caches may store a page for a minute; this one stores it for a few seconds.
    const page = `/draws/${DRAW.drawNo}`;
    expect(await waitUntil(async () => (await site.request(page)).status === 404, 10_000)).toBeLessThan(
      5_000,
    );
    expect((await site.requestAsAdmin(`/api/admin/draws/${drawId}/publish`, { method: 'POST' })).status).toBe(
      200,
    );
  });

  test('a cached response has the id of its own request', async () => {
    const responses = [await site.request('/api/news'), ...(await requestTogether(6, '/api/news'))];
    expect(new Set(responses.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(responses.length);
    expect((await site.nginx.logged(responses)).some(({ cache }) => cache === 'HIT')).toBe(true);
    expect(new Set(responses.map(({ headers }) => headers.get('ETag'))).size).toBe(1);
  });

  test('each client gets the encoding that it accepts, concurrently and from the cache', async () => {
    const requestInEach = () =>
      Promise.all(
        ENCODINGS.map((encoding) =>
          sendRaw(site.nginx.url, { target: '/help', headers: { 'Accept-Encoding': encoding } }),
        ),
      );
    const responses = [...(await requestInEach()), ...(await requestInEach()), ...(await requestInEach())];
    expect(responses.map(({ headers }) => headers.get('Content-Encoding') ?? 'identity')).toEqual([
      ...ENCODINGS,
      ...ENCODINGS,
      ...ENCODINGS,
    ]);
    const hits = (await site.nginx.logged(responses)).filter(({ cache }) => cache === 'HIT');
    expect(hits.length).toBeGreaterThan(ENCODINGS.length / 2);
  });

  test('the query is part of the cache key', async () => {
    const countAt = async (path: string): Promise<number> =>
      (await (await site.request(path)).json()).items.length;
    expect([await countAt('/api/draws'), await countAt('/api/draws?q=no-such')]).toEqual([1, 0]);
  });

  test.each(['/api/health', '/api/ready', '/api/today', '/'])('%s is never cached', async (path) => {
    const responses = [...(await requestTogether(3, path)), ...(await requestTogether(3, path))];
    expect((await site.nginx.logged(responses)).filter(({ cache }) => cache === 'HIT')).toEqual([]);
  });

  test('a problem has the request id that nginx logs', async () => {
    const response = await site.request('/api/draws/NO-SUCH', {
      headers: { 'X-Request-Id': 'forged-by-a-client' },
    });
    const [entry] = await site.nginx.logged([response]);
    expect((await response.json()).requestId).toBe(entry?.requestId);
  });

  test('returns 304 for the current ETag', async () => {
    const tag = (await site.request('/api/faqs')).headers.get('ETag') ?? '';
    expect(tag).not.toBe('');
    const [known, other] = await Promise.all(
      [tag, '"another"'].map((value) => site.request('/api/faqs', { headers: { 'If-None-Match': value } })),
    );
    expect([known?.status, other?.status]).toEqual([304, 200]);
  });

  test.each([
    ['/api/admin/draws', false],
    ['/api/admin/me', false],
    ['/api/auth/get-session', false],
    ['/admin', false],
    ['/results', true],
    ['/api/draws', true],
  ])('no other client gets the response of an Admin at %s', async (path, isCached) => {
    const asAdmin = site.requestAsAdmin(path);
    const strangers = [...(await requestTogether(8, path)), await site.request(path)];
    const admin = await asAdmin;
    for (const response of strangers) {
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).not.toMatch(PRIVATE);
    }
    const [adminEntry, ...entries] = await site.nginx.logged([admin, ...strangers]);
    expect(adminEntry?.cache).toBe(isCached ? 'BYPASS' : '');
    if (isCached) expect(entries.some(({ cache }) => cache === 'HIT')).toBe(true);
    else expect(new Set(entries.map(({ cache }) => cache))).toEqual(new Set(['']));
    if (!isCached && path !== '/admin') expect(await admin.text()).toMatch(PRIVATE);
  });

  test('a request with the cookie "0" bypasses the cache', async () => {
    const response = await site.request('/api/faqs', { headers: { Cookie: '0' } });
    expect((await site.nginx.logged([response])).map(({ cache }) => cache)).toEqual(['BYPASS']);
  });

  test('other spellings of a path get the status of the node, and are never cached', async () => {
    const spellings = [
      ...['/api/%61dmin/draws', '/api//admin/draws', '/api/./admin/draws', '/results/../api/admin/draws'],
      ...['/api%2fadmin/draws', '/results/..%2fapi/admin/draws', '/api;x/admin/draws', '/API/ADMIN/DRAWS'],
      ...[
        '/api/%74oday',
        '//api/today',
        '/api/today/',
        '/api/./today',
        '/results/..%2f',
        '/%72esults',
        '//results',
      ],
    ];
    await Promise.all(['/api/draws', '/results'].map((target) => sendRaw(site.nginx.url, { target })));
    const responses: RawResponse[] = [];
    for (const target of [...spellings, ...spellings]) {
      const [direct, proxied, asAdmin] = await Promise.all([
        sendRaw(site.nodeUrls[0], { target }),
        sendRaw(site.nginx.url, { target }),
        sendRaw(site.nginx.url, { target, headers: { Cookie: site.cookie } }),
      ]);
      // nginx itself refuses a path that leaves the root.
      expect([target, [direct.status, 400].includes(proxied.status)]).toEqual([target, true]);
      expect([target, [308, 400, 401, 404].includes(proxied.status)]).toEqual([target, true]);
      if (proxied.status === 308)
        expect(proxied.headers.get('Location')).toBe(direct.headers.get('Location'));
      for (const { body } of [proxied, asAdmin]) expect(body).not.toMatch(PRIVATE);
      responses.push(proxied, asAdmin);
      expect(proxied.headers.get('Cache-Control') ?? 'no-store').toBe('no-store');
    }
    const entries = await site.nginx.logged(responses);
    expect(entries.filter(({ cache }) => cache === 'HIT')).toEqual([]);
  });

  test('limits use the address of the connection, not X-Forwarded-For', async () => {
    const message = {
      name: 'Anu',
      phone: '9876543210',
      email: 'anu@example.org',
      message: 'Hello',
      consent: true,
    };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${count}` };
      statuses.push((await site.request('/api/contact', { ...json(message), headers })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a body over 64 KiB gets the 413 of the node', async () => {
    const response = await site.requestAsAdmin('/api/admin/news', json({ title: 'x'.repeat(70_000) }));
    expect([response.status, (await response.json()).detail]).toEqual([
      413,
      'The request is larger than 64 KiB.',
    ]);
  });

  test('HTTP/2 works, with the headers of the nodes', async () => {
    const session = connectHttp2(site.nginx.url, { ca: site.nginx.certificate });
    const stream = session.request({ ':path': '/api/today' });
    const [headers] = await once(stream, 'response');
    stream.resume();
    expect(headers[':status']).toBe(200);
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d+; includeSubDomains$/);
    expect(headers['server']).toBe('nginx');
    await new Promise<void>((resolve) => session.close(() => resolve()));
  });

  test.each([
    ['-tls1_1', false],
    ['-tls1_2', true],
    ['-tls1_3', true],
  ])('openssl with %s can connect: %p', (version, isAccepted) => {
    const target = ['-connect', `127.0.0.1:${site.nginx.port}`, '-servername', 'localhost'];
    // OpenSSL offers old versions only at its lowest security level.
    const options = ['s_client', version, '-cipher', 'DEFAULT:@SECLEVEL=0', ...target];
    const { stdout, stderr } = spawnSync('openssl', options, { input: '', encoding: 'utf8' });
    expect(/alert protocol version/.test(stderr)).toBe(!isAccepted);
    expect(/Cipher is (?!\(NONE\))/.test(stdout)).toBe(isAccepted);
  });
});
