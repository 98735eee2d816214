/** Services for news and messages: each writes the row, the activity log and the feed. */
import { expect, test } from 'bun:test';
import { instantOf } from '../../src/core/ist-time.ts';
import { contactMailsFor } from '../../src/server/mail/templates.ts';
import { deleteContact, markContact, receiveContact } from '../../src/server/services/content/contacts.ts';
import { createArticle, deleteArticle, editArticle } from '../../src/server/services/content/news.ts';
import { countNewContacts, listContacts } from '../../src/server/storage/content/contacts-store.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { findArticle, listNews } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { feedFor, summarize } from './content-feed.ts';
import { createContext, EDITOR, newestEntry, refusalOf, TODAY } from './services-context.ts';

const ARTICLE = { title: 'Diwali hours', body: 'We are open.', author: 'Results Desk' };

describeOnBothDatabases('content services', ({ open }) => {
  test('an article is created, edited and deleted', async () => {
    const context = createContext(await open());
    const article = await createArticle(context, ARTICLE, EDITOR);
    expect(article).toMatchObject({ ...ARTICLE, etag: '"1"' });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Created article',
      type: 'news',
      before: null,
    });

    const target = { id: article.id, expectedEtag: article.etag };
    const edited = await editArticle(context, { ...target, patch: { body: 'We are closed.' } }, EDITOR);
    expect(edited).toMatchObject({ title: ARTICLE.title, body: 'We are closed.', etag: '"2"' });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Edited article',
      target: ARTICLE.title,
      before: { body: 'We are open.' },
      after: { body: 'We are closed.' },
    });
    expect((await listNews(context.database.db, { limit: 10, q: 'CLOSED' })).items).toHaveLength(1);
    expect((await listNews(context.database.db, { limit: 10, q: 'are open' })).items).toHaveLength(0);

    expect(await refusalOf(editArticle(context, { ...target, patch: { body: 'x' } }, EDITOR))).toBe('stale');
    expect(await refusalOf(deleteArticle(context, target, EDITOR))).toBe('stale');
    expect(await editArticle(context, { id: article.id, patch: { body: edited.body } }, EDITOR)).toEqual(
      edited,
    );
    await deleteArticle(context, { id: article.id, expectedEtag: edited.etag }, EDITOR);
    expect(await findArticle(context.database.db, article.id)).toBeNull();
    expect(await newestEntry(context)).toMatchObject({
      action: 'Deleted article',
      before: ARTICLE_AFTER_EDIT,
      after: null,
    });
    expect(await refusalOf(deleteArticle(context, { id: article.id }, EDITOR))).toBe('not-found');

    const expected = ['INSERT news_posts', 'UPDATE news_posts', 'DELETE news_posts'];
    expect(summarize(await feedFor(context, 'admin'))).toEqual(expected);
    const publicFeed = await feedFor(context, 'public');
    expect(summarize(publicFeed)).toEqual(expected);
    expect(publicFeed[0]?.row).not.toContain('etag');
    expect(context.wakeUps()).toBe(3);
  });

  const ARTICLE_AFTER_EDIT = { ...ARTICLE, body: 'We are closed.' };

  test('the text of a message is only in its row, not in the activity log or the public feed', async () => {
    const context = createContext(await open());
    const form = {
      name: 'Anu Nair',
      phone: '+91 471 123456',
      email: 'anu@example.org',
      message: 'Where are the results?',
      consent: true as const,
    };
    const delivery = {
      network: '192.0.2.1',
      wideNetwork: '192.0.2.1',
      mails: contactMailsFor('https://results.example'),
    };
    const { id } = await receiveContact(context, form, delivery);
    const [message] = (await listContacts(context.database.db, { limit: 10 })).items;
    const { consent: _consent, ...words } = form;
    expect(message).toEqual({
      id,
      ...words,
      consentAt: '2026-11-15T03:30:00.000Z',
      createdAt: '2026-11-15T03:30:00.000Z',
      answeredAt: null,
    });
    expect(summarize(await feedFor(context, 'admin'))).toEqual(['INSERT contact_messages']);

    const wakeUps = context.wakeUps();
    const answered = await markContact(context, { id, answered: true }, EDITOR);
    expect(answered).toEqual({ ...(message as typeof answered), answeredAt: '2026-11-15T03:30:00.000Z' });
    context.setTime(instantOf(TODAY, '11:00'));
    expect(await markContact(context, { id, answered: true }, EDITOR)).toEqual(answered);
    expect(context.wakeUps()).toBe(wakeUps + 1);
    const { db } = context.database;
    expect((await listContacts(db, { limit: 10, state: 'new' })).items).toEqual([]);
    expect((await listContacts(db, { limit: 10, state: 'answered' })).items).toEqual([answered]);
    expect(await countNewContacts(db)).toBe(0);
    expect(await markContact(context, { id, answered: false }, EDITOR)).toMatchObject({ answeredAt: null });
    expect(await countNewContacts(db)).toBe(1);
    expect(await refusalOf(markContact(context, { id: 'unknown', answered: true }, EDITOR))).toBe(
      'not-found',
    );
    expect(summarize(await feedFor(context, 'admin')).slice(1)).toEqual([
      'UPDATE contact_messages',
      'UPDATE contact_messages',
    ]);

    await deleteContact(context, id, EDITOR);
    expect(await listContacts(context.database.db, { limit: 10 })).toEqual({ items: [], nextCursor: null });
    expect(await refusalOf(deleteContact(context, id, EDITOR))).toBe('not-found');
    const log = (await listActivity(context.database.db, { limit: 10 })).items;
    expect(log.map(({ action, user }) => `${action} by ${user}`)).toEqual([
      'Deleted message by Meera',
      'Marked message as not answered by Meera',
      'Marked message as answered by Meera',
      'Received message by Visitor',
    ]);
    for (const word of [form.name, form.phone, form.email, form.message]) {
      expect(JSON.stringify(log)).not.toContain(word);
    }
    expect(await feedFor(context, 'public')).toEqual([]);
  });
});
