/** Sets a node's clock by the database's, so that all nodes agree on what is due: decision 20. */
import { type Instant, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { FollowingClock, Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import { withDeadline } from './deadline.ts';

export interface ClockSync {
  /** Resolves once the clock has a time; corrects it every minute from then on. */
  start(): Promise<void>;
  /** Called each time the clock is corrected after it was first set. */
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

/** The bounds of the database's time at this moment. */
interface Reading {
  earliest: number;
  latest: number;
}

const READ_EVERY = MINUTE;
/** After a reading that failed, or was too slow to be precise. */
const READ_SOON = 2 * SECOND;
const READ_DEADLINE = 5 * SECOND;
const SLOW = 100;
const WARN_ABOVE = SECOND;

async function takeReading({ readDatabaseTime, timers }: ReadingParts): Promise<Reading> {
  const startedAt = timers.elapsed();
  const time = await withDeadline(timers, READ_DEADLINE, readDatabaseTime());
  // The database read its clock at some moment during the query, and truncated it to milliseconds.
  return { earliest: time, latest: time + 1 + timers.elapsed() - startedAt };
}

const setToMiddle = (clock: FollowingClock, { earliest, latest }: Reading): void =>
  clock.set((earliest + latest) / 2);

/** Sets the clock once, for a short command. */
export async function setClock(parts: ReadingParts): Promise<void> {
  setToMiddle(parts.clock, await takeReading(parts));
}

export function createClockSync(parts: ClockSyncParts): ClockSync {
  const { clock, timers, log } = parts;
  const listeners: (() => void)[] = [];
  const firstTime = Promise.withResolvers<void>();
  let cancel = () => {};
  let isFailing = false;
  let stopped = false;

  async function readAndSchedule(): Promise<void> {
    const reading = await read();
    if (stopped) return;
    if (reading) apply(reading);
    const isGood = reading !== null && reading.latest - reading.earliest <= SLOW;
    cancel = timers.after(isGood ? READ_EVERY : READ_SOON, readAndSchedule);
  }

  /** Null when the reading failed. */
  async function read(): Promise<Reading | null> {
    try {
      const reading = await takeReading(parts);
      if (isFailing) log.info("the database's clock can be read again");
      isFailing = false;
      return reading;
    } catch (error) {
      // Logged once; an outage of the database is logged by the storage.
      if (!isFailing) log.warn("the database's clock cannot be read and will be retried", { error });
      isFailing ||= !(error instanceof DatabaseDown);
      return null;
    }
  }

  function apply(reading: Reading): void {
    if (clock.hasTime()) correct(reading);
    else setToMiddle(clock, reading);
    firstTime.resolve();
  }

  /** Moves the clock only to the nearest bound of the reading: a slow one is imprecise. */
  function correct({ earliest, latest }: Reading): void {
    const shown = clock.now();
    const right = Math.min(Math.max(shown, earliest), latest);
    if (right === shown) return;
    clock.set(right);
    const movedByMs = Math.round(right - shown);
    const write = Math.abs(movedByMs) > WARN_ABOVE ? log.warn : log.debug;
    write("the clock was set to the database's", { movedByMs });
    for (const listener of listeners) listener();
  }

  return {
    start() {
      void readAndSchedule();
      return firstTime.promise;
    },
    onMoved: (listener) => void listeners.push(listener),
    stop() {
      stopped = true;
      cancel();
    },
  };
}
