/** Nodes on a PostgreSQL, with the clocks of database and machine set by the test. */
import { randomBytes } from 'node:crypto';
import type { Instant } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import { type Clock, chooseClock, clockForLog, type Machine, systemTimers } from '../../src/server/clock.ts';
import { compose } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { builtSite } from '../../src/server/http/site.ts';
import { createLog } from '../../src/server/log.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type ClockedDatabase, createClockedDatabase } from '../support/database-clock.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { createContext, EDITOR, newDrawFor, TODAY } from './services-context.ts';

const cleanups: (() => unknown)[] = [];

/** Stops every node, and drops every database. */
export async function endAll(): Promise<void> {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
}

/** Creates a database whose clock starts at the given time. */
export async function openDatabaseAt(start: Instant): Promise<ClockedDatabase> {
  const database = await createClockedDatabase(start);
  cleanups.push(database.release);
  return database;
}

/** A machine whose clock starts at the given time, and can be changed. */
export function machineAt(start: Instant): Machine & { step(milliseconds: number): void } {
  let offset = start - performance.now();
  return {
    wallTime: () => offset + performance.now(),
    elapsed: () => performance.now(),
    step(milliseconds) {
      offset += milliseconds;
    },
  };
}

/** Starts the whole server without a port. `distort` replaces its clock by a wrong one. */
export async function startNode(
  { location }: ClockedDatabase,
  machine: Machine,
  { distort = (clock: Clock) => clock, lines = [] as string[], timers = systemTimers } = {},
) {
  const dataDir = makeDataDir();
  cleanups.push(dataDir.remove);
  const environment = {
    DATA_DIR: dataDir.path,
    BACKUP_EVERY_HOURS: '0',
    BEACON: 'off',
    AUTH_SECRET: 'x'.repeat(32),
  };
  const config = { ...readConfig(environment), database: location };
  const clock = distort(chooseClock(config, machine));
  const log = createLog('info', clockForLog(clock), (line) => lines.push(line));
  const app = await compose({
    config,
    clock,
    timers,
    log,
    site: builtSite,
    baseUrl: 'http://localhost',
  });
  cleanups.push(app.stop);
  await app.start();
  return { clock };
}

/** Creates a draft on another node, whose clock is right. */
export async function enterDraft(
  { location, now }: ClockedDatabase,
  slot: Slot,
  date = TODAY,
): Promise<void> {
  const database = await openDatabase(location);
  const context = { ...createContext(database, await now()), randomBytes };
  await createDraw(context, newDrawFor(slot, '12345', { date }), EDITOR);
  await database.close();
}

/** Starts a node with a clock that the test moves. */
export async function startSteppedNode(database: ClockedDatabase, start: Instant) {
  const time = stepTimeFrom(start);
  const machine = { wallTime: time.clock.now, elapsed: time.timers.elapsed };
  const lines: string[] = [];
  const { clock } = await startNode(database, machine, { timers: time.timers, lines });
  const publishedAt = async () => (await readDay(database.db, TODAY))[0]?.publishedAt ?? null;
  return { clock, lines, advanceBy: time.advanceBy, publishedAt };
}
