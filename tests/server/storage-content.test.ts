/** News, FAQs and messages: order, pages and search on both databases. */
import { expect, test } from 'bun:test';
import type { Page } from '../../src/contract/paging.ts';
import { instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { AppError } from '../../src/server/errors.ts';
import { createFaq } from '../../src/server/services/content/faqs.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { insertContact, listContacts } from '../../src/server/storage/content/contacts-store.ts';
import { searchFaqs } from '../../src/server/storage/content/faqs-store.ts';
import { listArticles } from '../../src/server/storage/content/news-store.ts';
import { findArticle, listFaqs, listNews } from '../../src/server/storage/public-reads.ts';
import type { PageRequest } from '../../src/server/storage/queries/keyset.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createContext, EDITOR, TODAY } from './services-context.ts';

async function readInPagesOf<Item>(
  limit: number,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read({ limit, ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

/** The same word: one letter in the newer spelling is consonant, virama and joiner in the older. */
const NEW_CHILLU = 'വാർത്ത';
const OLD_CHILLU = 'വാര്\u200Dത്ത';

describeOnBothDatabases('content', ({ open }) => {
  test('news are sorted newest first, also within the same instant, in pages of any size', async () => {
    const context = createContext(await open());
    const write = (title: string) => createArticle(context, { title, body: 'b', author: 'a' }, EDITOR);
    for (let day = 0; day < 4; day += 1) {
      context.setTime(instantOf(TODAY, '09:00') + day * MINUTE);
      for (const place of [1, 2, 3]) await write(`day ${day} place ${place}`);
    }
    const { db } = context.database;
    const whole = (await listNews(db, { limit: 100 })).items;
    expect(whole.map(({ title }) => title.slice(0, 5))).toEqual(
      ['day 3', 'day 2', 'day 1', 'day 0'].flatMap((day) => [day, day, day]),
    );
    for (const limit of [1, 2, 5, 12]) {
      expect(await readInPagesOf(limit, (request) => listNews(db, request))).toEqual(whole);
    }
    const [first] = whole;
    expect(await findArticle(db, first?.id ?? '')).toEqual(first ?? null);
    expect(await findArticle(db, 'unknown')).toBeNull();
    expect(first).not.toHaveProperty('etag');
    expect((await listArticles(db, { limit: 1 })).items[0]).toEqual({
      ...whole[0],
      format: 'markdown',
      etag: '"1"',
    } as never);
  });

  test('search finds parts of title or body, and ignores case and Unicode spelling', async () => {
    const context = createContext(await open());
    const titles = [
      `${OLD_CHILLU} one`,
      `${NEW_CHILLU} two`,
      '100% sure',
      'snake_case',
      'back\\slash',
      'Ends here',
    ];
    for (const title of titles)
      await createArticle(context, { title, body: 'Begins There', author: 'a' }, EDITOR);
    const find = async (q: string) =>
      (await listNews(context.database.db, { limit: 100, q })).items.map(({ title }) => title).sort();
    expect(await find(NEW_CHILLU)).toEqual([titles[0], titles[1]].sort() as string[]);
    expect(await find(OLD_CHILLU)).toEqual([titles[0], titles[1]].sort() as string[]);
    expect(await find('ENDS  HERE')).toEqual(['Ends here']);
    expect(await find('begins there')).toHaveLength(titles.length);
    expect(await find('%')).toEqual(['100% sure']);
    expect(await find('_')).toEqual(['snake_case']);
    expect(await find('\\')).toEqual(['back\\slash']);
    expect(await find('here begins')).toEqual([]);
    expect(await find(' ')).toHaveLength(titles.length);
  });

  test('FAQs are sorted by their order, also in pages', async () => {
    const context = createContext(await open());
    for (const order of [3, 1, 2, 2, 10]) {
      await createFaq(context, { question: `Question ${order}?`, answer: 'Because.', order }, EDITOR);
    }
    const { db } = context.database;
    const all = await listFaqs(db);
    expect(all.map(({ order }) => order)).toEqual([1, 2, 3, 4, 10]);
    const paged = await readInPagesOf(2, (request) => searchFaqs(db, request));
    expect(paged.map(({ etag: _etag, ...faq }) => faq)).toEqual(all);
    expect((await searchFaqs(db, { limit: 10, q: 'question 10' })).items).toHaveLength(1);
  });

  test('messages are sorted newest first and found by any field', async () => {
    const context = createContext(await open());
    for (const [minute, name] of ['Anu', 'Binu', 'Cini'].entries()) {
      context.setTime(instantOf(TODAY, '09:00') + minute * MINUTE);
      const email = `${name.toLowerCase()}@example.org`;
      const times = { consent_at: context.clock.now(), created_at: context.clock.now() };
      const message = { id: name, name, phone: '+91 471 123456', email, message: `I am ${name}.`, ...times };
      await context.database.write((tx) => insertContact(tx, message));
    }
    const { db } = context.database;
    const all = await readInPagesOf(2, (request) => listContacts(db, request));
    expect(all.map(({ name }) => name)).toEqual(['Cini', 'Binu', 'Anu']);
    expect(all[2]?.consentAt).toBe('2026-11-15T03:30:00.000Z');
    const find = async (q: string) =>
      (await listContacts(db, { limit: 10, q })).items.map(({ name }) => name);
    expect(await find('binu@')).toEqual(['Binu']);
    expect(await find('471 12')).toHaveLength(3);
    expect(await find('am cini')).toEqual(['Cini']);
  });

  test('invalid cursors are refused', async () => {
    const { db } = await open();
    for (const read of [listNews, listArticles, listContacts, searchFaqs]) {
      const refusal = await read(db, { limit: 10, cursor: 'nonsense' }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect((refusal as AppError).code).toBe('invalid');
    }
  });
});
