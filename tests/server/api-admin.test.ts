/** The signed-in account, content and staff accounts in the admin API over HTTP, on both databases. */
import { expect, test } from 'bun:test';
import { adminFaqPageSchema } from '../../src/contract/faqs.ts';
import { adminNewsArticleSchema } from '../../src/contract/news.ts';
import { staffPageSchema } from '../../src/contract/users.ts';
import { create, enterDraw } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({}, (site) => {
  const getJson = async (path: string) => (await site.admin('GET', path)).json();

  test('me returns the signed-in account', async () => {
    const me = await (await site.editor('GET', '/api/admin/me')).json();
    expect(me).toEqual({
      id: expect.any(String),
      email: 'meera@example.org',
      name: 'meera',
      role: 'editor',
      twoFactorEnabled: false,
    });
  });

  test('news are created, changed and deleted, with an ETag', async () => {
    const { id, etag } = await create(site, 'news', { title: 'Old', author: 'Desk', body: 'Text' });
    const path = `/api/admin/news/${id}`;
    const changed = await site.editor('PATCH', path, {
      body: { title: 'New' },
      headers: { 'If-Match': etag },
    });
    const article = adminNewsArticleSchema.parse(await changed.json());
    expect(article).toMatchObject({ title: 'New', author: 'Desk', body: 'Text' });
    expect(changed.headers.get('ETag')).toBe(article.etag);
    const stale = await site.admin('PATCH', path, { body: { title: 'Mine' }, headers: { 'If-Match': etag } });
    expect(stale.status).toBe(412);
    expect((await getJson('/api/admin/news?q=new')).items.map((item: { id: string }) => item.id)).toEqual([
      id,
    ]);
    expect((await site.editor('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(412);
    expect((await site.editor('DELETE', path)).status).toBe(204);
    expect((await site.anonymous('GET', `/api/news/${id}`)).status).toBe(404);
  });

  test('FAQs are moved', async () => {
    for (const [index, question] of ['One?', 'Two?', 'Three?'].entries()) {
      await create(site, 'faqs', { question, answer: 'Yes.', order: index + 1 });
    }
    const list = async () => adminFaqPageSchema.parse(await getJson('/api/admin/faqs')).items;
    const [, , three] = await list();
    const moved = await site.editor('POST', `/api/admin/faqs/${three?.id}/move`, {
      body: { direction: 'up' },
    });
    expect(moved.status).toBe(200);
    expect((await list()).map(({ question }) => question)).toEqual(['One?', 'Three?', 'Two?']);
    const placed = await site.editor('PUT', `/api/admin/faqs/${three?.id}/place`, { body: { place: 1 } });
    expect(placed.status).toBe(200);
    expect((await list()).map(({ question }) => question)).toEqual(['Three?', 'One?', 'Two?']);
    const stale = await site.editor('POST', `/api/admin/faqs/${three?.id}/move`, {
      body: { direction: 'down' },
      headers: { 'If-Match': three?.etag ?? '' },
    });
    expect(stale.status).toBe(412);
  });

  test('messages are listed, searched and deleted', async () => {
    for (const name of ['Anil', 'Beena']) {
      await site.anonymous('POST', '/api/contact', {
        body: { name, phone: '123456', email: 'v@example.org', message: 'Hello', consent: true },
      });
    }
    const names = async (query = '') =>
      (await getJson(`/api/admin/contacts${query}`)).items.map((item: { name: string }) => item.name);
    expect((await names()).sort()).toEqual(['Anil', 'Beena']);
    expect(await names('?q=been')).toEqual(['Beena']);
    const [{ id }] = (await getJson('/api/admin/contacts?q=anil')).items;
    expect((await site.editor('DELETE', `/api/admin/contacts/${id}`)).status).toBe(204);
    expect((await site.editor('DELETE', `/api/admin/contacts/${id}`)).status).toBe(404);
    expect(await names()).toEqual(['Beena']);
  });

  test('accounts are added, invited, changed and deleted, but not the last Admin', async () => {
    const add = (body: object) => site.admin('POST', '/api/admin/users', { body });
    const invited = await (await add({ email: 'New@Example.org', role: 'editor' })).json();
    expect(invited).toMatchObject({ email: 'new@example.org', name: 'new', canSignIn: false });
    expect((await add({ email: 'new@example.org', role: 'editor' })).status).toBe(409);
    expect((await site.admin('POST', `/api/admin/users/${invited.id}/invite`)).status).toBe(204);
    const path = `/api/admin/users/${invited.id}`;
    expect(await (await site.admin('PATCH', path, { body: { role: 'admin' } })).json()).toMatchObject({
      role: 'admin',
    });
    const tag = (await site.admin('GET', path)).headers.get('ETag') ?? '';
    const rename = (name: string) =>
      site.admin('PATCH', path, { body: { name }, headers: { 'If-Match': tag } });
    expect((await rename('Nila')).status).toBe(200);
    expect((await rename('Nala')).status).toBe(412);
    expect((await site.admin('DELETE', path)).status).toBe(204);

    const { items } = staffPageSchema.parse(await getJson('/api/admin/users'));
    const owner = items.find(({ email }) => email === 'asha@example.org');
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { role: 'editor' }],
      ['PATCH', { disabled: true }],
    ] as const) {
      const response = await site.admin(method, `/api/admin/users/${owner?.id}`, { body });
      expect([response.status, (await response.json()).code]).toEqual([409, 'last-admin']);
    }
    const sessions = await getJson(`/api/admin/users/${owner?.id}/sessions`);
    expect(sessions.items.length).toBeGreaterThan(0);
  });

  test('returns 412 for deleting a row that has changed', async () => {
    const [draw, article, faq] = [
      await enterDraw(site, '2026-01-09'),
      await create(site, 'news', { title: 'Old', author: 'Desk', body: 'Text' }),
      await create(site, 'faqs', { question: 'Why?', answer: 'Because.', order: 1 }),
    ];
    const added = { email: 'seen@example.org', role: 'editor' };
    const account = await (await site.admin('POST', '/api/admin/users', { body: added })).json();
    const listed = staffPageSchema.parse(await getJson('/api/admin/users'));
    const staffEtag = listed.items.find(({ id }) => id === account.id)?.etag;
    for (const [path, etag, body] of [
      [`/api/admin/draws/${draw.id}`, draw.etag, { digit1: '9' }],
      [`/api/admin/news/${article.id}`, article.etag, { body: 'New text' }],
      [`/api/admin/faqs/${faq.id}`, faq.etag, { answer: 'For a reason.' }],
      [`/api/admin/users/${account.id}`, staffEtag ?? '', { role: 'admin' }],
    ] as const) {
      const remove = (tag?: string) =>
        site.admin('DELETE', path, { ...(tag !== undefined && { headers: { 'If-Match': tag } }) });
      const changed = await site.admin('PATCH', path, { body });
      expect([path, changed.status]).toEqual([path, 200]);
      const refused = await remove(etag);
      expect([path, refused.status, (await refused.json()).code]).toEqual([path, 412, 'stale']);
      expect(await getJson(path)).toMatchObject(body);
      expect([path, (await remove(changed.headers.get('ETag') ?? '')).status]).toEqual([path, 204]);
    }
    const unseen = await create(site, 'news', { title: 'Unseen', author: 'Desk', body: 'Text' });
    expect((await site.admin('DELETE', `/api/admin/news/${unseen.id}`)).status).toBe(204);
  });
});
