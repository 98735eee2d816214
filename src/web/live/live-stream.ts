/**
 * The one live stream of a tab. Whenever it breaks, or may have died unnoticed while the device slept, it is opened
 * anew at the place that was reached: by us and not by the browser, which gives up on a 503 and knows no patience.
 */
import type { Hello, PublicChange } from '../../contract/live.ts';
import { isAfter, type PlacedChange } from './page-data.ts';
import { retryDelay } from './retry-delay.ts';
import { watchForWaking } from './waking.ts';

export interface LiveListener {
  onHello(hello: Hello): void;
  onChange(change: PlacedChange): void;
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

export function openLiveStream(start: string, listener: LiveListener): LiveStream {
  let earliest = start;
  let cursor = start;
  let failures = 0;
  let isOpen = false;
  let wellAt = Date.now();
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    hangUp();
    source = new EventSource(`/api/live?after=${encodeURIComponent(cursor)}`);
    listenTo(source, 'hello', (data) => {
      failures = 0;
      isOpen = true;
      listener.onHello(JSON.parse(data) as Hello);
    });
    listenTo(source, 'change', (data) =>
      listener.onChange({ ...(JSON.parse(data) as PublicChange), cursor }),
    );
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
