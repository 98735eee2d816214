/** Scheduled work of the live module: counting visitors every minute, and pruning the feed. */
import { expect, test } from 'bun:test';
import { DAY, HOUR, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { createHousekeeping } from '../../src/server/housekeeping.ts';
import { createLive } from '../../src/server/live/live.ts';
import { createVisitors } from '../../src/server/live/visitors.ts';
import { createLog } from '../../src/server/log.ts';
import { appendFeed, readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';

const START = instantOf('2026-11-15', '09:00');
const FAIL_ON_WARNING = (line: string) => {
  throw new Error(line);
};

describeOnBothDatabases('visitors', (engine) => {
  async function startNodes(count: number) {
    const location = await engine.newLocation();
    const time = stepTimeFrom(START + 20 * SECOND);
    const log = createLog('warn', time.clock, FAIL_ON_WARNING);
    const nodes = [];
    const databases = [];
    for (let index = 0; index < count; index += 1) {
      const node = { visitors: 0 };
      const database = await engine.open(location);
      const visitors = createVisitors({
        ...time,
        database,
        log,
        node: `node ${index}`,
        countHere: () => node.visitors,
      });
      await visitors.start();
      engine.cleanUp(() => visitors.stop());
      databases.push(database);
      const setCount = (count: number) => {
        node.visitors = count;
        visitors.noteArrival();
      };
      nodes.push({ ...visitors, setCount });
    }
    return { time, nodes, databases };
  }

  test('are summed over all nodes, the maximum of every five minutes, for the last day', async () => {
    const { time, nodes } = await startNodes(2);
    nodes[0]?.setCount(3);
    nodes[1]?.setCount(4);
    await time.advanceTo(START + 6 * MINUTE + 10 * SECOND);
    // Both leave again before the minute ends.
    nodes[0]?.setCount(10);
    nodes[0]?.setCount(2);
    await time.advanceTo(START + 8 * MINUTE + 10 * SECOND);
    nodes[1]?.setCount(9);
    nodes[1]?.setCount(1);
    await time.advanceTo(START + 11 * MINUTE);
    const plot = [
      { at: START, visitors: 7 },
      { at: START + 5 * MINUTE, visitors: 14 },
      { at: START + 10 * MINUTE, visitors: 3 },
    ];
    expect(await nodes[0]?.history()).toEqual(plot);
    expect(await nodes[1]?.history()).toEqual(plot);
    await time.leapTo(START + DAY + 3 * MINUTE);
    expect(await nodes[0]?.history()).toEqual([...plot.slice(1), { at: START + DAY, visitors: 3 }]);
  });

  test('are counted once in the minute of a restart', async () => {
    const location = await engine.newLocation();
    const time = stepTimeFrom(START + 20 * SECOND);
    const log = createLog('warn', time.clock, FAIL_ON_WARNING);
    const database = await engine.open(location);
    const startNode = async (node: string) => {
      const visitors = createVisitors({ ...time, database, log, node, countHere: () => 5 });
      await visitors.start();
      engine.cleanUp(() => visitors.stop());
      visitors.noteArrival();
      return visitors;
    };
    const before = await startNode('before');
    await time.advanceTo(START + 2 * MINUTE + 20 * SECOND);
    await before.stop();
    const after = await startNode('after');
    await time.advanceTo(START + 4 * MINUTE + 20 * SECOND);
    expect(await after.history()).toEqual([{ at: START, visitors: 5 }]);
  });

  test('are not counted any more after a stop, also if a count was running', async () => {
    const { time, nodes } = await startNodes(1);
    const [node] = nodes;
    node?.setCount(3);
    const counting = time.advanceTo(START + 5 * MINUTE);
    await node?.stop();
    await counting;
    const before = await node?.history();
    await time.advanceBy(30 * MINUTE);
    expect(await node?.history()).toEqual(before);
  });

  test('of other nodes are counted within a minute, until soon after such a node stops', async () => {
    const { time, nodes } = await startNodes(2);
    const [here, there] = nodes;
    here?.setCount(2);
    there?.setCount(5);
    expect(here?.count()).toBe(2);
    await time.advanceBy(2 * MINUTE);
    // SQLite has no other nodes: a second name is the same server before a restart.
    expect(here?.count()).toBe(engine.kind === 'postgres' ? 7 : 2);
    await there?.stop();
    await time.advanceBy(4 * MINUTE);
    expect(here?.count()).toBe(2);
  });

  test('are deleted after a while', async () => {
    const { time, databases } = await startNodes(1);
    await time.advanceTo(START + 10 * MINUTE);
    await time.leapTo(START + 3 * DAY);
    const kept = await databases[0]?.db.selectFrom('visitor_counts').select('at').execute();
    expect(kept).toEqual([{ at: START + 3 * DAY }]);
  });
});

describeOnBothDatabases('the feed', (engine) => {
  test('is pruned after seven days', async () => {
    const time = stepTimeFrom(START);
    const database = await engine.open();
    const log = createLog('warn', time.clock, FAIL_ON_WARNING);
    const live = createLive({ ...time, database, log, node: 'a' });
    const pruning = createHousekeeping({ ...time, log, tasks: { feed: live.pruneOldChanges } });
    const change = { table: 'faqs', type: 'DELETE', row: { id: 'a' } } as const;
    const append = () =>
      database.write((tx) => appendFeed(tx, time.clock.now(), [{ admin: change, public: change }]));
    pruning.start();
    engine.cleanUp(() => pruning.stop());
    await append();
    await time.leapTo(START + 3 * DAY);
    await append();
    await time.leapTo(START + 7 * DAY - HOUR);
    await time.advanceTo(START + 7 * DAY);
    expect(await readFeedState(database.db)).toMatchObject({ admin: { head: 2, prunedThrough: 0 } });
    await time.advanceTo(START + 7 * DAY + 2 * HOUR);
    expect(await readFeedState(database.db)).toMatchObject({ admin: { head: 2, prunedThrough: 1 } });
    expect(await database.db.selectFrom('feed').select('id').execute()).toEqual([{ id: 2 }]);
  });

  test('is also pruned by nodes that restart every 50 minutes', async () => {
    const time = stepTimeFrom(START);
    const database = await engine.open();
    const log = createLog('warn', time.clock, FAIL_ON_WARNING);
    const live = createLive({ ...time, database, log, node: 'a' });
    const change = { table: 'faqs', type: 'DELETE', row: { id: 'a' } } as const;
    await database.write((tx) => appendFeed(tx, START - 8 * DAY, [{ admin: change, public: change }]));
    for (let restarts = 0; restarts < 2; restarts += 1) {
      const pruning = createHousekeeping({ ...time, log, tasks: { feed: live.pruneOldChanges } });
      pruning.start();
      await time.advanceBy(50 * MINUTE);
      await pruning.stop();
    }
    expect(await readFeedState(database.db)).toMatchObject({ admin: { head: 1, prunedThrough: 1 } });
  });
});
