/**
 * The one live stream of a tab. Whenever it breaks, falls silent, or may have died unnoticed while the device slept, it
 * is opened again at the place that was reached: by us and not by the browser, which gives up on a 503.
 */
import type { Hello } from '../../contract/live.ts';
import { retryDelay } from '../hooks/retry-delay.ts';
import { isAfter } from './live-lists.ts';
import { watchForWaking } from './resume-watcher.ts';
import { judgeSilence } from './stream-health.ts';

export interface LiveListener<Change> {
  onHello(hello: Hello): void;
  /** The server's time, while nothing else happens. */
  onPing(time: string): void;
  /** The cursor is the change's place in the feed. */
  onChange(change: Change & { cursor: string }): void;
  /** What was missed can no longer be told: everything is to be fetched anew. */
  onReset(): void;
  /** `silence`: how many milliseconds ago the last message came. */
  onLost(silence: number): void;
}

export interface LiveStream {
  /** Makes sure that every change after this place is told, also if it came before the stream was opened. */
  reachBackTo(cursor: string): void;
  close(): void;
}

/** Without a start it begins with what happens from now on. */
export function openLiveStream<Change>(
  address: string,
  start: string | null,
  listener: LiveListener<Change>,
): LiveStream {
  let earliest = start ?? '';
  let cursor = earliest;
  let failures = 0;
  /** By the device's clock, which goes on during sleep: what was known then may be long out of date. */
  let knownAt = Date.now();
  let openedAt = 0;
  /** By the monotonic clock, which nobody can set; null until the stream has said hello. */
  let lastMessageAt: number | null = null;
  let isToldLost = false;
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    hangUp();
    openedAt = performance.now();
    isToldLost = false;
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

  function listenTo(stream: EventSource, event: string, take: (data: string) => void): void {
    stream.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId) cursor = lastEventId;
      knownAt = Date.now();
      lastMessageAt = performance.now();
      take(data);
    });
  }

  function hangUp(): void {
    clearTimeout(retry);
    source?.close();
    source = null;
    lastMessageAt = null;
  }

  function tellLost(): void {
    isToldLost = true;
    listener.onLost(Date.now() - knownAt);
  }

  function lose(): void {
    hangUp();
    failures += 1;
    retry = setTimeout(open, retryDelay(failures));
    tellLost();
  }

  function check(sinceLastCheck: number): void {
    if (!source) return;
    const now = performance.now();
    const judgement = judgeSilence({
      sinceOpened: now - openedAt,
      sinceMessage: lastMessageAt === null ? null : now - lastMessageAt,
      sinceLastCheck,
    });
    if (judgement === 'lost') lose();
    else if (judgement === 'unsure') open();
    else if (judgement === 'late' && !isToldLost) tellLost();
  }

  const stopWatching = watchForWaking({ onCheck: check, onWake: open });
  addEventListener('offline', lose);
  open();

  return {
    reachBackTo(place) {
      if (!isAfter(earliest, place)) return;
      earliest = place;
      cursor = place;
      open();
    },
    close() {
      stopWatching();
      removeEventListener('offline', lose);
      hangUp();
    },
  };
}
