/** The live stream of the panel: invalidates the queries of changed tables, and knows when the connection was lost. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminChange } from '../../../contract/live.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { openLiveStream } from '../../live/live-stream.ts';
import { byEvents } from '../../live/transports.ts';
import { useServerClock } from '../../server-time/use-server-now.tsx';
import { invalidateTables, refetchAll } from '../api/query-client.ts';
import { useSession } from '../session/session.tsx';

/** Returns when the connection was lost; null while there is one. */
export function useLiveUpdates(): Instant | null {
  const clock = useServerClock();
  const queryClient = useQueryClient();
  const { isLost: isSessionLost, checkSession } = useSession();
  const [lostAt, setLostAt] = useState<Instant | null>(null);

  useEffect(() => {
    // Without a session the stream would be refused. The next one begins with fetching everything.
    if (isSessionLost) return;
    const changes = collectChanges(queryClient);
    const stream = openLiveStream<AdminChange>({
      address: '/api/admin/live',
      transports: [byEvents],
      start: null,
      listener: {
        onHello(hello) {
          clock.restart(Date.parse(hello.time));
          setLostAt(null);
          // Data may be older than the stream, and requests may have failed while it was lost.
          void refetchAll(queryClient);
        },
        onPing: (time) => clock.note(Date.parse(time)),
        onChange: ({ table }) => changes.add(table),
        onReset: () => void refetchAll(queryClient),
        onLost(silence) {
          setLostAt((since) => since ?? clock.now() - silence);
          // The session may be what has ended.
          void checkSession();
        },
      },
    });
    return () => {
      changes.stop();
      stream.close();
    };
  }, [clock, queryClient, isSessionLost, checkSession]);

  return lostAt;
}

/** One action may change several rows: their changes are collected and fetched with one request. */
const COLLECT_MS = 50;

function collectChanges(queryClient: QueryClient) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(table: string) {
      changed.add(table);
      timer ??= setTimeout(() => {
        timer = undefined;
        void invalidateTables(queryClient, new Set(changed));
        changed.clear();
      }, COLLECT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
