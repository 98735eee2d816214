/** The staff's live stream: tells the screens which tables changed, whoever changed them. */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { type AdminChange, type ChangedTable, LIVE_TABLES, type LiveTable } from '../../../contract/live.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { SignsOfLife } from '../../hooks/use-retry.ts';
import { useServerClock } from '../../hooks/use-server-now.tsx';
import { openLiveStream } from '../../live/live-stream.ts';
import { useSession } from '../session/session.tsx';

type Listener = (tables: ReadonlySet<ChangedTable>) => void;

interface AdminLive {
  listen(listener: Listener): () => void;
  /** Lets every screen fetch its data again, for when the server has said that it is out of date. */
  refetchAll(): void;
  /** When it was lost; null while it is well. */
  lostAt: Instant | null;
  signs: SignsOfLife;
}

const LiveContext = createContext<AdminLive | null>(null);

/** Several changes of one act arrive together; one look at the result is enough. */
const GATHER_MS = 50;

export function AdminLiveProvider({ children }: { children: ReactNode }) {
  const clock = useServerClock();
  const { isLost: isSessionLost, lookAgain } = useSession();
  const [lostAt, setLostAt] = useState<Instant | null>(null);
  const [connections, setConnections] = useState(0);
  const [changes, setChanges] = useState(0);
  const [listeners] = useState(() => new Set<Listener>());

  useEffect(() => {
    // Without a session it would only be refused; what was missed meanwhile is fetched once there is one again.
    if (isSessionLost) return;
    const { tell, stop } = gatherChanges(listeners);
    let hasBegun = false;
    const stream = openLiveStream<AdminChange>('/api/admin/live', null, {
      onHello(hello) {
        clock.restart(Date.parse(hello.time));
        setLostAt(null);
        setConnections((count) => count + 1);
        // The screens may have been read before the stream was there to tell of changes.
        if (!hasBegun) tell(LIVE_TABLES);
        hasBegun = true;
      },
      onPing: (time) => clock.note(Date.parse(time)),
      onChange({ table }) {
        setChanges((count) => count + 1);
        tell([table]);
      },
      onReset: () => tell(LIVE_TABLES),
      onLost(silence) {
        setLostAt((since) => since ?? clock.now() - silence);
        // The session may be what has ended.
        void lookAgain();
      },
    });
    return () => {
      stop();
      stream.close();
    };
  }, [clock, listeners, isSessionLost, lookAgain]);

  const live = useMemo<AdminLive>(
    () => ({
      lostAt,
      signs: { connections, changes, isConnected: connections > 0 && lostAt === null },
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      refetchAll() {
        const all = new Set<ChangedTable>(LIVE_TABLES);
        for (const listener of listeners) listener(all);
      },
    }),
    [lostAt, connections, changes, listeners],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

function gatherChanges(listeners: ReadonlySet<Listener>) {
  const changed = new Set<ChangedTable>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    tell(tables: readonly ChangedTable[]) {
      for (const table of tables) changed.add(table);
      timer ??= setTimeout(() => {
        timer = undefined;
        const told = new Set(changed);
        changed.clear();
        for (const listener of listeners) listener(told);
      }, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

export function useAdminLive(): AdminLive {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useAdminLive must be used within an AdminLiveProvider');
  return live;
}

/** Calls back whenever one of the tables changed. */
export function useLiveChanges(tables: readonly LiveTable[], onChange: () => void): void {
  const { listen } = useAdminLive();
  const react = useEffectEvent((changed: ReadonlySet<ChangedTable>) => {
    if (tables.some((table) => changed.has(table))) onChange();
  });
  useEffect(() => listen((changed) => react(changed)), [listen]);
}
