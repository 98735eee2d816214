/** Drafts and scheduled articles: hidden until their time, then published exactly once, and hidden again on demand. */
import { expect, test } from 'bun:test';
import type { NewArticle } from '../../src/contract/news.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { publishScheduledArticles } from '../../src/server/automation/scheduled-articles.ts';
import { createLog } from '../../src/server/log.ts';
import { createArticle, deleteArticle, editArticle } from '../../src/server/services/content/news.ts';
import { publishDueArticle } from '../../src/server/services/content/publish-article.ts';
import { listArticles } from '../../src/server/storage/content/news-store.ts';
import { headFor } from '../../src/server/storage/feed/feed-cursor.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { findArticle, listNews } from '../../src/server/storage/public-reads.ts';
import { isoOf } from '../../src/server/storage/queries/wire-values.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { startAutomation } from './automation-site.ts';
import {
  at,
  createContext,
  EDITOR,
  newestEntry,
  readRowChanges,
  refusalOf,
  type TestContext,
} from './services-context.ts';

const NINE = at('09:00');

const article = (more: Partial<NewArticle> = {}): NewArticle => ({
  title: 'Diwali hours',
  body: 'Secret words.',
  author: 'Desk',
  ...more,
});

const scheduledFor = (time: number) =>
  article({ status: 'scheduled', publishAt: new Date(time).toISOString() });

const titles = async ({ database }: TestContext) =>
  (await listNews(database.db, { limit: 10 })).items.map(({ title }) => title);

const publicChanges = async ({ database }: Pick<TestContext, 'database'>) =>
  (await readRowChanges(database, 'public')).map(({ type }) => type);

describeOnBothDatabases('articles', ({ onSqlite, open }) => {
  test('drafts and scheduled articles are not public, and publishing is an INSERT', async () => {
    const context = createContext(await open());
    const { db } = context.database;
    const draft = await createArticle(context, article({ status: 'draft' }), EDITOR);
    expect(draft).toMatchObject({ status: 'draft', publishAt: null, language: null, format: 'markdown' });
    const later = await createArticle(context, scheduledFor(NINE + HOUR), EDITOR);
    expect(later).toMatchObject({ status: 'scheduled', publishAt: isoOf(NINE + HOUR) });
    await editArticle(context, { id: draft.id, patch: { body: 'Other words.' } }, EDITOR);

    expect(await titles(context)).toEqual([]);
    for (const q of ['secret', 'other', 'diwali']) {
      expect((await listNews(db, { limit: 10, q })).items).toEqual([]);
    }
    for (const { id } of [draft, later]) expect(await findArticle(db, id)).toBeNull();
    expect(await publicChanges(context)).toEqual([]);
    expect(headFor(await readFeedState(db), 'public').id).toBe(0);
    expect((await listArticles(db, { limit: 10, status: 'draft' })).items).toHaveLength(1);
    expect((await listArticles(db, { limit: 10 })).items).toHaveLength(2);

    context.setTime(NINE + MINUTE);
    const published = await editArticle(context, { id: draft.id, patch: { status: 'published' } }, EDITOR);
    expect(published).toMatchObject({ status: 'published', publishAt: isoOf(NINE + MINUTE) });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Published article',
      before: { status: 'draft', publishAt: null },
      after: { status: 'published' },
    });
    expect((await newestEntry(context))?.after).not.toHaveProperty('html');
    expect(await findArticle(db, draft.id)).toEqual({
      id: draft.id,
      title: 'Diwali hours',
      body: 'Other words.',
      html: '<p>Other words.</p>',
      author: 'Desk',
      status: 'published',
      publishAt: isoOf(NINE + MINUTE),
      language: null,
      createdAt: isoOf(NINE),
      updatedAt: isoOf(NINE + MINUTE),
    });

    await editArticle(context, { id: draft.id, patch: { title: 'New hours' } }, EDITOR);
    await editArticle(context, { id: draft.id, patch: { status: 'draft' } }, EDITOR);
    expect(await newestEntry(context)).toMatchObject({ action: 'Unpublished article' });
    await editArticle(context, { id: draft.id, patch: { body: 'Hidden again.' } }, EDITOR);
    await deleteArticle(context, { id: draft.id }, EDITOR);
    expect(await publicChanges(context)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
  });

  onSqlite('a status and a time that do not belong together are refused', async () => {
    const context = createContext(await open());
    const refused = [
      article({ status: 'scheduled' }),
      article({ status: 'scheduled', publishAt: null }),
      article({ publishAt: isoOf(NINE + HOUR) }),
      article({ status: 'draft', publishAt: isoOf(NINE + HOUR) }),
    ];
    for (const request of refused) {
      expect(await refusalOf(createArticle(context, request, EDITOR))).toBe('invalid');
    }
    expect((await listArticles(context.database.db, { limit: 10 })).items).toEqual([]);
  });

  test('the public list is sorted by the time of publication, and by language for a reader', async () => {
    const context = createContext(await open());
    const write = (title: string, more: Partial<NewArticle> = {}) =>
      createArticle(context, article({ title, ...more }), EDITOR);
    const first = await write('written first', { status: 'draft' });
    for (const [minute, language] of ([null, 'ml', 'en', 'ml', null] as const).entries()) {
      context.setTime(NINE + minute * MINUTE);
      await write(`${minute} ${language}`, { language });
    }
    context.setTime(NINE + HOUR);
    await editArticle(context, { id: first.id, patch: { status: 'published' } }, EDITOR);
    const { db } = context.database;
    const orders = {
      none: ['written first', '4 null', '3 ml', '2 en', '1 ml', '0 null'],
      en: ['written first', '4 null', '2 en', '0 null', '3 ml', '1 ml'],
      ml: ['written first', '4 null', '3 ml', '1 ml', '0 null', '2 en'],
    };
    for (const [reader, expected] of Object.entries(orders)) {
      const language = reader === 'none' ? undefined : (reader as 'en' | 'ml');
      for (const limit of [1, 2, 3, 4, 10]) {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await listNews(db, { limit, language, ...(cursor && { cursor }) });
          seen.push(...page.items.map(({ title }) => title));
          cursor = page.nextCursor;
        } while (cursor);
        expect(seen).toEqual(expected);
      }
    }
  });

  test('is published once by many nodes, not early, and not after it was taken back', async () => {
    const context = createContext(await open());
    const { id } = await createArticle(context, scheduledFor(NINE + HOUR), EDITOR);
    context.setTime(NINE + HOUR - 1);
    expect(await publishDueArticle(context, id)).toEqual({ published: null, dueIn: 1 });
    context.setTime(NINE + HOUR);
    const attempts = await Promise.all(Array.from({ length: 8 }, () => publishDueArticle(context, id)));
    expect(attempts.filter(({ published }) => published !== null)).toHaveLength(1);
    expect(await publicChanges(context)).toEqual(['INSERT']);

    const other = await createArticle(context, scheduledFor(NINE), EDITOR);
    await editArticle(context, { id: other.id, patch: { status: 'draft' } }, EDITOR);
    expect(await newestEntry(context)).toMatchObject({ action: 'Removed the schedule of article' });
    expect(await publishDueArticle(context, other.id)).toEqual({ published: null, dueIn: 0 });
  });

  onSqlite('are not published by a run that was cancelled', async () => {
    const context = createContext(await open());
    await createArticle(context, scheduledFor(NINE + HOUR), EDITOR);
    context.setTime(NINE + HOUR);
    const log = createLog('error', { now: () => NINE }, () => {});
    const run = { services: context, log, now: () => NINE + HOUR };
    await expect(publishScheduledArticles({ ...run, signal: AbortSignal.abort() })).rejects.toThrow('abort');
    expect(await publicChanges(context)).toEqual([]);
    await publishScheduledArticles({ ...run, signal: new AbortController().signal });
    expect(await publicChanges(context)).toEqual(['INSERT']);
  });
});

describeOnBothDatabases('automation publishes a scheduled article', (engine: TestEngine) => {
  const publishedAt = async (site: Awaited<ReturnType<typeof startAutomation>>) =>
    (await site.activity())
      .filter(({ action }) => action === 'Published article')
      .map(({ timestamp, user }) => `${timestamp} ${user}`);

  test('at its time to the millisecond, also when it was moved', async () => {
    const site = await startAutomation(engine, at('09:00'));
    await site.advanceBy(3 * SECOND);
    const early = await createArticle(site.services, scheduledFor(at('09:10')), EDITOR);
    const moved = await createArticle(site.services, scheduledFor(at('11:00')), EDITOR);
    await site.until('09:09', 59.999);
    expect(await publishedAt(site)).toEqual([]);
    await site.advanceBy(1);
    expect(await publishedAt(site)).toEqual([`${isoOf(at('09:10'))} System`]);
    expect(await findArticle(site.services.database.db, early.id)).toMatchObject({
      publishAt: isoOf(at('09:10')),
    });
    await editArticle(site.services, { id: moved.id, patch: { publishAt: isoOf(at('09:20')) } }, EDITOR);
    await site.until('09:20');
    expect(await publishedAt(site)).toEqual([`${isoOf(at('09:20'))} System`, `${isoOf(at('09:10'))} System`]);
    await site.until('11:10');
    expect(await publishedAt(site)).toHaveLength(2);
    expect((await publicChanges(site.services)).filter((type) => type === 'INSERT').length).toBeGreaterThan(
      1,
    );
  });

  engine.onSqlite(
    'at once when its time has passed, also while automatic publication of draws is off',
    async () => {
      const site = await startAutomation(engine, at('09:00'));
      await site.advanceBy(3 * SECOND);
      await site.set({ autoPublish: false });
      await createArticle(site.services, scheduledFor(at('08:00')), EDITOR);
      await site.advanceBy(SECOND);
      expect(await publishedAt(site)).toHaveLength(1);
    },
  );

  engine.onSqlite('after a start, when the server was down at its time', async () => {
    const location = await engine.newLocation();
    const before = await startAutomation(engine, at('09:00'), { location });
    await before.advanceBy(3 * SECOND);
    await createArticle(before.services, scheduledFor(at('10:00')), EDITOR);
    await before.stop();
    const after = await startAutomation(engine, at('13:00'), { location });
    await after.advanceBy(3 * SECOND);
    const [entry, ...others] = (await after.activity()).filter(
      ({ action }) => action === 'Published article',
    );
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ after: { status: 'published', late: true, dueAt: isoOf(at('10:00')) } });
  });
});
