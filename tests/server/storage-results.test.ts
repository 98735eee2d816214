/** How the list of results in memory follows changes. */
import { expect, test } from 'bun:test';
import { createResultFinder } from '../../src/server/services/draws/find-results.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { describeOnSqlite } from '../support/databases.ts';
import { draftsAndResults, seedDraws } from './storage-seed.ts';

type Subscriber = Parameters<Parameters<typeof createResultFinder>[0]['live']['subscribeToPublic']>[0];
type Change = Parameters<Subscriber['receive']>[0];

/** The newest seeded result is of 2026-11-15. */
const SEED = draftsAndResults('2026-11-13', 3);

const DIGITS = { digit1: '0', digit2: '1', digit3: '2', digit4: '3', digit5: '4' };

const changeOf = (date: string, more: Partial<Change> = {}): Change => ({
  table: 'draws',
  type: 'INSERT',
  rowJson: JSON.stringify({ date, slot: '10:00', drawNo: 'SC-NEW', ...DIGITS }),
  ...more,
});

async function openFinder(database: Database) {
  await seedDraws(database, SEED);
  let subscriber: Subscriber | undefined;
  let duringLoad = async () => {};
  const finder = createResultFinder({
    database,
    live: {
      subscribeToPublic(given) {
        subscriber = given;
      },
      wake: () => duringLoad(),
    },
  });
  const numbers = async () => {
    const list = await finder.list();
    return [...list.find({})].map((index) => list.resultAt(index).drawNo);
  };
  const receive = (change: Change) => subscriber?.receive(change);
  return {
    list: finder.list,
    numbers,
    receive,
    /** Calls it when the rows of the next load have been read. */
    duringNextLoad(change: () => Promise<void>) {
      duringLoad = () => {
        duringLoad = async () => {};
        return change();
      };
    },
  };
}

describeOnSqlite('the list of results', ({ open }) => {
  // The change is not in the database, so a list that is loaded again does not have it.
  test('a result that is newer than all others is added', async () => {
    const { list, numbers, receive } = await openFinder(await open());
    const former = await list();
    const before = await numbers();
    receive(changeOf('2026-11-16'));
    expect(await numbers()).toEqual(['SC-NEW', ...before]);
    expect(former.length).toBe(before.length);
    expect((await list()).resultAt(0)).toMatchObject({ date: '2026-11-16', slot: '10:00', digits: '01234' });
  });

  test.each([
    ['an older result', changeOf('2026-11-14')],
    ['one of the newest date and slot', changeOf('2026-11-16')],
    ['a changed one', changeOf('2026-11-17', { type: 'UPDATE' })],
    ['one that is gone', changeOf('2026-11-17', { type: 'DELETE', rowJson: '{"id":"a"}' })],
  ])('%s: the list is loaded again', async (_, change) => {
    const { numbers, receive } = await openFinder(await open());
    const before = await numbers();
    receive(changeOf('2026-11-16'));
    receive(change);
    expect(await numbers()).toEqual(before);
  });

  test('who waits while a change arrives gets a list with the change', async () => {
    const database = await open();
    const { numbers, receive, duringNextLoad } = await openFinder(database);
    const late = { date: '2026-11-12', slot: '10:00', digits: '01234', drawNo: 'SC-LATE' } as const;
    duringNextLoad(async () => {
      await seedDraws(database, [late]);
      receive(changeOf(late.date));
    });
    const both = await Promise.all([numbers(), numbers()]);
    expect(both[0].at(-1)).toBe(late.drawNo);
    expect(both[1]).toEqual(both[0]);
  });

  test('changes of other tables leave the list as it is', async () => {
    const { list, receive } = await openFinder(await open());
    const former = await list();
    receive(changeOf('2026-11-16', { table: 'faqs' }));
    expect(await list()).toBe(former);
  });
});
