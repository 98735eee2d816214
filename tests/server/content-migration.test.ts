/** The migration to articles with states: existing news stay public and look as before. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { instantOf } from '../../src/core/ist-time.ts';
import { editArticle } from '../../src/server/services/content/news.ts';
import { listContacts } from '../../src/server/storage/content/contacts-store.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { findArticle, listFaqs, listNews } from '../../src/server/storage/public-reads.ts';
import { isoOf } from '../../src/server/storage/queries/wire-values.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createFormerDatabase } from '../support/former-database.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { createContext, EDITOR, TODAY } from './services-context.ts';

const WRITTEN = instantOf(TODAY, '08:00');

const FORMER = [
  `insert into news_posts (id, title, body, author, search_text, created_at, updated_at, version) values
   ('old', 'Old', '# *One*\ntwo_three_ https://a.example/x_y\n\n- <b>four</b> &amp;', 'Desk', 'old', ${WRITTEN}, ${WRITTEN}, 3)`,
  `insert into faqs (id, question, answer, order_index, search_text, version) values ('q', 'Q?', 'A.', 1, 'q', 1)`,
  `insert into contact_messages (id, name, phone, email, message, search_text, consent_at, created_at) values
   ('c', 'N', '1', 'n@example.org', 'M', 'n', ${WRITTEN}, ${WRITTEN})`,
  `update feed_state set epoch = 'former'`,
];

describeOnBothDatabases('content of the former version', ({ kind, newEmptyLocation, open }) => {
  test('stays public and looks the same until its text is changed', async () => {
    const location = await newEmptyLocation();
    await createFormerDatabase(location, { before: '0010', statements: FORMER });
    const context = createContext(await open(location));
    const { db } = context.database;
    const html =
      '<p># *One*<br />\ntwo_three_ <a href="https://a.example/x_y">https://a.example/x_y</a></p>\n<p>- &lt;b&gt;four&lt;/b&gt; &amp;amp;</p>';
    expect((await listNews(db, { limit: 10 })).items).toMatchObject([
      { id: 'old', html, status: 'published', publishAt: isoOf(WRITTEN), language: null },
    ]);
    expect(await listFaqs(db)).toMatchObject([{ id: 'q', language: null }]);
    expect((await listContacts(db, { limit: 10, state: 'new' })).items).toMatchObject([{ answeredAt: null }]);
    expect((await readFeedState(db)).epoch).not.toBe('former');

    await editArticle(context, { id: 'old', patch: { title: 'Renamed' } }, EDITOR);
    expect(await findArticle(db, 'old')).toMatchObject({ title: 'Renamed', html });
    await editArticle(context, { id: 'old', patch: { body: '# *One*' } }, EDITOR);
    expect(await findArticle(db, 'old')).toMatchObject({ html: '<h2><em>One</em></h2>' });
  });

  // SQLite has no other nodes.
  if (kind === 'postgres') {
    test('refuses articles of a node with that version', async () => {
      const db = kyselyOf(await open());
      await expect(sql.raw(FORMER[0] ?? '').execute(db)).rejects.toThrow('news_posts_time_of_publication');
    });
  }
});
