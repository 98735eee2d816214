/** Wrong machine clocks on PostgreSQL: the server uses the database's clock, from its start on. */
import { afterAll, expect, test } from 'bun:test';
import { DAY, HOUR, type Instant, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { TRUSTED_AFTER } from '../../src/server/automation/trusted-time.ts';
import type { Clock } from '../../src/server/clock.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import type { ClockedDatabase } from '../support/database-clock.ts';
import {
  endAll,
  enterDraft,
  machineAt,
  openDatabaseAt,
  startNode,
  startSteppedNode,
} from './clocked-node.ts';
import { TODAY } from './services-context.ts';

const YESTERDAY = '2026-11-14';
const TOMORROW = '2026-11-16';
const DUE = instantOf(TODAY, '10:15');

// The tests run concurrently, each with its own database, because they mostly wait.
afterAll(endAll);

const slotsOf = async ({ db }: ClockedDatabase, date: string) =>
  (await readDay(db, date)).map(({ slot }) => slot);

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15 * SECOND;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not become true');
    await Bun.sleep(20);
  }
}

/** Waits until the first draw of the day is published, and returns when, by the database's clock. */
async function waitForPublication(
  database: ClockedDatabase,
): Promise<{ seenAt: Instant; publishedAt: Instant }> {
  let publishedAt: string | null | undefined;
  await waitUntil(async () => {
    const [first] = await readDay(database.db, TODAY);
    publishedAt = first?.publishedAt;
    return first?.published === true;
  });
  return { seenAt: await database.now(), publishedAt: Date.parse(publishedAt ?? '') };
}

async function expectPublicationOnTime(database: ClockedDatabase): Promise<void> {
  const { seenAt, publishedAt } = await waitForPublication(database);
  expect(seenAt).toBeGreaterThanOrEqual(DUE);
  expect(seenAt).toBeLessThan(DUE + 5 * SECOND);
  expect(publishedAt).toBeGreaterThanOrEqual(DUE);
  expect(publishedAt).toBeLessThanOrEqual(seenAt);
}

test.concurrent.each([45 * SECOND, -45 * SECOND])(
  "a machine's clock that jumps by %d ms does not change the time of publication",
  async (step) => {
    const database = await openDatabaseAt(DUE - 5 * SECOND);
    await enterDraft(database, '10:00');
    const machine = machineAt(await database.now());
    const { clock } = await startNode(database, machine);
    machine.step(step);
    // Automation checks what is due after every change.
    await enterDraft(database, '12:00');
    await expectPublicationOnTime(database);
    expect(Math.abs(clock.now() - (await database.now()))).toBeLessThan(SECOND);
  },
  30_000,
);

const DAY_AHEAD =
  'a machine that is a day ahead at the start creates the drafts of today and publishes on time';

test.concurrent(DAY_AHEAD, async () => {
  const database = await openDatabaseAt(DUE - 6 * SECOND);
  // A change in the feed, which the node reads while it starts.
  await enterDraft(database, '10:00', YESTERDAY);
  await startNode(database, machineAt(DUE + DAY));
  await expectPublicationOnTime(database);
  expect(await slotsOf(database, TODAY)).toHaveLength(5);
  expect(await slotsOf(database, TOMORROW)).toEqual([]);
}, 30_000);

test.concurrent(`${DAY_AHEAD}, also if the database's clock cannot be read at first`, async () => {
  const database = await openDatabaseAt(DUE - HOUR);
  await database.breakClock(true);
  const lines: string[] = [];
  const starting = startNode(database, machineAt(DUE + DAY), { lines });
  await waitUntil(() => lines.join('').includes('cannot be read'));
  await database.setClock(DUE - 6 * SECOND);
  await database.breakClock(false);
  await starting;
  await expectPublicationOnTime(database);
  expect(await slotsOf(database, TODAY)).toHaveLength(5);
  expect(await slotsOf(database, TOMORROW)).toEqual([]);
}, 30_000);

test.concurrent('a node whose own time is an hour ahead cannot publish early', async () => {
  const database = await openDatabaseAt(DUE - 3 * SECOND);
  await enterDraft(database, '10:00');
  const lines: string[] = [];
  const distort = (clock: Clock) => ({ ...clock, now: () => clock.now() + HOUR });
  await startNode(database, machineAt(await database.now()), { distort, lines });
  await expectPublicationOnTime(database);
  expect(lines.join('')).not.toContain('automation failed');
}, 30_000);

test.concurrent('automation wakes up when the clock is set forward', async () => {
  const database = await openDatabaseAt(DUE - 100 * SECOND);
  await enterDraft(database, '10:00');
  const { advanceBy, publishedAt } = await startSteppedNode(database, DUE - 100 * SECOND);
  await advanceBy(57 * SECOND);
  // It reads the change, and then sleeps until the draw is due.
  await enterDraft(database, '12:00');
  await advanceBy(2 * SECOND);
  await database.setClock(DUE + SECOND);
  expect(await publishedAt()).toBeNull();
  await advanceBy(2 * SECOND);
  expect(Date.parse((await publishedAt()) ?? '')).toBeGreaterThan(DUE);
}, 30_000);

test.concurrent('a machine that was suspended publishes what it missed, once its clock is trusted again', async () => {
  const database = await openDatabaseAt(DUE - HOUR);
  await enterDraft(database, '10:00');
  const { clock, lines, advanceBy, publishedAt } = await startSteppedNode(database, DUE - HOUR);
  /** Advances both clocks, in steps that are too small to count as a jump. */
  const pass = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes * MINUTE; passed += 10 * SECOND) {
      await database.setClock((await database.now()) + 10 * SECOND);
      await advanceBy(10 * SECOND);
    }
  };
  await pass(1);
  // Suspended: only the database's clock advances.
  await database.setClock(DUE + HOUR);
  await pass(2);
  expect(Math.abs(clock.now() - (await database.now()))).toBeLessThan(15 * SECOND);
  expect(lines.join('')).toContain('the clock jumped ahead');
  await pass(2);
  expect(await publishedAt()).toBeNull();
  await pass(4);
  expect(Date.parse((await publishedAt()) ?? '')).toBeGreaterThan(DUE + HOUR + TRUSTED_AFTER);
}, 60_000);
