/** Writes content of the test's own into the database of a site before its server starts. */
import { join } from 'node:path';
import { instantOf } from '../../src/core/ist-time.ts';
import { insertFaq } from '../../src/server/storage/content/faqs-store.ts';
import { insertArticle } from '../../src/server/storage/content/news-store.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import { readSettings, writeSettings } from '../../src/server/storage/operations/settings-store.ts';
import { type SeededDraw, seedDraws } from '../server/storage-seed.ts';

export interface SiteContent {
  draws: SeededDraw[];
  news: { id: string; date: string; title: string; body: string; author: string }[];
  faqs: { id: string; question: string; answer: string }[];
  /** Minutes between a draw and its result. */
  publishDelay?: number;
}

export const seedSite = (dataDir: string, content: Partial<SiteContent>): Promise<void> =>
  seedDatabase({ kind: 'sqlite', file: join(dataDir, 'swarna-chakra.db') }, content);

export async function seedDatabase(location: DatabaseLocation, content: Partial<SiteContent>): Promise<void> {
  const { draws = [], news = [], faqs = [], publishDelay } = content;
  const database = await openDatabase(location);
  await seedDraws(database, draws);
  await database.write(async (tx) => {
    if (publishDelay !== undefined)
      await writeSettings(tx, { ...(await readSettings(tx)).settings, publishDelay });
    for (const { id, date, title, body, author } of news) {
      const at = instantOf(date, '08:30');
      const times = { created_at: at, updated_at: at, publish_at: at };
      const kind = { status: 'published', format: 'text', language: null } as const;
      await insertArticle(tx, { id, title, body, author, ...kind, ...times, version: 1 });
    }
    for (const [index, { id, question, answer }] of faqs.entries()) {
      await insertFaq(tx, { id, question, answer, order_index: index + 1, language: null, version: 1 });
    }
  });
  await database.close();
}
