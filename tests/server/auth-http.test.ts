/** Accounts on a real server: the setup link in the log, and headers that are not trusted. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

setDefaultTimeout(30_000);

const OWNER = { email: 'asha@example.org', password: 'seven green parrots' };

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
});

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server?.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const signUp = (more: object = {}, headers: Record<string, string> = {}) =>
  post('/api/auth/sign-up/email', { ...OWNER, ...more }, headers);

/** The setup code in the link that the start logs. */
function printedCode(): string | undefined {
  const messages = (server?.output() ?? '')
    .split('\n')
    .filter((line) => line.includes('#setup='))
    .map((line) => JSON.parse(line).msg as string);
  const [, url, code] =
    /(http\S+)\/admin\/login#setup=([A-Z2-9]{4}-[A-Z2-9]{4})$/.exec(messages.join()) ?? [];
  return url === server?.url ? code : undefined;
}

test.each([{}, { 'x-forwarded-for': '127.0.0.1' }, { via: '1.1 proxy' }])(
  'the first account needs the code from the log, also on the same machine with the headers %p',
  async (headers: Record<string, string>) => {
    server = await startServer();
    const policy = await fetch(`${server.url}/api/auth/policy`, { headers });
    expect(await policy.json()).toEqual({ signup: 'first', accountExists: false, setupCodeNeeded: true });
    const refused = await signUp({}, headers);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'setup-code']);
    expect((await signUp({ setupCode: printedCode() }, headers)).status).toBe(200);
  },
);

test('the first sign-up signs in, and closes sign-up', async () => {
  server = await startServer();
  const response = await signUp({ setupCode: printedCode() });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const me = await fetch(`${server.url}/api/admin/me`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ email: OWNER.email, role: 'admin' });
  expect((await signUp({ email: 'second@example.org' })).status).toBe(403);
  expect((await fetch(`${server.url}/api/admin/me`)).status).toBe(401);
});

test('forged address headers do not bypass the limit', async () => {
  server = await startServer({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password });
  expect(printedCode()).toBeUndefined();
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const spoofed = { 'x-client-network': `203.0.113.${i}`, 'x-forwarded-for': `203.0.113.${i}` };
    const response = await post('/api/auth/sign-in/email', { ...OWNER, password: `guess ${i}` }, spoofed);
    statuses.push(response.status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('behind a trusted proxy each client address has its own limit', async () => {
  server = await startServer({
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    TRUST_PROXY: '127.0.0.1,::1',
  });
  const from = (address: string, password: string) =>
    post('/api/auth/sign-in/email', { ...OWNER, password }, { 'x-forwarded-for': address });
  for (let i = 0; i < 6; i += 1) await from('203.0.113.7', `guess ${i}`);
  expect((await from('203.0.113.7', OWNER.password)).status).toBe(429);
  expect((await from('198.51.100.4', OWNER.password)).status).toBe(200);
});

test('errors are problem+json: unknown path, wrong method, too large, not JSON', async () => {
  server = await startServer();
  const statusOf = async (request: Promise<Response>) => {
    const response = await request;
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    return response.status;
  };
  expect(await statusOf(post('/api/auth/delete-user', {}))).toBe(404);
  expect(await statusOf(fetch(`${server.url}/api/auth/sign-in/email`))).toBe(405);
  expect(await statusOf(signUp({ name: 'x'.repeat(70_000) }))).toBe(413);
  expect(await statusOf(signUp({}, { 'Content-Type': 'text/plain' }))).toBe(415);
  expect(await statusOf(signUp({}, { Origin: 'https://evil.example' }))).toBe(403);
});
