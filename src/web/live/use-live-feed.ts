/** The live stream for components: every change since the page was loaded, and the state of the connection. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PublicChange } from '../../contract/live.ts';
import type { Instant } from '../../core/ist-time.ts';
import { pageStoredAt } from '../browser/page-stored-at.ts';
import { useServerClock } from '../server-time/use-server-now.tsx';
import { addChange, type LiveChange } from './feed-cursor.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { byEvents, bySocket } from './transports.ts';

export interface LiveFeed {
  changes: readonly LiveChange[];
  /** When the connection was lost; null while there is one. */
  lostAt: Instant | null;
  /** How many times the stream was opened. */
  connections: number;
}

export function useLiveFeed(pageCursor: string, refetch: () => void): LiveFeed {
  const clock = useServerClock();
  const [changes, setChanges] = useState<readonly LiveChange[]>([]);
  const [lostAt, setLostAt] = useState<Instant | null>(null);
  const [connections, setConnections] = useState(0);
  const stream = useRef<LiveStream>(null);
  const onReset = useEffectEvent(refetch);

  useEffect(() => {
    if (pageStoredAt() !== null) setLostAt(clock.renderedSecond());
  }, [clock]);

  useEffect(() => {
    stream.current ??= openLiveStream<PublicChange>({
      address: '/api/live',
      transports: [bySocket, byEvents],
      start: pageCursor,
      listener: {
        onHello(hello) {
          clock.restart(Date.parse(hello.time));
          setLostAt(null);
          setConnections((count) => count + 1);
        },
        onPing: (time) => clock.note(Date.parse(time)),
        onChange: (change) => setChanges((known) => addChange(known, change)),
        onReset: () => onReset(),
        onLost: (silence) => setLostAt((since) => since ?? clock.now() - silence),
      },
    });
    stream.current.reachBackTo(pageCursor);
  }, [clock, pageCursor]);

  useEffect(
    () => () => {
      stream.current?.close();
      stream.current = null;
    },
    [],
  );

  return { changes, lostAt, connections };
}
