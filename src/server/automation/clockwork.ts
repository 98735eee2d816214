/** Automation with all it needs to know the time: the database's clock, and an eye for jumps of its own. */
import type { LiveTable } from '../../contract/live.ts';
import { DAY, type Instant } from '../../core/ist-time.ts';
import type { AdjustableClock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import { perform } from '../services/act.ts';
import { type ServiceContext, SYSTEM } from '../services/context.ts';
import { isoOf } from '../storage/wire-values.ts';
import { createClockKeeper } from './clock-keeper.ts';
import { createAutomation } from './runner.ts';
import { type ClockJump, trustTime } from './trusted-time.ts';

export interface Clockwork {
  /** Sets the clock where there is a better one, then begins to act. */
  start(): Promise<void>;
  noteChanges(tables: ReadonlySet<LiveTable>): void;
  /** When the clock leapt ahead, if it did within the last day. */
  clockJumpedAt(): Instant | null;
  stop(): Promise<void>;
}

export interface ClockworkParts {
  services: ServiceContext;
  clock: AdjustableClock;
  /** The clock was started at a given instant, so that no other clock is better. */
  hasGivenTime: boolean;
  timers: Timers;
  log: Log;
}

export function createClockwork({ services, clock, hasGivenTime, timers, log }: ClockworkParts): Clockwork {
  const { database } = services;
  const keeper =
    database.now && !hasGivenTime
      ? createClockKeeper({ clock, readDatabaseTime: database.now, timers, log })
      : null;
  const time = trustTime({
    clock,
    timers,
    synchronise: async () => keeper?.synchronise(),
    onJump: (jump) => void reportJump(services, log, jump),
  });
  const automation = createAutomation({ services, time, timers, log });

  return {
    async start() {
      await keeper?.start();
      automation.start();
    },
    noteChanges: automation.noteChanges,
    clockJumpedAt() {
      const jumpedAt = time.jumpedAt();
      return jumpedAt !== null && clock.now() - jumpedAt < DAY ? jumpedAt : null;
    },
    async stop() {
      keeper?.stop();
      await automation.stop();
    },
  };
}

async function reportJump(services: ServiceContext, log: Log, { to, expected }: ClockJump): Promise<void> {
  const times = { before: { time: isoOf(expected) }, after: { time: isoOf(to) } };
  log.warn('the clock leapt ahead: nothing is published until it has proved right', times);
  try {
    await perform(services, SYSTEM, ({ record }) =>
      record({ type: 'system', action: 'Clock jumped', target: 'Clock', ...times, events: [] }),
    );
  } catch (error) {
    log.error('the jump of the clock could not be recorded', { error });
  }
}
