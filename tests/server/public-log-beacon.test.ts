/** The beacon in automation: drafts from seed and round, without it after a minute, never a late result. */
import { expect, test } from 'bun:test';
import { addDays, type Instant, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { createMissingDrafts } from '../../src/server/services/draws/create-drafts.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import { type BeaconFault, type LocalBeacon, startBeacon } from '../support/beacon-chain.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { replay } from '../support/replay.ts';
import { startAutomation } from './automation-site.ts';
import { entriesOf, readLogTexts } from './log-entries.ts';
import { EDITOR, refusalOf, TODAY } from './services-context.ts';

const TOMORROW = addDays(TODAY, 1);
const SIX = instantOf(TOMORROW, '06:00');

interface Evening {
  relays?: string[];
  location?: DatabaseLocation;
}

async function startEveningBefore(
  engine: TestEngine,
  beacon: LocalBeacon,
  { relays = [beacon.url], location }: Evening = {},
) {
  engine.cleanUp(beacon.stop);
  const site = await startAutomation(engine, instantOf(TODAY, '22:00'), {
    location,
    beacon: { chain: beacon.chain, relays },
  });
  await site.advanceBy(3 * SECOND);
  const { database } = site.services;

  /** Advances second by second, and lets requests to relays end in between. */
  async function passUntil(instant: Instant): Promise<void> {
    while (site.clock.now() < instant) {
      await site.advanceBy(Math.min(SECOND, instant - site.clock.now()));
      await Bun.sleep(2);
    }
  }

  return {
    ...site,
    passUntil,
    async waitForDrafts(): Promise<void> {
      for (let turn = 0; (await site.draws(TOMORROW)).length < 5 && turn < 1_000; turn += 1) {
        await Bun.sleep(5);
        await site.advanceBy(0);
      }
    },
    /** Publishes the first draw, and returns what the log says then. */
    async publishFirst() {
      await site.leapTo(instantOf(TOMORROW, '10:14'));
      await site.advanceTo(instantOf(TOMORROW, '10:15'));
      const [result] = (await entriesOf(database, 'result')).filter(({ date }) => date === TOMORROW);
      return result;
    },
    expectNoBreach: async () =>
      expect(
        await replay(await readLogTexts(database), {
          origin: 'localhost/log',
          chains: new Map([[beacon.chain.id, beacon.chain]]),
          crypto: nodeCrypto,
        }),
      ).toBeObject(),
  };
}

describeOnBothDatabases('the beacon', (engine) => {
  test('is committed the day before, fetched at the generate time, and shown with the result', async () => {
    const beacon = startBeacon();
    const site = await startEveningBefore(engine, beacon);
    const round = roundAt(beacon.chain, SIX);
    const commits = await entriesOf(site.services.database, 'commit');
    expect(commits.filter(({ date }) => date === TODAY)).toMatchObject(
      Array(5).fill({ chain: '', round: 0 }),
    );
    expect(commits.filter(({ date }) => date === TOMORROW)).toMatchObject(
      Array(5).fill({ chain: beacon.chain.id, round }),
    );
    await site.leapTo(SIX - 1);
    expect(beacon.requests()).toBe(0);
    expect(await site.draws(TOMORROW)).toEqual([]);
    expect(await refusalOf(createMissingDrafts(site.services, TOMORROW, EDITOR))).toBe('drafts-too-early');
    await site.advanceBy(1);
    await site.waitForDrafts();
    expect(await site.draws(TOMORROW)).toHaveLength(5);
    expect(site.clock.now()).toBe(SIX);
    const result = await site.publishFirst();
    expect(result).toMatchObject({ provenance: 'generated', opening: { chain: beacon.chain.id, round } });
    expect(await entriesOf(site.services.database, 'nobeacon')).toEqual([]);
    await site.expectNoBreach();
  });

  engine.onSqlite.each<BeaconFault>(['off', 'wrong signature', 'wrong round', 'malformed JSON'])(
    'is done without after a minute of "%s"',
    async (fault) => {
      const beacon = startBeacon();
      const site = await startEveningBefore(engine, beacon);
      await beacon.fail(fault);
      await site.leapTo(SIX - 1);
      await site.passUntil(SIX + MINUTE - 1);
      expect(await site.draws(TOMORROW)).toEqual([]);
      await site.passUntil(SIX + MINUTE);
      await site.waitForDrafts();
      expect(await site.draws(TOMORROW)).toHaveLength(5);
      const [missing] = await entriesOf(site.services.database, 'nobeacon');
      expect(missing).toMatchObject({ date: TOMORROW, round: roundAt(beacon.chain, SIX) });
      // It is not asked again, and not believed any more.
      await beacon.fail(null);
      const result = await site.publishFirst();
      expect(result).toMatchObject({ provenance: 'generated', opening: { signature: null } });
      await site.expectNoBreach();
    },
  );

  engine.onSqlite('may be late, or on another relay', async () => {
    const [dead, beacon] = [startBeacon(), startBeacon()];
    await dead.stop();
    const site = await startEveningBefore(engine, beacon, { relays: [dead.url, beacon.url] });
    await beacon.fail('malformed JSON');
    await site.leapTo(SIX - 1);
    await site.passUntil(SIX + 20 * SECOND);
    expect(await site.draws(TOMORROW)).toEqual([]);
    await beacon.fail(null);
    await site.passUntil(SIX + 40 * SECOND);
    await site.waitForDrafts();
    const result = await site.publishFirst();
    expect(result?.opening).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{96}$/) });
    expect(await entriesOf(site.services.database, 'nobeacon')).toEqual([]);
    await site.expectNoBreach();
  });

  engine.onSqlite('is not asked any more after a stop', async () => {
    const beacon = startBeacon();
    const site = await startEveningBefore(engine, beacon);
    await beacon.fail('malformed JSON');
    await site.leapTo(SIX - 1);
    await site.passUntil(SIX + 5 * SECOND);
    const before = beacon.requests();
    expect(before).toBeGreaterThan(1);
    await site.stop();
    await site.passUntil(SIX + 30 * SECOND);
    expect(beacon.requests()).toBe(before);
  });

  engine.onSqlite('of a chain that is no longer configured is not asked', async () => {
    const [former, current] = [startBeacon(), startBeacon()];
    engine.cleanUp(current.stop);
    const site = await startEveningBefore(engine, former);
    Object.assign(site.services.publicLog, { beaconChain: current.chain });
    await site.leapTo(SIX - 1);
    await site.passUntil(SIX + MINUTE);
    await site.waitForDrafts();
    expect(await entriesOf(site.services.database, 'nobeacon')).toMatchObject([{ date: TOMORROW }]);
    expect(await site.publishFirst()).toMatchObject({ opening: { signature: null } });
  });

  engine.onSqlite('that is awaited again after a restart delays no result', async () => {
    const beacon = startBeacon();
    const location = await engine.newLocation();
    const former = await startEveningBefore(engine, beacon, { location });
    await former.stop();
    await beacon.fail('hanging');
    const node = await startAutomation(engine, instantOf(TOMORROW, '10:14') + 30 * SECOND, {
      location,
      beacon: { chain: beacon.chain, relays: [beacon.url] },
    });
    // Recording a missing beacon and making the drafts takes real time.
    for (let turn = 0; (await node.draws()).length === 0 && turn < 100; turn += 1) {
      if (node.clock.now() < instantOf(TOMORROW, '10:15') - SECOND) await node.advanceBy(SECOND);
      await Bun.sleep(5);
    }
    await node.until('10:15');
    expect(await node.published()).toEqual(['10:00 at 10:15']);
    await former.expectNoBreach();
  });

  engine.onSqlite('that hangs delays no result', async () => {
    const beacon = startBeacon();
    const site = await startEveningBefore(engine, beacon);
    // A draft of the day before is due while the beacon is awaited.
    const [held] = await site.draws(TODAY);
    await site.set({ publishDelay: 0 });
    await beacon.fail('hanging');
    await site.leapTo(SIX - 1);
    await site.advanceBy(2 * SECOND);
    expect(await site.draws(TOMORROW)).toEqual([]);
    expect(held?.published).toBeTrue();
    expect(site.automation.failingSince()).toBeNull();
    await site.passUntil(SIX + MINUTE);
    await site.waitForDrafts();
    expect(await site.draws(TOMORROW)).toHaveLength(5);
  });
});
