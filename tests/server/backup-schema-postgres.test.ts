/** A PostgreSQL database or a file of rows whose schema is not ours is refused. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { findPgTools } from '../../src/server/backup/pg-tools.ts';
import { copyPostgres, inspectPostgres } from '../../src/server/backup/postgres-copy.ts';
import { describePostgresSchema } from '../../src/server/backup/postgres-schema.ts';
import { readServerMajor } from '../../src/server/backup/postgres-scratch.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { loadRowsFile } from '../../src/server/backup/rows-file.ts';
import { findSchemaDifferences, type SchemaObjects } from '../../src/server/backup/schema-differences.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { openSingleConnection } from '../../src/server/storage/engines/postgres.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { fillSite, KEY, NOON, readEverything, scratchFor, writeSealed } from './backup-site.ts';

setDefaultTimeout(60_000);

let installation: Installation;
let url = '';
let db: Kysely<Schema>;
let folder = '';
beforeAll(async () => {
  installation = await makeInstallation('postgres');
  url = installation.location.kind === 'postgres' ? installation.location.url : '';
  folder = join(installation.dataDir, 'backups');
  mkdirSync(folder);
  const database = await openDatabase(installation.location);
  await fillSite(database, 3);
  await database.close();
  db = openSingleConnection(url);
});
afterAll(async () => {
  await db.destroy();
  await installation.remove();
});

async function readContent(): Promise<Record<string, unknown[]>> {
  const database = await openDatabase(installation.location);
  const everything = await readEverything(database);
  await database.close();
  return everything;
}

const options = () => scratchFor(installation.location, folder);
const order = () => ({
  location: installation.location,
  folder,
  scratchFolder: join(folder, '..'),
  key: KEY,
  name: 'copy',
  at: NOON,
});
const ignore = () => {};

describe('with a planted trigger in the database', () => {
  beforeAll(async () => {
    await sql`create function planted() returns trigger language plpgsql as 'begin return new; end'`.execute(
      db,
    );
    await sql`create trigger planted before insert on draws for each row execute function planted()`.execute(
      db,
    );
  });
  afterAll(async () => {
    await sql`drop function planted cascade`.execute(db);
  });

  test('a copy contains only rows, and is not restored into that database', async () => {
    const tools = await findPgTools(await readServerMajor(db));
    const notes: string[] = [];
    const { format, file } = await makeVerifiedCopy(order(), ignore, (note) => notes.push(note));
    expect(format).toBe('rows');
    expect(notes.join()).toMatch(tools ? /TRIGGER public draws planted/ : /^$/);
    const before = await readContent();
    const restoring = restoreCopy(join(folder, file), options(), { force: true, now: 0 }, ignore);
    await expect(restoring).rejects.toThrow('trigger planted of draws is not part of our schema');
    expect(await readContent()).toEqual(before);
  });

  test('an archive of the real pg_dump is refused', async () => {
    const tools = await findPgTools(await readServerMajor(db));
    const copy = join(folder, 'real.dump');
    const facts = await copyPostgres(url, copy, tools, ignore);
    await writeSealed(copy, tools ? 'pg_dump' : 'rows', facts, KEY);
    const checking = verifyCopy(copy, options(), ignore);
    if (tools) await expect(checking).rejects.toThrow('TRIGGER public draws planted');
    else expect(await checking).toMatchObject({ sealedHere: true });
  });
});

describe('a file of rows', () => {
  const lineOf = (table: string) =>
    JSON.stringify({ table, row: { name: '0007-planted', timestamp: '2026-11-15' } });
  const refusalOf = (table: string) => `The copy has rows for ${table}, which is not a table of ours.`;

  test('with rows for the table of migrations is refused', async () => {
    const copy = join(folder, 'copy.rows.gz');
    const facts = await copyPostgres(url, copy, null, ignore);
    const table = 'kysely_migration';
    writeFileSync(copy, gzipSync(`${gunzipSync(await Bun.file(copy).bytes())}${lineOf(table)}\n`));
    await writeSealed(copy, 'rows', facts, KEY);
    await expect(verifyCopy(copy, options(), ignore)).rejects.toThrow(refusalOf(table));
  });

  const long = JSON.stringify({ table: 'faqs', row: { id: 'x'.repeat(2_000_000) } });
  test.each<[string, Uint8Array, string]>([
    [
      'rows for a table of PostgreSQL',
      gzipSync(`${lineOf('pg_catalog.pg_class')}\n`),
      refusalOf('pg_catalog.pg_class'),
    ],
    ['rows for another table', gzipSync(`${lineOf('planted')}\n`), refusalOf('planted')],
    ['a line that is longer than any row', gzipSync(`${long}\n`), 'longer than any row'],
    [
      'no end',
      gzipSync(`${lineOf('faqs')}\n`.repeat(10)).subarray(0, -20),
      'The copy cannot be decompressed',
    ],
  ])('with %s is not loaded', async (_what, content, expected) => {
    const file = join(folder, 'rows.gz');
    writeFileSync(file, content);
    const loading = db
      .transaction()
      .execute(async (tx) => loadRowsFile(tx, file, await inspectPostgres(tx).tables()));
    await expect(loading).rejects.toThrow(expected);
  });
});

class RolledBack extends Error {}

let ours: Promise<SchemaObjects> | undefined;

test.each<[string, string, string]>([
  ['one more table', 'create table more (a int)', 'relation more is not part of our schema'],
  ['one more index', 'create index more on faqs (answer)', 'index more is not part of our schema'],
  ['one more view', 'create view more as select 1 as a', 'relation more is not part of our schema'],
  ['one more sequence', 'create sequence more', 'relation more is not part of our schema'],
  ['one more type', 'create domain more as text', 'type more is not part of our schema'],
  [
    'a view in the place of a table',
    'drop table faqs; create view faqs as select 1 as id',
    'relation faqs is not as our migrations make it',
  ],
  [
    'an activity log that can be rewritten',
    'drop trigger activity_refuses_change on activity',
    'trigger activity_refuses_change of activity is missing',
  ],
  [
    'a disabled trigger',
    'alter table activity disable trigger activity_refuses_change',
    'trigger activity_refuses_change of activity is not as our migrations make it',
  ],
  [
    'a trigger that does something else',
    `create or replace function refuse_change_of_activity() returns trigger language plpgsql as
     'begin return null; end'`,
    'function refuse_change_of_activity() is not as our migrations make it',
  ],
  [
    'a function that runs with the rights of its owner',
    'alter function notify_feed() security definer',
    'function notify_feed() is not as our migrations make it',
  ],
  [
    'another default of a column',
    'alter table settings alter column maintenance_mode set default 1',
    'column maintenance_mode of settings is not as our migrations make it',
  ],
  [
    'a column that may be empty',
    'alter table faqs alter column answer drop not null',
    'column answer of faqs is not as our migrations make it',
  ],
  [
    'a missing constraint',
    'alter table draws drop constraint draws_draw_no_key',
    'constraint draws_draw_no_key of draws is missing',
  ],
  [
    'a rule',
    'create rule planted as on delete to faqs do instead nothing',
    'rule planted of faqs is not part of our schema',
  ],
  [
    'a policy',
    'create policy planted on faqs using (true)',
    'policy planted of faqs is not part of our schema',
  ],
  [
    'row security',
    'alter table faqs enable row level security',
    'relation faqs is not as our migrations make it',
  ],
  ['inherited rows', 'create table more () inherits (faqs)', 'inheritance of more is not part of our schema'],
])('the comparison names %s', async (_what, statements, expected) => {
  ours ??= describePostgresSchema(db);
  const expectedSchema = await ours;
  const comparing = db.transaction().execute(async (tx) => {
    await sql.raw(statements).execute(tx);
    throw new RolledBack(findSchemaDifferences(expectedSchema, await describePostgresSchema(tx)).join('\n'));
  });
  await expect(comparing).rejects.toThrow(RolledBack);
  await expect(comparing).rejects.toThrow(expected);
});
