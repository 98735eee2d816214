/** Automation: the runner with a checked time, and the report when the clock jumps ahead. */
import type { ChangedTable } from '../../contract/live.ts';
import { SYSTEM } from '../../core/actor.ts';
import { DAY, type Instant } from '../../core/ist-time.ts';
import type { Log } from '../log.ts';
import type { ServiceContext } from '../services/context.ts';
import { perform } from '../services/perform.ts';
import { isoOf } from '../storage/queries/wire-values.ts';
import { createRunner, type RunnerParts } from './runner.ts';
import { type ClockJump, trustTime } from './trusted-time.ts';

export interface Automation {
  /** Nothing runs before this is called. */
  start(): void;
  noteChanges(tables: ReadonlySet<ChangedTable>): void;
  noteMovedClock(): void;
  /** Since when automation fails on this node; null while it works. */
  failingSince(): Instant | null;
  /** When the clock jumped ahead, if it did within the last day. */
  clockJumpedAt(): Instant | null;
  stop(): Promise<void>;
}

export type AutomationParts = Omit<RunnerParts, 'time'>;

export function createAutomation(parts: AutomationParts): Automation {
  const { services, timers, log } = parts;
  const { clock } = services;
  const time = trustTime({ clock, timers, onJump: (jump) => void reportJump(services, log, jump) });
  const runner = createRunner({ ...parts, time });
  return {
    ...runner,
    clockJumpedAt() {
      const jumpedAt = time.jumpedAt();
      return jumpedAt !== null && clock.now() - jumpedAt < DAY ? jumpedAt : null;
    },
  };
}

async function reportJump(services: ServiceContext, log: Log, { to, expected }: ClockJump): Promise<void> {
  const times = { before: { time: isoOf(expected) }, after: { time: isoOf(to) } };
  log.warn('the clock jumped ahead: nothing is published until it is trusted again', times);
  try {
    await perform(services, SYSTEM, ({ record }) =>
      record({ type: 'system', action: 'Clock jumped', target: 'Clock', ...times, events: [] }),
    );
  } catch (error) {
    log.error('the jump of the clock could not be recorded', { error });
  }
}
