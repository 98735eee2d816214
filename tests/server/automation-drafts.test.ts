/** Automation creates the drafts of a day once, on time. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { addDays, SECOND } from '../../src/core/ist-time.ts';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { createDraw, deleteDraw } from '../../src/server/services/draws/draws.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { startAutomation } from './automation-site.ts';
import { KEY, scratchFor } from './backup-site.ts';
import { at, EDITOR, newDrawFor, TOMORROW } from './services-context.ts';

/** Calls the action before each query of automation that reads from the table. */
function beforeReadsOf(
  { services }: { services: ServiceContext },
  table: 'news_posts' | 'seed_days',
  act: () => void,
): void {
  const { db } = services.database;
  const { selectFrom } = db;
  db.selectFrom = (...args: unknown[]) => {
    if (args[0] === table) act();
    return Reflect.apply(selectFrom, db, args);
  };
}

describeOnBothDatabases('drafts', (engine) => {
  const startOnEveningBefore = async (location?: DatabaseLocation) => {
    const site = await startAutomation(engine, at('22:00'), { location });
    await site.advanceBy(3 * SECOND);
    return site;
  };

  test('are created two seconds after the start, by the System', async () => {
    const site = await startAutomation(engine, at('03:00'));
    await site.advanceBy(2 * SECOND - 1);
    expect(await site.draws()).toEqual([]);
    await site.advanceBy(1);
    expect(await site.draws()).toHaveLength(5);
    expect(await site.published()).toEqual([]);
    const entries = await site.activity();
    expect(entries).toHaveLength(5);
    expect(entries[0]).toMatchObject({ user: 'System', action: 'Created draft', type: 'draw' });
  });

  engine.onSqlite('are created also when the two seconds end during a run', async () => {
    const site = await startAutomation(engine, at('03:00'));
    await site.advanceBy(2 * SECOND - 1);
    const { timers } = site;
    const { elapsed } = timers;
    let ahead = 0;
    timers.elapsed = () => elapsed() + ahead;
    // Automation reads the articles after it decided about the drafts.
    beforeReadsOf(site, 'news_posts', () => {
      ahead = 1;
    });
    site.automation.noteMovedClock();
    await site.advanceBy(SECOND);
    expect(await site.draws()).toHaveLength(5);
  });

  engine.onSqlite('are created at the generate time of each day, not before', async () => {
    const site = await startOnEveningBefore();
    await site.leapTo(at('05:59', TOMORROW));
    await site.until('05:59', 59.999);
    expect(await site.draws()).toEqual([]);
    await site.until('06:00');
    expect(await site.draws()).toHaveLength(5);
  });

  engine.onSqlite(
    'are created within a minute when the clock is set back while they are created',
    async () => {
      const site = await startOnEveningBefore();
      await site.leapTo(at('05:59', TOMORROW));
      beforeReadsOf(site, 'seed_days', () => {
        if (site.clock.now() === at('06:00', TOMORROW)) site.clock.moveBy(-5);
      });
      await site.until('06:00');
      expect(await site.draws()).toEqual([]);
      await site.until('06:01');
      expect(await site.draws()).toHaveLength(5);
    },
  );

  test('are not created for a day that has a draw, nor again after staff deleted them', async () => {
    const site = await startOnEveningBefore();
    await site.leapTo(at('05:00', TOMORROW));
    await createDraw(site.services, newDrawFor('10:00', '12345', { date: TOMORROW }), EDITOR);
    await site.until('06:10');
    const [entered, ...others] = await site.draws();
    expect(others).toEqual([]);
    await deleteDraw(site.services, { id: entered?.id ?? '' }, EDITOR);
    await site.until('06:20');
    expect(await site.draws()).toEqual([]);
  });

  test('do not come back at the next start after staff deleted them all', async () => {
    const location = await engine.newLocation();
    const site = await startAutomation(engine, at('07:00'), { location });
    await site.advanceBy(3 * SECOND);
    for (const { id } of await site.draws()) await deleteDraw(site.services, { id }, EDITOR);
    await site.stop();
    const restarted = await startAutomation(engine, at('07:10'), { location });
    await restarted.until('07:15');
    expect(await restarted.draws()).toEqual([]);
  });

  // SQLite is restored only while no server runs.
  engine.onPostgres(
    'are created again when a copy from before them is restored while the node runs',
    async () => {
      const location = await engine.newLocation();
      const site = await startOnEveningBefore(location);
      await site.leapTo(at('05:00', TOMORROW));
      const dataDir = makeDataDir();
      engine.cleanUp(dataDir.remove);
      const folder = join(dataDir.path, 'backups');
      const job = {
        location,
        folder,
        scratchFolder: dataDir.path,
        key: KEY,
        name: 'copy',
        at: site.clock.now(),
      };
      const ignore = () => {};
      const { file } = await makeVerifiedCopy(job, ignore, ignore);
      await site.until('06:05');
      const before = await site.draws();
      expect(before).toHaveLength(5);
      const options = { force: true, now: site.clock.now() };
      await restoreCopy(join(folder, file), scratchFor(location, folder), options, ignore);
      expect(await site.draws()).toEqual([]);
      await site.until('06:06', 1);
      const digitsOf = (draws: typeof before) =>
        draws.map(({ drawNo, digit1, digit5 }) => [drawNo, digit1, digit5]);
      expect(digitsOf(await site.draws())).toEqual(digitsOf(before));
    },
  );

  engine.onSqlite('use a changed generate time from the first day that is not committed yet', async () => {
    const site = await startOnEveningBefore();
    await site.set({ generateTime: '08:00' });
    await site.leapTo(at('06:30', TOMORROW));
    expect(await site.draws()).toHaveLength(5);
    const dayAfter = addDays(TOMORROW, 1);
    await site.leapTo(at('07:59', dayAfter));
    expect(await site.draws()).toEqual([]);
    await site.until('08:00');
    expect(await site.draws()).toHaveLength(5);
  });
});
