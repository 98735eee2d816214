/** No client gets the response of another: an Admin and strangers send the same requests concurrently, on every route. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { wholeApi } from '../../src/server/api/routes.ts';
import { CLOCK_START, newDraw } from '../server/api-seed.ts';
import { routeNames } from '../server/api-site.ts';
import { type RawResponse, sendRaw } from '../support/raw-http.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { spellingsOf } from '../support/spellings.ts';

setDefaultTimeout(60_000);

const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };
const DRAFT_DIGITS = '86421';
const STRANGERS = 2;

const REFUSALS = [308, 400, 401, 404, 405];

/** Public, but the response depends on the session. */
const OPEN_TO_EVERYONE = ['/api/auth/policy', '/api/auth/get-session'];

/** The other methods are never shared. */
const ACCOUNT_PATHS = routeNames(wholeApi.routes.routes)
  .filter((route) => /^GET \/api\/(admin|auth)\//.test(route))
  .map((route) => route.replace('GET ', '').replace(/:\w+/g, 'UNKNOWN'));

let server: RunningServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer({
    CLOCK_START,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    BACKUP_EVERY_HOURS: '0',
  });
  const signedIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url },
    body: JSON.stringify(ADMIN),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const made = await fetch(`${server.url}/api/admin/draws`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url, Cookie: cookie },
    body: JSON.stringify(newDraw('2026-12-24', '10:00', DRAFT_DIGITS, false)),
  });
  expect(made.status).toBe(201);
});
afterAll(() => server.stop());

/** Digits and accounts in every form in which a response could have them. */
const PRIVATE = new RegExp(
  `${ADMIN.email}|"digit1":"8","digit2":"6"|8,6,4,2,1|2026-12-24|twoFactor|"token"`,
  'i',
);

async function requestTogether(
  target: string,
  strangerCount = STRANGERS,
): Promise<{ admin: RawResponse; strangers: RawResponse[] }> {
  const send = (headers: Record<string, string>) => sendRaw(server.url, { target, headers });
  const admin = send({ Cookie: cookie, Origin: server.url });
  const strangers = Array.from({ length: strangerCount }, () => send({}));
  return { admin: await admin, strangers: await Promise.all(strangers) };
}

function expectNothingPrivate(strangers: readonly RawResponse[]): void {
  for (const { status, headers, body } of strangers) {
    expect(status).toBeLessThan(500);
    expect(headers.get('Set-Cookie')).toBeNull();
    expect(body).not.toMatch(PRIVATE);
  }
}

test('the Admin gets the private data that strangers must not get', async () => {
  const { admin } = await requestTogether('/api/admin/draws');
  expect(admin.status).toBe(200);
  expect(admin.body).toMatch(PRIVATE);
});

test.each(ACCOUNT_PATHS)('%s', async (path) => {
  const { strangers } = await requestTogether(path);
  expectNothingPrivate(strangers);
  for (const { status } of strangers) expect(status).toBe(OPEN_TO_EVERYONE.includes(path) ? 200 : 401);
});

test.each(ACCOUNT_PATHS)('%s in every other spelling', async (path) => {
  for (const spelling of spellingsOf(path)) {
    const { admin, strangers } = await requestTogether(spelling, 1);
    expectNothingPrivate([...strangers, admin]);
    // Another spelling matches no route, for any client, and is never cached.
    const statuses = new Set(strangers.map(({ status }) => status));
    expect({ spelling, served: [...statuses].filter((status) => !REFUSALS.includes(status)) }).toEqual({
      spelling,
      served: [],
    });
    expect(REFUSALS).toContain(admin.status);
    for (const { headers } of strangers) expect(headers.get('Cache-Control') ?? 'no-store').toBe('no-store');
  }
});

test('afterwards the Admin is still signed in, and the draft still exists', async () => {
  const { admin } = await requestTogether('/api/admin/draws?date=2026-12-24');
  expect([admin.status, admin.body.includes('2026-12-24')]).toEqual([200, true]);
});

test('a cookie or an Authorization header does not change a shared response', async () => {
  for (const target of ['/', '/results', '/api/today', '/api/draws', '/news', '/api/draws/NO-SUCH']) {
    const bodies = new Set<string>();
    for (const headers of [{}, { Cookie: cookie }, { Authorization: 'Bearer x' }]) {
      const { body, headers: received } = await sendRaw(server.url, { target, headers });
      expect(received.get('Set-Cookie')).toBeNull();
      const id = `,"requestId":"${received.get('X-Request-Id')}"`;
      bodies.add(body.replace(id, '').replace(/"time":"[^"]*"|\d{13}/g, ''));
    }
    expect([target, bodies.size]).toEqual([target, 1]);
  }
});

test.each(['/api/admin/draws', '/api/admin/me', '/api/auth/get-session', '/api/auth/list-sessions'])(
  'another site cannot make a browser read %s',
  async (target) => {
    const headers = { Cookie: cookie };
    const crossSite = await sendRaw(server.url, {
      target,
      headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' },
    });
    const foreign = await sendRaw(server.url, {
      target,
      headers: { ...headers, Origin: 'https://elsewhere.example' },
    });
    expect([crossSite.status, foreign.status]).toEqual([403, 403]);
    expect(crossSite.body).not.toMatch(PRIVATE);
    const own = await sendRaw(server.url, {
      target,
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(own.status).toBe(200);
  },
);
