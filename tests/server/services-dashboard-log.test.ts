/** The public log on the dashboard: the last checkpoint, tomorrow, the beacon of today, and drafts still to come. */
import { expect, test } from 'bun:test';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { addDays, DAY, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { parseCheckpoint } from '../../src/core/public-log/checkpoint.ts';
import { deriveLogKey } from '../../src/server/public-log/log-key.ts';
import { createLogReader } from '../../src/server/public-log/log-reader.ts';
import { openLog } from '../../src/server/public-log/open-log.ts';
import { type DashboardSources, readDashboard } from '../../src/server/services/dashboard.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { commitDays } from '../../src/server/services/public-log/commit-days.ts';
import { recordBeacon } from '../../src/server/services/public-log/record-beacon.ts';
import { findSeedDay } from '../../src/server/storage/public-log/seeds-store.ts';
import { isoOf } from '../../src/server/storage/queries/wire-values.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { createContext, EDITOR, newDrawFor, type TestContext, TODAY } from './services-context.ts';

const SOURCES: DashboardSources = {
  version: '1.0.0',
  visitors: { count: () => 0, history: async () => [] },
  lastVerifiedBackup: async () => null,
};

const NINE = instantOf(TODAY, '09:00');
const TOMORROW = addDays(TODAY, 1);
const SIX = instantOf(TOMORROW, '06:00');

/** At 09:00 of its first day: today is committed without a beacon, tomorrow with one. */
async function openSite({ open }: TestEngine) {
  const context = createContext(await open());
  const signer = createBeaconSigner();
  const site = { ...context, publicLog: { ...context.publicLog, beaconChain: signer.chain } };
  await openLog(site);
  return { ...site, show: () => readDashboard(site, SOURCES) };
}

async function committedTomorrow({ database }: Pick<TestContext, 'database'>) {
  const day = await findSeedDay(database.db, TOMORROW);
  if (!day) throw new Error('tomorrow is not committed');
  return day;
}

describeOnBothDatabases('the public log on the dashboard', (engine) => {
  test('is null before the log is open', async () => {
    const { publicLog, draftsAt } = await readDashboard(createContext(await engine.open()), SOURCES);
    expect({ publicLog, draftsAt }).toEqual({ publicLog: null, draftsAt: null });
  });

  test('is that of the checkpoint, and says whether tomorrow is committed', async () => {
    const site = await openSite(engine);
    expect((await site.show()).publicLog).toMatchObject({ size: 1, tomorrowCommitted: false, beacon: 'off' });
    site.setTime(NINE + MINUTE);
    await commitDays(site, NINE + MINUTE);
    const { publicLog } = await site.show();
    const reader = createLogReader(site.database, deriveLogKey('a secret of the tests that is long enough'));
    const { checkpoint } = parseCheckpoint(await reader.readCheckpoint()) ?? {};
    expect(publicLog).toEqual({
      origin: 'localhost/log',
      size: 11,
      lastEntryAt: isoOf(NINE + MINUTE),
      root: checkpoint?.root.toBase64() ?? '',
      tomorrowCommitted: true,
      beacon: 'off',
    });
    site.setTime(NINE + DAY);
    expect((await site.show()).publicLog).toMatchObject({ tomorrowCommitted: false });
  });

  test('has the beacon of today, and the time of drafts that are still to come', async () => {
    const site = await openSite(engine);
    await commitDays(site, NINE);
    const stateAt = async (time: number) => {
      site.setTime(time);
      const { publicLog, draftsAt } = await site.show();
      return [publicLog?.beacon, draftsAt];
    };
    expect(await stateAt(SIX - MINUTE)).toEqual(['awaited', isoOf(SIX)]);
    expect(await stateAt(SIX + MINUTE)).toEqual(['awaited', isoOf(SIX)]);
    // Automation should have made them by then.
    expect(await stateAt(SIX + MINUTE + 10 * SECOND)).toEqual(['awaited', null]);
    site.setTime(SIX + MINUTE);
    await recordBeacon(site, await committedTomorrow(site), null);
    expect(await stateAt(SIX + MINUTE)).toEqual(['missing', isoOf(SIX)]);
    await generateDrafts(site, TOMORROW);
    expect(await stateAt(SIX + MINUTE)).toEqual(['missing', null]);
  });

  test('expects no drafts on a day that has a draw, or whose drafts were made', async () => {
    const site = await openSite(engine);
    await commitDays(site, NINE);
    site.setTime(SIX - MINUTE);
    await createDraw(site, newDrawFor('10:00', '12345', { date: TOMORROW }), EDITOR);
    expect((await site.show()).draftsAt).toBeNull();
  });

  test('has a beacon that was reached; the signature of another round is not stored', async () => {
    const site = await openSite(engine);
    await commitDays(site, NINE);
    site.setTime(SIX + SECOND);
    const day = await committedTomorrow(site);
    await recordBeacon(site, { ...day, round: day.round - 1 }, 'cd'.repeat(48));
    expect((await site.show()).publicLog?.beacon).toBe('awaited');
    await recordBeacon(site, day, 'ab'.repeat(48));
    const { publicLog, draftsAt } = await site.show();
    expect([publicLog?.beacon, draftsAt]).toEqual(['verified', isoOf(SIX)]);
    await generateDrafts(site, TOMORROW);
    expect((await site.show()).draftsAt).toBeNull();
  });
});
