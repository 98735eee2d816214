/** A PostgreSQL database whose clock a test can set or make fail. */
import { sql } from 'kysely';
import type { Instant } from '../../src/core/ist-time.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import type { Reader } from '../../src/server/storage/schema.ts';
import { kyselyOf } from './kysely-of.ts';
import { createTestDatabase, queryPostgres } from './postgres.ts';

export interface ClockedDatabase {
  location: DatabaseLocation;
  /** Reads the database; its connections use the same clock. */
  db: Reader;
  now(): Promise<Instant>;
  setClock(instant: Instant): Promise<void>;
  /** If true, reading the time fails. */
  breakClock(isBroken: boolean): Promise<void>;
  release(): Promise<void>;
}

/**
 * Replaces `clock_timestamp` for every connection: `test_clock` comes before `pg_catalog` in the search path, which
 * PostgreSQL allows if the path names `pg_catalog`.
 */
const CLOCK = [
  'create schema test_clock',
  `create table test_clock.clock as select interval '0' as ahead, false as is_broken`,
  `create function test_clock.clock_timestamp() returns timestamptz volatile language plpgsql as $$
     declare clock test_clock.clock;
     begin
       select * into clock from test_clock.clock;
       if clock.is_broken then raise exception 'the clock cannot be read'; end if;
       return pg_catalog.clock_timestamp() + clock.ahead;
     end $$`,
];

/** Creates our tables and the clock in an empty database; the clock applies to connections that are opened afterwards. */
export async function installClock(url: string): Promise<void> {
  await (await openDatabase({ kind: 'postgres', url })).close();
  const name = new URL(url).pathname.slice(1);
  const path = `alter database ${name} set search_path = public, test_clock, pg_catalog`;
  await queryPostgres(url, ...CLOCK, path);
}

export async function createClockedDatabase(start: Instant): Promise<ClockedDatabase> {
  const { url, release } = await createTestDatabase();
  const location: DatabaseLocation = { kind: 'postgres', url };
  await installClock(url);

  const database = await openDatabase(location);
  const { db, close } = database;
  const kysely = kyselyOf(database);
  const setClock = async (instant: Instant): Promise<void> => {
    await sql`update test_clock.clock
      set ahead = to_timestamp(${instant}::float8 / 1000) - pg_catalog.clock_timestamp()`.execute(kysely);
  };
  await setClock(start);
  return {
    location,
    db,
    async now() {
      const { rows } = await sql<{ now: number }>`
        select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(kysely);
      return rows[0]?.now ?? Number.NaN;
    },
    setClock,
    async breakClock(isBroken) {
      await sql`update test_clock.clock set is_broken = ${isBroken}`.execute(kysely);
    },
    async release() {
      await close();
      await release();
    },
  };
}
