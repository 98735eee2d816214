/** Fetches a page's data again; where that fails, the page goes on with what it has. */
import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Instant } from '../../core/ist-time.ts';
import { useServerClock } from '../hooks/use-server-now.tsx';
import { refreshFailure } from './revalidation.ts';

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

  const refreshData = useCallback(async () => {
    await revalidate();
    const failure = refreshFailure();
    setFailingSince((since) => (failure === null ? null : (since ?? clock.now())));
    if (failure !== null) throw failure;
  }, [revalidate, clock]);

  return { refreshData, failingSince };
}
