/** Sets a node's clock by the database's, so that all nodes agree on what is due: decision 20. */
import { type Instant, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { FollowingClock, Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import { withDeadline } from './deadline.ts';

export interface ClockSync {
  /** Settles once the clock has a time, and keeps it right from then on. */
  start(): Promise<void>;
  /** Called each time that the clock was moved after it first got its time. */
  onMoved(listener: () => void): void;
  stop(): void;
}

interface ReadingParts {
  clock: FollowingClock;
  readDatabaseTime(): Promise<Instant>;
  timers: Timers;
}

export interface ClockSyncParts extends ReadingParts {
  log: Log;
}

/** What the database's clock shows at this moment is no earlier and no later. */
interface Reading {
  earliest: number;
  latest: number;
}

const READ_EVERY = MINUTE;
/** After a reading that failed, or that took so long that it says little. */
const READ_SOON = 2 * SECOND;
const READ_DEADLINE = 5 * SECOND;
const SLOW = 100;
const WORTH_A_WARNING = SECOND;

async function takeReading({ readDatabaseTime, timers }: ReadingParts): Promise<Reading> {
  const askedAt = timers.elapsed();
  const answer = await withDeadline(timers, READ_DEADLINE, readDatabaseTime());
  // Read at some moment between question and answer, and cut to whole milliseconds.
  return { earliest: answer, latest: answer + 1 + timers.elapsed() - askedAt };
}

const setToMiddle = (clock: FollowingClock, { earliest, latest }: Reading): void =>
  clock.set((earliest + latest) / 2);

/** Sets the clock once, for a command that is soon done. */
export async function setClock(parts: ReadingParts): Promise<void> {
  setToMiddle(parts.clock, await takeReading(parts));
}

export function createClockSync(parts: ClockSyncParts): ClockSync {
  const { clock, timers, log } = parts;
  const listeners: (() => void)[] = [];
  const firstSet = Promise.withResolvers<void>();
  let cancel = () => {};
  let isFailing = false;
  let stopped = false;

  async function keep(): Promise<void> {
    const reading = await read();
    if (stopped) return;
    if (reading) follow(reading);
    const isGood = reading !== null && reading.latest - reading.earliest <= SLOW;
    cancel = timers.after(isGood ? READ_EVERY : READ_SOON, keep);
  }

  /** Null when the database did not tell. */
  async function read(): Promise<Reading | null> {
    try {
      const reading = await takeReading(parts);
      if (isFailing) log.info("the database's clock can be read again");
      isFailing = false;
      return reading;
    } catch (error) {
      // Once; an outage of the database is logged by the storage, and so is its end.
      if (!isFailing) log.warn("the database's clock cannot be read and will be asked again", { error });
      isFailing ||= !(error instanceof DatabaseDown);
      return null;
    }
  }

  function follow(reading: Reading): void {
    if (clock.hasTime()) correct(reading);
    else setToMiddle(clock, reading);
    firstSet.resolve();
  }

  /** Moves the clock no further than the reading proves it wrong: a slow answer proves little. */
  function correct({ earliest, latest }: Reading): void {
    const shown = clock.now();
    const right = Math.min(Math.max(shown, earliest), latest);
    if (right === shown) return;
    clock.set(right);
    const movedByMs = Math.round(right - shown);
    const say = Math.abs(movedByMs) > WORTH_A_WARNING ? log.warn : log.debug;
    say("the clock was set to the database's", { movedByMs });
    for (const listener of listeners) listener();
  }

  return {
    start() {
      void keep();
      return firstSet.promise;
    },
    onMoved: (listener) => void listeners.push(listener),
    stop() {
      stopped = true;
      cancel();
    },
  };
}
