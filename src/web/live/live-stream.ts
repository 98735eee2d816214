/**
 * The one live stream of a tab. Whenever it breaks, or may have died unnoticed while the device slept, it is opened
 * anew at the place that was reached: by us and not by the browser, which gives up on a 503 and knows no patience.
 */
import type { Hello } from '../../contract/live.ts';
import { isAfter } from './page-data.ts';
import { retryDelay } from './retry-delay.ts';
import { watchForWaking } from './waking.ts';

export interface LiveListener<Change> {
  onHello(hello: Hello): void;
  /** The cursor is the change's place in the feed. */
  onChange(change: Change & { cursor: string }): void;
  /** What was missed can no longer be told: everything is to be fetched anew. */
  onReset(): void;
  /** `silence`: how many milliseconds ago the stream was last known to be well. */
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
  let isOpen = false;
  let wellAt = Date.now();
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    hangUp();
    source = new EventSource(cursor ? `${address}?after=${encodeURIComponent(cursor)}` : address);
    listenTo(source, 'hello', (data) => {
      failures = 0;
      isOpen = true;
      listener.onHello(JSON.parse(data) as Hello);
    });
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
      take(data);
      noteWell();
    });
  }

  function noteWell(): void {
    if (isOpen) wellAt = Date.now();
  }

  function hangUp(): void {
    clearTimeout(retry);
    source?.close();
    isOpen = false;
  }

  function lose(): void {
    hangUp();
    failures += 1;
    retry = setTimeout(open, retryDelay(failures));
    listener.onLost(Date.now() - wellAt);
  }

  const stopWatching = watchForWaking({ onAwake: noteWell, onWake: open });
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
