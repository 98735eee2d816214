/** A service context on a test's database, with a clock that the test sets and seeded randomness. */
import type { NewDraw } from '../../src/contract/draws.ts';
import { type ChangedTable, LIVE_TABLES } from '../../src/contract/live.ts';
import type { Actor } from '../../src/core/actor.ts';
import type { RandomBytes } from '../../src/core/digits.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { type Instant, instantOf } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import { AppError } from '../../src/server/errors.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import type { Feed } from '../../src/server/storage/feed/feed-cursor.ts';
import { type FeedEntry, readFeed } from '../../src/server/storage/feed/feed-store.ts';

export const TODAY = '2026-11-15';
export const TOMORROW = '2026-11-16';
export const EDITOR: Actor = { id: 'editor-1', name: 'Meera' };

/** A time of today, or of another date. */
export const at = (time: string, date = TODAY): Instant => instantOf(date, time);

export interface TestContext extends ServiceContext {
  database: Database;
  setTime(time: Instant): void;
  /** How often live streams were woken. */
  wakeUps(): number;
}

export function createContext(database: Database, start: Instant = instantOf(TODAY, '09:00')): TestContext {
  let time = start;
  let wakeUps = 0;
  return {
    database,
    clock: { now: () => time },
    randomBytes: seededBytes(),
    publicLog: { baseUrl: 'http://localhost', beaconChain: null },
    changed: async () => {
      wakeUps += 1;
    },
    setTime: (next) => {
      time = next;
    },
    wakeUps: () => wakeUps,
  };
}

/** Pseudo-random bytes that are the same in every run. */
function seededBytes(): RandomBytes {
  let state = 1;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 0xff;
    });
}

export function newDrawFor(slot: Slot, digits: string, more: Partial<NewDraw> = {}): NewDraw {
  const date = more.date ?? TODAY;
  const [digit1 = '', digit2 = '', digit3 = '', digit4 = '', digit5 = ''] = digits;
  return {
    date,
    slot,
    drawNo: drawNumberFor(date, slot),
    digit1,
    digit2,
    digit3,
    digit4,
    digit5,
    published: false,
    ...more,
  };
}

/** Returns the code of the AppError that the work is expected to throw. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof AppError)) throw new Error(`Expected a refusal, got ${JSON.stringify(outcome)}`);
  return outcome.code;
}

const TABLES_WITH_ROWS: ReadonlySet<ChangedTable> = new Set(LIVE_TABLES);

/** Reads the feed without the entries that have only an id. */
export async function readRowChanges({ db }: Database, audience: Feed): Promise<FeedEntry[]> {
  return (await readFeed(db, audience, 0, 1_000)).filter(({ table }) => TABLES_WITH_ROWS.has(table));
}

/** Returns the newest entry of the activity log. */
export async function newestEntry({ database }: TestContext) {
  const { items } = await listActivity(database.db, { limit: 1 });
  return items[0];
}

/** The types of the changes in the feed of an audience. */
export async function feedOf({ database }: TestContext, audience: 'public' | 'admin'): Promise<string[]> {
  return (await readRowChanges(database, audience)).map(({ type }) => type);
}

/** Counts log entries, feed rows and wake-ups: a call that changes nothing adds to none of them. */
export async function countTraces(context: TestContext): Promise<number[]> {
  const { items } = await listActivity(context.database.db, { limit: 500 });
  return [items.length, (await feedOf(context, 'admin')).length, context.wakeUps()];
}
