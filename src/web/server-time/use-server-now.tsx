/** The server's time for components: the same in every browser, even if the device's clock is wrong. */
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Instant } from '../../core/ist-time.ts';
import { pageStoredAt } from '../browser/page-stored-at.ts';
import { createRequiredContext } from '../hooks/required-context.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

const [ServerClockContext, useServerClock] = createRequiredContext<ServerClock>('ServerClock');

export { useServerClock };

/** The device's time when the response with this page arrived. */
function pageReceivedAt(): Instant {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return Date.now() - (performance.now() - (navigation?.responseStart ?? 0));
}

function startClock(renderedAt: Instant): ServerClock {
  const clock = createServerClock(renderedAt, Date.now);
  if (typeof window !== 'undefined') clock.note(renderedAt, pageStoredAt() ?? pageReceivedAt());
  return clock;
}

export function ServerClockProvider({ renderedAt, children }: { renderedAt: Instant; children: ReactNode }) {
  const [clock] = useState(() => startClock(renderedAt));
  return <ServerClockContext value={clock}>{children}</ServerClockContext>;
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
