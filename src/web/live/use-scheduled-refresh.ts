/** Fetches the page's data anew shortly after each reveal, and loads the page itself anew once an hour. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { nextRefetch, RELOAD_EVERY } from '../../core/refresh-schedule.ts';
import { useServerClock } from '../hooks/use-server-now.tsx';

export interface TimelyRefreshParts {
  publishDelay: number;
  refetch(): void;
  /** Whether the site can be reached: a reload without it would leave an empty window. */
  canReload: boolean;
}

/** Answers with a way to put off the reload. */
export function useTimelyRefresh({ publishDelay, refetch, canReload }: TimelyRefreshParts): () => () => void {
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
