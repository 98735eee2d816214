/** A PostgreSQL database whose own clock a test can set, stop answering and repair. */
import { sql } from 'kysely';
import type { Instant } from '../../src/core/ist-time.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import type { Reader } from '../../src/server/storage/schema.ts';
import { kyselyOf } from './kysely-of.ts';
import { createTestDatabase, queryPostgres } from './postgres.ts';

export interface ClockedDatabase {
  location: DatabaseLocation;
  /** For looking inside; its connections see the same clock. */
  db: Reader;
  now(): Promise<Instant>;
  setClock(instant: Instant): Promise<void>;
  /** Whether asking for the time is an error. */
  breakClock(isBroken: boolean): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Every connection finds `test_clock.clock_timestamp` before PostgreSQL's own: names are looked up along the
 * search path, in which `pg_catalog` comes first only where it is not mentioned.
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

/** Makes our tables in an empty database, and a clock that can be set; both hold for connections made from then on. */
export async function installClock(url: string): Promise<void> {
  await (await openDatabase({ kind: 'postgres', url })).close();
  const name = new URL(url).pathname.slice(1);
  const path = `alter database ${name} set search_path = public, test_clock, pg_catalog`;
  await queryPostgres(url, ...CLOCK, path);
}

export async function createClockedDatabase(start: Instant): Promise<ClockedDatabase> {
  const { url, drop } = await createTestDatabase();
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
    async drop() {
      await close();
      await drop();
    },
  };
}
