/** A server without its HTTP side, inside the simulation: the real storage, services, live feed and automation. */
import type { RandomBytes } from '../../../src/core/digits.ts';
import { createAutomation } from '../../../src/server/automation/automation.ts';
import type { Timers } from '../../../src/server/clock.ts';
import { createLive } from '../../../src/server/live/live.ts';
import { createLog } from '../../../src/server/log.ts';
import type { ServiceContext } from '../../../src/server/services/context.ts';
import { type DatabaseLocation, openDatabase } from '../../../src/server/storage/engines/database.ts';
import type { SteppedTime } from '../../support/stepped-time.ts';
import { openFor, SimulatedProcess } from './simulated-process.ts';

export interface SimulatedNode {
  process: SimulatedProcess;
  services: ServiceContext;
  /** By the time that has passed, when it was started. */
  startedAt: number;
  /** The day whose drafts it has made or found; null since its start. */
  draftsSeenFor: string | null;
  pruneOldChanges(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeParts {
  location: DatabaseLocation;
  time: SteppedTime;
  randomBytes: RandomBytes;
  /** Told of every error that the node logs while it lives. */
  onError(line: string): void;
}

/** Opens the database; throws where the process crashes meanwhile. */
export async function createNode(
  { location, time, randomBytes, onError }: NodeParts,
  process = new SimulatedProcess(),
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
  const services: ServiceContext = { database, clock, randomBytes, changed: live.wake };
  const automation = createAutomation({ services, timers, log });
  live.onChanges(automation.noteChanges);
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
