/** The server's time for components: the same in every browser, whatever its own clock says. */
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Instant } from '../../core/ist-time.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

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

/** A value computed from the server's time. The component renders again only when the value changes. */
export function useServerTime<Value extends string | number | boolean>(read: (now: Instant) => Value): Value {
  const clock = useServerClock();
  return useSyncExternalStore(
    clock.subscribe,
    () => read(clock.second()),
    () => read(clock.renderedSecond()),
  );
}

/** The current second of the server's time. The component renders every second: only for one that shows a clock. */
export const useServerNow = (): Instant => useServerTime((now) => now);

/** Lets the clock learn from the time that came with a page's data. */
export function useNotedServerTime(time: string): void {
  const clock = useServerClock();
  useEffect(() => clock.note(Date.parse(time)), [clock, time]);
}
