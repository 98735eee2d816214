/** Formats of copies: pg_dump where it fits the server, rows otherwise, and copies of an older version. */

import { beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { findPgTools } from '../../src/server/backup/pg-tools.ts';
import { withConnection } from '../../src/server/backup/postgres-copy.ts';
import { readServerMajor } from '../../src/server/backup/postgres-scratch.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { createArticle, editArticle } from '../../src/server/services/content/news.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import { MIGRATION_NAMES } from '../../src/server/storage/migrations/all-migrations.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createFormerDatabase } from '../support/former-database.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { KEY, NOON, scratchFor } from './backup-site.ts';
import { createContext, EDITOR } from './services-context.ts';

let folder = '';
const cleanups = cleanUpAfterEach();
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  cleanups.push(dataDir.remove);
});

const copyOf = (location: DatabaseLocation) =>
  makeVerifiedCopy(
    { location, folder, scratchFolder: join(folder, '..'), key: KEY, name: 'copy', at: NOON },
    () => {},
    () => {},
  );

const FIRST_MIGRATIONS = MIGRATION_NAMES.slice(0, 5);

describeOnBothDatabases('a copy of an older version', ({ newEmptyLocation }) => {
  test('is restored and migrated to the newest schema', async () => {
    const old = await newEmptyLocation();
    await createFormerDatabase(old, {
      before: '0006',
      statements: [`insert into faqs values ('f1', 'When?', 'At ten.', 1, 'when? at ten.', 1)`],
    });
    const { file, facts } = await copyOf(old);
    expect(facts.migrations).toEqual(FIRST_MIGRATIONS);
    const location = await newEmptyLocation();
    await restoreCopy(join(folder, file), scratchFor(location, folder), { force: false, now: 0 }, () => {});
    const database = await openDatabase(location);
    const faqs = await database.db.selectFrom('faqs').select(['id', 'answer']).execute();
    expect(faqs).toEqual([{ id: 'f1', answer: 'At ten.' }]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      kyselyOf(database),
    );
    expect(rows.map(({ name }) => name)).toEqual([...MIGRATION_NAMES]);
    await database.close();
  });
});

describeOnBothDatabases('the longest rows that the site can have', ({ newLocation }) => {
  test('fit into a copy', async () => {
    const location = await newLocation();
    const database = await openDatabase(location);
    const context = createContext(database);
    // These characters become longest when they are escaped.
    const article = { title: 'Long', author: 'Desk', body: '\u0001'.repeat(20_000) };
    const { id } = await createArticle(context, article, EDITOR);
    await editArticle(context, { id, patch: { body: '\u0002'.repeat(20_000) } }, EDITOR);
    await database.close();
    // The copy is verified before it gets its name.
    expect((await copyOf(location)).facts.rows).toMatchObject({ news_posts: 1, activity: 2 });
  });
});

test('PostgreSQL is copied by pg_dump where it is installed and not older than the server', async () => {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  const tools = await withConnection(url, async (db) => findPgTools(await readServerMajor(db)));
  expect((await copyOf({ kind: 'postgres', url })).format).toBe(tools ? 'pg_dump' : 'rows');
});
