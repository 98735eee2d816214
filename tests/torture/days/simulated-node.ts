/** A server without HTTP: the real storage, services, live feed and automation. */
import type { RandomBytes } from '../../../src/core/digits.ts';
import { createAutomation } from '../../../src/server/automation/automation.ts';
import type { Timers } from '../../../src/server/clock.ts';
import { createLive } from '../../../src/server/live/live.ts';
import { createLog } from '../../../src/server/log.ts';
import type { ServiceContext } from '../../../src/server/services/context.ts';
import { type DatabaseLocation, openDatabase } from '../../../src/server/storage/engines/database.ts';
import type { SteppedTime } from '../../support/stepped-time.ts';
import type { SimulatedBeacon } from './simulated-beacon.ts';
import { openFor, type SimulatedProcess } from './simulated-process.ts';

export interface SimulatedNode {
  process: SimulatedProcess;
  services: ServiceContext;
  /** The elapsed time at its start. */
  startedAt: number;
  /** The day whose drafts it has created or found; null after its start. */
  draftsSeenFor: string | null;
  pruneOldChanges(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeParts {
  location: DatabaseLocation;
  time: SteppedTime;
  randomBytes: RandomBytes;
  /** Null when the beacon is off. */
  beacon: SimulatedBeacon | null;
  /** Called for every error that the running node logs. */
  onError(line: string): void;
}

/** Opens the database; throws if the process crashes while it does. */
async function createNode(
  { location, time, randomBytes, beacon, onError }: NodeParts,
  process: SimulatedProcess,
): Promise<SimulatedNode> {
  const { clock } = time;
  const timers: Timers = {
    elapsed: time.timers.elapsed,
    after: (milliseconds, run) =>
      time.timers.after(milliseconds, () => {
        if (process.isDead) return;
        return Promise.race([run(), process.death]);
      }),
  };
  const log = createLog('error', clock, (line) => {
    if (!process.isDead) onError(line.trim());
  });
  const database = await openFor(process, () => openDatabase(location, log));
  const parts = { database, clock, timers, log };
  const live = createLive({ ...parts, node: 'simulated' });
  const services: ServiceContext = {
    database,
    clock,
    randomBytes,
    publicLog: { baseUrl: 'http://localhost', beaconChain: beacon?.chain ?? null },
    changed: live.wake,
  };
  const automation = createAutomation({
    services,
    beacon: beacon?.connect(process) ?? null,
    timers,
    log,
  });
  live.afterClients(automation.noteChanges);
  return {
    process,
    services,
    startedAt: timers.elapsed(),
    draftsSeenFor: null,
    pruneOldChanges: live.pruneOldChanges,
    async start() {
      await live.start();
      automation.start();
    },
    async stop() {
      await automation.stop();
      await live.stop();
      await database.close();
      process.end();
    },
  };
}

/** `runWork` calls its argument; it may crash the process during the call. Returns null after a crash. */
export async function startNode(
  parts: NodeParts,
  process: SimulatedProcess,
  runWork: (work: () => Promise<void>) => Promise<void>,
): Promise<SimulatedNode | null> {
  let node: SimulatedNode | null = null;
  await runWork(async () => {
    try {
      node = await createNode(parts, process);
      await Promise.race([node.start(), process.death]);
    } catch (error) {
      if (!process.isDead) throw error;
      node = null;
    }
  });
  return process.isDead ? null : node;
}
