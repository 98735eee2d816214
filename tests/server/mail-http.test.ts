/** Mail of a running server: a message reaches the Admins, and a mail server that is down fails no request. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { startMailServer } from '../support/mail-server.ts';

setDefaultTimeout(60_000);

const ADMIN = { ADMIN_EMAIL: 'asha@example.org', ADMIN_PASSWORD: 'seven green parrots' };
const MESSAGE = {
  name: 'Eve',
  phone: '+91 471 1234',
  email: 'eve@example.org',
  message: 'Hello there',
  consent: true,
};

const cleanups = cleanUpAfterEach();

async function newInstallation(): Promise<Installation> {
  const installation = await makeInstallation('sqlite');
  cleanups.push(installation.remove);
  return installation;
}

const sendMessage = (url: string) =>
  fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(MESSAGE),
  });

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the condition did not become true');
    await Bun.sleep(50);
  }
}

test('a message from a visitor is mailed to the Admins, without phone and address', async () => {
  const mailServer = await startMailServer();
  cleanups.push(mailServer.stop);
  const { start } = await newInstallation();
  const mailFrom = 'Results <desk@results.example>';
  const { url } = await start({ ...ADMIN, SMTP_URL: mailServer.url, MAIL_FROM: mailFrom });
  expect((await sendMessage(url)).status).toBe(201);
  await until(() => mailServer.received.length > 0);
  expect(mailServer.received).toHaveLength(1);
  const [mail] = mailServer.received;
  expect(mail).toMatchObject({ from: 'desk@results.example', to: [ADMIN.ADMIN_EMAIL] });
  expect(mail?.source).toContain('New message from Eve');
  expect(mail?.source).toContain('Hello there');
  expect(mail?.source).toContain(`${url}/admin/contacts`);
  expect(mail?.source).not.toContain(MESSAGE.phone);
  expect(mail?.source).not.toContain(MESSAGE.email);
});

test('a mail server that is down fails no request, and needs attention', async () => {
  const { start } = await newInstallation();
  const { url, output } = await start({ ...ADMIN, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect((await sendMessage(url)).status).toBe(201);
  await until(() => output().includes('mail not sent'));
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  });
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const { items } = await (await fetch(`${url}/api/admin/attention`, { headers: { Cookie } })).json();
  expect(items.map(({ kind }: { kind: string }) => kind)).toContain('mail');
});

test('without a mail server mails are written to the outbox', async () => {
  const { start, dataDir } = await newInstallation();
  const { url } = await start(ADMIN);
  expect((await sendMessage(url)).status).toBe(201);
  const outbox = join(dataDir, 'outbox');
  const read = () => {
    try {
      return readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    } catch {
      return [];
    }
  };
  await until(() => read().length > 0);
  const [file = ''] = read();
  expect(readFileSync(join(outbox, file), 'utf8')).toContain('New message from Eve');
});
