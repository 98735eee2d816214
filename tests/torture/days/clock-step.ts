/** Sets the clock of a simulated machine, and waits until automation trusts it again. */
import type { SteppedTime } from '../../support/stepped-time.ts';
import type { Auditor } from './auditor.ts';
import type { AutomationState } from './automation-auditor.ts';
import { MINUTE } from './site-model.ts';

const SECOND = 1_000;

interface ClockParts {
  time: SteppedTime;
  state: AutomationState;
  auditor: Auditor;
}

export async function moveClock(parts: ClockParts, milliseconds: number): Promise<void> {
  const { time, state } = parts;
  time.clock.moveBy(milliseconds);
  const isLeap = milliseconds > MINUTE;
  state.clockIsAheadBy = isLeap ? milliseconds : 0;
  await skip(parts, MINUTE + SECOND);
  if (!isLeap) return;
  // Automation trusts a jump of the clock only after five minutes.
  await skip(parts, 5 * MINUTE - 2 * SECOND);
  state.clockIsAheadBy = 0;
  await skip(parts, MINUTE);
}

async function skip({ time, state, auditor }: ClockParts, milliseconds: number): Promise<void> {
  state.undisturbedSince = Number.POSITIVE_INFINITY;
  await time.leapTo(time.clock.now() + milliseconds);
  await auditor.audit();
}
