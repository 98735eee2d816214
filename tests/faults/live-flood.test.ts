/** Too many streams for the limit of open files: the server still responds, and staff can open a stream. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };
/** Half of them are reserved, and a quarter of the rest is for staff. */
const OPEN_FILES = 300;
const VISITORS = 113;
const FROM_ONE_NETWORK = 29;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess(
    {
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
      ...{ TRUST_PROXY: '127.0.0.1', BACKUP_EVERY_HOURS: '0' },
    },
    { openFiles: OPEN_FILES },
  );
});
afterAll(() => server.stop());

const streams: Response[] = [];

async function openStream(network: string): Promise<number> {
  const response = await fetch(`${server.url}/api/live`, { headers: { 'X-Forwarded-For': network } });
  if (response.ok) streams.push(response);
  else await response.text();
  return response.status;
}

const linesWith = (text: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(text));

test('the start logs the lower limit of streams and how to raise it', () => {
  expect(linesWith('ulimit -n')).toEqual([expect.stringContaining(`at most ${VISITORS} visitors`)]);
});

test('streams are limited for each network and in total', async () => {
  const statuses: number[] = [];
  for (let opened = 0; opened < FROM_ONE_NETWORK + 5; opened += 1)
    statuses.push(await openStream('192.0.2.1'));
  expect(statuses.filter((status) => status === 200)).toHaveLength(FROM_ONE_NETWORK);
  for (let opened = 0; opened < VISITORS; opened += 1) {
    statuses.push(await openStream(`2001:db8:0:${opened.toString(16)}::1`));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(VISITORS);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test('with all public streams open, requests get 200 and staff can open a stream', async () => {
  expect((await fetch(`${server.url}/api/today`)).status).toBe(200);
  const signedIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url },
    body: JSON.stringify(ADMIN),
  });
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const staff = await fetch(`${server.url}/api/admin/live`, { headers: { Cookie } });
  expect(staff.status).toBe(200);
  await staff.body?.cancel();
});

test('the log names each limit that was reached once', async () => {
  while (linesWith('live streams refused').length < 2) await Bun.sleep(50);
  const refusals = linesWith('live streams refused').map((line) => JSON.parse(line));
  expect(refusals).toMatchObject([
    { cap: 'perSource', most: FROM_ONE_NETWORK, source: '192.0.2.1' },
    { cap: 'inAll', most: VISITORS },
  ]);
});

test('streams can be opened again after others were closed', async () => {
  await Promise.all(streams.map((stream) => stream.body?.cancel()));
  while ((await openStream('198.51.100.7')) !== 200) await Bun.sleep(50);
  await streams.at(-1)?.body?.cancel();
});
