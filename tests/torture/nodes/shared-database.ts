/** The PostgreSQL of the nodes, which can crash and has an adjustable clock. */
import pg from 'pg';
import { startPostgres } from '../../../scripts/postgres.mjs';
import type { Instant } from '../../../src/core/ist-time.ts';
import { installClock } from '../../support/database-clock.ts';
import { createEmptyDatabase, queryPostgres } from '../../support/postgres.ts';

export interface SharedDatabase {
  url: string;
  query<Row extends pg.QueryResultRow>(...statements: string[]): Promise<Row[]>;
  /** The time of its clock, now or at an earlier moment of `performance.now()` since it was last set. */
  now(at?: number): Instant;
  /** The moment of `performance.now()` at which its clock shows an instant, unless it is set before. */
  momentOf(instant: Instant): number;
  stepClock(milliseconds: number): Promise<void>;
  /** Advances its clock and those of the nodes; its clock is locked until all are set. */
  advanceTo(instant: Instant, advanceNodes: (milliseconds: number) => Promise<void>): Promise<void>;
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const READINGS = 5;

export async function startSharedDatabase(start: Instant): Promise<SharedDatabase> {
  const cluster = await startPostgres();
  try {
    const { url } = await createEmptyDatabase(cluster.url);
    await installClock(url);
    /** The time of the clock minus `performance.now()`. */
    let origin = await readOrigin(url);
    const moveBy = (milliseconds: number) =>
      `update test_clock.clock set ahead = ahead + interval '${milliseconds} milliseconds'`;

    const database: SharedDatabase = {
      url,
      query: (...statements) => queryPostgres(url, ...statements),
      now: (at = performance.now()) => origin + at,
      momentOf: (instant) => instant - origin,
      async stepClock(milliseconds) {
        await queryPostgres(url, moveBy(milliseconds));
        origin += milliseconds;
      },
      async advanceTo(instant, advanceNodes) {
        const client = new pg.Client(url);
        await client.connect();
        try {
          await client.query('begin');
          await client.query('lock table test_clock.clock in access exclusive mode');
          const milliseconds = Math.round(instant - database.now());
          await advanceNodes(milliseconds);
          await client.query(moveBy(milliseconds));
          await client.query('commit');
          origin += milliseconds;
        } finally {
          await client.end();
        }
      },
      crash: cluster.crash,
      restart: cluster.restart,
      stop: cluster.stop,
    };
    await database.stepClock(Math.round(start - database.now()));
    return database;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Uses the fastest of a few readings. */
async function readOrigin(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  let best = { took: Number.POSITIVE_INFINITY, origin: 0 };
  for (let reading = 0; reading < READINGS; reading += 1) {
    const sentAt = performance.now();
    const { rows } = await client.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
    const took = performance.now() - sentAt;
    if (took < best.took) best = { took, origin: rows[0].now - sentAt - took / 2 };
  }
  await client.end();
  return best.origin;
}
