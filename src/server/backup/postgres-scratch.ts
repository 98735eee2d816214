/** Restores a copy into a scratch database on the same PostgreSQL, or a scratch schema where none may be created. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { FILE_PREFIX } from '../../core/branding.ts';
import { HOUR, SECOND } from '../../core/ist-time.ts';
import { migratePostgres } from '../storage/migrations/migrate.ts';
import type { Schema } from '../storage/schema.ts';
import { copiedMigrations } from './copied-migrations.ts';
import { CopyRefused } from './copy-refused.ts';
import { compareContents, listDumpedObjects } from './dump-contents.ts';
import { loadTableData } from './dump-rows.ts';
import type { Facts } from './facts.ts';
import { findPgTools, listDump, readTableData } from './pg-tools.ts';
import { inspectPostgres, withConnection } from './postgres-copy.ts';
import type { PrivateCopy } from './private-copy.ts';
import { loadRowsFile } from './rows-file.ts';

const PREFIX = `${FILE_PREFIX.replaceAll('-', '_')}_scratch_`;
/** Longer than any backup takes: what is older was left behind by a crash. */
const ABANDONED_AFTER = (6 * HOUR) / SECOND;

export const restoreIntoPostgresScratch = <Result>(
  copy: PrivateCopy,
  url: string,
  work: (scratchUrl: string) => Promise<Result>,
): Promise<Result> =>
  withConnection(url, async (db) => {
    await dropAbandoned(db);
    const scratch = await createScratch(db, url);
    try {
      await restoreInto(scratch.url, copy.manifest.facts, await loaderOf(copy, db));
      return await work(scratch.url);
    } finally {
      await scratch.drop();
    }
  });

interface Scratch {
  url: string;
  drop(): Promise<void>;
}

async function createScratch(db: Kysely<Schema>, url: string): Promise<Scratch> {
  const name = `${PREFIX}${await readSeconds(db)}_${crypto.randomUUID().slice(0, 8)}`;
  const scratchUrl = new URL(url);
  if (await mayCreateDatabases(db)) {
    await sql`create database ${sql.id(name)} template template0`.execute(db);
    scratchUrl.pathname = name;
    // A search path set for our own database may name a schema that the new one does not have.
    setSearchPath(scratchUrl, 'public');
    return {
      url: scratchUrl.href,
      drop: async () => void (await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)),
    };
  }
  await sql`create schema ${sql.id(name)}`.execute(db);
  setSearchPath(scratchUrl, name);
  return {
    url: scratchUrl.href,
    drop: async () => void (await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db)),
  };
}

const setSearchPath = (url: URL, schema: string): void =>
  url.searchParams.set('options', `-c search_path=${schema}`);

async function mayCreateDatabases(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`.execute(db);
  return rows[0]?.may ?? false;
}

export async function readServerMajor(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::int / 10000 as major`.execute(db);
  return rows[0]?.major ?? Number.POSITIVE_INFINITY;
}

/** By the server's clock, which all nodes share. */
async function readSeconds(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now())::int as seconds`.execute(db);
  return rows[0]?.seconds ?? 0;
}

async function dropAbandoned(db: Kysely<Schema>): Promise<void> {
  const oldest = (await readSeconds(db)) - ABANDONED_AFTER;
  const isAbandoned = ({ name }: { name: string }) =>
    Number(name.slice(PREFIX.length).split('_')[0]) < oldest;
  const pattern = `${PREFIX}%`;
  const databases = await sql<{ name: string }>`
    select datname as name from pg_database
    where datname like ${pattern} and pg_has_role(datdba, 'member')`.execute(db);
  for (const { name } of databases.rows.filter(isAbandoned)) {
    await sql`drop database if exists ${sql.id(name)}`.execute(db);
  }
  const schemas = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname like ${pattern}`.execute(db);
  for (const { name } of schemas.rows.filter(isAbandoned)) {
    await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db);
  }
}

type Load = (tx: Kysely<Schema>, tables: readonly string[]) => Promise<void>;

const loaderOf = (copy: PrivateCopy, db: Kysely<Schema>): Promise<Load> =>
  copy.manifest.format === 'pg_dump'
    ? readServerMajor(db).then((major) => dumpLoader(copy, major))
    : Promise.resolve((tx, tables) => loadRowsFile(tx, copy.file, tables));

/** Only rows are read from an archive: its other entries are SQL that must not be trusted. */
async function dumpLoader({ file, origin }: PrivateCopy, serverMajor: number): Promise<Load> {
  const tools = await findPgTools(serverMajor);
  if (!tools) {
    throw new CopyRefused(
      `${origin} was made by pg_dump: pg_restore ${serverMajor} or newer is needed to use it.`,
    );
  }
  return async (tx, tables) => {
    const contents = compareContents(await listDump(tools, file), await listDumpedObjects(tx));
    if (!contents) throw new CopyRefused(`${origin} is not a dump of one schema.`);
    const { schema, differences } = contents;
    if (differences.length > 0) {
      throw new CopyRefused(`${origin} has another schema than ours: ${differences.join('; ')}.`);
    }
    for (const table of tables) {
      await readTableData(tools, file, { schema, table }, (script) => loadTableData(tx, table, script));
    }
  };
}

/** Turns database errors about rows that do not fit their table into `CopyRefused`. */
function refuseUnreadable(error: unknown): never {
  if (error instanceof pg.DatabaseError) throw new CopyRefused(`The copy cannot be read: ${error.message}.`);
  throw error;
}

/** Creates the tables with the migrations that the original had. */
async function restoreInto(url: string, { migrations }: Facts, load: Load): Promise<void> {
  await withConnection(url, async (db) => {
    await migratePostgres(db, copiedMigrations('postgres', migrations));
    await db.transaction().execute(async (tx) => {
      const tables = await inspectPostgres(tx).tables();
      await emptyTables(tx, tables);
      await load(tx, tables).catch(refuseUnreadable);
    });
  });
}

/** Disables the triggers, because the activity log refuses deletion. Only for replacing all rows. */
export async function emptyTables(tx: Kysely<Schema>, tables: readonly string[]): Promise<void> {
  const setTriggers = async (mode: 'disable' | 'enable') => {
    for (const table of tables) {
      await sql`alter table ${sql.table(table)} ${sql.raw(mode)} trigger user`.execute(tx);
    }
  };
  await setTriggers('disable');
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
  await setTriggers('enable');
}
