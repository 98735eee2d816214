/** Fetches the page's data again shortly after each reveal, and reloads the page once an hour. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { nextRefetch, RELOAD_EVERY } from '../../core/refetch-schedule.ts';
import { refetchKeptPages } from '../browser/service-worker-client.ts';
import { useServerClock } from '../server-time/use-server-now.tsx';

export interface ScheduledRefetchOptions {
  publishDelay: number;
  refetch(): void;
  /** Whether the site is reachable: otherwise a reload would leave an empty window. */
  canReload: boolean;
}

/** Returns a function that postpones the reload. */
export function useScheduledRefetch({
  publishDelay,
  refetch,
  canReload,
}: ScheduledRefetchOptions): () => () => void {
  const clock = useServerClock();
  const [openedAt] = useState(Date.now);
  const holds = useRef(0);
  const onDue = useEffectEvent(refetch);
  const onSecond = useEffectEvent(() => {
    const isOld = Date.now() - openedAt >= RELOAD_EVERY;
    if (isOld && canReload && holds.current === 0 && !isTyping()) location.reload();
  });

  useEffect(() => {
    const chance = Math.random();
    let due = nextRefetch(clock.now(), publishDelay, chance);
    return clock.subscribe(() => {
      if (clock.now() >= due) {
        due = nextRefetch(clock.now(), publishDelay, chance);
        onDue();
        refetchKeptPages();
      }
      onSecond();
    });
  }, [clock, publishDelay]);

  return useCallback(() => {
    holds.current += 1;
    return () => {
      holds.current -= 1;
    };
  }, []);
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea, select') ?? false;
