/** The statistics follow every change on every node: corrections, withdrawals, imports, restores. */
import { expect, test } from 'bun:test';
import { addDays, DAY } from '../../src/core/ist-time.ts';
import type { ResultRange } from '../../src/core/result-list.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { createResultFinder } from '../../src/server/services/draws/find-results.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { createStatistics, type ReadStatistics } from '../../src/server/statistics/statistics.ts';
import { pruneFeed, startNewEpoch } from '../../src/server/storage/feed/feed-store.ts';
import { streamPublishedDraws } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { countNaively } from '../support/naive-counts.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';
import { draftsAndResults, seedDraws, seedIdOf } from './storage-seed.ts';

const FIRST = '2026-01-01';
const REASON = { reason: 'Misread' };

interface Node extends LiveSite {
  statistics: ReadStatistics;
}

const statisticsOf = (parts: Parameters<typeof createResultFinder>[0]): ReadStatistics =>
  createStatistics(createResultFinder(parts).list);

/** Two nodes over one database of 90 days, with drafts on some of them. */
async function startNodes(engine: TestEngine): Promise<[Node, Node]> {
  const location = await engine.newLocation();
  const start = async (): Promise<Node> => {
    const site = await startLiveSite(engine, { location });
    return { ...site, statistics: statisticsOf({ database: site.services.database, live: site.live }) };
  };
  const nodes: [Node, Node] = [await start(), await start()];
  await seedDraws(nodes[0].services.database, draftsAndResults(FIRST, 90));
  return nodes;
}

const QUERIES: ResultRange[] = [
  {},
  { slot: '14:00' },
  { from: '2026-02-03' },
  { slot: '19:00', from: '2026-01-10', to: '2026-03-01' },
];

async function expectRight({ services, live, statistics }: Node): Promise<void> {
  await live.wake();
  const pages = await Array.fromAsync(streamPublishedDraws(services.database.db));
  const draws = pages.flat().map(({ digit1, digit2, digit3, digit4, digit5, ...draw }) => ({
    ...draw,
    digits: digit1 + digit2 + digit3 + digit4 + digit5,
  }));
  for (const query of QUERIES) {
    const { first, last, ...counts } = countNaively(draws, query);
    expect(counts.draws).toBeGreaterThan(0);
    const { from = first, to = last } = query;
    expect(await statistics(query)).toMatchObject({ ...counts, from, to });
  }
}

describeOnBothDatabases('the statistics', (engine) => {
  test('follow publications, corrections, moves, withdrawals and deletions on both nodes', async () => {
    const nodes = await startNodes(engine);
    const [{ services }] = nodes;
    const both = async () => {
      for (const node of nodes) await expectRight(node);
    };
    await both();
    const draft = await createDraw(services, newDrawFor('10:00', '90210'), EDITOR);
    await both();
    await publishDraw(services, { id: draft.id }, EDITOR);
    await both();
    const early = seedIdOf({ date: '2026-01-20', slot: '14:00' });
    await editDraw(services, { id: early, patch: { digit1: '7', digit5: '7', ...REASON } }, EDITOR);
    await both();
    await editDraw(services, { id: early, patch: { date: '2025-12-31', slot: '19:00', ...REASON } }, EDITOR);
    await both();
    await unpublishDraw(services, { id: draft.id }, EDITOR);
    await both();
    await deleteDraw(services, { id: early }, EDITOR);
    await both();
    const { draws } = await nodes[1].statistics({});
    // Every tenth day has drafts only, and one result was deleted.
    expect(draws).toBe(81 * SLOTS.length - 1);
  });

  test('follow imports, small ones in the feed and large ones that replace it', async () => {
    const nodes = await startNodes(engine);
    for (const node of nodes) await expectRight(node);
    for (const days of [3, 40]) {
      const rows = Array.from({ length: days }, (_, day) =>
        SLOTS.map((slot, place) => {
          const { date, drawNo } = newDrawFor(slot, '00000', {
            date: addDays('2024-01-01', days * 10 + day),
          });
          return {
            date,
            slot,
            drawNo,
            digits: ['1', '2', '3', '4', String(place)],
            published: true,
          } as const;
        }),
      ).flat();
      const { ok } = await importDraws(nodes[0].services, rows as never, EDITOR);
      expect(ok).toBe(true);
      for (const node of nodes) await expectRight(node);
    }
  });

  test('are loaded again after a restore, and after the feed was pruned too early', async () => {
    const nodes = await startNodes(engine);
    const { database } = nodes[0].services;
    for (const node of nodes) await expectRight(node);
    await database.write(async (tx) => {
      await tx.deleteFrom('draws').where('date', '>', '2026-03-05').execute();
      await startNewEpoch(tx, 'restored');
    });
    for (const node of nodes) await expectRight(node);
    await createDraw(nodes[0].services, newDrawFor('12:00', '55555', { published: true }), EDITOR);
    await database.write((tx) => pruneFeed(tx, Date.now() + DAY));
    for (const node of nodes) await expectRight(node);
    expect((await nodes[1].statistics({ from: TODAY })).repeats.fiveAlike).toBe(1);
  });

  test('include changes of another node that happen while the results are loaded', async () => {
    const [here, there] = await startNodes(engine);
    const moved = seedIdOf({ date: '2026-01-02', slot: '10:00' });
    const withdrawn = seedIdOf({ date: '2026-01-01', slot: '10:00' });
    const change = async () => {
      await editDraw(there.services, { id: moved, patch: { date: TODAY, ...REASON } }, EDITOR);
      await createDraw(there.services, newDrawFor('19:00', '77777', { published: true }), EDITOR);
      await unpublishDraw(there.services, { id: withdrawn }, EDITOR);
    };
    let loads = 0;
    const statistics = statisticsOf({
      database: here.services.database,
      live: {
        ...here.live,
        // All rows have been read before this is called.
        async wake() {
          loads += 1;
          if (loads === 1) await change();
          await here.live.wake();
        },
      },
    });
    const { from, to, draws, repeats } = await statistics({});
    expect({ from, to, draws }).toEqual({ from: '2026-01-01', to: TODAY, draws: 81 * SLOTS.length });
    expect(repeats.fiveAlike).toBe(1);
    expect(loads).toBe(2);
  });

  engine.onSqlite('are read by many at once with one load, and again after a load that failed', async () => {
    const [{ services, live }] = await startNodes(engine);
    const { db, state } = services.database;
    let reads = 0;
    let isBroken = true;
    const observed = new Proxy(db, {
      get(target, name, receiver) {
        if (name === 'selectFrom') {
          reads += 1;
          if (isBroken) throw new Error('broken');
        }
        const value = Reflect.get(target, name, receiver);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const statistics = statisticsOf({ database: { db: observed, state }, live });
    const failures = await Promise.allSettled([statistics({}), statistics({})]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    reads = 0;
    const answers = await Promise.all(QUERIES.map((query) => statistics(query)));
    expect(answers.every(({ draws }) => draws > 0)).toBe(true);
    await statistics({ from: '2026-02-20' });
    expect(reads).toBe(1);
  });

  engine.onSqlite('are refused while the database does not respond', async () => {
    const [{ services, live }] = await startNodes(engine);
    const { db, state } = services.database;
    let responds = true;
    const statistics = statisticsOf({ database: { db, state: () => ({ ...state(), responds }) }, live });
    await statistics({});
    responds = false;
    await expect(statistics({})).rejects.toMatchObject({ code: 'database-down' });
  });
});
