/** Fills the database of the demo site; run by `npm run demo`. */
import { randomBytes } from 'node:crypto';
import { type Actor, SYSTEM } from '../../core/actor.ts';
import { DEFAULT_NEWS_AUTHOR } from '../../core/branding.ts';
import { DAY, type Instant } from '../../core/ist-time.ts';
import { readConfig } from '../../server/config.ts';
import { createFaq } from '../../server/services/content/faqs.ts';
import { createArticle } from '../../server/services/content/news.ts';
import type { ServiceContext } from '../../server/services/context.ts';
import { saveSettings } from '../../server/services/settings.ts';
import { insertDraws } from '../../server/storage/draws/draws-store.ts';
import { type Database, openDatabase } from '../../server/storage/engines/database.ts';
import { readSettings } from '../../server/storage/operations/settings-store.ts';
import { DEMO_FAQS, DEMO_NEWS } from './demo-content.ts';
import { createDemoDraws } from './demo-draws.ts';

/** Short, so that the demo shows the next result soon. */
const PUBLISH_DELAY_MINUTES = 1;

const EDITOR: Actor = { id: null, name: DEFAULT_NEWS_AUTHOR };

/** Services with a fixed clock, so that demo content has past dates. */
const servicesAt = (database: Database, time: Instant): ServiceContext => ({
  database,
  clock: { now: () => time },
  randomBytes,
  changed: async () => {},
});

async function fill(database: Database, now: Instant): Promise<void> {
  await database.write((tx) => insertDraws(tx, createDemoDraws(now, randomBytes)));
  for (const { daysAgo, ...article } of DEMO_NEWS.toReversed()) {
    const services = servicesAt(database, now - daysAgo * DAY);
    await createArticle(services, { ...article, author: DEFAULT_NEWS_AUTHOR }, EDITOR);
  }
  const services = servicesAt(database, now);
  for (const [index, faq] of DEMO_FAQS.entries()) {
    await createFaq(services, { ...faq, order: index + 1 }, EDITOR);
  }
  const { settings } = await readSettings(database.db);
  await saveSettings(services, { settings: { ...settings, publishDelay: PUBLISH_DELAY_MINUTES } }, SYSTEM);
}

const config = readConfig();
if (config.clockStart === null) throw new Error('The demo needs CLOCK_START.');
const database = await openDatabase(config.database);
await fill(database, config.clockStart);
await database.close();
