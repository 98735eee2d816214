/** A POST that is sent again with the same Idempotency-Key creates its row once. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../support/data-dir.ts';
import { type ApiSite, openApiSite, openApiSiteOnPostgres } from './api-site.ts';

const ARTICLE = { title: 'Once', author: 'Desk', body: 'And only once.' };
const FAQ = { question: 'How often?', answer: 'Once.', order: 1 };
const FORM = {
  name: 'Lakshmi',
  phone: '+91 471 234 5678',
  email: 'lakshmi@example.org',
  consent: true,
};

const withKey = (key: string) => ({ 'Idempotency-Key': key });

const ENGINES = [
  ['SQLite', openApiSite],
  ['PostgreSQL', openApiSiteOnPostgres],
] as const;

for (const [engine, open] of ENGINES) {
  describe(engine, () => {
    const dataDir = makeDataDir();
    let site: ApiSite;
    beforeAll(async () => {
      site = await open({ DATA_DIR: dataDir.path, TRUST_PROXY: '127.0.0.1' });
    });
    afterAll(async () => {
      await site.stop();
      dataDir.remove();
    });

    const itemsOf = async (path: string) => (await (await site.admin('GET', path)).json()).items;
    const sendContact = (address: string, key?: string) =>
      site.anonymous('POST', '/api/contact', {
        body: { ...FORM, message: `Once: ${key}.` },
        headers: { 'X-Forwarded-For': address, ...(key !== undefined && withKey(key)) },
      });

    for (const [name, type, path, body, change] of [
      ['an article', 'news', '/api/admin/news', ARTICLE, { title: 'Once, edited' }],
      ['a question', 'faq', '/api/admin/faqs', FAQ, { question: 'How often, edited?' }],
    ] as const) {
      // Without the drafts of the day, which automation creates at any moment.
      const activityPath = `/api/admin/activity?type=${type}`;
      const create = (key: string, as: ApiSite['admin'] = site.admin) =>
        as('POST', path, { body, headers: withKey(key) });

      test(`${name} is created and logged once, and a repetition returns its current state`, async () => {
        const first = await create('first-key');
        const created = await first.json();
        const activity = await itemsOf(activityPath);
        const second = await create('first-key');
        expect([first.status, second.status]).toEqual([201, 201]);
        expect(await second.json()).toEqual(created);
        expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
        expect(await itemsOf(path)).toEqual([created]);
        expect(await itemsOf(activityPath)).toEqual(activity);

        const edited = await (await site.admin('PATCH', `${path}/${created.id}`, { body: change })).json();
        const third = await create('first-key');
        expect([third.status, await third.json()]).toEqual([201, edited]);
        expect(await itemsOf(path)).toEqual([edited]);
      });

      test(`${name} sent several times concurrently is created once`, async () => {
        const before = (await itemsOf(path)).length;
        const responses = await Promise.all(Array.from({ length: 6 }, () => create('the same instant')));
        expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201));
        const ids = await Promise.all(responses.map(async (response) => (await response.json()).id));
        expect(new Set(ids).size).toBe(1);
        expect(await itemsOf(path)).toHaveLength(before + 1);
      });

      test(`${name} is created again with another key, by another account or without a key`, async () => {
        const before = (await itemsOf(path)).length;
        await create('a common key');
        await create('a common kez');
        await create('a common key', site.editor);
        for (let times = 0; times < 2; times += 1) await site.admin('POST', path, { body });
        expect(await itemsOf(path)).toHaveLength(before + 5);
      });

      test(`${name} gets 422 for an invalid key`, async () => {
        const before = (await itemsOf(path)).length;
        for (const key of ['short', 'x'.repeat(129), 'schlüssel-1']) {
          const response = await create(key);
          expect(response.status).toBe(422);
          expect((await response.json()).errors).toHaveProperty('Idempotency-Key');
        }
        expect(await itemsOf(path)).toHaveLength(before);
      });
    }

    test('a message that is sent again is stored, counted and mailed once', async () => {
      const address = '203.0.113.1';
      const responses = await Promise.all(Array.from({ length: 4 }, () => sendContact(address, 'message-1')));
      for (let times = 0; times < 4; times += 1) responses.push(await sendContact(address, 'message-1'));
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
      const receipts = await Promise.all(responses.map((response) => response.json()));
      const [message, ...others] = await itemsOf('/api/admin/contacts');
      expect(others).toEqual([]);
      expect(receipts).toEqual(Array(8).fill({ id: message.id }));

      // Four more are allowed; after that a repetition of an accepted one still gets 201.
      const more = [];
      for (let sent = 2; sent <= 6; sent += 1)
        more.push((await sendContact(address, `message-${sent}`)).status);
      expect(more).toEqual([201, 201, 201, 201, 429]);
      const again = await sendContact(address, 'message-3');
      expect(again.status).toBe(201);
      expect(await itemsOf('/api/admin/contacts')).toHaveLength(5);

      // The first five of an hour are mailed one by one: a counted repetition would use up one of them.
      const outbox = join(dataDir.path, 'outbox');
      const mailed = () =>
        (existsSync(outbox) ? readdirSync(outbox) : [])
          .filter((name) => name.endsWith('.eml'))
          .flatMap((name) => /Once: (message-\d)/.exec(readFileSync(join(outbox, name), 'utf8'))?.[1] ?? []);
      while (mailed().length < 5) await Bun.sleep(20);
      expect(mailed().sort()).toEqual([1, 2, 3, 4, 5].map((sent) => `message-${sent}`));
    });

    test('the same key from another visitor creates another message', async () => {
      const before = (await itemsOf('/api/admin/contacts')).length;
      expect((await sendContact('203.0.113.2', 'message-1')).status).toBe(201);
      expect((await sendContact('203.0.113.2')).status).toBe(201);
      expect((await sendContact('203.0.113.2')).status).toBe(201);
      expect((await sendContact('203.0.113.2', 'short')).status).toBe(422);
      expect(await itemsOf('/api/admin/contacts')).toHaveLength(before + 3);
    });

    const WEBHOOK = { url: 'https://one.example/', events: ['draw.published'] };
    const CONTACT = { ...FORM, message: 'One message.' };
    test.each([
      ['news', '/api/admin/news', ARTICLE, { ...ARTICLE, title: 'Twice' }],
      ['faqs', '/api/admin/faqs', FAQ, { ...FAQ, answer: 'Twice.' }],
      ['webhooks', '/api/admin/webhooks', WEBHOOK, { ...WEBHOOK, url: 'https://two.example/' }],
      ['contacts', '/api/contact', CONTACT, { ...CONTACT, message: 'Another message.' }],
    ])('%s: a key that is used again with another body is refused', async (name, path, body, other) => {
      const send = (content: object) =>
        site.admin('POST', path, { body: content, headers: withKey(`reused for ${name}`) });
      const first = await send(body);
      const created = await first.json();
      const listed = await itemsOf(`/api/admin/${name}`);
      const refused = await send(other);
      const text = await refused.text();
      expect([first.status, refused.status, JSON.parse(text).code]).toEqual([201, 422, 'key-reused']);
      for (const value of [created.id, created.secret ?? created.id]) expect(text).not.toContain(value);
      // The same fields in another order are the same body.
      const again = await send(Object.fromEntries(Object.entries(body).reverse()));
      expect([again.status, await again.json()]).toEqual([201, created]);
      expect(await itemsOf(`/api/admin/${name}`)).toEqual(listed);
    });
  });
}
