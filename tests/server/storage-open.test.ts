/** Opening a database: new, existing, not ours, too new, and with a migration that fails. */
import { Database as BunSqlite } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { createLog } from '../../src/server/log.ts';
import { StartError } from '../../src/server/start-error.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import { isAtLeast } from '../../src/server/storage/engines/sqlite.ts';
import { migrationsFor } from '../../src/server/storage/migrations/all-migrations.ts';
import { migrate } from '../../src/server/storage/migrations/migrate.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { queryPostgres } from '../support/postgres.ts';

/** Runs statements without our code. */
async function runDirectly(location: DatabaseLocation, statements: string[]): Promise<void> {
  if (location.kind === 'sqlite') {
    const sqlite = new BunSqlite(location.file);
    for (const statement of statements) sqlite.run(statement);
    sqlite.close(true);
    return;
  }
  await queryPostgres(location.url, ...statements);
}

/** Reads everything in a form that can be compared. */
async function readSnapshot(location: DatabaseLocation): Promise<unknown> {
  if (location.kind === 'sqlite') {
    const folder = dirname(location.file);
    return readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`).toString('base64')]);
  }
  const { url } = location;
  return [
    await queryPostgres(
      url,
      `select table_name, column_name, data_type from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    ),
    await queryPostgres(url, 'select pg_database_size(current_database())'),
  ];
}

async function refusalOf(location: DatabaseLocation): Promise<string> {
  const outcome = await openDatabase(location).catch((error: unknown) => error);
  if (!(outcome instanceof StartError)) throw new Error(`Expected a StartError, got ${outcome}`);
  return outcome.message;
}

const tableNames = async (db: Kysely<Schema>) =>
  (await db.introspection.getTables()).map(({ name }) => name).sort();

describeOnBothDatabases('opening a database', ({ kind, newEmptyLocation, open, cleanUp }) => {
  test('a new one is created, and has its data when opened again', async () => {
    const location = await newEmptyLocation();
    const first = await openDatabase(location);
    expect(first.kind).toBe(kind);
    await first.write((tx) => tx.updateTable('settings').set({ publish_delay: 7 }).execute());
    await first.close();
    const again = await open(location);
    const { publish_delay } = await again.db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
    expect(publish_delay).toBe(7);
    await again.ping();
    expect(await again.sizeInBytes()).toBeGreaterThan(10_000);
  });

  test('one with foreign tables is refused and not changed', async () => {
    const location = await newEmptyLocation();
    await runDirectly(location, ['create table recipes (name text)']);
    const before = await readSnapshot(location);
    expect(await refusalOf(location)).toMatch(
      /^The [^\n]*is not a database of Swarna Chakra[^\n]*untouched\.$/,
    );
    expect(await readSnapshot(location)).toEqual(before);
  });

  test('one with the migrations of another program is refused', async () => {
    const location = await newEmptyLocation();
    await runDirectly(location, [
      'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))',
      `insert into kysely_migration values ('2020-recipes', '2020-01-01T00:00:00.000Z')`,
    ]);
    expect(await refusalOf(location)).toContain('is not a database of Swarna Chakra');
  });

  test('one of a newer version is refused and not changed', async () => {
    const location = await newEmptyLocation();
    await (await openDatabase(location)).close();
    await runDirectly(location, [
      `insert into kysely_migration values ('9999-the-future', '2030-01-01T00:00:00.000Z')`,
    ]);
    const before = await readSnapshot(location);
    expect(await refusalOf(location)).toMatch(
      /^The [^\n]*newer version[^\n]*9999-the-future[^\n]*untouched\.$/,
    );
    expect(await readSnapshot(location)).toEqual(before);
  });

  test('one that a newer version migrates meanwhile is read, but not written any more', async () => {
    const location = await newEmptyLocation();
    const lines: string[] = [];
    const database = await openDatabase(
      location,
      createLog('info', { now: () => 0 }, (line) => lines.push(line)),
    );
    cleanUp(() => database.close());
    const write = () =>
      database.write((tx) => tx.updateTable('settings').set({ publish_delay: 7 }).execute());
    await write();
    await database.pingForReads();
    await runDirectly(location, [
      `insert into kysely_migration values ('9999-the-future', '2030-01-01T00:00:00.000Z')`,
      'alter table settings rename column publish_delay to delay',
    ]);
    for (const work of [write, write, database.pingForReads, database.pingForReads]) {
      expect(await work().catch((error: unknown) => error)).toMatchObject({
        code: 'database-down',
        message: expect.stringContaining('older than its database'),
      });
    }
    await database.ping();
    expect(await database.db.selectFrom('faqs').selectAll().execute()).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', msg: expect.stringContaining('newer version'), migration: '9999-the-future' },
    ]);
  });

  test('a failed migration is rolled back completely', async () => {
    const db = kyselyOf(await open());
    const before = await tableNames(db);
    const failing = {
      ...migrationsFor(kind),
      '9000-good': {
        up: (tx: Kysely<unknown>) => tx.schema.createTable('good').addColumn('a', 'text').execute(),
      },
      '9001-bad': {
        up: async (tx: Kysely<unknown>) => {
          await tx.schema.createTable('half').addColumn('a', 'text').execute();
          await sql`insert into no_such_table values (1)`.execute(tx);
        },
      },
    };
    await expect(migrate(db, failing)).rejects.toThrow('no_such_table');
    expect(await tableNames(db)).toEqual(before);
    await migrate(db, migrationsFor(kind));
  });

  test('a failed write is rolled back', async () => {
    const { db, write } = await open();
    const failing = write(async (tx) => {
      await tx.updateTable('settings').set({ publish_delay: 33 }).execute();
      throw new Error('thought better of it');
    });
    await expect(failing).rejects.toThrow('thought better of it');
    const { publish_delay } = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
    expect(publish_delay).toBe(15);
  });
});

test('a file that is not a database is refused and not changed', async () => {
  const file = `${import.meta.dir}/../../package.json`;
  const before = readFileSync(file, 'utf8');
  expect(await refusalOf({ kind: 'sqlite', file })).toContain('is not a database of Swarna Chakra');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('an invalid path is refused in one line', async () => {
  const file = `${import.meta.dir}/../../package.json/site.db`;
  expect(await refusalOf({ kind: 'sqlite', file })).toMatch(
    /^The database file [^\n]*cannot be opened[^\n]*$/,
  );
});

test('a server that does not respond is named in one line without its password', async () => {
  const line = await refusalOf({ kind: 'postgres', url: 'postgres://somebody:hunter2@127.0.0.1:1/nothing' });
  expect(line).toMatch(/^The database 127\.0\.0\.1:1\/nothing \(DATABASE_URL\) does not respond: [^\n]*$/);
  expect(line).not.toContain('hunter2');
});

test('versions are compared number by number', () => {
  expect(isAtLeast('3.51.3', '3.51.3')).toBe(true);
  expect(isAtLeast('3.53.0', '3.51.3')).toBe(true);
  expect(isAtLeast('3.51.2', '3.51.3')).toBe(false);
  expect(isAtLeast('3.9.10', '3.51.3')).toBe(false);
});

test('only the owner can read a new file and the other files of SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-private-'));
  try {
    const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'site.db') });
    await database.write((tx) => tx.updateTable('settings').set({ publish_delay: 7 }).execute());
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    await database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
