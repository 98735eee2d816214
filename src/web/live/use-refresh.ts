/** Fetches a page's data anew; what fails is tried again, and meanwhile the page goes on with what it has. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Instant } from '../../core/ist-time.ts';
import { useServerClock } from '../hooks/use-server-now.tsx';
import { refreshFailure } from './last-good-data.ts';
import { retryDelay } from './retry-delay.ts';

export interface Refresh {
  /** The error of a failed attempt reaches the caller. */
  refreshData(): Promise<void>;
  /** Since when it fails; null if it does not. */
  failingSince: Instant | null;
}

export function useRefresh(): Refresh {
  const { revalidate } = useRevalidator();
  const clock = useServerClock();
  const [failingSince, setFailingSince] = useState<Instant | null>(null);
  const failures = useRef(0);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const refreshData = useCallback(async () => {
    clearTimeout(retry.current);
    await revalidate();
    const failure = refreshFailure();
    failures.current = failure === null ? 0 : failures.current + 1;
    setFailingSince((since) => (failure === null ? null : (since ?? clock.now())));
    if (failure === null) return;
    retry.current = setTimeout(() => refreshData().catch(() => {}), retryDelay(failures.current));
    throw failure;
  }, [revalidate, clock]);

  useEffect(() => () => clearTimeout(retry.current), []);

  return { refreshData, failingSince };
}
