/** Databases that tests use one after the other: each gets the same content, and a changed schema is not passed on. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import pg from 'pg';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { createTestDatabase, queryPostgres, TEMPLATE } from '../support/postgres.ts';
import { resetToTemplate } from '../support/template-content.ts';
import { fillSite, readEverything, withDatabase } from './backup-site.ts';

setDefaultTimeout(30_000);

const cleanups = cleanUpAfterEach();

async function newDatabase(): Promise<string> {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  return url;
}

async function reset(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await resetToTemplate(client, TEMPLATE);
  } finally {
    await client.end();
  }
}

async function readContent(url: string): Promise<unknown> {
  const tables = await withDatabase({ kind: 'postgres', url }, readEverything);
  return { tables, sequences: await queryPostgres(url, 'select * from pg_sequences order by sequencename') };
}

test('a reset gives tables and sequences the content of the template', async () => {
  const url = await newDatabase();
  const before = await readContent(url);
  await withDatabase({ kind: 'postgres', url }, fillSite);
  expect(await readContent(url)).not.toEqual(before);
  expect(await reset(url)).toBe(true);
  expect(await readContent(url)).toEqual(before);
});

test.each([
  'create table extra (id integer)',
  'alter table draws drop constraint draws_draw_no_key',
  'alter table faqs alter column answer drop not null',
  "alter table faqs alter column answer set default 'x'",
  'alter table draws enable row level security',
  'alter table activity disable trigger all',
  'create view extra as select 1 as one',
  'create schema extra',
  "create domain extra as text check (value <> '')",
  'create sequence extra',
  'create or replace function refuse_change_of_activity() returns trigger language plpgsql as $$ begin return null; end $$',
  "do $$ begin execute format('alter database %I set work_mem = 1000', current_database()); end $$",
])('a database is not used again after: %s', async (statement) => {
  const url = await newDatabase();
  await queryPostgres(url, statement);
  expect(await reset(url)).toBe(false);
});

test('a database that a test has dropped can be released', async () => {
  const { url, release } = await createTestDatabase();
  const other = await newDatabase();
  await queryPostgres(other, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
  await release();
  await expect(openDatabase({ kind: 'postgres', url })).rejects.toThrow();
});
