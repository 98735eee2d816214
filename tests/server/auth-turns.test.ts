/** Many sign-ins at once: networks take turns, and known devices have priority. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { ADMIN, post } from '../support/node-requests.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

setDefaultTimeout(60_000);

const STRANGERS = 30;

let server: RunningServer;
let knownDevice: string;

beforeAll(async () => {
  server = await startServer({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: '127.0.0.1',
    // At minimal cost, all would be checked before the next request has arrived.
    TEST_PASSWORD_COST: '',
  });
  const response = await signIn('203.0.113.1');
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  knownDevice = cookies.find((cookie) => cookie.includes('known_device')) ?? '';
  expect(knownDevice).not.toBe('');
});
afterAll(() => server.stop());

const signIn = (address: string, password = ADMIN.password, headers: Record<string, string> = {}) =>
  post(server, '/api/auth/sign-in/email', { ...ADMIN, password }, { 'X-Forwarded-For': address, ...headers });

/** Returns how many strangers get a response between sending the attempt and its response. */
async function countBefore(strangers: (() => Promise<Response>)[], attempt: () => Promise<Response>) {
  let done = 0;
  const all = strangers.map(async (send) => {
    const { status } = await send();
    done += 1;
    return status;
  });
  while (done === 0) await Bun.sleep(5);
  const before = done;
  expect((await attempt()).status).toBe(200);
  const meanwhile = done - before;
  for (const status of await Promise.all(all)) expect([401, 429]).toContain(status);
  return meanwhile;
}

test('a known device does not wait for the attempts of strangers from many networks', async () => {
  const strangers = Array.from(
    { length: STRANGERS },
    (_, index) => () => signIn(`198.51.100.${index}`, 'a wrong password'),
  );
  const known = () => signIn('203.0.113.2', ADMIN.password, { Cookie: knownDevice });
  expect(await countBefore(strangers, known)).toBeLessThan(STRANGERS / 3);
});

test('an unknown device does not wait for all attempts from another network', async () => {
  const strangers = Array.from(
    { length: 15 },
    (_, index) => () =>
      post(
        server,
        '/api/auth/sign-in/email',
        { email: `stranger-${index}@example.org`, password: 'a wrong password' },
        { 'X-Forwarded-For': '198.51.100.250' },
      ),
  );
  expect(await countBefore(strangers, () => signIn('203.0.113.3'))).toBeLessThan(5);
});
