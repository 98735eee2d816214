/** The staff's live stream: fetches again what a change concerns, and tells since when the stream is lost. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminChange } from '../../../contract/live.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { useServerClock } from '../../hooks/use-server-now.tsx';
import { openLiveStream } from '../../live/live-stream.ts';
import { invalidateTables, refetchAll } from '../api/query-client.ts';
import { useSession } from '../session/session.tsx';

/** Returns when the stream was lost; null while it is well. */
export function useLiveUpdates(): Instant | null {
  const clock = useServerClock();
  const queryClient = useQueryClient();
  const { isLost: isSessionLost, lookAgain } = useSession();
  const [lostAt, setLostAt] = useState<Instant | null>(null);

  useEffect(() => {
    // Without a session the stream would be refused; everything is fetched once there is one again.
    if (isSessionLost) return;
    const changes = collectChanges(queryClient);
    const stream = openLiveStream<AdminChange>('/api/admin/live', null, {
      onHello(hello) {
        clock.restart(Date.parse(hello.time));
        setLostAt(null);
        // Before the first stream changes were not told, and before a later one requests may have failed.
        void refetchAll(queryClient);
      },
      onPing: (time) => clock.note(Date.parse(time)),
      onChange: ({ table }) => changes.add(table),
      onReset: () => void refetchAll(queryClient),
      onLost(silence) {
        setLostAt((since) => since ?? clock.now() - silence);
        // The session may be what has ended.
        void lookAgain();
      },
    });
    return () => {
      changes.stop();
      stream.close();
    };
  }, [clock, queryClient, isSessionLost, lookAgain]);

  return lostAt;
}

/** The changes of one act arrive together: one request fetches them all. */
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
