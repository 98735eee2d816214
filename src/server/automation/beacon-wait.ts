/** Waits in the background for the beacon of a committed day, so that a slow relay delays no result. */
import { type Instant, type IstDate, SECOND } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Beacon } from '../public-log/beacon.ts';
import type { ServiceContext } from '../services/context.ts';
import { recordBeacon } from '../services/public-log/record-beacon.ts';
import type { SeedDay } from '../storage/public-log/seeds-store.ts';

export interface BeaconWaitParts {
  services: ServiceContext;
  /** Null when the beacon is off. */
  beacon: Beacon | null;
  timers: Timers;
  log: Log;
  now(): Instant;
  /** Called once the round is stored, or that it is missing. */
  onDecided(): void;
}

type AwaitedDay = Pick<SeedDay, 'date' | 'chain' | 'round'>;

export interface BeaconWait {
  /** Does nothing if the day is awaited already. */
  begin(day: AwaitedDay, deadline: Instant): void;
  stop(): void;
}

const FIRST_PAUSE = SECOND;
const LONGEST_PAUSE = 8 * SECOND;

export function createBeaconWait(parts: BeaconWaitParts): BeaconWait {
  const { services, beacon, timers, log, now, onDecided } = parts;
  let awaited: IstDate | null = null;
  const abort = new AbortController();

  const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const cancel = timers.after(milliseconds, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });

  /** Null once the deadline has passed. A chain that is no longer configured has no relays. */
  async function fetchUntil(deadline: Instant, chain: string, round: number): Promise<string | null> {
    const relays = beacon && services.publicLog.beaconChain?.id === chain ? beacon : null;
    const atDeadline = new AbortController();
    const cancelDeadline = timers.after(Math.max(0, deadline - now()), () => atDeadline.abort());
    const signal = AbortSignal.any([abort.signal, atDeadline.signal]);
    let wait = FIRST_PAUSE;
    try {
      while (!signal.aborted) {
        const signature = (await relays?.fetchRound(round, signal)) ?? null;
        if (signature !== null) return signature;
        await pause(wait, signal);
        wait = Math.min(2 * wait, LONGEST_PAUSE);
      }
      return null;
    } finally {
      cancelDeadline();
    }
  }

  async function decide(day: AwaitedDay, signature: string | null): Promise<void> {
    const { signal } = abort;
    while (!signal.aborted) {
      try {
        await recordBeacon(services, day, signature);
        if (signature === null)
          log.warn('the beacon was not available: drafts are made without it', { date: day.date });
        return;
      } catch (error) {
        log.debug('the beacon could not be stored yet', { error });
        await pause(FIRST_PAUSE, signal);
      }
    }
  }

  return {
    begin(day, deadline) {
      const { date, chain, round } = day;
      if (awaited === date) return;
      awaited = date;
      void fetchUntil(deadline, chain, round)
        .then((signature) => decide(day, signature))
        .then(() => {
          awaited = null;
          if (!abort.signal.aborted) onDecided();
        });
    },
    stop() {
      abort.abort();
    },
  };
}
