/**
 * The server's clock as this browser knows it: the device's clock plus an offset.
 *
 * A time from the server is a little old when it arrives, and much older if the page came from a cache. So each one is
 * a lower bound, and the largest offset seen is the most accurate.
 */
import { type Instant, SECOND } from '../../core/ist-time.ts';

export interface ServerClock {
  now(): Instant;
  /** The current whole second. It changes only when listeners are called. */
  second(): Instant;
  /** The second at which the server rendered the page, which hydration must render again. */
  renderedSecond(): Instant;
  /** Corrects the clock by a time from the server; `receivedAt` is the device's time when it arrived. */
  note(serverTime: Instant, receivedAt?: Instant): void;
  /** Replaces the offset: the device's clock may have been set, or stopped during sleep. */
  restart(serverTime: Instant): void;
  /** Calls the listener as each second of the server begins. */
  subscribe(listener: () => void): () => void;
}

const wholeSecond = (instant: Instant): Instant => Math.floor(instant / SECOND) * SECOND;

export function createServerClock(renderedAt: Instant, deviceNow: () => Instant): ServerClock {
  const listeners = new Set<() => void>();
  let offset: number | null = null;
  let second: Instant | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const now = () => deviceNow() + (offset ?? 0);

  function tick(): void {
    second = wholeSecond(now());
    for (const listener of listeners) listener();
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(tick, SECOND - (now() % SECOND));
  }

  function setOffset(value: number): void {
    offset = value;
    // Listeners are called immediately, so that a corrected clock never shows an old second.
    if (second !== null) tick();
  }

  return {
    now,
    second: () => (second ??= wholeSecond(now())),
    renderedSecond: () => wholeSecond(renderedAt),
    note(serverTime, receivedAt = deviceNow()) {
      const seen = serverTime - receivedAt;
      if (offset === null || seen > offset) setOffset(seen);
    },
    restart: (serverTime) => setOffset(serverTime - deviceNow()),
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) tick();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}
