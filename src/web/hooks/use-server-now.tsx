/** The server's time for components: the same in every browser, whatever its own clock says. */
import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import type { Instant } from '../../core/ist-time.ts';
import { createServerClock, type ServerClock } from '../live/server-clock.ts';

const ServerClockContext = createContext<ServerClock | null>(null);

/** When the answer that carries this page reached the device, and the time that the server wrote on its envelope. */
function readNavigation(): { receivedAt: Instant; sentAt: Instant | null } {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    receivedAt: Date.now() - (performance.now() - (navigation?.responseStart ?? 0)),
    sentAt: navigation?.serverTiming?.find(({ name }) => name === 'now')?.duration ?? null,
  };
}

function startClock(renderedAt: Instant): ServerClock {
  const clock = createServerClock(renderedAt, Date.now);
  if (typeof window === 'undefined') return clock;
  const { receivedAt, sentAt } = readNavigation();
  clock.note(renderedAt, receivedAt);
  if (sentAt !== null) clock.note(sentAt, receivedAt);
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
