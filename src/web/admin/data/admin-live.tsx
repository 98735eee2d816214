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
import { type AdminChange, LIVE_TABLES, type LiveTable } from '../../../contract/live.ts';
import { useServerClock } from '../../hooks/use-server-now.tsx';
import { openLiveStream } from '../../live/live-stream.ts';

type Listener = (tables: ReadonlySet<LiveTable>) => void;

interface AdminLive {
  listen(listener: Listener): () => void;
  isLost: boolean;
  visitors: number | null;
}

const LiveContext = createContext<AdminLive | null>(null);

/** Several changes of one act arrive together; one look at the result is enough. */
const GATHER_MS = 50;

export function AdminLiveProvider({ children }: { children: ReactNode }) {
  const clock = useServerClock();
  const [isLost, setLost] = useState(false);
  const [visitors, setVisitors] = useState<number | null>(null);
  const [listeners] = useState(() => new Set<Listener>());

  useEffect(() => {
    const changed = new Set<LiveTable>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (tables: readonly LiveTable[]) => {
      for (const table of tables) changed.add(table);
      timer ??= setTimeout(() => {
        timer = undefined;
        const told = new Set(changed);
        changed.clear();
        for (const listener of listeners) listener(told);
      }, GATHER_MS);
    };
    const stream = openLiveStream<AdminChange>('/api/admin/live', null, {
      onHello(hello) {
        clock.restart(Date.parse(hello.time));
        setVisitors(hello.visitors);
        setLost(false);
      },
      onChange: ({ table }) => tell([table]),
      onReset: () => tell(LIVE_TABLES),
      onLost: () => setLost(true),
    });
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [clock, listeners]);

  const live = useMemo<AdminLive>(
    () => ({
      isLost,
      visitors,
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [isLost, visitors, listeners],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useAdminLive(): AdminLive {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useAdminLive must be used within an AdminLiveProvider');
  return live;
}

/** Calls back whenever one of the tables changed. */
export function useLiveChanges(tables: readonly LiveTable[], onChange: () => void): void {
  const { listen } = useAdminLive();
  const react = useEffectEvent((changed: ReadonlySet<LiveTable>) => {
    if (tables.some((table) => changed.has(table))) onChange();
  });
  useEffect(() => listen((changed) => react(changed)), [listen]);
}
