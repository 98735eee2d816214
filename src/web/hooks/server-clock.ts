/**
 * The server's clock as this browser knows it: the device's clock plus an offset.
 *
 * A time that the server sends is already a little old when it arrives, and much older if the page came out of a cache.
 * So each one says "it is at least this late", and the largest offset seen is the best one known.
 */
import { type Instant, SECOND } from '../../core/ist-time.ts';

export interface ServerClock {
  now(): Instant;
  /** The whole second that is running: it changes only when listeners are told. */
  second(): Instant;
  /** The second at which the server made the page: what it rendered, and so what the first render must show. */
  renderedSecond(): Instant;
  /** Takes in a time that the server sent; `receivedAt` is the device's time when it arrived. */
  note(serverTime: Instant, receivedAt?: Instant): void;
  /** Forgets what was known, for the device's own clock may have been set or have slept, and begins anew. */
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
    // Listeners hear of it at once, so that a corrected clock never shows an old second.
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
