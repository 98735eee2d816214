/** The contact form over HTTP: what is stored, and the limit for each client address. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContactMessage } from '../../src/contract/contact.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { startServer } from '../support/server.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

const FORM = {
  name: 'Lakshmi',
  phone: '+91 471 234 5678',
  email: 'Lakshmi@Example.org',
  message: 'When is the next draw?',
  consent: true,
};

const dataDir = makeDataDir();
/** With a trusted proxy, so that one test can send from many addresses. */
const env = { DATA_DIR: dataDir.path, TRUST_PROXY: '127.0.0.1' };
let site: ApiSite;
beforeAll(async () => {
  site = await openApiSite(env);
});
afterAll(async () => {
  await site.stop();
  dataDir.remove();
});

const send = (address: string, form: object = FORM) =>
  site.anonymous('POST', '/api/contact', { body: form, headers: { 'X-Forwarded-For': address } });

async function messages(): Promise<ContactMessage[]> {
  return (await (await site.admin('GET', '/api/admin/contacts')).json()).items;
}

function readOutbox(): string[] {
  const folder = join(dataDir.path, 'outbox');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

test('a message is stored with the time of consent, and Admins get a mail', async () => {
  const response = await send('203.0.113.1');
  expect(response.status).toBe(201);
  const { id } = await response.json();
  expect(await messages()).toEqual([
    {
      id,
      name: 'Lakshmi',
      phone: '+91 471 234 5678',
      email: 'lakshmi@example.org',
      message: 'When is the next draw?',
      consentAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      answeredAt: null,
    },
  ]);
  const notices = () => readOutbox().filter((mail) => mail.includes('When is the next draw?'));
  while (notices().length === 0) await Bun.sleep(20);
  const mails = notices();
  // The disabled Admin gets none.
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatch(/^To: asha@example\.org$/im);
});

test('a message with the hidden field filled in gets the same response, and is not stored', async () => {
  const before = await messages();
  for (const form of [{ ...FORM, website: 'https://spam.example' }, { website: 'x' }]) {
    const response = await send('203.0.113.2', form);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/) });
  }
  expect(await messages()).toEqual(before);
});

test('returns 429 after five messages an hour from one address; refused ones do not count', async () => {
  const address = '203.0.113.3';
  const statuses: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) {
    statuses.push((await send(address, { ...FORM, email: 'no' })).status);
    statuses.push((await send(address, { ...FORM, website: 'x' })).status);
    statuses.push((await send(address)).status);
  }
  expect(statuses).toEqual(Array.from({ length: 5 }, () => [422, 201, 201]).flat());
  const before = await messages();
  const refused = await send(address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeWithin(3_500, 3_601);
  expect(await messages()).toEqual(before);
  expect((await send('203.0.113.4')).status).toBe(201);
});

test('accepts five of ten concurrent messages from one address', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => send('203.0.113.5')));
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
});

test('all addresses of an IPv6 /64, in every spelling, share one limit', async () => {
  const spellings = [
    (host: string) => `2001:db8:1:2::${host}`,
    (host: string) => `2001:0DB8:0001:0002:0000:0000:0000:${host.padStart(4, '0')}`,
    (host: string) => `[2001:db8:1:2::${host}]:443`,
    (host: string) => `2001:db8:1:2:0:0:0:${host}`,
  ];
  const statuses: number[] = [];
  for (let host = 1; host <= 40; host += 1) {
    const address = spellings[host % spellings.length]?.(host.toString(16)) ?? '';
    statuses.push((await send(address)).status);
  }
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(35).fill(429)]);
  expect((await send('2001:db8:1:3::1')).status).toBe(201);
});

test('an IPv4 address and its IPv4-mapped forms share one limit', async () => {
  const forms = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1:4711', '::FFFF:192.0.2.1'];
  for (const form of forms) expect((await send(form)).status).toBe(201);
  for (const form of forms) expect((await send(form)).status).toBe(429);
});

test('an invalid X-Forwarded-For never fails a request', async () => {
  const strange = ['', ',,,', 'unknown', '_hidden', '999.1.1.1', '[::1', 'fe80::1%eth0', '6.6.6.6, <script>'];
  for (const value of [...strange, `${'6.6.6.6, '.repeat(1_000)}x`]) {
    expect([201, 429]).toContain((await send(value)).status);
  }
});

test('one customer with many IPv6 networks can send fifty messages an hour', async () => {
  const sendFrom = (network: number) => send(`2001:db8:48:${network.toString(16)}::1`);
  for (let network = 0; network < 10; network += 1)
    for (let message = 0; message < 5; message += 1) expect((await sendFrom(network)).status).toBe(201);
  expect((await sendFrom(10)).status).toBe(429);
  expect((await send('2001:db8:49:1::1')).status).toBe(201);
});

test('the limit survives a restart', async () => {
  await site.server.stop();
  const server = await startServer(env);
  const response = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    body: JSON.stringify(FORM),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.3' },
  });
  await server.stop();
  expect(response.status).toBe(429);
});
