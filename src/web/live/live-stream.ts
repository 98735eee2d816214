/**
 * The live stream of a tab. When it breaks, stays silent, or may have ended while the device slept, it is opened again
 * at the last cursor. We do this and not the browser's EventSource, which gives up after a 503.
 */
import type { Hello } from '../../contract/live.ts';
import { retryDelay } from '../hooks/retries.ts';
import { isAfter } from './feed-cursor.ts';
import { watchForResume } from './resume-watcher.ts';
import { streamHealth } from './stream-health.ts';

export interface LiveListener<Change> {
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

export interface LiveStream {
  /** Sends every change after this cursor, also those from before the stream was opened. */
  reachBackTo(cursor: string): void;
  close(): void;
}

/** Without `start` it sends only changes from now on. */
export function openLiveStream<Change>(
  address: string,
  start: string | null,
  listener: LiveListener<Change>,
): LiveStream {
  let earliest = start ?? '';
  let cursor = earliest;
  let failures = 0;
  /** By the device's clock, which continues during sleep. */
  let knownAt = Date.now();
  let openedAt = 0;
  /** By the monotonic clock, which nobody can set; null until hello has arrived. */
  let lastMessageAt: number | null = null;
  let isReportedLost = false;
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    disconnect();
    openedAt = performance.now();
    isReportedLost = false;
    source = new EventSource(cursor ? `${address}?after=${encodeURIComponent(cursor)}` : address);
    listenTo(source, 'hello', (data) => {
      failures = 0;
      listener.onHello(JSON.parse(data) as Hello);
    });
    listenTo(source, 'ping', (data) => listener.onPing((JSON.parse(data) as Pick<Hello, 'time'>).time));
    listenTo(source, 'change', (data) => listener.onChange({ ...(JSON.parse(data) as Change), cursor }));
    listenTo(source, 'reset', () => {
      earliest = cursor;
      listener.onReset();
    });
    source.onerror = lose;
  }

  function listenTo(stream: EventSource, event: string, handle: (data: string) => void): void {
    stream.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId) cursor = lastEventId;
      knownAt = Date.now();
      lastMessageAt = performance.now();
      handle(data);
    });
  }

  function disconnect(): void {
    clearTimeout(retry);
    source?.close();
    source = null;
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

  function check(sinceLastCheck: number): void {
    if (!source) return;
    const now = performance.now();
    const health = streamHealth({
      sinceOpened: now - openedAt,
      sinceMessage: lastMessageAt === null ? null : now - lastMessageAt,
      sinceLastCheck,
    });
    if (health === 'lost') lose();
    else if (health === 'unknown') open();
    else if (health === 'late' && !isReportedLost) reportLost();
  }

  const stopWatching = watchForResume({ onCheck: check, onResume: open });
  addEventListener('offline', lose);
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
      disconnect();
    },
  };
}
