/** Nodes on a PostgreSQL whose clock a test sets, with machines whose clocks it sets as well. */
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
import { type ClockedDatabase, createClockedDatabase } from '../support/database-clock.ts';
import { makeDataDir } from '../support/server.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { EDITOR, makeWorld, newDrawFor, TODAY } from './services-world.ts';

const cleanups: (() => unknown)[] = [];

/** Stops every node, and drops every database. */
export async function endAll(): Promise<void> {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
}

/** A database whose clock shows the given time. */
export async function openDatabaseAt(start: Instant): Promise<ClockedDatabase> {
  const database = await createClockedDatabase(start);
  cleanups.push(database.drop);
  return database;
}

/** A machine that shows the given time, and can be set to another. */
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

/** The whole server but for its port. `distort` makes a wrong clock of the right one. */
export async function startNode(
  { location }: ClockedDatabase,
  machine: Machine,
  { distort = (clock: Clock) => clock, lines = [] as string[], timers = systemTimers } = {},
) {
  const dataDir = makeDataDir();
  cleanups.push(dataDir.remove);
  const environment = { DATA_DIR: dataDir.path, BACKUP_EVERY_HOURS: '0', AUTH_SECRET: 'x'.repeat(32) };
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

/** A draft that somebody enters on another node, whose clock is right. */
export async function enterDraft(
  { location, now }: ClockedDatabase,
  slot: Slot,
  date = TODAY,
): Promise<void> {
  const database = await openDatabase(location);
  const world = { ...makeWorld(database, await now()), randomBytes };
  await createDraw(world, newDrawFor(slot, '12345', { date }), EDITOR);
  await database.close();
}

/** A node for which time passes only when the test says so. */
export async function startSteppedNode(database: ClockedDatabase, start: Instant) {
  const time = stepTimeFrom(start);
  const machine = { wallTime: time.clock.now, elapsed: time.timers.elapsed };
  const lines: string[] = [];
  const { clock } = await startNode(database, machine, { timers: time.timers, lines });
  const publishedAt = async () => (await readDay(database.db, TODAY))[0]?.publishedAt ?? null;
  return { clock, lines, advanceBy: time.advanceBy, publishedAt };
}
