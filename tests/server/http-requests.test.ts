/** Requests that no browser sends: unusual hosts, methods, targets and forms. Each gets a clear status, and no stack is logged. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sendRaw } from '../support/raw-http.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

let site: ApiSite;
beforeAll(async () => {
  site = await openApiSite();
});
afterAll(() => site.stop());

/** Bad requests are not errors of the server, so nothing is logged as an error. */
const expectNoFailureLogged = () => expect(site.server.output()).not.toMatch(/"level":"error"|\bat \S+ \(/);

describe('hosts', () => {
  test.each(['', 'a b', 'a/b', 'a?b', '[::1', 'user@host', 'a:99999', '..', 'é', '%61', 'a,b', '#'])(
    'Host: %j does not change the status',
    async (host) => {
      for (const target of ['/', '/api/today', '/api/draws?q=', '/admin', '/no/such/page', '/api/admin/me']) {
        const { status } = await sendRaw(site.server.url, { target, host });
        expect({ target, status }).toEqual({ target, status: expectedStatus(target) });
      }
      expectNoFailureLogged();
    },
  );

  test('HTTP/1.0 without a host is served', async () => {
    for (const target of ['/', '/api/health', '/api/draws?q=', '/admin', '/contact']) {
      const { status } = await sendRaw(site.server.url, { target, host: null, version: '1.0' });
      expect({ target, status }).toEqual({ target, status: 200 });
    }
    expectNoFailureLogged();
  });

  test('no URL in a page or redirect contains the Host header', async () => {
    for (const target of ['/', '/sitemap.xml', '/results/13-00', '/results/']) {
      const { headers, body } = await sendRaw(site.server.url, { target, host: 'evil.example' });
      expect(`${headers.get('Location')}${body}`).not.toContain('evil.example');
    }
  });

  const expectedStatus = (target: string): number =>
    target === '/no/such/page' ? 404 : target === '/api/admin/me' ? 401 : 200;
});

describe('methods', () => {
  test.each(['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST'])(
    '%s of a page gets 405 with Allow',
    async (method) => {
      for (const target of [
        '/',
        '/results',
        '/news/x',
        '/admin',
        '/admin/draws',
        '/favicon.svg',
        '/no/such',
      ]) {
        const { status, headers } = await sendRaw(site.server.url, { method, target });
        expect({ target, status }).toEqual({ target, status: 405 });
        expect(headers.get('Allow')).toBe('GET, HEAD');
        expect(headers.get('Content-Type')).toBe('application/problem+json');
      }
      expectNoFailureLogged();
    },
  );

  test.each(['TRACE', 'CONNECT', 'PROPFIND', 'PURGE'])('%s of the API gets 405', async (method) => {
    for (const target of ['/api/today', '/api/admin/draws', '/api/auth/sign-in/email', '/api/live']) {
      const { status } = await sendRaw(site.server.url, { method, target });
      expect({ target, status }).toEqual({ target, status: 405 });
    }
    expectNoFailureLogged();
  });

  test('CONNECT to another host gets 400', async () => {
    const { status } = await sendRaw(site.server.url, { method: 'CONNECT', target: 'other.example:443' });
    expect(status).toBe(400);
    expectNoFailureLogged();
  });

  test('the contact page allows POST', async () => {
    const { status, headers } = await sendRaw(site.server.url, { method: 'PUT', target: '/contact' });
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('HEAD has the headers of GET and no body', async () => {
    for (const target of ['/', '/admin', '/api/health', '/api/today']) {
      const got = await sendRaw(site.server.url, { target });
      const head = await sendRaw(site.server.url, { method: 'HEAD', target });
      expect([head.status, head.body]).toEqual([got.status, '']);
      expect(head.headers.get('Content-Type')).toBe(got.headers.get('Content-Type'));
    }
  });
});

describe('spellings', () => {
  test.each([
    ['/results/', '/results'],
    ['//results', '/results'],
    ['/%72esults?all=1', '/results?all=1'],
    ['/x/../results', '/results'],
    ['/x/%2e%2e/results', '/results'],
    ['/x\\..\\results', '/results'],
    ['//evil.example/results', '/evil.example/results'],
    ['/\\evil.example', '/evil.example'],
    ['/%61dmin', '/admin'],
    ['/ml/', '/ml'],
  ])('%s is redirected to %s', async (target, location) => {
    const { status, headers } = await sendRaw(site.server.url, { target });
    expect([status, headers.get('Location'), headers.get('Cache-Control')]).toEqual([
      308,
      location,
      'no-store',
    ]);
  });

  test.each(['/api/%74oday', '/api//today', '/x/../api/today', '/api/./today', '/api/draws/..%2ftoday'])(
    '%s gets 400',
    async (target) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await sendRaw(site.server.url, { method, target });
        expect([method, status, headers.get('Cache-Control')]).toEqual([method, 400, 'no-store']);
      }
    },
  );

  test.each([
    '/100%',
    '/ml/%zz',
    '/a'.repeat(50),
    '/%00',
    '/..%2F..',
    '/a%0Ab',
    '/ml/a%0Db.data',
    '/admin/a%E2%80%A8b',
  ])('%s gets 404', async (target) => {
    const { status, headers } = await sendRaw(site.server.url, { target });
    expect([status, headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await sendRaw(site.server.url, { method: 'POST', target })).status).toBeOneOf([404, 405]);
    expectNoFailureLogged();
  });

  test('an absolute URL as the request target is accepted', async () => {
    const { status } = await sendRaw(site.server.url, { target: 'http://other.example/api/today' });
    expect(status).toBe(200);
  });
});

test.each(['/ml/contact', '/api/contact', '/api/auth/sign-in/email'])(
  'a client that disconnects while sending to %s is not logged as an error',
  async (target) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '50' };
    await sendRaw(site.server.url, { method: 'POST', target, headers, timeoutMs: 100 });
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    await sendRaw(site.server.url, { method: 'POST', target, headers: chunked, timeoutMs: 100 });
    // This response comes after the server has seen the connections end.
    await site.anonymous('GET', '/api/health');
    await Bun.sleep(100);
    expectNoFailureLogged();
  },
);

describe('the form of the contact page', () => {
  const FORM = new URLSearchParams({
    name: 'Anu',
    phone: '0471 234567',
    email: 'anu@example.org',
    message: 'Hello from a form.',
    consent: 'on',
  }).toString();
  const send = (headers: Record<string, string>, target = '/contact') =>
    sendRaw(site.server.url, {
      method: 'POST',
      target,
      body: FORM,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
  const countMessages = async (): Promise<number> =>
    (await (await site.admin('GET', '/api/admin/contacts')).json()).items.length;

  test.each([
    ['a foreign origin', { Origin: 'https://elsewhere.example' }],
    ['a browser that calls it cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an opaque origin', { Origin: 'null' }],
    ['a sibling host', { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-site' }],
  ])('%s gets 403, and nothing is stored', async (_, headers) => {
    const before = await countMessages();
    for (const target of ['/contact', '/ml/contact']) expect((await send(headers, target)).status).toBe(403);
    expect(await countMessages()).toBe(before);
  });

  test('is accepted from our own page', async () => {
    const before = await countMessages();
    expect((await send({ Origin: site.server.url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect(await countMessages()).toBe(before + 1);
    expectNoFailureLogged();
  });
});
