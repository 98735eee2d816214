/** Automation on a test's database, with a clock that the test moves. */
import type { AdminDraw } from '../../src/contract/draws.ts';
import type { Settings } from '../../src/contract/settings.ts';
import {
  type Instant,
  type IstDate,
  instantOf,
  istDateOf,
  istTimeOf,
  SECOND,
} from '../../src/core/ist-time.ts';
import type { BeaconChain } from '../../src/core/public-log/beacon-chain.ts';
import { createAutomation } from '../../src/server/automation/automation.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { createLive } from '../../src/server/live/live.ts';
import { createLog } from '../../src/server/log.ts';
import { createBeacon } from '../../src/server/public-log/beacon.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import type { TestEngine } from '../support/databases.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { createContext, EDITOR } from './services-context.ts';

interface AutomationOptions {
  location?: DatabaseLocation | undefined;
  /** The chain and its relays; by default the beacon is off. */
  beacon?: { chain: BeaconChain; relays: string[] };
}

/** Starts live streams and automation. */
export async function startAutomation(
  engine: TestEngine,
  start: Instant,
  { location, beacon }: AutomationOptions = {},
) {
  const database = await engine.open(location);
  const time = stepTimeFrom(start);
  const lines: string[] = [];
  const log = createLog('info', time.clock, (line) => lines.push(line));
  const parts = { ...time, database, log };
  const live = createLive({ ...parts, node: 'test' });
  const services: ServiceContext = {
    ...createContext(database),
    clock: time.clock,
    publicLog: { baseUrl: 'http://localhost', beaconChain: beacon?.chain ?? null },
    changed: live.wake,
  };
  const automation = createAutomation({
    ...parts,
    services,
    // Relays answer in real time.
    beacon: beacon ? createBeacon({ ...beacon, timers: systemTimers, log }) : null,
  });
  live.afterClients(automation.noteChanges);
  await live.start();
  automation.start();
  const stop = async () => {
    await automation.stop();
    await live.stop();
  };
  engine.cleanUp(stop);

  const today = (): IstDate => istDateOf(time.clock.now());
  return {
    ...time,
    services,
    automation,
    lines,
    stop,
    /** Moves the clock to a time of the current day, the last seconds step by step. */
    async until(timeOfDay: string, seconds = 0): Promise<void> {
      const target = instantOf(today(), timeOfDay) + seconds * SECOND;
      if (target - time.clock.now() > 3 * SECOND) await time.leapTo(target - 3 * SECOND);
      await time.advanceTo(target);
    },
    draws: (date = today()): Promise<AdminDraw[]> => readDay(database.db, date),
    /** Each published draw of the day as its slot and the time at which it was published. */
    async published(date = today()): Promise<string[]> {
      const draws = await readDay(database.db, date);
      return draws
        .filter(({ published }) => published)
        .map(({ slot, publishedAt }) => `${slot} at ${istTimeOf(Date.parse(publishedAt ?? ''))}`);
    },
    async set(change: Partial<Settings>): Promise<void> {
      const { settings } = await readSettings(database.db);
      await saveSettings(services, { settings: { ...settings, ...change } }, EDITOR);
      await time.advanceBy(0);
    },
    activity: async () => (await listActivity(database.db, { limit: 100 })).items,
  };
}
