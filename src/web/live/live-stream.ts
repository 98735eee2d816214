/**
 * The live stream of a tab. When it breaks, stays silent, or may have ended while the device slept, it is opened again
 * at the last cursor. If one way to connect fails, the next attempt is made with another.
 */
import type { Hello, Ping } from '../../contract/live.ts';
import { retryDelay } from '../hooks/retries.ts';
import { isAfter } from './feed-cursor.ts';
import { watchForResume } from './resume-watcher.ts';
import { streamHealth } from './stream-health.ts';
import type { StreamMessage, Transport } from './transports.ts';

interface LiveListener<Change> {
  onHello(hello: Hello): void;
  /** Sent while there are no changes, with the server's time. */
  onPing(time: string): void;
  /** The cursor is the position of the change in the feed. */
  onChange(change: Change & { cursor: string }): void;
  /** The missed changes are no longer available: fetch everything again. */
  onReset(): void;
  /** `silence`: the milliseconds since the last message. */
  onLost(silence: number): void;
}

export interface LiveStreamOptions<Change> {
  address: string;
  /** The ways to connect, the best one first. */
  transports: readonly Transport[];
  /** Sends every change after this cursor; if null, only changes from now on. */
  start: string | null;
  listener: LiveListener<Change>;
}

export interface LiveStream {
  /** Sends every change after this cursor, including those from before the stream was opened. */
  reachBackTo(cursor: string): void;
  close(): void;
}

export function openLiveStream<Change>(options: LiveStreamOptions<Change>): LiveStream {
  const { address, transports, listener } = options;
  /** How many connections have ended before their first message. */
  let refusals = 0;
  let earliest = options.start ?? '';
  let cursor = earliest;
  let failures = 0;
  /** By the device's clock, which continues during sleep. */
  let knownAt = Date.now();
  let openedAt = 0;
  /** By the monotonic clock, which nobody can set; null until hello has arrived. */
  let lastMessageAt: number | null = null;
  let isReportedLost = false;
  let closeConnection: (() => void) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    disconnect();
    openedAt = performance.now();
    isReportedLost = false;
    const query = cursor && `?after=${encodeURIComponent(cursor)}`;
    const connect = transports[refusals % transports.length];
    closeConnection = connect?.(address + query, { onMessage: handle, onEnd: handleEnd }) ?? null;
  }

  function handle({ event, id, data }: StreamMessage): void {
    if (id) cursor = id;
    knownAt = Date.now();
    lastMessageAt = performance.now();
    if (event === 'hello') {
      failures = 0;
      listener.onHello(data as Hello);
    } else if (event === 'ping') listener.onPing((data as Ping).time);
    else if (event === 'change') listener.onChange({ ...(data as Change), cursor });
    else {
      earliest = cursor;
      listener.onReset();
    }
  }

  function disconnect(): void {
    clearTimeout(retry);
    closeConnection?.();
    closeConnection = null;
    lastMessageAt = null;
  }

  function reportLost(): void {
    isReportedLost = true;
    listener.onLost(Date.now() - knownAt);
  }

  function lose(): void {
    disconnect();
    failures += 1;
    retry = setTimeout(open, retryDelay(failures));
    reportLost();
  }

  /** A proxy may block one way to connect: the next one is used, without a delay if it has not been tried. */
  function handleEnd(): void {
    if (lastMessageAt === null) refusals += 1;
    if (lastMessageAt === null && refusals < transports.length) open();
    else lose();
  }

  function check(sinceLastCheck: number): void {
    if (!closeConnection) return;
    const now = performance.now();
    const health = streamHealth({
      sinceOpened: now - openedAt,
      sinceMessage: lastMessageAt === null ? null : now - lastMessageAt,
      sinceLastCheck,
    });
    if (health === 'lost') handleEnd();
    else if (health === 'unknown') open();
    else if (health === 'late') {
      if (!isReportedLost) reportLost();
      if (refusals + 1 < transports.length) handleEnd();
    }
  }

  const stopWatching = watchForResume({ onCheck: check, onResume: open });
  addEventListener('offline', lose);
  // A page with an open WebSocket could not be shown again from the browser's cache; `onResume` opens it then.
  addEventListener('pagehide', disconnect);
  open();

  return {
    reachBackTo(wanted) {
      if (!isAfter(earliest, wanted)) return;
      earliest = wanted;
      cursor = wanted;
      open();
    },
    close() {
      stopWatching();
      removeEventListener('offline', lose);
      removeEventListener('pagehide', disconnect);
      disconnect();
    },
  };
}
