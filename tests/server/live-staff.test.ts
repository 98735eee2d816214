/** The staff stream over HTTP: who gets it, what it contains, and that it ends when access is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import type { ListedStaff } from '../../src/contract/users.ts';
import { SECOND } from '../../src/core/ist-time.ts';
import { follow, isChangeOf, isEvent, type LiveClient, listenTo } from '../support/live-client.ts';
import { type ApiSite, openApiSite } from './api-site.ts';
import { newDrawFor } from './services-context.ts';

let site: ApiSite;
beforeAll(async () => {
  site = await openApiSite();
});
afterAll(() => site.stop());

const EDITOR_EMAIL = 'meera@example.org';

async function listed(email: string): Promise<ListedStaff> {
  const { items } = await (await site.admin('GET', '/api/admin/users')).json();
  return items.find((staff: ListedStaff) => staff.email === email);
}

test('returns 401 for anyone else', async () => {
  for (const send of [site.anonymous, site.disabled]) {
    const response = await send('GET', '/api/admin/live');
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toStartWith('application/problem+json');
  }
});

test('has drafts and messages, which the public stream does not have', async () => {
  const staff = follow(await site.editor('GET', '/api/admin/live'));
  const visitor = await listenTo(`${site.server.url}/api/live`);
  await Promise.all([staff.waitFor(isEvent('hello')), visitor.waitFor(isEvent('hello'))]);
  expect(staff.response.headers.get('access-control-allow-origin')).toBe(null);

  const draft = newDrawFor('10:00', '98765', { date: '2031-01-01' });
  const { id } = await (await site.admin('POST', '/api/admin/draws', { body: draft })).json();
  const message = {
    ...{ name: 'Anu', phone: '+91 471 000 0000', email: 'anu@example.org', message: 'Hello' },
    consent: true,
  };
  const sent = await (await site.anonymous('POST', '/api/contact', { body: message })).json();
  const faq = { question: 'Why?', answer: 'Because.', order: 1 };
  const last = await (await site.editor('POST', '/api/admin/faqs', { body: faq })).json();

  await Promise.all([staff.waitFor(isChangeOf(last.id)), visitor.waitFor(isChangeOf(last.id))]);
  const ofDraft = staff.events.find(isChangeOf(id));
  expect(ofDraft?.data).toMatchObject({
    table: 'draws',
    type: 'INSERT',
    row: { digit1: '9', published: false },
  });
  expect(staff.events.find(isChangeOf(sent.id))?.data).toMatchObject({ table: 'contact_messages' });
  expect(visitor.changes().map(({ row }) => row.id)).toEqual([last.id]);
  staff.close();
  visitor.close();
});

describe("an Editor's stream", () => {
  const backup = () => site.admin('POST', '/api/admin/backups');
  const changeSettings = async (change: object) => {
    const response = await site.admin('GET', '/api/admin/settings');
    const headers = { 'If-Match': response.headers.get('etag') ?? '' };
    return site.admin('PUT', '/api/admin/settings', {
      body: { ...(await response.json()), ...change },
      headers,
    });
  };
  const addWebhook = () =>
    site.admin('POST', '/api/admin/webhooks', {
      body: { url: 'https://example.org/hook', events: ['draw.published'], enabled: false },
    });
  const addUser = (email: string) =>
    site.admin('POST', '/api/admin/users', { body: { email, role: 'editor', password: 'six red lamps' } });
  const addFaq = async () => {
    const body = { question: 'When?', answer: 'At noon.', order: 2 };
    return (await (await site.admin('POST', '/api/admin/faqs', { body })).json()).id;
  };
  /** Automation may make drafts meanwhile. */
  const tablesOf = (client: LiveClient) =>
    new Set(client.changes().map(({ table }) => table)).difference(new Set(['draws']));

  test('has no changes of tables that only Admins may read, also after it resumed', async () => {
    const editor = follow(await site.editor('GET', '/api/admin/live'));
    const admin = follow(await site.admin('GET', '/api/admin/live'));
    await Promise.all([editor.waitFor(isEvent('hello')), admin.waitFor(isEvent('hello'))]);
    const start = editor.cursor() ?? '';
    const changes = [
      await changeSettings({ publishDelay: 20 }),
      await addWebhook(),
      await addUser('new@example.org'),
      await backup(),
    ];
    for (const { ok } of changes) expect(ok).toBe(true);
    const last = await addFaq();
    await Promise.all([editor.waitFor(isChangeOf(last)), admin.waitFor(isChangeOf(last))]);
    const resumed = follow(await site.editor('GET', `/api/admin/live?after=${start}`));
    await resumed.waitFor(isChangeOf(last));
    expect(tablesOf(admin)).toEqual(
      new Set(['settings', 'webhooks', 'users', 'backups', 'activity', 'faqs']),
    );
    for (const client of [editor, resumed]) {
      expect(tablesOf(client)).toEqual(new Set(['activity', 'faqs']));
      client.close();
    }
    admin.close();
  });

  test('ends when the role of its account changes, and the next one has what the new role may read', async () => {
    const { id, etag } = await listed(EDITOR_EMAIL);
    const former = follow(await site.editor('GET', '/api/admin/live'));
    await former.waitFor(isEvent('hello'));
    const change = { body: { role: 'admin' }, headers: { 'If-Match': etag } };
    expect((await site.admin('PATCH', `/api/admin/users/${id}`, change)).status).toBe(200);
    await former.ended;
    expect(former.changes()).toEqual([]);

    const next = follow(await site.editor('GET', `/api/admin/live?after=${former.cursor()}`));
    await next.waitFor(isChangeOf(id));
    const back = { body: { role: 'editor' } };
    expect((await site.admin('PATCH', `/api/admin/users/${id}`, back)).status).toBe(200);
    await next.ended;
    expect(next.changes().filter(({ table }) => table === 'users')).toHaveLength(1);
  });
});

test('gets no further change and ends when its account is disabled', async () => {
  const staff = follow(await site.editor('GET', '/api/admin/live'));
  await staff.waitFor(isEvent('hello'));
  const { id } = await listed(EDITOR_EMAIL);
  await site.admin('PATCH', `/api/admin/users/${id}`, { body: { disabled: true } });
  const draft = newDrawFor('10:00', '13579', { date: '2031-02-01' });
  expect((await site.admin('POST', '/api/admin/draws', { body: draft })).status).toBe(201);
  const tooLate = Bun.sleep(8 * SECOND).then(() => 'too late');
  expect(await Promise.race([staff.ended, tooLate])).toBeUndefined();
  expect(staff.changes()).toEqual([]);
  expect((await site.editor('GET', '/api/admin/live')).status).toBe(401);
});
