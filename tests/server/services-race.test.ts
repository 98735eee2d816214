/** Exactly once: what three processes try concurrently happens once, and the feed has it in order. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SYSTEM } from '../../src/core/actor.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { type FeedEntry, readFeed, readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createContext, newDrawFor, TODAY } from './services-context.ts';
import type { Assignment, Report } from './services-race-program.ts';

const PROCESSES = 3;
const NOW = instantOf(TODAY, '10:15');

interface Racer {
  /** Sends a line and returns the next one that it prints. */
  send(line: string): Promise<string>;
  end(): Promise<unknown>;
}

async function startRacer(): Promise<Racer> {
  const child = spawn(process.execPath, [`${import.meta.dir}/services-race-program.ts`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    async send(line) {
      child.stdin.write(`${line}\n`);
      return (await lines.next()).value ?? '';
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

let racers: Racer[] = [];
beforeAll(async () => {
  racers = await Promise.all(Array.from({ length: PROCESSES }, startRacer));
}, 30_000);
afterAll(() => Promise.all(racers.map((racer) => racer.end())));

const sendToAll = (line: string): Promise<string[]> => Promise.all(racers.map((racer) => racer.send(line)));

/** Gives all processes the same task, lets them begin at once, and returns their reports. */
async function race(assignment: Assignment): Promise<Report[]> {
  let replies = await sendToAll(JSON.stringify(assignment));
  if (assignment.task.do !== 'open') {
    expect(new Set(replies)).toEqual(new Set(['ready']));
    replies = await sendToAll('go');
  }
  return replies.map((text) => JSON.parse(text));
}

const countChanges = (reports: Report[]) =>
  reports.reduce((sum, report) => sum + ('changes' in report ? report.changes : 0), 0);

async function readWholeFeed({ db }: Database): Promise<FeedEntry[]> {
  return readFeed(db, 'admin', 0, 10_000);
}

const tablesOf = (entries: FeedEntry[]) => entries.map(({ table }) => table);
const idsOf = (entries: FeedEntry[]) => entries.map(({ id }) => id);
const countUp = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describeOnBothDatabases('three concurrent processes', ({ newLocation, newEmptyLocation, open }) => {
  test('create one schema when they open a new database', async () => {
    const location = await newEmptyLocation();
    const reports = await race({ location, now: NOW, task: { do: 'open' } });
    const states = new Set(reports.map((report) => JSON.stringify(report)));
    expect(states.size).toBe(1);
    expect([...states][0]).toContain('epoch');
  });

  test.each(['publish', 'publish due'] as const)('%s a draft once, with one event', async (how) => {
    const location = await newLocation();
    const database = await openDatabase(location);
    const { id } = await createDraw(createContext(database), newDrawFor('10:00', '12345'), SYSTEM);
    await database.close();
    const reports = await race({ location, now: NOW, task: { do: how, id } });

    expect(reports).toHaveLength(PROCESSES);
    expect(reports.filter((report) => 'refused' in report)).toEqual([]);
    expect(countChanges(reports)).toBe(1);
    const after = await open(location);
    const { items } = await listActivity(after.db, { limit: 100 });
    expect(items.map(({ action }) => action)).toEqual(['Published result', 'Created draft']);
    expect(await readFeed(after.db, 'public', 0, 100)).toEqual([
      expect.objectContaining({ table: 'draws', type: 'INSERT', rowId: id }),
    ]);
    const draws = await listDraws(after.db, { limit: 10 });
    expect(draws.items).toEqual([expect.objectContaining({ published: true, etag: '"2"' })]);
  });

  test('generate five drafts for a day', async () => {
    const location = await newLocation();
    const reports = await race({ location, now: NOW, task: { do: 'generate', date: TODAY } });

    expect(countChanges(reports)).toBe(1);
    const after = await open(location);
    const { items } = await listDraws(after.db, { limit: 100 });
    expect(items.map(({ slot }) => slot).reverse()).toEqual([...SLOTS]);
    expect(tablesOf(await readWholeFeed(after))).toEqual(Array(5).fill(['draws', 'activity']).flat());
  });

  test('create one draw for a slot, and all but one are refused', async () => {
    const location = await newLocation();
    const reports = await race({
      location,
      now: NOW,
      task: { do: 'create', draw: newDrawFor('12:00', '54321') },
    });

    expect(countChanges(reports)).toBe(1);
    const refusals = reports.flatMap((report) => ('refused' in report ? [report.refused] : []));
    expect(refusals).toEqual(Array(PROCESSES - 1).fill('draw-exists'));
    const after = await open(location);
    expect((await listDraws(after.db, { limit: 100 })).items).toHaveLength(1);
    expect(tablesOf(await readWholeFeed(after))).toEqual(['draws', 'activity']);
  });

  test('write a feed without gaps, so that a reader which continues after the last id misses nothing', async () => {
    const location = await newLocation();
    const reader = await open(location);
    const seen: number[] = [];
    let isOver = false;
    const follow = (async () => {
      while (!isOver || (await readFeedState(reader.db)).admin.head > seen.length) {
        seen.push(...idsOf(await readFeed(reader.db, 'admin', seen.at(-1) ?? 0, 100)));
        await Bun.sleep(1);
      }
    })();
    const reports = await race({ location, now: NOW, task: { do: 'write news', times: 15 } });
    isOver = true;
    await follow;

    expect(countChanges(reports)).toBe(PROCESSES * 15);
    // Each article has two entries: its own and that of the activity log.
    expect(seen).toEqual(countUp(2 * PROCESSES * 15));
    const { items } = await listActivity(reader.db, { limit: 500 });
    expect(items.map(({ id }) => Number(id)).reverse()).toEqual(countUp(PROCESSES * 15));
  });
});
