/** The server's time for components: the same in every browser, whatever its own clock says. */
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Instant } from '../../core/ist-time.ts';
import { createServerClock, type ServerClock } from '../live/server-clock.ts';

const ServerClockContext = createContext<ServerClock | null>(null);

/** The device's time when the answer that carries this page reached it. */
function pageReceivedAt(): Instant {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return Date.now() - (performance.now() - (navigation?.responseStart ?? 0));
}

function startClock(renderedAt: Instant): ServerClock {
  const clock = createServerClock(renderedAt, Date.now);
  if (typeof window !== 'undefined') clock.note(renderedAt, pageReceivedAt());
  return clock;
}

export function ServerClockProvider({ renderedAt, children }: { renderedAt: Instant; children: ReactNode }) {
  const [clock] = useState(() => startClock(renderedAt));
  return <ServerClockContext value={clock}>{children}</ServerClockContext>;
}

export function useServerClock(): ServerClock {
  const clock = useContext(ServerClockContext);
  if (!clock) throw new Error('useServerClock must be used within a ServerClockProvider');
  return clock;
}

/** The second of the server's time that is running; the component renders anew as each begins. */
export function useServerNow(): Instant {
  const clock = useServerClock();
  return useSyncExternalStore(clock.subscribe, clock.second, clock.renderedSecond);
}

/** Lets the clock learn from the time that came with a page's data. */
export function useNotedServerTime(time: string): void {
  const clock = useServerClock();
  useEffect(() => clock.note(Date.parse(time)), [clock, time]);
}
