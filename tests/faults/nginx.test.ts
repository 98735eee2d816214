/** What visitors and staff get through the nginx of deploy/: shared answers, other spellings of a path, limits, TLS. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { newDraw } from '../server/api-seed.ts';
import { hasNginx } from '../support/nginx.ts';
import { type RawResponse, sendRaw } from '../support/raw-http.ts';
import { ADMIN, json, type NginxSite, openNginxSite } from './nginx-site.ts';

setDefaultTimeout(60_000);

const DRAW = newDraw('2026-11-13', '10:00', '24680');
const DRAFT = newDraw('2026-11-13', '12:00', '86421', false);
const PRIVATE = new RegExp(`${ADMIN.email}|${DRAFT.drawNo}`);
/** The encodings that the nodes offer, and none. */
const ENCODINGS = ['br', 'zstd', 'gzip', 'identity'];

let site: NginxSite;
let drawId: string;

const askTogether = (count: number, path: string): Promise<Response[]> =>
  Promise.all(Array.from({ length: count }, () => site.ask(path)));

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
    site = await openNginxSite();
    drawId = await site.createAsAdmin('/api/admin/draws', DRAW);
    await site.createAsAdmin('/api/admin/draws', DRAFT);
  });
  afterAll(() => site.stop());

  test('a correction and a withdrawal are seen as soon as Cache-Control allows, on pages within seconds', async () => {
    const path = `/api/draws/${DRAW.drawNo}`;
    const before = await site.ask(path);
    const allowed = 1_000 * Number(/s-maxage=(\d+)/.exec(before.headers.get('Cache-Control') ?? '')?.[1]);
    expect((await before.json()).digit1).toBe(DRAW.digit1);
    await site.ask(`/draws/${DRAW.drawNo}`);

    const corrected = await site.askAsAdmin(`/api/admin/draws/${drawId}`, {
      method: 'PATCH',
      body: JSON.stringify({ digit1: '9' }),
    });
    expect(corrected.status).toBe(200);
    const took = await waitUntil(async () => (await (await site.ask(path)).json()).digit1 === '9', 10_000);
    expect(took).toBeLessThanOrEqual(allowed);

    expect((await site.askAsAdmin(`/api/admin/draws/${drawId}/unpublish`, { method: 'POST' })).status).toBe(
      200,
    );
    expect(await waitUntil(async () => (await site.ask(path)).status === 404, 10_000)).toBeLessThanOrEqual(
      allowed,
    );
    // Pages may be shared for a minute by caches elsewhere, but not by this one.
    const page = `/draws/${DRAW.drawNo}`;
    expect(await waitUntil(async () => (await site.ask(page)).status === 404, 10_000)).toBeLessThan(5_000);
    expect((await site.askAsAdmin(`/api/admin/draws/${drawId}/publish`, { method: 'POST' })).status).toBe(
      200,
    );
  });

  test('an answer from the cache has the id of its own request', async () => {
    const answers = [await site.ask('/api/news'), ...(await askTogether(6, '/api/news'))];
    expect(new Set(answers.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(answers.length);
    expect((await site.nginx.logged(answers)).some(({ cache }) => cache === 'HIT')).toBe(true);
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(1);
  });

  test('each client gets the encoding that it asked for, at the same time and from the cache', async () => {
    const askInEach = () =>
      Promise.all(
        ENCODINGS.map((encoding) =>
          sendRaw(site.nginx.url, { target: '/help', headers: { 'Accept-Encoding': encoding } }),
        ),
      );
    const answers = [...(await askInEach()), ...(await askInEach()), ...(await askInEach())];
    expect(answers.map(({ headers }) => headers.get('Content-Encoding') ?? 'identity')).toEqual([
      ...ENCODINGS,
      ...ENCODINGS,
      ...ENCODINGS,
    ]);
    const hits = (await site.nginx.logged(answers)).filter(({ cache }) => cache === 'HIT');
    expect(hits.length).toBeGreaterThan(ENCODINGS.length / 2);
  });

  test('a query is part of the address', async () => {
    const countAt = async (path: string): Promise<number> =>
      (await (await site.ask(path)).json()).items.length;
    expect([await countAt('/api/draws'), await countAt('/api/draws?q=no-such')]).toEqual([1, 0]);
  });

  test.each(['/api/health', '/api/ready', '/api/draws.csv', '/api/today', '/'])(
    '%s always comes from a node',
    async (path) => {
      const answers = [...(await askTogether(3, path)), ...(await askTogether(3, path))];
      expect((await site.nginx.logged(answers)).filter(({ cache }) => cache === 'HIT')).toEqual([]);
    },
  );

  test('a problem carries the id under which nginx logs the request', async () => {
    const answer = await site.ask('/api/draws/NO-SUCH', {
      headers: { 'X-Request-Id': 'forged-by-a-client' },
    });
    const [entry] = await site.nginx.logged([answer]);
    expect((await answer.json()).requestId).toBe(entry?.requestId);
  });

  test('whoever has the current version gets 304', async () => {
    const tag = (await site.ask('/api/faqs')).headers.get('ETag') ?? '';
    expect(tag).not.toBe('');
    const [known, other] = await Promise.all(
      [tag, '"another"'].map((value) => site.ask('/api/faqs', { headers: { 'If-None-Match': value } })),
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
  ])('nobody gets what was made for an Admin at %s', async (path, isCached) => {
    const asAdmin = site.askAsAdmin(path);
    const strangers = [...(await askTogether(8, path)), await site.ask(path)];
    const admin = await asAdmin;
    for (const answer of strangers) {
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.text()).not.toMatch(PRIVATE);
    }
    const [adminEntry, ...entries] = await site.nginx.logged([admin, ...strangers]);
    expect(adminEntry?.cache).toBe(isCached ? 'BYPASS' : '');
    if (isCached) expect(entries.some(({ cache }) => cache === 'HIT')).toBe(true);
    else expect(new Set(entries.map(({ cache }) => cache))).toEqual(new Set(['']));
    if (!isCached && path !== '/admin') expect(await admin.text()).toMatch(PRIVATE);
  });

  test('a cookie named 0 is a cookie', async () => {
    const answer = await site.ask('/api/faqs', { headers: { Cookie: '0' } });
    expect((await site.nginx.logged([answer])).map(({ cache }) => cache)).toEqual(['BYPASS']);
  });

  test('other spellings of a path are refused as by the node, and never come from the cache', async () => {
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
    const answers: RawResponse[] = [];
    for (const target of [...spellings, ...spellings]) {
      const [direct, proxied, asAdmin] = await Promise.all([
        sendRaw(site.nodes[0].url, { target }),
        sendRaw(site.nginx.url, { target }),
        sendRaw(site.nginx.url, { target, headers: { Cookie: site.cookie } }),
      ]);
      // nginx itself refuses a path that leaves the root, before any node sees it.
      expect([target, [direct.status, 400].includes(proxied.status)]).toEqual([target, true]);
      expect([target, [308, 400, 401, 404].includes(proxied.status)]).toEqual([target, true]);
      if (proxied.status === 308)
        expect(proxied.headers.get('Location')).toBe(direct.headers.get('Location'));
      for (const { body } of [proxied, asAdmin]) expect(body).not.toMatch(PRIVATE);
      answers.push(proxied, asAdmin);
      expect(proxied.headers.get('Cache-Control') ?? 'no-store').toBe('no-store');
    }
    const entries = await site.nginx.logged(answers);
    expect(entries.filter(({ cache }) => cache === 'HIT')).toEqual([]);
  });

  test('limits count by the address of the connection, not by what a client claims', async () => {
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
      statuses.push((await site.ask('/api/contact', { ...json(message), headers })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('the nodes refuse a body over 64 KiB in their own words', async () => {
    const answer = await site.askAsAdmin('/api/admin/news', json({ title: 'x'.repeat(70_000) }));
    expect([answer.status, (await answer.json()).detail]).toEqual([
      413,
      'The request is larger than 64 KiB.',
    ]);
  });

  test('HTTP/2 is spoken, and the headers of the nodes arrive', async () => {
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
  ])('openssl with %s is let in: %p', (version, isLetIn) => {
    const target = ['-connect', `127.0.0.1:${site.nginx.port}`, '-servername', 'localhost'];
    // OpenSSL itself offers old versions only at its lowest level of security.
    const options = ['s_client', version, '-cipher', 'DEFAULT:@SECLEVEL=0', ...target];
    const { stdout, stderr } = spawnSync('openssl', options, { input: '', encoding: 'utf8' });
    expect(/alert protocol version/.test(stderr)).toBe(!isLetIn);
    expect(/Cipher is (?!\(NONE\))/.test(stdout)).toBe(isLetIn);
  });
});
