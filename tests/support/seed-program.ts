/** Run by Bun: writes the content from standard input to the SQLite database of a data folder. */
import { join } from 'node:path';
import { instantOf } from '../../src/core/ist-time.ts';
import { insertFaq } from '../../src/server/storage/content/faqs-store.ts';
import { insertArticle } from '../../src/server/storage/content/news-store.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { readSettings, writeSettings } from '../../src/server/storage/operations/settings-store.ts';
import { seedDraws } from '../server/storage-seed.ts';
import type { SiteContent } from './seed-site.ts';

const [dataDir = ''] = process.argv.slice(2);
const { draws, news, faqs, publishDelay }: SiteContent = await Bun.stdin.json();

const database = await openDatabase({ kind: 'sqlite', file: join(dataDir, 'swarna-chakra.db') });
await seedDraws(database, draws);
await database.write(async (tx) => {
  if (publishDelay !== undefined)
    await writeSettings(tx, { ...(await readSettings(tx)).settings, publishDelay });
  for (const { id, date, title, body, author } of news) {
    const at = instantOf(date, '08:30');
    await insertArticle(tx, { id, title, body, author, created_at: at, updated_at: at, version: 1 });
  }
  for (const [index, { id, question, answer }] of faqs.entries()) {
    await insertFaq(tx, { id, question, answer, order_index: index + 1, version: 1 });
  }
});
await database.close();
