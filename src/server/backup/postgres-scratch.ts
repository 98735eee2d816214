/** Restores a copy into a scratch database on the same PostgreSQL, or a scratch schema where none may be created. */
import { Kysely } from 'kysely';
import postgres, { type ISql } from 'postgres';
import { FILE_PREFIX } from '../../core/branding.ts';
import { HOUR, SECOND } from '../../core/ist-time.ts';
import { migratePostgres } from '../storage/migrate.ts';
import { postgresDialect } from '../storage/postgres-dialect.ts';
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
  withConnection(url, async (sql) => {
    await dropAbandoned(sql);
    const scratch = await createScratch(sql, url);
    try {
      await restoreInto(scratch.url, copy.manifest.facts, await loaderOf(copy, sql));
      return await work(scratch.url);
    } finally {
      await scratch.drop();
    }
  });

interface Scratch {
  url: string;
  drop(): Promise<void>;
}

async function createScratch(sql: ISql, url: string): Promise<Scratch> {
  const name = `${PREFIX}${await readSeconds(sql)}_${crypto.randomUUID().slice(0, 8)}`;
  const scratchUrl = new URL(url);
  if (await mayCreateDatabases(sql)) {
    await sql`create database ${sql(name)} template template0`;
    scratchUrl.pathname = name;
    // A search path that is set for our own database names a schema that a new one does not have.
    scratchUrl.searchParams.set('search_path', 'public');
    return {
      url: scratchUrl.href,
      drop: async () => void (await sql`drop database if exists ${sql(name)} with (force)`),
    };
  }
  await sql`create schema ${sql(name)}`;
  scratchUrl.searchParams.set('search_path', name);
  return {
    url: scratchUrl.href,
    drop: async () => void (await sql`drop schema if exists ${sql(name)} cascade`),
  };
}

async function mayCreateDatabases(sql: ISql): Promise<boolean> {
  const [role] = await sql<{ may: boolean }[]>`
    select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`;
  return role?.may ?? false;
}

export async function readServerMajor(sql: ISql): Promise<number> {
  const [server] = await sql<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`;
  return server?.major ?? Number.POSITIVE_INFINITY;
}

/** By the server's clock: it is the one that all nodes share. */
async function readSeconds(sql: ISql): Promise<number> {
  const [time] = await sql<{ seconds: number }[]>`select extract(epoch from now())::int as seconds`;
  return time?.seconds ?? 0;
}

async function dropAbandoned(sql: ISql): Promise<void> {
  const oldest = (await readSeconds(sql)) - ABANDONED_AFTER;
  const isAbandoned = ({ name }: { name: string }) =>
    Number(name.slice(PREFIX.length).split('_')[0]) < oldest;
  const pattern = `${PREFIX}%`;
  const databases = await sql<{ name: string }[]>`
    select datname as name from pg_database where datname like ${pattern} and pg_has_role(datdba, 'member')`;
  for (const { name } of databases.filter(isAbandoned)) await sql`drop database if exists ${sql(name)}`;
  const schemas = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname like ${pattern}`;
  for (const { name } of schemas.filter(isAbandoned)) await sql`drop schema if exists ${sql(name)} cascade`;
}

type Load = (tx: ISql, tables: readonly string[]) => Promise<void>;

const loaderOf = (copy: PrivateCopy, sql: ISql): Promise<Load> =>
  copy.manifest.format === 'pg_dump'
    ? readServerMajor(sql).then((major) => dumpLoader(copy, major))
    : Promise.resolve((tx, tables) => loadRowsFile(tx, copy.file, tables));

/** Only rows are taken from an archive: each of its other entries is SQL that its maker chose. */
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

/** What the database says of rows that do not fit its tables. */
function refuseUnreadable(error: unknown): never {
  if (error instanceof postgres.PostgresError)
    throw new CopyRefused(`The copy cannot be read: ${error.message}.`);
  throw error;
}

/** The tables are made as they were when the copy was: by the same migrations. */
async function restoreInto(url: string, { migrations }: Facts, load: Load): Promise<void> {
  await withConnection(url, async (sql) => {
    const db = new Kysely<Schema>({ dialect: postgresDialect(sql) });
    await migratePostgres(db, copiedMigrations('postgres', migrations));
    await sql.begin(async (tx) => {
      const tables = await inspectPostgres(tx).tables();
      await emptyTables(tx, tables);
      await load(tx, tables).catch(refuseUnreadable);
    });
  });
}

/** The log refuses to forget; only here, where everything is about to be replaced, it is made to. */
export async function emptyTables(tx: ISql, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx`alter table ${tx(table)} disable trigger user`;
  await tx`truncate ${tx(tables)}`;
  for (const table of tables) await tx`alter table ${tx(table)} enable trigger user`;
}
