/** The staff stream over HTTP: who gets it, what it contains, and that it ends when access is lost. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SECOND } from '../../src/core/ist-time.ts';
import { follow, isChangeOf, isEvent, listenTo } from '../support/live-client.ts';
import { type ApiSite, openApiSite } from './api-site.ts';
import { newDrawFor } from './services-context.ts';

let site: ApiSite;
beforeAll(async () => {
  site = await openApiSite();
});
afterAll(() => site.stop());

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

test('gets no further change and ends when its account is disabled', async () => {
  const staff = follow(await site.editor('GET', '/api/admin/live'));
  await staff.waitFor(isEvent('hello'));
  const { items } = await (await site.admin('GET', '/api/admin/users')).json();
  const editor = items.find(({ role }: { role: string }) => role === 'editor');
  await site.admin('PATCH', `/api/admin/users/${editor.id}`, { body: { disabled: true } });
  const draft = newDrawFor('10:00', '13579', { date: '2031-02-01' });
  expect((await site.admin('POST', '/api/admin/draws', { body: draft })).status).toBe(201);
  const tooLate = Bun.sleep(8 * SECOND).then(() => 'too late');
  expect(await Promise.race([staff.ended, tooLate])).toBeUndefined();
  expect(staff.changes()).toEqual([]);
  expect((await site.editor('GET', '/api/admin/live')).status).toBe(401);
});
